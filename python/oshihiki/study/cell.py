"""A cell of a fork study: the exact sums of a group of spots, and what follows from them.

Tally fields, exact 64-bit integers, points in hundreds. ``rounds``: rounds with a spot in the
cell; ``spots``; ``weight``, the spots by their weights, and ``weight2``, the sum of its squares a
round; ``n``, that weight times the worlds each spot was played through, and ``n2``; ``steps``,
decisions played in re-deals. Every other sum is over the worlds too. For each arm
``arm.<arm>.<field>`` with `ARM_FIELDS`: value, ends, points of hands, value by end, first tiles
ronned and the value then, and sums over rounds of products: of the value V (``v2``, ``vn``), of
the ronned tiles Q and their value L (``q2 qn ql qv l2 ln lv``), of the value F in the dealt world
alone (``first2``, ``firstn``: times the weight, ``first``). For each pair ``pair.<a>-<b>.<field>``
with `PAIR_FIELDS`: the difference D (``d``, ``d2``, ``dn``), Q and L of a times V of b, and
``first_d2``, ``first_dn`` of the dealt world. What begins with ``on_`` is said in
:mod:`oshihiki.study.played_on`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oshihiki.study import stats

__all__ = ["ARM_FIELDS", "OUTCOMES", "PAIR_FIELDS", "RATES", "Cell", "Pair", "tally_fields"]

OUTCOMES = (
    "win",
    "deal_in",
    "other_tsumo",
    "lateral",
    "draw_tenpai",
    "draw_noten",
    "abort",
)
"""How a round ends for the hero; each spot counts in exactly one."""

RATES = ("win", "tsumo", *OUTCOMES[1:])
"""Counted outcomes, as columns; ``tsumo`` is the part of ``win`` by own draw."""

ARM_FIELDS = (
    *("value", *RATES, "win_points", "deal_in_points"),
    *(f"{outcome}_value" for outcome in OUTCOMES),
    *("ronned", "ronned_value", "v2", "vn", "q2", "qn", "ql", "qv", "l2", "ln", "lv"),
    *("first2", "firstn", "first"),
)
"""Fields of one arm in a tally."""

PAIR_FIELDS = ("d", "d2", "dn", "qf", "lf", "first_d2", "first_dn")
"""Fields of one pair in a tally."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two arms that are compared: the difference is ``a`` minus ``b``."""

    a: str
    b: str

    @property
    def name(self) -> str:
        """As in tables: ``push_once-fold_once``."""
        return f"{self.a}-{self.b}"


