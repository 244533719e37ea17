"""The errors of the library.

Each says what was given, what is allowed, and where.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "Error",
    "HandError",
    "IllegalActionError",
    "LogError",
    "RulesError",
    "StrategyError",
    "StudyError",
    "TileError",
]


class Error(Exception):
    """Root of all errors of oshihiki."""


class TileError(Error, ValueError):
    """Tile text or a set of tiles that cannot be."""


class HandError(Error, ValueError):
    """A hand, a meld or circumstances of a win that cannot be."""


class RulesError(Error, ValueError):
    """A rule profile with an unknown key, a value out of range, or a contradiction."""


class IllegalActionError(Error, ValueError):
    """An action that is not legal at that moment."""


class LogError(Error, ValueError):
    """A log that is truncated, altered or of another kind."""


class StudyError(Error, ValueError):
    """A study that cannot be run, resumed or merged as asked."""


class StrategyError(Error):
    """A strategy that raised, answered illegally, or cannot be found.

    Attributes
    ----------
    strategy, address, view, command, results
        For one that failed while it played: the strategy; ``key``, ``match``, ``round``,
        ``redeal``, ``seat`` and ``decision`` of the moment; what it saw; how to see it again; and
        the results of the matches that were finished. None otherwise.
    """

    strategy: Any = None
    address: dict[str, int] | None = None
    view: Any = None
    command: str | None = None
    results: Any = None
