"""What the tallies of a fork study say: differences and values with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from oshihiki.study import stats
from oshihiki.study.any_result import AnyResult
from oshihiki.study.cell import OUTCOMES, Cell, Pair

__all__ = ["Estimates"]


@dataclass(frozen=True)
class Estimates(AnyResult):
    """The tallies of a study, and what follows from them; the attributes of `StudyResult`."""

    id: str
    spec: Mapping[str, Any]
    blocks: int
    rounds_played: int
    spots: int
    cells: tuple[Cell, ...]
    meta: Mapping[str, Any] = field(default_factory=dict)

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
