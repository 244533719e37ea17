"""Positions written down: read back as they were, and errors that say where."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import oshihiki as oh
from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study import position as positions
from oshihiki.study.position import Position
from study.written import RIICHI, in_first_round

# What does not stand in a position: random numbers' address, and when a kan's tile or a North
# was let pass.
APART = {"key", "match", "round_number", "redeal", "decision"}


def differing(ours: bytes, theirs: bytes) -> set[str]:
    """Fields of two packed views that differ."""
    out = set()
    for name, kind, shape, offset, _ in _core.view_fields():
        n = int(np.prod(shape)) if shape else 1
        a, b = (np.frombuffer(view, np.dtype(kind), n, offset) for view in (ours, theirs))
        if not (a == b).all():
            out.add(name)
    return out - APART


@pytest.mark.parametrize("profile", ["tenhou", "tenhou-sanma", "wrc-2025"])
def test_what_is_written_reads_back_as_the_same_view(profile: str) -> None:
    rules = oh.rules.load(profile)
    strategy = _core.Strategy("balanced:fold=never,calls=300")
    phases = dict.fromkeys(range(4), 0)
    for match in range(8):
        round_ = _core.Round(rules, key=5, match=match)
        while not round_.over:
            for seat in round_.waiting:
                if round_.phase > 3:
                    continue
                text = positions.to_text(Position(round_.clone(), seat))
                back = positions.from_text(text).round
                phases[round_.phase] += 1
                assert back.legal(seat) == round_.legal(seat), text
                late = {"genbutsu"} if "kita" in text or "kakan" in text else set()
                assert differing(round_.view(seat), back.view(seat)) <= late, text
                assert positions.to_text(Position(back, seat)) == text
            seat = round_.waiting[0]
            round_.step(seat, _core.decide(round_, seat, strategy))
    assert phases[0] > 150
    assert phases[1] > 8
    assert phases[2] > 20


def test_a_written_position_has_the_worlds_of_the_round_it_was_taken_from() -> None:
    """Where hidden tiles truly lie does not matter, nor that they now lie elsewhere."""
    strategy = _core.Strategy("balanced")
    round_ = _core.Round(oh.rules.load("tenhou"), key=9, match=3)
    for _ in range(30):
        round_.step(round_.waiting[0], _core.decide(round_, round_.waiting[0], strategy))
    seat = round_.waiting[0]
    there = Position(round_, seat)
    back = positions.from_text(positions.to_text(there))
    worlds = [
        [
            _core.StudyPosition(
                round=where.round,
                hero=seat,
                sampling="tenpai",
                others="balanced",
                then=["balanced"],
                key=1,
            ).world(n)
            for n in range(20)
        ]
        for where in (there, back)
    ]
    assert worlds[0] == worlds[1]


def test_json_files_and_mappings_say_the_same(tmp_path: Path) -> None:
    data = {
        "round": "S2.1",
        "scores": [25000, 25000, 25000, 24000],
        "deposits": 1,
        "indicators": "5m",
        "seat": 3,
        "hand": "123m456p789s1122z",
        "rivers": ["", "9p", "1z_", ""],
    }
    where = positions.from_text(data)
    assert where.where["on"] == "1z"
    assert {"pass", "pon 1z(11z)"} <= {_core.action_text(c) for c in where.round.legal(3)}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert positions.from_text(path).round == where.round
    assert positions.from_text(json.dumps(data)).round == where.round
    toml = tmp_path / "a.toml"
    toml.write_text(positions.to_text(where), encoding="utf-8")
    assert positions.from_text(toml).round == where.round


def test_a_kan_may_be_robbed() -> None:
    where = in_first_round(
        indicators="5m",
        hand="13m456p789s11222z",
        rivers=["9p 8p", "2m> 4p", "7p", "6p"],
        melds=["", "", "", "kakan:2222m@1"],
        kan=3,
    )
    assert where.where["on"] == "2m"
    assert [_core.action_text(c) for c in where.round.legal(0)] == ["pass", "ron 2m"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": 1}, "colour: there is no such key; there are title, rules, round"),
        ({"rivers": None}, "rivers: is missing"),
        ({"seat": "0"}, "seat: is '0'; a whole number is needed"),
        ({"seat": True}, "seat: is True; a whole number is needed"),
        ({"seat": 4}, "seat: 4 is not from 0 to 3"),
        ({"round": "E5.0"}, "round: 'E5.0' is no round"),
        ({"round": "E1.x"}, "round: 'x' is no number of honba"),
        ({"scores": [25000] * 3}, "scores: has 3 entries; there are 4 seats"),
        ({"scores": [1.5] * 4}, r"scores\[0\]: is 1.5; a whole number"),
        ({"hand": "245789p122334s"}, "hand: 12 tiles and the one drawn beside 0 melds"),
        ({"hand": "245789p122x"}, "hand: "),
        ({"drawn": "99p"}, "drawn: one tile is drawn"),
        ({"hand": "245999p122334s9p"}, "tiles: 5 of 9p in hand, rivers, melds and indicators"),
        (
            {"rivers": ["1m 1z 7s 8m", "6z 9m_ 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 77z"]},
            "discard 4",
        ),
        (
            {"rivers": ["1m 1z 7s 8m", "6z 9m_ 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_"]},
            "seat 3 comes next",
        ),
        (
            {"rivers": ["1m 1z 7s 8m", "6z 9m> 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 7z"]},
            "no order",
        ),
        (
            {"rivers": ["1m 1z 7s 8m", "6z! 9m_ 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 7z"]},
            "riichi more",
        ),
        ({"melds": ["", "chi:134m", "", ""]}, r"melds\[1\]: 'chi:134m' is no meld"),
        ({"melds": ["", "pon:555z@1", "", ""]}, "was not taken from a seat '1'"),
        ({"melds": ["", "pon:555z", "", ""]}, "1 that no river has a tile marked >"),
        ({"indicators": "33z"}, "indicators: 2 after 0 kans"),
        ({"kan": 2}, "a kan of seat 2 is due"),
        ({"rules": "no-such"}, "no-such"),
    ],
)
def test_errors_say_where(change: dict[str, object], message: str) -> None:
    import tomllib

    data = {k: v for k, v in (tomllib.loads(RIICHI) | change).items() if v is not None}
    with pytest.raises(StudyError, match=message):
        positions.from_text(data, "mine")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="cannot be read"):
        positions.from_text(tmp_path / "nothing.toml")
    with pytest.raises(StudyError, match="mine: not TOML"):
        positions.from_text("round = \nseat", "mine")
    with pytest.raises(StudyError, match="mine: not JSON"):
        positions.from_text("{", "mine")


def test_nothing_to_answer() -> None:
    with pytest.raises(StudyError, match="nothing can be done with the 9p"):
        positions.from_text(
            {
                "round": "E1.0",
                "scores": [25000] * 4,
                "indicators": "5m",
                "seat": 2,
                "hand": "1379m1467s12345z",
                "rivers": ["9p", "", "", ""],
            }
        )
