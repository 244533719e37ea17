"""HandBatch: each way to fill it says the same; bad rows are rows."""

from __future__ import annotations

import gzip
import io
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oshihiki as oh
from oracle import hands
from oshihiki.score import LIMITS, STATUS, yaku_names, yaku_table

FLAGS = (
    *("tsumo", "riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "haitei"),
    *("houtei", "tenhou", "chiihou", "renhou"),
)


def wins(n: int, seed: int = 1) -> list[hands.Hand]:
    rng = random.Random(seed)
    out = [hands.random_hand(rng) for _ in range(n)]
    for hand in out:
        hand.kita = 0
    return out


def columns(block: list[hands.Hand]) -> dict[str, Any]:
    """The hands as from_arrays takes them."""
    n = len(block)
    counts = np.zeros((n, 34), np.uint8)
    melds = np.full((n, 4), -1)
    dora, ura = np.full((n, 5), -1), np.full((n, 5), -1)
    for i, hand in enumerate(block):
        for tile in hand.closed:
            counts[i, hands.kind_of(tile)] += 1
        for j, (type_, tiles) in enumerate(hand.melds):
            melds[i, j] = oh.HandBatch.meld_code(f"{type_}:{hands.text_of(tiles)}")
        dora[i, : len(hand.dora)] = hand.dora
        ura[i, : len(hand.ura)] = hand.ura
    given: dict[str, Any] = {
        "hands": counts,
        "win": np.array([hands.kind_of(h.win) + 64 * (h.win < 0) for h in block]),
        "melds": melds,
        "seat_wind": np.array([h.seat_wind - 27 for h in block]),
        "round_wind": np.array([h.round_wind - 27 for h in block]),
        "dora": dora,
        "ura": ura,
        "aka": np.array([sum(t < 0 for t in h.tiles()[:-1]) for h in block]),
        "honba": np.array([h.honba for h in block]),
        "deposits": np.array([h.deposits for h in block]),
    }
    for flag in {f for h in block for f in h.flags}:
        given[flag] = np.array([flag in h.flags for h in block])
    return given


def test_each_way_to_fill_a_batch_says_the_same(tmp_path: Path) -> None:
    block = wins(2000)
    rows = [hands.as_keywords(hand) for hand in block]
    answers = oh.score_batch(oh.HandBatch.from_rows(rows))
    assert set(answers["status"].tolist()) >= {0, 1, 2}

    lines = "".join(json.dumps(row) + "\n" for row in rows)
    plain, packed = tmp_path / "hands.jsonl", tmp_path / "hands.jsonl.gz"
    plain.write_text(lines, encoding="utf-8")
    packed.write_bytes(gzip.compress(lines.encode()))
    with gzip.open(packed) as unpacked:
        for source in (plain, str(plain), io.BytesIO(lines.encode()), unpacked):
            assert (oh.score_batch(oh.HandBatch.from_jsonl(source)) == answers).all()

    text = oh.HandBatch.from_text(
        [row["hand"] for row in rows],
        [row["win"] for row in rows],
        **{name: [row.get(name, False) for row in rows] for name in FLAGS},
        **{
            name: [row[name] for row in rows]
            for name in ("melds", "seat_wind", "round_wind", "dora", "ura", "honba", "deposits")
        },
    )
    assert (oh.score_batch(text) == answers).all()
    arrays = oh.HandBatch.from_arrays(**columns(block))
    for threads in (1, 3):
        for rules in ("tenhou", "wrc-2025"):
            expected = oh.score_batch(oh.HandBatch.from_rows(rows), rules)
            got = oh.score_batch(arrays, rules, threads)
            # Numbers do not tell which tile is red: one red five a suit is what they say.
            assert (got == expected).all()


def test_one_value_for_all_rows() -> None:
    counts = np.zeros((3, 34), np.int64)
    counts[:, oh.tiles.kinds("234m567p789m45s")] = 1
    counts[:, oh.tiles.kinds("1p")] = 2
    batch = oh.HandBatch.from_arrays(counts, [23, 20, 20], riichi=True, honba=2, seat_wind=0)
    assert oh.score_batch(batch)["total"].tolist() == [3500, 3500, 3500]


def test_fields_are_those_documented() -> None:
    answers = oh.score_batch(oh.HandBatch.from_rows([]))
    assert answers.shape == (0,)
    fields = answers.dtype.fields
    assert fields is not None
    kinds = {name: (field[0].base.str, field[0].shape) for name, field in fields.items()}
    small = dict.fromkeys(
        ("status", "han", "fu", "yakuman", "dora", "aka", "ura", "kita", "limit"), ("|u1", ())
    )
    assert kinds == {
        "yaku": ("<u8", (2,)),
        "ron": ("<i4", ()),
        "tsumo": ("<i4", (2,)),
        "total": ("<i4", ()),
        **small,
    }
    page = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in fields)


