"""The result of a fork study: exact tallies by cell, and every table made from them.

``merged.json`` holds what :meth:`StudyResult.to_json` writes::

    {"id", "spec", "blocks", "rounds_played", "spots",
     "cells": [{"keys": {axis: label}, "tally": {field: int}}], "meta"}

:mod:`oshihiki.study.cell` says what the fields of a tally are.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study import columns, table
from oshihiki.study.cell import Cell, Pair, tally_fields
from oshihiki.study.estimates import Estimates

__all__ = ["StudyResult"]


@dataclass(frozen=True)
class StudyResult(Estimates):
    """What a study found, with all that identifies it.

    Attributes
    ----------
    id
        Hash of what decides the numbers (rules, strategies, spot, arms, cells, key, engine).
    spec
        The study's TOML as a dict.
    blocks, rounds_played, spots
        Size: whole blocks of 4,096 rounds from address 0, rounds in them, spots found.
    cells
        Every cell of the study, also empty ones, in the order of the axes.
    meta
        Versions, engine signature, the exact command, where the spots came from, and so on.
        ``meta["looks"]``, if there, is a list of :meth:`look` at successive sizes.
    """

    def __post_init__(self) -> None:
        _check(self)

    # Tables

    def columns(self) -> list[tuple[str, type]]:
        """Name and type of each column of :meth:`rows`, of ``cells.csv`` and ``cells.parquet``."""
        return columns.columns(self)

    def rows(self, confidence: float | None = None) -> list[dict[str, Any]]:
        """One dict a cell and pair.

        Columns: the cell's keys, ``pair``, ``n`` (spots), ``ev_<arm>`` for all arms,
        ``difference``, ``low``, ``high`` (simultaneous over cells), ``low_any``, ``high_any``
        (also over looks); of the first arm's first tile ``ronned`` (the share that was), ``loss``
        (mean loss then), ``ev_passed`` (mean value if not), ``break_even`` with its Fieller
        interval ``break_even_low``, ``break_even_high``; the rates ``<rate>_<arm>`` as shares of
        spots, ``mean_win_<arm>`` and ``mean_deal_in_<arm>``, ``ev_low_<arm>``, ``ev_high_<arm>``,
        ``part_<end>_<arm>`` (the EV by the way the round ended), ``clusters``,
        ``standard_error``, ``worlds`` a spot, and how many times fewer spots were needed by
        pairing and by further worlds; where matches were played on, for how many spots
        (``played_on``), the model's ``bias`` and the difference ``corrected`` by it, with
        intervals; after a run over fields ``difference_<field>`` and their range ``field_low``,
        ``field_high``. Values in points. None stands where there is no number: no spot, or too
        few clusters for an interval.
        """
        return columns.rows(self, confidence)

    def table(self, pair: Pair | None = None) -> str:
        """Plain text table for a terminal, one block a pair."""
        return table.plain(self, self.pairs if pair is None else (pair,))

    def print(self, console: Any = None) -> None:
        """Print the table with ``rich`` to a `rich.console.Console` (default: standard output)."""
        table.print_rich(self, console)

    # Storage

    def stored(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "spec": self.spec,
            "blocks": self.blocks,
            "rounds_played": self.rounds_played,
            "spots": self.spots,
            "cells": [{"keys": c.keys, "tally": c.tally} for c in self.cells],
            "meta": self.meta,
        }

    @classmethod
    def from_json(cls, text: str | bytes) -> StudyResult:
        """Read the text of ``merged.json``; raises `StudyError` if it does not hold together."""
        try:
            data = json.loads(text)
            return cls(
                id=data["id"],
                spec=data["spec"],
                blocks=data["blocks"],
                rounds_played=data["rounds_played"],
                spots=data["spots"],
                cells=tuple(Cell(c["keys"], c["tally"]) for c in data["cells"]),
                meta=data["meta"],
            )
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, StudyError):
                raise
            what = f"no {error}" if isinstance(error, KeyError) else error
            raise StudyError(f"not a study's result: {what}") from error

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> StudyResult:
        """Read a study's folder, or its ``merged.json``."""
        file = Path(path)
        if file.is_dir():
            file = file / "merged.json"
        try:
            return cls.from_json(file.read_bytes())
        except OSError as error:
            raise StudyError(f"{file}: no result to read: {error.strerror}") from error
        except StudyError as error:
            raise StudyError(f"{file}: {error}") from error


def _check(result: StudyResult) -> None:
    """Refuse tallies that cannot be: a mixed or cut file must not become a table."""
    arms, pairs = result.arms, result.pairs
    for pair in pairs:
        for arm in (pair.a, pair.b):
            if arm not in arms:
                raise StudyError(
                    f"compare.pairs: unknown arm {arm!r}; the arms are {', '.join(arms)}"
                )
    wanted = tally_fields(arms, pairs)
    names = {name for name, _ in result.columns()[len(result.axes) :]}
    for axis in result.axes:
        if axis in names:
            raise StudyError(f"cells: an axis may not be named {axis!r}, a column has that name")
    for cell in result.cells:
        where = "cell " + ", ".join(f"{k}={v}" for k, v in cell.keys.items())
        if tuple(cell.keys) != result.axes:
            raise StudyError(f"{where}: its keys are not {', '.join(result.axes)}")
        missing = [name for name in wanted if type(cell.tally.get(name)) is not int]
        if missing:
            raise StudyError(f"{where}: no integer {missing[0]!r} in the tally")
        if not 0 <= cell.clusters <= cell.n <= cell.tally["n2"]:
            raise StudyError(f"{where}: rounds, n and n2 must rise from 0")
        if cell.n and (cell.weight < 1 or cell.n % cell.weight):
            raise StudyError(f"{where}: n is not a multiple of the spots' weight")
        for pair in pairs:
            d = cell.tally[f"pair.{pair.name}.d"]
            if d != cell.arm(pair.a, "value") - cell.arm(pair.b, "value"):
                raise StudyError(
                    f"{where}: the difference of {pair.name} is not that of the arms' values"
                )
