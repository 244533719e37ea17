"""Diagnostics of chains against processes whose answers are known."""

from __future__ import annotations

import math
import random

import pytest

from oshihiki.study.chains import batch_means, mixing, split_r_hat


def autoregressive(rho: float, n: int, rng: random.Random, shift: float = 0.0) -> list[float]:
    """Mean `shift`, variance 1, correlation rho from one to the next."""
    x, out = rng.gauss(0, 1), []
    for _ in range(n):
        x = rho * x + math.sqrt(1 - rho * rho) * rng.gauss(0, 1)
        out.append(x + shift)
    return out


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_effective_sample_size_of_autoregressive_chains(rho: float) -> None:
    rng = random.Random(1)
    n = 20_000
    found = mixing([autoregressive(rho, n, rng) for _ in range(4)])
    exact = 4 * n * (1 - rho) / (1 + rho)
    assert found.n == 4 * n
    assert found.effective == pytest.approx(exact, rel=0.25)
    assert found.standard_error == pytest.approx(1 / math.sqrt(exact), rel=0.15)
    assert abs(found.mean) < 5 * found.standard_error
    assert found.r_hat < 1.01


def test_chains_that_disagree_show() -> None:
    rng = random.Random(2)
    chains = [autoregressive(0, 1000, rng, shift) for shift in (0, 0, 0, 1)]
    assert split_r_hat(chains) > 1.05
    assert mixing(chains).effective < 1000
    drift = [[i / 500 + x for i, x in enumerate(autoregressive(0, 1000, rng))] for _ in range(4)]
    assert split_r_hat(drift) > 1.1


def test_numbers_that_never_change() -> None:
    still = mixing([[3.0] * 100] * 4)
    assert (still.mean, still.standard_error, still.effective, still.r_hat) == (3, 0, 400, 1)
    assert split_r_hat([[1.0] * 10, [2.0] * 10]) == math.inf
    assert split_r_hat([[1.0]]) == math.inf
    assert batch_means([[]])[1] == math.inf
