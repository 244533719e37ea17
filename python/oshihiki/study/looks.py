"""The sizes of a run: blocks of rounds, and the numbers of blocks at which it looks."""

from __future__ import annotations

import math
from collections.abc import Iterator

from oshihiki import _core

__all__ = ["BLOCK_ROUNDS", "growing", "looks", "up_to"]

BLOCK_ROUNDS: int = _core.STUDY_BLOCK_ROUNDS
"""Rounds of a block; N is always a whole number of blocks."""


def growing(first: int) -> Iterator[int]:
    """Sizes from `first` on, each about the root of 2 times the one before.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(growing(400), 6))
    [400, 565, 800, 1131, 1600, 2262]
    """
    k = 0
    while True:
        yield math.isqrt(first**2 * 2**k)
        k += 1


def looks() -> Iterator[int]:
    """The numbers of blocks at which a run looks: about 10**4 * 2**(k/2) rounds.

    Examples
    --------
    >>> from itertools import islice
    >>> from oshihiki.study.looks import looks
    >>> list(islice(looks(), 8))
    [2, 3, 5, 7, 10, 14, 20, 28]
    """
    last = 0
    for rounds in growing(10**4):
        blocks = (rounds + BLOCK_ROUNDS // 2) // BLOCK_ROUNDS
        if blocks > last:
            yield blocks
            last = blocks


def up_to(most: int | None) -> Iterator[int]:
    """The looks below a limit of blocks, and the limit; without a limit all of them.

    Examples
    --------
    >>> list(up_to(4))
    [2, 3, 4]
    """
    for blocks in looks():
        if most is not None and blocks >= most:
            yield most
            return
        yield blocks
