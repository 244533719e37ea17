"""Runs a study in a folder, or goes on with one.

A result is a function of the study's id and of the number of blocks; how a run comes to them
is said in :mod:`oshihiki.study.driver`.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from oshihiki.errors import StudyError
from oshihiki.study import fields_run
from oshihiki.study.any_result import check_extra
from oshihiki.study.any_spec import hash_of
from oshihiki.study.counted import CountedSpec
from oshihiki.study.driver import Driver, Ended
from oshihiki.study.elsewhere import Elsewhere
from oshihiki.study.fork_spec import Spec
from oshihiki.study.interrupts import interrupts
from oshihiki.study.limits import limits, with_limits
from oshihiki.study.progress import Progress, Silent
from oshihiki.study.result import StudyResult
from oshihiki.study.rows import Rows
from oshihiki.study.sources import Source, default_threads
from oshihiki.study.spec import read
from oshihiki.study.spots import RealRounds
from oshihiki.study.store import Store
from oshihiki.study.toml import dump_toml
from oshihiki.study.worlds import with_worlds

__all__ = ["opened", "resume", "run"]


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
    folder = Path(out)
    threads = default_threads() if threads is None else threads
    ended = _run(
        *(spec, folder, threads, executor, spots_from, progress or Silent()),
        max_rounds=max_rounds,
        max_seconds=max_seconds,
    )
    if not isinstance(spec, Spec) or not spec.fields:
        return ended
    assert isinstance(ended.result, StudyResult)
    size = ended.result.rounds_played

    def play(there: Spec, at: Path) -> StudyResult:
        found = _run(
            *(there, at, threads, executor, spots_from, progress or Silent()), max_rounds=size
        ).result
        assert isinstance(found, StudyResult)
        return found

    result = fields_run.add(spec, ended.result, folder, play)
    result.write(folder)
    return replace(ended, result=result)


def _run(
    spec: Spec | CountedSpec,
    out: Path,
    threads: int,
    executor: Executor | None,
    spots_from: Sequence[str | os.PathLike[str]],
    progress: Progress,
    *,
    max_rounds: int | None = None,
    max_seconds: float | None = None,
) -> Ended:
    """The study itself, without its fields."""
    check_extra()
    started = time.monotonic()
    stop = limits(spec, max_rounds, max_seconds)
    if not 1 <= threads <= 1024:
        raise StudyError(f"threads = {threads}: allowed: 1 to 1024")
    identity = dict(spec.identity)
    real = _recorded(spec, spots_from, executor, threads)
    command = f"oshihiki study run {shlex.quote(spec.name)}"
    if real is not None:
        identity["spots"] = real.identity
        command += "".join(f" --spots-from {shlex.quote(os.fspath(p))}" for p in spots_from)
    identity_hash = hash_of(identity)
    folder = Store(out)
    begun = {"study": spec.name, "spots_from": [os.fspath(p) for p in spots_from]}
    folder.begin(identity_hash, identity, begun, dump_toml(with_limits(spec, stop)))
    with folder.lock(), interrupts() as interrupted:
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
        else:
            source = spec.source(threads) if executor is None else _elsewhere(spec, executor)
        most = -(-stop.max_rounds // spec.block) if stop.max_rounds else None
        if source.limit is not None:
            most = source.limit if most is None else min(most, source.limit)
        ended = Driver(
            spec,
            identity_hash,
            folder,
            source,
            command,
            threads,
            goal=stop.half_width,
            most=most,
            seconds=stop.max_seconds,
            progress=progress,
            interrupted=interrupted,
            about=about,
            started=started,
            rows=rows,
        ).go()
        ended.result.write(folder.folder)
    return ended


def _recorded(
    spec: Spec | CountedSpec,
    spots_from: Sequence[str | os.PathLike[str]],
    executor: Executor | None,
    threads: int,
) -> RealRounds | None:
    """The rounds of real logs, if there are any to be had."""
    if not spots_from:
        return None
    if executor is not None:
        raise StudyError("spots from logs are not played by an executor")
    if not isinstance(spec, Spec):
        raise StudyError(f"a study of kind {spec.kind} takes no spots from logs")
    return RealRounds(spec, spots_from, threads)


def _elsewhere(spec: Spec | CountedSpec, executor: Executor) -> Elsewhere:
    if not isinstance(spec, Spec):
        raise StudyError(f"a study of kind {spec.kind} is not played by an executor")
    if spec.predicate is not None:
        raise StudyError("a predicate in Python is not played by an executor")
    return Elsewhere(spec, executor)


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
