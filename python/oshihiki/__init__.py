"""Riichi mahjong: exact scoring, whole rounds and matches, push/fold studies.

Start with :func:`oshihiki.score`, ``oshihiki study run push-fold`` on the command line, or
:func:`oshihiki.simulate`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from oshihiki._core import __version__
from oshihiki.agari import (
    discards_batch,
    shanten,
    shanten_batch,
    ukeire,
    ukeire_batch,
    waits,
    waits_batch,
)
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

# These functions' names are their modules': they are bound after the modules are loaded.
from oshihiki.score import HandBatch, Score, score, score_batch
from oshihiki.simulate import simulate

if TYPE_CHECKING:
    from oshihiki import logs, report, rules, study, tiles
    from oshihiki.play import Match, Round
    from oshihiki.strategy import Strategy

__all__ = [
    "Error",
    "HandBatch",
    "HandError",
    "IllegalActionError",
    "LogError",
    "Match",
    "Round",
    "RulesError",
    "Score",
    "Strategy",
    "StrategyError",
    "StudyError",
    "TileError",
    "__version__",
    "discards_batch",
    "logs",
    "report",
    "rules",
    "score",
    "score_batch",
    "shanten",
    "shanten_batch",
    "simulate",
    "study",
    "tiles",
    "ukeire",
    "ukeire_batch",
    "waits",
    "waits_batch",
]

_MODULES = frozenset({"logs", "report", "rules", "study", "settle", "strategy", "tiles", "wall"})


_LAZY = {"Match": "oshihiki.play", "Round": "oshihiki.play", "Strategy": "oshihiki.strategy"}


def __getattr__(name: str) -> Any:
    # What is not needed by every user loads when first touched.
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"oshihiki.{name}")
    raise AttributeError(f"module 'oshihiki' has no attribute {name!r}")
