"""A position's folder: how the position is found again, and what was played of its worlds.

It is a study's folder (:mod:`oshihiki.study.store`): ``identity.json``, ``study.toml`` with the
limits of the last run, and ``shards/``, here of worlds instead of blocks; ``merged.json`` and
``report.html`` when a run ends. A shard never crosses a look, and which actions are left out is
decided at looks from the sums up to there, so the shards of any run serve every other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from oshihiki.study import store
from oshihiki.study.decision import Position
from oshihiki.study.store import Store, Tally
from oshihiki.study.toml import dump_toml

__all__ = ["Kept", "begun"]


class Kept:
    """The stored worlds of a position, and those that are not stored yet."""

    def __init__(self, folder: Store, id: str) -> None:
        self.folder = folder
        self.id = id
        self.shards = folder.shards()
        self.begun = self.flushed = time.monotonic()
        self._fresh: tuple[int, int, list[int], list[int], list[int]] | None = None

    def take(self, first: int, end: int, size: Callable[[int], int]) -> Tally | None:
        """A stored range from world `first` that leads on, within `end`; `size`: of how many
        numbers one of so many worlds is."""
        way = store.reachable(self.shards, first, end)
        if not way:
            return None
        self.flush()
        return self.folder.read_shard(way[0], self.id, size(way[0].last - way[0].first))

    def before(self, first: int, end: int) -> int:
        """Where to stop playing: the next stored world after `first`, else `end`."""
        return store.next_stored(self.shards, first, end)

    def add(
        self, first: int, last: int, sums: list[int], rows: Sequence[int], end: Sequence[int]
    ) -> None:
        """Sums of the worlds ``first .. last - 1``, which follow on those added before; numbers
        of them that are not summed; and what is so at their end."""
        rows = list(rows)
        if self._fresh is not None:
            first, _, before, those, _ = self._fresh
            sums = [a + b for a, b in zip(before, sums, strict=True)]
            rows = those + rows
        self._fresh = first, last, sums, rows, list(end)
        if store.is_due(self.flushed, self.begun):
            self.flush()

    def flush(self) -> None:
        """Store what was added."""
        if self._fresh is None:
            return
        first, last, sums, rows, end = self._fresh
        tally = Tally(last - first, 0, sums + rows + end)
        self.shards.append(self.folder.write_shard(self.id, first, last, tally))
        self._fresh = None
        self.shards.sort()
        self.flushed = time.monotonic()


@contextmanager
def begun(
    out: str | Path,
    position: Position,
    id: str,
    identity: Mapping[str, Any],
    stop: Mapping[str, Any],
    model: str | Path | None,
) -> Iterator[Kept]:
    """Make the folder, or check that it holds the same position asked in the same way.

    Raises
    ------
    StudyError
        The folder holds another one, and what differs; or something else.
    """
    folder = Store(out)
    given: dict[str, Any] = {"study": {"kind": "position"}}
    if model is not None:
        given["measure"] = {"model": str(Path(model).resolve())}
    folder.begin(id, identity, _source(position), dump_toml({**given, "stop": dict(stop)}))
    with folder.lock():
        yield Kept(folder, id)


def _source(position: Position) -> dict[str, Any]:
    """How :func:`oshihiki.study.position_resume.position_of` finds the position again: where it
    was read, else the round as it stands."""
    if position.origin:
        return dict(position.origin)
    round_ = position.round
    return {
        "rules": round_.rules.to_dict(),
        "state": round_.to_dict(),
        "seat": position.seat,
        "where": position.where,
        "code": position.code,
    }
