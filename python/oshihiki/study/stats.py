"""All statistics of the studies, in one place; ``docs/statistics.md`` derives them.

Everything starts from exact integers. A *cluster* is a round that gave at least one spot to the
cell. For round r let ``n_r`` be its spots (their weights) and ``D_r`` the sum of their paired
differences; the tallies are

    clusters = number of rounds,  n = sum n_r,    n2 = sum n_r**2,
    d = sum D_r,                  d2 = sum D_r**2, dn = sum D_r * n_r.

The sums are Python integers, so their order does not matter and nothing is rounded before the
last division.

    mean  m   = d / n
    variance  = G/(G-1) * sum (D_r - m n_r)**2 / n**2          (G = clusters)
              = G/(G-1) * (d2 n**2 - 2 d dn n + d**2 n2) / n**4
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

__all__ = [
    "ANYTIME_FROM",
    "ANYTIME_TUNED_FOR",
    "MIN_CLUSTERS",
    "MIN_RONNED",
    "BreakEven",
    "Estimate",
    "Moments",
    "Rate",
    "anytime_factor",
    "around",
    "break_even",
    "estimate",
    "fixed_factor",
    "mean",
    "normal_quantile",
    "rate",
    "sidak_level",
    "standard_error",
]

MIN_CLUSTERS = 400
"""Below this many clusters a cell says "too few": the normal approximation is not trusted."""

MIN_RONNED = 30
"""Below this effective number of ronned first tiles no break-even rate is given."""

ANYTIME_FROM = 1000
"""The confidence sequence starts at this many clusters."""

ANYTIME_TUNED_FOR = 5000
"""The number of clusters at which the confidence sequence is tightest.

A constant, since the tuning may not look at the data. Between 1,000 and 200,000 clusters the
sequence for 48 cells is at most 8 per cent wider than one tuned for just that number.
"""

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Moments:
    """Exact sums over clusters (see the module) from which a mean and its error follow."""

    clusters: int
    n: int
    n2: int
    d: int
    d2: int
    dn: int

    @classmethod
    def from_clusters(cls, clusters: Iterable[tuple[int, int]]) -> Moments:
        """Sum ``(n_r, D_r)`` pairs; rounds without a spot do not count.

        Examples
        --------
        >>> Moments.from_clusters([(1, 10), (2, -4)])
        Moments(clusters=2, n=3, n2=5, d=6, d2=116, dn=2)
        """
        rows = [(n, d) for n, d in clusters if n]
        return cls(
            len(rows),
            sum(n for n, _ in rows),
            sum(n * n for n, _ in rows),
            sum(d for _, d in rows),
            sum(d * d for _, d in rows),
            sum(d * n for n, d in rows),
        )

    def __add__(self, other: Moments) -> Moments:
        """Join two disjoint sets of rounds; exact, so the order never matters."""
        return Moments(
            self.clusters + other.clusters,
            self.n + other.n,
            self.n2 + other.n2,
            self.d + other.d,
            self.d2 + other.d2,
            self.dn + other.dn,
        )

    def __neg__(self) -> Moments:
        """The same with the arms swapped: the mean flips its sign exactly."""
        return Moments(self.clusters, self.n, self.n2, -self.d, self.d2, -self.dn)


def normal_quantile(p: float) -> float:
    """Quantile of the standard normal distribution.

    Examples
    --------
    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return _NORMAL.inv_cdf(p)


def sidak_level(confidence: float, cells: int) -> float:
    """Error level of one cell so that all `cells` hold together with `confidence`.

    ``1 - confidence**(1/cells)``, computed without cancellation.

    Examples
    --------
    >>> round(sidak_level(0.95, 48), 8)
    0.00106804
    """
    _check(confidence, cells)
    return -math.expm1(math.log(confidence) / cells)


@lru_cache(maxsize=256)
def fixed_factor(confidence: float, cells: int = 1) -> float:
    """Half-width of a two-sided interval at fixed n, in standard errors (Sidak over cells).

    Examples
    --------
    >>> round(fixed_factor(0.95), 4), round(fixed_factor(0.95, 48), 4)
    (1.96, 3.272)
    """
    # The upper tail is asked for as a lower one: p near 0 keeps its digits, p near 1 does not.
    return -normal_quantile(sidak_level(confidence, cells) / 2)


