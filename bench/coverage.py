"""Coverage of the studies' intervals on heavy-tailed differences.

    python bench/coverage.py [--repeats 10000] [--seed 1]

The differences are shaped like those of a push/fold study: a third are exactly zero, most are a
few thousand points, a few are a haneman or a yakuman, on either side; a round gives one to three
spots, and the spots of a round share part of their luck. The true mean is known exactly. Printed
is the share of repeats in which the interval holds it, with its standard error:

    pointwise     a cell at fixed n                         aim 94.4 to 95.6 per cent
    simultaneous  48 cells at fixed n, all at once          aim at least 94.4
    anytime       one cell, every n from 1,000 to 20,000    aim at least 94.4
    anytime, 48   48 cells to 4,000, looks every 100        aim at least 94.4

Exits 1 if an aim is missed by more than two standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from fractions import Fraction
from typing import Any

import numpy as np

from oshihiki.study import stats

CELLS = 48

# Difference of one spot in hundreds of points, and its weight: both signs, long tails.
DIFFERENCES = {
    0: 340, 10: 60, 15: 50, -10: 70, -15: 60, 20: 50, 39: 45, -20: 55, -39: 50, 52: 35, -52: 40,
    77: 25, 80: 30, -77: 25, -80: 30, 116: 6, 120: 8, -116: 6, -120: 7, 180: 3, -180: 3, 240: 1,
    -240: 1,
}  # fmt: skip
YAKUMAN = {320: 1, -480: 1}  # in 4,000 spots
SPOTS = {1: 0.5, 2: 0.3, 3: 0.2}  # spots a round
ALIKE = 0.75  # how often all spots of a round have the same difference


def clusters_of_a_round() -> tuple[np.ndarray, np.ndarray, np.ndarray, Fraction]:
    """Probabilities, spots and summed difference of each kind of round, and the true mean.

    Spots of a round are alike with probability `ALIKE` and independent otherwise (then only their
    sum matters: its law is convolved here exactly).
    """
    weight = {d: 4 * w for d, w in DIFFERENCES.items()} | YAKUMAN
    total = sum(weight.values())
    single = {d: w / total for d, w in weight.items()}
    law: dict[tuple[int, int], float] = {}
    summed = dict(single)
    for n, share in SPOTS.items():
        for d, p in single.items():
            law[n, n * d] = law.get((n, n * d), 0.0) + share * p * ALIKE
        for d, p in summed.items():
            law[n, d] = law.get((n, d), 0.0) + share * p * (1 - ALIKE)
        longer: dict[int, float] = {}
        for d, p in summed.items():
            for e, q in single.items():
                longer[d + e] = longer.get(d + e, 0.0) + p * q
        summed = longer
    keys = sorted(law)
    p = np.array([law[k] for k in keys])
    true = Fraction(sum(d * w for d, w in weight.items()), total)
    return p / p.sum(), np.array([n for n, _ in keys]), np.array([d for _, d in keys]), true


P, N, D, TRUE = clusters_of_a_round()
_SQUARES = np.stack([np.ones_like(N), N, N * N, D, D * D, D * N])  # the fields of Moments
_CUMULATIVE = np.cumsum(P)


def draw(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Kinds of `shape` rounds."""
    kinds = np.searchsorted(_CUMULATIVE, rng.random(shape), side="right")
    return np.minimum(kinds, P.size - 1)


def pointwise(repeats: int, clusters: int, seed: int, robust: bool = True) -> float:
    """Share of repeats whose pointwise interval holds the true mean."""
    rng = np.random.default_rng([seed, clusters])
    hits = 0
    for _ in range(repeats):
        sums = _SQUARES[:, draw(rng, (clusters,))].sum(axis=1)
        m = stats.Moments(*(int(x) for x in sums))
        e = stats.estimate(m)
        half = e.point_high - e.mean
        if not robust:  # as if each spot stood alone: for the test that this is noticed
            half *= math.sqrt(_naive_variance(m)) / e.standard_error
        hits += abs(e.mean - float(TRUE)) <= half
    return hits / repeats


def _naive_variance(m: stats.Moments) -> float:
    mean = m.d / m.n
    second = sum(4 * w * d * d for d, w in DIFFERENCES.items()) + sum(d * d for d in YAKUMAN)
    second /= 4 * sum(DIFFERENCES.values()) + len(YAKUMAN)
    return (second - mean * mean) / m.n


