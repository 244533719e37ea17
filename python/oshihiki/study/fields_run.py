"""Runs a fork study again in other fields, see :mod:`oshihiki.study.fields`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from oshihiki.study.cell import Cell, Pair
from oshihiki.study.fork_spec import Spec
from oshihiki.study.result import StudyResult
from oshihiki.study.spec import parse, with_section

__all__ = ["USUAL", "add", "against", "with_usual"]

USUAL: Mapping[str, Any] = {
    "passive": {"name": "balanced", "push": 50, "calls": 60},
    "normal": "balanced",
    "aggressive": {"name": "balanced", "push": 200, "calls": 130},
}
"""The fields of ``--fields`` for a study that names none: strategies that value their own hands
at half and twice what `balanced` does, and call less and more."""


def with_usual(study: Spec) -> Spec:
    """The study with its own fields, or the usual ones."""
    if study.fields:
        return study
    return with_section(study, "fields", USUAL)


def against(study: Spec, field: str) -> Spec:
    """The study with a field in the place of its base strategy; the arms stay as they are."""
    data = {name: dict(table) for name, table in study.data.items()}
    data.pop("fields", None)
    own = data["strategies"]["base"]
    for name, arm in data["arms"].items():
        if arm.get("then", "base") == "base":
            data["arms"][name] = {**arm, "then": own}
    data["strategies"]["base"] = study.fields[field]
    found = parse(data, f"{study.name} in the field {field}")
    assert isinstance(found, Spec)
    return found if study.predicate is None else found.asking(study.predicate)


def add(
    study: Spec,
    result: StudyResult,
    folder: Path,
    play: Callable[[Spec, Path], StudyResult],
) -> StudyResult:
    """Run the study in each of its fields, and keep what was found in the result's ``meta``.

    `play` runs a study in a folder to the size of the result, or takes what is there already. The
    field that is the study's own base is not run again.
    """
    found: dict[str, Any] = {}
    for name, text in study.fields.items():
        if text == study.identity["strategies"]["base"]:
            there = result
        else:
            there = play(against(study, name), folder / "fields" / name)
        found[name] = {
            "strategy": text,
            "id": there.id,
            "rounds": there.rounds_played,
            "differences": {
                pair.name: [_known(there, cell, pair) for cell in there.cells]
                for pair in there.pairs
            },
        }
    meta = {**result.meta, "fields": found}
    if result.meta.get("command"):
        meta["command"] = f"{result.meta['command']} --fields"
    return replace(result, meta=meta)


def _known(result: StudyResult, cell: Cell, pair: Pair) -> list[float] | None:
    e = result.estimate(cell, pair)
    return None if e.too_few else [round(e.mean, 6), round(e.half_width, 6)]