def anytime_factor(clusters: int, confidence: float, cells: int = 1) -> float:
    """Half-width of the asymptotic confidence sequence at `clusters`, in standard errors.

    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
    asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2, with the level
    split evenly over cells, ``a = (1 - confidence) / cells``:

        sqrt( 2 (G r2 + 1) / (G r2) * log( sqrt(G r2 + 1) / a ) ),
        r2 = (-2 log a + log(1 - 2 log a)) / ANYTIME_TUNED_FOR.

    Infinite below `ANYTIME_FROM` clusters.

    Examples
    --------
    >>> round(anytime_factor(5000, 0.95), 3), round(anytime_factor(5000, 0.95, 48), 3)
    (3.035, 4.195)
    >>> anytime_factor(999, 0.95)
    inf
    """
    _check(confidence, cells)
    if clusters < ANYTIME_FROM:
        return math.inf
    log_level = math.log((1 - confidence) / cells)
    g = clusters * (-2 * log_level + math.log1p(-2 * log_level)) / ANYTIME_TUNED_FOR
    return math.sqrt(2 * (g + 1) / g * (math.log1p(g) / 2 - log_level))


def mean(moments: Moments) -> float:
    """Ratio mean ``d / n``, correctly rounded; nan without a spot."""
    return moments.d / moments.n if moments.n else math.nan


def standard_error(moments: Moments) -> float:
    """Cluster-robust standard error of the ratio mean; infinite under two clusters.

    The sums are exact, only the last division and the root round.

    Examples
    --------
    Each spot in a round of its own: the usual standard error of a mean.

    >>> standard_error(Moments.from_clusters([(1, 1), (1, 3)]))
    1.0
    """
    g, n = moments.clusters, moments.n
    if g < 2 or n == 0:
        return math.inf
    residual = moments.d2 * n * n - 2 * moments.d * moments.dn * n + moments.d**2 * moments.n2
    return math.sqrt(g * residual / ((g - 1) * n**4))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its three intervals, in the unit of the tally divided by `scale`.

    ``point_low, point_high`` are pointwise; ``low, high`` simultaneous over the cells at fixed n;
    ``low_any, high_any`` simultaneous over the cells and over all looks. An interval that may
    not be used yet is ``(-inf, inf)``.
    """

    clusters: int
    n: int
    mean: float
    standard_error: float
    point_low: float
    point_high: float
    low: float
    high: float
    low_any: float
    high_any: float

    @property
    def too_few(self) -> bool:
        """Whether the cell has fewer than `MIN_CLUSTERS` clusters."""
        return self.clusters < MIN_CLUSTERS

    @property
    def half_width(self) -> float:
        """Half the width of ``low, high``; infinite with too few clusters."""
        return (self.high - self.low) / 2

    @property
    def sign(self) -> int:
        """-1 or 1 if ``low, high`` excludes zero, else 0."""
        return (self.low > 0) - (self.high < 0)

    @property
    def sign_any(self) -> int:
        """-1 or 1 if ``low_any, high_any`` excludes zero, else 0."""
        return (self.low_any > 0) - (self.high_any < 0)


def estimate(
    moments: Moments, confidence: float = 0.95, cells: int = 1, scale: float = 1.0
) -> Estimate:
    """Mean and intervals of one cell.

    Parameters
    ----------
    moments
        Exact sums of the cell.
    confidence
        Level of each kind of interval, above 0 and under 1.
    cells
        Number of cells that hold together; fixed before the first look.
    scale
        What one unit of the tally is worth: 100 for points kept in hundreds.

    Examples
    --------
    >>> e = estimate(Moments(2500, 2500, 2500, 5000, 260000, 5000), scale=100)
    >>> e.mean, round(e.low), round(e.high), e.sign
    (200.0, 161, 239, 1)
    """
    m = mean(moments) * scale
    se = standard_error(moments) * scale
    return around(moments.clusters, moments.n, m, se, confidence, cells)


def around(
    clusters: int, n: int, m: float, se: float, confidence: float = 0.95, cells: int = 1
) -> Estimate:
    """The intervals of a mean whose standard error is known, see `estimate`."""
    enough = clusters >= MIN_CLUSTERS
    point = se * fixed_factor(confidence) if enough else math.inf
    fixed = se * fixed_factor(confidence, cells) if enough else math.inf
    factor = anytime_factor(clusters, confidence, cells)
    any_ = se * factor if math.isfinite(factor) else math.inf
    center = m if n else 0.0
    return Estimate(
        clusters,
        n,
        m,
        se,
        center - point,
        center + point,
        center - fixed,
        center + fixed,
        center - any_,
        center + any_,
    )


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with a pointwise interval."""

    value: float
    low: float
    high: float


