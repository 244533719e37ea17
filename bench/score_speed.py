"""Speeds of scoring: a batch, one call a hand, a stream of JSON.

``python bench/score_speed.py HANDS``: HANDS is gzip JSONL of complete hands (the fields
are those of the benchmark set: s_closed, s_win, s_melds, ...). Rates are of the median of five.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import oshihiki as oh
from oshihiki.cli.score import _stream

_SUITS = "mpsz"


def _text(tile: int) -> str:
    return ("0" if tile in (16, 52, 88) else str(tile // 4 % 9 + 1)) + _SUITS[tile // 36]


def read(path: str) -> list[dict[str, Any]]:
    """The hands that are wins, as arguments of oshihiki.score."""
    out = []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            if not row["ref"]["ok"]:
                continue
            hand = list(row["concealed"])
            if row["win"] in hand:
                hand.remove(row["win"])
            flags = {f: row[f] for f in ("tsumo", "riichi", "double_riichi", "ippatsu", "rinshan")}
            flags |= {"chankan": row["chankan"]}
            flags |= {"haitei": row["haitei"] and row["tsumo"]}
            flags |= {"houtei": row["haitei"] and not row["tsumo"]}
            flags["riichi"] = flags["riichi"] and not flags["double_riichi"]
            arguments = {
                "hand": oh.tiles.to_text(sorted(oh.tiles.parse(hand))),
                "win": _text(row["win"]),
                "melds": " ".join(row["s_melds"]),
                "seat_wind": "ESWN"[row["seat_wind"]],
                "round_wind": "ESWN"[row["round_wind"]],
                "dora": row["s_dora"],
                "ura": row["s_ura"] if flags["riichi"] or flags["double_riichi"] else "",
            }
            arguments |= {name: True for name, on in flags.items() if on}
            try:
                oh.score(**arguments)
            except oh.Error:
                continue
            out.append({k: v for k, v in arguments.items() if v != ""})
    return out


def rate(work: Callable[[], Any], n: int, repeats: int = 5) -> float:
    work()
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return n / statistics.median(seconds)


def main() -> None:
    hands = read(sys.argv[1])
    rows = [hands[i % len(hands)] for i in range(400_000)]
    random.Random(1).shuffle(rows)
    batch = oh.HandBatch.from_rows(rows)
    print(f"{len(hands)} hands, {len(rows)} in shuffled order, {len(batch.errors)} bad")
    print(f"batch          {rate(lambda: oh.score_batch(batch), len(rows)):14,.0f} hands/s")
    some = rows[:100_000]
    score = oh.score
    print(f"oh.score       {rate(lambda: [score(**r) for r in some], len(some)):14,.0f} hands/s")
    data = b"".join(json.dumps({"id": i, **r}).encode() + b"\n" for i, r in enumerate(some))
    stream = rate(lambda: _stream(io.BytesIO(data), io.BytesIO(), "tenhou"), len(some))
    print(f"score --jsonl  {stream:14,.0f} rows/s")


if __name__ == "__main__":
    main()
