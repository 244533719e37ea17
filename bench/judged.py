"""Position studies beside a judge: what NAGA chose at 109 decisions that faced a riichi.

For every decision the expected values of all discards are found, and then

- how often the sign of EV(best attacking tile) - EV(best safe tile) agrees with the judge's choice
  (safe: no opponent in riichi can win on it; attacking: every other tile), over all and over those
  whose sign is sure by its interval; the tiles are chosen in some worlds and compared in others;
- Spearman's rank correlation of EV and the logarithm of the judge's probability, the mean over
  decisions;
- the share of best actions that the judge gives less than 5 per cent.

    python bench/judged.py [FOLDER] [--worlds N] [--value placement] [--rewards 90,45,0,-135] ...

With `--sampling likelihood` a decision takes until its chains have mixed and every action is within
`--half-width` of the best, `--most-seconds` at most; those that were refused are counted apart.
Each half of its chains compares the tiles that the other half chose; `--sure-seconds` doubles the
worlds until the sign of that is sure, or for so long.

FOLDER holds `naga_full_discards.jsonl.gz`; without it OSHIHIKI_POSITIONS names it. The decisions
are for measuring only: no parameter was chosen by them.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import itertools
import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from oshihiki import _core, tiles
from oshihiki.errors import StudyError
from oshihiki.study import position as positions
from oshihiki.study import stats
from oshihiki.study.chains import mixing
from oshihiki.study.likelihood import LikelihoodResult
from oshihiki.study.position_measure import measured
from oshihiki.study.position_result import FIELDS

FLOOR = 1e-4  # the judge's probabilities are rounded to this
LOW = 0.05


def text_of(state: dict[str, Any]) -> dict[str, Any]:
    """A judged state as a written position."""

    def river(discards: list[dict[str, Any]]) -> str:
        marks = (("tg", "_"), ("r", "!"), ("c", ">"))
        return " ".join(
            tiles.to_text(tiles.parse([d["t"]])) + "".join(m for k, m in marks if d[k])
            for d in discards
        )

    def melds(called: list[dict[str, Any]]) -> str:
        out = []
        for meld in called:
            codes = sorted(tiles.parse(meld["t"]), key=lambda code: code & 63)
            origin = meld.get("from")
            at = f"@{origin}" if origin is not None and meld["k"] != "ankan" else ""
            out.append(f"{meld['k']}:{tiles.to_text(codes)}{at}")
        return " ".join(out)

    hand = tiles.parse(state["hand"])
    data = {
        "round": f"{state['bakaze']}{state['oya'] + 1}.{state['honba']}",
        "scores": state["scores"],
        "deposits": state["kyotaku"],
        "indicators": tiles.to_text(tiles.parse(state["dora_markers"])),
        "seat": state["hero"],
        "rivers": [river(r) for r in state["rivers"]],
        "melds": [melds(m) for m in state["melds"]],
    }
    if state.get("draw"):
        drawn = tiles.parse([state["draw"]])[0]
        hand.remove(drawn)
        data["drawn"] = tiles.to_text([drawn])
    return data | {"hand": tiles.to_text(hand)}


def rows_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The decisions that face a riichi."""
    with gzip.open(folder / "naga_full_discards.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["n_threat"]:
                yield row


def ranks(values: list[float]) -> list[float]:
    """Ranks from 0, ties at their mean."""
    order = sorted(values)
    return [(order.index(v) + len(order) - 1 - order[::-1].index(v)) / 2 for v in values]


def spearman(a: list[float], b: list[float]) -> float | None:
    x, y = ranks(a), ranks(b)
    mx, my = sum(x) / len(x), sum(y) / len(y)
    up = sum((p - mx) * (q - my) for p, q in zip(x, y, strict=True))
    down = math.sqrt(sum((p - mx) ** 2 for p in x) * sum((q - my) ** 2 for q in y))
    return up / down if down else None


def apart(
    where: positions.Position,
    result: positions.PositionResult,
    attack: int,
    hold: int,
    given: argparse.Namespace,
) -> stats.Estimate:
    """The difference of two arms over worlds that had no part in choosing them: the best of many
    attacks looks better than it is in the worlds that made it the best."""
    if not given.again:
        return result.difference(attack, hold)
    measure = {} if given.value == "points" else measured(where, given.value, rewards(given))[1]
    play = _core.StudyPosition(
        round=where.round,
        hero=where.seat,
        sampling=given.sampling,
        others=result.identity["strategies"]["opponents"],
        then=list(result.thens),
        key=given.key,
        **measure,
    )
    first = given.worlds
    n, sums, products = play.play(
        first, first + given.again, 1 << attack | 1 << hold, given.threads
    )
    arms, width = len(play.actions), len(FIELDS)
    d = sums[attack * width] - sums[hold * width]
    d2 = products[attack * arms + attack] + products[hold * arms + hold]
    d2 -= 2 * products[attack * arms + hold]
    unit = 100 if given.value == "points" else 1
    return stats.estimate(stats.Moments(n, n, n, d, d2, d), 0.95, 1, unit)


def sides(actions: Sequence[str], safe: int) -> tuple[list[int], list[int]]:
    """The arms that attack and those that hold, by the kinds that are safe."""
    arms: tuple[list[int], list[int]] = ([], [])
    for i, text in enumerate(actions):
        if text.startswith(("discard", "riichi")):
            arms[safe >> _tile(text) & 1].append(i)
    return arms


def crossed(result: LikelihoodResult, attacks: list[int], holds: list[int]) -> stats.Estimate:
    """The same over chains: each half of them compares what the other half chose."""
    half = len(result.values) // 2
    parts = result.values[:half], result.values[half:]
    series: list[list[float]] = []
    for mine, others in (parts, parts[::-1]):
        totals = [sum(column) for column in zip(*itertools.chain(*others), strict=True)]
        attack, hold = (max(arms, key=totals.__getitem__) for arms in (attacks, holds))
        series += [[float(values[attack] - values[hold]) for values in chain] for chain in mine]
    m = mixing(series)
    scale = (100 if result.identity["measure"]["value"] == "points" else 1) / result.setting.redeals
    effective = max(1, int(m.effective))
    return stats.around(effective, m.n, m.mean * scale, m.standard_error * scale, 0.95)


def sure(by: stats.Estimate, times: float = 1) -> bool:
    return abs(by.mean) > times * by.half_width


def rewards(given: argparse.Namespace) -> list[int] | None:
    return None if given.rewards is None else [int(x) for x in given.rewards.split(",")]


def played(
    where: positions.Position, safe: int, given: argparse.Namespace
) -> tuple[positions.PositionResult, stats.Estimate | None]:
    """The values of all actions; with chains also the comparison, when there is one."""
    chains = given.sampling == "likelihood"
    with tempfile.TemporaryDirectory() as kept:
        play = functools.partial(
            positions.run,
            where,
            sampling=given.sampling,
            base=given.base,
            then=given.then,
            value=given.value,
            rewards=rewards(given),
            drop=given.drop,
            key=given.key,
            threads=given.threads,
            out=Path(kept) / "worlds" if chains else None,
        )
        if not chains:
            return play(worlds=given.worlds), None
        begun = time.monotonic()
        result = play(seconds=given.most_seconds, half_width=given.half_width or math.inf)
        assert isinstance(result, LikelihoodResult)
        attacks, holds = sides(result.actions, safe)
        if not (attacks and holds):
            return result, None
        worlds, by = result.worlds, crossed(result, attacks, holds)
        while not sure(by, 2) and time.monotonic() - begun < given.sure_seconds:
            worlds *= 2
            with contextlib.suppress(StudyError):  # chains that look unmixed here: on
                result = play(worlds=worlds)
                by = crossed(result, attacks, holds)
        return result, by


def judge(row: dict[str, Any], given: argparse.Namespace) -> dict[str, Any]:
    """What the study finds at a decision, beside the judge."""
    where = positions.from_text(text_of(row["state"]), row["id"])
    seats = where.round.to_dict()["seats"]
    safe = -1
    for seat in row["threat_seats"]:
        safe &= seats[seat]["discarded"] | seats[seat]["passed"]
    try:
        result, by = played(where, safe, given)
    except StudyError as error:
        if given.sampling != "likelihood":
            raise
        return {"id": row["id"], "refused": str(error)}
    chance: dict[int, float] = {}  # by kind: red and plain fives are one discard here
    kan = 0.0
    for action in row["actions"]:
        name, _, tile = action["a"].partition(":")
        mean = sum(action["p"]) / len(action["p"])
        if name == "discard":
            kind = tiles.kinds([tile])[0]
            chance[kind] = chance.get(kind, 0.0) + mean
        elif name == "kan":
            kan = mean
    ev: dict[int, float] = {}
    arm: dict[int, int] = {}  # the better of riichi and discard
    best, best_text, best_chance = -math.inf, "", 0.0
    for i, text in enumerate(result.actions):
        name = text.split()[0]
        value = result.ev(i).mean
        here = kan
        if name in ("discard", "riichi"):
            kind = _tile(text)
            if value > ev.get(kind, -math.inf):
                ev[kind], arm[kind] = value, i
            here = chance.get(kind, 0.0)
        elif name not in ("ankan", "kakan"):
            continue
        if value > best:
            best, best_text, best_chance = value, text, here
    chosen = _tile(row["judge_choice"])
    attack = max((k for k in ev if not safe >> k & 1), key=lambda k: ev[k], default=None)
    hold = max((k for k in ev if safe >> k & 1), key=lambda k: ev[k], default=None)
    if by is None and attack is not None and hold is not None:
        by = apart(where, result, arm[attack], arm[hold], given)
    kinds = sorted(k for k in ev if k in chance)
    return {
        "id": row["id"],
        "rule_pushes": min(row["shanten_after"].values()) == 0 or hold is None,
        "judge_pushes": not safe >> chosen & 1,
        "we_push": by.mean > 0 if by else hold is None,
        "by": by and round(by.mean, 1),
        "sure": by is None or sure(by),
        "spearman": spearman(
            [ev[k] for k in kinds], [math.log(max(chance[k], FLOOR)) for k in kinds]
        ),
        "best": best_text,
        "best_chance": round(best_chance, 4),
        "judge_choice": row["judge_choice"],
        "heads": row["judge_top"],
        "half_width": round(result.half_width, 1),
        "worlds": result.worlds,
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The three measures, and what always folding and a simple rule reach."""
    found = [r for r in rows if "refused" not in r]
    n = len(found)
    refused = {"refused": len(rows) - n}
    if n == 0:
        return {"decisions": 0, **refused}
    agree = sum(r["we_push"] == r["judge_pushes"] for r in found)
    rho = [r["spearman"] for r in found if r["spearman"] is not None]
    return {
        "decisions": n,
        **refused,
        "agree": round(100 * agree / n, 1),
        "sure": sum(r["sure"] for r in found),
        "agree_where_sure": round(
            100
            * sum(r["we_push"] == r["judge_pushes"] for r in found if r["sure"])
            / max(1, sum(r["sure"] for r in found)),
            1,
        ),
        "we_push": round(100 * sum(r["we_push"] for r in found) / n, 1),
        "judge_pushes": round(100 * sum(r["judge_pushes"] for r in found) / n, 1),
        "push_judge_folds": sum(r["we_push"] and not r["judge_pushes"] for r in found),
        "fold_judge_pushes": sum(r["judge_pushes"] and not r["we_push"] for r in found),
        "spearman": round(sum(rho) / len(rho), 3) if rho else None,
        "under_5_per_cent": round(100 * sum(r["best_chance"] < LOW for r in found) / n, 1),
        "same_tile": round(
            100 * sum(_tile(r["best"]) == _tile(r["judge_choice"]) for r in found) / n, 1
        ),
        "always_fold": round(100 * sum(not r["judge_pushes"] for r in found) / n, 1),
        "tenpai_attacks": round(
            100 * sum(r["rule_pushes"] == r["judge_pushes"] for r in found) / n, 1
        ),
        "mean_half_width": round(sum(r["half_width"] for r in found) / n, 1),
    }


def _tile(text: str) -> int:
    word = text.replace(":", " ").split()[1]
    return tiles.kinds([word])[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("OSHIHIKI_POSITIONS"))
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument(
        "--most-seconds", type=float, default=120, help="Of a decision, with likelihood."
    )
    parser.add_argument(
        "--half-width", type=float, default=0, help="Wanted with likelihood, in points."
    )
    parser.add_argument(
        "--sure-seconds",
        type=float,
        default=0,
        help="Of a decision whose sign is not sure by twice the interval.",
    )
    parser.add_argument("--sampling", default="tenpai")
    parser.add_argument("--base", default="balanced")
    parser.add_argument("--then", action="append", default=None)
    parser.add_argument("--value", default="points")
    parser.add_argument("--rewards", default=None)
    parser.add_argument("--key", type=int, default=1)
    parser.add_argument(
        "--again", type=int, default=6000, help="Worlds in which the two chosen are compared."
    )
    parser.add_argument("--drop", action="store_true", help="Leave out what is plainly behind.")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="Only each so manieth decision.")
    parser.add_argument("--details", action="store_true", help="A JSON line a decision.")
    given = parser.parse_args()
    if not given.folder:
        print("needs judged positions: a folder, or OSHIHIKI_POSITIONS", file=sys.stderr)
        return 2
    started = time.monotonic()
    found = []
    for row in list(rows_of(Path(given.folder)))[:: given.every]:
        found.append(judge(row, given))
        if given.details:
            print(json.dumps(found[-1]), flush=True)
    told = {k: v for k, v in vars(given).items() if k not in ("folder", "details", "threads")}
    print(json.dumps({**told, **summary(found), "seconds": round(time.monotonic() - started)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
