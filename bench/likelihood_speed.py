"""How soon `likelihood` knows four arms of judged positions: until mixed, and until 300 points.

    python bench/likelihood_speed.py [FOLDER] [--every 12] [--most-seconds 60]

Of each position the four actions that a short `tenpai` look finds best are played, each with the
better of its ways to go on (those 300 worlds are not timed). It is done when the chains have mixed
and every difference of the best of the four to another is known to a pointwise half-width of 300
points at 95 per cent; looks are closer than those of a study, so that seconds are hardly rounded
up. A line a position: turn, processor and wall seconds until mixed and until done (0: not within
`--most-seconds`), and at the last look within twenty processor seconds (ten of two cores) the
least effective sample size, the greatest split R-hat and the widest half-width. Then the shares
that are mixed and done within them.

FOLDER holds `naga_full_discards.jsonl.gz`, as for `judged.py`; without it OSHIHIKI_POSITIONS names
it. Wall seconds mean something only on an idle machine, where they are half the others.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import judged

from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study import position as positions
from oshihiki.study.likelihood import LikelihoodResult, LikelihoodRun, Setting
from oshihiki.study.position_result import Sums, number

ARMS = 4
HALF_WIDTH = 300.0
PROCESSOR_SECONDS = 20.0
LOOK = 300  # worlds in which the arms are chosen
GROWTH = 1.15  # of looks
BASE, FOLDING = "balanced", "balanced:fold=always"


def best_arms(where: positions.Position) -> list[int]:
    """The actions that look best, as numbers of arms."""
    look = positions.run(where, sampling="tenpai", base=BASE, then=(BASE, FOLDING), worlds=LOOK)
    return sorted(look.kept, key=lambda a: -look.ev(a).mean)[:ARMS]


def started(where: positions.Position, arms: list[int], given: argparse.Namespace) -> LikelihoodRun:
    """A run of those arms alone."""
    others = _core.study_strategy(BASE)
    thens = tuple(map(_core.study_strategy, (BASE, FOLDING)))
    play = _core.StudyPosition(
        round=where.round,
        hero=where.seat,
        sampling="tenpai",
        others=others,
        then=list(thens),
        key=given.key,
    )
    run = LikelihoodRun(
        where,
        play,
        *("likelihood", others, thens, {"value": "points"}, given.key, 0.95, False, given.threads),
        setting=Setting(thin=given.thin, redeals=given.redeals, burn_in=given.burn_in),
    )
    n = len(play.actions)
    nothing = Sums(0, (0,) * len(run.total.sums), (0,) * n**2)
    run.dropped = {a: nothing for a in range(n) if a not in arms}
    return run


def half_width(result: LikelihoodResult, arms: list[int]) -> float:
    """The widest pointwise one of the differences to the best."""
    best = max(arms, key=lambda a: result.ev(a).mean)
    found = (result.difference(best, a) for a in arms if a != best)
    return max((e.point_high - e.point_low) / 2 for e in found)


def timed(row: dict[str, Any], given: argparse.Namespace) -> dict[str, Any]:
    """What is printed of a position."""
    where = positions.from_text(judged.text_of(row["state"]), row["id"])
    out = {
        "id": row["id"],
        "turn": len(row["state"]["rivers"][row["state"]["hero"]]) + 1,
        **dict.fromkeys(("mixed_cpu", "mixed_wall", "done_cpu", "done_wall"), 0.0),
        "effective": 0,
        "r_hat": None,
        "half_width": None,
    }
    arms = best_arms(where)
    wall, cpu = time.monotonic(), time.process_time()
    try:
        run = started(where, arms, given)
    except StudyError as error:
        return out | {"refused": str(error)}
    target = 400.0
    while not out["done_cpu"] and run.reach(int(target), given.most_seconds):
        result = run.result()
        seconds = {"cpu": time.process_time() - cpu, "wall": time.monotonic() - wall}
        width = half_width(result, arms)
        if seconds["cpu"] <= PROCESSOR_SECONDS:
            out["effective"] = round(result.effective)
            out["r_hat"], out["half_width"] = (
                number(round(result.r_hat, 4)),
                number(round(width, 1)),
            )
        for name, reached in (
            ("mixed", result.mixed),
            ("done", result.mixed and width <= HALF_WIDTH),
        ):
            if reached and not out[f"{name}_cpu"]:
                out |= {f"{name}_{kind}": round(s, 1) for kind, s in seconds.items()}
        if result.mixed and given.mixed_only:
            break
        target *= GROWTH
    return out


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Shares of all positions; a position that was not done counts as slower than any."""
    n = len(rows)

    def share(name: str, seconds: float) -> float:
        return sum(0 < float(r[f"{name}_cpu"]) <= seconds for r in rows) / n

    def median(name: str) -> float | None:
        return number(statistics.median(r[name] or math.inf for r in rows))

    return {
        "positions": n,
        "mixed_in_time": round(share("mixed", PROCESSOR_SECONDS), 3),
        "done_in_time": round(share("done", PROCESSOR_SECONDS), 3),
        "mixed": round(share("mixed", math.inf), 3),
        "done": round(share("done", math.inf), 3),
        "median_mixed_cpu": median("mixed_cpu"),
        "median_done_cpu": median("done_cpu"),
    }


def main() -> int:
    usual = Setting()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("OSHIHIKI_POSITIONS"))
    parser.add_argument("--every", type=int, default=12, help="Only each so manieth position.")
    parser.add_argument("--first", type=int, default=0, help="The first of them.")
    parser.add_argument("--most-seconds", type=float, default=60, help="Wall seconds a position.")
    parser.add_argument("--mixed-only", action="store_true", help="End as soon as chains mixed.")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--key", type=int, default=1)
    parser.add_argument("--thin", type=int, default=usual.thin)
    parser.add_argument("--redeals", type=int, default=usual.redeals)
    parser.add_argument("--burn-in", type=int, default=usual.burn_in)
    given = parser.parse_args()
    if not given.folder:
        print("needs judged positions: a folder, or OSHIHIKI_POSITIONS", file=sys.stderr)
        return 2
    found = []
    for row in list(judged.rows_of(Path(given.folder)))[given.first :: given.every]:
        found.append(timed(row, given))
        print(json.dumps(found[-1]), flush=True)
    told = {k: v for k, v in vars(given).items() if k != "folder"}
    print(json.dumps({**told, **summary(found)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
