"""One decision: what every action is worth over the worlds that fit what the hero sees.

The decision is a discard (with riichi, kans, a win) or the answer to the tile of another (chi,
pon, kan, ron, pass); :func:`from_log` takes it from a recorded match, :func:`from_text` reads one
that is written down.

A *world* is a way the hidden tiles can lie: the opponents' hands, the draws to come, the dead
wall. Each is a function of the position, the key and its number, and every action is played
through through the same worlds, so differences are paired. After the action the hero goes on by his
strategy and everybody else by theirs. He may have several ways to go on: an action is then worth
what the better of them brings, on average over the worlds.

``sampling`` says how worlds are drawn:

``uniform``
    every order of the tiles that the hero does not see is equally likely, whatever was discarded;
``tenpai``
    a hand in riichi is tenpai, every such set of tiles equally likely, and waits for nothing that
    is safe against it (its own discards, tiles passed since the riichi); dead waits count. All
    other hands are drawn from what is left. A furiten riichi is legal, so this is an assumption;
``likelihood``
    worlds are weighed by how likely the opponents' play is in them, see
    :mod:`oshihiki.study.likelihood`.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oshihiki import _core
from oshihiki.errors import Error, StudyError
from oshihiki.study import standings, stats
from oshihiki.study.any_spec import ENGINE, hash_of
from oshihiki.study.decision import Position
from oshihiki.study.position_log import decisions, from_log
from oshihiki.study.position_text import from_text, to_text

if TYPE_CHECKING:
    from oshihiki.study.likelihood import Setting
    from oshihiki.study.position_store import Kept
    from oshihiki.study.store import Tally

__all__ = [
    "SAMPLINGS",
    "VALUES",
    "Interrupted",
    "Position",
    "PositionResult",
    "decisions",
    "from_log",
    "from_text",
    "looks",
    "run",
    "to_text",
]

SAMPLINGS = ("uniform", "tenpai", "likelihood")
VALUES = ("points", "points_next", "placement")

FIELDS = (
    *("value", "win", "tsumo", "deal_in", "other_tsumo", "lateral", "draw_tenpai", "draw_noten"),
    *("abort", "win_points", "deal_in_points", "ronned", "ronned_value"),
)
"""Sums of an action over worlds; points in units of the measure."""

_RATES = FIELDS[1:9]
_UNITS = {"points": 100}  # of a value's sums, in points; others 1
_SLICE = 0.3  # seconds of one call


def looks() -> Iterator[int]:
    """Numbers of worlds at which a run looks at its numbers: about 400 times 2 to the k/2.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(looks(), 6))
    [400, 565, 800, 1131, 1600, 2262]
    """
    k = 0
    while True:
        yield math.isqrt(160_000 * 2**k)
        k += 1


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
        return _UNITS.get(self.value, 1)

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


def run(
    position: Position,
    *,
    sampling: str = "tenpai",
    base: str = "balanced",
    then: str | Sequence[str] | None = None,
    value: str = "points",
    rewards: Sequence[int] | None = None,
    model: str | Path | None = None,
    key: int = 1,
    worlds: int = 0,
    seconds: float = 10,
    half_width: float = 0,
    confidence: float = 0.95,
    drop: bool = False,
    threads: int = 1,
    progress: Callable[[int, float], None] | None = None,
    reading: Setting | None = None,
    out: str | Path | None = None,
) -> PositionResult:
    """Play every action of a position through worlds.

    Parameters
    ----------
    position
        The decision.
    sampling
        ``"tenpai"``, ``"uniform"`` or ``"likelihood"``, see the module.
    base, then
        Strategies of the opponents, and of the hero after his action. Several of them: an action
        is worth what the better one brings. By default that of the opponents and, if it is
        ``balanced``, the same always folding.
    value
        ``"points"`` of the round, ``"points_next"`` with what the next round brings, or
        ``"placement"``: the mean reward of the final place.
    rewards
        Of the places, for ``placement``: whole numbers, first place first; default uma and oka.
    model
        The file of a model of standings, for the two last values; default the built-in one.
    key
        Of the random numbers.
    worlds
        Play so many; 0: until another limit.
    seconds
        End at the last look complete after so many; 0: no limit.
    half_width
        End at a look where every difference to the best is known so well, in points; 0: never.
    confidence
        Of the intervals, together over the actions.
    drop
        Leave out actions that are behind the best at any look (anytime intervals).
    threads
        The result does not depend on it.
    progress
        Is told worlds and half-width.
    reading
        For ``"likelihood"``: temperature and chains; by default the fitted temperature.
    out
        A folder that keeps what was played: the same call, and
        :func:`oshihiki.study.position_resume.resume`, go on from there after Ctrl-C or a kill.

    Raises
    ------
    StudyError
        The hero has nothing to decide here, a parameter is not allowed, no limit is given, or the
        chains of ``"likelihood"`` did not mix in the time given, or the folder holds another
        position, engine, rules or setting: what differs is named.
    Interrupted
        By Ctrl-C after the first look; it holds the result of the last.
    """
    if sampling not in SAMPLINGS:
        raise StudyError(f"sampling {sampling!r}: allowed: {', '.join(SAMPLINGS)}")
    if not (worlds or seconds or half_width):
        raise StudyError("a position needs a limit: worlds, seconds or half_width")
    measure, worth = measured(position, value, rewards, model)
    try:
        base = _core.study_strategy(base)
        thens = _ways(base, then)
        play = _core.StudyPosition(
            round=position.round,
            hero=position.seat,
            sampling="tenpai" if sampling == "likelihood" else sampling,
            others=base,
            then=list(thens),
            key=key,
            **worth,
        )
    except Error as error:
        raise StudyError(str(error)) from error
    given = (position, play, sampling, base, thens, measure, key, confidence, drop, threads)
    kind = Run(*given)
    if sampling == "likelihood":
        from oshihiki.study import likelihood

        kind = likelihood.LikelihoodRun(*given, setting=reading or likelihood.Setting())
    elif reading is not None:
        raise StudyError(f'reading belongs to sampling "likelihood", not to {sampling!r}')
    if out is None:
        return kind.go(worlds, seconds, half_width, progress)
    from oshihiki.study import position_resume, position_store

    identity = kind.identity()
    stop = {"worlds": worlds, "seconds": float(seconds), "half_width": float(half_width)}
    stop["confidence"] = confidence
    with position_store.begun(out, position, hash_of(identity), identity, stop, model) as kept:
        kind.kept = kept
        result = kind.go(worlds, seconds, half_width, progress)
        position_resume.write(out, result)
    return result


def _ways(base: str, then: str | Sequence[str] | None) -> tuple[str, ...]:
    """The hero's ways to go on, each once."""
    if then is None:
        name, _, rest = base.partition(":")
        params = [p for p in rest.split(",") if p and not p.startswith("fold=")]
        then = [base]
        if name == "balanced":
            then.append(f"{name}:{','.join([*params, 'fold=always'])}")
    given = [then] if isinstance(then, str) else list(then)
    if not given:
        raise StudyError("the hero needs a way to go on")
    return tuple(dict.fromkeys(_core.study_strategy(text) for text in given))


def measured(
    position: Position,
    value: str,
    rewards: Sequence[int] | None = None,
    model: str | Path | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the id holds of a measure, and what the core is given for it."""
    if value not in VALUES:
        raise StudyError(f"value {value!r}: allowed: {', '.join(VALUES)}")
    if rewards is not None and value != "placement":
        raise StudyError(f'rewards belong to value "placement", not to {value!r}')
    if value == "points":
        if model is not None:
            raise StudyError('value "points" needs no model of standings')
        return {"value": value}, {}
    rules = position.round.rules
    table = standings.load(rules, model)
    if value == "points_next":
        named = {"value": value, "model": table["id"], "next": table["next"]}
        return named, {"next": table["next"]}
    worth = standings.rewards_of(rules) if rewards is None else list(rewards)
    if len(worth) != rules.players or not all(type(x) is int for x in worth):
        raise StudyError(f"rewards {worth!r}: {rules.players} whole numbers, first place first")
    named = {"value": value, "model": table["id"], "rewards": worth}
    return named, {"rewards": worth, "above": table["above"]}


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
        for look in looks():
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
