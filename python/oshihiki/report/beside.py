"""Published tables beside a study's numbers, as a report's page tells them."""

from __future__ import annotations

import math
from typing import Any

from oshihiki.study import published
from oshihiki.study.result import StudyResult
from oshihiki.study.table import points

__all__ = ["told"]


def told(result: StudyResult) -> list[dict[str, Any]]:
    """The tables that the study names, each number as text."""
    if not result.spots:
        return []
    return [
        {
            "title": table.title,
            "source": table.source,
            "differs": table.differs,
            "columns": table.columns,
            "rows": [
                (
                    row.where,
                    [
                        (_number(a, table, i) + _span(row, table, i), _number(b, table, i))
                        for i, (a, b) in enumerate(zip(row.found, row.published, strict=True))
                    ],
                )
                for row in table.rows
            ],
        }
        for table in published.tables(result)
    ]


def _span(row: published.Row, table: published.Table, column: int) -> str:
    if not row.spans or math.isnan(row.spans[column][0]):
        return ""
    low, high = (_number(x, table, column).removesuffix(" %") for x in row.spans[column])
    return f" [{low}, {high}]"


def _number(value: float, table: published.Table, column: int) -> str:
    if math.isnan(value):
        return "–"
    if table.unit == "share":
        return f"{100 * value:.1f} %".replace("-", "−")
    if table.columns[column].startswith("per cent"):
        return f"{value:.1f} %"
    return points(value, True)
