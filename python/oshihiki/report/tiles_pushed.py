"""The first tile that a plan pushes: how dangerous it may be, drawn and as a table."""

from __future__ import annotations

import math
from typing import Any

from oshihiki.report.figures import axis_roles, facet_words, facets
from oshihiki.report.scene import Scene
from oshihiki.report.words import label_words
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.result import StudyResult
from oshihiki.study.table import points

__all__ = ["break_even", "rows", "told"]

_COLOURS = ("p5", "m5", "p3", "m3", "soft", "ink")
_TOP = 0.6  # where the scale of rates ends at most


def told(result: StudyResult, pair: Pair) -> bool:
    """Whether any cell of the pair has a break-even rate."""
    return any(not math.isnan(result.break_even(cell, pair).rate) for cell in result.cells)


def break_even(result: StudyResult, pair: Pair) -> Scene | None:
    """Break-even deal-in rates over the columns of the maps, a panel a facet, a curve a row.

    A filled dot is the rate up to which the tile may be pushed, with its interval; a hollow one
    the rate at which the pushed tiles were in fact ronned.
    """
    if not told(result, pair):
        return None
    row, column, _ = axis_roles(result)
    rows_ = result.labels(row) if row else [""]
    columns = result.labels(column) if column else [""]
    panels = facets(result)
    step, gap, left, top, height = 62.0, 34.0, 40.0, 46.0, 220.0
    wide = step * len(columns)
    found = {
        (c.keys.get(row or "", ""), c.keys.get(column or "", ""), tuple(_rest(result, c))): c
        for c in result.cells
    }
    highest = max(
        tile.rate
        for cell in result.cells
        if not math.isnan((tile := result.break_even(cell, pair)).rate)
    )
    ceiling = min(_TOP, max(0.1, math.ceil(highest * 11) / 10))
    scene = Scene(
        left + len(panels) * (wide + gap),
        top + height + 52 + 18 * math.ceil(len(rows_) / 2),
        f"Break-even deal-in rates of {pair.a} against {pair.b}",
    )

    def at(rate: float) -> float:
        return top + height * (1 - max(0.0, min(ceiling, rate)) / ceiling)

    marks = [k / 10 for k in range(int(ceiling * 10 + 1e-9) + 1)]
    for p, facet in enumerate(panels):
        x0 = left + p * (wide + gap)
        scene.text(x0, 15, facet_words(facet) or "all cells", size=13.5, bold=True)
        for mark in marks:
            scene.line(
                (x0, at(mark)), (x0 + wide, at(mark)), stroke="faint" if not mark else "empty"
            )
            if p == 0:
                scene.text(x0 - 6, at(mark) + 4, f"{100 * mark:.0f} %", "soft", 11, "end")
        for i, label in enumerate(columns):
            if column:
                x = x0 + step * (i + 0.5)
                scene.text(x, top + height + 18, label.replace("-", "–"), "soft", 11.5, "middle")
        for j, name in enumerate(rows_):
            colour = _COLOURS[j % len(_COLOURS)]
            curve: list[tuple[float, float]] = []
            for i, label in enumerate(columns):
                cell = found.get((name, label, tuple(facet.values())))
                if cell is None:
                    continue
                tile = result.break_even(cell, pair)
                x = x0 + step * (i + 0.5) + 7 * (j - (len(rows_) - 1) / 2)
                if not math.isnan(tile.ronned):
                    scene.dot(x, at(tile.ronned), 2.6, colour, filled=False)
                if math.isnan(tile.rate):
                    continue
                curve.append((x, at(tile.rate)))
                scene.group(f"{_tip(result, cell, pair)}")
                if not math.isnan(tile.low):
                    scene.line((x, at(tile.low)), (x, at(tile.high)), stroke=colour, width=1.2)
                scene.dot(x, at(tile.rate), 3.2, colour)
                scene.end()
            if len(curve) > 1:
                scene.line(*curve, stroke=colour, width=1)
    if column:
        scene.text(left, top + height + 34, column.replace("_", " "), "soft", 11.5)
    for j, name in enumerate(rows_ if row else []):
        x, y = left + 230 * (j % 2), top + height + 54 + 18 * (j // 2)
        scene.dot(x + 4, y - 4, 3.4, _COLOURS[j % len(_COLOURS)])
        scene.text(x + 14, y, label_words(row or "", name), "soft", 11.5)
    return scene


def _rest(result: StudyResult, cell: Cell) -> list[str]:
    _, _, rest = axis_roles(result)
    return [cell.keys[axis] for axis in rest]


def _tip(result: StudyResult, cell: Cell, pair: Pair) -> str:
    tile = result.break_even(cell, pair)
    where = ", ".join(label_words(axis, label) for axis, label in cell.keys.items())
    return (
        f"{where}\nmay be ronned up to {_percent(tile.rate)} "
        f"[{_percent(tile.low)}, {_percent(tile.high)}]\nwas ronned {_percent(tile.ronned)}"
    )


def rows(result: StudyResult, pair: Pair) -> list[dict[str, Any]]:
    """One dict a cell for the page's table of break-even rates."""
    out = []
    for cell in result.cells:
        tile = result.break_even(cell, pair)
        known = not math.isnan(tile.rate)
        out.append(
            {
                "where": ", ".join(label_words(a, label) for a, label in cell.keys.items()),
                "ronned": _percent(tile.ronned),
                "loss": points(tile.loss),
                "passed": points(tile.passed, True),
                "fold": points(tile.fold, True),
                "rate": _percent(tile.rate) if known else "too few",
                "interval": f"{_percent(tile.low)}–{_percent(tile.high)}"
                if not math.isnan(tile.low)
                else "",
                "side": ""
                if not known or math.isnan(tile.low)
                else "push"
                if tile.ronned < tile.low
                else "fold"
                if tile.ronned > tile.high
                else "",
            }
        )
    return out


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace("-", "−") if not math.isnan(share) else "–"
