"""Illegal declarations: an error, or a chombo where the rules have it and it is let through."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.play import Action, ActionType, Match, Round, Standing
from play.rows import TENPAI
from play.scene import Scene, codes

WITH = [name for name in oh.rules.names() if oh.rules.load(name).chombo != "impossible"]
WITHOUT = [name for name in oh.rules.names() if name not in WITH]


def declared(name: str, tile: str) -> Action:
    return Action(ActionType[name] << 7 | codes(tile)[0])


def test_the_profiles_with_chombo() -> None:
    assert WITHOUT == ["tenhou", "tenhou-sanma", "mahjong-soul", "mahjong-soul-sanma"]


@pytest.mark.parametrize("profile", WITH)
@pytest.mark.parametrize("name", ["tsumo", "riichi", "ankan"])
def test_a_false_declaration_in_the_own_turn(profile: str, name: str) -> None:
    scores = [26000, 27000, 28000, 29000]
    s = Scene({0: "258m147p369s1234z"}, "9s", rules=profile, scores=scores, honba=2, deposits=1)
    false = declared(name, "9s")
    with pytest.raises(oh.IllegalActionError, match=name):
        s.round.step(false, 0)
    before = s.round.clone()
    s.round.step(false, 0, chombo=True)
    assert s.round.result["outcome"] == "chombo"
    assert s.round.result["payer"] == 0
    # The same deal again: no counter more, sticks of earlier rounds stay.
    standing = s.round.next_standing()
    assert (standing.wind, standing.dealer, standing.honba, standing.deposits) == (0, 0, 2, 1)
    if s.rules.chombo == "mangan":
        assert s.round.result["delta"] == [-12000, 4000, 4000, 4000]
        assert s.round.scores == [14000, 31000, 32000, 33000]
    else:
        assert s.round.scores == scores
    # It was no part of the state before.
    assert not before.over


@pytest.mark.parametrize("profile", WITH)
def test_a_false_ron(profile: str) -> None:
    # Furiten: 3s lies in the own river.
    s = Scene({1: TENPAI}, "9s3s9p9p6s", rules=profile).play("0 9s; 1 3s; 2 9p; 3 9p; 0 6s")
    s.round.step(declared("ron", "6s"), 1, chombo=True)
    assert s.round.result["outcome"] == "chombo"
    assert s.round.result["payer"] == 1
    if s.rules.chombo == "mangan":
        assert s.round.result["delta"] == [4000, -8000, 2000, 2000]


@pytest.mark.parametrize("profile", WITH)
def test_sticks_of_the_round_go_back(profile: str) -> None:
    s = Scene({1: TENPAI}, "9s9m1z", rules=profile, scores=[30000] * 4, deposits=2)
    s.play("0 9s; 1 riichi 9m")
    assert (s.round.scores[1], s.round.deposits) == (29000, 3)
    s.round.chombo(2)
    paid = s.round.result["delta"]
    assert s.round.deposits == 2
    assert s.round.scores == [30000 + d for d in paid]
    points: dict[int, int] = dict.fromkeys(range(4), 30000)
    for event in s.round.events:
        if event.type.name in ("score", "deposit"):
            points[event.seat] += event.value
    assert list(points.values()) == s.round.scores


@pytest.mark.parametrize("profile", WITHOUT)
def test_refused_where_the_rules_have_none(profile: str) -> None:
    r = Round(profile, key=4)
    with pytest.raises(oh.IllegalActionError, match="illegal action 'riichi 9s'"):
        r.step(declared("riichi", "9s"), 0, chombo=True)
    with pytest.raises(oh.IllegalActionError, match="impossible"):
        r.chombo(0)
    assert not r.over


def test_what_is_no_declaration_stays_an_error() -> None:
    r = Round("wrc-2025", key=4)
    for name in ("discard", "chi", "pon", "daiminkan", "kakan", "kita", "nine_terminals"):
        with pytest.raises(oh.IllegalActionError):
            r.step(declared(name, "7z"), 1, chombo=True)
    r.chombo(1)
    with pytest.raises(oh.IllegalActionError, match="over"):
        r.chombo(1)


def test_a_legal_declaration_is_none() -> None:
    s = Scene({0: TENPAI}, "9s", rules="wrc-2025")
    s.round.step(declared("riichi", "9s").code | 1 << 11, 0, chombo=True)
    assert not s.round.over
    assert s.round.deposits == 1


def test_a_match_deals_again_and_deducts_after_the_uma() -> None:
    false = declared("riichi", "9s")
    with pytest.raises(oh.IllegalActionError):
        Match("wrc-2025", key=9).step(false)
    m = Match("wrc-2025", key=9, chombo=True)
    first = m.round
    while any(a.code == false.code for a in m.legal()):
        m.step(m.legal()[0])
    m.step(false)
    assert (m.chombos, m.rounds_played) == ([1, 0, 0, 0], 1)
    assert m.round.standing == first.next_standing()
    assert m.round._round.wall != first._round.wall
    again = Round("wrc-2025", key=9, round=0, redeal=1)
    assert m.round._round.wall == again._round.wall
    m.step(declared("tsumo", "9s"), 0)
    assert m.chombos == [2, 0, 0, 0]
    while not m.over:
        m.step(m.legal()[0])
    assert sum(m.results) == -40000 - 1000 * m.round.deposits
    plain = oh.settle.place(m.round.standing, "wrc-2025")
    assert m.results[0] == plain.result[0] - 40000
    assert list(m.results[1:]) == list(plain.result[1:])
    # The next round of the match is that of its number, however often one was dealt again.
    assert m.round._round.to_dict()["address"]["round"] == m.rounds_played - 3


def test_a_mangan_can_bust() -> None:
    rules = oh.rules.load("traditional").replace(bust="below_zero")
    s = Scene({}, rules=rules, scores=[9000, 31000, 30000, 30000])
    s.round.chombo(0)
    assert s.round.scores[0] == -3000
    assert s.round.next_standing() is None


# ---- plug-ins -----------------------------------------------------------------------------------


class Hasty(oh.Strategy):
    """Says it has won on the first draw, one time in five."""

    def decide(self, view: Any, legal: Any) -> Any:
        if view["decision"] == 0 and view["phase"] == 0 and self.rng.below(5) == 0:
            return declared("tsumo", "1m").code
        return legal[0]


@pytest.mark.parametrize("profile", ["wrc-2025", "traditional"])
def test_a_plug_in_that_declares_falsely(profile: str, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    players = [Hasty(), "tsumogiri", "tsumogiri", "tsumogiri"]
    with pytest.raises(oh.StrategyError, match="not legal"):
        oh.simulate(players, 4, profile, key=3)
    results = [
        oh.simulate(
            players,
            4,
            profile,
            key=3,
            threads=t,
            in_flight=f,
            on_error="chombo",
            rows=tmp_path / str(f),
        )
        for t, f in ((1, 1), (2, 4))
    ]
    assert results[0].summary()["rounds"] == results[1].summary()["rounds"]
    rounds = pq.read_table(tmp_path / "1" / "rounds.parquet").to_pylist()
    matches = pq.read_table(tmp_path / "1" / "matches.parquet").to_pylist()
    assert rounds == pq.read_table(tmp_path / "4" / "rounds.parquet").to_pylist()
    false = [r for r in rounds if r["outcome"] == "chombo"]
    assert false
    assert {r["payer"] for r in false} == {0}
    # Each is followed by the same round dealt again.
    for first, then in itertools.pairwise(rounds):
        if first["outcome"] == "chombo" and first["match"] == then["match"]:
            assert (then["round"], then["redeal"]) == (first["round"], first["redeal"] + 1)
        elif first["match"] == then["match"]:
            assert (then["round"], then["redeal"]) == (first["round"] + 1, 0)
    rules = oh.rules.load(profile)
    for m in matches:
        own = [r for r in false if r["match"] == m["match"]]
        plain = oh.settle.place(Standing(m["scores"]), rules)
        assert m["result"][0] == plain.result[0] - rules.chombo_penalty * len(own)


def test_more_chombos_than_a_byte_counts() -> None:
    # A plug-in may fail fifty times in each round of a match.
    rules = oh.rules.load("wrc-2025")
    found = oh.settle.place(Standing([30000] * 4), rules, chombos=[400, 0, 0, 0])
    assert found.result[0] == -400 * rules.chombo_penalty
