"""What a result of any kind is: a study's title and level, a table, and the files it is kept in."""

from __future__ import annotations

import csv
import io
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study.store import write_file

__all__ = ["AnyResult", "check_extra"]


def check_extra() -> None:
    """Refuse before the work, not after it, when the result could not be written."""
    if find_spec("pyarrow") is None:
        raise StudyError("a study needs pyarrow: pip install 'oshihiki[study]'")


class AnyResult(ABC):
    """What a study found: its table, ``merged.json``, ``cells.csv`` and ``cells.parquet``."""

    id: str
    spec: Mapping[str, Any]

    @property
    def title(self) -> str:
        """The study's title, else its id."""
        return str(self.spec.get("study", {}).get("title", self.id))

    @property
    def confidence(self) -> float:
        """Level of the intervals: ``stop.confidence`` of the spec, else 0.95."""
        return float(self.spec.get("stop", {}).get("confidence", 0.95))

    # What each kind says

    @abstractmethod
    def columns(self) -> list[tuple[str, type]]:
        """Name and type of each column of `rows`, of ``cells.csv`` and ``cells.parquet``."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The table; None where there is no number."""

    @abstractmethod
    def stored(self) -> dict[str, Any]:
        """What ``merged.json`` holds."""

    # Files

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
        write_file(Path(path), self.to_csv().encode())

    def write_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write ``cells.parquet``: the same columns, typed; needs pyarrow (extra ``study``).

        Read it with ``polars.read_parquet(path)`` or ``duckdb.sql("from 'cells.parquet'")``.
        """
        check_extra()
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
        schema = pa.schema(
            [pa.field(name, types[kind]) for name, kind in self.columns()],
            metadata={"oshihiki.study.id": self.id},
        )
        sink = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(self.rows(), schema=schema), sink)
        write_file(Path(path), sink.getvalue())

    def to_json(self) -> str:
        """The text of ``merged.json``; the same result gives the same bytes."""
        return json.dumps(self.stored(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write ``merged.json``, ``cells.csv`` and ``cells.parquet`` into a study's folder."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        write_file(target / "merged.json", self.to_json().encode())
        self.write_csv(target / "cells.csv")
        self.write_parquet(target / "cells.parquet")
