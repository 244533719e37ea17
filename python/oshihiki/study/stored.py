"""Reads the stored result of a study, of whatever kind."""

from __future__ import annotations

import os
from pathlib import Path

from oshihiki.errors import StudyError
from oshihiki.study.calibration import CalibrationResult
from oshihiki.study.counted import CountedResult
from oshihiki.study.matches import MatchResult
from oshihiki.study.race import RaceResult
from oshihiki.study.result import StudyResult
from oshihiki.study.store import read_json

__all__ = ["read"]

_COUNTED: dict[str, type[CountedResult]] = {
    result.kind: result for result in (CalibrationResult, MatchResult, RaceResult)
}


def read(path: str | os.PathLike[str]) -> StudyResult | CountedResult:
    """The result in a study's folder, or in its ``merged.json``."""
    file = Path(path)
    data = read_json(file / "merged.json" if file.is_dir() else file)
    if not data or "kind" not in data:
        return StudyResult.read(file)
    try:
        return _COUNTED[data["kind"]](
            id=data["id"],
            spec=data["spec"],
            blocks=data["blocks"],
            rounds_played=data["rounds_played"],
            counts=tuple(data["counts"]),
            meta=data["meta"],
        )
    except (KeyError, TypeError) as error:
        raise StudyError(f"not a study's result: {error}") from error
