"""A state as JSON and back, and states that cannot be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.play import Round
from play.rows import TENPAI
from play.scene import Scene

Data = dict[str, Any]


def playing(profile: str, key: int, chance: random.Random) -> Any:
    """A round at each of its moments, played with a liking for calls and wins."""
    r = Round(profile, key=key)
    while not r.over:
        yield r
        seat = chance.choice(r.waiting)
        legal = r.legal(seat)
        weights = [1 if a.type.name in ("discard", "pass") else 3 for a in legal]
        r.step(chance.choices(legal, weights)[0], seat)
    yield r


@pytest.mark.parametrize("profile", oh.rules.names())
def test_every_moment_survives_json(profile: str) -> None:
    chance = random.Random(3)
    for key in range(4):
        for r in playing(profile, key, chance):
            again = Round.from_json(r.to_json())
            assert again == r
            assert hash(again) == hash(r)
            assert again.to_json() == r.to_json()
            assert again.waiting == r.waiting
            assert [again.legal(s) for s in r.waiting] == [r.legal(s) for s in r.waiting]


@pytest.mark.parametrize("profile", oh.rules.names())
def test_a_state_read_back_goes_the_same_way(profile: str) -> None:
    for key in range(6):
        chance = random.Random(key)
        middle = None
        for n, r in enumerate(playing(profile, key, chance)):
            if n == 30:
                middle = Round.from_json(r.to_json()), r.clone(), random.Random(key)
        if middle is None:
            continue
        read, copy, steps = middle
        while not copy.over:
            seat = steps.choice(copy.waiting)
            action = steps.choice(copy.legal(seat))
            copy.step(action, seat)
            read.step(action, seat)
        assert read == copy
        assert read.result == copy.result


def test_equality_and_hash_see_every_part() -> None:
    r = Round("tenhou", key=3)
    other = Round("tenhou", key=4)
    assert r != other
    assert r != "round"
    assert r == r.clone()
    assert r != Round("m-league", key=3)
    copy = r.clone()
    copy.step(copy.legal()[0])
    assert copy != r
    assert hash(copy) != hash(r)
    assert r == Round("tenhou", key=3)


# ---- what cannot be -----------------------------------------------------------------------------


def moment() -> Data:
    """Seat 0 has discarded 6s, which seat 1 may ron and seat 2 call."""
    s = Scene({1: TENPAI, 2: "66s258m147p12345z"}, "6s").play("")
    s.round.step(next(a for a in s.actions(0) if str(a) == "discard 6s tsumogiri"))
    data: Data = json.loads(s.round.to_json())
    return data


def put(path: str, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        at: Any = data["state"]
        *way, last = path.split(".")
        for word in way:
            at = at[int(word)] if isinstance(at, list) else at[word]
        at[int(last) if isinstance(at, list) else last] = value

    return change


def drop(path: str) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        at = data["state"]
        *way, last = path.split(".")
        for word in way:
            at = at[int(word)] if isinstance(at, list) else at[word]
        del at[last]

    return change


def fifth_copy(data: Data) -> None:
    wall = data["state"]["wall"]["tiles"]
    wall[20] = wall[21] = wall[22] = wall[23] = wall[24] = 27


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("phase", 7), "phase is 7, not from 0 to 6"),
        (put("phase", 6), "the round is over, and somebody is asked"),
        (put("phase", -1), "'phase' is -1, not a number that fits"),
        (put("turn", 4), "turn is 4, not from 0 to 3"),
        (put("turn", "0"), "'turn' is '0', not a number"),
        (put("standing.dealer", 9), "standing.dealer is 9"),
        (put("standing.wind", 4), "standing.wind is 4"),
        (put("waiting", 0), "nobody is asked"),
        (put("waiting", 16), "a seat that does not play"),
        (put("waiting", 1), "a seat answers its own tile"),
        (put("could_ron", 8), "seat 3 could ron a tile that it cannot win on"),
        (put("offered", 63), "there is none"),
        (put("offered", 40), "offered is no tile"),
        (put("live_next", 200), "live_next is 200"),
        (put("live_next", 70), "hands, rivers, melds and what is left"),
        (put("replaced", 5), "replaced is 5"),
        (put("indicators", 0), "indicators is 0"),
        (put("indicators", 2), "indicators, turned over and waiting, is 2, not from 1 to 1"),
        (put("kans", 1), "kans is 1, not from 0 to 0"),
        (put("wall.tiles.0", 63), "wall.tiles is missing"),
        (put("wall.size", 108), "wall.size is 108, not from 136 to 136"),
        (put("wall.tiles", [0] * 4), "'wall.tiles' has 4 entries, expected 136"),
        (fifth_copy, "the wall has "),
        (put("seats.1.hand.counts.0", 1), "hands, rivers, melds and what is left of the wall have"),
        (put("seats.1.hand.counts.0", 5), "a hand holds 5 of 1m"),
        (put("seats.1.hand.reds.4", 2), "2 red"),
        (put("seats.1.waits", 1), "seat 1 waits are not those of its hand"),
        (put("seats.1.river", [0]), "seat 1 discarded is not what its river has"),
        (put("seats.1.river", [0] * 50), "'seats.1.river' is too long"),
        (put("seats.1.riichi", 3), "seat 1 riichi is 3"),
        (put("seats.1.riichi", 2), "seat 1 riichi_at is 0, not from 0 to -1"),
        (put("seats.1.kita", 1), "seat 1 kita is 1, not from 0 to 0"),
        (put("seats.1.kans", 1), "seat 1 kans is 1"),
        (put("seats.1.pao.seat", 4), "seat 1 pao is 4"),
        (put("seats.2.melds", [{"type": 9, "kind": 0, "called": 0, "from": 0, "reds": 0,
                                "red_positions": 0}]), "seat 2 meld type is 9"),
        (put("seats.2.melds", [{"type": 0, "kind": 7, "called": 7, "from": 1, "reds": 0,
                                "red_positions": 0}]), "seat 2 has a chi that is no run"),
        (put("seats.2.melds", [{"type": 1, "kind": 7, "called": 7, "from": 2, "reds": 0,
                                "red_positions": 0}]), "seat 2 has called its own tile"),
        (put("visible.0", 1), "visible is not what lies on the table"),
        (put("result.outcome", 3), "an outcome goes with the end"),
        (put("answers.3", 1), "seat 3 has answered with what it may not do"),
        (put("seats", {}), "seats"),
        (put("wall", 3), "'wall' is not an object"),
        (drop("turn"), "key 'turn' is missing"),
        (drop("seats.3.hand"), "key 'seats.3.hand' is missing"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_is_refused(change: Callable[[Data], None], says: str) -> None:
    data = moment()
    Round.from_json(json.dumps(data))
    change(data)
    with pytest.raises(oh.Error) as caught:
        Round.from_json(json.dumps(data))
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "{}", '{"rules": 3, "state": {}}', '{"rules": {}}']
)
def test_what_is_no_state(text: str) -> None:
    with pytest.raises(oh.Error):
        Round.from_json(text)


def test_rules_that_contradict_themselves_are_refused_here_too() -> None:
    data = moment()
    data["rules"]["players"] = 3
    with pytest.raises(oh.RulesError, match="chi"):
        Round.from_json(json.dumps(data))


def leaves(at: Any, way: tuple[Any, ...] = ()) -> Any:
    if isinstance(at, dict):
        for key, value in at.items():
            yield from leaves(value, (*way, key))
    elif isinstance(at, list):
        for key, value in enumerate(at):
            yield from leaves(value, (*way, key))
    else:
        yield way


@pytest.mark.parametrize("profile", ["tenhou", "tenhou-sanma", "club"])
def test_a_changed_number_is_refused_or_can_be_played(profile: str) -> None:
    chance = random.Random(8)
    refused = 0
    for key in range(3):
        moments = [r.to_json() for r in playing(profile, key, chance)]
        for _ in range(60):
            data = json.loads(chance.choice(moments))
            at: Any = data["state"]
            *way, last = chance.choice(list(leaves(at)))
            for word in way:
                at = at[word]
            at[last] = chance.choice([0, 1, 2, 5, 33, 63, 64, 127, 255, 1000, -1, at[last] + 1])
            try:
                r = Round.from_json(json.dumps(data))
            except oh.Error:
                refused += 1
                continue
            while not r.over:
                r.step(chance.choice(r.legal()))
    assert refused > 50
