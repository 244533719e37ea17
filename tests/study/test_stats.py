"""The statistics against hand-computed values, scipy-free identities and known distributions."""

from __future__ import annotations

import importlib.util
import math
import random
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oshihiki.study import stats
from oshihiki.study.stats import Moments

CLUSTERS = [(1, 80), (2, -39), (1, 0), (3, 120), (1, -16)]


def test_moments_by_hand() -> None:
    m = Moments.from_clusters([*CLUSTERS, (0, 0)])
    assert m == Moments(
        clusters=5, n=8, n2=16, d=145, d2=6400 + 1521 + 14400 + 256, dn=80 - 78 + 360 - 16
    )


def test_standard_error_is_the_sum_of_squared_residuals() -> None:
    m = Moments.from_clusters(CLUSTERS)
    center = Fraction(m.d, m.n)
    squares = sum((d - center * n) ** 2 for n, d in CLUSTERS)
    assert stats.standard_error(m) == math.sqrt(Fraction(5, 4) * squares / m.n**2)


def test_one_spot_a_round_is_the_textbook_standard_error() -> None:
    values = [3, -7, 11, 0, 5, 5]
    average = sum(values) / 6
    textbook = math.sqrt(sum((v - average) ** 2 for v in values) / 5 / 6)
    m = Moments.from_clusters((1, v) for v in values)
    assert stats.standard_error(m) == pytest.approx(textbook, rel=1e-14)


def test_clustering_widens_the_error() -> None:
    # Spots of a round that always agree carry as much as one spot.
    single = Moments.from_clusters([(1, 1), (1, -1)] * 500)
    doubled = Moments.from_clusters([(2, 2), (2, -2)] * 500)
    assert stats.standard_error(doubled) == stats.standard_error(single)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(-2000, 2000)), max_size=30), st.randoms())
def test_order_and_grouping_never_matter(clusters, random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(clusters)
    random.shuffle(shuffled)
    cut = len(shuffled) // 3
    parts = Moments.from_clusters(shuffled[:cut]) + Moments.from_clusters(shuffled[cut:])
    assert parts == Moments.from_clusters(clusters)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(-2000, 2000)), min_size=2, max_size=9))
def test_swapped_arms_flip_signs_exactly(clusters) -> None:  # type: ignore[no-untyped-def]
    m = Moments.from_clusters(clusters * 500)
    e, f = (stats.estimate(x, cells=48, scale=100) for x in (m, -m))
    assert f.mean == -e.mean
    assert (f.low, f.high) == (-e.high, -e.low)
    assert (f.low_any, f.high_any) == (-e.high_any, -e.low_any)
    assert f.sign == -e.sign


def test_an_arm_against_itself_is_exactly_zero() -> None:
    e = stats.estimate(Moments(5000, 6000, 8000, 0, 0, 0), cells=48, scale=100)
    assert (e.mean, e.low, e.high, e.low_any, e.high_any) == (0, 0, 0, 0, 0)
    assert e.sign == e.sign_any == 0


def test_sums_near_the_limit_of_int64_stay_exact() -> None:
    big = 2**62
    m = Moments(10**6, 10**6, 10**6, 10**12, big, 10**12)
    expected = Fraction(10**6, 10**6 - 1) * (
        Fraction(big, 10**12) - Fraction(10**12 * 10**12, 10**18)
    )
    assert stats.standard_error(m) == math.sqrt(expected)


def test_nothing_is_claimed_too_early() -> None:
    few = stats.estimate(Moments(399, 399, 399, 0, 399, 0))
    assert few.too_few
    assert few.low == -math.inf
    assert few.half_width == math.inf
    some = stats.estimate(Moments(400, 400, 400, 4000, 41000, 4000))
    assert not some.too_few
    assert some.sign == 1
    assert (some.low_any, some.high_any) == (-math.inf, math.inf)
    assert some.sign_any == 0
    enough = stats.estimate(Moments(1000, 1000, 1000, 10000, 101000, 10000))
    assert enough.sign_any == 1


def test_an_empty_cell_has_no_number() -> None:
    e = stats.estimate(Moments(0, 0, 0, 0, 0, 0))
    assert math.isnan(e.mean)
    assert e.too_few
    assert e.sign == 0
    assert stats.rate(0, 0, 0).high == 1.0


def test_sidak_holds_together_with_the_confidence() -> None:
    for cells in (1, 2, 48, 1000):
        assert (1 - stats.sidak_level(0.95, cells)) ** cells == pytest.approx(0.95, rel=1e-12)
    assert stats.fixed_factor(0.95) == pytest.approx(1.959963984540054, rel=1e-12)
    assert stats.fixed_factor(0.99) == pytest.approx(2.5758293035489, rel=1e-12)


def test_intervals_are_nested() -> None:
    e = stats.estimate(Moments(3000, 3000, 3000, 9000, 900000, 9000), cells=48)
    assert e.low_any < e.low < e.point_low < e.mean < e.point_high < e.high < e.high_any


