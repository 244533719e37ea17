"""The drawings of a report, each made from a result and nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

from oshihiki.report.scene import Scene
from oshihiki.report.words import OUTCOME_WORDS, axis_words, label_words
from oshihiki.study import stats
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.result import StudyResult
from oshihiki.study.table import points

__all__ = [
    "axis_roles",
    "convergence",
    "decomposition",
    "edges",
    "heat_legend",
    "heat_map",
    "heat_maps",
    "interval_bar",
    "outcome_bars",
    "outcome_key",
    "pool",
    "step",
]

_CELL_W, _CELL_H, _LABEL_W, _GAP = 88, 58, 104, 3

SEGMENTS = (
    *("tsumo", "ron", "draw_tenpai", "draw_noten"),
    *("abort", "lateral", "other_tsumo", "deal_in"),
)
"""Ends of a round for the hero, from good to bad."""


def axis_roles(result: StudyResult) -> tuple[str | None, str | None, tuple[str, ...]]:
    """Rows, columns and facets of the maps: hand over turn if there, else the first two axes."""
    axes = list(result.axes)
    row = "hand" if "hand" in axes else axes[0] if len(axes) > 1 else None
    left = [axis for axis in axes if axis != row]
    column = "turn" if "turn" in left else left[0] if left else None
    return row, column, tuple(axis for axis in left if axis != column)


def facets(result: StudyResult) -> list[dict[str, str]]:
    """Every combination of the labels of the axes that are neither rows nor columns."""
    _, _, rest = axis_roles(result)
    return [
        dict(zip(rest, labels, strict=True))
        for labels in product(*(result.labels(axis) for axis in rest))
    ]


def facet_words(facet: dict[str, str]) -> str:
    """Title of one map."""
    return ", ".join(label_words(axis, label) for axis, label in facet.items())


def pool(cells: Sequence[Cell]) -> Cell:
    """Cells taken together, for means and rates (not for errors: they may share rounds)."""
    total = cells[0]
    for cell in cells[1:]:
        total = total + cell
    return total


def edges(result: StudyResult) -> tuple[float, float, float, float]:
    """Limits between the five shades: the same in every study of points, so pages compare."""
    if result.scale == 100:
        return 250, 500, 1000, 2000
    found = [
        abs(e.mean)
        for cell in result.cells
        for pair in result.pairs
        if not (e := result.estimate(cell, pair)).too_few
    ]
    top = max(found, default=1.0) or 1.0
    base = 10 ** math.floor(math.log10(top / 8))
    low = next(base * k for k in (1, 2, 5, 10) if base * k >= top / 16)
    return low, 2 * low, 4 * low, 8 * low


def step(value: float, limits: Sequence[float]) -> str:
    """Shade of a difference: p1 to p5 above zero, m1 to m5 below."""
    return ("p" if value >= 0 else "m") + str(1 + sum(abs(value) >= limit for limit in limits))


def tip(result: StudyResult, cell: Cell, pair: Pair, e: stats.Estimate) -> str:
    """Everything about one cell, for the pointer that rests on it."""
    lines = [
        ", ".join(label_words(axis, label) for axis, label in cell.keys.items()),
        f"n = {cell.weight:,} spots in {cell.clusters:,} rounds",
        (
            f"EV {pair.a} {points(result.ev(cell, pair.a), True)}, "
            f"{pair.b} {points(result.ev(cell, pair.b), True)}"
        ),
    ]
    if not e.too_few:
        lines.append(f"difference {points(e.mean, True)}, {interval(e.low, e.high)} at this N")
    if math.isfinite(e.low_any):
        lines.append(f"{interval(e.low_any, e.high_any)} at any look")
    return "\n".join(lines)


def interval(low: float, high: float) -> str:
    """``[low, high]`` in whole points."""
    return f"[{points(low, True)}, {points(high, True)}]"


def heat_map(result: StudyResult, pair: Pair, facet: dict[str, str]) -> Scene:
    """Difference of a pair over rows and columns, with half-widths and marks."""
    row, column, _ = axis_roles(result)
    rows = result.labels(row) if row else [""]
    columns = result.labels(column) if column else [""]
    cells = {
        (c.keys.get(row or "", ""), c.keys.get(column or "", "")): c
        for c in result.cells
        if all(c.keys[axis] == label for axis, label in facet.items())
    }
    limits = edges(result)
    top = 42 if facet else 24
    scene = Scene(
        _LABEL_W + len(columns) * (_CELL_W + _GAP),
        top + len(rows) * (_CELL_H + _GAP),
        f"{pair.a} minus {pair.b}: {facet_words(facet) or 'all cells'}",
    )
    if facet:
        scene.text(_LABEL_W, 15, facet_words(facet), size=14, bold=True)
    for i, label in enumerate(columns):
        x = _LABEL_W + i * (_CELL_W + _GAP) + _CELL_W / 2
        if column:
            scene.text(x, top - 8, label_words(column, label), "soft", 12, "middle")
    for j, name in enumerate(rows):
        y = top + j * (_CELL_H + _GAP)
        if row:
            parts = label_words(row, name).split(", ", 1)
            start = y + _CELL_H / 2 + (4 if len(parts) == 1 else -4)
            for k, part in enumerate(parts):
                color, size = ("ink", 13) if k == 0 else ("soft", 12)
                scene.text(0, start + 16 * k, part, color, size)
        for i, label in enumerate(columns):
            x = _LABEL_W + i * (_CELL_W + _GAP)
            cell = cells.get((name, label))
            if cell is not None:
                _heat_cell(scene, result, cell, pair, x, y, limits)
    return scene


def heat_maps(result: StudyResult, pair: Pair) -> Scene:
    """All maps of a pair and their key in one drawing, to stand alone in a paper."""
    maps = [heat_map(result, pair, facet) for facet in facets(result)]
    key = heat_legend(result, pair)
    step_x, step_y, across = maps[0].width + 22, maps[0].height + 22, min(3, len(maps))
    down = -(-len(maps) // across)
    width = max(across * step_x - 22, key.width)
    title = f"{pair.a} − {pair.b}, points"
    scene = Scene(width, 30 + down * step_y + key.height, title)
    scene.text(0, 14, title, size=15, bold=True)
    for k, map_ in enumerate(maps):
        scene.add(map_, (k % across) * step_x, 30 + (k // across) * step_y)
    scene.add(key, 0, 30 + down * step_y)
    return scene


def outcomes(result: StudyResult) -> Scene:
    """All bars of `outcome_bars` and their key in one drawing."""
    key, bars = outcome_key(), outcome_bars(result)
    scene = Scene(key.width, key.height + sum(b.height + 18 for b in bars), "How rounds end")
    scene.add(key, 0, 0)
    y = key.height
    for drawing in bars:
        scene.add(drawing, 0, y + 18)
        y += drawing.height + 18
    return scene


def _heat_cell(
    scene: Scene,
    result: StudyResult,
    cell: Cell,
    pair: Pair,
    x: float,
    y: float,
    limits: Sequence[float],
) -> None:
    e = result.estimate(cell, pair)
    middle = x + _CELL_W / 2
    scene.group(tip(result, cell, pair, e))
    if e.too_few:
        scene.hatch(x, y, _CELL_W, _CELL_H)
        scene.text(middle, y + 27, "too few", "soft", 12, "middle")
        scene.text(middle, y + 43, f"n = {cell.weight:,}", "soft", 11, "middle")
    else:
        shade = step(e.mean, limits)
        scene.rect(x, y, _CELL_W, _CELL_H, shade, 3)
        ink = f"on_{shade}"
        scene.text(middle, y + 29, points(e.mean, True), ink, 17, "middle", e.sign != 0)
        scene.text(middle, y + 46, f"± {points(e.half_width)}", ink, 11.5, "middle")
        if e.sign_any or e.sign:
            scene.dot(x + _CELL_W - 9, y + 9, 3.2, ink, bool(e.sign_any))
    scene.end()


def heat_legend(result: StudyResult, pair: Pair) -> Scene:
    """Key to shades and marks."""
    limits = edges(result)
    scene = Scene(464, 84, "Key to the colours and marks")
    w, y = 46.0, 20.0
    shades = [f"m{k}" for k in (5, 4, 3, 2, 1)] + [f"p{k}" for k in (1, 2, 3, 4, 5)]
    marks = [-limits[3], -limits[2], -limits[1], -limits[0], 0, *limits]
    scene.text(0, 12, f"← {pair.b} better", "soft", 12)
    scene.text(10 * w, 12, f"{pair.a} better →", "soft", 12, "end")
    for k, shade in enumerate(shades):
        scene.rect(k * w, y, w, 14, shade)
    for k, mark in enumerate(marks):
        scene.text((k + 1) * w, y + 29, points(mark, True), "soft", 11, "middle")
    scene.dot(4, 71, 3.4, "ink")
    scene.text(13, 75, "sign holds at any look", "soft", 11.5)
    scene.dot(182, 71, 3.4, "ink", filled=False)
    scene.text(191, 75, "at this N only", "soft", 11.5)
    scene.hatch(304, 65, 12, 12)
    scene.text(322, 75, "too few rounds", "soft", 11.5)
    return scene


def interval_bar(e: stats.Estimate, span: tuple[float, float]) -> Scene:
    """The interval of a row against zero, drawn over `span`: thick at this N, thin at any look."""
    scene = Scene(112, 16, "")  # says nothing that its row does not
    y = 8.0
    low, high = span if span[0] < span[1] else (-1.0, 1.0)

    def at(value: float) -> float:
        return 4 + 104 * (max(low, min(high, value)) - low) / (high - low)

    scene.line((at(0), 0), (at(0), 16), stroke="soft", width=0.8)
    if e.too_few:
        return scene
    shade = "soft" if not e.sign else ("p4" if e.sign > 0 else "m4")
    if math.isfinite(e.low_any):
        scene.line((at(e.low_any), y), (at(e.high_any), y), stroke=shade, width=1)
    scene.line((at(e.low), y), (at(e.high), y), stroke=shade, width=4)
    scene.dot(at(e.mean), y, 2.8, "ink")
    return scene


def _share(cell: Cell, arm: str, name: str) -> float:
    if name == "ron":
        return (cell.arm(arm, "win") - cell.arm(arm, "tsumo")) / cell.n
    return cell.arm(arm, name) / cell.n


def _groups(result: StudyResult) -> list[tuple[str, Cell]]:
    """The cells pooled by row of the maps."""
    row, _, _ = axis_roles(result)
    if row is None:
        return [("all cells", pool(result.cells))]
    return [
        (label_words(row, label), pool([c for c in result.cells if c.keys[row] == label]))
        for label in result.labels(row)
    ]


def outcome_key() -> Scene:
    """Key to the colours of `outcome_bars`."""
    scene = Scene(540, 34, "Key to the ends of a round")
    for k, name in enumerate(SEGMENTS):
        x, y = (k % 4) * 138.0, 2 + 18 * (k // 4)
        scene.rect(x, y, 11, 11, name, 2)
        scene.text(x + 16, y + 10, OUTCOME_WORDS[name], "soft", 11.5)
    return scene


def outcome_bars(result: StudyResult) -> list[Scene]:
    """How rounds end in each arm, a drawing for each row of the maps."""
    out = []
    bar, gap, head, left, wide = 21, 4, 26, 84.0, 456.0
    for title, cell in _groups(result):
        if not cell.n:
            continue
        height = head + len(result.arms) * (bar + gap)
        scene = Scene(left + wide, height, f"How rounds end: {title}")
        scene.text(0, 13, title, size=13.5, bold=True)
        scene.text(left + wide, 13, f"n = {cell.weight:,}", "soft", 11.5, "end")
        for i, arm in enumerate(result.arms):
            y = head + i * (bar + gap)
            scene.text(0, y + 15, arm, "soft", 12)
            x = left
            for name in SEGMENTS:
                share = _share(cell, arm, name)
                width = wide * share
                scene.group(f"{arm}: {OUTCOME_WORDS[name]} {100 * share:.1f} %")
                scene.rect(x, y, width, bar, name)
                if width >= 21:
                    text = f"{100 * share:.0f}"
                    scene.text(x + width / 2, y + 14.5, text, f"on_{name}", 11.5, "middle")
                scene.end()
                x += width
        out.append(scene)
    return out


def parts(result: StudyResult, cell: Cell, pair: Pair) -> tuple[float, float, float]:
    """A pair's difference split into hands won, deal-ins and the rest, in points."""
    won, lost, all_ = (
        cell.arm(pair.a, name) - cell.arm(pair.b, name)
        for name in ("win_points", "deal_in_points", "value")
    )
    k = result.scale / cell.n
    return won * k, -lost * k, (all_ - won + lost) * k


