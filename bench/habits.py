"""Fits what people do by habit, beside what an action is worth, to half of the given houou games.

Of every own decision of all seats in the logs that bench/temperature.py fits too: the chance of an
action is a softmax of its worth to `balanced`, in units of 100 points over the sharpness of the
situation, plus the leaning of each of its traits (cpp/oshihiki/strategy/habit.hpp says which there
are); one decision in sixteen is taken at random. Leanings of most likelihood, less half the sum of
their squares. Prints nats a decision with and without them, also in logs that are not fitted, and
writes the table. Needs scipy.

    python bench/habits.py CORPUS/mjlog_4p.jsonl.gz --out cpp/oshihiki/strategy/habit.def
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from temperature import STRATEGY, fitting, houou

from oshihiki import _core
from oshihiki.errors import Error
from oshihiki.logs import mjlog, replay

POINTS = 100  # of the temperature that a sharpness of 256 goes with
LAPSE = 1 / 16
SITUATIONS = (
    "Nobody else is in riichi, the hand is ready",
    "one away",
    "two away",
    "farther",
    "Another is in riichi, the hand is at most one away",
    "farther",
    "Answers to another's tile, at most one away",
    "farther",
)
COMMAND = "python bench/habits.py CORPUS/mjlog_4p.jsonl.gz --out cpp/oshihiki/strategy/habit.def"
TRAITS = _core.HABIT_TRAITS
MOST = 10  # traits of an action

Floats = npt.NDArray[np.float64]


@dataclass
class Decisions:
    """Actions in a row: the situation, worth (POINTS) and traits of each; where decisions begin."""

    starts: npt.NDArray[np.int64]
    situation: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.bool_]
    worth: Floats
    traits: npt.NDArray[np.int64]  # by action MOST columns, TRAITS where there is none


def of_log(log: tuple[str, str]) -> list[tuple[int, bool, int, list[int], bool]]:
    """Of each action: situation, whether its decision begins, worth, traits, whether chosen."""
    name, xml = log
    strategy = _core.Strategy(STRATEGY)
    out: list[tuple[int, bool, int, list[int], bool]] = []
    try:
        scripts, _ = replay.scripts(mjlog.parse(xml, name), fitted=True)
    except Error:
        return out
    for script in scripts:
        state = _core.Round(script.rules, script.wall, script.standing)
        for seat, code in script.actions:
            _, worths = _core.action_worths(state, seat, strategy)
            if len(worths) > 1:
                situation, traits = _core.action_traits(state, seat)
                most = max(worth for _, worth, _ in worths)
                for i, ((action, worth, _), its) in enumerate(zip(worths, traits, strict=True)):
                    out.append((situation, i == 0, worth - most, its, action == code))
            state.step(seat, code)
    return out


def gathered(logs: list[tuple[str, str]], processes: int) -> Decisions:
    """The decisions of logs."""
    rows = []
    with ProcessPoolExecutor(processes) as pool:
        for found in pool.map(of_log, logs, chunksize=8):
            rows += [
                (situation, first, worth, [*its, *[TRAITS] * (MOST - len(its))], chosen)
                for situation, first, worth, its, chosen in found
            ]
    situation, first, worth, traits, chosen = zip(*rows, strict=True)
    return Decisions(
        np.nonzero(np.array(first))[0],
        np.array(situation, dtype=np.int64),
        np.array(chosen),
        np.array(worth) / (256.0 * POINTS),
        np.array(traits, dtype=np.int64),
    )


class Model:
    """Sharpness by situation, and leanings by situation and trait (a last column is nothing)."""

    def __init__(self, data: Decisions) -> None:
        self.data = data
        lengths = np.diff([*data.starts, len(data.chosen)])
        self.decision = np.repeat(np.arange(len(lengths)), lengths)
        self.size = lengths.astype(float)
        self.columns = data.situation[:, None] * (TRAITS + 1) + data.traits

    def surprise(self, sharpness: Floats, lean: Floats) -> tuple[Floats, Floats]:
        """Of each decision, in nats; and by action its derivative by what is summed of it."""
        data = self.data
        total = data.worth * sharpness[data.situation]
        total += lean.ravel()[self.columns].sum(axis=1)
        total -= np.maximum.reduceat(total, data.starts)[self.decision]
        weight = np.exp(total)
        p = weight / np.add.reduceat(weight, data.starts)[self.decision]
        sure = p[data.chosen] * (1 - LAPSE)
        chance = sure + LAPSE / self.size
        slope = (p - data.chosen) * (sure / chance)[self.decision]
        return -np.log(chance), slope

    def penalty(self, x: Floats) -> tuple[float, Floats]:
        """What is made least, and its gradient."""
        n = len(SITUATIONS)
        sharpness, lean = x[:n], x[n:].reshape(n, TRAITS + 1)
        nats, slope = self.surprise(sharpness, lean)
        by_sharpness = np.bincount(self.data.situation, slope * self.data.worth, n)
        by_lean = np.bincount(
            self.columns.ravel(), np.repeat(slope, MOST), n * (TRAITS + 1)
        ).reshape(n, TRAITS + 1)
        by_lean += lean
        by_lean[:, TRAITS] = 0
        return float(nats.sum() + (lean**2).sum() / 2), np.concatenate(
            [by_sharpness, by_lean.ravel()]
        )


def fitted(data: Decisions, leaning: bool) -> tuple[Floats, Floats]:
    """Sharpness and leanings; or no leanings."""
    n = len(SITUATIONS)
    start = np.concatenate([np.ones(n), np.zeros(n * (TRAITS + 1))])
    free = [(0.01, 15.0)] * n
    free += (
        ([(-8.0, 8.0)] * TRAITS + [(0.0, 0.0)]) * n
        if leaning
        else [(0.0, 0.0)] * (n * (TRAITS + 1))
    )
    found = minimize(
        Model(data).penalty,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=free,
        options={"maxiter": 200},
    )
    return found.x[:n], found.x[n:].reshape(n, TRAITS + 1)


def table(sharpness: Floats, lean: Floats) -> str:
    """The text of habit.def."""
    lines = [
        "// What people do by habit (habit.hpp): how much worth counts, in 1/256 of what it",
        f"// does at a temperature of {POINTS} points, then by trait the binary logarithm of how",
        "// much more readily an action that has it is taken, in 1/256. Written by",
        f"//   {COMMAND}",
    ]
    for name, sharp, row in zip(SITUATIONS, sharpness, lean, strict=True):
        numbers = [str(round(256 * x / math.log(2))) for x in row[:TRAITS]]
        lines += ["", f"// {name}", f"HABIT({round(256 * sharp)},"]
        lines += ["      " + ", ".join(numbers[i : i + 16]) + "," for i in range(0, TRAITS, 16)]
        lines[-1] = lines[-1][:-1] + ")"
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--logs", type=int, help="so many of each half only")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    logs = list(houou(given.corpus))
    mine = [log for log in logs if fitting(log[0])][: given.logs]
    others = [log for log in logs if not fitting(log[0])][: given.logs]
    data = gathered(mine, given.processes)
    print(f"{len(mine)} logs, {len(data.starts)} decisions")
    plain = fitted(data, leaning=False)
    full = fitted(data, leaning=True)
    for name, rest in (("fitted", data), ("others", gathered(others, given.processes))):
        model = Model(rest)
        without, with_habit = (model.surprise(*x)[0] for x in (plain, full))
        print(
            f"{name}: {without.mean():.4f} nats a decision without habits, {with_habit.mean():.4f}"
        )
        situations = rest.situation[rest.starts]
        for i, situation in enumerate(SITUATIONS):
            of_it = situations == i
            print(
                f"  {situation:52} {of_it.sum():7} {without[of_it].mean():.4f} "
                f"{with_habit[of_it].mean():.4f}"
            )
    if given.out:
        given.out.write_text(table(*full), encoding="utf-8")


if __name__ == "__main__":
    main()
