"""How a study's differences move with the opponents: the same cells against other fields.

A *field* is a strategy that every seat follows, apart from the hero from the spot on, whose arms
stay as they are. For each one the study is run again with that base strategy, as a study of its
own with its own id, to the same number of rounds and on the same walls, in a folder
``fields/<name>`` below the study's. The result keeps, for every pair and cell, the difference in
each field with half the width of its interval; the range over the fields, the study's own among
them, stands beside the interval. It says how far the numbers hang on the opponents and no more:
the intervals are about chance, the range is about the question.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oshihiki.study import spec as specs
from oshihiki.study.result import Cell, Pair, StudyResult

if TYPE_CHECKING:
    from oshihiki.study.run import Progress

__all__ = ["USUAL", "Field", "add", "of", "spans", "with_usual"]

USUAL: Mapping[str, Any] = {
    "passive": {"name": "balanced", "push": 50, "calls": 60},
    "normal": "balanced",
    "aggressive": {"name": "balanced", "push": 200, "calls": 130},
}
"""The fields of ``--fields`` for a study that names none: strategies that value their own hands
at half and twice what `balanced` does, and call less and more."""


def with_usual(study: specs.Spec) -> specs.Spec:
    """The study with its own fields, or the usual ones."""
    if study.fields:
        return study
    return study.with_section("fields", USUAL)


def against(study: specs.Spec, field: str) -> specs.Spec:
    """The study with a field in the place of its base strategy; the arms stay as they are."""
    data = {name: dict(table) for name, table in study.data.items()}
    data.pop("fields", None)
    own = data["strategies"]["base"]
    for name, arm in data["arms"].items():
        if arm.get("then", "base") == "base":
            data["arms"][name] = {**arm, "then": own}
    data["strategies"]["base"] = study.fields[field]
    found = specs.parse(data, f"{study.name} in the field {field}")
    assert isinstance(found, specs.Spec)
    return found if study.predicate is None else found.asking(study.predicate)


def add(
    study: specs.Spec,
    result: StudyResult,
    folder: str | os.PathLike[str],
    *,
    threads: int,
    executor: Executor | None = None,
    spots_from: Sequence[str | os.PathLike[str]] = (),
    progress: Progress | None = None,
) -> StudyResult:
    """Run the study in each of its fields, and keep what was found in the result's ``meta``.

    Fields that are there already to that size are taken from their folders. The field that is the
    study's own base is not run again.
    """
    from oshihiki.study import run

    found: dict[str, Any] = {}
    for name, text in study.fields.items():
        if text == study.identity["strategies"]["base"]:
            there = result
        else:
            ended = run.run(
                against(study, name),
                Path(folder) / "fields" / name,
                threads=threads,
                executor=executor,
                max_rounds=result.blocks * study.block,
                spots_from=spots_from,
                progress=progress,
            )
            assert isinstance(ended.result, StudyResult)
            there = ended.result
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


class Field:
    """What a pair's differences are in one field.

    Attributes
    ----------
    name, strategy, id, rounds
        The field, its strategy, the id and size of the study that was run in it.
    """

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self.name = name
        self.strategy = str(data["strategy"])
        self.id = str(data["id"])
        self.rounds = int(data["rounds"])
        self._differences = data["differences"]

    def difference(self, pair: Pair, number: int) -> tuple[float, float] | None:
        """Difference and half-width in points of a pair in a cell, by the cell's number."""
        known = self._differences[pair.name][number]
        return (known[0], known[1]) if known else None


def of(result: StudyResult) -> list[Field]:
    """The fields a result was compared over; none if it was not."""
    return [Field(name, data) for name, data in result.meta.get("fields", {}).items()]


def spans(result: StudyResult, pair: Pair) -> list[tuple[float, float]]:
    """For each cell the least and greatest difference over the fields and the study itself.

    Not a number where a field has too few rounds.
    """
    fields = of(result)
    out = []
    for number, cell in enumerate(result.cells):
        own = result.estimate(cell, pair)
        known = [field.difference(pair, number) for field in fields]
        means = [own.mean, *(k[0] for k in known if k)]
        whole = len(means) == len(fields) + 1 and not own.too_few
        out.append((min(means), max(means)) if fields and whole else (math.nan, math.nan))
    return out
