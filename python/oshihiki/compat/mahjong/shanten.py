"""Distance to tenpai."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from oshihiki import _core
from oshihiki.compat.mahjong.constants import TERMINAL_AND_HONOR_INDICES

__all__ = ["Shanten"]

_Costs = dict[tuple[int, int], int]  # missing tiles by (groups, pairs)


def _checked(tiles_34: Sequence[int], three: bool) -> list[int]:
    total = sum(tiles_34)
    if three and any(tiles_34[1:8]):
        raise ValueError("three players play without 2m to 8m")
    if total > 14:
        raise ValueError(f"{total} tiles: a hand has at most 14")
    if total % 3 == 0:
        raise ValueError(f"{total} tiles: a hand has 3n+1 or 3n+2")
    return list(tiles_34)


def _merged(one: _Costs, other: _Costs) -> _Costs:
    out: _Costs = {}
    for (groups, pairs), cost in one.items():
        for (more, pair), missing in other.items():
            if pairs + pair < 2:
                key = groups + more, pairs + pair
                out[key] = min(out.get(key, 99), cost + missing)
    return out


@functools.cache
def _alone(held: int) -> _Costs:
    """A kind that makes no runs."""
    return {(0, 0): 0, (1, 0): max(0, 3 - held), (0, 1): max(0, 2 - held)}


@functools.lru_cache(maxsize=10_000)
def _suit(held: tuple[int, ...]) -> _Costs:
    """A suit: at each rank some runs begin, and there may be a triplet or a pair."""
    # (runs begun one rank before, two ranks before, groups, pairs) -> missing tiles
    states = {(0, 0, 0, 0): 0}
    for rank, count in enumerate(held):
        after: dict[tuple[int, int, int, int], int] = {}
        for (last, before, groups, pairs), cost in states.items():
            for runs in range(5 if rank < 7 else 1):
                for more, pair, size in ((0, 0, 0), (1, 0, 3), (0, 1, 2)):
                    needed = runs + last + before + size
                    if needed > 4 or groups + runs + more > 4 or pairs + pair > 1:
                        continue
                    key = runs, last, groups + runs + more, pairs + pair
                    total = cost + max(0, needed - count)
                    after[key] = min(after.get(key, 99), total)
        states = after
    out: _Costs = {}
    for (_, _, groups, pairs), cost in states.items():
        out[groups, pairs] = min(out.get((groups, pairs), 99), cost)
    return out


def _without_middle_man(counts: list[int]) -> int:
    """Standard shanten where 1m and 9m make no runs, as the tiles between do not exist."""
    costs = _merged(_suit(tuple(counts[9:18])), _suit(tuple(counts[18:27])))
    for kind in (0, 8, *range(27, 34)):
        costs = _merged(costs, _alone(counts[kind]))
    return costs[sum(counts) // 3, 1] - 1


class Shanten:
    """-1 complete, 0 tenpai."""

    AGARI_STATE = -1
    TENPAI_STATE = 0

    @staticmethod
    def calculate_shanten(
        tiles_34: Sequence[int],
        use_chiitoitsu: bool = True,
        use_kokushi: bool = True,
        is_three_player: bool = False,
    ) -> int:
        """The least over the forms asked for."""
        least = Shanten.calculate_shanten_for_regular_hand(tiles_34, is_three_player)
        if sum(tiles_34) >= 13:
            if use_chiitoitsu:
                least = min(least, Shanten.calculate_shanten_for_chiitoitsu_hand(tiles_34))
            if use_kokushi:
                least = min(least, Shanten.calculate_shanten_for_kokushi_hand(tiles_34))
        return least

    @staticmethod
    def calculate_shanten_for_regular_hand(
        tiles_34: Sequence[int], is_three_player: bool = False
    ) -> int:
        """Groups and a pair; groups that the tiles are too few for were called."""
        counts = _checked(tiles_34, is_three_player)
        if is_three_player and (counts[0] or counts[8]):
            return _without_middle_man(counts)
        return _core.shanten(counts, "standard")

    @staticmethod
    def calculate_shanten_for_chiitoitsu_hand(tiles_34: Sequence[int]) -> int:
        """Seven pairs."""
        pairs = sum(n >= 2 for n in tiles_34)
        kinds = sum(n >= 1 for n in tiles_34)
        return -1 if pairs == 7 else 6 - pairs + max(0, 7 - kinds)

    @staticmethod
    def calculate_shanten_for_kokushi_hand(tiles_34: Sequence[int]) -> int:
        """Thirteen orphans."""
        held = [tiles_34[kind] for kind in TERMINAL_AND_HONOR_INDICES]
        return 13 - sum(n > 0 for n in held) - any(n > 1 for n in held)
