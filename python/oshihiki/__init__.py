"""Riichi mahjong: exact scoring, whole rounds and matches, push/fold studies.

Start with :func:`oshihiki.score`, ``oshihiki study run push-fold`` on the command line, or
:func:`oshihiki.simulate`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from oshihiki._core import __version__
from oshihiki.errors import (
    Error,
    HandError,
    IllegalActionError,
    LogError,
    RulesError,
    StrategyError,
    StudyError,
    TileError,
)

if TYPE_CHECKING:
    from oshihiki import logs, report, rules, study

__all__ = [
    "Error",
    "HandError",
    "IllegalActionError",
    "LogError",
    "RulesError",
    "StrategyError",
    "StudyError",
    "TileError",
    "__version__",
    "logs",
    "report",
    "rules",
    "study",
]

_MODULES = frozenset({"logs", "report", "rules", "study", "wall", "settle", "tiles"})


def __getattr__(name: str) -> Any:
    # Modules that are not needed by every user load when first touched.
    if name in _MODULES:
        return importlib.import_module(f"oshihiki.{name}")
    raise AttributeError(f"module 'oshihiki' has no attribute {name!r}")
