"""Runs a fork study: plays blocks, looks at fixed sizes, stops by rule, keeps everything.

A result is a function of the study's id and of the number of blocks. The run looks at its
numbers only at the sizes of :func:`looks` (and at ``max_rounds``), always on the complete prefix
of blocks; what was played beyond the look that ends the run is kept as shards and left out of
the result. Threads, executors, shards and interruptions decide only when a block is played.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

from oshihiki import _core
from oshihiki.errors import StrategyError, StudyError
from oshihiki.study import fields, store, worlds
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.result import BLOCK_ROUNDS, Cell, StudyResult
from oshihiki.study.rows import Rows
from oshihiki.study.sources import Elsewhere, SelfPlay, Source
from oshihiki.study.spec import ENGINE, Spec, Stop, dump_toml, hash_of, read
from oshihiki.study.store import Shard, Store, Tally

if TYPE_CHECKING:
    from oshihiki.study.spots import RealRounds

__all__ = [
    "Ended",
    "Progress",
    "SelfPlay",
    "Silent",
    "Source",
    "default_threads",
    "looks",
    "merge",
    "opened",
    "resume",
    "run",
    "run_blocks",
    "with_worlds",
]

_SLICE = 0.25  # seconds of one call into the core
_FLUSH_LEAST = 2.0  # seconds of work that a killed run may lose, at first;
_FLUSH_SHARE = 0.02  # later this share of the time so far, so that shards stay few
_FLUSH_ROWS = 2**26  # bytes of rows that are kept in memory at most


def looks() -> Iterator[int]:
    """The numbers of blocks at which a run looks: about 10**4 * 2**(k/2) rounds.

    Examples
    --------
    >>> from itertools import islice
    >>> from oshihiki.study.run import looks
    >>> list(islice(looks(), 8))
    [2, 3, 5, 7, 10, 14, 20, 28]
    """
    last = 0
    k = 0
    while True:
        rounds = math.isqrt(10**8 * 2**k)
        blocks = (rounds + BLOCK_ROUNDS // 2) // BLOCK_ROUNDS
        if blocks > last:
            yield blocks
            last = blocks
        k += 1


Result = StudyResult | CountedResult


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: its result, and why it went no further."""

    result: Result
    why: str


class Progress(Protocol):
    """Is told how a run is getting on."""

    def update(
        self,
        rounds: int,
        spots: int,
        widest: float,
        reached: tuple[int, int] | None,
        left: float | None,
    ) -> None:
        """Rounds and spots so far; at the last look the widest half-width in points and the
        cells that are within the goal, of all; seconds left, if that can be told."""


class Silent:
    """Shows nothing."""

    def update(
        self,
        rounds: int,
        spots: int,
        widest: float,
        reached: tuple[int, int] | None,
        left: float | None,
    ) -> None:
        pass


