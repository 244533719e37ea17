"""What it brings the hero to read hands in riichi when he goes on, at judged positions.

    python bench/hero_reads.py [FOLDER] [--every 6] [--worlds 6000]

Of each position the chains of `likelihood` are walked twice, to the same worlds: the hero reads, or
he knows the table of danger alone. A line a position: by how many points a hand that goes on as
`balanced`, and one that always folds, is worth more for reading, the mean over all actions, with
one standard error by batch means. Then the mean over positions, with the standard error of their
spread. It fails when either way to go on loses more than two of those by reading.

FOLDER is as for `judged.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
from pathlib import Path

import judged

from oshihiki.errors import StudyError
from oshihiki.study import position as positions
from oshihiki.study.chains import mixing
from oshihiki.study.likelihood import LikelihoodResult, Setting

WAYS = ("balanced", "balanced:fold=always")


def walked(where: positions.Position, reads: bool, given: argparse.Namespace) -> LikelihoodResult:
    result = positions.run(
        where,
        sampling="likelihood",
        base=WAYS[0],
        then=WAYS,
        worlds=given.worlds,
        key=given.key,
        threads=given.threads,
        reading=Setting(reads=reads),
    )
    assert isinstance(result, LikelihoodResult)
    return result


def gains(blind: LikelihoodResult, reading: LikelihoodResult, way: int) -> tuple[float, float]:
    """Mean gain of a way to go on over all actions, in points, and its standard error."""
    arms = range(way, len(blind.actions), len(WAYS))
    scale = 100 / len(arms) / blind.setting.redeals
    m = mixing(
        [
            [sum(b[a] - w[a] for a in arms) * scale for w, b in zip(without, with_, strict=True)]
            for without, with_ in zip(blind.values, reading.values, strict=True)
        ]
    )
    return m.mean, m.standard_error


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("OSHIHIKI_POSITIONS"))
    parser.add_argument("--every", type=int, default=6, help="Only each so manieth decision.")
    parser.add_argument("--worlds", type=int, default=6000)
    parser.add_argument("--key", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    if not given.folder:
        print("needs judged positions: a folder, or OSHIHIKI_POSITIONS", file=sys.stderr)
        return 2
    found: list[list[float]] = [[], []]
    left = 0
    for row in list(judged.rows_of(Path(given.folder)))[:: given.every]:
        where = positions.from_text(judged.text_of(row["state"]), row["id"])
        try:
            blind, reading = (walked(where, reads, given) for reads in (False, True))
        except StudyError:  # so few worlds do not mix everywhere
            left += 1
            continue
        line: dict[str, str | float] = {"id": row["id"]}
        for way, text in enumerate(WAYS):
            mean, error = gains(blind, reading, way)
            found[way].append(mean)
            line[text], line[f"{text} error"] = round(mean, 1), round(error, 1)
        print(json.dumps(line), flush=True)
    n = len(found[0])
    if n < 2:
        print(f"{n} positions mixed: more worlds are needed", file=sys.stderr)
        return 2
    means = [statistics.fmean(values) for values in found]
    errors = [statistics.stdev(values) / math.sqrt(n) for values in found]
    told = {k: v for k, v in vars(given).items() if k not in ("folder", "threads")}
    sums = {
        f"{text}{what}": round(x, 1)
        for text, mean, error in zip(WAYS, means, errors, strict=True)
        for what, x in (("", mean), (" error", error))
    }
    print(json.dumps({**told, "positions": n, "not_mixed": left, **sums}))
    return 0 if all(m > -2 * e for m, e in zip(means, errors, strict=True)) else 1


if __name__ == "__main__":
    sys.exit(main())
