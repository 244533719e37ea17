from __future__ import annotations

import collections
import pickle
import re

import numpy as np
import pytest
from hypothesis import given as anything
from hypothesis import strategies as st

import oshihiki as oh
from oshihiki import _core, wall

_WORD = st.integers(0, 2**64 - 1)
_HALF = st.integers(0, 2**32 - 1)


def _words(key, match, round_, redeal, seat, decision, use, count):
    return _core.random_words(key, match, round_, redeal, seat, decision, use, count)


@anything(_WORD, _WORD, _HALF, _HALF, _HALF, _HALF, st.integers(0, 6))
def test_the_numbers_are_numpys(key, match, round_, redeal, seat, decision, use) -> None:
    # numpy counts up before its first block, so its counter starts one below ours.
    oracle = np.random.Philox(
        key=key | (use | redeal << 32) << 64,
        counter=match << 64 | (round_ | seat << 32) << 128 | decision << 192,
    )
    ours = _words(key, match, round_, redeal, seat, decision, use, 9)
    assert ours == [int(word) for word in oracle.random_raw(9)]


def _oracle_wall(rules: oh.rules.Rules, key: int, match: int, round_: int) -> list[str]:
    """Fisher-Yates from the end over bounded numbers, written the slow way."""
    words = iter(_words(key, match, round_, 0, 0, 0, 0, 200))
    halves = (half for word in words for half in (word & 0xFFFFFFFF, word >> 32))

    def below(n: int) -> int:
        while True:
            high, low = divmod(next(halves) * n, 2**32)
            if low >= 2**32 % n:
                return high

    codes = list(wall.in_order(rules).codes)
    for i in range(len(codes) - 1, 0, -1):
        j = below(i + 1)
        codes[i], codes[j] = codes[j], codes[i]
    return codes


@pytest.mark.parametrize("profile", ["tenhou", "tenhou-sanma", "wrc-2025"])
def test_uniform_is_fisher_yates_over_the_address(profile: str) -> None:
    rules = oh.rules.load(profile)
    for match in range(300):
        ours = wall.uniform(rules, key=99, match=match, round=match % 7)
        assert list(ours.codes) == _oracle_wall(rules, 99, match, match % 7)


@pytest.mark.parametrize(
    ("profile", "size", "reds"),
    [("tenhou", 136, 3), ("tenhou-sanma", 108, 2), ("ema-2016", 136, 0)],
)
def test_the_tiles_of_the_rules(profile: str, size: int, reds: int) -> None:
    in_order = wall.in_order(profile)
    assert len(in_order) == size
    assert sum(code >= 64 for code in in_order.codes) == reds
    counts = collections.Counter(code & 63 for code in in_order.codes)
    assert set(counts.values()) == {4}
    assert sorted(wall.uniform(profile, key=1).codes) == sorted(in_order.codes)


def test_each_tile_is_as_likely_everywhere() -> None:
    # The dealer's first tile and the first indicator: chi-squared over 34 kinds.
    n = 20_000
    for place in (135, 5, 60):
        counts = np.zeros(34)
        for match in range(n):
            counts[wall.uniform("wrc-2025", key=3, match=match).codes[place] & 63] += 1
        chi2 = float(((counts - n / 34) ** 2 / (n / 34)).sum())
        assert 11 < chi2 < 70  # 33 degrees of freedom: both ends beyond 1 in 10,000


def test_every_part_of_the_address_counts() -> None:
    base = wall.uniform(key=1, match=2, round=3, redeal=4)
    others = [
        wall.uniform(key=2, match=2, round=3, redeal=4),
        wall.uniform(key=1, match=3, round=3, redeal=4),
        wall.uniform(key=1, match=2, round=4, redeal=4),
        wall.uniform(key=1, match=2, round=3, redeal=5),
    ]
    assert all(other != base for other in others)
    assert len({hash(one) for one in [base, *others]}) == 5


def test_given_walls() -> None:
    one = wall.uniform(key=5)
    assert wall.given(one.text) == one
    assert wall.given(one.codes) == one
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.replace("7777z", "777z"), "135 tiles; 4 players need 136"),
        (lambda t: t.replace("2222m", "1222m"), "a fifth 1m, at place 4"),
        (lambda t: t.replace("3333m", "333m3rm"), "which these rules do not have"),
        (lambda t: t.replace("5550m", "5500m"), "more than 1 of 0m, counting red ones only"),
        (lambda t: t.replace("5550m", "5555m"), "more than 3 of 5m, not counting red ones"),
    ],
)
def test_walls_that_cannot_be(change, message: str) -> None:
    text = (
        "1111m2222m3333m4444m5550m6666m7777m8888m9999m"
        "1111p2222p3333p4444p5550p6666p7777p8888p9999p"
        "1111s2222s3333s4444s5550s6666s7777s8888s9999s"
        "1111z2222z3333z4444z5555z6666z7777z"
    )
    assert sorted(wall.given(text).codes) == sorted(wall.in_order().codes)
    with pytest.raises(oh.TileError, match=re.escape(message)):
        wall.given(change(text))


def test_sanma_has_no_middle_man_tiles() -> None:
    text = wall.in_order("tenhou-sanma").text.replace("1111", "1112", 1)
    with pytest.raises(oh.TileError, match="2m is not played with three players"):
        wall.given(text, "tenhou-sanma")


@pytest.mark.parametrize(
    ("indicator", "players", "dora"),
    [
        ("1m", 4, "2m"), ("9m", 4, "1m"), ("0p", 4, "6p"), ("9s", 4, "1s"),
        ("1z", 4, "2z"), ("4z", 4, "1z"), ("5z", 4, "6z"), ("7z", 4, "5z"),
        ("1m", 3, "9m"), ("9m", 3, "1m"), ("9p", 3, "1p"), ("4z", 3, "1z"),
    ],
)  # fmt: skip
#
def test_dora_of(indicator: str, players: int, dora: str) -> None:
    assert wall.dora_of(indicator, players) == dora
