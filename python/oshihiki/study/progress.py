"""How a run is shown: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from oshihiki.study.run import Progress

__all__ = ["Lines", "shown"]

_EVERY = 5.0  # seconds between plain lines


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    s = round(seconds)
    if s >= 3600:
        return f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}"
    return f"{s // 60}:{s % 60:02d}"


def _fields(
    rounds: int,
    spots: int,
    widest: float,
    reached: tuple[int, int] | None,
    left: float | None,
) -> list[tuple[str, str]]:
    wide = f"±{widest:,.0f}" if math.isfinite(widest) else "too few"
    if reached is not None:
        wide += f" ({reached[0]} of {reached[1]} cells within the goal)"
    return [
        ("rounds played", f"{rounds:,}"),
        ("spots found", f"{spots:,}"),
        ("widest interval", wide),
        ("time left", _duration(left)),
    ]


class Lines:
    """A line every few seconds, for logs and pipes."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._next = time.monotonic() + _EVERY / 5

    def update(
        self,
        rounds: int,
        spots: int,
        widest: float,
        reached: tuple[int, int] | None,
        left: float | None,
    ) -> None:
        """Print one line if it is time for one."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        fields = _fields(rounds, spots, widest, reached, left)
        print(", ".join(f"{name} {value}" for name, value in fields), file=self._out, flush=True)


class _Live:
    def __init__(self, title: str) -> None:
        from rich.console import Console
        from rich.live import Live

        self._title = title
        self._started = time.monotonic()
        self.live = Live(console=Console(stderr=True), refresh_per_second=8, transient=True)

    def update(
        self,
        rounds: int,
        spots: int,
        widest: float,
        reached: tuple[int, int] | None,
        left: float | None,
    ) -> None:
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        table.add_row("[bold]" + self._title.replace("[", r"\[") + "[/]", "")
        spent = time.monotonic() - self._started
        for name, value in [
            *_fields(rounds, spots, widest, reached, left),
            ("time so far", _duration(spent)),
        ]:
            table.add_row(f"[dim]{name}[/]", value)
        self.live.update(table)


@contextmanager
def shown(title: str, out: TextIO | None = None) -> Iterator[Progress]:
    """Progress on standard error: live on a terminal if rich is there, else plain lines."""
    stream = sys.stderr if out is None else out
    if stream.isatty():
        try:
            live = _Live(title)
        except ImportError:
            pass
        else:
            with live.live:
                yield live
            return
    yield Lines(stream)
