"""Fits temperature and lapse of `balanced` to half of the given houou games.

The likeliest pair over a grid, of all decisions with more than one legal action, of all seats, in
every other log (by the first byte of the SHA-256 of its id: even). Writes the JSON file that
position studies read. The other half is for tests.

    python bench/temperature.py CORPUS/mjlog_4p.jsonl.gz \\
        --out python/oshihiki/study/temperature.json
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from oshihiki import _core
from oshihiki.errors import Error
from oshihiki.logs import mjlog, replay
from oshihiki.study.any_spec import ENGINE

TEMPERATURES = [round(40 * 2 ** (i / 8)) for i in range(25)]  # 40 to 320 points
LAPSES = [2 ** (-i / 2) for i in range(2, 13)]  # 1/2 to 1/64
STRATEGY = "balanced"
LEAN = math.log(2) / 65536  # a habit's unit


def fitting(log_id: str) -> bool:
    """Whether a log belongs to the half that is fitted."""
    return hashlib.sha256(log_id.encode()).digest()[0] % 2 == 0


def houou(path: Path) -> Iterator[tuple[str, str]]:
    """(id, XML) of the houou logs."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["rules"].get("room") == "houou":
                yield row["log_id"], row["xml"]


def of_log(log: tuple[str, str]) -> tuple[int, int, npt.NDArray[np.float64]]:
    """Rounds, decisions and minus the log-likelihood for each temperature and lapse."""
    name, xml = log
    strategy = _core.Strategy(STRATEGY)
    scale = -1 / (256 * np.array(TEMPERATURES)[:, None])
    lapses = np.array(LAPSES)
    sums = np.zeros((len(TEMPERATURES), len(LAPSES)))
    rounds = decisions = 0
    try:
        scripts, _ = replay.scripts(mjlog.parse(xml, name), fitted=True)
    except Error:
        return 0, 0, sums
    for script in scripts:
        rounds += 1
        state = _core.Round(script.rules, script.wall, script.standing)
        for seat, code in script.actions:
            sharpness, actions = _core.action_worths(state, seat, strategy)
            if len(actions) > 1:
                decisions += 1
                worth, lean = (np.array(x) for x in zip(*(row[1:] for row in actions), strict=True))
                exponents = (worth.max() - worth) * (scale * sharpness / 256) + lean * LEAN
                weights = np.exp(exponents - exponents.max(axis=1, keepdims=True))
                mine = next(i for i, row in enumerate(actions) if row[0] == code)
                p = weights[:, mine] / weights.sum(axis=1)
                sums -= np.log((1 - lapses) * p[:, None] + lapses / len(actions))
            state.step(seat, code)
    return rounds, decisions, sums


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    logs = [log for log in houou(given.corpus) if fitting(log[0])]
    total = np.zeros((len(TEMPERATURES), len(LAPSES)))
    rounds = decisions = 0
    with ProcessPoolExecutor(given.processes) as pool:
        for r, d, sums in pool.map(of_log, logs, chunksize=8):
            rounds += r
            decisions += d
            total += sums
    score, temperature, lapse = min(
        (total[i, j], t, lapse)
        for i, t in enumerate(TEMPERATURES)
        for j, lapse in enumerate(LAPSES)
    )
    for j, lapse_ in enumerate(LAPSES):
        best = min(range(len(TEMPERATURES)), key=lambda i: total[i, j])
        print(
            f"lapse {lapse_:.4f}: temperature {TEMPERATURES[best]}, "
            f"{total[best, j] / decisions:.5f} nats a decision"
        )
    model: dict[str, Any] = {
        "what": "temperature (points) and lapse (share) of the strategy that make the decisions of "
        "houou players likeliest",
        "strategy": STRATEGY,
        "temperature": temperature,
        "lapse": lapse,
        "nats_a_decision": round(float(score) / decisions, 5),
        "logs": len(logs),
        "rounds": rounds,
        "decisions": decisions,
        "corpus": hashlib.sha256(given.corpus.read_bytes()).hexdigest(),
        "half": "logs of which the SHA-256 of the id begins with an even byte",
        "engine": ENGINE,
        "command": f"python bench/temperature.py {given.corpus.name}",
    }
    text = json.dumps(model, indent=1) + "\n"
    print(text)
    if given.out:
        given.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
