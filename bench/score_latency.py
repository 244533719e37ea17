"""Time of one call by form of input, and memory of the stream of a million rows.

``python bench/score_latency.py [--rows N]``. Hands are random wins from a seed; times are the
median of nine passes over them, in microseconds of processor time a call.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numpy as np

import oshihiki as oh
from oracle import hands

FORMS: dict[str, Callable[[str], Any]] = {
    "text": lambda text: text,
    "136-ids, list": oh.tiles.ids,
    "34 counts, list": oh.tiles.counts,
    "34 counts, array": lambda text: np.array(oh.tiles.counts(text), np.uint8),
    "mjai names, list": oh.tiles.mjai,
}


def wins(n: int) -> list[dict[str, Any]]:
    rng = random.Random(1)
    out: list[dict[str, Any]] = []
    while len(out) < n:
        keywords = hands.as_keywords(hands.random_hand(rng))
        if oh.score(**keywords).is_win:
            out.append({name: value for name, value in keywords.items() if value})
    return out


def microseconds(call: Callable[[Any], Any], given: list[Any]) -> float:
    passes = []
    for _ in range(9):
        start = time.process_time()
        for one in given:
            call(one)
        passes.append((time.process_time() - start) / len(given))
    return 1e6 * statistics.median(passes)


def latencies() -> None:
    rows = wins(2000)
    closed = [row for row in rows if "melds" not in row]
    print(f"{'us a call':24}{'score':>9}{'closed':>9}{'shanten':>9}{'waits':>9}{'ukeire':>9}")
    for form, make in FORMS.items():
        given = [row | {"hand": make(row["hand"])} for row in rows]
        plain = [row | {"hand": make(row["hand"])} for row in closed]
        tiles = [make(row["hand"]) for row in rows]
        figures = [
            microseconds(lambda row: oh.score(**row), given),
            microseconds(lambda row: oh.score(**row), plain),
            *(microseconds(call, tiles) for call in (oh.shanten, oh.waits, oh.ukeire)),
        ]
        print(f"{form:24}" + "".join(f"{figure:9.2f}" for figure in figures))


def stream(n: int) -> None:
    """The command's answers to n rows, timed, and its largest memory."""
    rows = wins(5000)
    lines = [json.dumps(row).encode() + b"\n" for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.jsonl", Path(folder) / "out.jsonl"
        with source.open("wb") as out:
            for i in range(n):
                out.write(lines[i % len(lines)])
        command = [sys.executable, "-m", "oshihiki", "score", "--jsonl"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with source.open("rb") as given, target.open("wb") as answers:
            subprocess.run(command, stdin=given, stdout=answers, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with target.open("rb") as answers:
            assert sum(1 for _ in answers) == n
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # The largest of all children so far: sizes are asked in rising order.
    print(
        f"stream of {n:>9,} rows: {n / seconds:9,.0f} rows/s, peak {after.ru_maxrss / 1024:.1f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the stream")
    given = parser.parse_args()
    latencies()
    for n in (min(1000, given.rows), given.rows):
        stream(n)


if __name__ == "__main__":
    main()
