"""What people do by habit: which traits an action has, and that the table is used."""

from __future__ import annotations

from typing import Any

import pytest

import oshihiki as oh
from oshihiki import _core, strategy
from oshihiki.play import Action, Match
from oshihiki.study import position as positions
from oshihiki.study.position import Position

HONOUR, OTHER = 240, 276
DORA, DORAS, BY_DORA, NEAR_DORA, RED, RED_FIRST, RIICHI, TSUMOGIRI, SWAP = range(OTHER, OTHER + 9)
CALLS = {"chi": 285, "pon": 286, "daiminkan": 287, "ankan": 288, "kakan": 289}
BACK, FEWER, WAITS, RIICHI_WAITS = 290, 291, 296, 302
RIVERS = ["9s 8s", "9p 1p", "5z 6z", "2z 9m"]


def written(**given: Any) -> Position:
    """The dealer's third turn of East 1, by the habits of a quiet table."""
    usual = {
        "round": "E1.0",
        "scores": [25000] * 4,
        "seat": 0,
        "indicators": "2m",
        "hand": "1344m067p55s577z1z",
        "drawn": "1z",
        "rivers": RIVERS,
    }
    return positions.from_text(usual | given)


def traits_of(position: Position) -> tuple[int, dict[str, set[int]]]:
    """The situation, and by action its traits."""
    situation, traits = _core.action_traits(position.round, position.seat)
    codes = position.round.legal(position.seat)
    return situation, {
        _core.action_text(code): set(its) for code, its in zip(codes, traits, strict=True)
    }


def left(traits: dict[str, set[int]]) -> dict[str, int | None]:
    """By action the trait of what it leaves of the hand."""
    return {action: next((t for t in its if t >= BACK), None) for action, its in traits.items()}


def tile_alone(traits: dict[str, set[int]]) -> dict[str, set[int]]:
    """The other traits."""
    return {action: {t for t in its if t < BACK} for action, its in traits.items()}


def suited(rank: int, copies: int, around: str) -> int:
    """`around`: held or not, from two towards the nearer end of the suit."""
    return ((rank - 1) * 3 + copies - 1) * 16 + int(around, 2)


def honour(han: int, copies: int, seen: int) -> int:
    return HONOUR + (han * 3 + copies - 1) * 4 + seen


def test_traits_of_discards() -> None:
    situation, traits = traits_of(written())
    assert situation == 2  # two away, nobody in riichi
    assert tile_alone(traits) == {
        "discard 1m": {suited(1, 1, "0001"), NEAR_DORA},
        "discard 3m": {suited(3, 1, "1010"), DORA},
        "discard 4m": {suited(4, 2, "0100"), BY_DORA},
        "discard 0p": {suited(5, 1, "0011"), RED},
        "discard 6p": {suited(4, 1, "0110")},
        "discard 7p": {suited(3, 1, "0011")},
        "discard 5s": {suited(5, 2, "0000")},
        "discard 1z": {honour(2, 2, 0), SWAP},
        "discard 1z tsumogiri": {honour(2, 2, 0), TSUMOGIRI},
        "discard 5z": {honour(1, 1, 1)},
        "discard 7z": {honour(1, 2, 0)},
    }


def test_red_after_plain() -> None:
    traits = tile_alone(traits_of(written(hand="1344m055p55s577z1z"))[1])
    assert traits["discard 0p"] == {suited(5, 3, "0000"), RED_FIRST}
    assert traits["discard 5p"] == {suited(5, 3, "0000")}


def test_a_kind_of_two_dora() -> None:
    doubled = written(indicators="2m2m", melds=["", "ankan:8888p", "", ""])
    traits = tile_alone(traits_of(doubled)[1])
    assert traits["discard 3m"] == {suited(3, 1, "1010"), DORAS}
    assert traits["discard 4m"] == {suited(4, 2, "0100"), BY_DORA}


def test_what_a_discard_leaves() -> None:
    """Farther than need be; how many fewer tiles bring the hand on; how many win."""
    _, traits = traits_of(written(hand="123456789m1133p", drawn="2p"))
    rest = {f"discard {rank}m": BACK for rank in range(1, 10)}
    assert left(traits) == rest | {
        "discard 1p": WAITS + 1,  # another 2p, or 3p
        "discard 2p tsumogiri": WAITS + 2,
        "discard 3p": WAITS + 3,
        "riichi 1p": RIICHI_WAITS + 1,
        "riichi 2p tsumogiri": RIICHI_WAITS + 2,
        "riichi 3p": RIICHI_WAITS + 3,
    }
    dead = {"hand": "123456789m111p9s", "drawn": "5p", "indicators": "9s"}
    _, traits = traits_of(written(**dead, rivers=["9s 8s", "9p 2p", "9s 6z", "2z 9m"]))
    assert left(traits)["discard 5p tsumogiri"] == WAITS  # the last 9s is held


