"""How well each sampling foresees real waits: log-loss at the first riichi of houou rounds.

Of the logs that were not fitted (bench/temperature.py), at each first riichi the next opponent's
first own decision after it. For every kind of tile the share of drawn worlds in which the riichi
hand waits for it, smoothed by half an independent world, against whether it did: minus the
logarithm, summed over the 34 kinds. States of chains are fewer independent worlds than they are
many: as many as tell shares as well as the chains agree on them, and with n of them the noise of
the shares alone adds about 17 / n nats, which is printed beside.

And whether shares are true: by how much the logarithm of a tile's odds rises where that of its
share rises by one (logistic regression; above 1 a sampling says less than it knows, below 1 more).
Among the fitted logs (`--fitted`) the `--trust` of `likelihood` was chosen by it. Shares and true
waits stand beside each other by classes of tiles, too: rank and suji of number tiles, unseen copies
of honours.

    python bench/wait_loss.py CORPUS/mjlog_4p.jsonl.gz --positions 500
    python bench/wait_loss.py CORPUS/mjlog_4p.jsonl.gz --fitted --trust 0.5

Fails unless the loss falls from `uniform` to `tenpai` to `likelihood`.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
from temperature import fitting, houou

from oshihiki import _core
from oshihiki.errors import Error
from oshihiki.logs import mjlog, replay
from oshihiki.strategy.temper import lapse_code, temperature_code
from oshihiki.study.likelihood import TRUST, fitted, trust_code

WORLDS = 2000
CHAINS, STATES = 16, 120  # fewer correlated worlds would cost the third sampling what it gains
SAMPLINGS = ("uniform", "tenpai", "likelihood")


def riichi_decisions(log: tuple[str, str]) -> Iterator[tuple[_core.Round, int, int]]:
    """(round, hero, seat in riichi) of each round with a riichi."""
    name, xml = log
    try:
        scripts, _ = replay.scripts(mjlog.parse(xml, name), fitted=True)
    except Error:
        return
    for script in scripts:
        state = _core.Round(script.rules, script.wall, script.standing)
        for seat, code in script.actions:
            ready = [s for s in range(4) if any(d & 0x100 for d in state.river(s))]
            if len(ready) == 1 and state.phase == 0 and state.turn == seat != ready[0]:
                yield state.clone(), seat, ready[0]
                break
            if len(ready) > 1:
                break
            state.step(seat, code)


def independent(shares: list[list[float]], states: int) -> float:
    """Worlds that tell the shares as well as chains of so many states do, of which each has its
    own shares."""
    within = between = 0.0
    for of_kind in zip(*shares, strict=True):
        p = statistics.fmean(of_kind)
        within += p * (1 - p)
        between += statistics.variance(of_kind) / len(of_kind)
    most = len(shares) * states
    return min(most, within / between) if between else most


def smooth(shares: list[float], worlds: float) -> list[float]:
    """Shares with half a world added."""
    return [(worlds * share + 0.5) / (worlds + 1) for share in shares]


def loss(shares: list[float], waits: int) -> float:
    """Minus the log-likelihood of true waits."""
    return -sum(math.log(p if waits >> k & 1 else 1 - p) for k, p in enumerate(shares))


def slope(rows: list[Row], sampling: int) -> tuple[float, float]:
    """Of the logarithm of odds on that of shares, and its standard error; shares under .002 are
    left out."""
    shares = np.array([row.shares[sampling] for row in rows])
    waited = np.array([[row.waits >> k & 1 for k in range(34)] for row in rows])
    some = shares > 0.002
    x = np.stack([np.ones(some.sum()), np.log(shares[some] / (1 - shares[some]))], axis=1)
    line = np.zeros(2)
    for _ in range(25):
        p = 1 / (1 + np.exp(-x @ line))
        spread = np.linalg.inv(x.T @ (x * (p * (1 - p))[:, None]))
        line += spread @ (x.T @ (waited[some] - p))
    return float(line[1]), float(math.sqrt(spread[1, 1]))


@dataclass
class Row:
    """A riichi: the smoothed shares of each sampling, the true waits, and what noise of the last
    shares adds to their loss."""

    shares: list[list[float]]
    waits: int
    noise: float
    classes: list[str]  # of the 34 kinds; empty where all copies are seen or it cannot win


def class_of(kind: int, safe: int, unseen: int) -> str:
    """Of a tile for a hand in riichi that `safe` kinds cannot win for; empty for those."""
    if safe >> kind & 1 or unseen == 0:
        return ""
    if kind >= 27:
        return f"honour, {unseen} unseen"
    rank = kind % 9
    sides = [kind + step for step in (-3, 3) if 0 <= rank + step <= 8]
    passed = sum(safe >> side & 1 for side in sides)
    suji = "suji" if passed == len(sides) else "half suji" if passed else "no suji"
    return f"{('19', '28', '37', '456', '456')[min(rank, 8 - rank)]} {suji}"


def classes_of(state: _core.Round, hero: int, ready: int) -> list[str]:
    seen = state.to_dict()
    seats = seen["seats"]
    safe = seats[ready]["discarded"] | seats[ready]["passed"]
    own = seats[hero]["hand"]["counts"]
    return [class_of(k, safe, 4 - seen["visible"][k] - own[k]) for k in range(34)]


def print_classes(rows: list[Row]) -> None:
    """Mean shares of each sampling and true waits, per cent, by class of tile."""
    by_class: dict[str, list[list[float]]] = {}
    for row in rows:
        for kind, name in enumerate(row.classes):
            if name:
                found = [shares[kind] for shares in row.shares] + [row.waits >> kind & 1]
                by_class.setdefault(name, []).append(found)
    print(f"{'':16} {'tiles':>6} " + " ".join(f"{name:>10}" for name in (*SAMPLINGS, "true")))
    for name, found in sorted(by_class.items()):
        means = (100 * statistics.fmean(column) for column in zip(*found, strict=True))
        print(f"{name:16} {len(found):6} " + " ".join(f"{mean:10.1f}" for mean in means))


def rows_of(log: tuple[str, str], trust: float) -> list[Row]:
    """Of each riichi of a log."""
    out = []
    for state, hero, ready in riichi_decisions(log):
        plays = {
            name: _core.StudyPosition(
                round=state, hero=hero, sampling=name, others="balanced", then=["balanced"], key=1
            )
            for name in SAMPLINGS[:2]
        }
        chains = {
            truth: _core.StudyChains(
                position=plays["tenpai"],
                round=state,
                temperature=temperature_code(fitted()["temperature"]),
                lapse=lapse_code(fitted()["lapse"]),
                trust=trust_code(trust),
                burn_in=0 if truth else 4000,
                thin=300,
                redeals=1,
                chains=1 if truth else CHAINS,
                from_truth=truth,
            )
            for truth in (True, False)
        }
        waits = chains[True].advance(1, 0, 1)[1][0][0][4][ready]
        found = []
        for play in plays.values():
            counts = _core.study_waits(play, 0, WORLDS)[ready]
            found.append(smooth([n / WORLDS for n in counts], WORLDS))
        by_chain = [
            [sum(row[4][ready] >> kind & 1 for row in rows) / STATES for kind in range(34)]
            for rows in chains[False].advance(STATES, 0, 1)[1]
        ]
        worlds = independent(by_chain, STATES)
        mean = [statistics.fmean(of_kind) for of_kind in zip(*by_chain, strict=True)]
        shares = [*found, smooth(mean, worlds)]
        out.append(Row(shares, waits, 17 / worlds, classes_of(state, hero, ready)))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--trust", type=float, default=TRUST)
    parser.add_argument("--fitted", action="store_true")
    given = parser.parse_args()
    logs = (log for log in houou(given.corpus) if fitting(log[0]) == given.fitted)
    rows: list[Row] = []
    with ProcessPoolExecutor(given.processes) as pool:
        while len(rows) < given.positions:
            batch = list(islice(logs, 4 * given.processes))
            if not batch:
                break
            for found in pool.map(partial(rows_of, trust=given.trust), batch):
                rows += found
    rows = rows[: given.positions]
    print(f"{len(rows)} first riichi, trust {given.trust:g}; nats over the 34 kinds")
    losses = [[loss(shares, row.waits) for shares in row.shares] for row in rows]
    for i, name in enumerate(SAMPLINGS):
        column = [row[i] for row in losses]
        error = statistics.stdev(column) / math.sqrt(len(rows))
        slopes = "" if i == 0 else "; odds rise by {:.2f} +- {:.2f}".format(*slope(rows, i))
        print(f"{name:11} {statistics.fmean(column):7.4f} +- {error:.4f}{slopes}")
    noise = statistics.fmean(row.noise for row in rows)
    print(f"of {SAMPLINGS[-1]} {noise:.4f} are noise of its shares")
    print_classes(rows)
    worse = False
    for a, b in ((0, 1), (1, 2)):
        falls = [row[a] - row[b] for row in losses]
        mean, error = statistics.fmean(falls), statistics.stdev(falls) / math.sqrt(len(rows))
        print(f"{SAMPLINGS[a]} - {SAMPLINGS[b]}: {mean:.4f} +- {error:.4f}")
        worse |= mean <= 0
    raise SystemExit(1 if worse else 0)


if __name__ == "__main__":
    main()
