"""The race: two hands in riichi that only draw and discard, whose chances are known exactly.

A and B wait for tiles that nobody else gives up; a round of draws is A, another, B, another, all
from the same unseen tiles. The first live tile that A or B draws ends it. A study of kind
``race`` plays it and compares: a check of random numbers, counting and intervals from end to end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from oshihiki import _core
from oshihiki.errors import Error, StudyError
from oshihiki.study import stats
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.sections import Sections
from oshihiki.study.store import Tally

__all__ = ["ENDS", "Race", "RaceResult", "RaceSpec", "exact", "parse"]

ENDS = ("tsumo_a", "ron_a", "tsumo_b", "ron_b", "draw")
"""How a trial ends; ``ron_b`` is A's deal-in."""

_WORDS = ("A's tsumo", "A's ron", "B's tsumo", "B's ron (A deals in)", "draw")
_BLOCK = 4096
_AT_ONCE = 16  # blocks of one call


@dataclass(frozen=True, slots=True)
class Race:
    """Live tiles of A's and B's waits among the unseen, and rounds of draws."""

    wait_a: int = 6
    wait_b: int = 3
    rounds: int = 10
    unseen: int = 79


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
        total = [(1 - pa - pb) * x for x in ends(draw + 1, a, b)]
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
class RaceResult(CountedResult):
    """Counts of a race beside what they should be.

    Examples
    --------
    >>> counts = (331320, 294640, 147320, 165660, 61060)
    >>> result = RaceResult("id", {"race": {}}, 1, 1_000_000, counts)
    >>> result.wrong, result.rows()[0]["exact"]
    (False, 0.33132281)
    """

    kind: ClassVar[str] = "race"
    unit: ClassVar[str] = "trials"

    @property
    def race(self) -> Race:
        """What was played."""
        return Race(**self.spec.get("race", {}))

    def columns(self) -> list[tuple[str, type]]:
        numbers = [(name, float) for name in ("share", "low", "high", "exact")]
        return [("end", str), ("count", int), *numbers, ("inside", bool)]

    def rows(self) -> list[dict[str, Any]]:
        """One dict an end; the intervals hold together over the five."""
        truth = exact(self.race)
        level = 1 - stats.sidak_level(self.confidence, len(ENDS))
        out = []
        for end, words, count in zip(ENDS, _WORDS, self.counts, strict=True):
            r = stats.rate(count, self.rounds_played, self.rounds_played, level)
            p = float(truth[end])
            out.append(
                {
                    "end": words,
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
    def wrong(self) -> bool:  # type: ignore[override]
        """Whether an exact value lies outside its interval."""
        return not all(row["inside"] for row in self.rows())

    def half_widths(self) -> list[float]:
        return (
            [(row["high"] - row["low"]) / 2 for row in self.rows()] if self.blocks else [math.inf]
        )

    def verdict(self) -> str:
        out = [row["end"] for row in self.rows() if not row["inside"]]
        if out:
            return f"outside its interval: {', '.join(out)}"
        return "every exact value lies in its interval"

    def about(self) -> list[str]:
        race = self.race
        return [
            (
                f"A waits for {race.wait_a} live tiles and B for {race.wait_b}, of {race.unseen} "
                f"unseen. For {race.rounds} rounds A, another player, B and another player draw in "
                "turn; A and B discard what they do not win on, the others keep every live tile. "
                "Nobody calls."
            ),
            (
                "The exact values follow from the tiles left, draw by draw, in fractions. Whoever "
                "wins, it is A with probability "
                f"{race.wait_a} / {race.wait_a + race.wait_b}, whatever the number of rounds."
            ),
            (
                f"The intervals (Wilson) hold together over the five ends with "
                f"{self.confidence:.0%}. "
                "The run exits with 1 if an exact value lies outside its own."
            ),
        ]


@dataclass(frozen=True)
class RaceSpec(CountedSpec):
    """A race to be played."""

    race: Race = Race()
    key: int = 1

    kind: ClassVar[str] = "race"
    unit: ClassVar[str] = "trials"
    block: ClassVar[int] = _BLOCK

    @property
    def size(self) -> int:
        return len(ENDS)

    def source(self, threads: int) -> _Trials:
        return _Trials(self, threads)

    def result(self, blocks: int, total: Tally) -> RaceResult:
        return RaceResult(self.id, self.stored(), blocks, total.rounds, tuple(total.cells))


class _Trials:
    """Blocks of trials, see `sources.Source`."""

    limit: int | None = None

    def __init__(self, spec: RaceSpec, threads: int) -> None:
        self._spec = spec
        self._threads = threads
        self._queue: list[int] = []

    def want(self, first: int, last: int) -> None:
        self._queue += range(first, last)

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        now, self._queue = self._queue[:_AT_ONCE], self._queue[_AT_ONCE:]
        race = self._spec.race
        return [
            (
                block,
                Tally(
                    _BLOCK,
                    0,
                    _core.study_race(
                        key=self._spec.key,
                        unseen=race.unseen,
                        wait_a=race.wait_a,
                        wait_b=race.wait_b,
                        rounds=race.rounds,
                        first=block * _BLOCK,
                        last=(block + 1) * _BLOCK,
                        threads=self._threads,
                    ),
                ),
            )
            for block in now
        ]

    def begun(self) -> tuple[int, int]:
        return 0, 0

    def describe(self, rounds: int) -> Any:
        return "trials"


def parse(sections: Sections) -> RaceSpec:
    """A study of kind ``race``."""
    sections.only("study", "race", "stop")
    table = sections.table("race", sections.section("race"), Race.__dataclass_fields__)
    race = Race(**{k: sections.whole(f"race.{k}", v, 0, 136) for k, v in table.items()})
    try:
        _core.study_race(
            key=1,
            unseen=race.unseen,
            wait_a=race.wait_a,
            wait_b=race.wait_b,
            rounds=race.rounds,
            first=0,
            last=0,
            threads=1,
        )
    except Error as error:
        raise StudyError(f"{sections.name}: {error}") from error
    key = sections.key()
    identity = {
        "format": 2,
        "kind": "race",
        "key": key,
        "race": {name: getattr(race, name) for name in Race.__dataclass_fields__},
    }
    return RaceSpec(
        sections.data, sections.name, sections.stop(sections.section("stop")), identity, race, key
    )
