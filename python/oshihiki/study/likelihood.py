"""Positions read from discards: worlds weighed by how likely the opponents' play is in them.

``sampling = "likelihood"`` weighs every world that agrees with what was seen (a tsumogiri fixes
that draw, a tile from the hand was already held) by the chance that the opponents do all they were
seen to do: discards, riichi, calls, and calls and wins they passed. The chances are those of the
opponents' strategy at a temperature (:func:`oshihiki.strategy.probabilities`); temperature and
lapse were fitted to real games, see :func:`fitted`. At least four Markov chains start from worlds
as ``tenpai`` draws them; each of their states is played with several orders of the wall, which
are equally likely whatever the hands.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from oshihiki import _core
from oshihiki.errors import Error, StudyError
from oshihiki.strategy.temper import lapse_code, temperature_code
from oshihiki.study import stats
from oshihiki.study.chains import Mixing, mixing
from oshihiki.study.position_result import PositionResult, Sums, number
from oshihiki.study.position_run import Run
from oshihiki.study.store import Tally

__all__ = ["LikelihoodResult", "LikelihoodRun", "Setting", "fitted", "trust_code"]

LEAST_EFFECTIVE = 400
MOST_R_HAT = 1.01
TRUST = 0.5
"""Power of the likelihood that makes shares of worlds true of people; see :class:`Setting`."""
WALK = 2
"""Of how chains step; another walk is another study."""
_FITTED = Path(__file__).parent / "temperature.json"


@cache
def fitted() -> dict[str, Any]:
    """The temperature and lapse that make real players' decisions likeliest, and what made them.

    Examples
    --------
    >>> from oshihiki.study import likelihood
    >>> sorted(likelihood.fitted())[:3]
    ['command', 'corpus', 'decisions']
    """
    found: dict[str, Any] = json.loads(_FITTED.read_text(encoding="utf-8"))
    return found


def trust_code(share: float) -> int:
    """A trust as the core takes it, in 1/65536."""
    return max(1, round(share * 65536))


@dataclass(frozen=True)
class Setting:
    """How worlds are read and walked through.

    Attributes
    ----------
    temperature, lapse
        Of the opponents; by default the fitted ones.
    trust
        Power that the chance of all that was seen is raised to, above 0 and at most 1. 1 is right
        for players who are those assumed. People are not: what the model gets wrong of a hand it
        gets wrong at each of its discards, so that they tell less than they seem to. By default
        what makes the shares of worlds in which a tile wins true, in the games that temperature
        and lapse were fitted to (``bench/wait_loss.py --fitted``).
    chains
        4 or more.
    burn_in, thin
        Steps of a chain before its first state, and from state to state.
    redeals
        Orders of the wall that a state is played with.
    reads
        Whether the hero, when he goes on, reads the hands in riichi: how dangerous a tile is to
        him is counted in the states of the other chains so far, beside the table that every
        player knows. Else he knows the table alone.
    """

    temperature: float = 0.0
    lapse: float = -1.0
    trust: float = TRUST
    chains: int = 4
    burn_in: int = 20_000
    thin: int = 500
    redeals: int = 2
    reads: bool = True

    def __post_init__(self) -> None:
        if self.temperature == 0:
            object.__setattr__(self, "temperature", fitted()["temperature"])
        if self.lapse == -1:
            object.__setattr__(self, "lapse", fitted()["lapse"])
        if not 0 < self.trust <= 1:
            raise StudyError(f"trust {self.trust!r}: above 0 and at most 1")
        if self.chains < 4:
            raise StudyError(f"{self.chains} chains: 4 or more are needed to tell that they mix")
        if self.burn_in < 0 or self.thin < 1 or self.redeals < 1:
            raise StudyError("burn_in is 0 or more, thin and redeals 1 or more")

    def to_dict(self) -> dict[str, Any]:
        """For the id and the page."""
        return {
            "temperature": self.temperature,
            "lapse": self.lapse,
            "trust": self.trust,
            "chains": self.chains,
            "burn_in": self.burn_in,
            "thin": self.thin,
            "redeals": self.redeals,
            "reads": self.reads,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Setting:
        """From what :meth:`to_dict` made, here or in another version; what else the id holds of
        chains is left."""
        return cls(**{f.name: data[f.name] for f in fields(cls) if f.name in data})


@dataclass(frozen=True)
class LikelihoodResult(PositionResult):
    """What every action is worth, from chains.

    Attributes
    ----------
    setting
        Of the chains.
    values
        By chain and state the summed value of each action over the re-deals.
    moves
        By name, how well a number moves: ``surprise`` (of all that was seen), ``tenpai``
        (opponents who are), ``dangerous`` (kinds of the hero's hand that somebody would ron), and
        the value of each action.
    taken
        Share of the steps that changed something.
    """

    setting: Setting
    values: tuple[tuple[tuple[int, ...], ...], ...]
    moves: dict[str, Mixing]
    taken: float

    def _series(self, weights: dict[int, int], states: int) -> list[list[float]]:
        return [
            [float(sum(w * v[a] for a, w in weights.items())) for v in chain[:states]]
            for chain in self.values
        ]

    def _estimate(self, weights: dict[int, int], worlds: int) -> stats.Estimate:
        per_state = self.setting.redeals
        m = mixing(self._series(weights, worlds // (self.setting.chains * per_state)))
        scale = self._unit / per_state
        return stats.around(
            int(m.effective),
            worlds,
            m.mean * scale,
            m.standard_error * scale,
            self.confidence,
            len(self.actions),
        )

    def ev(self, action: int) -> stats.Estimate:
        """Mean value of an action; intervals by batch means."""
        return self._estimate({action: 1}, self.sampled[action].worlds)

    def difference(self, a: int, b: int) -> stats.Estimate:
        """Mean of action `a` minus action `b`; intervals by batch means."""
        if a == b:
            return stats.around(self.worlds, self.worlds, 0.0, 0.0, self.confidence)
        worlds = min(self.sampled[a].worlds, self.sampled[b].worlds)
        return self._estimate({a: 1, b: -1}, worlds)

    @property
    def effective(self) -> float:
        """Least effective sample size among `moves`."""
        return min(m.effective for m in self.moves.values())

    @property
    def r_hat(self) -> float:
        """Greatest split R-hat among `moves`."""
        return max(m.r_hat for m in self.moves.values())

    @property
    def mixed(self) -> bool:
        """Whether the chains may be trusted."""
        return self.effective >= LEAST_EFFECTIVE and self.r_hat < MOST_R_HAT

    def to_dict(self) -> dict[str, Any]:
        """What ``study position --json`` prints."""
        out = super().to_dict()
        out["chains"] = {
            **self.setting.to_dict(),
            "states": len(self.values[0]),
            "taken": number(self.taken),
            "effective": number(self.effective),
            "r_hat": number(self.r_hat),
            "moves": {
                name: {"effective": number(m.effective), "r_hat": number(m.r_hat)}
                for name, m in self.moves.items()
            },
        }
        return out


@dataclass
class LikelihoodRun(Run):
    """A run over chains; :func:`oshihiki.study.position.run` makes it."""

    setting: Setting

    def __post_init__(self) -> None:
        super().__post_init__()
        s = self.setting
        try:
            self.core = _core.StudyChains(
                position=self.play,
                round=self.position.round,
                temperature=temperature_code(s.temperature),
                lapse=lapse_code(s.lapse),
                trust=trust_code(s.trust),
                burn_in=s.burn_in,
                thin=s.thin,
                redeals=s.redeals,
                reads=s.reads,
                chains=s.chains,
            )
        except Error as error:
            raise StudyError(str(error)) from error
        self.values: list[list[tuple[int, ...]]] = [[] for _ in range(s.chains)]
        self.others: list[list[tuple[int, ...]]] = [[] for _ in range(s.chains)]
        self.read: list[list[int]] = [[] for _ in range(s.chains)]
        self.step = 1

    @property
    def each(self) -> int:
        """Worlds that one state of every chain is played through."""
        return self.setting.chains * self.setting.redeals

    def reach(self, target: int, seconds: float) -> bool:
        """Bring every chain to its share of `target` worlds, rounded up."""
        had = len(self.values[0])
        if super().reach(-(-target // self.each) * self.each, seconds):
            return True
        for chain in range(self.setting.chains):
            del self.values[chain][had:], self.others[chain][had:]
            del self.read[chain][had * self.core.readable :]
        return False

    def numbers(self, worlds: int) -> int:
        """Of a stored range: the sums; by state and chain the value of each action, how well the
        chain moves and what it read; and where each chain stands at the end."""
        a_state = len(self.play.actions) + 3 + self.core.readable
        states = worlds // self.each * a_state + len(self.core.stands[0])
        return super().numbers(worlds) + self.setting.chains * states

    def add_stored(self, stored: Tally) -> None:
        """Add a stored range that follows on the total."""
        super().add_stored(stored)
        rows = iter(stored.cells[super().numbers(0) :])
        for _ in range(stored.rounds // self.each):
            for values, others, read in zip(self.values, self.others, self.read, strict=True):
                values.append(tuple(itertools.islice(rows, len(self.play.actions))))
                others.append((next(rows), next(rows), next(rows)))
                read += itertools.islice(rows, self.core.readable)
        stand = len(self.core.stands[0])
        self.core.go_to(
            self.total.worlds // self.each,
            [list(itertools.islice(rows, stand)) for _ in range(self.setting.chains)],
            self.read,
        )

    def play_on(self, at: int, end: int) -> None:
        """Play the next states of every chain, at most to `end` worlds."""
        wanted = sum(1 << a for a in range(len(self.play.actions)) if a not in self.dropped)
        begun = time.monotonic()
        states = min(self.step, (end - at) // self.each)
        (n, sums, products), found = self.core.advance(states, wanted, self.threads)
        self.total += Sums(n, tuple(sums), tuple(products))
        for i, chain in enumerate(found):
            self.values[i] += [tuple(values) for values, *_ in chain]
            self.others[i] += [tuple(others) for _, *others, _, _ in chain]
            self.read[i] += itertools.chain.from_iterable(read for *_, read in chain)
        if self.kept:
            of_states = itertools.chain.from_iterable(zip(*found, strict=True))
            rows = [x for values, *others, _, read in of_states for x in (*values, *others, *read)]
            stands = [x for stand in self.core.stands for x in stand]
            self.kept.add(at, at + n, [*sums, *products], rows, stands)
        spent = time.monotonic() - begun
        self.step = max(1, min(4096, int(self.step * min(4.0, 0.3 / max(spent, 1e-4)))))

    def result(self) -> LikelihoodResult:
        """What is known now."""
        plain = super().result()
        moves = {
            name: mixing([[float(s[i]) for s in chain] for chain in self.others])
            for i, name in enumerate(("surprise", "tenpai", "dangerous"))
        }
        for a, action in enumerate(plain.actions):
            if a not in self.dropped:
                name = action if len(plain.thens) == 1 else f"{action}, then {plain.way(a)}"
                moves[name] = mixing([[float(v[a]) for v in chain] for chain in self.values])
        steps, taken = self.core.counts
        return LikelihoodResult(
            **{name: getattr(plain, name) for name in PositionResult.__dataclass_fields__},
            setting=self.setting,
            values=tuple(tuple(chain) for chain in self.values),
            moves=moves,
            taken=taken / steps if steps else 0.0,
        )

    def extra(self) -> dict[str, Any]:
        """What the id holds beside what every position has."""
        return {"chains": {"walk": WALK, **self.setting.to_dict()}}

    def enough(self, result: PositionResult, half_width: float) -> bool:
        """Whether a wanted precision is reached by chains that mixed."""
        assert isinstance(result, LikelihoodResult)
        return result.mixed and super().enough(result, half_width)

    def accept(self, result: PositionResult) -> None:
        """Refuse chains that did not mix."""
        assert isinstance(result, LikelihoodResult)
        if result.mixed:
            return
        worst = min(result.moves, key=lambda name: result.moves[name].effective)
        apart = max(result.moves, key=lambda name: result.moves[name].r_hat)
        raise StudyError(
            f"the chains have not mixed: effective sample size {result.effective:.0f} of "
            f"{worst!r} ({LEAST_EFFECTIVE} are needed), split R-hat {result.r_hat:.4f} of "
            f"{apart!r} (under {MOST_R_HAT} is needed) after {result.worlds:,} worlds in "
            f"{result.seconds:.0f} seconds; give more seconds or worlds, or a larger thin"
        )
