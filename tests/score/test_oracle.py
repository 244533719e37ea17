"""Random hands under random rules: the core beside the slow oracle, one by one and in batches."""

import random
from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import oshihiki as oh
from oracle import hands, house_rules
from oracle import score as book
from oshihiki.score import LIMITS, STATUS, yaku_names, yaku_table


def by_core(hand: hands.Hand, rules: oh.rules.Rules) -> book.Outcome:
    s = oh.score(**hands.as_keywords(hand), rules=rules)
    paid = tuple(sorted(s.payments.values()))
    return book.Outcome(s.reason, dict(s.yaku), s.han, s.fu, s.yakuman, s.limit, paid, s.total)


def by_book(hand: hands.Hand, rules: oh.rules.Rules) -> book.Outcome:
    out = book.score(hand, rules)
    out.paid = tuple(sorted(out.paid))
    return out


@settings(max_examples=700, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_scores_are_those_of_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    rules = house_rules.random_rules(rng)
    hand = hands.random_hand(rng, players=rules.players)
    hand.kita *= rules.kita
    assert by_core(hand, rules) == by_book(hand, rules), hands.as_keywords(hand)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_order_of_tiles_and_melds_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    rules = house_rules.random_rules(rng)
    hand = hands.random_hand(rng, players=rules.players)
    hand.kita *= rules.kita
    first = oh.score(**hands.as_keywords(hand), rules=rules)
    for _ in range(3):
        rng.shuffle(hand.closed)
        rng.shuffle(hand.melds)
        rng.shuffle(hand.dora)
        for _, tiles in hand.melds:
            rng.shuffle(tiles)
        again = oh.score(**hands.as_keywords(hand), rules=rules)
        assert again.to_dict() == first.to_dict()
        # Melds, and their fu, are told in the order in which they were given.
        assert sorted(again.fu_lines) == sorted(first.fu_lines)
        assert sorted(again.reading) == sorted(first.reading)


def test_batches_say_what_the_oracle_says() -> None:
    rng = random.Random(9)
    for name in oh.rules.names():
        rules = oh.rules.load(name)
        wins = [hands.random_hand(rng, players=rules.players) for _ in range(300)]
        for hand in wins:
            hand.kita *= rules.kita
        batch = oh.HandBatch.from_rows([hands.as_keywords(hand) for hand in wins])
        answers = oh.score_batch(batch, rules)
        for hand, answer in zip(wins, answers, strict=True):
            same_as_book(hand, answer, by_book(hand, rules))


def same_as_book(hand: hands.Hand, answer: np.void, expected: book.Outcome) -> None:
    told: dict[str, Any] = {
        "reason": STATUS[answer["status"]],
        **{name: int(answer[name]) for name in ("han", "fu", "yakuman", "total")},
        "limit": LIMITS[answer["limit"]],
        "yaku": set(yaku_names(int(answer["yaku"][0]), int(answer["yaku"][1]))),
    }
    kinds = {"dora": "dora", "aka": "aka_dora", "ura": "ura_dora", "kita": "kita"}
    counted = Counter({kinds[k]: int(answer[k]) for k in kinds})
    assert told == {
        "reason": expected.reason or "win",
        **{name: getattr(expected, name) for name in ("han", "fu", "yakuman", "total", "limit")},
        "yaku": set(expected.yaku) - set(kinds.values()),
    }, hands.as_keywords(hand)
    assert +counted == Counter({k: n for k, n in expected.yaku.items() if k in kinds.values()})


def test_the_oracle_sees_all_there_is() -> None:
    """Random hands hold every yaku and yakuman but those of the rarest shapes."""
    rng = random.Random(1)
    seen = set()
    rules = oh.rules.load("tenhou").replace(renhou="han5")
    for _ in range(12_000):
        hand = hands.random_hand(rng)
        hand.kita = 0
        seen |= set(book.score(hand, rules).yaku)
    every = {yaku.name for yaku in yaku_table() if yaku.bit < 64}
    assert every - seen <= {"kita", "nagashi_mangan", "suukantsu"}
