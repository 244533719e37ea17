"""How a run is shown: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

__all__ = ["Lines", "Progress", "Silent", "shown"]

_EVERY = 5.0  # seconds between plain lines


class Progress(Protocol):
    """Is told how a run is getting on."""

    def update(
        self,
        rounds: int,
        spots: int,
        widest: float,
        reached: tuple[int, int] | None,
        left: float | None,
    ) -> None:
        """Rounds and spots so far; at the last look the widest half-width in points and the
        cells that are within the goal, of all; seconds left, if that can be told."""


class Silent:
    """Shows nothing."""

    def update(self, *_: object, **__: object) -> None:
        pass


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    s = round(seconds)
    if s >= 3600:
        return f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}"
    return f"{s // 60}:{s % 60:02d}"


class _Shown(ABC):
    """Progress in words, for a place where it is shown."""

    def update(
        self,
        rounds: int,
        spots: int,
        widest: float,
        reached: tuple[int, int] | None,
        left: float | None,
    ) -> None:
        """Show it."""
        wide = f"±{widest:,.0f}" if math.isfinite(widest) else "too few"
        if reached is not None:
            wide += f" ({reached[0]} of {reached[1]} cells within the goal)"
        self.show(
            [
                ("rounds played", f"{rounds:,}"),
                ("spots found", f"{spots:,}"),
                ("widest interval", wide),
                ("time left", _duration(left)),
            ]
        )

    @abstractmethod
    def show(self, facts: list[tuple[str, str]]) -> None:
        """Show facts by name."""


class Lines(_Shown):
    """A line every few seconds, for logs and pipes."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._next = time.monotonic() + _EVERY / 5

    def show(self, facts: list[tuple[str, str]]) -> None:
        """Print one line if it is time for one."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        print(", ".join(f"{name} {value}" for name, value in facts), file=self._out, flush=True)


class _Live(_Shown):
    def __init__(self, title: str) -> None:
        from rich.console import Console
        from rich.live import Live

        self._title = title
        self._started = time.monotonic()
        self.live = Live(console=Console(stderr=True), refresh_per_second=8, transient=True)

    def show(self, facts: list[tuple[str, str]]) -> None:
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        table.add_row("[bold]" + self._title.replace("[", r"\[") + "[/]", "")
        spent = time.monotonic() - self._started
        for name, value in [*facts, ("time so far", _duration(spent))]:
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
