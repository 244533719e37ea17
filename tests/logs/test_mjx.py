"""Rounds that another simulator recorded, and what it said was legal."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from oshihiki.logs import replay
from oshihiki.logs.check import check
from recorded import rows


def _converter() -> ModuleType:
    path = Path(__file__).with_name("mjx.py")
    spec = importlib.util.spec_from_file_location("mjx", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rounds_of_mjx() -> None:
    match_of = _converter().match_of
    found = replay.Verified()
    for row in rows("mjx"):
        if row["kind"] == "mjx-state":
            match = match_of(row)
            check(match)
            found.add(replay.verify(match))
    assert found.mismatches == []
    assert (found.logs, found.rounds) == (52, 324)
    assert found.wins > 200
