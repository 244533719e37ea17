"""How well Markov chains have mixed: split R-hat, batch means, effective sample size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Mixing", "batch_means", "mixing", "split_r_hat"]


class Mixing(NamedTuple):
    """What chains tell of the mean of one number."""

    n: int
    """States of all chains."""
    mean: float
    standard_error: float
    """Of the mean, by batch means."""
    effective: float
    """Independent draws that would tell the mean as well; at most `n`."""
    r_hat: float
    """Split R-hat: 1 where the halves of all chains agree."""


def split_r_hat(chains: Sequence[Sequence[float]]) -> float:
    """Gelman and Rubin's factor over the halves of chains of one length.

    The root of the variance estimated from within and between the halves over that within
    (Gelman and others, *Bayesian Data Analysis*, third edition, section 11.4). 1 for a number that
    never changes; infinite where halves are constant and differ.

    Examples
    --------
    >>> split_r_hat([[1.0, 2.0, 1.0, 2.0], [2.0, 1.0, 2.0, 1.0]]) < 1
    True
    >>> split_r_hat([[1.0, 1.0, 2.0, 2.0]])
    inf
    """
    n = min(map(len, chains)) // 2
    if n < 2:
        return math.inf
    halves = [part for c in chains for part in (c[:n], c[len(c) - n :])]
    means = [math.fsum(h) / n for h in halves]
    grand = math.fsum(means) / len(means)
    between = n * math.fsum((m - grand) ** 2 for m in means) / (len(means) - 1)
    within = math.fsum(
        math.fsum((x - m) ** 2 for x in h) / (n - 1) for h, m in zip(halves, means, strict=True)
    ) / len(halves)
    if within == 0:
        return 1.0 if between == 0 else math.inf
    return math.sqrt((n - 1) / n + between / within / n)


def batch_means(chains: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Mean over chains of one length, and its standard error from the means of batches.

    Batches are about as long as they are many in a chain; those of all chains vary around one
    mean, so that chains which disagree widen it.

    Examples
    --------
    >>> batch_means([[0.0, 2.0] * 50, [2.0, 0.0] * 50])
    (1.0, 0.0)
    """
    n = min(map(len, chains))
    size = math.isqrt(n)
    count = n // size if size else 0
    if count * len(chains) < 2:
        return math.nan, math.inf
    means = [
        math.fsum(c[len(c) - (i + 1) * size : len(c) - i * size]) / size
        for c in chains
        for i in range(count)
    ]
    grand = math.fsum(x for c in chains for x in c) / sum(map(len, chains))
    spread = math.fsum((m - grand) ** 2 for m in means) / (len(means) - 1)
    return grand, math.sqrt(spread * size / sum(map(len, chains)))


def mixing(chains: Sequence[Sequence[float]]) -> Mixing:
    """Mean, standard error, effective sample size and split R-hat of one number."""
    n = sum(map(len, chains))
    mean, error = batch_means(chains)
    variance = math.fsum((x - mean) ** 2 for c in chains for x in c) / max(1, n - 1)
    if variance == 0:
        return Mixing(n, mean, 0.0, float(n), split_r_hat(chains))
    effective = min(float(n), variance / error**2) if error > 0 else float(n)
    return Mixing(n, mean, error, effective, split_r_hat(chains))
