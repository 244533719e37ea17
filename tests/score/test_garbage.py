"""Arguments that mean nothing are refused with a sentence, never with a crash."""

import random
from typing import Any

import numpy as np

import oshihiki as oh
from oracle import hands
from oshihiki.score import STATUS

JUNK: list[Any] = [
    *(None, True, -1, 0, 5, 2.5, 10**20, float("nan"), object(), b"1m", {}, [], [300], ["1m", 2]),
    *("", "1x", "9z", "三萬", "\x00", "1m\n", "1m" * 40, "5mr", "E", "chi", "chi:", "pon:12m"),
    *("chi:123m chi", "ankan:111m", "kakan:0555m", "chi:891m", "pon:111z" * 5, ("1m",) * 20),
    *(range(14), np.zeros(34), np.zeros(35, int), np.full(34, 5), np.array([["1m"]])),
]
KEYS = (
    *("hand", "win", "melds", "dora", "ura", "seat_wind", "round_wind", "rules", "kita"),
    *("honba", "deposits", "tsumo", "riichi", "parenchan", "nothing"),
)


def spoilt(rng: random.Random) -> dict[str, Any]:
    """A hand of which one to three arguments are junk, or have a letter changed."""
    given = hands.as_keywords(hands.random_hand(rng))
    for _ in range(rng.randint(1, 3)):
        key = rng.choice(KEYS)
        text = given.get(key)
        if isinstance(text, str) and text and rng.random() < 0.4:
            place = rng.randrange(len(text))
            given[key] = text[:place] + rng.choice("0123456789mpszE: ,") + text[place + 1 :]
        else:
            given[key] = rng.choice(JUNK)
    return given


def test_only_errors_that_say_something() -> None:
    rng = random.Random(8)
    refused: list[str] = []
    scored = 0
    for _ in range(6000):
        given = spoilt(rng)
        try:
            answer = oh.score(**given)
        except (oh.Error, TypeError) as error:
            refused.append(str(error))
        else:
            answer.explain()
            scored += 1
    assert len(refused) > 5000
    assert min(map(len, refused)) > 10
    assert scored > 50


def test_the_same_rows_are_bad_in_a_batch() -> None:
    rng = random.Random(9)
    rows = [{k: v for k, v in spoilt(rng).items() if k != "rules"} for _ in range(2000)]
    batch = oh.HandBatch.from_rows(rows)
    answers = oh.score_batch(batch)
    for i, (row, answer) in enumerate(zip(rows, answers, strict=True)):
        try:
            scored = oh.score(**row)
        except (oh.Error, TypeError):
            assert STATUS[answer["status"]] == "bad_input", row
        else:
            assert i not in batch.errors
            assert answer["total"] == scored.total