def test_bits_are_in_the_order_of_the_table() -> None:
    table = [yaku for yaku in yaku_table() if yaku.bit >= 0]
    for yaku in table:
        first = 1 << yaku.bit if yaku.bit < 64 else 0
        second = 1 << (yaku.bit - 64) if yaku.bit >= 64 else 0
        assert yaku_names(first, second) == [yaku.name]
    assert [y.bit for y in table if y.bit < 64] == list(range(sum(y.bit < 64 for y in table)))
    assert table[0].name == "riichi"


@pytest.mark.parametrize("seat", ["E", "S"])
@pytest.mark.parametrize("tsumo", [False, True])
def test_what_each_field_holds(seat: str, tsumo: bool) -> None:
    rules = oh.rules.load("tenhou")
    rows: list[dict[str, Any]] = [
        {"hand": "234m567p789m45s11p", "win": "6s", "riichi": True, "dora": "9m", "ura": "1m"},
        {"hand": "19m19p19s1234567z", "win": "1m", "dora": "9m"},
        {"hand": "2233445566788p", "win": "7p", "riichi": True, "dora": "1p", "ura": "2p"},
        {"hand": "345p68s88m234p", "win": "7s", "melds": "chi:789m"},
        {"hand": "123m456p78s5566z1p", "win": "9s"},
        {"hand": "123m", "win": "9s"},
    ]
    for row in rows:
        row |= {"tsumo": tsumo, "seat_wind": seat, "honba": 1, "deposits": 1}
    batch = oh.HandBatch.from_rows(rows)
    assert list(batch.errors) == [5]
    assert "13" in batch.errors[5]
    answers = oh.score_batch(batch, rules)
    statuses = [STATUS[a["status"]] for a in answers]
    assert statuses == ["win", "win", "win", "no_yaku", "not_complete", "bad_input"]
    for row, a in zip(rows[:3], answers, strict=False):
        s = oh.score(**row, rules=rules)
        assert (int(a["han"]), int(a["fu"]), int(a["yakuman"])) == (s.han, s.fu, s.yakuman)
        assert LIMITS[a["limit"]] == s.limit
        assert a["ron"] == (0 if tsumo else s.ron)
        assert a["tsumo"].tolist() == ([n or 0 for n in s.tsumo] if tsumo else [0, 0])
        assert a["total"] == s.total
        counted = dict(s.yaku)
        for field, name in (("dora", "dora"), ("aka", "aka_dora"), ("ura", "ura_dora")):
            assert a[field] == (0 if s.yakuman else counted.get(name, 0))
    for a in answers[3:]:
        assert all(not np.any(a[f]) for f in answers.dtype.names or () if f != "status")


def test_rows_that_only_some_rules_allow() -> None:
    """Bad under those rules, not in the batch."""
    batch = oh.HandBatch.from_rows(
        [
            {"hand": "1122m3355p7788s4z", "win": "4z"},
            {"hand": "1122p3355p7788s5z", "win": "5z", "kita": 1},
        ]
    )
    assert batch.errors == {}
    four = [STATUS[s] for s in oh.score_batch(batch, "tenhou")["status"]]
    three = [STATUS[s] for s in oh.score_batch(batch, "tenhou-sanma")["status"]]
    assert (four, three) == (["win", "bad_input"], ["bad_input", "win"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": np.zeros((2, 33), np.uint8)}, r"\(n, 34\)"),
        ({"hands": np.zeros((1, 34))}, "integers"),
        ({"win": [200]}, "win"),
        ({"win": [1, 2]}, "win"),
        ({"seat_wind": 4}, "seat_wind"),
        ({"honba": -1}, "honba"),
        ({"melds": [[1, 2, 3, 4, 5]]}, "melds"),
        ({"riichi": [1]}, "true or false"),
        ({"mahjong": [True]}, "mahjong"),
    ],
)
def test_a_column_that_cannot_be_is_named(change: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {"hands": np.zeros((1, 34), np.uint8), "win": [0]} | change
    with pytest.raises(oh.HandError, match=says):
        oh.HandBatch.from_arrays(**given)


def test_five_copies_are_a_bad_row() -> None:
    counts = np.zeros((1, 34), np.int64)
    counts[0, 0] = 300
    batch = oh.HandBatch.from_arrays(counts, [0])
    assert list(batch.errors) == [0]
    assert STATUS[oh.score_batch(batch)["status"][0]] == "bad_input"
