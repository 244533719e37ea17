"""What every action of a position is worth: exact sums over worlds, and means with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from oshihiki.study import stats
from oshihiki.study.position_measure import UNITS

__all__ = ["FIELDS", "Interrupted", "PositionResult", "Sums", "number"]

FIELDS = (
    *("value", "win", "tsumo", "deal_in", "other_tsumo", "lateral", "draw_tenpai", "draw_noten"),
    *("abort", "win_points", "deal_in_points", "ronned", "ronned_value"),
)
"""Sums of an action over worlds; points in units of the measure."""

_RATES = FIELDS[1:9]


@dataclass(frozen=True)
class Sums:
    """Exact sums of a number of worlds."""

    worlds: int
    sums: tuple[int, ...]
    products: tuple[int, ...]

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.worlds + other.worlds,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(a + b for a, b in zip(self.products, other.products, strict=True)),
        )


@dataclass(frozen=True)
class PositionResult:
    """What every action is worth.

    Attributes
    ----------
    id
        Hash of the position, the sampling, the strategies, the key and the engine.
    actions, codes
        As text and as the engine's codes, in its order. With several ways to go on each stands
        here so many times, side by side.
    thens
        The ways to go on.
    worlds
        Played for the actions that were not dropped.
    sampled
        For each action the sums up to where it was dropped, else all.
    chosen
        What the hero's strategy does here.
    played
        What was done in the log; None where that is not known.
    """

    id: str
    identity: dict[str, Any]
    actions: tuple[str, ...]
    codes: tuple[int, ...]
    thens: tuple[str, ...]
    worlds: int
    sampled: tuple[Sums, ...]
    chosen: int
    played: int | None
    confidence: float
    seconds: float

    @property
    def value(self) -> str:
        """What is measured: one of `VALUES`."""
        return str(self.identity["measure"]["value"])

    @property
    def _unit(self) -> int:
        return UNITS.get(self.value, 1)

    def _of(self, action: int, name: str) -> int:
        return self.sampled[action].sums[action * len(FIELDS) + FIELDS.index(name)]

    def ev(self, action: int) -> stats.Estimate:
        """Mean value of an action in points; ``low, high`` hold together over the actions."""
        s, n = self.sampled[action], len(self.actions)
        v, v2 = self._of(action, "value"), s.products[action * n + action]
        return stats.estimate(
            stats.Moments(s.worlds, s.worlds, s.worlds, v, v2, v), self.confidence, n, self._unit
        )

    def difference(self, a: int, b: int) -> stats.Estimate:
        """Mean of action `a` minus action `b`, over the worlds that both were played through."""
        n = len(self.actions)
        s = min(self.sampled[a], self.sampled[b], key=lambda x: x.worlds)
        width = len(FIELDS)
        d = s.sums[a * width] - s.sums[b * width]
        d2 = s.products[a * n + a] + s.products[b * n + b] - 2 * s.products[a * n + b]
        moments = stats.Moments(s.worlds, s.worlds, s.worlds, d, d2, d)
        return stats.estimate(moments, self.confidence, n, self._unit)

    def way(self, action: int) -> str:
        """How the hero goes on."""
        return self.thens[action % len(self.thens)]

    @property
    def kept(self) -> list[int]:
        """Of each action the better way to go on."""
        ways = len(self.thens)
        return [
            max(range(a, a + ways), key=lambda b: (self.ev(b).mean, -b))
            for a in range(0, len(self.actions), ways)
        ]

    @property
    def best(self) -> int:
        """The action of highest mean among those played through all worlds."""
        kept = [a for a, s in enumerate(self.sampled) if s.worlds == self.worlds]
        return max(kept, key=lambda a: (self._of(a, "value"), -a))

    def rows(self) -> list[dict[str, Any]]:
        """One dict an action, best first: ``action``, ``worlds``, ``ev`` with ``low``, ``high``,
        ``behind`` (the best minus this) with its interval, rates, mean win and deal-in, the share
        of worlds in which its tile is ronned, the better way to go on, whether the strategy
        chooses it, whether the log has it."""
        best = self.best
        ways = len(self.thens)
        order = sorted(self.kept, key=lambda a: (-self.ev(a).mean, a))
        out = []
        for a in order:
            e, behind = self.ev(a), self.difference(best, a)
            n = self.sampled[a].worlds
            row: dict[str, Any] = {"action": self.actions[a], "worlds": n}
            row["ev"], row["low"], row["high"] = map(number, (e.mean, e.low, e.high))
            row["behind"] = number(behind.mean)
            row["behind_low"], row["behind_high"] = number(behind.low), number(behind.high)
            for name in _RATES:
                row[name] = self._of(a, name) / n
            for name in ("win", "deal_in"):
                times = self._of(a, name)
                total = self._of(a, f"{name}_points") * self._unit
                row[f"mean_{name}"] = number(total / times) if times else None
            row["ronned"] = self._of(a, "ronned") / n
            row["then"] = self.way(a)
            row["chosen"] = a // ways == self.chosen // ways
            row["played"] = self.played is not None and a // ways == self.played // ways
            row["dropped"] = n < self.worlds
            out.append(row)
        return out

    @property
    def half_width(self) -> float:
        """Widest half-width of the differences to the best, of actions that were not dropped."""
        best = self.best
        return max(
            (
                self.difference(best, a).half_width
                for a in self.kept
                if a != best and self.sampled[a].worlds == self.worlds
            ),
            default=0.0,
        )

    def to_dict(self) -> dict[str, Any]:
        """What ``study position --json`` prints."""
        return {
            "id": self.id,
            "position": self.identity["position"],
            "sampling": self.identity["sampling"],
            "measure": self.identity["measure"],
            "strategies": self.identity["strategies"],
            "worlds": self.worlds,
            "confidence": self.confidence,
            "best": self.actions[self.best],
            "chosen": self.actions[self.chosen],
            "played": None if self.played is None else self.actions[self.played],
            "actions": self.rows(),
        }


def number(value: float) -> float | None:
    return round(value, 6) + 0.0 if math.isfinite(value) else None


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; `result` is what it had at its last look."""

    def __init__(self, result: PositionResult) -> None:
        super().__init__(f"interrupted after {result.worlds} worlds")
        self.result = result
