"""The table of a result as LaTeX, for papers that use booktabs and longtable."""

from __future__ import annotations

from oshihiki.report import words
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.result import StudyResult
from oshihiki.study.table import points

__all__ = ["latex"]

_SPECIAL = {"\\": r"\textbackslash{}", "−": "$-$", "±": r"$\pm$", "–": "--", "●": r"$\bullet$"}
_SPECIAL |= {c: "\\" + c for c in "&%$#_{}"} | {"~": r"\textasciitilde{}", "^": r"\^{}"}


def latex(result: StudyResult) -> str:
    """One ``longtable`` a pair; the preamble needs ``booktabs`` and ``longtable``."""
    return "\n".join(_table(result, pair) for pair in result.pairs)


def _table(result: StudyResult, pair: Pair) -> str:
    heads = [words.axis_words(axis) for axis in result.axes]
    heads += ["$n$", pair.a, pair.b, "difference", "interval", "win", "deal-in"]
    columns = "l" * len(result.axes) + "r" * 4 + "c" + "rr"
    caption = (
        f"{result.title}: {pair.a} − {pair.b} in points, {100 * result.confidence:g} % intervals "
        f"simultaneous over {len(result.cells)} cells, errors clustered by round; rates in per "
        f"cent, {pair.a} / {pair.b}. Study {result.id[:16]}, N = {result.rounds_played:,} rounds."
    )
    lines = [
        rf"\begin{{longtable}}{{{columns}}}",
        rf"\caption{{{_escape(caption)}}}\\",
        r"\toprule",
        " & ".join(h if h == "$n$" else _escape(h) for h in heads) + r" \\",
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
    ]
    previous = None
    for cell in result.cells:
        first = next(iter(cell.keys.values()), None)
        if previous is not None and first != previous:
            lines.append(r"\addlinespace")
        previous = first
        lines.append(" & ".join(_escape(text) for text in _row(result, cell, pair)) + r" \\")
    lines.append(r"\end{longtable}")
    return "\n".join(lines) + "\n"


def _row(result: StudyResult, cell: Cell, pair: Pair) -> list[str]:
    e = result.estimate(cell, pair)
    between = "too few" if e.too_few else f"[{points(e.low, True)}, {points(e.high, True)}]"
    return [
        *(words.label_words(axis, label) for axis, label in cell.keys.items()),
        f"{cell.weight:,}",
        points(result.ev(cell, pair.a), True),
        points(result.ev(cell, pair.b), True),
        points(e.mean, True),
        between,
        *(
            " / ".join(
                f"{100 * cell.arm(arm, name) / cell.n:.1f}" if cell.n else "–"
                for arm in (pair.a, pair.b)
            )
            for name in ("win", "deal_in")
        ),
    ]


def _escape(text: str) -> str:
    return "".join(_SPECIAL.get(c, c) for c in text)
