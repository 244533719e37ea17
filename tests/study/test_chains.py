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


def test_split_r_hat_by_hand() -> None:
    # Halves (1, 2) (3, 4) (3, 4) (5, 8): variances .5 .5 .5 4.5, of the means 17/4.
    even = [[1.0, 2.0, 3.0, 4.0], [3.0, 4.0, 5.0, 8.0]]
    assert split_r_hat(even) == pytest.approx(math.sqrt(1 / 2 + 8.5 / 1.5 / 2))
    odd = [[*c[:2], 99.0, *c[2:]] for c in even]  # the middle one belongs to no half
    assert split_r_hat(odd) == split_r_hat(even)
    assert split_r_hat([c[:3] for c in even]) == math.inf  # halves of one state tell nothing


def test_batches_by_hand() -> None:
    """Two batches of two a chain, counted from its end: 4.5, 1.5, 6.5 and 3.5."""
    chains = [[9.0, 1.0, 2.0, 4.0, 5.0], [9.0, 3.0, 4.0, 6.0, 7.0]]
    error = math.sqrt(17 / 3 * 2 / 10)
    assert batch_means(chains) == pytest.approx((5.0, error))
    found = mixing(chains)
    assert found.effective == pytest.approx(68 / 9 / error**2)
    assert found.effective < found.n == 10
    assert batch_means([[1.0], [3.0]]) == pytest.approx((2.0, 1.0))
    assert batch_means([[1.0]])[1] == math.inf


def test_no_chain_is_worth_more_than_its_states() -> None:
    swinging = mixing([[0.0, 2.0, 0.0, 2.0, 0.0, 2.0, 0.0, 2.0, 1.0]])
    assert swinging.standard_error == pytest.approx(math.sqrt(1 / 27))  # nine draws: 1/3
    assert swinging.effective == 9
