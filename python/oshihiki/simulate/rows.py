"""Rounds and matches of a simulation as Parquet files."""

from __future__ import annotations

import os
from typing import Any

__all__ = ["Rows"]


class Rows:
    """Rounds and matches as Parquet, in groups of fixed size so that threads leave no trace."""

    _GROUP = 16384

    def __init__(self, folder: str | os.PathLike[str], players: int) -> None:
        from pathlib import Path

        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            from oshihiki.errors import Error

            raise Error("rows are Parquet files: install 'oshihiki[study]'") from error
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        seats = pa.list_(pa.int8())
        points = pa.list_(pa.int32(), players)
        schemas = {
            "rounds": pa.schema(
                [
                    ("match", pa.uint64()),
                    ("round", pa.int32()),
                    ("redeal", pa.int8()),
                    ("wind", pa.int8()),
                    ("dealer", pa.int8()),
                    ("honba", pa.int16()),
                    ("deposits", pa.int16()),
                    ("outcome", pa.string()),
                    ("winners", seats),
                    ("payer", pa.int8()),
                    ("tenpai", seats),
                    ("riichi", seats),
                    ("called", seats),
                    ("decisions", pa.int32()),
                    ("points", points),
                    ("delta", points),
                    ("scores", points),
                ]
            ),
            "matches": pa.schema(
                [
                    ("match", pa.uint64()),
                    ("rounds", pa.int32()),
                    ("scores", points),
                    ("rank", points),
                    ("result", points),
                ]
            ),
        }
        self._pa = pa
        self._schemas = schemas
        self._waiting: dict[str, list[dict[str, Any]]] = {name: [] for name in schemas}
        self._writers = {
            name: pq.ParquetWriter(self._temporary(name), schema)
            for name, schema in schemas.items()
        }

    def _temporary(self, name: str) -> str:
        return str(self._folder / f".{name}.parquet.tmp")

    def add(self, name: str, rows: list[dict[str, Any]]) -> None:
        waiting = self._waiting[name]
        waiting += rows
        while len(waiting) >= self._GROUP:
            self._write(name, waiting[: self._GROUP])
            del waiting[: self._GROUP]

    def _write(self, name: str, rows: list[dict[str, Any]]) -> None:
        table = self._pa.Table.from_pylist(rows, schema=self._schemas[name])
        self._writers[name].write_table(table, row_group_size=self._GROUP)

    def close(self) -> None:
        for name, writer in self._writers.items():
            if self._waiting[name]:
                self._write(name, self._waiting[name])
            writer.close()
            with open(self._temporary(name), "rb+") as file:
                os.fsync(file.fileno())
            os.replace(self._temporary(name), self._folder / f"{name}.parquet")
