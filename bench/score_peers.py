"""Scoring speeds beside the PyPI packages mahjong and riichienv: the same wins in one run.

``python bench/score_peers.py [--hands N]``. The hands are random wins from a seed, made ready for
each scorer beforehand; rates are the median of five passes in processor time. A package that is
not installed is left out. The batch scores 300,000 rows in shuffled order.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import oshihiki as oh
from oracle import hands, mahjong_package

BATCH = 300_000


def wins(n: int) -> list[hands.Hand]:
    """Wins of ordinary worth: no true yakuman, as nearly all wins are."""
    rng = random.Random(1)
    out: list[hands.Hand] = []
    while len(out) < n:
        hand = hands.random_hand(rng)
        scored = oh.score(**hands.as_keywords(hand))
        if scored.is_win and not scored.yakuman:
            out.append(hand)
    return out


def rate(work: Callable[[Any], Any], given: list[Any], times: int = 1) -> float:
    passes = []
    for _ in range(5):
        start = time.process_time()
        for one in given:
            work(one)
        passes.append(time.process_time() - start)
    return times * len(given) / statistics.median(passes)


def of_layout(root: str, block: list[hands.Hand]) -> tuple[Callable[[Any], Any], list[Any]]:
    """Calls of a package with the layout of `mahjong`; each makes its configuration."""
    of = mahjong_package.package(root)
    given = [mahjong_package.arguments(of, hand) for hand in block]
    estimate = of.hand.HandCalculator.estimate_hand_value
    configure, options = of.hand_config.HandConfig, of.hand_config.OptionalRules

    def call(one: Any) -> Any:
        tiles, win, melds, dora, ura, circumstances = one
        config = configure(
            **circumstances, options=options(has_open_tanyao=True, has_aka_dora=True)
        )
        return estimate(tiles, win, melds, dora, config, ura_dora_indicators=ura)

    return call, given


def of_riichienv(block: list[hands.Hand]) -> tuple[Callable[[Any], Any], list[Any]]:
    import riichienv

    types = {
        hands.CHI: riichienv.MeldType.Chi,
        hands.PON: riichienv.MeldType.Pon,
        hands.DAIMINKAN: riichienv.MeldType.Daiminkan,
        hands.KAKAN: riichienv.MeldType.Kakan,
        hands.ANKAN: riichienv.MeldType.Ankan,
    }
    given = []
    for hand in block:
        tiles, win, melds = hands.ids_of(hand)
        concealed = tiles[sum(len(ids) for _, ids in melds) :]
        flags = {f: True for f in hand.flags if f not in ("tenhou", "chiihou", "renhou")}
        winds = {"player_wind": hand.seat_wind - 27, "round_wind": hand.round_wind - 27}
        groups = [riichienv.Meld(types[t], ids, t != hands.ANKAN) for t, ids in melds]
        dora, ura = [4 * k for k in hand.dora], [4 * k for k in hand.ura]
        given.append((concealed, groups, win, dora, ura, flags | winds))

    def call(one: Any) -> Any:
        tiles, melds, win, dora, ura, circumstances = one
        evaluator = riichienv.HandEvaluator(tiles, melds)
        return evaluator.calc(win, dora, riichienv.Conditions(**circumstances), ura)

    return call, given


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=5000)
    block = wins(parser.parse_args().hands)
    keywords = [
        {name: value for name, value in hands.as_keywords(hand).items() if value} for hand in block
    ]
    rows = [keywords[i % len(keywords)] for i in range(BATCH)]
    random.Random(2).shuffle(rows)
    batch = oh.HandBatch.from_rows(rows)

    rates = {
        "oshihiki, batch": rate(oh.score_batch, [batch], BATCH),
        "oshihiki, oh.score of text": rate(lambda row: oh.score(**row), keywords),
        "oshihiki.compat.mahjong": rate(*of_layout("oshihiki.compat.mahjong", block)),
    }
    if importlib.util.find_spec("mahjong"):
        rates["mahjong"] = rate(*of_layout("mahjong", block))
    if importlib.util.find_spec("riichienv"):
        rates["riichienv"] = rate(*of_riichienv(block))
    for name, hands_a_second in rates.items():
        print(f"{name:28}{hands_a_second:14,.0f} hands/s")


if __name__ == "__main__":
    main()
