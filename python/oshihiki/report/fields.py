"""How the differences move with the opponents, as told on a report's page."""

from __future__ import annotations

import math
from typing import Any

from oshihiki.report import figures
from oshihiki.report.words import label_words
from oshihiki.study import fields
from oshihiki.study.cell import Pair
from oshihiki.study.result import StudyResult
from oshihiki.study.table import points

__all__ = ["ranges", "told"]


def ranges(result: StudyResult, pair: Pair) -> list[str]:
    """For each cell the range over the fields as text; none if there are no fields."""
    if not fields.of(result):
        return []
    return [
        f"{points(low, True)} to {points(high, True)}" if math.isfinite(low) else "–"
        for low, high in fields.spans(result, pair)
    ]


def told(result: StudyResult, pair: Pair) -> dict[str, Any] | None:
    """A pair's differences in every field; None if the study was not run over fields."""
    known = fields.of(result)
    if not known:
        return None
    rows = []
    for number, (cell, span) in enumerate(
        zip(result.cells, fields.spans(result, pair), strict=True)
    ):
        found = [field.difference(pair, number) for field in known]
        rows.append(
            {
                "where": ", ".join(label_words(a, label) for a, label in cell.keys.items()),
                "differences": [
                    (points(f[0], True), figures.interval(f[0] - f[1], f[0] + f[1]))
                    if f
                    else ("too few", "")
                    for f in found
                ],
                "turns": math.isfinite(span[0]) and span[0] < 0 < span[1],
            }
        )
    return {
        "names": [(field.name, field.strategy, f"{field.rounds:,}") for field in known],
        "rows": rows,
        "turns": sum(row["turns"] for row in rows),
    }