def check_extra() -> None:
    """Refuse before the work, not after it, when the result could not be written."""
    if find_spec("pyarrow") is None:
        raise StudyError("a study needs pyarrow: pip install 'oshihiki[study]'")


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is noted and asked for between calls, so that no finished block is lost; a second
    one is not held back."""
    noted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield noted.is_set
        return

    def note(_signal: int, _frame: FrameType | None) -> None:
        if noted.is_set():
            raise KeyboardInterrupt
        noted.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass
class _Run:
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
        result = self.result()
        self.looks.append(result.look())
        meta = {
            "command": f"{self.command} --max-rounds {self.at * self.spec.block}",
            "versions": {"oshihiki": _core.__version__},
            "engine_signature": ENGINE,
            "source": self.source.describe(self.total.rounds),
            **_asked(self.spec),
            **self.about,
            "looks": list(self.looks),
        }
        self.last = replace(result, meta=meta)
        return self.last

    def result(self) -> Result:
        """The result of the prefix, without ``meta``."""
        if not isinstance(self.spec, Spec):
            return self.spec.result(self.at, self.total.rounds, self.total.cells)
        fields = self.spec.plan.fields
        width = len(fields)
        cells = tuple(
            Cell(keys, dict(zip(fields, self.total.cells[i : i + width], strict=True)))
            for keys, i in zip(self.spec.keys(), itertools.count(0, width), strict=False)
        )
        return StudyResult(
            self.id, self.spec.stored(), self.at, self.total.rounds, self.total.spots, cells
        )

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
        for target in self.targets():
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

    def targets(self) -> Iterator[int]:
        """The sizes to look at: those of the schedule, and the limit."""
        for blocks in looks():
            if self.most is not None and blocks >= self.most:
                yield self.most
                return
            yield blocks

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
                done = self.source.advance(_SLICE)
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
            now = time.monotonic()
            if self.interrupted():
                self.store_rest()
                raise KeyboardInterrupt
            if run_ == end or (run_ > self.at and self.must_flush(now)):
                shard, tally = self.store(self.at, run_)
                self.total.add(tally)
                self.way.append(shard)
                self.at = run_
                return True
            if self.looks and self.too_late(end):
                self.store_rest()
                return False

    def must_flush(self, now: float) -> bool:
        """A shard is due: a killed run should not lose more, or rows fill the memory."""
        if now - self.flushed >= max(_FLUSH_LEAST, _FLUSH_SHARE * (now - self.started)):
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
        for target in self.targets():
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


def _asked(spec: Spec | CountedSpec) -> dict[str, Any]:
    """The predicate, for ``meta``; without it the command alone does not give the numbers."""
    if not isinstance(spec, Spec) or spec.predicate is None:
        return {}
    return {"predicate": dict(spec.predicate.identity)}


def default_threads() -> int:
    """Processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def run(
    spec: Spec | CountedSpec,
    out: str | os.PathLike[str],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    max_rounds: int | None = None,
    max_seconds: float | None = None,
    spots_from: Sequence[str | os.PathLike[str]] = (),
    progress: Progress | None = None,
) -> Ended:
    """Run or go on with a study in the folder `out`, and write its results there.

    Parameters
    ----------
    spec
        The study.
    out
        Its folder; one that exists is gone on with if it holds the same study.
    threads
        Threads; default all processors. The result does not depend on it.
    executor
        Anything with ``submit``, such as a process pool: blocks are played by its workers.
    max_rounds, max_seconds
        Limits instead of the study's own. With `max_rounds` alone there is no limit of time, so
        that it names one result everywhere. Rounds are rounded up to whole blocks of 4,096.
        Seconds count from this call; the run ends at the last look that was complete.
    spots_from
        Files of real logs: spots are their recorded decisions.
    progress
        Is told how the run gets on.

    With ``output.rows`` a row of each spot is kept in ``rows.parquet``, see
    :mod:`oshihiki.study.rows`. A study with a section ``[fields]`` is then run again for each of
    them, to the same number of rounds, in folders below `out`; see :mod:`oshihiki.study.fields`.

    Raises
    ------
    StudyError
        The folder holds another study, or something cannot be read or written.
    KeyboardInterrupt
        After everything finished was stored; the same call goes on from there.
    """
    check_extra()
    started = time.monotonic()
    stop = limits(spec, max_rounds, max_seconds)
    threads = default_threads() if threads is None else threads
    if not 1 <= threads <= 1024:
        raise StudyError(f"threads = {threads}: allowed: 1 to 1024")
    identity = dict(spec.identity)
    real: RealRounds | None = None
    command = f"oshihiki study run {shlex.quote(spec.name)}"
    if spots_from:
        from oshihiki.study import spots

        if executor is not None:
            raise StudyError("spots from logs are not played by an executor")
        if isinstance(spec, CountedSpec):
            raise StudyError(f"a study of kind {spec.kind} takes no spots from logs")
        real = spots.RealRounds(spec, spots_from, threads)
        identity["spots"] = real.identity
        command += "".join(f" --spots-from {shlex.quote(os.fspath(p))}" for p in spots_from)

    identity_hash = hash_of(identity)
    folder = Store(out)
    begun = {"study": spec.name, "spots_from": [os.fspath(p) for p in spots_from]}
    folder.begin(identity_hash, identity, begun, dump_toml(with_limits(spec, stop)))
    with folder.lock(), _interrupts() as interrupted:
        spec, about = with_worlds(spec, identity_hash, folder, threads)
        rows: Rows | None = None
        if isinstance(spec, Spec) and spec.rows:
            spec = replace(spec, plan=spec.plan.with_rows())
            rows = Rows(spec, identity_hash, folder.folder)
        source: Source
        if real is not None:
            assert isinstance(spec, Spec)
            real.use(spec.plan)
            source = real
        elif isinstance(spec, CountedSpec):
            if executor is not None:
                raise StudyError(f"a study of kind {spec.kind} is not played by an executor")
            source = spec.source(threads)
        elif executor is not None and spec.predicate is not None:
            raise StudyError("a predicate in Python is not played by an executor")
        elif executor is not None:
            source = Elsewhere(spec, executor)
        else:
            source = SelfPlay(spec.plan, threads)
        most = -(-stop.max_rounds // spec.block) if stop.max_rounds else None
        if source.limit is not None:
            most = source.limit if most is None else min(most, source.limit)
        ended = _Run(
            spec,
            identity_hash,
            folder,
            source,
            command,
            threads,
            goal=stop.half_width,
            most=most,
            seconds=stop.max_seconds,
            progress=progress or Silent(),
            interrupted=interrupted,
            about=about,
            started=started,
            rows=rows,
        ).go()
        ended.result.write(folder.folder)
    if isinstance(spec, Spec) and spec.fields:
        assert isinstance(ended.result, StudyResult)
        result = fields.add(
            spec,
            ended.result,
            folder.folder,
            threads=threads,
            executor=executor,
            spots_from=spots_from,
            progress=progress,
        )
        result.write(folder.folder)
        ended = replace(ended, result=result)
    return ended


def source_of(spec: Spec | CountedSpec, threads: int) -> Source:
    """Plays a study's blocks in this process."""
    return spec.source(threads) if isinstance(spec, CountedSpec) else SelfPlay(spec.plan, threads)


def with_worlds(
    spec: Spec | CountedSpec, id: str, folder: Store, threads: int
) -> tuple[Spec | CountedSpec, dict[str, Any]]:
    """The study with the worlds of each cell in its plan, by a pilot if it asks for one.

    The pilot's answer is a function of the study; it is kept in the folder so that it is played
    once.
    """
    if spec.worlds or not isinstance(spec, Spec):
        return spec, {}
    path = folder.folder / "worlds.json"
    kept = store.read_json(path)
    if kept is None or kept.get("id") != id:
        cells, base = worlds.pilot(spec.plan, threads)
        deals = worlds.choose(cells, base)
        kept = {"id": id, "worlds": worlds.described(deals, cells, base)}
        store.write_file(path, json.dumps(kept, indent=1).encode())
    about = {"worlds": kept["worlds"]}
    return replace(spec, plan=spec.plan.with_deals(about["worlds"]["worlds_by_cell"])), about


def limits(spec: Spec | CountedSpec, max_rounds: int | None, max_seconds: float | None) -> Stop:
    """The study's limits with those of one run in their place."""
    stop = spec.stop
    if max_rounds is not None:
        if max_rounds < 0:
            raise StudyError(f"max_rounds = {max_rounds}: allowed: 0 (none) or more")
        stop = replace(
            stop, max_rounds=max_rounds, max_seconds=0 if max_rounds else stop.max_seconds
        )
    if max_seconds is not None:
        if not 0 <= max_seconds < math.inf:
            raise StudyError(f"max_seconds = {max_seconds}: allowed: 0 (none) or more")
        stop = replace(stop, max_seconds=max_seconds)
    return stop


def with_limits(spec: Spec | CountedSpec, stop: Stop) -> dict[str, Any]:
    """The study's TOML with the limits of this run, for ``resume``."""
    kept = dict(spec.data.get("stop", {}))
    kept["max_rounds"] = stop.max_rounds
    kept["max_seconds"] = stop.max_seconds
    return {**spec.data, "stop": kept}


def opened(out: str | os.PathLike[str]) -> tuple[Spec | CountedSpec, Store, list[str]]:
    """A study's folder: its study, checked against its id, and the logs its spots came from."""
    folder = Store(out)
    header = folder.header()
    spec = replace(read(folder.folder / "study.toml"), name=str(header["source"]["study"]))
    spots_from = [str(p) for p in header["source"]["spots_from"]]
    if not spots_from:
        folder.check(spec.id, spec.identity)
    return spec, folder, spots_from


def resume(
    out: str | os.PathLike[str],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    max_rounds: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> Ended:
    """Go on with the study of a folder, by the limits of its last run or new ones.

    An interrupted run that is resumed ends with the same bytes as one that was not.
    """
    spec, _, spots_from = opened(out)
    return run(
        spec,
        out,
        threads=threads,
        executor=executor,
        max_rounds=max_rounds,
        max_seconds=max_seconds,
        spots_from=spots_from,
        progress=progress,
    )


def run_blocks(
    spec: Spec | CountedSpec,
    out: str | os.PathLike[str],
    first: int,
    last: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Play the blocks ``first`` to ``last - 1`` only, for `merge`; says how many are stored.

    Ranges of one study played on several machines are joined by :func:`merge`.
    """
    if not 0 <= first < last:
        raise StudyError(f"blocks {first}:{last}: allowed: A:B with 0 <= A < B")
    threads = default_threads() if threads is None else threads
    folder = Store(out)
    started: dict[str, Any] = {"study": spec.name, "spots_from": []}
    folder.begin(spec.id, spec.identity, started, dump_toml(spec.data))
    with folder.lock(), _interrupts() as interrupted:
        spec, about = with_worlds(spec, spec.id, folder, threads)
        run_ = _Run(
            spec,
            spec.id,
            folder,
            source_of(spec, threads),
            "",
            threads,
            progress=progress or Silent(),
            interrupted=interrupted,
            most=last,
            about=about,
        )
        run_.at = first
        for target in run_.targets():
            if target > first:
                run_.reach(target)
    return last - first


def merge(out: str | os.PathLike[str], folders: Sequence[str | os.PathLike[str]]) -> Result:
    """Join ranges of blocks of one study into the folder `out`, and write the result.

    The result is that of the longest complete prefix; ranges beyond a gap are kept for later.

    Raises
    ------
    StudyError
        The folders are not all of one study, engine and rules (what differs is named), two of
        them disagree about the same blocks, or block 0 is in none.
    """
    check_extra()
    if not folders:
        raise StudyError("merge: name at least one folder")
    spec, first, spots_from = opened(folders[0])
    header = first.header()
    if spots_from:
        raise StudyError("merge: studies of real rounds are run whole, not in ranges")
    folder = Store(out)
    folder.begin(header["id"], header["identity"], header["source"], dump_toml(spec.data))
    with folder.lock():
        for path in folders:
            other = Store(path)
            other.check(header["id"], header["identity"])
            for shard in other.shards():
                _copy(shard, folder, spec)
        known = store.read_json(first.folder / "worlds.json")
        if known is not None and known.get("id") == header["id"]:
            store.write_file(folder.folder / "worlds.json", json.dumps(known, indent=1).encode())
        spec, about = with_worlds(spec, header["id"], folder, 1)
        run_ = _Run(
            spec,
            header["id"],
            folder,
            source_of(spec, 1),
            f"oshihiki study run {shlex.quote(spec.name)}",
            1,
            about=about,
        )
        way = store.reachable(run_.shards, 0, max((s.last for s in run_.shards), default=0))
        if not way:
            raise StudyError(f"{folder.folder}: no range begins with block 0")
        run_.most = way[-1].last
        for target in run_.targets():
            run_.take_stored(target)
            if run_.at == target:
                run_.look()
        assert run_.last is not None
        run_.last.write(folder.folder)
    return run_.last


def _copy(shard: Shard, folder: Store, spec: Spec | CountedSpec) -> None:
    size = spec.size
    tally = folder.read_shard(shard, spec.id, size)
    target = replace(shard, path=folder.shards_folder / shard.name)
    if target.path.exists():
        if folder.read_shard(target, spec.id, size) != tally:
            raise StudyError(
                f"{shard.path} and {target.path} disagree about the same blocks; one is damaged"
            )
        return
    folder.write_shard(spec.id, shard.first, shard.last, tally)
