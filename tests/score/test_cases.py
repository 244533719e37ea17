"""Adjudicated hands (cases.jsonl): yaku, han, fu and what is paid under each profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.score import STATUS

_CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", _CASES, ids=lambda c: f"{c['source']}-{c['rules']}")
def test_case(case: dict[str, Any]) -> None:
    rules = oh.rules.load(case["rules"]).replace(**case.get("changes", {}))
    scored = oh.score(**case["arguments"], rules=rules)
    expected = case["expected"]
    assert scored.reason == expected["reason"]
    if expected["reason"]:
        assert not scored.is_win
        assert scored.total == 0
        return
    assert sorted(name for name, _ in scored.yaku) == expected["yaku"]
    if "han" in expected:
        assert (scored.han, scored.fu) == (expected["han"], expected["fu"])
    if "yakuman" in expected:
        assert scored.yakuman == expected["yakuman"]
    raw = expected["raw"]  # counters among it
    paid = sorted(set(scored.payments.values()))
    assert paid == (sorted(set(raw)) if isinstance(raw, list) else [raw])


def _errors() -> list[tuple[dict[str, Any], str]]:
    closed = {"hand": "123m456p789s1122z", "win": "1z"}
    open_ = {"hand": "345p68s88m234p", "win": "7s", "melds": "chi:789m"}
    return [
        (closed | {"ippatsu": True}, "ippatsu"),
        (closed | {"riichi": True, "double_riichi": True}, "double riichi"),
        (open_ | {"riichi": True}, "open meld"),
        (open_ | {"double_riichi": True}, "open meld"),
        (closed | {"rinshan": True}, "rinshan without tsumo"),
        (closed | {"rinshan": True, "tsumo": True}, "without a kan"),
        (closed | {"haitei": True}, "haitei without tsumo"),
        (closed | {"houtei": True, "tsumo": True}, "houtei with tsumo"),
        (closed | {"chankan": True, "tsumo": True}, "chankan with tsumo"),
        (closed | {"chankan": True}, "that tile held"),
        (open_ | {"houtei": True, "chankan": True}, "houtei with chankan"),
        (closed | {"tenhou": True, "tsumo": True}, "tenhou"),
        (closed | {"chiihou": True, "tsumo": True, "seat_wind": "E"}, "chiihou"),
        (closed | {"renhou": True, "seat_wind": "E"}, "renhou"),
        (closed | {"ura": "1m"}, "ura without riichi"),
        (closed | {"kita": 1}, "kita"),
        (closed | {"seat_wind": "N", "rules": "tenhou-sanma", "hand": "123p456p789s1122z"}, "seat"),
        (closed | {"rules": "tenhou-sanma"}, "2m"),
        (closed | {"hand": "123m456p789s11222z"}, "14 tiles"),
        (closed | {"hand": "777h"}, "'h'"),
        (closed | {"hand": "111z456p789s1122m"}, "fifth|copies"),
        ({"hand": "1111z456p789s112m", "win": "1z"}, "fifth 1z"),
        ({"hand": "123m11p1s", "win": "1s", "melds": "pon:555z pon:555z"}, "fifth 5z|hand has"),
        (closed | {"dora": "2z2z2z"}, "fifth 2z"),
        (closed | {"seat_wind": "X"}, "'X'"),
        (closed | {"honba": -1}, "honba"),
        (closed | {"rules": "nowhere"}, "nowhere"),
    ]


@pytest.mark.parametrize(("arguments", "says"), _errors())
def test_what_cannot_be_is_refused_by_name(arguments: dict[str, Any], says: str) -> None:
    if arguments["hand"] == "111z456p789s1122m":
        arguments = arguments | {"dora": "1z1z"}
    with pytest.raises(oh.Error, match=says) as caught:
        oh.score(**arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("flag", ["tsumo", "riichi"])
def test_a_flag_is_true_or_false(flag: str) -> None:
    with pytest.raises(TypeError, match=flag):
        oh.score("123m456p789s1122z", "1z", **{flag: 1})


def test_forms_of_tiles_say_the_same() -> None:
    text = oh.score("234m067p22789s55z", "5z", riichi=True, dora="4p")
    ids = oh.tiles.ids("234m067p22789s55z")
    counts = oh.tiles.counts("234m067p22789s55z")
    assert oh.score(ids, "5z", riichi=True, dora="4p") == text
    mjai = oh.tiles.mjai("234m067p22789s55z")
    assert oh.score(mjai, "P", riichi=True, dora=["4p"]) == text
    assert oh.score(counts, "5z", riichi=True, dora="4p").han == text.han - 1  # no red in counts


@pytest.mark.parametrize("lang", ["en", "ja", "fr"])
def test_fu_lines_add_up(lang: Any) -> None:
    for case in _CASES:
        rules = oh.rules.load(case["rules"]).replace(**case.get("changes", {}))
        scored = oh.score(**case["arguments"], rules=rules)
        assert sum(fu for _, _, fu in scored.fu_lines) == scored.fu
        text = scored.explain(lang)
        if scored.is_win:
            assert str(scored.total) in text
            total = scored.total - 1000 * case["arguments"].get("deposits", 0)
            assert sum(scored.payments.values()) == total


def test_batch_says_what_single_calls_say() -> None:
    for name in ("tenhou", "wrc-2025", "mahjong-soul", "tenhou-sanma"):
        rules = oh.rules.load(name)
        rows = [case["arguments"] for case in _CASES]
        batch = oh.HandBatch.from_rows(rows)
        for threads in (1, 2):
            answers = oh.score_batch(batch, rules, threads)
            for row, answer in zip(rows, answers, strict=True):
                try:
                    scored = oh.score(**row, rules=rules)
                except oh.Error:
                    assert STATUS[answer["status"]] == "bad_input"
                    continue
                assert (answer["han"], answer["fu"]) == (scored.han, scored.fu)
                assert answer["total"] == scored.total
                assert answer["yakuman"] == scored.yakuman
