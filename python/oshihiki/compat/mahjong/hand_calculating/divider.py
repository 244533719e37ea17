"""Readings of a complete hand."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence

from oshihiki.compat.mahjong.meld import Meld

__all__ = ["HandDivider"]

# A group is (first kind, type), types in the order in which groups of one kind are listed.
_QUAD, _TRIPLET, _PAIR, _RUN = range(4)
_STEPS = {_QUAD: (0, 0, 0, 0), _TRIPLET: (0, 0, 0), _PAIR: (0, 0), _RUN: (0, 1, 2)}
_MELDS = {Meld.CHI: _RUN, Meld.PON: _TRIPLET, Meld.KAN: _QUAD, Meld.SHOUMINKAN: _QUAD}
_Group = tuple[int, int]


def _groups(
    counts: list[int], kind: int = 0, types: tuple[int, ...] = (_TRIPLET, _RUN)
) -> Iterator[tuple[_Group, ...]]:
    """Ways to part the tiles into runs and triplets, the lowest tile first, each way once."""
    while kind < 34 and counts[kind] == 0:
        kind, types = kind + 1, (_TRIPLET, _RUN)
    if kind == 34:
        yield ()
        return
    for type_ in types:
        if type_ == _RUN and (kind >= 27 or kind % 9 > 6):
            continue
        for step in _STEPS[type_]:
            counts[kind + step] -= 1
        if all(counts[kind + step] >= 0 for step in _STEPS[type_]):
            for rest in _groups(counts, kind, (_RUN,)):
                yield ((kind, type_), *rest)
        for step in _STEPS[type_]:
            counts[kind + step] += 1


@functools.lru_cache(maxsize=256)
def _readings(
    concealed: tuple[int, ...], melds: tuple[_Group, ...]
) -> tuple[tuple[_Group, ...], ...]:
    found: list[tuple[_Group, ...]] = []
    if not melds and sorted(concealed) == [0] * 27 + [2] * 7:
        found.append(tuple((kind, _PAIR) for kind, n in enumerate(concealed) if n))
    # Groups are five, so other numbers of tiles have no reading.
    if min(concealed) >= 0 and sum(concealed) + 3 * len(melds) == 14:
        counts = list(concealed)
        for kind in range(34):
            if counts[kind] >= 2:
                counts[kind] -= 2
                found.extend(
                    tuple(sorted((*groups, *melds, (kind, _PAIR)))) for groups in _groups(counts)
                )
                counts[kind] += 2
    return tuple(sorted(found))


class HandDivider:
    """Readings of a complete hand: four groups and a pair, or seven pairs."""

    @staticmethod
    def divide_hand(
        tiles_34: Sequence[int], melds: Collection[Meld] | None = None
    ) -> list[list[list[int]]]:
        """Every reading of 34 counts, melds among them, as sorted lists of groups of kinds."""
        if any(not 0 <= n <= 4 for n in tiles_34):
            return []
        concealed = list(tiles_34)
        called = []
        for meld in melds or ():
            kinds = meld.tiles_34
            if meld.type not in _MELDS:
                raise RuntimeError(f"invalid meld type: {meld.type}, tiles: {kinds}")
            group = min(kinds), _MELDS[meld.type]
            called.append(group)
            for step in _STEPS[group[1]]:
                concealed[group[0] + step] -= 1
        return [
            [[kind + step for step in _STEPS[type_]] for kind, type_ in groups]
            for groups in _readings(tuple(concealed), tuple(called))
        ]
