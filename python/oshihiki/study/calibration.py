"""Calibration: how the strategies play, beside how people play.

Each part plays matches with one strategy in every seat, counts them as real logs are counted
(:mod:`oshihiki.study.census`) and sets the rates beside reference values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from oshihiki import _core
from oshihiki import strategy as strategies
from oshihiki.errors import StudyError
from oshihiki.simulate.results import half_width, ratio
from oshihiki.strategy.find import code_of
from oshihiki.study.census import UNITS, counts_of, rounds_mask
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.danger import rank_correlation
from oshihiki.study.sections import Sections
from oshihiki.study.store import Tally

__all__ = ["CalibrationResult", "CalibrationSpec", "parse"]

_BLOCK = 64  # matches of each part

DANGER_RANK = "danger_rank"
"""The target that is no rate: how danger by class and turn is ranked, against a table."""

_TABLES = ("turns", "first_riichi", "danger", "thin")


def _flat(counts: Mapping[str, Any]) -> Iterator[int]:
    """A census as a row of whole numbers."""
    yield counts["matches"]
    yield counts["rounds"]
    for sums in counts["rates"].values():
        yield from sums
    for table in _TABLES:
        for by_turn in counts[table].values():
            for sums in by_turn:
                yield from sums


def _shape(rules: _core.Rules) -> dict[str, Any]:
    """A census of nothing."""
    nobody = [_core.Strategy("random")] * rules.players
    return _core.census_simulate(rules, nobody, 1, 0, 0, 1, 0.0, 0xFFFF)[1]


def _names() -> list[str]:
    """What a target may name, in the order of :func:`_flat`."""
    shape = _shape(_core.Rules({}))
    return [
        *shape["rates"],
        *(
            f"{kind}.{turn}" if table == "turns" else f"{table}.{kind}.{turn}"
            for table in _TABLES
            for kind, by_turn in shape[table].items()
            for turn in range(len(by_turn))
        ),
    ]


@dataclass(frozen=True)
class CalibrationResult(CountedResult):
    """Rates of each part beside their references."""

    kind: ClassVar[str] = "calibration"
    unit: ClassVar[str] = "matches of each part"

    def columns(self) -> list[tuple[str, type]]:
        return [
            ("part", str),
            ("rate", str),
            ("reference", float),
            ("value", float),
            ("low", float),
            ("high", float),
            ("ratio", float),
            ("allowed", float),
            ("within", bool),
        ]

    def _parts(self) -> Iterator[tuple[str, Mapping[str, Any], int, dict[str, Any]]]:
        names = _names()
        parts = self.spec["part"]
        width = len(self.counts) // len(parts)
        for at, (name, part) in enumerate(parts.items()):
            counts = self.counts[at * width : (at + 1) * width]
            sums = {n: counts[2 + 5 * i : 7 + 5 * i] for i, n in enumerate(names)}
            yield name, part, counts[0], sums

    def rows(self) -> list[dict[str, Any]]:
        """One dict a target: the rate, its 95 per cent interval over matches, its reference,
        what is allowed beside it, and whether the rate is within that."""
        out = []
        for part, table, matches, sums in self._parts():
            for rate, target in table["target"].items():
                scale = 100 if UNITS.get(rate) == "points" else 1
                if rate == DANGER_RANK:
                    value, half = _danger_rank(target["table"], target["first_turn"], sums), None
                else:
                    value, half = ratio("", sums[rate]), half_width("", sums[rate], matches)
                reference, allowed = target["value"], _allowed(target)
                row: dict[str, Any] = {"part": part, "rate": rate, "reference": float(reference)}
                known = value is not None and half is not None
                row["value"] = round(value * scale, 6) if value is not None else None
                row["low"] = round((value - half) * scale, 6) if known else None  # type: ignore[operator]
                row["high"] = round((value + half) * scale, 6) if known else None  # type: ignore[operator]
                row["ratio"] = (
                    round(value * scale / reference, 4) if value is not None and reference else None
                )
                row["allowed"] = round(allowed, 6)
                row["within"] = None if value is None else abs(value * scale - reference) <= allowed
                out.append(row)
        return out

    def half_widths(self) -> list[float]:
        """Of each target the half-width over what is allowed."""
        return [
            (row["high"] - row["low"]) / 2 / row["allowed"] if row["low"] is not None else math.inf
            for row in self.rows()
            if row["rate"] != DANGER_RANK
        ]

    def verdict(self) -> str:
        rows = self.rows()
        within = sum(row["within"] is True for row in rows)
        return f"{within} of {len(rows)} rates within what is allowed"

    def about(self) -> list[str]:
        parts = "; ".join(
            f"{name}: {part['strategy']} in every seat"
            + (f", rounds {part['rounds']} only" if part.get("rounds") else "")
            for name, part in self.spec["part"].items()
        )
        return [
            f"The parts: {parts}.",
            (
                "Rates are counted as oshihiki stats counts real logs: every round played, aborts "
                "included, by players x rounds. A number behind a name is a turn: of tenpai, the "
                "own discards so far; of a first riichi, those before the declaring one. "
                "Intervals are of 95 per cent, over matches. danger_rank is the rank correlation "
                "of how often a held tile is in a riichi hand's wait with a published table, over "
                "its classes and turns."
            ),
        ]


def _danger_rank(
    table: Mapping[str, Sequence[float]], first: int, sums: Mapping[str, Any]
) -> float | None:
    """Rank correlation of the danger counted with a table's, over all its classes and turns."""
    theirs: list[float] = []
    ours: list[float] = []
    for name, by_turn in table.items():
        for turn, chance in enumerate(by_turn, first):
            value = ratio("", sums[f"danger.{name}.{turn}"])
            if value is not None:
                theirs.append(chance)
                ours.append(value)
    return rank_correlation(theirs, ours) if len(set(ours)) > 1 else None