def test_confidence_sequence_by_the_papers_formula() -> None:
    # Written once more as in the paper: boundary of the running mean at time t, variance 1.
    t, alpha = 20_000, 0.05 / 48
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / 5000
    paper = math.sqrt(
        2 * (t * rho2 + 1) / (t**2 * rho2) * math.log(math.sqrt(t * rho2 + 1) / alpha)
    )
    assert stats.anytime_factor(t, 0.95, 48) / math.sqrt(t) == pytest.approx(paper, rel=1e-12)


def test_confidence_sequence_is_tuned_where_it_says() -> None:
    def width_if_tuned_for(t: int) -> float:  # the best factor there is at t
        log_level = math.log(0.05 / 48)
        g = -2 * log_level + math.log1p(-2 * log_level)
        return math.sqrt(2 * (g + 1) / g * (math.log1p(g) / 2 - log_level))

    for t in (1000, 5000, 200_000):
        ratio = stats.anytime_factor(t, 0.95, 48) / width_if_tuned_for(t)
        assert 1 - 1e-12 <= ratio < 1.08


def test_rate_is_wilsons_and_wider_for_clusters() -> None:
    single, twice = stats.rate(30, 200, 200), stats.rate(30, 200, 400)
    for end in (single.low, single.high):  # Wilson: the shares whose own error just reaches 0.15
        z = abs(0.15 - end) / math.sqrt(end * (1 - end) / 200)
        assert z == pytest.approx(1.959963984540054, rel=1e-12)
    assert twice.low < single.low < single.high < twice.high
    assert stats.rate(0, 50, 50).low == 0.0
    assert stats.rate(50, 50, 50).high == 1.0


@pytest.mark.parametrize("confidence", [0.0, 1.0, 1.5, -0.1])
def test_bad_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        stats.fixed_factor(confidence)


def test_no_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="cells"):
        stats.anytime_factor(5000, 0.95, 0)


@pytest.fixture(scope="module")
def coverage() -> ModuleType:
    path = Path(__file__).parents[2] / "bench" / "coverage.py"
    spec = importlib.util.spec_from_file_location("coverage_of_intervals", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_coverage_on_heavy_tails(coverage: ModuleType) -> None:
    """A quick run of bench/coverage.py: 500 repeats, so three standard errors are 3 per cent."""
    figures = coverage.measure(repeats=500, seed=1, last=3000)
    for name, share in figures.items():
        assert share >= 0.92, name
        if name.startswith("pointwise"):
            assert share <= 0.98, name


def test_coverage_would_notice_ignored_clusters(coverage: ModuleType) -> None:
    """The same measurement fails a standard error that takes spots for independent."""
    assert coverage.pointwise(repeats=500, clusters=1000, seed=1, robust=False) < 0.92


def break_even_of(rows: list[tuple[int, int, int, int, int]], **k: float) -> stats.BreakEven:
    """From rows n, Q, V, L, F."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    products = [[sum(r[i] * r[j] for r in rows) for j in range(5)] for i in range(5)]
    return stats.break_even(len(rows), sums, products, **k)


def pushes(rng: random.Random, rounds: int) -> list[tuple[int, int, int, int, int]]:
    rows = []
    for _ in range(rounds):
        q = int(rng.random() < 0.2)
        v = -rng.choice((20, 52, 80, 120)) if q else rng.choice((-40, -10, 0, 39, 80))
        rows.append((1, q, v, q * v, rng.choice((-30, -10, 0))))
    return rows


def test_break_even_interval_covers_as_often_as_it_says() -> None:
    rng = random.Random(5)
    passed, loss, fold = 13.8, 68.0, -40 / 3
    truth = (passed - fold) / (passed + loss)
    hits = 0
    for _ in range(600):
        found = break_even_of(pushes(rng, 500))
        hits += found.low <= truth <= found.high
    assert 0.925 <= hits / 600 <= 0.975


def test_break_even_agrees_with_the_mean_of_its_parts() -> None:
    rows = pushes(random.Random(3), 2000)
    found = break_even_of(rows)
    ronned = [r for r in rows if r[1]]
    passed = [r for r in rows if not r[1]]
    assert found.ronned == len(ronned) / 2000
    assert found.loss == pytest.approx(-sum(r[2] for r in ronned) / len(ronned))
    assert found.passed == pytest.approx(sum(r[2] for r in passed) / len(passed))
    assert found.fold == pytest.approx(sum(r[4] for r in rows) / 2000)
    wider = break_even_of(rows, cells=48)
    assert wider.rate == found.rate
    assert wider.low < found.low < found.rate < found.high < wider.high


def test_break_even_is_not_told_from_few_ronned_tiles() -> None:
    rows = pushes(random.Random(3), 2000)
    few = [r for r in rows if not r[1]] + [r for r in rows if r[1]][:20]
    found = break_even_of(few)
    assert math.isnan(found.rate)
    assert math.isfinite(found.loss)
    none = break_even_of([r for r in rows if not r[1]])
    assert none.ronned == 0
    assert math.isnan(none.loss)
    assert math.isnan(none.rate)