def rate(count: int, n: int, n2: int, confidence: float = 0.95) -> Rate:
    """Share ``count / n`` with Wilson's interval at the effective number of spots ``n**2 / n2``.

    That number (Kish) supposes that spots of one round always end alike, so the interval errs
    on the wide side. With one spot a round it is Wilson's own.

    Examples
    --------
    >>> r = rate(10, 100, 100)
    >>> round(r.low, 4), r.value, round(r.high, 4)
    (0.0552, 0.1, 0.1744)
    """
    if n == 0:
        return Rate(math.nan, 0.0, 1.0)
    p = count / n
    z2 = fixed_factor(confidence) ** 2 * n2 / (n * n)  # z**2 / effective n
    center = (p + z2 / 2) / (1 + z2)
    half = math.sqrt(z2 * (p * (1 - p) + z2 / 4)) / (1 + z2)
    return Rate(p, max(0.0, center - half), min(1.0, center + half))


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The first tile of a plan, against folding.

    Attributes
    ----------
    ronned
        Share of first tiles that were ronned.
    loss
        R, the mean loss then (above zero).
    passed
        EV0, the mean value if the tile passes.
    fold
        F, the mean value of folding.
    rate, low, high
        p* = (EV0 - F) / (EV0 + R) with Fieller's interval; nan where it cannot be told. Below 0
        not even a tile that cannot be ronned may be pushed.
    """

    ronned: float
    loss: float
    passed: float
    fold: float
    rate: float
    low: float
    high: float

    def scaled(self, scale: float) -> BreakEven:
        """The same with values times `scale`."""
        return BreakEven(
            self.ronned,
            self.loss * scale,
            self.passed * scale,
            self.fold * scale,
            self.rate,
            self.low,
            self.high,
        )


def break_even(
    clusters: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    confidence: float = 0.95,
    cells: int = 1,
) -> BreakEven:
    """Break-even deal-in rate from exact sums over rounds.

    Parameters
    ----------
    clusters
        Rounds.
    sums
        Of n, Q, V, L, F: worlds, first tiles ronned, value of pushing, its value where the tile
        was ronned, value of folding.
    products
        The 5 by 5 sums over rounds of their products.
    confidence, cells
        As in :func:`estimate`.

    Notes
    -----
    Numerator and denominator are means of rounds to first order; with their covariance matrix
    Fieller's interval is every p at which ``numerator - p * denominator`` is within z standard
    errors of zero.

    Examples
    --------
    A tile ronned in half of the rounds costs 60, else brings 20; folding costs 10:

    >>> rounds = [(1, 1, -60, -60, -10), (1, 0, 20, 0, -10)] * 500
    >>> total = [sum(column) for column in zip(*rounds)]
    >>> square = [[sum(r[i] * r[j] for r in rounds) for j in range(5)] for i in range(5)]
    >>> break_even(1000, total, square).rate
    0.375
    """
    n, q, v, ronned_v, f = (Fraction(x) for x in sums)
    nan = math.nan
    if n == 0:
        return BreakEven(nan, nan, nan, nan, nan, nan, nan)
    fold, ronned = f / n, q / n
    if q == 0 or q == n:
        if_passed = float((v - ronned_v) / (n - q)) if q < n else nan
        loss = float(-ronned_v / q) if q else nan
        return BreakEven(float(ronned), loss, if_passed, float(fold), nan, nan, nan)
    passed, lost = (v - ronned_v) / (n - q), ronned_v / q
    numerator, denominator = passed - fold, passed - lost
    few = q * q < MIN_RONNED * products[1][1] or clusters < MIN_CLUSTERS
    if few or denominator <= 0:
        return BreakEven(float(ronned), float(-lost), float(passed), float(fold), nan, nan, nan)
    # A round's part in the errors of numerator and denominator, by n, Q, V, L, F.
    p = n - q
    up = (fold / n - passed / p, passed / p, 1 / p, -1 / p, -1 / n)
    down = (-passed / p, passed / p + lost / q, 1 / p, -1 / p - 1 / q, Fraction(0))

    def covariance(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
        total = sum(a[i] * b[j] * products[i][j] for i in range(5) for j in range(5))
        return Fraction(total) * clusters / (clusters - 1)

    z2 = Fraction(fixed_factor(confidence, cells)) ** 2
    a = denominator**2 - z2 * covariance(down, down)
    b = numerator * denominator - z2 * covariance(up, down)
    c = numerator**2 - z2 * covariance(up, up)
    rate_ = numerator / denominator
    low = high = nan
    if a > 0 and (root := b * b - a * c) >= 0:
        half = math.sqrt(root)
        low, high = (float(b) - half) / float(a), (float(b) + half) / float(a)
    return BreakEven(
        float(ronned), float(-lost), float(passed), float(fold), float(rate_), low, high
    )


def _check(confidence: float, cells: int) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence}: must be above 0 and under 1")
    if cells < 1:
        raise ValueError(f"cells {cells}: must be at least 1")