def _allowed(target: Mapping[str, Any]) -> float:
    if "by" in target:
        return float(target["by"])
    return abs(float(target["value"]) * float(target["share"]))


@dataclass(frozen=True)
class CalibrationSpec(CountedSpec):
    """Parts to be played and their references."""

    rules: _core.Rules | None = None
    key: int = 1
    parts: tuple[tuple[str, str, str], ...] = ()  # name, strategy, rounds

    kind: ClassVar[str] = "calibration"
    unit: ClassVar[str] = "matches of each part"
    block: ClassVar[int] = _BLOCK

    @property
    def size(self) -> int:
        return len(self.parts) * (2 + 5 * len(_names()))

    def source(self, threads: int) -> _Matches:
        return _Matches(self, threads)

    def result(self, blocks: int, total: Tally) -> CalibrationResult:
        return CalibrationResult(self.id, self.stored(), blocks, total.rounds, tuple(total.cells))


class _Matches:
    """Blocks of matches, see `sources.Source`."""

    limit: int | None = None

    def __init__(self, spec: CalibrationSpec, threads: int) -> None:
        self._spec = spec
        self._threads = threads
        self._queue: list[int] = []
        self._counts: list[int] = []
        self._players = [strategies.load(text) for _, text, _ in spec.parts]
        self._at = 0  # parts of the first block in the queue that are done

    def want(self, first: int, last: int) -> None:
        self._queue += range(first, last)

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        """Play one part's matches of a block; the block if that was its last."""
        if not self._queue:
            return []
        spec, block = self._spec, self._queue[0]
        assert spec.rules is not None
        _, _, rounds = spec.parts[self._at]
        counts = counts_of(
            [self._players[self._at]] * spec.rules.players,
            block * _BLOCK,
            _BLOCK,
            spec.rules,
            spec.key,
            self._threads,
            rounds_mask(rounds),
        )
        self._counts += _flat(counts)
        self._at += 1
        if self._at < len(spec.parts):
            return []
        done, self._counts, self._at = self._counts, [], 0
        self._queue.pop(0)
        return [(block, Tally(_BLOCK, 0, done))]

    def begun(self) -> tuple[int, int]:
        return 0, 0

    def describe(self, rounds: int) -> Any:
        return "matches"


def _check_danger(sections: Sections, key: str, target: Mapping[str, Any], known: set[str]) -> None:
    table, first = target.get("table"), target.get("first_turn")
    if type(first) is not int or not isinstance(table, Mapping) or not table:
        raise StudyError(f"{sections.name}: {key} needs first_turn and a table of chances by class")
    for name, by_turn in table.items():
        numbers = isinstance(by_turn, Sequence) and all(type(x) in (int, float) for x in by_turn)
        if not numbers or any(
            f"danger.{name}.{turn}" not in known for turn in range(first, first + len(by_turn))
        ):
            sections.refuse(f"{key}.table.{name}", by_turn, "a class of tiles, and a number a turn")


def parse(sections: Sections) -> CalibrationSpec:
    """A study of kind ``calibration``."""
    sections.only("study", "part", "stop")
    study = sections.section("study")
    rules = sections.rules(study.get("rules", "tenhou"))
    known = set(_names())
    parts: list[tuple[str, str, str]] = []
    code: dict[str, str | None] = {}
    for name, part in sections.section("part", needed=True).items():
        where = f"part.{name}"
        sections.known(where, sections.table(where, part), ("strategy", "rounds", "target"))
        one = sections.any_strategy(f"{where}.strategy", part.get("strategy", "balanced"))
        text = str(one)
        if not isinstance(one, _core.Strategy):
            code[name] = code_of(one)
        rounds = part.get("rounds", "")
        rounds_mask(rounds)
        parts.append((name, text, rounds))
        for rate, target in sections.table(f"{where}.target", part.get("target", {})).items():
            key = f"{where}.target.{rate}"
            extra = ("table", "first_turn") if rate == DANGER_RANK else ()
            sections.known(
                key, sections.table(key, target), ("value", "by", "share", "source", *extra)
            )
            if rate == DANGER_RANK:
                _check_danger(sections, key, target, known)
            elif rate not in known:
                sections.refuse(key, rate, "a rate of oshihiki stats, as win or tenpai.8")
            if "value" not in target or ("by" in target) == ("share" in target):
                raise StudyError(f"{sections.name}: {key} needs value, and by or share")
            for number in ("value", "by", "share"):
                if number in target and type(target[number]) not in (int, float):
                    sections.refuse(f"{key}.{number}", target[number], "a number")
    if not parts:
        raise StudyError(f"{sections.name}: a calibration needs a [part.NAME]")
    key_ = sections.key()
    identity = {
        "format": 2,
        "engine": _core.STUDY_ENGINE,
        "kind": "calibration",
        "rules": rules.to_dict(),
        "key": key_,
        "parts": [list(part) for part in parts],
    }
    if code:
        identity["code"] = code
    return CalibrationSpec(
        sections.data,
        sections.name,
        sections.stop(sections.section("stop")),
        identity,
        rules,
        key_,
        tuple(parts),
    )