def decomposition(result: StudyResult, pair: Pair) -> Scene:
    """Where a pair's difference comes from, cells pooled by row of the maps."""
    groups = [(name, cell) for name, cell in _groups(result) if cell.n]
    split = [parts(result, cell, pair) for _, cell in groups]
    reach = max((max(abs(x) for x in p) for p in split), default=1.0) or 1.0
    left, half, row = 152.0, 200.0, 64
    names = ("hands won", "deal-ins", "all else")
    width = left + 2 * half + 62
    scene = Scene(width, 26 + len(groups) * row, f"Parts of {pair.a} minus {pair.b}")
    zero = left + half
    scene.text(zero - 8, 12, f"← for {pair.b}", "soft", 11.5, "end")
    scene.text(zero + 8, 12, f"for {pair.a} →", "soft", 11.5)
    scene.line((zero, 20), (zero, scene.height - 4), stroke="faint")
    for j, ((title, _), values) in enumerate(zip(groups, split, strict=True)):
        y = 26.0 + j * row
        title_parts = title.split(", ", 1)
        scene.text(0, y + 15, title_parts[0], size=13, bold=True)
        if len(title_parts) > 1:
            scene.text(0, y + 31, title_parts[1], "soft", 12)
        scene.text(0, y + 48, f"sum {points(sum(values), True)}", "soft", 12)
        for k, (name, value) in enumerate(zip(names, values, strict=True)):
            top = y + 4 + 17 * k
            size = (half - 40) * abs(value) / reach
            x = zero if value >= 0 else zero - size
            scene.text(left - 6, top + 10.5, name, "soft", 11, "end")
            scene.rect(x, top, max(size, 0.75), 13, "p4" if value >= 0 else "m4", 1)
            end = (x + size + 5, "start") if value >= 0 else (x - 5, "end")
            scene.text(end[0], top + 10.5, points(value, True), "ink", 11.5, end[1])
    return scene


