"""Questions about tiles by kind (0 to 33) and about groups of kinds; dora counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypedDict

from oshihiki.compat.mahjong.constants import AKA_DORAS, EAST, HAKU, TERMINAL_INDICES

__all__ = [
    "SuitCount",
    "build_dora_count_map",
    "classify_hand_suits",
    "contains_terminals",
    "count_dora_for_hand",
    "count_tiles_by_suits",
    "find_isolated_tile_indices",
    "has_pon_or_kan_of",
    "is_aka_dora",
    "is_chi",
    "is_dora_indicator_for_terminal",
    "is_honor",
    "is_kan",
    "is_man",
    "is_pair",
    "is_pin",
    "is_pon",
    "is_pon_or_kan",
    "is_sangenpai",
    "is_sou",
    "is_terminal",
    "is_tile_strictly_isolated",
    "plus_dora",
    "simplify",
]


def is_man(tile: int) -> bool:
    """1m to 9m."""
    return tile < 9


def is_pin(tile: int) -> bool:
    """1p to 9p."""
    return 9 <= tile < 18


def is_sou(tile: int) -> bool:
    """1s to 9s."""
    return 18 <= tile < EAST


def is_honor(tile: int) -> bool:
    """A wind or dragon."""
    return tile >= EAST


def is_sangenpai(tile_34: int) -> bool:
    """A dragon."""
    return tile_34 >= HAKU


def is_terminal(tile: int) -> bool:
    """A 1 or 9."""
    return tile in TERMINAL_INDICES


def simplify(tile: int) -> int:
    """The rank, 0 to 8."""
    return tile % 9


def is_dora_indicator_for_terminal(tile: int) -> bool:
    """An 8 or 9: what follows is a terminal."""
    return tile < EAST and tile % 9 >= 7


def is_chi(item: Sequence[int]) -> bool:
    """A run, in rising order."""
    return len(item) == 3 and (item[1] - item[0], item[2] - item[1]) == (1, 1)


def is_pon(item: Sequence[int]) -> bool:
    """A triplet."""
    return len(item) == 3 and item[0] == item[1] == item[2]


def is_kan(item: Sequence[int]) -> bool:
    """A quad."""
    return len(item) == 4


def is_pon_or_kan(item: Sequence[int]) -> bool:
    """A triplet or quad."""
    return is_kan(item) or is_pon(item)


def is_pair(item: Sequence[int]) -> bool:
    """A pair."""
    return len(item) == 2


def has_pon_or_kan_of(hand: Collection[Sequence[int]], tile: int) -> bool:
    """A triplet or quad of the kind is among the groups."""
    return any(group[0] == tile and is_pon_or_kan(group) for group in hand)


def contains_terminals(hand_set: Collection[int]) -> bool:
    """A 1 or 9 is among the tiles."""
    return not TERMINAL_INDICES.isdisjoint(hand_set)


def classify_hand_suits(hand: Collection[Sequence[int]]) -> tuple[int, int]:
    """Suits that groups are of (1: sou, 2: pin, 4: man), and how many are of honours."""
    suits = honours = 0
    for group in hand:
        if is_honor(group[0]):
            honours += 1
        else:
            suits |= 4 >> group[0] // 9
    return suits, honours


def is_aka_dora(tile_136: int, aka_enabled: bool) -> bool:
    """A red five, where there are any."""
    return aka_enabled and tile_136 in AKA_DORAS


def _indicator_to_dora_34(kind: int, is_three_player: bool = False) -> int:
    """The kind that an indicator points at."""
    if kind >= HAKU:
        return HAKU + (kind - HAKU + 1) % 3
    if kind >= EAST:
        return EAST + (kind - EAST + 1) % 4
    if kind == 0 and is_three_player:
        return 8
    return kind - 8 if kind % 9 == 8 else kind + 1


def build_dora_count_map(
    dora_indicators_136: Collection[int], is_three_player: bool = False
) -> dict[int, int]:
    """Han that a tile of each dora kind is worth."""
    worth: dict[int, int] = {}
    for indicator in dora_indicators_136:
        kind = _indicator_to_dora_34(indicator // 4, is_three_player)
        worth[kind] = worth.get(kind, 0) + 1
    return worth


def count_dora_for_hand(tiles_34: Sequence[int], dora_count_map: dict[int, int]) -> int:
    """Dora of 34 counts."""
    return sum(tiles_34[kind] * worth for kind, worth in dora_count_map.items())


def plus_dora(
    tile_136: int,
    dora_indicators_136: Collection[int],
    add_aka_dora: bool = False,
    is_three_player: bool = False,
) -> int:
    """Dora of one tile."""
    worth = build_dora_count_map(dora_indicators_136, is_three_player)
    return worth.get(tile_136 // 4, 0) + is_aka_dora(tile_136, add_aka_dora)


def _near(hand_34: Sequence[int], tile: int, distance: int) -> int:
    """Tiles of the suit at most so far from a tile, those of its own kind among them."""
    first = tile - tile % 9
    return sum(hand_34[max(first, tile - distance) : min(first + 9, tile + distance + 1)])


def find_isolated_tile_indices(hand_34: Sequence[int]) -> list[int]:
    """Kinds that are not held, nor is a neighbour of theirs."""
    return [k for k in range(34) if not (hand_34[k] if is_honor(k) else _near(hand_34, k, 1))]


def is_tile_strictly_isolated(hand_34: Sequence[int], tile_34: int) -> bool:
    """At most one of the kind is held, and nothing else within two of it."""
    own = hand_34[tile_34]
    return own <= 1 and (is_honor(tile_34) or _near(hand_34, tile_34, 2) == own)


class SuitCount(TypedDict):
    """Tiles of a suit."""

    count: int
    name: str
    function: Callable[[int], bool]


def count_tiles_by_suits(tiles_34: Sequence[int]) -> list[SuitCount]:
    """How many tiles of each suit."""
    suits = (("sou", is_sou), ("man", is_man), ("pin", is_pin), ("honor", is_honor))
    return [
        SuitCount(
            count=sum(n for kind, n in enumerate(tiles_34) if function(kind)),
            name=name,
            function=function,
        )
        for name, function in suits
    ]
