"""Where the blocks of a study come from: played here, or by an executor's workers."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import TYPE_CHECKING, Any, Protocol

from oshihiki import _core
from oshihiki.study.store import Tally

if TYPE_CHECKING:
    from oshihiki.study.spec import Spec

__all__ = ["Elsewhere", "SelfPlay", "Source", "play_blocks"]

_SLICE = 0.25  # seconds of one call into the core


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


def play_blocks(
    data: Mapping[str, Any], deals: list[int], rows: bool, first: int, last: int
) -> list[tuple[int, Tally]]:
    """Play a range of blocks on one thread; what an executor's workers run."""
    from oshihiki.study import spec

    study = spec.parse(data)
    assert isinstance(study, spec.Spec)
    plan = study.plan.with_deals(deals)
    source = SelfPlay(plan.with_rows() if rows else plan, 1)
    source.want(first, last)
    out: list[tuple[int, Tally]] = []
    while len(out) < last - first:
        out += source.advance(_SLICE)
    return out


class Elsewhere:
    """Rounds between strategies, played by an executor's workers, block by block."""

    limit: int | None = None

    def __init__(self, spec: Spec, executor: Executor) -> None:
        self._spec = spec
        self._executor = executor
        self._running: set[Future[list[tuple[int, Tally]]]] = set()

    def want(self, first: int, last: int) -> None:
        plan = self._spec.plan
        for block in range(first, last):
            self._running.add(
                self._executor.submit(
                    play_blocks, dict(self._spec.data), plan.deals, plan.rows, block, block + 1
                )
            )

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        done, self._running = wait(self._running, seconds, FIRST_COMPLETED)
        return [block for future in done for block in future.result()]

    def begun(self) -> tuple[int, int]:
        return 0, 0

    def describe(self, rounds: int) -> Any:
        return "self-play"
