"""The columns and rows of a fork study's table, as in ``cells.csv`` and ``cells.parquet``."""

from __future__ import annotations

import math
from typing import Any

from oshihiki.study import fields, played_on, stats
from oshihiki.study.cell import OUTCOMES, RATES, Cell, Pair
from oshihiki.study.estimates import Estimates

__all__ = ["columns", "rows"]

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


def columns(result: Estimates) -> list[tuple[str, type]]:
    """Name and type of each column."""
    return [
        *((axis, str) for axis in result.axes),
        ("pair", str),
        ("n", int),
        *((f"ev_{arm}", float) for arm in result.arms),
        *((name, float) for name in ("difference", "low", "high", "low_any", "high_any")),
        *((name, float) for name in _BREAK_EVEN),
        *((f"{rate}_{arm}", float) for arm in result.arms for rate in RATES),
        *((f"mean_{x}_{arm}", float) for arm in result.arms for x in ("win", "deal_in")),
        *((f"ev_{side}_{arm}", float) for arm in result.arms for side in ("low", "high")),
        *((f"part_{outcome}_{arm}", float) for arm in result.arms for outcome in OUTCOMES),
        ("clusters", int),
        ("standard_error", float),
        ("worlds", int),
        ("gain_pairing", float),
        ("gain_worlds", float),
        *((name, float) for name in _PLAYED_ON if result.played_on),
        *((f"difference_{name}", float) for name in result.meta.get("fields", {})),
        *((name, float) for name in ("field_low", "field_high") if "fields" in result.meta),
    ]


def rows(result: Estimates, confidence: float | None = None) -> list[dict[str, Any]]:
    """One dict a cell and pair, as :meth:`StudyResult.rows` says."""
    found = [
        _row(result, cell, pair, result.estimate(cell, pair, confidence))
        for cell in result.cells
        for pair in result.pairs
    ]
    if "fields" in result.meta:
        _add_fields(result, found)
    return found


def _add_fields(result: Estimates, rows: list[dict[str, Any]]) -> None:
    for k, pair in enumerate(result.pairs):
        own = rows[k :: len(result.pairs)]
        for number, (row, span) in enumerate(zip(own, fields.spans(result, pair), strict=True)):
            for field_ in fields.of(result):
                known = field_.difference(pair, number)
                row[f"difference_{field_.name}"] = known[0] if known else None
            row["field_low"], row["field_high"] = map(_points, span)


def _row(result: Estimates, cell: Cell, pair: Pair, e: stats.Estimate) -> dict[str, Any]:
    row: dict[str, Any] = {**cell.keys, "pair": pair.name, "n": cell.weight}
    for arm in result.arms:
        row[f"ev_{arm}"] = _points(result.ev(cell, arm))
    row["difference"] = _points(e.mean)
    row["low"], row["high"] = _points(e.low), _points(e.high)
    row["low_any"], row["high_any"] = _points(e.low_any), _points(e.high_any)
    tile = result.break_even(cell, pair)
    row["ronned"] = _share(tile.ronned)
    row["loss"], row["ev_passed"] = _points(tile.loss), _points(tile.passed)
    row["break_even"] = _share(tile.rate)
    row["break_even_low"], row["break_even_high"] = _share(tile.low), _share(tile.high)
    for arm in result.arms:
        for name in RATES:
            row[f"{name}_{arm}"] = _ratio(cell.arm(arm, name), cell.n)
    for arm in result.arms:
        for name in ("win", "deal_in"):
            times = cell.arm(arm, name)
            total = cell.arm(arm, f"{name}_points")
            row[f"mean_{name}_{arm}"] = _points(total / times * result.scale) if times else None
    for arm in result.arms:
        own = result.ev_estimate(cell, arm)
        row[f"ev_low_{arm}"], row[f"ev_high_{arm}"] = _points(own.low), _points(own.high)
    for arm in result.arms:
        for outcome, part in result.parts(cell, arm).items():
            row[f"part_{outcome}_{arm}"] = _points(part)
    row["clusters"] = e.clusters
    row["standard_error"] = _points(e.standard_error)
    row["worlds"] = cell.deals
    for name, gain in zip(("pairing", "worlds"), result.gains(cell, pair), strict=True):
        row[f"gain_{name}"] = round(gain, 4) if math.isfinite(gain) else None
    if result.played_on:
        check = played_on.check(result, pair, cell)
        numbers: list[float] = [check.checked]
        for one in (check.bias, check.corrected):
            numbers += [one.mean, one.low, one.high]
        row |= zip(_PLAYED_ON, map(_points, numbers), strict=True)
    return row


def _points(value: float) -> float | None:
    return round(value, _POINTS_DIGITS) + 0.0 if math.isfinite(value) else None


def _share(value: float) -> float | None:
    return round(value, _RATE_DIGITS) + 0.0 if math.isfinite(value) else None


def _ratio(count: int, n: int) -> float | None:
    return round(count / n, _RATE_DIGITS) if n else None
