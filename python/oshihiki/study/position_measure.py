"""What a position is measured by: points of the round, with the next one, or the final place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study import standings
from oshihiki.study.decision import Position

__all__ = ["UNITS", "VALUES", "measured"]

VALUES = ("points", "points_next", "placement")
UNITS = {"points": 100}
"""Of a value's sums, in points; others 1."""


def measured(
    position: Position,
    value: str,
    rewards: Sequence[int] | None = None,
    model: str | Path | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the id holds of a measure, and what the core is given for it."""
    if value not in VALUES:
        raise StudyError(f"value {value!r}: allowed: {', '.join(VALUES)}")
    if rewards is not None and value != "placement":
        raise StudyError(f'rewards belong to value "placement", not to {value!r}')
    if value == "points":
        if model is not None:
            raise StudyError('value "points" needs no model of standings')
        return {"value": value}, {}
    rules = position.round.rules
    table = standings.load(rules, model)
    if value == "points_next":
        named = {"value": value, "model": table["id"], "next": table["next"]}
        return named, {"next": table["next"]}
    worth = standings.rewards_of(rules) if rewards is None else list(rewards)
    if len(worth) != rules.players or not all(type(x) is int for x in worth):
        raise StudyError(f"rewards {worth!r}: {rules.players} whole numbers, first place first")
    named = {"value": value, "model": table["id"], "rewards": worth}
    return named, {"rewards": worth, "above": table["above"]}
