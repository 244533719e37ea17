"""A study's folder: what was asked, and the finished shards.

A shard holds the exact sums of a range of consecutive blocks. It is written under a temporary
name, synced, then renamed, so a shard that is there is whole. Shards may come from any run and
any machine: as long as their id is the same, the sums of a range are the same, and where ranges
overlap any way through them gives the same total.

The files: ``study.toml`` (the study with the limits of its last run), ``identity.json`` (what
decides its numbers, their hash, and how it was started), ``shards/<first>-<last>.json``; and,
written when a run ends, ``merged.json``, ``cells.csv``, ``cells.parquet``, ``report.html``.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError

__all__ = ["Shard", "Store", "Tally", "differing"]

_MOST = 2**63 - 1
_FLUSH_LEAST = 2.0  # seconds of work that a killed run may lose, at first;
_FLUSH_SHARE = 0.02  # later this share of the time so far, so that shards stay few


@dataclass
class Tally:
    """Exact sums of a number of blocks: a flat row of integers, cell after cell."""

    rounds: int
    spots: int
    cells: list[int]
    rows: bytes = field(default=b"", compare=False, repr=False)
    """Of a block: a row each spot as the core packs them, if asked for; sums have none."""

    @classmethod
    def empty(cls, size: int) -> Tally:
        """No rounds yet; `size` is cells times fields."""
        return cls(0, 0, [0] * size)

    def add(self, other: Tally) -> None:
        """Add exactly; a sum that leaves 64 bits is an error."""
        if len(other.cells) != len(self.cells):
            raise StudyError(f"tallies of {len(self.cells)} and {len(other.cells)} numbers")
        self.rounds += other.rounds
        self.spots += other.spots
        self.cells = [a + b for a, b in zip(self.cells, other.cells, strict=True)]
        if self.cells and (max(self.cells) > _MOST or min(self.cells) < -_MOST - 1):
            raise StudyError("a tally does not fit 64 bits; use fewer rounds")

    def copy(self) -> Tally:
        """Another one with the same sums."""
        return Tally(self.rounds, self.spots, list(self.cells))


@dataclass(frozen=True, order=True, slots=True)
class Shard:
    """A stored range of blocks: from `first`, up to but without `last`."""

    first: int
    last: int
    path: Path

    @property
    def name(self) -> str:
        """File name."""
        return shard_name(self.first, self.last)


def shard_name(first: int, last: int) -> str:
    """File name of a range of blocks."""
    return f"{first:09d}-{last:09d}.json"


def write_file(path: Path, data: bytes) -> None:
    """Write under a temporary name, sync, rename: nobody ever sees half a file."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    with suppress(OSError):  # not every system can sync a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def read_json(path: Path) -> dict[str, Any] | None:
    """What a file holds; None if it is not there or cannot be read."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None


def differing(a: Any, b: Any, at: str = "") -> list[str]:
    """The key paths at which two identities differ, with both values."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        out = []
        for key in [*a, *(k for k in b if k not in a)]:
            path = f"{at}.{key}" if at else str(key)
            out += differing(a.get(key), b.get(key), path)
        return out
    if _plain(a) == _plain(b):
        return []
    return [f"{at} ({_short(a)} there, {_short(b)} here)"]


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Store:
    """One study's folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.shards_folder = self.folder / "shards"

    # Identity

    @property
    def exists(self) -> bool:
        """Whether the folder holds a study."""
        return (self.folder / "identity.json").is_file()

    def header(self) -> dict[str, Any]:
        """What ``identity.json`` says: ``id``, ``identity``, ``source``."""
        path = self.folder / "identity.json"
        try:
            data = json.loads(path.read_bytes())
            if not isinstance(data, dict) or not {"id", "identity", "source"} <= data.keys():
                raise ValueError("keys are missing")
            return data
        except OSError as error:
            raise StudyError(f"{self.folder}: not a study's folder: {error.strerror}") from error
        except ValueError as error:
            raise StudyError(f"{path}: cannot be read: {error}") from error

    def begin(self, id: str, identity: Mapping[str, Any], source: Any, toml: str) -> bool:
        """Make the folder, or check that it holds the same study; says whether it did already.

        Raises
        ------
        StudyError
            The folder holds another study (the differing keys are named) or something else.
        """
        known = self.exists
        if known:
            self.check(id, identity)
        elif self.folder.exists() and (not self.folder.is_dir() or self._holds_something()):
            raise StudyError(
                f"{self.folder}: exists and is not a study's folder; choose another with --out"
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._sweep()
            # The identity first: a folder that has it can always be gone on with.
            if not known:
                header = {"id": id, "source": source, "identity": identity}
                text = json.dumps(header, indent=1, ensure_ascii=False) + "\n"
                write_file(self.folder / "identity.json", text.encode())
            write_file(self.folder / "study.toml", toml.encode())
            self.shards_folder.mkdir(exist_ok=True)
        except OSError as error:
            raise StudyError(f"{self.folder}: cannot be written: {error.strerror}") from error
        return known

    def check(self, id: str, identity: Mapping[str, Any]) -> None:
        """Refuse another id than the folder's, naming what differs."""
        header = self.header()
        if header["id"] == id:
            return
        what = differing(header["identity"], identity)
        raise StudyError(
            f"{self.folder}: holds another study (id {header['id'][:12]}, this one is {id[:12]}); "
            f"results of different studies are not mixed. They differ in "
            f"{'; '.join(what[:5]) or 'their id only'}"
            + (f" and {len(what) - 5} more" if len(what) > 5 else "")
        )

    def _holds_something(self) -> bool:
        """Anything but what a run that was killed at once left half-written."""
        return any(not path.match(".*.tmp") for path in self.folder.iterdir())

    def _sweep(self) -> None:
        """Remove what a killed run left half-written."""
        for folder in (self.folder, self.shards_folder):
            for path in folder.glob(".*.tmp"):
                path.unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Only one run at a time works in a folder; the lock ends with its process."""
        try:
            import fcntl
        except ImportError:  # no such lock on this system
            yield
            return
        with (self.folder / ".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StudyError(f"{self.folder}: another run is at work in this folder") from None
            yield

    # Shards

    def shards(self) -> list[Shard]:
        """All stored ranges, by first block."""
        found = []
        for path in self.shards_folder.glob("*-*.json"):
            first, _, last = path.stem.partition("-")
            if not path.name.startswith(".") and first.isdigit() and last.isdigit():
                found.append(Shard(int(first), int(last), path))
        return sorted(found)

    def write_shard(self, id: str, first: int, last: int, tally: Tally) -> Shard:
        """Store the sums of a range of blocks."""
        data = {
            "id": id,
            "first": first,
            "last": last,
            "rounds": tally.rounds,
            "spots": tally.spots,
            "cells": tally.cells,
        }
        path = self.shards_folder / shard_name(first, last)
        write_file(path, json.dumps(data, separators=(",", ":")).encode())
        return Shard(first, last, path)

    def read_shard(self, shard: Shard, id: str, size: int) -> Tally:
        """The sums of a stored range.

        Raises
        ------
        StudyError
            The file is damaged or of another study.
        """
        try:
            data = json.loads(shard.path.read_bytes())
            tally = Tally(data["rounds"], data["spots"], data["cells"])
            if (data["first"], data["last"]) != (shard.first, shard.last):
                raise ValueError("its range is not that of its name")
            if len(tally.cells) != size or not all(type(x) is int for x in tally.cells):
                raise ValueError(f"it does not hold {size} numbers")
            other = data["id"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StudyError(
                f"{shard.path}: damaged: {error!s}; remove it and its blocks are played again"
            ) from error
        if other != id:
            raise StudyError(f"{shard.path}: of another study (id {other[:12]}, not {id[:12]})")
        return tally


def reachable(shards: Iterable[Shard], start: int, end: int) -> list[Shard]:
    """Consecutive shards from block `start` that lead as far as possible, at most to `end`."""
    way: dict[int, tuple[Shard, ...]] = {start: ()}
    for shard in shards:  # by first block, so a way to it is complete
        if shard.first in way and shard.last <= end and shard.last not in way:
            way[shard.last] = (*way[shard.first], shard)
    return list(way[max(way)])


def next_stored(shards: Sequence[Shard], start: int, end: int) -> int:
    """The first block after `start` at which a stored range within `end` begins, else `end`."""
    return min((s.first for s in shards if s.first > start and s.last <= end), default=end)


def is_due(flushed: float, begun: float) -> bool:
    """Whether a run that began and last stored something at those times (of `time.monotonic`) has
    worked so long since that a shard should be written."""
    now = time.monotonic()
    return now - flushed >= max(_FLUSH_LEAST, _FLUSH_SHARE * (now - begun))
