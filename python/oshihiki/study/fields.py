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
from collections.abc import Mapping
from typing import Any

from oshihiki.study.cell import Pair
from oshihiki.study.estimates import Estimates

__all__ = ["Field", "of", "spans"]


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


def of(result: Estimates) -> list[Field]:
    """The fields a result was compared over; none if it was not."""
    return [Field(name, data) for name, data in result.meta.get("fields", {}).items()]


def spans(result: Estimates, pair: Pair) -> list[tuple[float, float]]:
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
