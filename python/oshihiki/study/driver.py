"""Drives a run in one folder: plays blocks on from the complete prefix, look by look.

It looks at its numbers only at the sizes of :func:`oshihiki.study.looks.looks` (and at its
limit), always on the complete prefix of blocks; what was played beyond the look that ends the run
is kept as shards and left out of the result. Threads, executors, shards and interruptions decide
only when a block is played.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.study import store
from oshihiki.study.any_spec import ENGINE
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.fork_spec import Spec
from oshihiki.study.looks import up_to
from oshihiki.study.progress import Progress, Silent
from oshihiki.study.result import StudyResult
from oshihiki.study.rows import Rows
from oshihiki.study.sources import SLICE, Source
from oshihiki.study.store import Shard, Store, Tally

__all__ = ["Driver", "Ended", "Result"]

_FLUSH_ROWS = 2**26  # bytes of rows that are kept in memory at most

Result = StudyResult | CountedResult


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: its result, and why it went no further."""

    result: Result
    why: str


@dataclass
class Driver:
    """One run in one folder: the prefix summed so far, and what lies beyond it."""

    spec: Spec | CountedSpec
    id: str
    folder: Store
    source: Source
    command: str
    threads: int
    goal: float = 0  # half-width in points, 0 for none
    most: int | None = None  # blocks
    seconds: float = 0
    progress: Progress = field(default_factory=Silent)
    interrupted: Callable[[], bool] = lambda: False
    about: Mapping[str, Any] = field(default_factory=dict)  # further ``meta``
    started: float = field(default_factory=time.monotonic)
    rows: Rows | None = None  # where a row of each spot goes

    def __post_init__(self) -> None:
        self.began = self.flushed = time.monotonic()
        self.played = 0  # rounds, in this run
        self.at = 0  # blocks in `total`
        self.total = Tally.empty(self.spec.size)
        # A range whose rows are wanted and not there is played again.
        self.shards = [s for s in self.folder.shards() if self.rows is None or self.rows.has(s)]
        self.way: list[Shard] = []  # whose sums are in `total`
        self.asked: set[int] = set()  # in the source's hands
        self.finished: dict[int, Tally] = {}  # blocks not stored yet
        self.looks: list[dict[str, Any]] = []
        self.last: Result | None = None

    # Results

    def look(self) -> Result:
        """The result of the prefix, which is kept as a look."""
        result = self.spec.result(self.at, self.total)
        self.looks.append(result.look())
        meta = {
            "command": f"{self.command} --max-rounds {self.at * self.spec.block}",
            "versions": {"oshihiki": _core.__version__},
            "engine_signature": ENGINE,
            "source": self.source.describe(self.total.rounds),
            **self.spec.asked(),
            **self.about,
            "looks": list(self.looks),
        }
        self.last = replace(result, meta=meta)
        return self.last

    def reason(self, result: Result) -> str | None:
        """What ends the run at this look, if anything does."""
        if self.goal and result.widest() <= self.goal:
            return f"every interval is within {self.goal:g} points to either side"
        if self.most is not None and result.blocks >= self.most:
            if self.source.limit is not None and self.most >= self.source.limit:
                return "all recorded rounds are used"
            return f"the limit of {self.most * self.spec.block:,} {self.spec.unit} is reached"
        return None

    # The run

    def go(self) -> Ended:
        """From the first block to the look that ends the run."""
        for target in up_to(self.most):
            if not self.reach(target):
                break
            result = self.look()
            why = self.reason(result)
            if why is not None:
                self.store_rest()
                return self.ended(result, why)
        assert self.last is not None
        return self.ended(
            self.last, f"the next look is beyond the limit of {self.seconds:g} seconds"
        )

    def ended(self, result: Result, why: str) -> Ended:
        """The end of the run; the rows of what counts are joined."""
        if self.rows is not None:
            self.rows.join([shard for shard in self.way if shard.last <= result.blocks])
        return Ended(result, why)

    def reach(self, target: int) -> bool:
        """Bring the prefix to `target` blocks; False when time is up before."""
        while self.at < target:
            self.take_stored(target)
            if self.at < target:
                end = store.next_stored(self.shards, self.at, target)
                if not self.play(end):
                    return False
        return True

    def take_stored(self, target: int) -> None:
        """Go on as far as stored shards lead."""
        for shard in store.reachable(self.shards, self.at, target):
            self.total.add(self.folder.read_shard(shard, self.id, len(self.total.cells)))
            self.way.append(shard)
            self.at = shard.last

    def play(self, end: int) -> bool:
        """Play on from the prefix and store a shard that begins there, at most to `end`."""
        while True:
            self.ask(end)
            try:
                done = self.source.advance(SLICE)
            except StrategyError:  # a plug-in's fault; what was finished before it is kept
                self.store_rest()
                raise
            for block, tally in done:
                self.asked.discard(block)
                self.finished[block] = tally
                self.played += tally.rounds
            run_ = self.at
            while run_ < end and run_ in self.finished:
                run_ += 1
            self.show(end)
            if self.interrupted():
                self.store_rest()
                raise KeyboardInterrupt
            if run_ == end or (run_ > self.at and self.must_flush()):
                shard, tally = self.store(self.at, run_)
                self.total.add(tally)
                self.way.append(shard)
                self.at = run_
                return True
            if self.looks and self.too_late(end):
                self.store_rest()
                return False

    def must_flush(self) -> bool:
        """A shard is due: a killed run should not lose more, or rows fill the memory."""
        if store.is_due(self.flushed, self.started):
            return True
        return sum(len(tally.rows) for tally in self.finished.values()) > _FLUSH_ROWS

    def ask(self, end: int) -> None:
        """Keep the source busy: first up to `end`, then beyond, never twice."""
        most = min((n for n in (self.most, self.source.limit) if n is not None), default=None)
        block = self.at
        while len(self.asked) < 4 * self.threads + 4 and (most is None or block < most):
            if (
                block not in self.asked
                and block not in self.finished
                and (block < end or not self.stored(block, end))
            ):
                self.source.want(block, block + 1)
                self.asked.add(block)
            block += 1

    def stored(self, block: int, beyond: int) -> bool:
        return any(s.first <= block < s.last for s in self.shards if s.first >= beyond)

    def rate(self) -> float:
        """Rounds a second in this run."""
        return (self.played + self.source.begun()[0]) / (time.monotonic() - self.began + 1e-9)

    def too_late(self, end: int) -> bool:
        """Time is up, or plainly will be before the next look."""
        if not self.seconds:
            return False
        left = self.seconds - (time.monotonic() - self.started)
        if left <= 0:
            return True
        missing = (end - self.at) * self.spec.block - self.source.begun()[0]
        missing -= sum(t.rounds for b, t in self.finished.items() if b < end)
        return left < 0.9 * self.seconds and missing > 1.2 * left * self.rate() + self.spec.block

    def store(self, first: int, last: int) -> tuple[Shard, Tally]:
        """Write finished blocks as one shard, their rows before their sums."""
        blocks = [self.finished.pop(block) for block in range(first, last)]
        tally = Tally.empty(len(self.total.cells))
        for block in blocks:
            tally.add(block)
        if self.rows is not None:
            self.rows.write(first, last, [block.rows for block in blocks])
        shard = self.folder.write_shard(self.id, first, last, tally)
        self.shards.append(shard)
        self.shards.sort()
        self.flushed = time.monotonic()
        return shard, tally

    def store_rest(self) -> None:
        """Write everything that is finished, in ranges that no look cuts."""
        cuts = set()
        for target in up_to(self.most):
            cuts.add(target)
            if target > max(self.finished, default=0):
                break
        while self.finished:
            first = min(self.finished)
            last = first + 1
            while last in self.finished and last not in cuts:
                last += 1
            self.store(first, last)

    def show(self, end: int) -> None:
        """Tell the progress."""
        begun = self.source.begun()
        rounds = self.total.rounds + sum(t.rounds for t in self.finished.values()) + begun[0]
        spots = self.total.spots + sum(t.spots for t in self.finished.values()) + begun[1]
        widest = self.last.widest() if self.last else math.inf
        reached = self.last.reached(self.goal) if self.last and self.goal else None
        left = []
        rate = self.rate()
        if self.seconds:
            left.append(max(0.0, self.seconds - (time.monotonic() - self.started)))
        if self.most is not None and rate > 0:
            left.append(max(0.0, (self.most * self.spec.block - rounds) / rate))
        if self.goal and self.last and math.isfinite(widest) and rate > 0:
            need = self.last.rounds_played * (widest / self.goal) ** 2
            left.append(max(0.0, (need - rounds) / rate))
        self.progress.update(rounds, spots, widest, reached, min(left) if left else None)
