"""Ranges of a study's blocks: played apart, on several machines, and joined."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study import store
from oshihiki.study.any_result import check_extra
from oshihiki.study.counted import CountedSpec
from oshihiki.study.driver import Driver, Result
from oshihiki.study.fork_spec import Spec
from oshihiki.study.interrupts import interrupts
from oshihiki.study.looks import up_to
from oshihiki.study.progress import Progress, Silent
from oshihiki.study.run import opened
from oshihiki.study.sources import default_threads
from oshihiki.study.store import Shard, Store
from oshihiki.study.toml import dump_toml
from oshihiki.study.worlds import with_worlds

__all__ = ["merge", "run_blocks"]


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
    with folder.lock(), interrupts() as interrupted:
        spec, about = with_worlds(spec, spec.id, folder, threads)
        driver = Driver(
            spec,
            spec.id,
            folder,
            spec.source(threads),
            "",
            threads,
            progress=progress or Silent(),
            interrupted=interrupted,
            most=last,
            about=about,
        )
        driver.at = first
        for target in up_to(driver.most):
            if target > first:
                driver.reach(target)
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
        driver = Driver(
            spec,
            header["id"],
            folder,
            spec.source(1),
            f"oshihiki study run {shlex.quote(spec.name)}",
            1,
            about=about,
        )
        way = store.reachable(driver.shards, 0, max((s.last for s in driver.shards), default=0))
        if not way:
            raise StudyError(f"{folder.folder}: no range begins with block 0")
        driver.most = way[-1].last
        for target in up_to(driver.most):
            driver.take_stored(target)
            if driver.at == target:
                driver.look()
        assert driver.last is not None
        driver.last.write(folder.folder)
    return driver.last


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
