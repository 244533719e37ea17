"""What play refuses, and what it says."""

from __future__ import annotations

import random

import pytest

import oshihiki as oh
from oshihiki import wall
from oshihiki.play import Action, ActionType, Match, Round, Standing
from play.rows import TENPAI
from play.scene import Scene, codes


def coded(name: str, tile: str | None = None) -> Action:
    return Action(ActionType[name] << 7 | (63 if tile is None else codes(tile)[0]))


# ---- actions ------------------------------------------------------------------------------------


def test_an_illegal_action_is_named_with_the_legal_ones_and_the_moment() -> None:
    s = Scene({2: "66s258m147p12345z"}, "6s", honba=2, dealer=0, wind=1).play("0 6s")
    with pytest.raises(oh.IllegalActionError) as caught:
        s.round.step(coded("ron", "6s"), 2)
    assert str(caught.value) == (
        "illegal action 'ron 6s' (S1.2, seat 2, own turn 1, 69 live tiles): "
        "legal are pass, pon 6s(66s)"
    )


@pytest.mark.parametrize(
    ("seat", "action", "says"),
    [
        (0, coded("discard", "9m"), "seat 0 is not asked now"),
        (1, coded("discard", "9m"), "seat 1 is not asked now"),
        (2, coded("chi", "6s"), "legal are pass, pon 6s(66s)"),
        (2, coded("tsumo", "6s"), "'tsumo 6s'"),
        (2, coded("pon", "7s"), "'pon 7s(77s)'"),
        (2, Action(0xFFFF), "unknown"),
        (4, coded("pass"), "seat 4: seats are 0 to 3"),
        (-1, coded("pass"), "seat -1: seats are 0 to 3"),
    ],
)
def test_what_is_not_legal_now(seat: int, action: Action, says: str) -> None:
    s = Scene({2: "66s258m147p12345z"}, "6s").play("0 6s")
    before = s.round.clone()
    with pytest.raises(oh.Error) as caught:
        s.round.step(action, seat)
    assert says in str(caught.value)
    assert s.round == before


def test_after_the_end() -> None:
    r = Scene({0: TENPAI}, "6s").play("0 tsumo").round
    for given in (None, 0):
        with pytest.raises(oh.IllegalActionError, match="over"):
            r.step(coded("pass"), given)
    assert r.legal() == []
    with pytest.raises(oh.IllegalActionError, match="not over"):
        Round(key=1).next_standing()
    m = Match("tenhou", key=2)
    while not m.over:
        m.step(m.legal()[0])
    with pytest.raises(oh.IllegalActionError, match="the match is over"):
        m.step(coded("pass"))


@pytest.mark.parametrize("profile", ["tenhou", "tenhou-sanma"])
def test_only_what_is_listed_is_taken(profile: str) -> None:
    chance = random.Random(2)
    r = Round(profile, key=12)
    while not r.over:
        seat = chance.choice(r.waiting)
        listed = {a.code for a in r.legal(seat)}
        before = r.clone()
        for code in (chance.randrange(1 << 16) for _ in range(40)):
            if code not in listed:
                with pytest.raises(oh.IllegalActionError):
                    r.step(code, seat)
        # Neighbours of what is legal: another tile, flag or type.
        for code in listed:
            for bit in range(16):
                if code ^ 1 << bit not in listed:
                    with pytest.raises(oh.IllegalActionError):
                        r.step(code ^ 1 << bit, seat)
        assert r == before
        r.step(chance.choice(sorted(listed)), seat)


# ---- all at once --------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", oh.rules.names())
def test_all_at_once_is_one_by_one(profile: str) -> None:
    chance = random.Random(5)
    r = Round(profile, key=6)
    while not r.over:
        answers = {s: chance.choice(r.legal(s)) for s in r.waiting}
        one = r.clone()
        for seat in chance.sample(sorted(answers), len(answers)):
            one.step(answers[seat], seat)
        r.step_all(answers)
        assert r == one


def test_all_at_once_takes_all_or_none() -> None:
    s = Scene({1: TENPAI, 2: "66s258m147p12345z"}, "6s").play("0 6s")
    before = s.round.clone()
    for answers, says in (
        ({1: coded("pass")}, r"answers of seats \[1\] given; asked are \[1, 2\]"),
        ({1: coded("pass"), 2: coded("pass"), 3: coded("pass")}, "asked are"),
        ({1: coded("pass"), 2: coded("ron", "6s")}, "illegal action 'ron 6s'.*seat 2"),
    ):
        with pytest.raises(oh.IllegalActionError, match=says):
            s.round.step_all(answers)
        assert s.round == before
    s.round.step_all({2: coded("pass"), 1: coded("ron", "6s")})
    assert s.round.result["winners"] == [1]


