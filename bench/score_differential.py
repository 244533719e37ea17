"""Random hands scored by oshihiki, by the PyPI package mahjong 2.1.0, and by the slow oracle.

``python bench/score_differential.py [--hands N] [--oracle-hands N] [--seed S]`` prints how many
hands of each kind were compared and every difference; it ends with 1 if there is one.

Beside the package the rules are its defaults with open tanyao and red fives, beside the oracle
those of all profiles and random changes of their scoring switches. Seeds are the only state: the
same arguments compare the same hands.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import oshihiki as oh
from oracle import hands, house_rules, mahjong_package
from oracle import score as book
from oshihiki.score import STATUS, yaku_names, yaku_table

BLOCK = 10_000
PACKAGE = "mahjong 2.1.0"
OPTIONS = {"has_open_tanyao": True, "has_aka_dora": True}
# Rules that the package's defaults stand for.
RULES = {
    "renhou": "han5",
    "double_kokushi_13": True,
    "double_suuankou_tanki": True,
    "double_junsei_chuuren": True,
    "double_daisuushii": True,
}
_ERRORS = {"hand_not_winning": "not_complete", "no_yaku": "no_yaku"}
_TENHOU = {yaku.tenhou: yaku.name for yaku in yaku_table() if yaku.tenhou >= 0}
_TENHOU |= {10 + i: "seat_wind" for i in range(4)} | {14 + i: "round_wind" for i in range(4)}
_COUNTED = {"dora": "dora", "aka": "aka_dora", "ura": "ura_dora", "kita": "kita"}


def of_row(row: Any) -> dict[str, Any]:
    """A row of a batch, told as the others tell it."""
    if STATUS[row["status"]] != "win":
        return {"reason": STATUS[row["status"]]}
    yaku = set(yaku_names(int(row["yaku"][0]), int(row["yaku"][1])))
    return {
        "reason": "",
        "yaku": sorted(yaku | {name for key, name in _COUNTED.items() if row[key]}),
        "yakuman": int(row["yakuman"]),
        "han": int(row["han"]),
        "fu": int(row["fu"]),
        "total": int(row["total"]),
    }


def of_package(answer: Any, tenhou: dict[int, int]) -> dict[str, Any]:
    if answer.error:
        return {"reason": _ERRORS.get(answer.error, answer.error)}
    # Its renhou of five han is the only yaku with one name for two of ours.
    yakuman = any(y.is_yakuman for y in answer.yaku)
    return {
        "reason": "",
        "yaku": sorted(_TENHOU[tenhou[y.yaku_id]] for y in answer.yaku),
        "yakuman": answer.han // 13 if yakuman else 0,
        "han": 0 if yakuman else answer.han,
        "fu": 0 if yakuman else answer.fu,
        "total": answer.cost["total"],
    }


def of_book(outcome: book.Outcome) -> dict[str, Any]:
    if outcome.reason:
        return {"reason": outcome.reason}
    return {
        "reason": "",
        "yaku": sorted(outcome.yaku),
        **{name: getattr(outcome, name) for name in ("yakuman", "han", "fu", "total")},
    }


def heavenly_orphans(hand: hands.Hand) -> bool:
    """At tenhou no tile is the last one, so kokushi has the thirteen waits where they count
    twice; the package looks at the tile that it is given."""
    return "tenhou" in hand.flags and set(hand.kinds()) == set(hands.ORPHANS)


class Tally:
    """Hands compared and differences, printed as they come."""

    def __init__(self, beside: str) -> None:
        self.beside = beside
        self.kinds: Counter[str] = Counter()
        self.differences = self.explained = 0
        self.start = time.perf_counter()

    def add(self, hand: hands.Hand, core: dict[str, Any], other: dict[str, Any]) -> None:
        won = "yakuman" if core.get("yakuman") else "win"
        self.kinds[core["reason"] or won] += 1
        if core != other and self.beside == PACKAGE and heavenly_orphans(hand):
            self.explained += 1
        elif core != other:
            self.differences += 1
            print(f"difference: {hands.as_keywords(hand)}", flush=True)
            print(f"  oshihiki: {core}\n  {self.beside}: {other}", flush=True)

    def report(self) -> None:
        kinds = ", ".join(f"{n:,} {kind}" for kind, n in sorted(self.kinds.items()))
        seconds = time.perf_counter() - self.start
        print(
            f"beside {self.beside}: {sum(self.kinds.values()):,} hands ({kinds}), "
            f"{self.differences:,} differences and {self.explained:,} explained by kokushi "
            f"at tenhou, {seconds:.0f} s",
            flush=True,
        )


def beside_package(n: int, seed: int) -> int:
    package = mahjong_package.package("mahjong")
    tenhou = package.yaku_config.YAKU_ID_TO_TENHOU_ID
    rules = oh.rules.load("tenhou").replace(**RULES)
    tally = Tally(PACKAGE)
    for first in range(0, n, BLOCK):
        rng = random.Random(f"{seed} {first}")
        block = [hands.random_hand(rng) for _ in range(min(BLOCK, n - first))]
        batch = oh.HandBatch.from_rows([hands.as_keywords(hand) for hand in block])
        for hand, row in zip(block, oh.score_batch(batch, rules), strict=True):
            answer = mahjong_package.ask(package, hand, OPTIONS)
            tally.add(hand, of_row(row), of_package(answer, tenhou))
    tally.report()
    return tally.differences


def beside_book(n: int, seed: int) -> int:
    tally = Tally("the oracle")
    for first in range(0, n, BLOCK):
        rng = random.Random(f"{seed} {first} book")
        for _ in range(0, min(BLOCK, n - first), 50):
            rules = house_rules.random_rules(rng)
            block = [hands.random_hand(rng, players=rules.players) for _ in range(50)]
            for hand in block:
                hand.kita *= rules.kita
            batch = oh.HandBatch.from_rows([hands.as_keywords(hand) for hand in block])
            for hand, row in zip(block, oh.score_batch(batch, rules), strict=True):
                tally.add(hand, of_row(row), of_book(book.score(hand, rules)))
    tally.report()
    return tally.differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000, help="beside the package")
    parser.add_argument("--oracle-hands", type=int, default=100_000, help="beside the oracle")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = beside_package(given.hands, given.seed) + beside_book(given.oracle_hands, given.seed)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
