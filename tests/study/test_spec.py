"""The text of a study: what is allowed, what is refused and how, what makes its identity."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oshihiki as oh
from oshihiki.errors import StudyError
from oshihiki.study import features, spec
from oshihiki.study.any_spec import Stop, hash_of
from oshihiki.study.toml import dump_toml
from play.scene import Scene
from study.study_help import SMALL, changed, write_spec


def test_push_fold_is_the_study_of_the_design() -> None:
    study = spec.read("push-fold")
    assert study.title == "Push or fold against a first riichi"
    assert study.arms == ("push_once", "fold_once", "push_all", "betaori")
    assert study.pairs == (("push_once", "fold_once"), ("push_all", "betaori"))
    assert study.plan.cells == len(study.keys()) == 48
    assert study.keys()[0] == {"hand": "tenpai_good", "turn": "5-7", "dealer": "none"}
    assert study.keys()[1]["dealer"] == "hero"
    assert study.keys()[-1] == {"hand": "one_away", "turn": "14-15", "dealer": "threat"}
    assert study.stop == Stop(300, 0.95, 0, 60)


@pytest.mark.parametrize(
    ("sections", "words"),
    [
        ({"study": {"kind": "forks"}}, ["study.kind", '"forks"', "fork | position | match | race"]),
        ({"study": {"kind": "match"}}, ["spot", "unknown key", "study, strategies, match"]),
        ({"study": {"rules": "tenhuo"}}, ["study.rules", "tenhuo"]),
        ({"study": {"key": -1}}, ["study.key", "-1", "whole number from 0"]),
        ({"study": {"kontext": "match"}}, ["study.kontext", "did you mean 'context'"]),
        ({"study": {"context": "round"}}, ["study.context", '"round"', "match"]),
        ({"study": {"context": {"round": "E5"}}}, ["study.context.round", '"E5"', "E1 to N4"]),
        ({"study": {"context": {"scores": [1, 2, 3]}}}, ["study.context.scores", "4 scores"]),
        ({"strategies": {"base": None}}, ["strategies.base", "missing"]),
        ({"strategies": {"base": "baanced"}}, ["strategies.base", "baanced", "efficient"]),
        ({"strategies": {"x": {"name": "balanced", "fold": 3}}}, ["strategies.x", "fold", "never"]),
        ({"spot": {"turns": {"to": 3}}}, ["spot.turns", "did you mean 'turn'"]),
        ({"spot": {"turn": {"upto": 3}}}, ["spot.turn.upto", "exactly, from, to"]),
        ({"spot": {"turn": {"from": "five"}}}, ["spot.turn.from", '"five"', "whole number"]),
        ({"spot": {"turn": {"from": 9, "to": 3}}}, ["spot.turn", "[9, 3]"]),
        ({"spot": {"turn": True}}, ["spot.turn", "true", "exactly"]),
        ({"spot": {"dealer": "me"}}, ["spot.dealer", '"me"', "none | hero | threat"]),
        ({"spot": {"ippatsu_live": 1}}, ["spot.ippatsu_live", "true | false"]),
        ({"spot": {"pick": "last"}}, ["spot.pick", '"last"', "first_in_cell"]),
        ({"arms": {"push": {"first": "atack"}}}, ["arms.push.first", '"atack"', "attack"]),
        ({"arms": {"push": {"then": 4}}}, ["arms.push.then", "4", "strategy"]),
        ({"arms": {"push": {"next": "balanced"}}}, ["arms.push.next", "first, then"]),
        ({"compare": {"pairs": [["push", "hold"]]}}, ["compare.pairs", "hold", "push, fold"]),
        ({"compare": {"pairs": []}}, ["compare.pairs", "[]"]),
        ({"cells": {"turn": [[1, 4], [4, 6]]}}, ["cells.turn", "do not overlap"]),
        ({"cells": {"turn": [[1, 4, 5]]}}, ["cells.turn", "[from, to]"]),
        ({"cells": {"dealer": ["none", "you"]}}, ["cells.dealer", '"you"']),
        ({"cells": {"where": {"hand": "good"}}}, ["cells.where.hand", '"good"', "tenpai_good"]),
        ({"measure": {"value": "chips"}}, ["measure.value", '"chips"', "points | points_next"]),
        ({"measure": {"value": "placement", "rewards": [1]}}, ["measure.rewards", "4 whole"]),
        ({"measure": {"value": "points", "model": "x"}}, ["measure.model", "nothing with"]),
        ({"measure": {"value": "placement", "model": "x"}}, ["measure", "x: not a model"]),
        ({"stop": {"confidence": 95}}, ["stop.confidence", "95", "under 1"]),
        ({"stop": {"half_width": -1}}, ["stop.half_width", "-1"]),
        ({"stops": {"half_width": 1}}, ["stops", "did you mean 'stop'"]),
        ({"spot": None}, ["[spot] is missing"]),
    ],
)
def test_errors_name_key_value_and_what_is_allowed(
    sections: dict[str, Any], words: list[str]
) -> None:
    with pytest.raises(StudyError) as caught:
        spec.parse(changed(**sections), "mine.toml")
    text = str(caught.value)
    assert text.startswith("mine.toml: ")
    for word in words:
        assert word in text


def test_files_that_are_not_there_or_not_toml(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="did you mean 'push-fold'"):
        spec.read("push-fald")
    path = tmp_path / "a.toml"
    path.write_text("[study\n")
    with pytest.raises(StudyError, match="not TOML"):
        spec.read(path)


def test_id_is_what_decides_the_numbers() -> None:
    base = spec.parse(SMALL).id
    same: list[dict[str, Any]] = [
        {"stop": {"half_width": 100, "max_rounds": 5, "max_seconds": 7.5, "confidence": 0.9}},
        {"study": {"title": "Another title"}},
        {"strategies": {"base": {"name": "tsumogiri"}}},
        {
            "strategies": {"mine": "efficient"},
            "arms": {"push": {"first": "attack", "then": "mine"}},
        },
        {"spot": {"turn": {"from": -(2**31), "to": 6}}},
    ]
    for sections in same:
        assert spec.parse(changed(**sections)).id == base, sections
    other: list[dict[str, Any]] = [
        {"study": {"key": 4}},
        {"study": {"rules": "wrc-2025"}},
        {"study": {"context": {"round": "E1"}}},
        {"strategies": {"base": "balanced"}},
        {"spot": {"turn": {"to": 7}}},
        {"spot": {"pick": "every"}},
        {"arms": {"push": {"first": "safest", "then": "efficient"}}},
        {"compare": {"pairs": [["fold", "push"]]}},
        {"cells": {"turn": [[1, 3], [4, 6]]}},
        {"cells": {"where": {"ippatsu_live": False}}},
    ]
    ids = {base, *(spec.parse(changed(**sections)).id for sections in other)}
    assert len(ids) == len(other) + 1


def test_id_is_pinned() -> None:
    """Stored results are found by it; if this changes, they cannot be gone on with."""
    identity = dict(spec.parse(SMALL).identity, rules={}, engine="x")
    assert hash_of(identity) == "38d3b9d1d879c2990d5bbd9401b9042880676b7f5f203fc4242d6a5e61209133"


def test_labels_of_cells() -> None:
    cells = {
        "turn": [[1, 4], 5, {"from": 6}],
        "dealer": None,
        "lead": [{"to": -1}, [0, 8000]],
        "ippatsu_live": [True, False],
        "round": ["E1", "S4"],
    }
    study = spec.parse(changed(cells=cells))
    labels = {axis.feature: axis.labels for axis in study.axes}
    assert labels == {
        "turn": ("1-4", "5", "from 6"),
        "lead": ("to -1", "0-8000"),
        "ippatsu_live": ("true", "false"),
        "round": ("E1", "S4"),
    }
    assert study.plan.cells == 3 * 2 * 2 * 2 == len(study.keys())


@given(
    st.dictionaries(
        st.text("abcz_-", min_size=1),
        st.recursive(
            st.booleans()
            | st.integers()
            | st.floats(allow_nan=False, allow_infinity=False)
            | st.text(),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=4), inner, max_size=3)
            ),
            max_leaves=6,
        ),
        max_size=4,
    )
)
def test_toml_is_read_back(table: dict[str, Any]) -> None:
    assert tomllib.loads(dump_toml({"part": table})) == {"part": table}


def test_written_spec_is_the_same_study(tmp_path: Path) -> None:
    assert spec.read(write_spec(tmp_path / "small.toml")).id == spec.parse(SMALL).id
    push_fold = spec.read("push-fold")
    path = write_spec(tmp_path / "again.toml", dict(push_fold.data))
    assert spec.read(path).id == push_fold.id


def test_features_are_told() -> None:
    for feature in features.features().values():
        assert feature.sentence.endswith(".")
        assert (feature.type == "labels") == bool(feature.labels)


# Features on positions made by hand: seat 0 is dealt a hand and looks at its first draw.


def values(hand: str, draw: str = "", play: str = "", seat: int = 0, **more: Any) -> dict[str, Any]:
    hands = {0: hand, **more.pop("hands", {})}
    scene = Scene(hands, draw, **more)
    if play:
        scene.play(play)
    return features.values(scene.round, seat)


@pytest.mark.parametrize(
    ("hand", "draw", "shanten", "wait", "label"),
    [
        ("123m456p789s1122z", "3z", 0, "pair", "tenpai_bad"),  # shanpon
        ("123m456p789s45s11z", "3z", 0, "two_sided", "tenpai_good"),
        ("123m456p789s46s11z", "3z", 0, "single", "tenpai_bad"),
        ("123m456p789s111s2z", "3z", 0, "honour", "tenpai_bad"),
        ("123m456p23456s11z", "3z", 0, "multi", "tenpai_good"),
        ("123m456p78s1122z5p", "3z", 1, "none", "one_away"),
        ("19m19p19s1234567z", "5m", 0, "multi", "tenpai_good"),  # thirteen sides
        ("147m258p369s1234z", "5z", 6, "none", "other"),
    ],
)
def test_hand_and_wait(hand: str, draw: str, shanten: int, wait: str, label: str) -> None:
    found = values(hand, draw, dora="9m")
    assert (found["shanten"], found["wait"], found["hand"]) == (shanten, wait, label)


def test_dora_makes_one_away_rich() -> None:
    found = values("123m456p78s1122z5p", "3z", dora="4p")  # 5p, twice
    assert (found["dora"], found["hand"]) == (2, "one_away_rich")
    found = values("123m406p78s1122z5p", "3z", dora="4z")  # a red five, and 1z twice
    assert (found["dora"], found["hand"]) == (3, "one_away_rich")
    found = values("123m406p78s1122z5p", "3z", dora="9m")
    assert (found["dora"], found["hand"]) == (2, "one_away_rich")  # red and the 1m


def test_accepted_tiles_are_those_not_seen() -> None:
    found = values("123m456p789s45s11z", "3z", dora="9m")
    assert (found["accepted_kinds"], found["accepted_tiles"]) == (2, 8)
    found = values("123m456p789s45s11z", "3z", dora="3s")
    assert (found["accepted_kinds"], found["accepted_tiles"]) == (2, 7)


OTHERS = "147m269p369s1234z"


def test_value_is_the_cheapest_ron() -> None:
    def second(hand: str) -> dict[str, Any]:
        """South in E1, after a first discard that nobody calls."""
        hands = {1: hand, 2: OTHERS, 3: OTHERS}
        return values(OTHERS, "5z3z", play="0 5z", seat=1, hands=hands, dora="9p")

    found = second("12399m456p45789s")  # pinfu
    assert (found["value_damaten"], found["value"]) == (1000, 2000)
    found = second("12399m456p46789s")  # no yaku: closed on a kanchan, 40 fu
    assert (found["value_damaten"], found["value"]) == (0, 1300)
    found = values(OTHERS, "5z", dora="9p")  # far from tenpai
    assert (found["value_damaten"], found["value"]) == (0, 0)


def test_riichi_of_another() -> None:
    hands = {0: OTHERS, 1: "12399m456p45789s", 2: OTHERS, 3: "147m269p369s6677z"}
    scene = Scene(hands, "5z3z4z5z5z6z", dora="9m", wind=1)
    before = features.values(scene.round, 0)
    assert (before["riichi_opponents"], before["riichi_turn"]) == (0, 0)
    assert (before["dealer"], before["safe_tiles"], before["suji_passed"]) == ("hero", 14, 0)
    assert before["round"] == "S1"
    scene.play("0 5z; 1 riichi 3z; 2 4z; 3 5z")
    found = features.values(scene.round, 0)
    assert found["turn"] == 2
    assert (found["riichi_opponents"], found["riichi_turn"], found["since_riichi"]) == (1, 1, 0)
    assert found["ippatsu_live"] is True
    assert found["dealer"] == "hero"
    assert (found["deposits"], found["score"], found["lead"]) == (1, 25000, 0)
    # The riichi cannot win on 3z, nor on what was discarded since: 4z and 5z; the hand holds one
    # of each.
    assert (found["safe_tiles"], found["suji_passed"]) == (3, 0)
    scene.play("0 1m; 1 6z; 2 3s; 3 6p")
    found = features.values(scene.round, 0)
    assert found["ippatsu_live"] is False
    assert found["since_riichi"] == 1
    # 1m rules out 1-4m, 3s 3-6s, 6p both 3-6p and 6-9p.
    assert found["suji_passed"] == 4


def test_the_tile_to_be_pushed() -> None:
    """East declares with 3z; South has a complete shape but for one tile, which goes."""

    def against(push: str) -> dict[str, Any]:
        hands = {0: "12399m456p45789s", 1: "23488m456p67845s", 2: OTHERS, 3: OTHERS}
        scene = Scene(hands, f"3z{push}", dora="9m")
        scene.play("0 riichi 3z")
        return features.values(scene.round, 1)

    found = against("5z")  # he holds one of them, three are unseen
    assert (found["pushed"], found["threat"], found["threats"]) == ("yakuhai_3", "riichi", 1)
    assert 1 <= found["danger"] <= 60
    assert found["safest_shanten"] == 0
    honour = found["danger"]
    found = against("5p")
    assert found["shanten"] == 0
    assert found["danger"] > honour
    assert found["safest_shanten"] == 1  # a tile of the pair or of an end
    found = against("3z")  # what was declared with cannot be ronned
    assert (found["pushed"], found["danger"]) == ("safe", 0)
    assert found["safest_shanten"] == 0


def test_open_hands_that_threaten() -> None:
    """South's open hand is told by what everybody sees of it."""
    hands = {0: "147m269p369s1234z", 1: "55z66z2223388m89p", 2: "147m258p369s1234z", 3: OTHERS}

    def seen(play: str, **more: Any) -> tuple[Any, ...]:
        scene = Scene(hands, "5z6z2s", **{"dora": "9s", **more})
        scene.play(play)
        found = features.values(scene.round, scene.round.turn)
        return tuple(found[k] for k in ("threats", "threat", "open_value", "one_suit_opponents"))

    assert seen("") == (0, "none", 0, 0)
    one = "0 5z; 1 pon 55z; 1 8p"
    assert seen(one) == (0, "none", 1, 0)  # white alone
    assert seen(one, dora="7z") == (1, "open", 4, 0)  # the white is dora, three times
    two = one + "; 2 6z; 1 pon 66z; 1 9p"
    assert seen(two) == (1, "open", 2, 1)  # two dragons, which fit any one suit
    before = features.values(Scene(hands, "5z", dora="9s").round, 0)
    assert before["draws_left"] == before["live_left"] // 4
    assert (before["pushed"], before["danger"]) == ("safe", 0)


def test_only_who_must_discard_has_features() -> None:
    r = oh.Round("tenhou", key=7)
    with pytest.raises(StudyError, match="seat 2 neither has to discard"):
        features.values(r, 2)