def convergence(result: StudyResult, pair: Pair) -> Scene | None:
    """Half-widths of all cells at the looks of the run, both scales logarithmic."""
    looks = [look for look in result.meta.get("looks", ()) if look["rounds"] > 0]
    curves = [
        [
            (look["rounds"], look["half_widths"][pair.name][k])
            for look in looks
            if look["half_widths"].get(pair.name) and look["half_widths"][pair.name][k]
        ]
        for k in range(len(result.cells))
    ]
    curves = [curve for curve in curves if len(curve) > 1]
    if not curves:
        return None
    goal = result.spec.get("stop", {}).get("half_width")
    xs = [x for curve in curves for x, _ in curve]
    ys = [y for curve in curves for _, y in curve] + ([goal] if goal else [])
    x0, x1 = math.log(min(xs)), math.log(max(xs))
    y0, y1 = math.log(min(ys) * 0.92), math.log(max(ys) * 1.08)
    left, top, w, h = 52.0, 22.0, 420.0, 230.0
    scene = Scene(left + w + 60, top + h + 40, f"Half-widths of {pair.name} as rounds grow")

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            left + w * (math.log(x) - x0) / ((x1 - x0) or 1),
            top + h * (y1 - math.log(y)) / ((y1 - y0) or 1),
        )

    scene.text(0, 11, "half-width, points", "soft", 11.5)
    for mark in _log_marks(math.exp(y0), math.exp(y1)):
        _, y = at(math.exp(x0), mark)
        scene.line((left, y), (left + w, y), stroke="empty")
        scene.text(left - 6, y + 4, points(mark), "soft", 11, "end")
    for mark in _log_marks(math.exp(x0), math.exp(x1)):
        x, _ = at(mark, math.exp(y0))
        scene.line((x, top + h), (x, top + h + 4), stroke="faint")
        scene.text(x, top + h + 17, _short(mark), "soft", 11, "middle")
    scene.line((left, top + h), (left + w, top + h), stroke="faint")
    scene.text(left + w, top + h + 34, "rounds played", "soft", 11.5, "end")
    for curve in curves:
        scene.line(*(at(x, y) for x, y in curve), stroke="p3", width=1)
        for x, y in curve:
            scene.dot(*at(x, y), 1.4, "p4")
    if goal:
        _, y = at(math.exp(x0), goal)
        scene.line((left, y), (left + w, y), stroke="m4", width=1.4, dash=True)
        scene.text(left + w + 6, y - 2, points(goal), "m4", 11.5)
        scene.text(left + w + 6, y + 11, "asked for", "m4", 11)
    return scene


def _log_marks(low: float, high: float) -> list[float]:
    """Round numbers between two limits: 1, 2, 5 times powers of ten, thinned if many."""
    for ratios in ((1, 2, 5), (1, 3), (1,)):
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        marks = [r * 10.0**k for k in range(first, last + 1) for r in ratios]
        marks = [mark for mark in marks if low <= mark <= high]
        if len(marks) <= 8:
            break
    return marks


def _short(value: float) -> str:
    if value >= 1_000_000:
        return f"{value / 1_000_000:g} M"
    return f"{value / 1000:g} k" if value >= 1000 else f"{value:g}"


def figure_titles(result: StudyResult) -> str:
    """Names of rows and columns of the maps, for captions."""
    row, column, _ = axis_roles(result)
    return " over ".join(axis_words(axis) for axis in (row, column) if axis) or "all spots"
