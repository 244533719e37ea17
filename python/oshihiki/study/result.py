"""The result of a fork study: exact tallies by cell, and every table made from them.

``merged.json`` holds what :meth:`StudyResult.to_json` writes::

    {"id", "spec", "blocks", "rounds_played", "spots",
     "cells": [{"keys": {axis: label}, "tally": {field: int}}], "meta"}

Tally fields, exact 64-bit integers, points in hundreds. ``rounds``: rounds with a spot in the
cell; ``spots``; ``weight``, the spots by their weights, and ``weight2``, the sum of its squares a
round; ``n``, that weight times the worlds each spot was played through, and ``n2``; ``steps``,
decisions played in re-deals. Every other sum is over the worlds too. For each arm
``arm.<arm>.<field>`` with `ARM_FIELDS`: value, ends, points of hands, value by end, first tiles
ronned and the value then, and sums over rounds of products: of the value V (``v2``, ``vn``), of
the ronned tiles Q and their value L (``q2 qn ql qv l2 ln lv``), of the value F in the dealt world
alone (``first2``, ``firstn``: times the weight, ``first``). For each pair ``pair.<a>-<b>.<field>``
with `PAIR_FIELDS`: the difference D (``d``, ``d2``, ``dn``), Q and L of a times V of b, and
``first_d2``, ``first_dn`` of the dealt world. What begins with ``on_`` is said in
:mod:`oshihiki.study.played_on`.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study import stats
from oshihiki.study.store import OfStudy, write_file

__all__ = [
    "ARM_FIELDS",
    "BLOCK_ROUNDS",
    "OUTCOMES",
    "PAIR_FIELDS",
    "RATES",
    "Cell",
    "Pair",
    "StudyResult",
]

BLOCK_ROUNDS = 4096
"""Rounds of a block; N is always a whole number of blocks."""

OUTCOMES = (
    "win",
    "deal_in",
    "other_tsumo",
    "lateral",
    "draw_tenpai",
    "draw_noten",
    "abort",
)
"""How a round ends for the hero; each spot counts in exactly one."""

RATES = ("win", "tsumo", *OUTCOMES[1:])
"""Counted outcomes, as columns; ``tsumo`` is the part of ``win`` by own draw."""

ARM_FIELDS = (
    *("value", *RATES, "win_points", "deal_in_points"),
    *(f"{outcome}_value" for outcome in OUTCOMES),
    *("ronned", "ronned_value", "v2", "vn", "q2", "qn", "ql", "qv", "l2", "ln", "lv"),
    *("first2", "firstn", "first"),
)
"""Fields of one arm in a tally."""

PAIR_FIELDS = ("d", "d2", "dn", "qf", "lf", "first_d2", "first_dn")
"""Fields of one pair in a tally."""

_BREAK_EVEN = (
    *("ronned", "loss", "ev_passed"),
    *("break_even", "break_even_low", "break_even_high"),
)
_PLAYED_ON = (
    *("played_on", "bias", "bias_low", "bias_high"),
    *("corrected", "corrected_low", "corrected_high"),
)
_POINTS_DIGITS = 6  # digits kept in tables: the last bits of log and of the
_RATE_DIGITS = 9  # normal quantile may differ between machines, these do not


@dataclass(frozen=True, slots=True)
class Pair:
    """Two arms that are compared: the difference is ``a`` minus ``b``."""

    a: str
    b: str

    @property
    def name(self) -> str:
        """As in tables: ``push_once-fold_once``."""
        return f"{self.a}-{self.b}"


@dataclass(frozen=True)
class Cell:
    """A group of spots: its labels by axis, and its exact tally."""

    keys: Mapping[str, str]
    tally: Mapping[str, int]

    @property
    def n(self) -> int:
        """Worlds played: what sums over ends are divided by."""
        return self.tally["n"]

    @property
    def weight(self) -> int:
        """Spots, by their weights; what tables call n."""
        return self.tally["weight"]

    @property
    def deals(self) -> int:
        """Worlds a spot was played through; 1 without a spot."""
        return self.n // self.weight if self.weight else 1

    @property
    def clusters(self) -> int:
        """Rounds with at least one spot in the cell."""
        return self.tally["rounds"]

    def arm(self, arm: str, name: str) -> int:
        """One field of an arm, see `ARM_FIELDS`."""
        return self.tally[f"arm.{arm}.{name}"]

    def draws(self, arm: str) -> int:
        """Spots whose round ended without a winner."""
        return sum(self.arm(arm, name) for name in ("draw_tenpai", "draw_noten", "abort"))

    def moments(self, pair: Pair) -> stats.Moments:
        """The sums from which the difference of a pair follows."""
        d, d2, dn = (self.tally[f"pair.{pair.name}.{x}"] for x in ("d", "d2", "dn"))
        return stats.Moments(self.clusters, self.n, self.tally["n2"], d, d2, dn)

    def value_moments(self, arm: str) -> stats.Moments:
        """The sums from which the mean value of an arm follows."""
        v, v2, vn = (self.arm(arm, x) for x in ("value", "v2", "vn"))
        return stats.Moments(self.clusters, self.n, self.tally["n2"], v, v2, vn)

    def dealt_moments(self, pair: Pair) -> stats.Moments:
        """The same as `moments` had every spot been played in the dealt world alone."""
        d = self.arm(pair.a, "first") - self.arm(pair.b, "first")
        d2, dn = (self.tally[f"pair.{pair.name}.first_{x}"] for x in ("d2", "dn"))
        return stats.Moments(self.clusters, self.weight, self.tally["weight2"], d, d2, dn)

    def unpaired_moments(self, pair: Pair) -> tuple[stats.Moments, stats.Moments]:
        """Of the two arms in the dealt worlds, each for itself."""
        a, b = (
            stats.Moments(
                self.clusters,
                self.weight,
                self.tally["weight2"],
                *(self.arm(arm, x) for x in ("first", "first2", "firstn")),
            )
            for arm in (pair.a, pair.b)
        )
        return a, b

    def break_even(self, pair: Pair, confidence: float, cells: int) -> stats.BreakEven:
        """How dangerous the first tile of ``pair.a`` may be, with ``pair.b`` the folding."""
        a = {name: self.arm(pair.a, name) for name in ARM_FIELDS}
        f, f2, fn = (self.arm(pair.b, x) for x in ("value", "v2", "vn"))
        d2, qf, lf = (self.tally[f"pair.{pair.name}.{x}"] for x in ("d2", "qf", "lf"))
        sums = (self.n, a["ronned"], a["value"], a["ronned_value"], f)
        vf, odd = divmod(a["v2"] + f2 - d2, 2)
        assert not odd
        products = (
            (self.tally["n2"], a["qn"], a["vn"], a["ln"], fn),
            (a["qn"], a["q2"], a["qv"], a["ql"], qf),
            (a["vn"], a["qv"], a["v2"], a["lv"], vf),
            (a["ln"], a["ql"], a["lv"], a["l2"], lf),
            (fn, qf, vf, lf, f2),
        )
        return stats.break_even(self.clusters, sums, products, confidence, cells)

    def __add__(self, other: Cell) -> Cell:
        """The spots of both, exact. Errors may only be computed if they share no round.

        Spots count alike, however many worlds each was played through.
        """
        if self.weight and other.weight and self.deals != other.deals:
            common = math.lcm(self.deals, other.deals)
            return self.times(common // self.deals) + other.times(common // other.deals)
        return Cell(self.keys, {k: v + other.tally[k] for k, v in self.tally.items()})

    def times(self, factor: int) -> Cell:
        """As if every spot had been played through the same worlds `factor` times."""
        kept = {"rounds", "spots", "weight", "weight2", "steps"}
        squares = {"n2", *("v2", "vn", "q2", "qn", "ql", "qv", "l2", "ln", "lv")}
        squares |= {"d2", "dn", "qf", "lf"}

        def scaled(name: str, value: int) -> int:
            last = name.rpartition(".")[2]
            if last in kept or last.startswith("first"):
                return value
            if last.startswith("on_"):  # the dealt world alone, but for products with n and D
                return value * (factor if last in ("on_nc", "on_nb", "on_db", "on_dc") else 1)
            return value * factor ** (2 if last in squares else 1)

        return Cell(self.keys, {k: scaled(k, v) for k, v in self.tally.items()})


@dataclass(frozen=True)
class StudyResult(OfStudy):
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

    id: str
    spec: Mapping[str, Any]
    blocks: int
    rounds_played: int
    spots: int
    cells: tuple[Cell, ...]
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(self)

    # What the study compares

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """Names of the arms, as the spec lists them."""
        return tuple(self.spec["arms"])

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The compared pairs, as the spec lists them."""
        return tuple(Pair(a, b) for a, b in self.spec["compare"]["pairs"])

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """Names of the cells' keys."""
        return tuple(self.cells[0].keys) if self.cells else ()

    @property
    def played_on(self) -> bool:
        """Whether matches were played on, to check the model of the measure."""
        return bool(self.cells) and "on_c" in self.cells[0].tally

    @property
    def scale(self) -> float:
        """Worth of one unit of the tallies, 100 for points kept in hundreds; other measures than
        the points of the round are kept in single points."""
        points = self.spec.get("measure", {}).get("value", "points") == "points"
        return float(self.meta.get("value_scale", 100 if points else 1))

    def labels(self, axis: str) -> list[str]:
        """Labels of an axis in the order of the cells."""
        return list(dict.fromkeys(cell.keys[axis] for cell in self.cells))

    # Numbers

    def estimate(self, cell: Cell, pair: Pair, confidence: float | None = None) -> stats.Estimate:
        """Difference of a pair in a cell, in points, with its intervals.

        ``low, high`` and ``low_any, high_any`` hold together over all cells of the pair.
        """
        level = self.confidence if confidence is None else confidence
        return stats.estimate(cell.moments(pair), level, len(self.cells), self.scale)

    def ev(self, cell: Cell, arm: str) -> float:
        """Mean value of an arm in a cell, in points; nan without a spot."""
        return cell.arm(arm, "value") / cell.n * self.scale if cell.n else math.nan

    def ev_estimate(self, cell: Cell, arm: str, confidence: float | None = None) -> stats.Estimate:
        """Mean value of an arm in a cell, in points, with intervals as those of `estimate`."""
        level = self.confidence if confidence is None else confidence
        return stats.estimate(cell.value_moments(arm), level, len(self.cells), self.scale)

    def break_even(self, cell: Cell, pair: Pair) -> stats.BreakEven:
        """The break-even deal-in rate of a cell and pair; values in points."""
        found = cell.break_even(pair, self.confidence, len(self.cells))
        return found.scaled(self.scale)

    def parts(self, cell: Cell, arm: str) -> dict[str, float]:
        """The mean value of an arm by the way the round ended, in points; the sum is the EV."""
        return {
            outcome: cell.arm(arm, f"{outcome}_value") / cell.n * self.scale if cell.n else math.nan
            for outcome in OUTCOMES
        }

    def gains(self, cell: Cell, pair: Pair) -> tuple[float, float]:
        """How many times fewer spots were needed for the same interval: by comparing the arms in
        the same world, and by further worlds a spot on top of that; nan where it cannot be told.
        """
        paired = stats.standard_error(cell.dealt_moments(pair)) ** 2
        apart = sum(stats.standard_error(m) ** 2 for m in cell.unpaired_moments(pair))
        now = stats.standard_error(cell.moments(pair)) ** 2
        if not (math.isfinite(paired) and paired > 0 and now > 0):
            return math.nan, math.nan
        return apart / paired, paired / now

    def widest(self, confidence: float | None = None) -> float:
        """Widest half-width of ``low, high`` over cells and pairs, in points.

        Infinite as long as a cell has too few clusters. This is what ``stop.half_width`` means.
        """
        return max(
            (
                self.estimate(cell, pair, confidence).half_width
                for cell in self.cells
                for pair in self.pairs
            ),
            default=math.inf,
        )

    def reached(self, half_width: float, confidence: float | None = None) -> tuple[int, int]:
        """Cells whose half-width is at most `half_width` for every pair, and all cells."""
        done = sum(
            all(
                self.estimate(cell, pair, confidence).half_width <= half_width
                for pair in self.pairs
            )
            for cell in self.cells
        )
        return done, len(self.cells)

    def look(self) -> dict[str, Any]:
        """What the run saw at this size, for ``meta["looks"]``: the convergence of intervals.

        ``half_widths`` holds, for each pair, one number a cell in their order: half the width of
        ``low, high`` in points, or null with too few clusters.
        """
        return {
            "blocks": self.blocks,
            "rounds": self.rounds_played,
            "spots": self.spots,
            "half_widths": {
                pair.name: [
                    round(width, 1) if math.isfinite(width) else None
                    for width in (self.estimate(cell, pair).half_width for cell in self.cells)
                ]
                for pair in self.pairs
            },
        }

    # Tables

    def columns(self) -> list[tuple[str, type]]:
        """Name and type of each column of :meth:`rows`, of ``cells.csv`` and ``cells.parquet``."""
        return [
            *((axis, str) for axis in self.axes),
            ("pair", str),
            ("n", int),
            *((f"ev_{arm}", float) for arm in self.arms),
            *((name, float) for name in ("difference", "low", "high", "low_any", "high_any")),
            *((name, float) for name in _BREAK_EVEN),
            *((f"{rate}_{arm}", float) for arm in self.arms for rate in RATES),
            *((f"mean_{x}_{arm}", float) for arm in self.arms for x in ("win", "deal_in")),
            *((f"ev_{side}_{arm}", float) for arm in self.arms for side in ("low", "high")),
            *((f"part_{outcome}_{arm}", float) for arm in self.arms for outcome in OUTCOMES),
            ("clusters", int),
            ("standard_error", float),
            ("worlds", int),
            ("gain_pairing", float),
            ("gain_worlds", float),
            *((name, float) for name in _PLAYED_ON if self.played_on),
            *((f"difference_{name}", float) for name in self.meta.get("fields", {})),
            *((name, float) for name in ("field_low", "field_high") if "fields" in self.meta),
        ]

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
        rows = [
            self._row(cell, pair, self.estimate(cell, pair, confidence))
            for cell in self.cells
            for pair in self.pairs
        ]
        if "fields" in self.meta:
            self._add_fields(rows)
        return rows

    def _add_fields(self, rows: list[dict[str, Any]]) -> None:
        from oshihiki.study import fields

        for k, pair in enumerate(self.pairs):
            own = rows[k :: len(self.pairs)]
            for number, (row, span) in enumerate(zip(own, fields.spans(self, pair), strict=True)):
                for field_ in fields.of(self):
                    known = field_.difference(pair, number)
                    row[f"difference_{field_.name}"] = known[0] if known else None
                row["field_low"], row["field_high"] = map(_points, span)

    def _row(self, cell: Cell, pair: Pair, e: stats.Estimate) -> dict[str, Any]:
        row: dict[str, Any] = {**cell.keys, "pair": pair.name, "n": cell.weight}
        for arm in self.arms:
            row[f"ev_{arm}"] = _points(self.ev(cell, arm))
        row["difference"] = _points(e.mean)
        row["low"], row["high"] = _points(e.low), _points(e.high)
        row["low_any"], row["high_any"] = _points(e.low_any), _points(e.high_any)
        tile = self.break_even(cell, pair)
        row["ronned"] = _share(tile.ronned)
        row["loss"], row["ev_passed"] = _points(tile.loss), _points(tile.passed)
        row["break_even"] = _share(tile.rate)
        row["break_even_low"], row["break_even_high"] = _share(tile.low), _share(tile.high)
        for arm in self.arms:
            for name in RATES:
                row[f"{name}_{arm}"] = _ratio(cell.arm(arm, name), cell.n)
        for arm in self.arms:
            for name in ("win", "deal_in"):
                times = cell.arm(arm, name)
                total = cell.arm(arm, f"{name}_points")
                row[f"mean_{name}_{arm}"] = _points(total / times * self.scale) if times else None
        for arm in self.arms:
            own = self.ev_estimate(cell, arm)
            row[f"ev_low_{arm}"], row[f"ev_high_{arm}"] = _points(own.low), _points(own.high)
        for arm in self.arms:
            for outcome, part in self.parts(cell, arm).items():
                row[f"part_{outcome}_{arm}"] = _points(part)
        row["clusters"] = e.clusters
        row["standard_error"] = _points(e.standard_error)
        row["worlds"] = cell.deals
        for name, gain in zip(("pairing", "worlds"), self.gains(cell, pair), strict=True):
            row[f"gain_{name}"] = round(gain, 4) if math.isfinite(gain) else None
        if self.played_on:
            from oshihiki.study import played_on

            check = played_on.check(self, pair, cell)
            numbers: list[float] = [check.checked]
            for one in (check.bias, check.corrected):
                numbers += [one.mean, one.low, one.high]
            row |= zip(_PLAYED_ON, map(_points, numbers), strict=True)
        return row

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
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            raise StudyError(
                "cells.parquet needs pyarrow: pip install 'oshihiki[study]'"
            ) from error
        types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
        schema = pa.schema(
            [pa.field(name, types[kind]) for name, kind in self.columns()],
            metadata={"oshihiki.study.id": self.id},
        )
        sink = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(self.rows(), schema=schema), sink)
        write_file(Path(path), sink.getvalue())

    def table(self, pair: Pair | None = None) -> str:
        """Plain text table for a terminal, one block a pair."""
        from oshihiki.study import table

        return table.plain(self, self.pairs if pair is None else (pair,))

    def print(self, console: Any = None) -> None:
        """Print the table with ``rich`` to a `rich.console.Console` (default: standard output)."""
        from oshihiki.study import table

        table.print_rich(self, console)

    # Storage

    def to_json(self) -> str:
        """The text of ``merged.json``; the same result gives the same bytes."""
        return _dump(
            {
                "id": self.id,
                "spec": self.spec,
                "blocks": self.blocks,
                "rounds_played": self.rounds_played,
                "spots": self.spots,
                "cells": [{"keys": c.keys, "tally": c.tally} for c in self.cells],
                "meta": self.meta,
            }
        )

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

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write ``merged.json``, ``cells.csv`` and ``cells.parquet`` into a study's folder."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        write_file(target / "merged.json", self.to_json().encode())
        self.write_csv(target / "cells.csv")
        self.write_parquet(target / "cells.parquet")


def _points(value: float) -> float | None:
    return round(value, _POINTS_DIGITS) + 0.0 if math.isfinite(value) else None


def _share(value: float) -> float | None:
    return round(value, _RATE_DIGITS) + 0.0 if math.isfinite(value) else None


def _ratio(count: int, n: int) -> float | None:
    return round(count / n, _RATE_DIGITS) if n else None


def _dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _check(result: StudyResult) -> None:
    """Refuse tallies that cannot be: a mixed or cut file must not become a table."""
    arms, pairs = result.arms, result.pairs
    for pair in pairs:
        for arm in (pair.a, pair.b):
            if arm not in arms:
                raise StudyError(
                    f"compare.pairs: unknown arm {arm!r}; the arms are {', '.join(arms)}"
                )
    wanted = _fields(arms, pairs)
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


def _fields(arms: Sequence[str], pairs: Sequence[Pair]) -> list[str]:
    return [
        *("rounds", "n", "n2", "weight", "weight2"),
        *(f"arm.{arm}.{name}" for arm in arms for name in ARM_FIELDS),
        *(f"pair.{pair.name}.{name}" for pair in pairs for name in PAIR_FIELDS),
    ]
