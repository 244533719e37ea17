"""What the kinds of study that are plain counts share: a table, its limits, its storage.

A *counted* study plays units (trials, walls) in blocks, sums a row of integers over them, and
makes one table of the sums. A fork study has cells and pairs besides, see
:mod:`oshihiki.study.result`; running, shards, looks and merging are the same for all.
"""

from __future__ import annotations

import csv
import io
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from oshihiki.errors import StudyError
from oshihiki.study import store

if TYPE_CHECKING:
    from oshihiki.study.run import Source
    from oshihiki.study.spec import Stop

__all__ = ["CountedResult", "CountedSpec", "kinds", "shown"]


@dataclass(frozen=True)
class CountedSpec(ABC):
    """A checked study of a counted kind; the attributes are those of `spec.Spec`."""

    data: Mapping[str, Any]
    name: str
    stop: Stop
    identity: Mapping[str, Any]

    kind: ClassVar[str]
    unit: ClassVar[str]  # what is counted, in the plural
    block: ClassVar[int]  # units of a block
    worlds: ClassVar[int] = 1

    @property
    def title(self) -> str:
        """The study's title."""
        return str(self.data["study"].get("title", self.name))

    @property
    def id(self) -> str:
        """SHA-256 over the canonical JSON of `identity`."""
        from oshihiki.study.spec import hash_of

        return hash_of(self.identity)

    def stored(self) -> dict[str, Any]:
        """The TOML as results keep it, without limits of size and seconds."""
        from oshihiki.study.spec import without_limits

        return without_limits(self.data)

    @property
    @abstractmethod
    def size(self) -> int:
        """Numbers of a tally."""

    @abstractmethod
    def source(self, threads: int) -> Source:
        """Plays its blocks."""

    @abstractmethod
    def result(self, blocks: int, units: int, counts: Sequence[int]) -> CountedResult:
        """The result of a prefix of blocks."""


@dataclass(frozen=True)
class CountedResult(store.OfStudy, ABC):
    """What a counted study found: exact sums, and the table made from them.

    Attributes
    ----------
    id, spec
        As in `StudyResult`.
    blocks, rounds_played
        Size: blocks from the first, and units (trials, walls) in them.
    counts
        The sums.
    meta
        Versions, engine, the exact command.
    """

    id: str
    spec: Mapping[str, Any]
    blocks: int
    rounds_played: int
    counts: tuple[int, ...]
    meta: Mapping[str, Any] = field(default_factory=dict)

    kind: ClassVar[str]
    unit: ClassVar[str]
    wrong: ClassVar[bool] = False

    @property
    def spots(self) -> int:
        """A counted study has none."""
        return 0

    # What each kind says

    @abstractmethod
    def columns(self) -> list[tuple[str, type]]:
        """Name and type of each column of `rows`."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The table."""

    @abstractmethod
    def half_widths(self) -> list[float]:
        """What ``stop.half_width`` refers to, one number a row; infinite with too little."""

    @abstractmethod
    def about(self) -> list[str]:
        """What it says and what it takes for granted, a paragraph each."""

    def verdict(self) -> str:
        """A line under the table; empty where there is nothing to say."""
        return ""

    # What they share

    def widest(self) -> float:
        """Widest half-width."""
        return max(self.half_widths(), default=float("inf"))

    def reached(self, half_width: float) -> tuple[int, int]:
        """Rows within a half-width, and all rows."""
        widths = self.half_widths()
        return sum(w <= half_width for w in widths), len(widths)

    def look(self) -> dict[str, Any]:
        """The size at a look."""
        return {"blocks": self.blocks, "rounds": self.rounds_played}

    def table(self) -> str:
        """Plain text for a terminal."""
        names = [name for name, _ in self.columns()]
        body = [[shown(row[name]) for name in names] for row in self.rows()]
        widths = [max(len(line[i]) for line in [names, *body]) for i in range(len(names))]
        lines = [
            "  ".join(t.rjust(w) for t, w in zip(x, widths, strict=True)) for x in [names, *body]
        ]
        return "\n".join([*lines, *([self.verdict()] if self.verdict() else [])]) + "\n"

    def print(self, console: Any = None) -> None:
        """Print the table."""
        if console is None:
            print(self.table(), end="")
        else:
            console.print(self.table(), markup=False, highlight=False)

    def to_csv(self) -> str:
        """The rows as CSV text; None is an empty field."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        names = [name for name, _ in self.columns()]
        writer.writerow(names)
        writer.writerows([row[name] for name in names] for row in self.rows())
        return out.getvalue()

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write ``cells.csv``."""
        store.write_file(Path(path), self.to_csv().encode())

    def write_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write ``cells.parquet``; needs pyarrow."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
        schema = pa.schema(
            [pa.field(name, types[kind]) for name, kind in self.columns()],
            metadata={"oshihiki.study.id": self.id},
        )
        sink = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(self.rows(), schema=schema), sink)
        store.write_file(Path(path), sink.getvalue())

    def to_json(self) -> str:
        """The text of ``merged.json``."""
        data = {
            "kind": self.kind,
            "id": self.id,
            "spec": self.spec,
            "blocks": self.blocks,
            "rounds_played": self.rounds_played,
            "counts": list(self.counts),
            "meta": self.meta,
        }
        return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write ``merged.json``, ``cells.csv`` and ``cells.parquet``."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        store.write_file(target / "merged.json", self.to_json().encode())
        self.write_csv(target / "cells.csv")
        self.write_parquet(target / "cells.parquet")


def shown(value: Any) -> str:
    """A value of a table as text for people."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{value:.5f}" if abs(value) < 1 else f"{value:,.2f}"
        return text.replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)


def kinds() -> dict[str, type[CountedResult]]:
    """The kinds by name."""
    from oshihiki.study.calibration import CalibrationResult
    from oshihiki.study.matches import MatchResult
    from oshihiki.study.race import RaceResult

    return {"calibration": CalibrationResult, "match": MatchResult, "race": RaceResult}


def read(data: Mapping[str, Any]) -> CountedResult:
    """A stored result of a counted kind, from the data of ``merged.json``."""
    try:
        return kinds()[data["kind"]](
            id=data["id"],
            spec=data["spec"],
            blocks=data["blocks"],
            rounds_played=data["rounds_played"],
            counts=tuple(data["counts"]),
            meta=data["meta"],
        )
    except (KeyError, TypeError) as error:
        raise StudyError(f"not a study's result: {error}") from error
