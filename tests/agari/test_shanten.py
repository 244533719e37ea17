"""Shanten, waits and accepted tiles against the oracle, and the public face."""

from __future__ import annotations

import inspect
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oshihiki as oh
from oracle import shanten as oracle

KINDS = oh.tiles.to_text
TEXT = "123m406p789s1122z"


def deal(rng: random.Random, size: int, kinds: range | list[int] = range(34)) -> list[int]:
    counts = [0] * 34
    for i in rng.sample([k for k in kinds for _ in range(4)], size):
        counts[i] += 1
    return counts


def deals(n: int, seed: int) -> list[list[int]]:
    """Hands of all sizes: from all tiles, from one or two suits, and of yaochu tiles."""
    rng = random.Random(seed)
    pools = [range(34), range(9), [*range(9, 18), *range(27, 34)], range(18, 34)]
    pools.append([*oracle.YAOCHU, 1, 10])
    sizes = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)
    return [
        deal(rng, sizes[i % 10] if i % 3 else rng.choice((13, 14)), pools[i % 5]) for i in range(n)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_shanten_against_the_oracle(seed: int) -> None:
    hands = deals(150, seed)
    expected = [oracle.shanten(h) for h in hands]
    assert [oh.shanten(h) for h in hands] == expected
    assert oh.shanten_batch(np.array(hands, dtype=np.uint8)).tolist() == expected
    for form in ("standard", "chiitoi", "kokushi"):
        full = [h for h in hands if sum(h) >= 13]
        by_form = [getattr(oracle, form)(h) for h in full]
        assert [oh.shanten(h, form) for h in full] == by_form
        assert oh.shanten_batch(full, form).tolist() == by_form


def test_other_convention_against_the_oracle() -> None:
    hands = deals(100, 5) + [oh.tiles.counts(t) for t in ("123456789m1111z", "1111m", "11112222m")]
    for h in hands:
        assert oh.shanten(h, copies="any") == oracle.shanten(h, limit=14)
        # Without melds the two conventions with a limit are one.
        assert oh.shanten(h, copies="melds") == oh.shanten(h)


def near_tenpai(n: int, seed: int) -> list[list[int]]:
    """Finished hands with one tile taken out, and half of them with another exchanged."""
    rng = random.Random(seed)
    out = []
    while len(out) < n:
        counts = [0] * 34
        pool = rng.choice([range(9), range(18), range(34)])
        for _ in range(rng.randint(0, 4)):
            k = rng.choice(pool)
            run = k < 27 and k % 9 <= 6 and rng.random() < 0.7
            for t in (k, k + 1, k + 2) if run else (k, k, k):
                counts[t] += 1
        counts[rng.choice(pool)] += 2
        if max(counts) > 4:
            continue
        counts[rng.choice([k for k in range(34) if counts[k]])] -= 1
        if rng.random() < 0.5 and sum(counts):
            counts[rng.choice([k for k in range(34) if counts[k]])] -= 1
            counts[rng.choice([k for k in pool if counts[k] < 4])] += 1
        out.append(counts)
    return out


def test_waits_against_taking_hands_apart() -> None:
    hands = near_tenpai(400, 11) + [h for h in deals(200, 12) if sum(h) % 3 == 1]
    batch = oh.waits_batch(hands)
    for i, h in enumerate(hands):
        expected = oracle.waits(h)
        assert oh.tiles.kinds(oh.waits(h)) == expected
        assert batch[i].nonzero()[0].tolist() == expected


def test_accepted_tiles_against_the_oracle() -> None:
    hands = [h for h in deals(220, 21) if sum(h) % 3 == 1] + near_tenpai(60, 22)
    shanten, unseen = oh.ukeire_batch(hands)
    for i, h in enumerate(hands):
        expected = {KINDS([k]): 4 - h[k] for k in oracle.accepted(h)}
        assert oh.ukeire(h) == expected
        assert shanten[i] == oracle.shanten(h)
        assert {KINDS([int(k)]): int(unseen[i, k]) for k in unseen[i].nonzero()[0]} == expected


def test_discards_are_shanten_and_ukeire_without_the_tile() -> None:
    for h in (h for h in deals(400, 31) if sum(h) % 3 == 2):
        answer = oh.agari.discards(h)
        assert sorted(oh.tiles.kinds(list(answer))) == [k for k in range(34) if h[k]]
        order = [(d.shanten, -d.total) for d in answer.values()]
        assert order == sorted(order)
        for kind, after in answer.items():
            left = list(h)
            left[oh.tiles.kinds(kind)[0]] -= 1
            assert after.shanten == oh.shanten(left)
            # The discarded copy is seen.
            assert after.tiles == oh.ukeire(left, visible=kind)
            assert after.total == sum(after.tiles.values())


@given(
    st.permutations([k for k in range(34) for _ in range(4)]), st.sampled_from([13, 10, 7, 4, 1])
)
@settings(max_examples=150, deadline=None)
def test_a_draw_lowers_by_one_at_most_and_a_discard_raises_by_one_at_most(
    wall: list[int], size: int
) -> None:
    hand = [0] * 34
    for k in wall[:size]:
        hand[k] += 1
    before = oh.shanten(hand)
    hand[wall[size]] += 1
    after = oh.shanten(hand)
    assert before - 1 <= after <= before
    drawn = KINDS([wall[size]])
    hand[wall[size]] -= 1
    assert (after == before - 1) == (drawn in oh.ukeire(hand))
    assert bool(oh.waits(hand)) == (before == 0)


def test_every_form_of_a_hand_says_the_same() -> None:
    counts = oh.tiles.counts(TEXT)
    forms = [
        TEXT,
        "1122z 123m 406p 789s",
        counts,
        tuple(counts),
        np.array(counts, dtype=np.uint8),
        np.array(counts, dtype=np.int64)[::1],
        np.repeat(counts, 2)[::2],
        [np.int32(c) for c in counts],
        oh.tiles.ids(TEXT),
        np.array(oh.tiles.ids(TEXT)),
        oh.tiles.mjai(TEXT),
        ["1m", "2m", "3m", "4p", "0p", "6p", "7s", "8s", "9s", "1z", "E", "S", "2z"],
        np.array(oh.tiles.mjai(TEXT)),
    ]
    for form in forms:
        assert oh.shanten(form) == 0
        assert oh.waits(form) == ["1z", "2z"]
        assert oh.ukeire(form) == {"1z": 2, "2z": 2}


@pytest.mark.parametrize(
    ("bad", "error", "part"),
    [
        ("777h", oh.TileError, "'h'"),
        ("123é", oh.TileError, "'é'"),
        ("12\0m", oh.TileError, r"'\x00'"),
        ("8z", oh.TileError, "8z"),
        ("123m45", oh.TileError, "without a suit letter"),
        ("11111m", oh.TileError, "5 copies of 1m"),
        ("055555p", oh.TileError, "5 copies of 5p"),
        ([5] + [0] * 33, oh.TileError, "5 copies of 1m"),
        ([-1] + [0] * 33, oh.TileError, "-1 of 1m"),
        (np.array([-1] + [0] * 33, dtype=np.int8), oh.TileError, "-1 of 1m"),
        ([136], oh.TileError, "id 136 at position 1"),
        ([3, 3], oh.TileError, "id 3 is there twice"),
        ([10**30], oh.TileError, "position 1"),
        ([1] * 200, oh.TileError, "200 tiles"),
        (["1m", "Q"], oh.TileError, "'Q'"),
        (["1m", "23m"], oh.TileError, "got 2"),
        ("", oh.HandError, "0 tiles"),
        ([], oh.HandError, "0 tiles"),
        ("123m", oh.HandError, "3 tiles"),
        ("123456m", oh.HandError, "6 tiles"),
        ("123456789m", oh.HandError, "9 tiles"),
        ("123456789m123p", oh.HandError, "12 tiles"),
        ("123456789m123456p", oh.HandError, "15 tiles"),
        (np.zeros((2, 34), dtype=np.uint8), oh.HandError, "(2, 34)"),
        (np.ones(34), TypeError, "floats"),
        (np.ones(34, dtype=bool), TypeError, "booleans"),
        ([1.0] * 34, TypeError, "float at position 1"),
        ([True] * 13, TypeError, "bool at position 1"),
        (["1m", 2], TypeError, "int at position 2"),
        ([1, "2m"], TypeError, "str at position 2"),
        (5, TypeError, "int given"),
        (None, TypeError, "NoneType given"),
        (b"123m", TypeError, "bytes given"),
        ({"1m": 1}, TypeError, "dict given"),
    ],
)
def test_wrong_hands_are_named(bad: object, error: type[Exception], part: str) -> None:
    for function in (oh.shanten, oh.waits, oh.ukeire, oh.agari.discards):
        with pytest.raises(error) as caught:
            function(bad)  # type: ignore[operator]
        assert part in str(caught.value)


def test_wrong_arguments_are_named() -> None:
    for call, error, part in [
        (lambda: oh.shanten(TEXT, "regular"), oh.HandError, "'regular'"),
        (lambda: oh.shanten(TEXT, 3), TypeError, "int given"),
        (lambda: oh.shanten("1234m", "chiitoi"), oh.HandError, "13 or 14"),
        (lambda: oh.shanten(TEXT, from_="x"), TypeError, "from_"),
        (lambda: oh.shanten(TEXT, hand=TEXT), TypeError, "twice"),
        (lambda: oh.shanten(), TypeError, "'hand'"),
        (lambda: oh.shanten(TEXT, "best", ()), TypeError, "by position"),
        (lambda: oh.shanten(TEXT, copies="four"), oh.HandError, "'four'"),
        (lambda: oh.shanten(TEXT, melds=["pon:111m"]), oh.HandError, "13 tiles beside 1"),
        (lambda: oh.shanten("11m", melds="pon:111m " * 4), oh.TileError, "copies of 1m"),
        (lambda: oh.shanten("11m", melds=5), TypeError, "int given"),
        (lambda: oh.waits(TEXT + "3z"), oh.HandError, "discards"),
        (lambda: oh.ukeire(TEXT + "3z"), oh.HandError, "discards"),
        (lambda: oh.agari.discards(TEXT), oh.HandError, "13 tiles"),
        (lambda: oh.ukeire(TEXT, visible="111z"), oh.TileError, "5 copies of 1z"),
    ]:
        with pytest.raises(error) as caught:  # type: ignore[arg-type]
            call()  # type: ignore[no-untyped-call]
        assert part in str(caught.value)


def test_wrong_batches_are_named() -> None:
    good = np.array([oh.tiles.counts(TEXT)] * 3, dtype=np.uint8)
    for bad, error, part in [
        (good * 1.0, TypeError, "float64"),
        (good > 0, TypeError, "bool"),
        (good[:, :33], oh.HandError, "(3, 33)"),
        (good[0], oh.HandError, "(34,)"),
        (good.astype(int) - 1, oh.HandError, "-1"),
        (good.astype(int) * 1000, oh.HandError, "2000"),
        (["123m"], TypeError, "<U4"),
    ]:
        for function in (oh.shanten_batch, oh.waits_batch, oh.ukeire_batch, oh.discards_batch):
            with pytest.raises(error) as caught:  # type: ignore[arg-type]
                function(bad)
            assert part in str(caught.value)
    five = good.copy()
    five[2, 33] = 5
    with pytest.raises(oh.TileError, match="row 2: 5 copies of 7z"):
        oh.shanten_batch(five)
    short = good.copy()
    short[1, 0] = 0
    with pytest.raises(oh.HandError, match="row 1: 12 tiles"):
        oh.shanten_batch(short)
    with pytest.raises(oh.HandError, match="row 0: 34 tiles"):
        oh.shanten_batch(np.ones((1, 34), dtype=np.uint8))
    for function in (oh.ukeire_batch, oh.discards_batch):
        with pytest.raises(oh.HandError, match="visible: 2 rows beside 3"):
            function(good, good[:2])
    with pytest.raises(oh.HandError, match="row 0: 13 tiles; a hand after its draw has 14"):
        oh.discards_batch(good)


def test_batches_take_any_layout_and_nothing() -> None:
    rows = np.array(deals(64, 41), dtype=np.uint8)
    expected = oh.shanten_batch(rows)
    assert expected.dtype == np.int8
    for same in (rows.astype(np.int64), np.asfortranarray(rows), rows.tolist(), rows[::-1][::-1]):
        assert oh.shanten_batch(same).tolist() == expected.tolist()
    assert oh.shanten_batch(np.zeros((0, 34), dtype=np.uint8)).shape == (0,)
    # Every length and every alignment of the rows, in case a kernel works in blocks.
    for n in range(1, 64):
        assert oh.shanten_batch(rows[:n]).tolist() == expected[:n].tolist()
        assert oh.shanten_batch(rows[n:]).tolist() == expected[n:].tolist()


def test_visible_tiles_are_subtracted() -> None:
    hand = oh.tiles.counts("5566m233799p444z")
    assert oh.ukeire(hand, visible="22p7p") == {"2p": 1, "7p": 2}
    assert oh.ukeire(hand, visible=["2p", "2p", "2p"]) == {"2p": 0, "7p": 3}
    _, unseen = oh.ukeire_batch([hand], [oh.tiles.counts("22p7p")])
    assert unseen[0, 10] == 1
    assert unseen[0, 15] == 2


def test_a_batch_of_discards_is_each_hand_s_discards() -> None:
    rng = np.random.default_rng(7)
    hands, seen = [], []
    for size in (14, 11, 8, 5, 2) * 40:
        drawn = rng.permutation(136)
        hands.append(np.bincount(drawn[:size] // 4, minlength=34))
        seen.append(np.bincount(drawn[size : size + 60] // 4, minlength=34))
    for visible in (None, np.array(seen)):
        shanten, unseen = oh.discards_batch(np.array(hands), visible)
        assert (shanten.dtype, unseen.dtype) == (np.int8, np.uint8)
        for i, hand in enumerate(hands):
            one = oh.agari.discards(
                hand.tolist(), visible=None if visible is None else visible[i].tolist()
            )
            assert {k for k in range(34) if shanten[i, k] != 127} == set(np.flatnonzero(hand))
            for kind, after in one.items():
                k = oh.tiles.counts(kind).index(1)
                assert (shanten[i, k], unseen[i, k]) == (after.shanten, after.total)
            assert unseen[i][shanten[i] == 127].sum() == 0


def test_functions_look_like_functions() -> None:
    assert str(inspect.signature(oh.shanten)).startswith("(hand, form='best'")
    for name in ("shanten", "waits", "ukeire"):
        function = getattr(oh, name)
        assert function.__module__ == "oshihiki.agari"
        assert pickle.loads(pickle.dumps(function)) is function
        assert "Examples" in function.__doc__


def test_tables_are_small() -> None:
    from oshihiki import _core

    assert _core.agari_tables_bytes < 3_000_000


def test_tiles_from_form_to_form() -> None:
    text = "0m55m123p0s7z"
    codes = oh.tiles.parse(text)
    assert oh.tiles.parse(oh.tiles.to_text(codes)) == codes
    assert oh.tiles.parse(oh.tiles.ids(text)) == codes
    assert oh.tiles.parse(oh.tiles.mjai(text)) == codes
    assert oh.tiles.parse([16], red_ids=False) == [4]
    assert oh.tiles.parse(oh.tiles.counts(text)) == sorted(c % 64 for c in codes)
    with pytest.raises(oh.TileError, match="no id is left for 5m"):
        oh.tiles.ids("5555m")
    assert oh.tiles.ids("5555m", reds=False) == [16, 17, 18, 19]
    with pytest.raises(oh.TileError, match="34"):
        oh.tiles.to_text([34])
