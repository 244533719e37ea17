"""What the kinds of study that are plain counts share: a table, its limits, its storage.

A *counted* study plays units (trials, walls) in blocks, sums a row of integers over them, and
makes one table of the sums. A fork study has cells and pairs besides, see
:mod:`oshihiki.study.result`; running, shards, looks and merging are the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from oshihiki.study.any_result import AnyResult
from oshihiki.study.any_spec import AnySpec
from oshihiki.study.sources import Source
from oshihiki.study.store import Tally

__all__ = ["CountedResult", "CountedSpec", "shown"]


@dataclass(frozen=True)
class CountedSpec(AnySpec, ABC):
    """A checked study of a counted kind."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Numbers of a tally."""

    @abstractmethod
    def source(self, threads: int) -> Source:
        """Plays its blocks."""

    @abstractmethod
    def result(self, blocks: int, total: Tally) -> CountedResult:
        """The result of a prefix of blocks."""


@dataclass(frozen=True)
class CountedResult(AnyResult):
    """What a counted study found: exact sums, and the table made from them.

    Attributes
    ----------
    id, spec
        As in `StudyResult`.
    blocks, rounds_played
        Size: blocks from the first, and units (trials, walls) in them.
    counts
        The sums.
    meta
        Versions, engine, the exact command.
    """

    id: str
    spec: Mapping[str, Any]
    blocks: int
    rounds_played: int
    counts: tuple[int, ...]
    meta: Mapping[str, Any] = field(default_factory=dict)

    kind: ClassVar[str]
    unit: ClassVar[str]
    wrong: ClassVar[bool] = False

    @property
    def spots(self) -> int:
        """A counted study has none."""
        return 0

    # What each kind says

    @abstractmethod
    def half_widths(self) -> list[float]:
        """What ``stop.half_width`` refers to, one number a row; infinite with too little."""

    @abstractmethod
    def about(self) -> list[str]:
        """What it says and what it takes for granted, a paragraph each."""

    def verdict(self) -> str:
        """A line under the table; empty where there is nothing to say."""
        return ""

    # What they share

    def widest(self) -> float:
        """Widest half-width."""
        return max(self.half_widths(), default=float("inf"))

    def reached(self, half_width: float) -> tuple[int, int]:
        """Rows within a half-width, and all rows."""
        widths = self.half_widths()
        return sum(w <= half_width for w in widths), len(widths)

    def look(self) -> dict[str, Any]:
        """The size at a look."""
        return {"blocks": self.blocks, "rounds": self.rounds_played}

    def table(self) -> str:
        """Plain text for a terminal."""
        names = [name for name, _ in self.columns()]
        body = [[shown(row[name]) for name in names] for row in self.rows()]
        widths = [max(len(line[i]) for line in [names, *body]) for i in range(len(names))]
        lines = [
            "  ".join(t.rjust(w) for t, w in zip(x, widths, strict=True)) for x in [names, *body]
        ]
        return "\n".join([*lines, *([self.verdict()] if self.verdict() else [])]) + "\n"

    def print(self, console: Any = None) -> None:
        """Print the table."""
        if console is None:
            print(self.table(), end="")
        else:
            console.print(self.table(), markup=False, highlight=False)

    def stored(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "id": self.id,
            "spec": self.spec,
            "blocks": self.blocks,
            "rounds_played": self.rounds_played,
            "counts": list(self.counts),
            "meta": self.meta,
        }


def shown(value: Any) -> str:
    """A value of a table as text for people."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{value:.5f}" if abs(value) < 1 else f"{value:,.2f}"
        return text.replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)
