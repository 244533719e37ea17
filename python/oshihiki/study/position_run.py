"""A run over worlds: plays them up to each look and ends by its limits."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study.any_spec import ENGINE, hash_of
from oshihiki.study.decision import Position
from oshihiki.study.looks import growing
from oshihiki.study.position_result import FIELDS, Interrupted, PositionResult, Sums
from oshihiki.study.position_store import Kept
from oshihiki.study.store import Tally

__all__ = ["Run"]

_SLICE = 0.3  # seconds of one call
_FIRST_LOOK = 400  # worlds; the looks after it grow by the root of 2


@dataclass
class Run:
    position: Position
    play: _core.StudyPosition
    sampling: str
    base: str
    thens: tuple[str, ...]
    measure: dict[str, Any]
    key: int
    confidence: float
    drop: bool
    threads: int

    def __post_init__(self) -> None:
        n = len(self.play.actions)
        self.total = Sums(0, (0,) * (n * len(FIELDS)), (0,) * (n * n))
        self.dropped: dict[int, Sums] = {}
        self.started = time.monotonic()
        self.step = 32
        self.kept: Kept | None = None

    def go(
        self,
        worlds: int,
        seconds: float,
        half_width: float,
        progress: Callable[[int, float], None] | None,
    ) -> PositionResult:
        last: PositionResult | None = None
        try:
            for last in self.looked(worlds, seconds, half_width):
                if progress:
                    progress(last.worlds, last.half_width)
        except KeyboardInterrupt:
            if self.kept is not None:
                self.kept.flush()
            if last is None:
                raise
            try:
                self.accept(last)
            except StudyError:
                if self.kept is None:
                    raise
                raise KeyboardInterrupt from None  # not fit to be shown, but to go on with
            raise Interrupted(last) from None
        assert last is not None
        self.accept(last)
        return last

    def looked(self, worlds: int, seconds: float, half_width: float) -> Iterator[PositionResult]:
        """What there is at each look, to the last."""
        last: PositionResult | None = None
        for look in growing(_FIRST_LOOK):
            target = min(look, worlds) if worlds else look
            if not self.reach(target, seconds if last else 0):
                break
            last = self.result()
            yield last
            if target == worlds or self.enough(last, half_width):
                break
            if self.drop:
                self.leave_out(last)

    def extra(self) -> dict[str, Any]:
        """What the id holds of a kind of sampling that has more to say."""
        return {}

    def enough(self, result: PositionResult, half_width: float) -> bool:
        """Whether a wanted precision is reached."""
        return bool(half_width) and result.half_width <= half_width

    def accept(self, result: PositionResult) -> None:
        """Raise StudyError for a result that must not be used."""

    def reach(self, target: int, seconds: float) -> bool:
        """Bring the total to `target` worlds; False, with the total as it was, if time ends."""
        before = self.total
        while (at := self.total.worlds) < target:
            stored = self.kept.take(at, target, self.numbers) if self.kept else None
            if stored is not None:
                self.add_stored(stored)
                continue
            if seconds and time.monotonic() - self.started > seconds:
                self.total = before
                break
            end = self.kept.before(at, target) if self.kept else target
            self.play_on(at, end)
        if self.kept:
            self.kept.flush()
        return self.total.worlds >= target

    def numbers(self, worlds: int) -> int:
        """How many numbers a stored range has."""
        n = len(self.play.actions)
        return n * len(FIELDS) + n * n

    def add_stored(self, stored: Tally) -> None:
        """Add a stored range that follows on the total."""
        n = len(self.play.actions)
        width = n * len(FIELDS)
        sums, products = stored.cells[:width], stored.cells[width : width + n * n]
        self.total += Sums(stored.rounds, tuple(sums), tuple(products))

    def play_on(self, at: int, end: int) -> None:
        """Play worlds from `at` on, for about as long as a call may last, at most to `end`."""
        wanted = sum(1 << a for a in range(len(self.play.actions)) if a not in self.dropped)
        begun = time.monotonic()
        n, sums, products = self.play.play(at, min(at + self.step, end), wanted, self.threads)
        self.total += Sums(n, tuple(sums), tuple(products))
        if self.kept:
            self.kept.add(at, at + n, [*sums, *products], (), ())
        spent = time.monotonic() - begun
        self.step = max(16, min(65536, int(self.step * min(4.0, _SLICE / max(spent, 1e-4)))))

    def leave_out(self, result: PositionResult) -> None:
        best = result.best
        for a in range(len(result.actions)):
            if a != best and a not in self.dropped and result.difference(best, a).low_any > 0:
                self.dropped[a] = self.total

    def identity(self) -> dict[str, Any]:
        """What decides the numbers."""
        at = self.position
        return {
            "format": 3,
            "engine": ENGINE,
            "kind": "position",
            "position": at.where,
            "rules": at.round.rules.to_dict(),
            "view": hashlib.sha256(at.round.view(at.seat)).hexdigest(),
            "sampling": self.sampling,
            "strategies": {"opponents": self.base, "hero": list(self.thens)},
            "measure": self.measure,
            "key": self.key,
            "drop": self.drop,
            **self.extra(),
        }

    def result(self) -> PositionResult:
        actions = self.play.actions
        at = self.position
        identity = self.identity()
        chosen = _core.decide(at.round, at.seat, _core.Strategy(self.thens[0]))
        return PositionResult(
            hash_of(identity),
            identity,
            tuple(_core.action_text(code) for code in actions),
            tuple(actions),
            self.thens,
            self.total.worlds,
            tuple(self.dropped.get(a, self.total) for a in range(len(actions))),
            _same(actions, chosen),
            None if at.code is None else _same(actions, at.code),
            self.confidence,
            time.monotonic() - self.started,
        )


def _same(actions: Sequence[int], chosen: int) -> int:
    """The kept action that is the chosen one but for tsumogiri."""
    return next(i for i, code in enumerate(actions) if (code ^ chosen) & ~(1 << 11) == 0)
