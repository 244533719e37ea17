"""A fork study: what its file says, checked and compiled for the core."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study.any_spec import AnySpec
from oshihiki.study.cell import Cell
from oshihiki.study.features import Axis
from oshihiki.study.looks import BLOCK_ROUNDS
from oshihiki.study.predicate import Predicate
from oshihiki.study.result import StudyResult
from oshihiki.study.sources import SelfPlay
from oshihiki.study.store import Tally

__all__ = ["Spec"]


@dataclass(frozen=True)
class Spec(AnySpec):
    """A checked fork study.

    Attributes
    ----------
    plan
        What the core runs.
    axes, arms, pairs
        Cells, names of arms, compared pairs.
    worlds
        Hidden worlds a spot is played through; 0: as many as a pilot finds best, by cell.
    fields
        Other opponents against whom it is run again, by name; no part of the id.
    rows
        Whether a row of each spot is kept; no part of the id.
    predicate
        Asked beside those of the file, see :mod:`oshihiki.study.predicate`.
    """

    plan: _core.ForkPlan
    axes: tuple[Axis, ...]
    arms: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    worlds: int = 1
    fields: Mapping[str, str] = field(default_factory=dict)
    rows: bool = False
    predicate: Predicate | None = None

    kind: ClassVar[str] = "fork"
    unit: ClassVar[str] = "rounds"
    block: ClassVar[int] = BLOCK_ROUNDS

    def keys(self) -> list[dict[str, str]]:
        """The labels of each cell, in the order of the core's cells."""
        cells: list[dict[str, str]] = [{}]
        for axis in self.axes:
            cells = [{**cell, axis.feature: label} for cell in cells for label in axis.labels]
        return cells

    def stored(self) -> dict[str, Any]:
        """The TOML as results keep it, also without what is kept besides."""
        return {name: table for name, table in super().stored().items() if name != "output"}

    def asked(self) -> dict[str, Any]:
        """The predicate; without it the command alone does not give the numbers."""
        return {} if self.predicate is None else {"predicate": dict(self.predicate.identity)}

    def asking(self, predicate: Predicate) -> Spec:
        """The study of those of its spots for which the predicate holds."""
        if self.predicate is not None:
            raise StudyError(f"{self.name}: it has a predicate; write both as one function")
        spot = {**self.identity["spot"], "predicate": dict(predicate.identity)}
        return replace(
            self,
            plan=self.plan.with_predicate(predicate.packed()),
            identity={**self.identity, "spot": spot},
            predicate=predicate,
        )

    @property
    def size(self) -> int:
        """Numbers of a tally."""
        return self.plan.cells * len(self.plan.fields)

    def source(self, threads: int) -> SelfPlay:
        """Plays its blocks."""
        return SelfPlay(self.plan, threads)

    def result(self, blocks: int, total: Tally) -> StudyResult:
        """The result of a prefix of blocks."""
        names = self.plan.fields
        cells = tuple(
            Cell(keys, dict(zip(names, total.cells[i : i + len(names)], strict=True)))
            for keys, i in zip(self.keys(), itertools.count(0, len(names)), strict=False)
        )
        return StudyResult(self.id, self.stored(), blocks, total.rounds, total.spots, cells)
