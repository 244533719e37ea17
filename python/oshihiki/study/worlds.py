"""How many hidden worlds a spot is played through: found by a pilot of fixed addresses.

Given the hands and all that has happened, the order of the tiles nobody has seen is uniform, so
a spot may be played again in re-deals of it. That averages out what the wall does and leaves
what the hands do. A further world costs the playing of the arms; a further spot costs that and
the rounds in which it is found, which is dear in rare cells and cheap in common ones. In cells so
common that their spots are more than is needed, only one spot in t is forked.

Let a cell have f spots a round, variance B between spots (of the mean over all walls) and W
within (of the wall). With m worlds a spot and N rounds its variance is (B + W/m) / (N f), with one
spot in t it is (B + W) t / (N f). For any common width of all cells the cheapest m and t follow
from one number, N / width**2, and that from a search: no goal is needed. Only + - * / are used,
so every machine finds the same numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from oshihiki import _core
from oshihiki.study.counted import CountedSpec
from oshihiki.study.fork_spec import Spec
from oshihiki.study.store import Store, read_json, write_file

__all__ = ["IDENTITY", "MOST", "Pilot", "choose", "described", "pilot", "with_worlds"]

MOST = 32
"""Worlds of a spot at most."""

_THINNEST = 16  # one spot in so many at least
_BLOCK = 2**50  # where the pilot begins: far beyond the blocks of any run
_BLOCKS = 2
_WORLDS = 4  # of every spot in the pilot
_SPOTS = 40  # forked in a cell and block at most
_PRIOR = 30  # spots' worth of trust in the mean of all cells
_MARGIN = 1.25  # by which common cells are brought under the width of the rarest

IDENTITY = {"pilot": {"block": _BLOCK, "blocks": _BLOCKS, "worlds": _WORLDS, "spots": _SPOTS}}
"""What a study's id holds of it: the numbers follow from that and from the study."""

Plan = _core.ForkPlan


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a cell was in the pilot: spots a round, decisions a world, and for each pair the
    variances between and within spots."""

    frequency: float
    steps: float
    between: tuple[float, ...]
    within: tuple[float, ...]

    def variance(self, worlds: int) -> float:
        """Of a spot's difference with so many worlds; the largest over the pairs."""
        return max(b + w / worlds for b, w in zip(self.between, self.within, strict=True))


def pilot(plan: Plan, threads: int) -> tuple[list[Pilot], float]:
    """Play the pilot: what every cell is like, and the decisions of a round without forks."""
    blocks = _core.ForkBlocks(plan.with_deals([_WORLDS] * plan.cells, _SPOTS))
    blocks.want(_BLOCK, _BLOCK + _BLOCKS)
    fields = plan.fields
    total = [0] * (plan.cells * len(fields))
    rounds = steps = 0
    while not blocks.idle:
        for _, played, _, cells, own, _ in blocks.advance(threads, 0.25):
            rounds += played
            steps += own
            total = [a + b for a, b in zip(total, cells, strict=True)]
    width = len(fields)
    rows = [
        dict(zip(fields, total[i : i + width], strict=True)) for i in range(0, len(total), width)
    ]
    cells_ = _pilots(rows, rounds)
    forks = sum(row["spots"] * c.steps / 2 for row, c in zip(rows, cells_, strict=True))
    return cells_, max(1.0, (steps - forks) / rounds)


def _pilots(rows: Sequence[dict[str, int]], rounds: int) -> list[Pilot]:
    pairs = [name[5:-2] for name in rows[0] if name.startswith("pair.") and name.endswith(".d")]
    own = [[_split(row, pair) for pair in pairs] for row in rows]
    weights = [row["weight"] for row in rows]
    all_ = max(1, sum(weights))
    pooled = [
        [sum(n * o[k][x] for n, o in zip(weights, own, strict=True)) / all_ for x in (0, 1)]
        for k in range(len(pairs))
    ]
    steps = sum(row["steps"] for row in rows) / (all_ * (_WORLDS - 1))
    out = []
    for row, n, split in zip(rows, weights, own, strict=True):
        between, within = (
            tuple(
                (n * split[k][x] + _PRIOR * pooled[k][x]) / (n + _PRIOR) for k in range(len(pairs))
            )
            for x in (0, 1)
        )
        own_steps = (row["steps"] / (_WORLDS - 1) + _PRIOR * steps) / (n + _PRIOR)
        # A cell that the pilot did not meet is taken for one met half a time.
        out.append(Pilot(max(row["met"], 0.5) / rounds, own_steps, between, within))
    return out


