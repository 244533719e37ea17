"""A decision of one seat: what a position study is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from oshihiki import _core

__all__ = ["Position"]


@dataclass(frozen=True)
class Position:
    """A decision of one seat: its discard, or what it does with the tile of another.

    Attributes
    ----------
    round
        The core's round. Its hidden tiles are not looked at.
    seat
        The hero.
    where
        Log, round, seat and turn, or what else tells it, for people and for the id.
    code
        The action taken in the log.
    origin
        How it is read again: a log and the place in it, or the text. Empty for a round that was
        not read.
    """

    round: _core.Round
    seat: int
    where: dict[str, Any] = field(default_factory=dict)
    code: int | None = None
    origin: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def played(self) -> str | None:
        """The action taken in the log, as text."""
        return None if self.code is None else _core.action_text(self.code)
