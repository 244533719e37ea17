"""The race: two hands in riichi that only draw and discard, whose chances are known exactly.

A and B wait for tiles that nobody else gives up; a round of draws is A, another, B, another, all
from the same unseen tiles. The first live tile that A or B draws ends it. A study of kind
``race`` plays it and compares: a check of random numbers, counting and intervals from end to end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from oshihiki import _core
from oshihiki.errors import Error, StudyError
from oshihiki.study import stats

__all__ = ["ENDS", "Race", "RaceResult", "exact", "play"]

ENDS = ("tsumo_a", "ron_a", "tsumo_b", "ron_b", "draw")
"""How a trial ends; ``ron_b`` is A's deal-in."""

_SLICE = 200_000  # trials of one call


@dataclass(frozen=True, slots=True)
class Race:
    """Live tiles of A's and B's waits among the unseen, and rounds of draws."""

    wait_a: int = 6
    wait_b: int = 3
    rounds: int = 10
    unseen: int = 79

    def settings(self) -> dict[str, int]:
        """The parameters by name."""
        return {
            "wait_a": self.wait_a,
            "wait_b": self.wait_b,
            "rounds": self.rounds,
            "unseen": self.unseen,
        }


def exact(race: Race) -> dict[str, Fraction]:
    """The probability of each end, exactly.

    Examples
    --------
    >>> {end: round(float(p), 5) for end, p in exact(Race()).items()}
    {'tsumo_a': 0.33132, 'ron_a': 0.29464, 'tsumo_b': 0.14732, 'ron_b': 0.16566, 'draw': 0.06105}
    """

    @cache
    def ends(draw: int, a: int, b: int) -> tuple[Fraction, ...]:
        left = race.unseen - draw
        if draw == 4 * race.rounds or left <= 0:
            return (*(Fraction(0) for _ in range(4)), Fraction(1))
        pa, pb = Fraction(a, left), Fraction(b, left)
        on = ends(draw + 1, a, b)
        total = [(1 - pa - pb) * x for x in on]
        if draw % 4 == 0:
            total[0] += pa
            total[3] += pb
        elif draw % 4 == 2:
            total[1] += pa
            total[2] += pb
        else:  # the others keep a live tile
            for p, then in ((pa, (a - 1, b)), (pb, (a, b - 1))):
                if p:
                    for i, x in enumerate(ends(draw + 1, *then)):
                        total[i] += p * x
        return tuple(total)

    return dict(zip(ENDS, ends(0, race.wait_a, race.wait_b), strict=True))


@dataclass(frozen=True)
class RaceResult:
    """Counts of a race and what they should be."""

    race: Race
    key: int
    trials: int
    counts: Mapping[str, int]
    confidence: float

    def rows(self) -> list[dict[str, Any]]:
        """One dict an end: ``end``, ``count``, ``share``, ``low``, ``high`` (together with the
        confidence over the five), ``exact``, ``inside``."""
        truth = exact(self.race)
        level = self.confidence ** (1 / len(ENDS))
        out = []
        for end in ENDS:
            count = self.counts[end]
            r = stats.rate(count, self.trials, self.trials, level)
            p = float(truth[end])
            out.append(
                {
                    "end": end,
                    "count": count,
                    "share": round(r.value, 9),
                    "low": round(r.low, 9),
                    "high": round(r.high, 9),
                    "exact": round(p, 9),
                    "inside": r.low <= p <= r.high,
                }
            )
        return out

    @property
    def inside(self) -> bool:
        """Whether every exact value lies in its interval."""
        return all(row["inside"] for row in self.rows())


def play(
    race: Race, key: int, trials: int, *, threads: int = 1, confidence: float = 0.95
) -> RaceResult:
    """Play a number of trials; each is a function of the key and its number alone.

    Examples
    --------
    >>> result = play(Race(), key=1, trials=10_000)
    >>> sum(result.counts.values()), result.rows()[0]["exact"]
    (10000, 0.33132281)
    """
    total = [0] * len(ENDS)
    try:
        for first in range(0, trials, _SLICE):
            last = min(first + _SLICE, trials)
            part = _core.study_race(
                key=key, **race.settings(), first=first, last=last, threads=threads
            )
            total = [x + y for x, y in zip(total, part, strict=True)]
    except Error as error:
        raise StudyError(str(error)) from error
    return RaceResult(race, key, trials, dict(zip(ENDS, total, strict=True)), confidence)