@pytest.mark.parametrize("seen", range(10))
def test_how_many_tiles_win(seen: int) -> None:
    """Of the nine on which 3456789p wait, so many lie on the table."""
    pool = ["3p", "6p", "9p"] * 3
    others = pool[:seen] + ["1s", "9s", "2s", "8s", "3s", "7s", "4s", "6s", "5s"][seen:]
    rivers = ["2z 3z 4z", *(" ".join(others[i : i + 3]) for i in (0, 3, 6))]
    _, traits = traits_of(written(hand="123789m3456789p", drawn="9m", rivers=rivers))
    step = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5][9 - seen]
    assert left(traits)["discard 9m tsumogiri"] == WAITS + step
    assert left(traits)["riichi 9m tsumogiri"] == RIICHI_WAITS + step


def test_fewer_tiles_than_after_the_best() -> None:
    steps = (0, 1, 3, 5, 9, 15)
    met = set()
    match = Match("tenhou", key=3)
    for _ in range(400):
        round_, seat = match.round, match.waiting[0]
        legal = round_.legal(seat)
        kinds = {oh.tiles.kinds(a.tile)[0] for a in legal if a.type.name == "discard"}
        if len(kinds) > 1:
            state = round_._round.to_dict()
            hand, visible = state["seats"][seat]["hand"]["counts"], state["visible"]
            shanten, unseen = oh.discards_batch([hand], [visible])
            near = min(int(shanten[0, k]) for k in kinds)
            most = max(int(unseen[0, k]) for k in kinds if shanten[0, k] == near)
            _, traits = _core.action_traits(round_._round, seat)
            for action, its in zip(legal, traits, strict=True):
                if near == 0 or action.type.name != "discard":
                    continue
                k = oh.tiles.kinds(action.tile)[0]
                fewer = sum(most - int(unseen[0, k]) >= step for step in steps) - 1
                want = [BACK] if shanten[0, k] > near else [FEWER + fewer - 1] if fewer else []
                assert [t for t in its if t >= BACK] == want
                met.update(want)
        code = _core.decide(round_._round, seat, _core.Strategy("efficient"))
        match.step(Action(code), seat)
    assert met == set(range(BACK, WAITS))


def test_answers_and_kans_in_self_play() -> None:
    """A call is one trait, passing none; the situation is that of answers, by the shanten."""
    met = set()
    match = Match("tenhou", key=5)
    while len(met) < 7:
        round_, seat = match.round, match.waiting[0]
        situation, traits = _core.action_traits(round_._round, seat)
        near = oh.shanten(round_.hand(seat)) <= 1
        for action, its in zip(round_.legal(seat), traits, strict=True):
            name = action.type.name
            if name in CALLS:
                assert its == [CALLS[name]]
                met.add(name)
            if name in ("chi", "pon", "daiminkan", "pass"):
                assert situation == (6 if near else 7)
                met.add(situation)
            if name in ("pass", "ron", "tsumo"):
                assert its == []
        match.step(Action(_core.decide(round_._round, seat, _core.Strategy("random"))), seat)


def test_situations() -> None:
    ready = {"hand": "123456789m1123p", "drawn": "9s"}
    situation, traits = traits_of(written(**ready))
    assert situation == 0
    assert RIICHI in traits["riichi 9s tsumogiri"]
    alone = tile_alone(traits)
    assert alone["riichi 9s tsumogiri"] - {RIICHI} == alone["discard 9s tsumogiri"]
    assert traits_of(written(hand="123456789m113p5s", drawn="9s"))[0] == 1
    assert traits_of(written(hand="1379m1379p13s123z", drawn="9s"))[0] == 3
    threat = {"rivers": [RIVERS[0], "9p 1p!", *RIVERS[2:]], "deposits": 1}
    scores = [25000, 24000, 25000, 25000]
    assert traits_of(written(**ready, **threat, scores=scores))[0] == 4
    far = written(hand="1379m1379p13s123z", drawn="9s", **threat, scores=scores)
    assert traits_of(far)[0] == 5


def test_people_keep_what_runs_and_give_what_stands_alone() -> None:
    """Of tiles that balanced holds alike, by what the table learned."""
    position = written(hand="2468m1358p12s111z", drawn="9s", indicators="4z")
    sharpness, rows = _core.action_worths(position.round, 0, strategy.built_in("balanced"))
    assert sharpness > 0
    lean = {_core.action_text(code): by_habit for code, _, by_habit in rows}
    assert lean["discard 9s tsumogiri"] > lean["discard 6m"]
    assert lean["discard 1p"] > lean["discard 3p"]
