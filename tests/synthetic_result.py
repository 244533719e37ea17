"""Results of a made-up push-fold study for the tests of tables and report.

The outcomes of a cell come from a fixed list with known probabilities, drawn from a pinned seed:
small enough to check by hand, and shaped like real ones (ragged n, a cell with too few).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from oshihiki.study.cell import ARM_FIELDS, OUTCOMES, Cell
from oshihiki.study.result import StudyResult

HANDS = ("tenpai_good", "tenpai_bad", "one_away_rich", "one_away")
TURNS = ("5-7", "8-10", "11-13", "14-15")
DEALERS = ("none", "hero", "threat")
ARMS = ("push_once", "fold_once", "push_all", "betaori")
PAIRS = (("push_once", "fold_once"), ("push_all", "betaori"))

SPEC: dict[str, Any] = {
    "study": {
        "title": "Push or fold against a first riichi",
        "kind": "fork",
        "rules": "tenhou",
        "key": 1,
        "context": "match",
    },
    "strategies": {"base": "balanced"},
    "spot": {
        "riichi_opponents": {"exactly": 1},
        "turn": {"from": 5, "to": 15},
        "shanten": {"to": 1},
        "pick": "first_in_cell",
    },
    "arms": {
        "push_once": {"first": "attack", "then": "balanced"},
        "fold_once": {"first": "safest", "then": "balanced"},
        "push_all": {"first": "attack", "then": {"name": "balanced", "fold": "never"}},
        "betaori": {"first": "safest", "then": {"name": "balanced", "fold": "always"}},
    },
    "compare": {"pairs": [list(pair) for pair in PAIRS]},
    "cells": {
        "hand": list(HANDS),
        "turn": [[5, 7], [8, 10], [11, 13], [14, 15]],
        "dealer": list(DEALERS),
        "where": {"ippatsu_live": False},
    },
    "measure": {"value": "points"},
    "stop": {"half_width": 300, "confidence": 0.95, "max_rounds": 0, "max_seconds": 60},
}

META: dict[str, Any] = {
    "command": "oshihiki study run push-fold",
    "engine_signature": "0123456789abcdef",
    "versions": {"oshihiki": "0.1.0", "python": "3.11.2"},
    "source": "self-play",
}


def cell_tally(
    rng: np.random.Generator, n: int, hand: int, turn: int, dealer: int
) -> dict[str, int]:
    """Draw the paired outcomes of `n` spots, each in a round of its own."""
    late = turn / 3
    win = np.array([0.42, 0.27, 0.24, 0.15])[hand] * (1 - 0.55 * late)
    value = (80 if hand in (0, 2) else 52) * (1.5 if dealer == 1 else 1)
    loss = 55 * (1.5 if dealer == 2 else 1)
    strength = {"push_all": (1.0, 0.20), "push_once": (0.85, 0.15)}
    strength |= {"fold_once": (0.25, 0.07), "betaori": (0.04, 0.05)}
    tally = {"rounds": n, "n": n, "n2": n, "weight": n, "weight2": n}
    values = {}
    ronned = {}
    for arm in ARMS:
        share, deal_in = strength[arm]
        p_win, p_in = win * share, deal_in * (1 - 0.2 * late)
        rest = 1 - p_win - p_in
        split = np.array([0.42, 0.14, 0.20, 0.22, 0.02]) * rest
        outcome = rng.choice(7, size=n, p=np.array([p_win, p_in, *split]))
        size = rng.choice([0.4, 0.7, 1.0, 1.5, 2.4], size=n, p=[0.25, 0.3, 0.25, 0.15, 0.05])
        won = np.where(outcome == 0, np.rint(value * size), 0).astype(np.int64)
        lost = np.where(outcome == 1, np.rint(loss * size), 0).astype(np.int64)
        other = np.select(
            [outcome == k for k in (2, 4, 5)],
            [-np.rint(loss * size * 0.35), np.full(n, 13), np.full(n, -16)],
            0,
        ).astype(np.int64)
        values[arm] = won - lost + other
        counts = np.bincount(outcome, minlength=7)
        # A third of the deal-ins are by the first tile.
        q = ((outcome == 1) & (np.arange(n) % 3 == 0)).astype(np.int64)
        v, lost_v = values[arm], q * values[arm]
        ronned[arm] = q, lost_v
        numbers = {
            "value": values[arm].sum(),
            "win": counts[0],
            "tsumo": (won * rng.integers(0, 2, n) > 0).sum(),
            "deal_in": counts[1],
            "other_tsumo": counts[2],
            "lateral": counts[3],
            "draw_tenpai": counts[4],
            "draw_noten": counts[5],
            "abort": counts[6],
            "win_points": won.sum(),
            "deal_in_points": lost.sum(),
            **{f"{name}_value": v[outcome == k].sum() for k, name in enumerate(OUTCOMES)},
            "ronned": q.sum(),
            "ronned_value": lost_v.sum(),
            "v2": (v * v).sum(),
            "vn": v.sum(),
            "q2": q.sum(),
            "qn": q.sum(),
            "ql": lost_v.sum(),
            "qv": lost_v.sum(),
            "l2": (lost_v * lost_v).sum(),
            "ln": lost_v.sum(),
            "lv": (lost_v * v).sum(),
            "first": v.sum(),
            "first2": (v * v).sum(),
            "firstn": v.sum(),
        }
        tally |= {f"arm.{arm}.{name}": int(numbers[name]) for name in ARM_FIELDS}
    for a, b in PAIRS:
        d = values[a] - values[b]
        tally |= {
            f"pair.{a}-{b}.d": int(d.sum()),
            f"pair.{a}-{b}.d2": int((d * d).sum()),
            f"pair.{a}-{b}.dn": int(d.sum()),
            f"pair.{a}-{b}.qf": int((ronned[a][0] * values[b]).sum()),
            f"pair.{a}-{b}.lf": int((ronned[a][1] * values[b]).sum()),
            f"pair.{a}-{b}.first_d2": int((d * d).sum()),
            f"pair.{a}-{b}.first_dn": int(d.sum()),
        }
    return tally


def synthetic(seed: int = 7, size: int = 6000, looks: bool = True) -> StudyResult:
    """A whole result; about `size` spots in a cell, far fewer in the last one."""
    rng = np.random.default_rng(seed)
    cells = []
    for h, hand in enumerate(HANDS):
        for t, turn in enumerate(TURNS):
            for d, dealer in enumerate(DEALERS):
                n = int(size * (0.4, 0.7, 0.5, 1.6)[h] * (1.2, 1, 0.6, 0.2)[t] * (1, 0.5, 0.5)[d])
                if (h, t, d) == (2, 3, 2):
                    n = 120
                keys = {"hand": hand, "turn": turn, "dealer": dealer}
                cells.append(Cell(keys, cell_tally(rng, n, h, t, d)))
    spots = sum(cell.n for cell in cells)
    blocks = spots // 4096 + 1
    result = StudyResult("f00d" * 16, SPEC, blocks, blocks * 4096, spots, tuple(cells), META)
    if not looks:
        return result
    meta = {**META, "looks": fake_looks(result)}
    return StudyResult(
        result.id, SPEC, result.blocks, result.rounds_played, spots, result.cells, meta
    )


def fake_looks(result: StudyResult) -> list[dict[str, Any]]:
    """Looks back from the end, widths falling with the root of the size."""
    last = result.look()
    looks = [last]
    blocks = result.blocks
    while blocks > 3:
        blocks = int(blocks / 1.4)
        grow = (result.blocks / blocks) ** 0.5
        looks.append(
            {
                "blocks": blocks,
                "rounds": blocks * 4096,
                "spots": last["spots"] * blocks // result.blocks,
                "half_widths": {
                    pair: [
                        None if w is None or cell.n / grow**2 < 400 else round(w * grow, 1)
                        for w, cell in zip(widths, result.cells, strict=True)
                    ]
                    for pair, widths in last["half_widths"].items()
                },
            }
        )
    return looks[::-1]
