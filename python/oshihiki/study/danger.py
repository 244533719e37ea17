"""The danger table: how often a tile of each class is in a riichi hand's wait, from self-play.

The players read the table (``cpp/oshihiki/strategy/danger.def``), so a table is measured on
players that used the one before: each measuring is an iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from oshihiki.study.census import Census

__all__ = ["TURNS", "DangerTable", "rank_correlation", "table_of"]

TURNS = 19  # by the discards of the riichi hand, 19 and more alike
_LEAST = 4000  # tiles held that a cell needs before its neighbours in turn are left out


@dataclass(frozen=True)
class DangerTable:
    """Chances in tenths of a per cent.

    Attributes
    ----------
    classes : tuple of str
        Classes of tiles, in the order of the core.
    rows : tuple of tuple of int
        By turn from 1, then class.
    held : int
        Tiles held that were counted.
    thin : float
        Chance of a tile whose two-sided wait needs a tile with one copy unseen, against others of
        its class, turns 5 to 12.
    """

    classes: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    held: int
    thin: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "classes": list(self.classes),
            "rows": [list(row) for row in self.rows],
            "held": self.held,
            "thin": self.thin,
        }

    def render(self, command: str, rounds: int, iteration: int) -> str:
        """The text of ``danger.def``."""
        head = [
            "// Chance that a tile is in the wait of a riichi hand, in tenths of a per cent,",
            "// by the turn of the hand that declared it (its discards so far, 19 and more",
            "// alike) and the class of the tile. Measured on players that read this table:",
            f"// iteration {iteration} of self-play, {rounds:,} rounds, {self.held:,} tiles held;",
            "// written by",
            f"//   {command}",
            "//",
            "//   DANGER(turn, " + ", ".join(self.classes[:5]) + ",",
        ]
        rest = self.classes[5:]
        for at in range(0, len(rest), 5):
            part = ", ".join(rest[at : at + 5])
            head.append(f"//          {part}" + ("," if at + 5 < len(rest) else ")"))
        lines = [
            f"DANGER({turn}, {', '.join(map(str, row))})" for turn, row in enumerate(self.rows, 1)
        ]
        return "\n".join([*head, *lines]) + "\n"

    def __str__(self) -> str:
        turns = "".join(f"{turn:>5}" for turn in range(1, TURNS + 1))
        lines = [f"{'turn of the riichi hand':<24}{turns}"]
        for at, name in enumerate(self.classes):
            cells = "".join(f"{row[at]:>5}" for row in self.rows)
            lines.append(f"{name:<24}{cells}")
        lines.append(
            f"tenths of a per cent; {self.held:,} tiles held; with one copy of a neighbour unseen "
            f"times {self.thin:.2f}"
        )
        return "\n".join(lines)


def table_of(census: Census) -> DangerTable:
    """The table that a census shows.

    A cell with few tiles takes in its neighbours in turn, evenly on both sides, until there are
    enough.
    """
    classes = tuple(census.counts["danger"])
    rows = tuple(
        tuple(_cell(census, name, turn) for name in classes) for turn in range(1, TURNS + 1)
    )
    held = sum(census.pooled("danger", name, 1, TURNS)[1] for name in classes)
    return DangerTable(classes, rows, held, _thin(census, classes))


def _cell(census: Census, name: str, turn: int) -> int:
    for wide in range(TURNS):
        hits, held = census.pooled("danger", name, max(1, turn - wide), min(TURNS, turn + wide))
        if held >= _LEAST:
            break
    return round(1000 * hits / held) if held else 0


def _thin(census: Census, classes: tuple[str, ...]) -> float:
    """Weighed by the thin tiles of each class and turn."""
    hits = expected = 0.0
    for name in classes:
        for turn in range(5, 13):
            y, x = census.pooled("thin", name, turn, turn)
            plain, held = census.pooled("danger", name, turn, turn)
            if x and held:
                hits += y
                expected += x * plain / held
    return hits / expected if expected else 1.0


def rank_correlation(one: list[float], other: list[float]) -> float:
    """Spearman's, equal values sharing their mean rank.

    Examples
    --------
    >>> rank_correlation([1, 2, 3, 4], [10, 20, 30, 40])
    1.0
    """

    def ranks(values: list[float]) -> list[float]:
        order = sorted(values)
        first = {v: order.index(v) for v in set(values)}
        return [first[v] + (order.count(v) - 1) / 2 for v in values]

    a, b = ranks(one), ranks(other)
    mean = (len(a) - 1) / 2
    product = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    squares = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return float(product / squares**0.5)
