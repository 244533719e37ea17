"""Hands that other projects got wrong: the right shanten, waits and accepted tiles."""

from typing import Any

import pytest

import oshihiki as oh

#: hand: shanten by form; where all four of a needed kind lie in melds, with `strict` those count
SHANTEN: dict[str, dict[str, int]] = {
    "123456789m1111z": {"best": 1},  # B058
    "123456789m1111p": {"best": 1},
    "11112222333444z": {"best": 1},  # B059
    "11m111122223333z": {"best": 2},
    "23m111122223333z": {"best": 2},
    "112233s123p1111m": {"best": 1},
    "19m19p19s12345z": {"best": 6},  # B060: eleven tiles, so no kokushi
    "1112223334444z": {"best": 1},  # B061
    "11122233334444z": {"best": 1},
    "145s36m12579p256z": {"best": 5},  # B062
    "12479s5p344569m5z": {"best": 3},
    "245568m245568p77s": {"best": 2, "chiitoi": 3},  # B063
    "5566m233799p4444z": {"best": 1, "standard": 2, "chiitoi": 1},  # B064
    "11112344449999m": {"best": 1},  # B065
    "11223m55p1z": {"best": 0},  # B067
    "14668889m": {"best": 1},
    "7m333789s": {"best": 0},  # B068
    "266m14444z": {"best": 1},
    "1112345678999m1z": {"best": 0},  # B116: tenpai is 0
}
#: B066: (hand, melds): shanten by concealed copies, and with those in melds
MELDED: list[tuple[str, str, int, int]] = [
    ("45z", "pon:444z pon:111z pon:555z pon:777z", 0, 1),
    ("9m9p569s", "pon:999m pon:999p pon:999s", 1, 2),
    ("9999m9p569s", "pon:999p pon:999s", 1, 2),
    ("11567z", "pon:777z pon:666z pon:555z", 1, 2),
    ("13556z", "pon:111z pon:333z pon:666z", 1, 2),
    ("13m456p789s11z", "ankan:2222m", 0, 1),
]


@pytest.mark.parametrize(("hand", "expected"), SHANTEN.items())
def test_shanten(hand: str, expected: dict[Any, int]) -> None:
    assert {form: oh.shanten(hand, form) for form in expected} == expected


@pytest.mark.parametrize(("hand", "melds", "concealed", "strict"), MELDED)
def test_shanten_with_melds(hand: str, melds: str, concealed: int, strict: int) -> None:
    assert oh.shanten(hand, melds=melds) == concealed
    assert oh.shanten(hand, melds=melds, copies="melds") == strict


@pytest.mark.parametrize(
    ("hand", "accepted"),
    [
        ("5566m233799p444z", {"2p": 3, "7p": 3}),  # B064
        ("234678p3455577s", {"2s": 4, "5s": 1, "7s": 2}),  # B069
        ("234678p4555677s", {"5s": 1, "7s": 2}),
        ("8999m", {"7m": 4, "8m": 3}),  # B070
    ],
)
def test_accepted_tiles(hand: str, accepted: dict[str, int]) -> None:
    assert oh.ukeire(hand) == accepted


def discards_to_tenpai(hand: str) -> dict[str, list[str]]:
    tiles = [oh.tiles.to_text([tile]) for tile in oh.tiles.parse(hand)]
    out = {}
    for tile in dict.fromkeys(tiles):
        rest = list(tiles)
        rest.remove(tile)
        waits = oh.waits("".join(rest))
        if waits:
            out[tile] = waits
    return out


def test_discards_that_leave_a_wait() -> None:
    assert discards_to_tenpai("11223m55p1z") == {"1z": ["3m"]}  # B067
    assert discards_to_tenpai("266m14444z") == {}  # B068
    found = discards_to_tenpai("35678899m234789p")  # B071
    assert (found["3m"], found["8m"]) == (["8m", "9m"], ["4m"])