def simultaneous(repeats: int, clusters: int, seed: int) -> float:
    """Share of repeats in which all cells' simultaneous intervals hold the true mean."""
    rng = np.random.default_rng([seed, clusters, CELLS])
    factor = stats.fixed_factor(0.95, CELLS)
    hits = 0
    for _ in range(repeats):
        mean, se = _mean_and_error(_SQUARES @ rng.multinomial(clusters, P, CELLS).T)
        hits += bool(np.all(np.abs(mean - float(TRUE)) <= factor * se))
    return hits / repeats


def anytime(repeats: int, last: int, seed: int) -> float:
    """Share of repeats in which the sequence of one cell holds the true mean at every n."""
    rng = np.random.default_rng([seed, last, 1])
    first = stats.ANYTIME_FROM
    factor = np.array([stats.anytime_factor(g, 0.95) for g in range(first, last + 1)])
    hits = 0
    for _ in range(repeats):
        sums = np.cumsum(_SQUARES[:, draw(rng, (last,))], axis=1)[:, first - 1 :]
        mean, se = _mean_and_error(sums)
        hits += bool(np.all(np.abs(mean - float(TRUE)) <= factor * se))
    return hits / repeats


def anytime_cells(repeats: int, last: int, seed: int, step: int = 100) -> float:
    """As `anytime`, for 48 cells with the level split, looking every `step` clusters."""
    rng = np.random.default_rng([seed, last, CELLS])
    sizes = range(stats.ANYTIME_FROM, last + 1, step)
    factor = np.array([stats.anytime_factor(g, 0.95, CELLS) for g in sizes])
    hits = 0
    for _ in range(repeats):
        head = _SQUARES @ rng.multinomial(sizes[0], P, CELLS).T
        kinds = draw(rng, (CELLS, len(sizes) - 1, step))
        tail = np.cumsum(_SQUARES[:, kinds].sum(axis=3), axis=2)
        sums = np.concatenate([head[:, :, None], head[:, :, None] + tail], axis=2)
        mean, se = _mean_and_error(sums)
        hits += bool(np.all(np.abs(mean - float(TRUE)) <= factor * se))
    return hits / repeats


def _mean_and_error(sums: np.ndarray) -> tuple[Any, Any]:
    """`stats.mean` and `stats.standard_error` over arrays (checked equal in `measure`)."""
    g, n, n2, d, d2, dn = sums.astype(float)
    mean = d / n
    return mean, np.sqrt(g / (g - 1) * (d2 - 2 * mean * dn + mean * mean * n2)) / n


def measure(repeats: int, seed: int, last: int = 20_000) -> dict[str, float]:
    """All figures, by name; the sequence of one cell is followed to `last` clusters."""
    sums = _SQUARES[:, draw(np.random.default_rng(seed), (5000,))].sum(axis=1)
    exact = stats.Moments(*(int(x) for x in sums))
    mean, se = _mean_and_error(sums)
    assert math.isclose(mean, stats.mean(exact), rel_tol=1e-9)
    assert math.isclose(se, stats.standard_error(exact), rel_tol=1e-9)
    return {
        "pointwise, 400 clusters": pointwise(repeats, 400, seed),
        "pointwise, 3,000 clusters": pointwise(repeats, 3000, seed),
        "simultaneous, 48 cells of 400": simultaneous(repeats, 400, seed),
        "simultaneous, 48 cells of 3,000": simultaneous(repeats, 3000, seed),
        f"anytime, every n to {last:,}": anytime(repeats, last, seed),
        "anytime, 48 cells": anytime_cells(repeats, min(last, 4000), seed),
    }


def main() -> int:
    """Print the figures; 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = time.perf_counter()
    variance = float((P * (D - float(TRUE) * N) ** 2).sum())
    fourth = float((P * (D - float(TRUE) * N) ** 4).sum())
    print(
        f"true mean {100 * float(TRUE):.2f} points, kurtosis of a round {fourth / variance**2:.1f}"
    )
    missed = 0
    for name, share in measure(args.repeats, args.seed).items():
        slack = 2 * math.sqrt(0.05 * 0.95 / args.repeats)
        bad = share < 0.944 - slack or (name.startswith("pointwise") and share > 0.956 + slack)
        missed += bad
        print(f"{name:34} {100 * share:6.2f} %  (+- {50 * slack:.2f}){'  MISSED' if bad else ''}")
    print(f"{args.repeats:,} repeats, seed {args.seed}, {time.perf_counter() - start:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
