"""A study's result as a table for the terminal: plain text, or with rich."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from oshihiki.study import fields, stats
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.estimates import Estimates

__all__ = ["NOTE", "plain", "points", "print_rich", "verdict"]

TOO_FEW = "too few"
NOTE = (
    "interval: {percent:g} % together over the {cells} cells; "
    "** its sign holds at any look, * at this N only; "
    "p*: chance of being ronned up to which the first tile may be pushed; "
    "w/i/d: rounds won, dealt in, drawn, in per cent"
)


def points(value: float, sign: bool = False) -> str:
    """Whole points with a real minus sign, or a dash where there is no number."""
    if not math.isfinite(value):
        return "–"
    text = f"{round(value):+,}" if sign and round(value) else f"{round(value):,}"
    return text.replace("-", "−")


def verdict(e: stats.Estimate) -> str:
    """``**`` if the sign holds at any look, ``*`` if at this N only, else nothing."""
    if e.too_few:
        return ""
    return "**" if e.sign_any else "*" if e.sign else ""


def plain(result: Estimates, pairs: Sequence[Pair]) -> str:
    """One block a pair, columns aligned, no colours."""
    blocks = []
    for pair in pairs:
        head = _head(result, pair)
        body = _body(result, pair)
        left = len(result.axes)  # labels are set left, numbers right
        widths = [max(len(row[i]) for row in (head, *body)) for i in range(len(head))]
        lines = [
            "  ".join(
                text.ljust(width) if i < left or i == len(head) - 1 else text.rjust(width)
                for i, (text, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in (head, *body)
        ]
        blocks.append("\n".join([f"{pair.a} − {pair.b}, points", *lines]))
    return "\n\n".join([*blocks, _note(result)]) + "\n"


def print_rich(result: Estimates, console: Any = None) -> None:
    """The same table with colours: blue where the first arm is better, orange the second."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = console or Console()
    for pair in result.pairs:
        table = Table(title=f"{pair.a} − {pair.b}, points", title_justify="left", box=None)
        left = len(result.axes)
        shown = slice(None) if console.width >= 130 else slice(-2)  # rates need a wide terminal
        for i, name in enumerate(_head(result, pair)[shown]):
            side: Any = "left" if i < left or i == left + 5 else "right"
            table.add_column(Text(name), justify=side, no_wrap=True)
        previous = None
        for cell, line in zip(result.cells, _body(result, pair), strict=True):
            first = next(iter(cell.keys.values()), None)
            if previous is not None and first != previous:
                table.add_row()  # air between the groups of the first axis
            previous = first
            e = result.estimate(cell, pair)
            style = {1: "bold bright_blue", -1: "bold dark_orange", 0: ""}[e.sign]
            row = [Text(text) for text in line]
            row[left + 3].stylize(style)
            if e.too_few:
                for text in row:
                    text.stylize("dim")
            table.add_row(*row[shown])
        console.print(table)
        console.print()
    console.print(Text(_note(result), style="dim"))


def _note(result: Estimates) -> str:
    note = NOTE.format(percent=100 * result.confidence, cells=len(result.cells))
    known = fields.of(result)
    if known:
        names = ", ".join(f"{field.name} {field.strategy}" for field in known)
        note += f"\nfields: least and greatest difference when all seats play as {names}"
    return note


def _body(result: Estimates, pair: Pair) -> list[list[str]]:
    lines = [_line(result, cell, pair) for cell in result.cells]
    if fields.of(result):
        for line, (low, high) in zip(lines, fields.spans(result, pair), strict=True):
            line.insert(len(result.axes) + 7, f"{points(low, True)} … {points(high, True)}")
    return lines


def _head(result: Estimates, pair: Pair) -> list[str]:
    return [
        *result.axes,
        "n",
        f"EV {pair.a}",
        f"EV {pair.b}",
        "difference",
        "[low, high]",
        "",
        "p*",
        *(("fields",) if fields.of(result) else ()),
        *(f"{arm} w/i/d" for arm in (pair.a, pair.b)),
    ]


def _line(result: Estimates, cell: Cell, pair: Pair) -> list[str]:
    e = result.estimate(cell, pair)
    between = TOO_FEW if e.too_few else f"[{points(e.low, True)}, {points(e.high, True)}]"
    return [
        *cell.keys.values(),
        f"{cell.weight:,}",
        points(result.ev(cell, pair.a), True),
        points(result.ev(cell, pair.b), True),
        points(e.mean, True),
        between,
        verdict(e),
        _percent(result.break_even(cell, pair).rate),
        *(_rates(cell, arm) for arm in (pair.a, pair.b)),
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace("-", "−") if math.isfinite(share) else "–"


def _rates(cell: Cell, arm: str) -> str:
    if not cell.n:
        return "–"
    counts = (cell.arm(arm, "win"), cell.arm(arm, "deal_in"), cell.draws(arm))
    return "/".join(f"{100 * count / cell.n:.0f}" for count in counts)
