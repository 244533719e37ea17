"""What a simulation gave: rates with intervals, and placement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

__all__ = ["Results", "add", "half_width", "ratio"]

_RATES = ("win", "deal_in", "draw", "riichi", "call", "tsumo_share", "mean_win", "mean_deal_in")
_POINTS = frozenset({"mean_win", "mean_deal_in", "result"})  # kept in hundreds
_Z95 = 1.959963984540054

# One rate: sums over matches of y, x, y*y, y*x, x*x.
_Sums = tuple[int, int, int, int, int]


def add(one: Any, other: Any) -> Any:
    """Sums of two tallies, part by part."""
    if isinstance(one, dict):
        return {key: add(one[key], other[key]) for key in one}
    if isinstance(one, (list, tuple)):
        return type(one)(add(a, b) for a, b in zip(one, other, strict=True))
    return one + other


def ratio(name: str, sums: _Sums) -> float | None:
    """y / x; in points for what is kept in hundreds."""
    y, x = sums[:2]
    if x == 0:
        return None
    return 100 * y / x if name in _POINTS else y / x


def half_width(name: str, sums: _Sums, matches: int) -> float | None:
    """Half of the 95 per cent interval of y / x over matches (delta method)."""
    y, x, yy, yx, xx = sums
    if x == 0 or matches < 2:
        return None
    # Whole numbers up to the division: nothing cancels.
    squares = yy * x * x - 2 * y * x * yx + y * y * xx
    variance = squares / x**4 * matches / (matches - 1)
    return _Z95 * math.sqrt(variance) * (100 if name in _POINTS else 1)


class Results:
    """What a simulation gave.

    Attributes
    ----------
    matches, rounds, decisions : int
        How much was played.
    signature : str
        16 hexadecimal digits that depend on every round and every result.
    seconds : float
        Time taken.
    chombos : tuple of int
        Each seat's, where plug-ins that fail are forgiven (``on_error="chombo"``).
    """

    def __init__(
        self,
        strategies: Sequence[str],
        tally: dict[str, Any],
        seconds: float,
        chombos: Sequence[int] = (),
    ) -> None:
        self.strategies = tuple(strategies)
        self.seconds = seconds
        self.chombos = tuple(chombos)
        self.matches: int = tally["matches"]
        self.rounds: int = tally["rounds"]
        self.decisions: int = tally["decisions"]
        self.extra_winners: int = tally["extra_winners"]
        self.signature = f"{tally['signature'] % 2**64:016x}"
        # Sums of sums of 64 bits: whatever the slices, one number.
        self.counts = {**tally, "signature": tally["signature"] % 2**64}
        self._check_identities()

    def _check_identities(self) -> None:
        # Winners and rounds without one account for every round, exactly.
        wins, draws = self.counts["all"][0][0], self.counts["all"][2][0]
        assert wins + draws == self.rounds + self.extra_winners

    def _rates(self, sums: Sequence[_Sums]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        intervals: dict[str, Any] = {}
        for name, one in zip(_RATES, sums, strict=False):
            value = values[name] = ratio(name, one)
            half = half_width(name, one, self.matches)
            known = value is not None and half is not None
            intervals[name] = [value - half, value + half] if known else None  # type: ignore[operator]
        return {**values, "interval": intervals}

    def summary(self) -> dict[str, Any]:
        """The rates as ``oshihiki simulate --json`` prints them.

        Returns
        -------
        dict
            Rates over all seats, and ``seats`` with the same a seat, its mean place ``rank`` and
            the shares of the places ``ranks``. ``interval`` holds the 95 per cent intervals by
            rate. Points are points; a rate whose denominator is 0 is None.
        """
        seats = []
        for seat, strategy in enumerate(self.strategies):
            sums = self.counts["seats"][seat]
            seats.append(
                {
                    "strategy": strategy,
                    **self._rates(sums),
                    "rank": ratio("rank", sums[8]),
                    "ranks": [n / max(self.matches, 1) for n in self.counts["ranks"][seat]],
                }
            )
        per_second = 1 / self.seconds if self.seconds > 0 else 0.0
        return {
            "matches": self.matches,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds * per_second,
            "decisions_per_second": self.decisions * per_second,
            **self._rates(self.counts["all"]),
            "seats": seats,
        }

    def placement(self) -> list[dict[str, Any]]:
        """Mean place and mean result (points with uma and oka) of each seat, with intervals."""
        rows = []
        for seat, strategy in enumerate(self.strategies):
            row: dict[str, Any] = {"strategy": strategy}
            for at, name in ((8, "rank"), (9, "result")):
                sums = self.counts["seats"][seat][at]
                row[name] = ratio(name, sums)
                row[f"{name}_half_width"] = half_width(name, sums, self.matches)
            rows.append(row)
        return rows

    def __str__(self) -> str:
        return _table(self)

    def __repr__(self) -> str:
        return f"<Results of {self.matches} matches, {self.rounds} rounds, {self.signature}>"


def _shown(name: str, value: float | None, half: float | None) -> str:
    if value is None:
        return "-"
    digits = 0 if name in _POINTS else 4
    text = f"{value:.{digits}f}"
    return text if half is None else f"{text} +-{half:.{digits}f}"


def _table(results: Results) -> str:
    """Rates in rows, all and each seat in columns."""
    heads = ["", "all", *(f"{s} {name}" for s, name in enumerate(results.strategies))]
    groups = [results.counts["all"], *results.counts["seats"]]
    rows = [heads]
    for at, name in enumerate((*_RATES, "rank", "result")):
        row = [name]
        for column, sums in enumerate(groups):
            if column == 0 and name in ("rank", "result"):
                row.append("")
                continue
            half = half_width(name, sums[at], results.matches)
            row.append(_shown(name, ratio(name, sums[at]), half))
        rows.append(row)
    for place in range(len(results.strategies)):
        shares = [results.counts["ranks"][s][place] for s in range(len(results.strategies))]
        rows.append(
            [f"place {place + 1}", "", *(f"{n / max(results.matches, 1):.4f}" for n in shares)]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    summary = results.summary()
    lines.append("")
    lines.append(
        f"{results.matches} matches, {results.rounds} rounds, {results.decisions} decisions in "
        f"{results.seconds:.1f} s: {summary['rounds_per_second']:.0f} rounds/s, "
        f"{summary['decisions_per_second']:.0f} decisions/s"
    )
    lines.append("+-: half of the 95 per cent interval over matches")
    return "\n".join(lines)
