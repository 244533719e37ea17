"""Tiles between text, 34 counts and 136-ids."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from oshihiki.compat.mahjong.constants import AKA_DORAS

__all__ = ["Tile", "TilesConverter"]

_RED = {"m": 16, "p": 52, "s": 88}
_FIRST = {"m": 0, "p": 36, "s": 72, "z": 108}


class Tile:
    """A discard and whether it was discarded as drawn."""

    def __init__(self, value: Any, is_tsumogiri: Any) -> None:
        self.value = value
        self.is_tsumogiri = is_tsumogiri


def _ids(digits: str | None, suit: str, reds: bool) -> list[int]:
    red = _RED.get(suit) if reds else None
    out: list[int] = []
    seen: dict[int, int] = {}
    for digit in digits or "":
        if red is not None and digit in "0r":
            out.append(red)
            continue
        first = _FIRST[suit] + 4 * (int(digit) - 1)
        if first == red:
            first += 1  # the first id is the red one
        out.append(first + seen.get(first, 0))
        seen[first] = seen.get(first, 0) + 1
    return out


def _counts(tiles: Collection[int]) -> list[int]:
    counts = [0] * 34
    for tile in tiles:
        counts[tile // 4] += 1
    return counts


class TilesConverter:
    """Conversions; nothing is held."""

    @staticmethod
    def to_one_line_string(tiles: Collection[int], print_aka_dora: bool = False) -> str:
        """Text of ids, sorted."""
        out = ""
        for suit, first in _FIRST.items():
            end = first + (28 if suit == "z" else 36)
            digits = [
                "0" if print_aka_dora and tile in AKA_DORAS else str((tile - first) // 4 + 1)
                for tile in sorted(tiles)
                if first <= tile < end
            ]
            out += "".join(digits) + suit if digits else ""
        return out

    @staticmethod
    def to_34_array(tiles: Collection[int]) -> list[int]:
        """Counts of ids."""
        return _counts(tiles)

    @staticmethod
    def to_136_array(tiles: Sequence[int]) -> list[int]:
        """Ids of counts, the lowest of each kind."""
        return [4 * kind + i for kind, count in enumerate(tiles) for i in range(count)]

    @staticmethod
    def string_to_136_array(
        sou: str | None = None,
        pin: str | None = None,
        man: str | None = None,
        honors: str | None = None,
        has_aka_dora: bool = False,
    ) -> list[int]:
        """Ids of the digits of each suit; 0 and r are red fives with `has_aka_dora`."""
        suits = ((man, "m"), (pin, "p"), (sou, "s"), (honors, "z"))
        return [i for digits, suit in suits for i in _ids(digits, suit, has_aka_dora)]

    @staticmethod
    def string_to_34_array(
        sou: str | None = None,
        pin: str | None = None,
        man: str | None = None,
        honors: str | None = None,
    ) -> list[int]:
        """Counts of the digits of each suit."""
        return _counts(TilesConverter.string_to_136_array(sou, pin, man, honors))

    @staticmethod
    def one_line_string_to_136_array(string: str, has_aka_dora: bool = False) -> list[int]:
        """Ids of tile text."""
        digits = dict.fromkeys("mpsz", "")
        pending = ""
        for letter in string:
            if letter in "mps":
                digits[letter] += pending
                pending = ""
            elif letter in "zh":
                digits["z"] += pending
                pending = ""
            else:
                pending += letter
        return TilesConverter.string_to_136_array(
            digits["s"], digits["p"], digits["m"], digits["z"], has_aka_dora
        )

    @staticmethod
    def one_line_string_to_34_array(string: str, has_aka_dora: bool = False) -> list[int]:
        """Counts of tile text."""
        return _counts(TilesConverter.one_line_string_to_136_array(string, has_aka_dora))

    @staticmethod
    def find_34_tile_in_136_array(tile34: int | None, tiles: Collection[int]) -> int | None:
        """The lowest id of a kind among ids."""
        if tile34 is None or tile34 > 33:
            return None
        return next((i for i in range(4 * tile34, 4 * tile34 + 4) if i in tiles), None)
