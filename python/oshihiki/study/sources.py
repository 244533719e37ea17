"""Where the blocks of a study come from: what every source can do, and play in this process."""

from __future__ import annotations

import os
from typing import Any, Protocol

from oshihiki import _core
from oshihiki.study.store import Tally

__all__ = ["SLICE", "SelfPlay", "Source", "default_threads"]

SLICE = 0.25
"""Seconds of one call into the core."""


def default_threads() -> int:
    """Processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Source(Protocol):
    """Where blocks come from."""

    limit: int | None
    """Blocks there are at all; None without end."""

    def want(self, first: int, last: int) -> None:
        """Put the blocks ``first`` to ``last - 1`` in the queue."""

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        """Work for about that long; the blocks that are complete, in any order."""

    def begun(self) -> tuple[int, int]:
        """Rounds and spots of blocks begun but not complete."""

    def describe(self, rounds: int) -> Any:
        """Where the spots of `rounds` rounds came from, for ``meta["source"]``."""


class SelfPlay:
    """Rounds between strategies, played in this process."""

    limit: int | None = None

    def __init__(self, plan: _core.ForkPlan, threads: int) -> None:
        self._blocks = _core.ForkBlocks(plan)
        self._threads = threads

    def want(self, first: int, last: int) -> None:
        self._blocks.want(first, last)

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        done = self._blocks.advance(self._threads, seconds)
        return [
            (block, Tally(rounds, spots, cells, rows))
            for block, rounds, spots, cells, _, rows in done
        ]

    def begun(self) -> tuple[int, int]:
        return self._blocks.rounds_begun, self._blocks.spots_begun

    def describe(self, rounds: int) -> Any:
        return "self-play"
