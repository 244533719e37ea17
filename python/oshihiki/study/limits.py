"""The limits of one run: the study's own, or others in their place."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study.any_spec import AnySpec, Stop

__all__ = ["limits", "with_limits"]


def limits(spec: AnySpec, max_rounds: int | None, max_seconds: float | None) -> Stop:
    """The study's limits with those of one run in their place."""
    stop = spec.stop
    if max_rounds is not None:
        if max_rounds < 0:
            raise StudyError(f"max_rounds = {max_rounds}: allowed: 0 (none) or more")
        stop = replace(
            stop, max_rounds=max_rounds, max_seconds=0 if max_rounds else stop.max_seconds
        )
    if max_seconds is not None:
        if not 0 <= max_seconds < math.inf:
            raise StudyError(f"max_seconds = {max_seconds}: allowed: 0 (none) or more")
        stop = replace(stop, max_seconds=max_seconds)
    return stop


def with_limits(spec: AnySpec, stop: Stop) -> dict[str, Any]:
    """The study's TOML with the limits of this run, for ``resume``."""
    kept = dict(spec.data.get("stop", {}))
    kept["max_rounds"] = stop.max_rounds
    kept["max_seconds"] = stop.max_seconds
    return {**spec.data, "stop": kept}
