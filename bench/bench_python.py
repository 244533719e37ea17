"""The Python face, call by call: ``pytest bench/bench_python.py --benchmark-enable``.

Without ``--benchmark-enable`` each runs once and is checked, not timed.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import oshihiki as oh

N = 20_000


@pytest.fixture(scope="module")
def hands() -> Any:
    """Counts of 14 random tiles a row."""
    rng = np.random.default_rng(1)
    return np.array([np.bincount(rng.permutation(136)[:14] // 4, minlength=34) for _ in range(N)])


def in_turn(calls: list[Any]) -> Callable[[], Any]:
    """The next of many different inputs, so that none is learnt."""
    random.Random(1).shuffle(calls)
    state = {"at": 0}

    def following() -> Any:
        state["at"] = (state["at"] + 1) % len(calls)
        return calls[state["at"]]

    return following


def test_shanten_from_text(benchmark: Any, hands: Any) -> None:
    texts = [oh.tiles.to_text(oh.tiles.parse(row)) for row in hands[:2000].tolist()]
    following = in_turn(texts)
    assert benchmark(lambda: oh.shanten(following())) >= -1


def test_shanten_from_counts(benchmark: Any, hands: Any) -> None:
    following = in_turn(hands[:2000].tolist())
    assert benchmark(lambda: oh.shanten(following())) >= -1


def test_shanten_batch(benchmark: Any, hands: Any) -> None:
    assert benchmark(oh.shanten_batch, hands.astype(np.uint8)).shape == (N,)


def test_discards_batch(benchmark: Any, hands: Any) -> None:
    assert benchmark(oh.discards_batch, hands.astype(np.uint8))[0].shape == (N, 34)


def test_score_from_text(benchmark: Any) -> None:
    one = benchmark(oh.score, "123m406p789s1122z", "1z", riichi=True, dora="3m", tsumo=True)
    assert one.is_win


def test_score_batch(benchmark: Any) -> None:
    row = {"hand": "123m406p789s1122z", "win": "1z", "riichi": True, "dora": "3m"}
    batch = oh.HandBatch.from_rows([row] * N)
    assert len(benchmark(oh.score_batch, batch)) == N


@pytest.mark.parametrize("name", ["random", "tsumogiri", "efficient", "balanced"])
def test_rounds(benchmark: Any, name: str) -> None:
    results = benchmark(oh.simulate, [name] * 4, 20, key=1, threads=1)
    assert results.rounds > 20


def test_a_round_step_by_step(benchmark: Any) -> None:
    def play() -> Any:
        r = oh.Round(key=1)
        while not r.over:
            r.step(r.legal()[0])
        return r

    assert benchmark(play).over


def test_import(benchmark: Any) -> None:
    command = [sys.executable, "-c", "import oshihiki, sys; sys.exit('numpy' in sys.modules)"]
    assert benchmark(subprocess.run, command, check=False).returncode == 0
