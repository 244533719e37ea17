"""How far the model behind a measure is off, where matches were played on.

Of one spot in ``measure.play_on`` every arm's match went on after its round, under the base
strategy in all seats: to the end of the match for ``placement``, through one more round for
``points_next``. What came minus what the model had said is the model's error there. Its mean over
those spots, the *bias*, has an interval; the model's mean over all spots plus the bias is what
playing on would give, the model being the control variate.

The tallies are ``on_rounds`` (rounds with such a spot in the cell), ``on_c`` (their weight, of a
round c), ``on_c2``, ``on_nc`` (times the weight n of all spots); of every arm and pair ``on_b``
(the error, of a round B), ``on_b2``, ``on_bc``; of a pair also ``on_db``, ``on_dc``, ``on_nb``,
products with the difference D and with n. ``on_all_rounds``, ``on_all_c2``, ``on_all_b2`` and
``on_all_bc`` take all cells of a round together; only their sums over the cells mean anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from oshihiki.study import stats
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.estimates import Estimates
from oshihiki.study.table import points

__all__ = ["Check", "bias", "check", "lines", "overall"]


@dataclass(frozen=True, slots=True)
class Check:
    """A pair of arms in one cell, by the model and by playing on, in points.

    Attributes
    ----------
    checked
        Weight of the spots whose matches were played on.
    model
        The difference over all spots, by the model.
    bias
        What came minus what the model said; intervals hold together over the cells.
    corrected
        The model's difference and the bias together.
    """

    checked: int
    model: stats.Estimate
    bias: stats.Estimate
    corrected: stats.Estimate


def overall(result: Estimates, pair: Pair) -> stats.Estimate | None:
    """The bias of a pair over all cells, each checked spot counting by its weight."""
    return _overall(result, f"pair.{pair.name}.")


def bias(result: Estimates, arm: str) -> stats.Estimate | None:
    """The bias of an arm's mean value over all cells."""
    return _overall(result, f"arm.{arm}.")


def lines(result: Estimates) -> list[str]:
    """What a terminal is told, a line a pair."""
    out = []
    for pair in result.pairs:
        e = overall(result, pair)
        if e is None:
            continue
        count = f"{e.n:,} spots played on"
        if e.too_few:
            out.append(f"bias of the model, {pair.name}: too few ({count})")
            continue
        found = [check(result, pair, cell) for cell in result.cells]
        off = sum(c.bias.sign != 0 for c in found)
        known = sum(not c.bias.too_few for c in found)
        out.append(
            f"bias of the model, {pair.name}: {points(e.mean, True)} "
            f"[{points(e.low, True)}, {points(e.high, True)}] over all cells ({count}); "
            f"{off} of {known} cells with enough of them are off by more than chance"
        )
    return out


def _overall(result: Estimates, of: str) -> stats.Estimate | None:
    if not result.played_on:
        return None

    def total(name: str) -> int:
        return sum(cell.tally[name] for cell in result.cells)

    moments = stats.Moments(
        *(total(name) for name in ("on_all_rounds", "on_c", "on_all_c2")),
        *(total(of + name) for name in ("on_b", "on_all_b2", "on_all_bc")),
    )
    return stats.estimate(moments, result.confidence, 1, result.scale)


def check(result: Estimates, pair: Pair, cell: Cell) -> Check:
    """The model against playing on, of one pair in one cell of a result with `played_on`."""
    t = cell.tally
    c2, nc = t["on_c2"], t["on_nc"]
    b, b2, bc, db, dc, nb = (
        t[f"pair.{pair.name}.on_{x}"] for x in ("b", "b2", "bc", "db", "dc", "nb")
    )
    of_bias = stats.Moments(t["on_rounds"], t["on_c"], c2, b, b2, bc)
    of_model = cell.moments(pair)
    cells = len(result.cells)
    model = stats.estimate(of_model, result.confidence, cells, result.scale)
    error = stats.estimate(of_bias, result.confidence, cells, result.scale)
    # Spots that were played on are among all: sum of (D - m n) (B - b c) over their rounds.
    n, c = of_model.n, of_bias.n
    crossed = db * n * c - b * dc * n - of_model.d * nb * c + of_model.d * b * nc
    g = of_bias.clusters
    covariance = g * crossed / ((g - 1) * (n * c) ** 2) * result.scale**2 if g > 1 else 0.0
    variance = model.standard_error**2 + error.standard_error**2 + 2 * covariance
    corrected = stats.around(
        error.clusters,
        error.n,
        model.mean + error.mean,
        math.sqrt(max(0.0, variance)),
        result.confidence,
        cells,
    )
    return Check(t["on_c"], model, error, corrected)
