"""Hands of the public tests of the PyPI package, with what it answers."""

from __future__ import annotations

from typing import Any

from oracle.mahjong_package import package
from score.corpora import rows


def test_hands_of_the_package_s_own_tests() -> None:
    of = package("oshihiki.compat.mahjong")
    n = 0
    wrong: list[Any] = []
    for row in rows("scoring/mahjong_tests_hands.jsonl.gz"):
        config = None
        if row["config"] is not None:
            given = {name: value for name, value in row["config"].items() if name != "is_dealer"}
            options = of.hand_config.OptionalRules(**row["options"] or {})
            config = of.hand_config.HandConfig(**given, options=options)
        answer = of.hand.HandCalculator.estimate_hand_value(
            row["tiles"],
            row["win_tile"],
            [of.meld.Meld(m["type"], m["tiles"], m["opened"], m["called"]) for m in row["melds"]],
            row["dora_indicators"],
            config,
            getattr(of.scores, row["scores"] or "ScoresCalculator"),
            row["ura"],
        )
        got = {name: getattr(answer, name) for name in ("error", "han", "fu", "cost", "fu_details")}
        got["yaku"] = [str(yaku) for yaku in answer.yaku or ()]
        if got != row["out"] | {"yaku": row["out"]["yaku"] or []}:
            wrong.append((row["test"], got, row["out"]))
        n += 1
    assert not wrong, (n, len(wrong), wrong[:3])
    assert n > 150
