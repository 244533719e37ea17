"""Strategies against each other: whole matches on the same walls, seats rotated.

For each pair of strategies and each wall (the address of a match) every sharing of the seats that
the format has is played: ``one`` seats one of the pair against the other in all remaining seats,
at each seat in turn (1 against 3, in three-player rules 1 against 2); ``two`` shares four seats
two and two in all six ways. The luck of the deal is the same for both, and what is left of it is
in the interval: the wall is the cluster. A strategy may be a plug-in, also a process that speaks
mjai.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar

from oshihiki import _core
from oshihiki import strategy as strategies_module
from oshihiki.errors import StudyError
from oshihiki.simulate import WALLS, simulate
from oshihiki.strategy.find import code_of
from oshihiki.strategy.plugin import overrides
from oshihiki.study import stats
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.sections import Sections
from oshihiki.study.store import Tally

__all__ = ["MatchResult", "MatchSpec", "lineups", "pairs_of", "parse"]

FORMATS = ("one", "two")
PRECISION = 1.0
"""Points of placement (thousands, as uma is counted) that `matches_needed` is told for, unless the
study says otherwise."""

_BLOCK = 16  # walls
_BLOCK_BATCHED = 128  # with plug-ins that are asked for the decisions of many matches at once
_LEAST = 30  # walls for an interval: results of a match are bounded and nearly normal

Pairs = list[tuple[str, str]]


def pairs_of(players: Sequence[str], format_: str) -> Pairs:
    """The pairs of strategies that meet: for ``one`` in both roles.

    Examples
    --------
    >>> pairs_of(["a", "b"], "one"), pairs_of(["a", "b", "c"], "two")
    ([('a', 'b'), ('b', 'a')], [('a', 'b'), ('a', 'c'), ('b', 'c')])
    """
    return list(permutations(players, 2) if format_ == "one" else combinations(players, 2))


def lineups(format_: str, players: int) -> list[tuple[int, ...]]:
    """The seats of the first of a pair, once for each match on a wall.

    Examples
    --------
    >>> lineups("one", 4), len(lineups("two", 4))
    ([(0,), (1,), (2,), (3,)], 6)
    """
    return list(combinations(range(players), 1 if format_ == "one" else 2))


def _fields(players: int) -> tuple[str, ...]:
    """A pair's sums: over walls of the first's results and of its places, with squares."""
    return (
        "walls",
        "result",
        "result2",
        "rank",
        "rank2",
        *(f"rank_{k + 1}" for k in range(players)),
    )


@dataclass(frozen=True)
class MatchResult(CountedResult):
    """Who gains what against whom."""

    kind: ClassVar[str] = "match"
    unit: ClassVar[str] = "walls"

    @property
    def format(self) -> str:
        """``one`` or ``two``."""
        return str(self.spec.get("match", {}).get("format", "two"))

    @property
    def precision(self) -> float:
        """What `matches_needed` is told for, in thousands of points."""
        return float(self.spec.get("match", {}).get("precision", PRECISION))

    @property
    def names(self) -> list[str]:
        """The strategies by the names of the study."""
        return list(self.spec["strategies"])

    def _sums(self) -> list[dict[str, int]]:
        pairs = pairs_of(self.names, self.format)
        width = len(self.counts) // len(pairs)
        fields = _fields(width - 5)
        return [
            dict(zip(fields, self.counts[i : i + width], strict=True))
            for i in range(0, len(self.counts), width)
        ]

    def columns(self) -> list[tuple[str, type]]:
        places = len(self.counts) // max(1, len(pairs_of(self.names, self.format))) - 5
        return [
            ("strategy", str),
            ("against", str),
            ("walls", int),
            ("matches", int),
            ("result", float),
            ("low", float),
            ("high", float),
            ("rank", float),
            ("rank_low", float),
            ("rank_high", float),
            *((f"place_{k + 1}", float) for k in range(places)),
            ("matches_needed", int),
        ]

    def rows(self) -> list[dict[str, Any]]:
        """One dict a pair: the first's mean ``result`` a match (points with uma and oka, in
        thousands) and mean place with intervals together over the pairs, the shares of its
        places, and the matches after which the result is known to `precision`."""
        pairs = pairs_of(self.names, self.format)
        out = []
        for (a, b), sums in zip(pairs, self._sums(), strict=True):
            seats = lineups(self.format, len(sums) - 5)
            own = len(seats) * len(seats[0])  # seats of the first on a wall
            walls = sums["walls"]
            matches = walls * len(seats)
            row: dict[str, Any] = {"strategy": a, "against": b, "walls": walls, "matches": matches}
            needed = None
            for name, scale in (("result", 10 * own), ("rank", own)):
                mean, half = self._mean(sums, name, scale, len(pairs))
                low, high = ("low", "high") if name == "result" else ("rank_low", "rank_high")
                row[name] = _number(mean)
                row[low], row[high] = _number(mean - half), _number(mean + half)
                if name == "result" and math.isfinite(half):
                    needed = math.ceil(matches * (half / self.precision) ** 2)
            for k in range(len(sums) - 5):
                count = sums[f"rank_{k + 1}"]
                row[f"place_{k + 1}"] = round(count / (walls * own), 6) if walls else None
            row["matches_needed"] = needed
            out.append(row)
        return out

    def _mean(
        self, sums: dict[str, int], name: str, scale: float, pairs: int
    ) -> tuple[float, float]:
        walls = sums["walls"]
        if walls == 0:
            return math.nan, math.inf
        total, squares = sums[name], sums[f"{name}2"]
        moments = stats.Moments(walls, walls, walls, total, squares, total)
        half = stats.standard_error(moments) * stats.fixed_factor(self.confidence, pairs)
        return total / walls / scale, half / scale if walls >= _LEAST else math.inf

    def half_widths(self) -> list[float]:
        return [
            (row["high"] - row["low"]) / 2 if row["low"] is not None else math.inf
            for row in self.rows()
        ]

    def _result(self) -> str:
        rewards = self.spec.get("match", {}).get("rewards")
        if rewards is None:
            return "The result of a match is its points after return, uma and oka, in thousands."
        worth = ", ".join(f"{x / 1000:g}" for x in rewards)
        return f"The result of a match is what the place is worth, in thousands: {worth}."

    def about(self) -> list[str]:
        how = {
            "one": "One seat plays the first strategy, all others the second; on each wall every "
            "seat in turn.",
            "two": "Two seats play the first strategy and two the second; on each wall all six "
            "sharings.",
        }
        strategies = ", ".join(f"{k} = {v}" for k, v in self.spec["strategies"].items())
        return [
            how[self.format],
            f"The strategies: {strategies}.",
            (
                f"{self._result()} Shares and means are over the seats of the first. Intervals "
                f"hold together over the pairs with {self.confidence:.0%}; the wall is the "
                "cluster. A column says how many matches in this format bring "
                f"the result to ±{self.precision:g}."
            ),
            (
                "The walls are the same for all sharings, and each seat draws from a queue of its "
                "own, so that calls do not shift what others draw."
                if self.spec.get("match", {}).get("wall") == "stable"
                else "The walls are the same for all sharings, but calls shift who draws what, so "
                "the luck cancels in part only."
            ),
        ]


def _number(value: float) -> float | None:
    return round(value, 6) + 0.0 if math.isfinite(value) else None


@dataclass(frozen=True)
class MatchSpec(CountedSpec):
    """Strategies to be played against each other."""

    rules: _core.Rules | None = None
    key: int = 1
    format: str = "two"
    wall: str = "uniform"
    rewards: tuple[int, ...] | None = None
    strategies: tuple[tuple[str, str], ...] = ()
    block: int = _BLOCK  # type: ignore[misc]

    kind: ClassVar[str] = "match"
    unit: ClassVar[str] = "walls"

    @property
    def size(self) -> int:
        assert self.rules is not None
        pairs = pairs_of([name for name, _ in self.strategies], self.format)
        return len(pairs) * len(_fields(self.rules.players))

    def source(self, threads: int) -> _Walls:
        return _Walls(self, threads)

    def result(self, blocks: int, total: Tally) -> MatchResult:
        return MatchResult(self.id, self.stored(), blocks, total.rounds, tuple(total.cells))


class _Walls:
    """Blocks of walls, see `sources.Source`."""

    limit: int | None = None

    def __init__(self, spec: MatchSpec, threads: int) -> None:
        self._spec = spec
        self._threads = threads
        self._queue: list[int] = []
        self._at = 0  # pairs of the first block in the queue that are done
        self._counts: list[int] = []
        self._players = {name: strategies_module.load(text) for name, text in spec.strategies}
        self._pairs = pairs_of([name for name, _ in spec.strategies], spec.format)

    def want(self, first: int, last: int) -> None:
        self._queue += range(first, last)

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        """Play one pair on the walls of a block; the block if that was its last."""
        if not self._queue:
            return []
        block = self._queue[0]
        self._counts += self._play(block, *self._pairs[self._at])
        self._at += 1
        if self._at < len(self._pairs):
            return []
        done, self._counts, self._at = self._counts, [], 0
        self._queue.pop(0)
        return [(block, Tally(self._spec.block, 0, done))]

    def _play(self, block: int, a: str, b: str) -> list[int]:
        spec = self._spec
        rules = spec.rules
        assert rules is not None
        players = rules.players
        results, ranks = [0] * spec.block, [0] * spec.block
        places = [0] * players
        for seats in lineups(spec.format, players):
            lineup = [self._players[a if seat in seats else b] for seat in range(players)]
            rows: list[dict[str, Any]] = []
            simulate(
                lineup,
                spec.block,
                rules,
                spec.key,
                self._threads,
                first=block * spec.block,
                on_matches=rows.extend,
                wall=spec.wall,
            )
            for wall, row in enumerate(rows):
                for seat in seats:
                    rank = row["rank"][seat]
                    worth = spec.rewards[rank - 1] if spec.rewards else row["result"][seat]
                    results[wall] += worth // 100
                    ranks[wall] += rank
                    places[rank - 1] += 1
        return [
            *(spec.block, sum(results), sum(x * x for x in results)),
            *(sum(ranks), sum(x * x for x in ranks), *places),
        ]

    def begun(self) -> tuple[int, int]:
        return 0, 0

    def describe(self, rounds: int) -> Any:
        return "matches"


def parse(sections: Sections) -> MatchSpec:
    """A study of kind ``match``."""
    sections.only("study", "strategies", "match", "stop")
    study = sections.section("study")
    rules = sections.rules(study.get("rules", "tenhou"))
    table = sections.table(
        "match", sections.section("match"), ("format", "wall", "rewards", "precision")
    )
    format_ = sections.choice("match.format", table.get("format", "two"), FORMATS)
    if format_ == "two" and rules.players != 4:
        sections.refuse("match.format", format_, 'with three players: "one"')
    wall = sections.choice("match.wall", table.get("wall", "uniform"), WALLS)
    rewards = table.get("rewards")
    if rewards is not None and not (
        isinstance(rewards, list)
        and len(rewards) == rules.players
        and all(type(x) is int and abs(x) <= 10**6 and x % 100 == 0 for x in rewards)
    ):
        sections.refuse(
            "match.rewards", rewards, f"{rules.players} numbers in hundreds, first first"
        )
    if sections.number("match.precision", table.get("precision", PRECISION)) == 0:
        sections.refuse("match.precision", 0, "a number above 0")
    given = sections.section("strategies", needed=True)
    loaded = {
        name: sections.any_strategy(f"strategies.{name}", value) for name, value in given.items()
    }
    strategies = {name: str(one) for name, one in loaded.items()}
    if len(strategies) < 2:
        raise StudyError(f"{sections.name}: [strategies] needs two or more to play each other")
    key = sections.key()
    identity = {
        "format": 2,
        "engine": _core.STUDY_ENGINE,
        "kind": "match",
        "rules": rules.to_dict(),
        "key": key,
        "match": format_,
        "strategies": list(map(list, strategies.items())),
    }
    if wall != "uniform":
        identity["wall"] = wall
    if rewards is not None:
        identity["rewards"] = rewards
    outside = {name: one for name, one in loaded.items() if not isinstance(one, _core.Strategy)}
    batched = any(overrides(one, "decide_batch") for one in outside.values())
    if outside:
        identity["code"] = {name: code_of(one) for name, one in outside.items()}
    return MatchSpec(
        sections.data,
        sections.name,
        sections.stop(sections.section("stop")),
        identity,
        rules=rules,
        key=key,
        format=format_,
        wall=wall,
        rewards=None if rewards is None else tuple(rewards),
        strategies=tuple(strategies.items()),
        block=_BLOCK_BATCHED if batched else _BLOCK,
    )