@dataclass(frozen=True)
class Cell:
    """A group of spots: its labels by axis, and its exact tally."""

    keys: Mapping[str, str]
    tally: Mapping[str, int]

    @property
    def n(self) -> int:
        """Worlds played: what sums over ends are divided by."""
        return self.tally["n"]

    @property
    def weight(self) -> int:
        """Spots, by their weights; what tables call n."""
        return self.tally["weight"]

    @property
    def deals(self) -> int:
        """Worlds a spot was played through; 1 without a spot."""
        return self.n // self.weight if self.weight else 1

    @property
    def clusters(self) -> int:
        """Rounds with at least one spot in the cell."""
        return self.tally["rounds"]

    def arm(self, arm: str, name: str) -> int:
        """One field of an arm, see `ARM_FIELDS`."""
        return self.tally[f"arm.{arm}.{name}"]

    def draws(self, arm: str) -> int:
        """Spots whose round ended without a winner."""
        return sum(self.arm(arm, name) for name in ("draw_tenpai", "draw_noten", "abort"))

    def moments(self, pair: Pair) -> stats.Moments:
        """The sums from which the difference of a pair follows."""
        d, d2, dn = (self.tally[f"pair.{pair.name}.{x}"] for x in ("d", "d2", "dn"))
        return stats.Moments(self.clusters, self.n, self.tally["n2"], d, d2, dn)

    def value_moments(self, arm: str) -> stats.Moments:
        """The sums from which the mean value of an arm follows."""
        v, v2, vn = (self.arm(arm, x) for x in ("value", "v2", "vn"))
        return stats.Moments(self.clusters, self.n, self.tally["n2"], v, v2, vn)

    def dealt_moments(self, pair: Pair) -> stats.Moments:
        """The same as `moments` had every spot been played in the dealt world alone."""
        d = self.arm(pair.a, "first") - self.arm(pair.b, "first")
        d2, dn = (self.tally[f"pair.{pair.name}.first_{x}"] for x in ("d2", "dn"))
        return stats.Moments(self.clusters, self.weight, self.tally["weight2"], d, d2, dn)

    def unpaired_moments(self, pair: Pair) -> tuple[stats.Moments, stats.Moments]:
        """Of the two arms in the dealt worlds, each for itself."""
        a, b = (
            stats.Moments(
                self.clusters,
                self.weight,
                self.tally["weight2"],
                *(self.arm(arm, x) for x in ("first", "first2", "firstn")),
            )
            for arm in (pair.a, pair.b)
        )
        return a, b

    def break_even(self, pair: Pair, confidence: float, cells: int) -> stats.BreakEven:
        """How dangerous the first tile of ``pair.a`` may be, with ``pair.b`` the folding."""
        a = {name: self.arm(pair.a, name) for name in ARM_FIELDS}
        f, f2, fn = (self.arm(pair.b, x) for x in ("value", "v2", "vn"))
        d2, qf, lf = (self.tally[f"pair.{pair.name}.{x}"] for x in ("d2", "qf", "lf"))
        sums = (self.n, a["ronned"], a["value"], a["ronned_value"], f)
        vf, odd = divmod(a["v2"] + f2 - d2, 2)
        assert not odd
        products = (
            (self.tally["n2"], a["qn"], a["vn"], a["ln"], fn),
            (a["qn"], a["q2"], a["qv"], a["ql"], qf),
            (a["vn"], a["qv"], a["v2"], a["lv"], vf),
            (a["ln"], a["ql"], a["lv"], a["l2"], lf),
            (fn, qf, vf, lf, f2),
        )
        return stats.break_even(self.clusters, sums, products, confidence, cells)

    def __add__(self, other: Cell) -> Cell:
        """The spots of both, exact. Errors may only be computed if they share no round.

        Spots count alike, however many worlds each was played through.
        """
        if self.weight and other.weight and self.deals != other.deals:
            common = math.lcm(self.deals, other.deals)
            return self.times(common // self.deals) + other.times(common // other.deals)
        return Cell(self.keys, {k: v + other.tally[k] for k, v in self.tally.items()})

    def times(self, factor: int) -> Cell:
        """As if every spot had been played through the same worlds `factor` times."""
        kept = {"rounds", "spots", "weight", "weight2", "steps"}
        squares = {"n2", *("v2", "vn", "q2", "qn", "ql", "qv", "l2", "ln", "lv")}
        squares |= {"d2", "dn", "qf", "lf"}

        def scaled(name: str, value: int) -> int:
            last = name.rpartition(".")[2]
            if last in kept or last.startswith("first"):
                return value
            if last.startswith("on_"):  # the dealt world alone, but for products with n and D
                return value * (factor if last in ("on_nc", "on_nb", "on_db", "on_dc") else 1)
            return value * factor ** (2 if last in squares else 1)

        return Cell(self.keys, {k: scaled(k, v) for k, v in self.tally.items()})


def tally_fields(arms: Sequence[str], pairs: Sequence[Pair]) -> list[str]:
    """Names of the numbers that every cell has."""
    return [
        *("rounds", "n", "n2", "weight", "weight2"),
        *(f"arm.{arm}.{name}" for arm in arms for name in ARM_FIELDS),
        *(f"pair.{pair.name}.{name}" for pair in pairs for name in PAIR_FIELDS),
    ]