# ---- walls, standings, rules --------------------------------------------------------------------


def swapped(profile: str, old: str, new: str) -> list[int]:
    tiles = list(wall.in_order(profile).codes)
    tiles[tiles.index(codes(old)[0])] = codes(new)[0]
    return tiles


@pytest.mark.parametrize(
    ("profile", "tiles", "says"),
    [
        ("tenhou", swapped("tenhou", "1m", "2m"), "a fifth 2m, at place"),
        ("tenhou", swapped("tenhou", "0m", "5m"), "more than 3 of 5m, not counting red ones"),
        ("tenhou", swapped("tenhou", "5m", "0m"), "more than 1 of 0m"),
        ("wrc-2025", swapped("wrc-2025", "5m", "0m"), "red 0m, which these rules do not have"),
        ("tenhou-sanma", swapped("tenhou-sanma", "1m", "2m"), "2m is not played with three"),
        ("tenhou", list(wall.in_order("tenhou").codes)[:-1], "a wall of 135 tiles"),
        ("tenhou", list(wall.in_order("tenhou-sanma").codes), "a wall of 108 tiles"),
        ("tenhou", [63, *list(wall.in_order("tenhou").codes)[1:]], "is no tile, at place 0"),
    ],
)
def test_walls_that_cannot_be(profile: str, tiles: list[int], says: str) -> None:
    with pytest.raises(oh.TileError) as caught:
        Round(profile, wall=tiles)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "standing",
    [{"wind": 4}, {"dealer": 4}, {"dealer": -1}, {"honba": -1}, {"deposits": -1}, {"wind": -1}],
)
def test_standings_that_cannot_be(standing: dict[str, int]) -> None:
    with pytest.raises((oh.Error, TypeError, ValueError)):
        Round("tenhou", standing=Standing([25000] * 4, **standing))


def test_a_standing_of_four_in_a_game_of_three() -> None:
    with pytest.raises(oh.Error):
        Round("tenhou-sanma", standing=Standing([25000] * 3, dealer=3))


@pytest.mark.parametrize(
    ("profile", "changes", "says"),
    [
        ("tenhou-sanma", {"chi": True}, "chi needs four players"),
        ("tenhou", {"kita": True}, "kita needs three"),
        ("tenhou", {"replacement_tiles": 8}, "four kans take 4"),
        ("tenhou-sanma", {"replacement_tiles": 4}, "four kans and four kita take 8"),
        ("tenhou-sanma", {"kita": False, "replacement_tiles": 6}, "4, or 8 with kita"),
        ("tenhou-sanma", {"reds": "0m"}, "which plays without 2m to 8m"),
        ("tenhou-sanma", {"reds": "4rz"}, "Norths set aside are alike"),
        ("tenhou", {"reds": "00000m"}, "at most four of a kind"),
        ("tenhou", {"uma": [20000, 10000, -10000, -10000]}, "adds up to 10000"),
        ("tenhou-sanma", {"uma": [20000, 0, -10000, -10000]}, "a fourth value"),
        ("tenhou-sanma", {"uma_kind": "floating"}, "for four players"),
        ("tenhou", {"double_wind_fu": 3}, "2 or 4"),
        ("tenhou", {"multiple_ron": "all"}, "three rons are paid or abort"),
        ("tenhou", {"noten_pool": 1000}, "cannot be shared"),
        ("tenhou", {"start": 25050}, "whole hundreds"),
        ("tenhou", {"atozuke": False}, "atozuke"),
        ("tenhou", {"players": 5}, "from 3 to 4"),
        ("tenhou", {"chombo": "never"}, "one of impossible, redeal, mangan"),
        ("tenhou", {"kuitan": 1}, "true or false"),
        ("tenhou", {"kuitann": True}, "kuitan"),
    ],
)
def test_rules_that_cannot_be_played(profile: str, changes: dict[str, object], says: str) -> None:
    with pytest.raises(oh.RulesError) as caught:
        Round(oh.rules.load(profile).replace(**changes))
    assert says in str(caught.value)
