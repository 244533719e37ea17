"""Shanten by trying every finished hand: slow, and plain enough to be right.

A finished suit is j groups and p pairs of it with no more than the allowed copies of a kind;
its distance from what is held is the number of tiles that are missing. All of them are listed
once, so a suit is one subtraction over the list.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


@functools.cache
def _finished(ranks: int, limit: int) -> dict[tuple[int, int], npt.NDArray[Any]]:
    groups = [tuple(3 * (i == r) for i in range(ranks)) for r in range(ranks)]
    if ranks == 9:
        groups += [tuple(int(r <= i <= r + 2) for i in range(9)) for r in range(7)]
    pairs = [tuple(2 * (i == r) for i in range(ranks)) for r in range(ranks)]
    out = {}
    for j in range(5):
        chosen = itertools.combinations_with_replacement(groups, j)
        bases = {tuple(map(sum, zip(*c, strict=True))) if c else (0,) * ranks for c in chosen}
        for p in range(2):
            tiles = bases
            if p:
                tiles = {tuple(map(sum, zip(b, e, strict=True))) for b in bases for e in pairs}
            kept = [t for t in tiles if max(t) <= limit]
            out[j, p] = np.array(sorted(kept), dtype=np.int8).reshape(-1, ranks)
    return out


@functools.lru_cache(maxsize=100_000)
def _distances(held: tuple[int, ...], limit: int) -> dict[tuple[int, int], int]:
    counts = np.array(held, dtype=np.int8)
    return {
        key: int(np.maximum(targets - counts, 0).sum(axis=1).min())
        for key, targets in _finished(len(held), limit).items()
        if len(targets)
    }


def standard(counts: Sequence[int], limit: int = 4) -> int:
    """Shanten of the standard form of 34 counts."""
    groups = sum(counts) // 3
    best = {(0, 0): 0}
    for first, last in ((0, 9), (9, 18), (18, 27), (27, 34)):
        merged: dict[tuple[int, int], int] = {}
        for (j, p), cost in best.items():
            for (k, q), more in _distances(tuple(counts[first:last]), limit).items():
                key = (j + k, p + q)
                if key[0] <= groups and key[1] <= 1:
                    merged[key] = min(merged.get(key, 99), cost + more)
        best = merged
    return best[groups, 1] - 1


def chiitoi(counts: Sequence[int]) -> int:
    """Shanten of seven different pairs."""
    pairs = sum(c >= 2 for c in counts)
    return 6 - pairs + max(0, 7 - sum(c >= 1 for c in counts))


YAOCHU = (0, 8, 9, 17, 18, 26, *range(27, 34))


def kokushi(counts: Sequence[int]) -> int:
    """Shanten of the thirteen orphans."""
    return 13 - sum(counts[k] >= 1 for k in YAOCHU) - any(counts[k] >= 2 for k in YAOCHU)


def shanten(counts: Sequence[int], limit: int = 4) -> int:
    """The least shanten of the forms that so many tiles can have."""
    if sum(counts) < 13:
        return standard(counts, limit)
    return min(standard(counts, limit), chiitoi(counts), kokushi(counts))


def _groups_only(tiles: Counter[int]) -> bool:
    left = [k for k in sorted(tiles) if tiles[k]]
    if not left:
        return True
    k = left[0]
    if tiles[k] >= 3 and _groups_only(tiles - Counter({k: 3})):
        return True
    run = Counter({k: 1, k + 1: 1, k + 2: 1})
    return k < 27 and k % 9 <= 6 and run <= tiles and _groups_only(tiles - run)


def is_complete(counts: Sequence[int]) -> bool:
    """Whether 3n+2 tiles are a finished hand, by taking it apart."""
    tiles = Counter({k: c for k, c in enumerate(counts) if c})
    if sum(counts) == 14 and (chiitoi(counts) < 0 or kokushi(counts) < 0):
        return True
    return any(_groups_only(tiles - Counter({k: 2})) for k, c in tiles.items() if c >= 2)


def _with(counts: Sequence[int], kind: int) -> list[int]:
    return [*counts[:kind], counts[kind] + 1, *counts[kind + 1 :]]


def waits(counts: Sequence[int]) -> list[int]:
    """Kinds that finish 3n+1 tiles."""
    return [k for k in range(34) if counts[k] < 4 and is_complete(_with(counts, k))]


def accepted(counts: Sequence[int], limit: int = 4) -> list[int]:
    """Kinds that lower the shanten of 3n+1 tiles."""
    now = shanten(counts, limit)
    return [k for k in range(34) if counts[k] < limit and shanten(_with(counts, k), limit) < now]
