"""Whole matches between strategies: rates with intervals, placement, rows.

Counts are exact integers and every match is known by its address (key and number), so the same
call gives the same counts on any machine and any number of threads.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from oshihiki import _core

if TYPE_CHECKING:
    from oshihiki.rules import Rules

__all__ = ["Results", "simulate"]

_SLICE_SECONDS = 0.4
_RATES = ("win", "deal_in", "draw", "riichi", "call", "tsumo_share", "mean_win", "mean_deal_in")
_POINTS = frozenset({"mean_win", "mean_deal_in", "result"})  # kept in hundreds
_Z95 = 1.959963984540054

# One rate: sums over matches of y, x, y*y, y*x, x*x.
_Sums = tuple[int, int, int, int, int]


def _add(one: Any, other: Any) -> Any:
    """Sums of two tallies, part by part."""
    if isinstance(one, dict):
        return {key: _add(one[key], other[key]) for key in one}
    if isinstance(one, (list, tuple)):
        return type(one)(_add(a, b) for a, b in zip(one, other, strict=True))
    return one + other


def _ratio(name: str, sums: _Sums) -> float | None:
    y, x = sums[:2]
    if x == 0:
        return None
    return 100 * y / x if name in _POINTS else y / x


def _half_width(name: str, sums: _Sums, matches: int) -> float | None:
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
    """

    def __init__(self, strategies: Sequence[str], tally: dict[str, Any], seconds: float) -> None:
        self.strategies = tuple(strategies)
        self.seconds = seconds
        self.matches: int = tally["matches"]
        self.rounds: int = tally["rounds"]
        self.decisions: int = tally["decisions"]
        self.extra_winners: int = tally["extra_winners"]
        self.signature = f"{tally['signature'] % 2**64:016x}"
        self.counts = tally
        self._check_identities()

    def _check_identities(self) -> None:
        # Winners and rounds without one account for every round, exactly.
        wins, draws = self.counts["all"][0][0], self.counts["all"][2][0]
        assert wins + draws == self.rounds + self.extra_winners

    def _rates(self, sums: Sequence[_Sums]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        intervals: dict[str, Any] = {}
        for name, one in zip(_RATES, sums, strict=False):
            value = values[name] = _ratio(name, one)
            half = _half_width(name, one, self.matches)
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
                    "rank": _ratio("rank", sums[8]),
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
                row[name] = _ratio(name, sums)
                row[f"{name}_half_width"] = _half_width(name, sums, self.matches)
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
            half = _half_width(name, sums[at], results.matches)
            row.append(_shown(name, _ratio(name, sums[at]), half))
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


class _Rows:
    """Rounds and matches as Parquet, in groups of fixed size so that threads leave no trace."""

    _GROUP = 16384

    def __init__(self, folder: str | os.PathLike[str], players: int) -> None:
        from pathlib import Path

        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            from oshihiki.errors import Error

            raise Error("rows are Parquet files: install 'oshihiki[study]'") from error
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        seats = pa.list_(pa.int8())
        points = pa.list_(pa.int32(), players)
        schemas = {
            "rounds": pa.schema(
                [
                    ("match", pa.uint64()),
                    ("round", pa.int32()),
                    ("redeal", pa.int8()),
                    ("wind", pa.int8()),
                    ("dealer", pa.int8()),
                    ("honba", pa.int16()),
                    ("deposits", pa.int16()),
                    ("outcome", pa.string()),
                    ("winners", seats),
                    ("payer", pa.int8()),
                    ("tenpai", seats),
                    ("riichi", seats),
                    ("called", seats),
                    ("decisions", pa.int32()),
                    ("points", points),
                    ("delta", points),
                    ("scores", points),
                ]
            ),
            "matches": pa.schema(
                [
                    ("match", pa.uint64()),
                    ("rounds", pa.int32()),
                    ("scores", points),
                    ("rank", points),
                    ("result", points),
                ]
            ),
        }
        self._pa = pa
        self._schemas = schemas
        self._waiting: dict[str, list[dict[str, Any]]] = {name: [] for name in schemas}
        self._writers = {
            name: pq.ParquetWriter(self._temporary(name), schema)
            for name, schema in schemas.items()
        }

    def _temporary(self, name: str) -> str:
        return str(self._folder / f".{name}.parquet.tmp")

    def add(self, name: str, rows: list[dict[str, Any]]) -> None:
        waiting = self._waiting[name]
        waiting += rows
        while len(waiting) >= self._GROUP:
            self._write(name, waiting[: self._GROUP])
            del waiting[: self._GROUP]

    def _write(self, name: str, rows: list[dict[str, Any]]) -> None:
        table = self._pa.Table.from_pylist(rows, schema=self._schemas[name])
        self._writers[name].write_table(table, row_group_size=self._GROUP)

    def close(self) -> None:
        for name, writer in self._writers.items():
            if self._waiting[name]:
                self._write(name, self._waiting[name])
            writer.close()
            with open(self._temporary(name), "rb+") as file:
                os.fsync(file.fileno())
            os.replace(self._temporary(name), self._folder / f"{name}.parquet")


def simulate(
    strategies: Sequence[Any],
    matches: int,
    rules: Rules | str | os.PathLike[str] = "tenhou",
    key: int = 1,
    threads: int | None = None,
    rows: str | os.PathLike[str] | None = None,
    *,
    first: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play whole matches between strategies.

    Parameters
    ----------
    strategies
        One a player, in the order of the seats, as :func:`oshihiki.strategy.built_in` takes
        them: ``"balanced"``, ``"balanced:fold=never"``.
    matches
        How many.
    rules
        Rules, a profile's name or the path of a profile.
    key
        Of the walls and of the strategies' own random numbers.
    threads
        All cores by default. The result does not depend on it.
    rows
        A folder for ``rounds.parquet`` and ``matches.parquet``: a row per round and match.
        Nothing is kept otherwise.
    first
        Number of the first match: ranges of one key can be played apart.
    progress
        Called with the number of matches played so far, about twice a second.

    Returns
    -------
    Results

    Raises
    ------
    StrategyError
        A strategy that does not exist or cannot have a parameter.
    RulesError
        Rules that cannot be played.

    Examples
    --------
    >>> import oshihiki as oh
    >>> results = oh.simulate(["tsumogiri"] * 4, matches=20, key=7, threads=1)
    >>> results.matches
    20
    >>> round(results.summary()["call"], 3)
    0.0
    """
    import time

    from oshihiki.errors import Error
    from oshihiki.rules import load
    from oshihiki.strategy import built_in

    rules = load(rules)
    if matches < 0 or first < 0:
        raise Error(f"matches {first} to {first + matches}; whole numbers from 0 are allowed")
    if len(strategies) != rules.players:
        raise Error(f"{len(strategies)} strategies given; {rules.players} players need as many")
    players = [built_in(one) for one in strategies]
    names = [str(one) for one in players]
    if threads is None:
        threads = (
            len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        )
    begun = time.perf_counter()
    kept = None if rows is None else _Rows(rows, rules.players)
    # No matches at first, for the shape of a tally.
    _, tally, _, _ = _core.simulate_matches(rules, players, key, first, 0, 1, 0.0, False)
    done = 0
    try:
        while done < matches:
            count, part, round_rows, match_rows = _core.simulate_matches(
                rules,
                players,
                key,
                first + done,
                matches - done,
                threads or 1,
                _SLICE_SECONDS,
                kept is not None,
            )
            done += count
            tally = _add(tally, part)
            if kept is not None:
                kept.add("rounds", round_rows)
                kept.add("matches", match_rows)
            if progress is not None:
                progress(done)
    finally:
        # Also when interrupted: what was played is kept.
        if kept is not None:
            kept.close()
    return Results(names, tally, time.perf_counter() - begun)
