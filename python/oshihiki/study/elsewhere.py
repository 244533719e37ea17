"""Blocks of a study that an executor's workers play."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any

from oshihiki.study.fork_spec import Spec
from oshihiki.study.sources import SLICE, SelfPlay
from oshihiki.study.spec import parse
from oshihiki.study.store import Tally

__all__ = ["Elsewhere", "play_blocks"]


def play_blocks(
    data: Mapping[str, Any], deals: list[int], rows: bool, first: int, last: int
) -> list[tuple[int, Tally]]:
    """Play a range of blocks on one thread; what an executor's workers run."""
    study = parse(data)
    assert isinstance(study, Spec)
    plan = study.plan.with_deals(deals)
    source = SelfPlay(plan.with_rows() if rows else plan, 1)
    source.want(first, last)
    out: list[tuple[int, Tally]] = []
    while len(out) < last - first:
        out += source.advance(SLICE)
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
