"""Published sets of hands with the answers of other programs, and faults that those had."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oshihiki as oh
from oracle import shanten as oracle

CORPUS = os.environ.get("OSHIHIKI_CORPUS")
needs_corpus = pytest.mark.skipif(CORPUS is None, reason="OSHIHIKI_CORPUS is not set")


def rows(name: str) -> Iterator[dict[str, Any]]:
    assert CORPUS is not None
    with gzip.open(Path(CORPUS) / "shanten" / f"{name}.jsonl.gz", "rt") as f:
        for line in f:
            yield json.loads(line)


def counts(kinds: list[int]) -> list[int]:
    out = [0] * 34
    for k in kinds:
        out[k] += 1
    return out


def majiang(name: str) -> int:
    return "mpsz".index(name[0]) * 9 + int(name[1]) - 1


def mismatches(hands: list[list[int]], form: Any, expected: list[int]) -> list[int]:
    got = oh.shanten_batch(np.array(hands, dtype=np.uint8), form)
    return np.nonzero(got != np.array(expected))[0].tolist()


@needs_corpus
@pytest.mark.parametrize("part", [1, 2, 3, 4])
def test_kobalab(part: int) -> None:
    data = list(rows(f"kobalab_xiangting_{part}"))
    hands = [counts([majiang(t) for t in row["q"]]) for row in data]
    assert len(hands) > 5000
    for column, form in enumerate(("standard", "kokushi", "chiitoi")):
        expected = [row["x"][column] for row in data]
        wrong = mismatches(hands, form, expected)
        assert wrong == [], (form, len(wrong), data[wrong[0]])


@needs_corpus
@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("mahjongcpp_shanten", ("standard", "kokushi", "chiitoi")),
        ("kmizu_shanten", ("standard",)),
    ],
)
def test_hands_with_answers(name: str, forms: tuple[str, ...]) -> None:
    data = list(rows(name))
    hands = [counts(row["hand"]) for row in data]
    for column, form in enumerate(forms):
        wrong = mismatches(hands, form, [row["x"][column] for row in data])
        assert wrong == [], (form, len(wrong), data[wrong[0]])


@needs_corpus
def test_package_mahjong() -> None:
    for row in rows("mahjong_tests_shanten"):
        forms = ["standard"]
        if sum(row["tiles_34"]) >= 13:
            forms += ["chiitoi"] * row["use_chiitoitsu"] + ["kokushi"] * row["use_kokushi"]
        assert min(oh.shanten(row["tiles_34"], f) for f in forms) == row["out"], row["test"]


@needs_corpus
@pytest.mark.parametrize("kind", ["full_flush", "half_flush", "normal", "thirteen_orphans"])
def test_apricot_hands_against_the_oracle(kind: str) -> None:
    data = list(rows(f"apricot_hands_{kind}"))
    step = 40  # the oracle is slow; bench/exact_counts.py covers every hand there is
    hands = [counts(row["hand"]) for row in data][::step]
    assert mismatches(hands, "best", [oracle.shanten(h) for h in hands]) == []


# Faults reported to other projects, with the right answers: hand, shanten.
FAULTS = [
    ("123456789m1111z", 1), ("123456789m1111p", 1), ("11112222333444z", 1),
    ("11m111122223333z", 2), ("23m111122223333z", 2), ("112233s123p1111m", 1),
    ("19m19p19s12345z", 6), ("1112223334444z", 1), ("11122233334444z", 1),
    ("145s36m12579p256z", 5), ("12479s5p344569m5z", 3), ("245568m245568p77s", 2),
    ("5566m233799p4444z", 1), ("11112344449999m", 1), ("11223m55p1z", 0), ("14668889m", 1),
    ("7m333789s", 0), ("266m14444z", 1), ("1112345678999m1z", 0),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "expected"), FAULTS)
def test_faults_of_others(hand: str, expected: int) -> None:
    assert oh.shanten(hand) == expected


# The same tiles with the copies in own melds counted or not: a choice of rules.
MELDS = [
    ("45z", "daiminkan:4444z pon:111z pon:555z pon:777z", None, None),
    ("45z", "pon:444z pon:111z pon:555z pon:777z", 0, 1),
    ("9m9p569s", "pon:999m pon:999p pon:999s", 1, 2),
    ("9999m9p569s", "pon:999p pon:999s", 1, 2),
    ("11567z", "pon:777z pon:666z pon:555z", 1, 2),
    ("13556z", "pon:111z pon:333z pon:666z", 1, 2),
    ("13m456p789s11z", "ankan:2222m", 0, 1),
]


@pytest.mark.parametrize(("hand", "melds", "concealed", "counted"), MELDS)
def test_copies_in_melds(hand: str, melds: str, concealed: int | None, counted: int) -> None:
    if concealed is None:  # a fifth 4z
        with pytest.raises(oh.TileError, match="5 copies of 4z"):
            oh.shanten(hand, melds=melds)
        return
    assert oh.shanten(hand, melds=melds) == concealed
    assert oh.shanten(hand, melds=melds.split(), copies="melds") == counted
    if concealed == 0 and len(oh.tiles.kinds(hand)) % 3 == 1:
        assert oh.waits(hand, melds=melds) != []
        assert oh.waits(hand, melds=melds, copies="melds") == []


def test_waits_and_discards_of_others() -> None:
    assert oh.ukeire("5566m233799p444z") == {"2p": 3, "7p": 3}
    assert oh.ukeire("234678p3455577s") == {"2s": 4, "5s": 1, "7s": 2}
    assert oh.ukeire("234678p4555677s") == {"5s": 1, "7s": 2}
    assert oh.ukeire("8999m") == {"7m": 4, "8m": 3}
    best = {k: d for k, d in oh.agari.discards("11112344449999m").items() if d.shanten == 1}
    assert set(best) == {"1m", "4m", "9m"}
    tenpai = {
        k: list(d.tiles) for k, d in oh.agari.discards("11223m55p1z").items() if not d.shanten
    }
    assert tenpai == {"1z": ["3m"]}
    assert all(d.shanten for d in oh.agari.discards("266m14444z").values())
