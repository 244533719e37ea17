"""Whether tiles are complete."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from oshihiki import _core
from oshihiki.errors import Error

__all__ = ["Agari"]


class Agari:
    """Complete hands."""

    @staticmethod
    def is_agari(
        tiles_34: Sequence[int], open_sets_34: Collection[Sequence[int]] | None = None
    ) -> bool:
        """Whether the tiles, without the declared groups, are complete."""
        counts = list(tiles_34)
        for group in open_sets_34 or ():
            for kind in group:
                counts[kind] -= 1
        if sum(counts) % 3 != 2 or min(counts) < 0:
            return False
        try:
            return _core.shanten(counts) == -1
        except Error:
            return False