def _split(row: dict[str, int], pair: str) -> tuple[float, float]:
    """Variance of a pair's difference between spots and within them."""
    n = row["weight"]
    if n < 2:
        return 0.0, 0.0
    a, b = _arms_of(row, pair)
    first = (row[f"arm.{a}.first"] - row[f"arm.{b}.first"]) / n
    mean = row[f"pair.{pair}.d"] / (n * _WORLDS)
    one = row[f"pair.{pair}.first_d2"] / n - first * first
    all_ = row[f"pair.{pair}.d2"] / (n * _WORLDS * _WORLDS) - mean * mean
    between = max(0.0, (_WORLDS * all_ - one) / (_WORLDS - 1))
    return between, max(0.0, one - between)


def _arms_of(row: dict[str, int], pair: str) -> tuple[str, str]:
    names = [name[4 : -len(".value")] for name in row if name.endswith(".value")]
    return next((a, b) for a in names for b in names if f"{a}-{b}" == pair)


def choose(cells: Sequence[Pilot], base: float, most: int = MOST) -> list[int]:
    """Worlds a spot by cell: those that bring all cells to one width soonest.

    Parameters
    ----------
    cells
        What the pilot found.
    base
        Decisions of a round without forks.
    most
        Worlds of a spot at most.

    Returns
    -------
    list of int
        m worlds of every spot, or -t: one spot in t, in the dealt world.

    Examples
    --------
    Only in the rare cell further worlds are worth their time:

    >>> rare = Pilot(0.001, 80.0, (100.0,), (900.0,))
    >>> common = Pilot(0.1, 80.0, (100.0,), (900.0,))
    >>> choose([rare, common], 300.0)
    [32, -10]
    """
    least = max(cell.variance(most) / cell.frequency for cell in cells)
    if not least > 0:
        return [1] * len(cells)
    best: tuple[float, list[int]] | None = None
    x = least
    for _ in range(200):
        deals = [_needed(cell, x, most) for cell in cells]
        cost = base + sum(_cost(cell, m) for cell, m in zip(cells, deals, strict=True))
        if best is None or x * cost < best[0]:
            best = (x * cost, deals)
        if max(deals) <= 1:
            break
        x *= 1.05
    assert best is not None
    return best[1]


def _needed(cell: Pilot, x: float, most: int) -> int:
    allowed = x * cell.frequency / _MARGIN
    one = cell.variance(1)
    for t in range(_THINNEST, 1, -1):
        if one * t <= allowed:
            return -t
    return next((m for m in range(1, most) if cell.variance(m) <= allowed), most)


def _cost(cell: Pilot, deals: int) -> float:
    """Decisions a round in forks. In the dealt world arms that do as the base does cost nothing:
    about half of them."""
    dealt = cell.frequency * cell.steps / 2
    return dealt / -deals if deals < 0 else dealt + cell.frequency * (deals - 1) * cell.steps


def described(deals: Sequence[int], cells: Sequence[Pilot], base: float) -> dict[str, Any]:
    """For ``meta``: the numbers chosen and what they cost."""
    more = sum(_cost(cell, m) for cell, m in zip(cells, deals, strict=True))
    return {
        "worlds_by_cell": list(deals),
        "pilot_rounds": _BLOCKS * 4096,
        "decisions_a_round": round(base, 3),
        "decisions_a_round_in_forks": round(more, 3),
    }


def with_worlds(
    spec: Spec | CountedSpec, id: str, folder: Store, threads: int
) -> tuple[Spec | CountedSpec, dict[str, Any]]:
    """The study with the worlds of each cell in its plan, by a pilot if it asks for one.

    The pilot's answer is a function of the study; it is kept in the folder so that it is played
    once.
    """
    if not isinstance(spec, Spec) or spec.worlds:
        return spec, {}
    path = folder.folder / "worlds.json"
    kept = read_json(path)
    if kept is None or kept.get("id") != id:
        cells, base = pilot(spec.plan, threads)
        deals = choose(cells, base)
        kept = {"id": id, "worlds": described(deals, cells, base)}
        write_file(path, json.dumps(kept, indent=1).encode())
    about = {"worlds": kept["worlds"]}
    return replace(spec, plan=spec.plan.with_deals(about["worlds"]["worlds_by_cell"])), about
