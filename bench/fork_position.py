"""Fork = position: 500 spots of self-play, each by forking its true world and by sampled worlds.

    python bench/fork_position.py [--spots N] [--threads N]

Two fields. In the quiet one everybody throws what he draws, so that discards tell nothing of the
hands, and `uniform` worlds are true ones. In the other everybody is a `balanced` who errs as
people depart from it, and the hero, tenpai or one away, pushes or folds against a first riichi.
There `likelihood` reads the hands by what makes the discards, so its worlds are true ones too,
while those of `tenpai` are an assumption, and how far apart the means lie says what it costs.
Beside the difference of the two actions stands the value of the first, in which a wrong idea of
the hidden hands shows more. Ends with 1 where worlds should be true ones and either is more than
4 joint standard errors apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "study"))

import fork_position

from oshihiki.study.likelihood import fitted


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--spots", type=int, default=500)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    wrong = 0
    err = "balanced:temperature={temperature:.0f},lapse={lapse:.0f}".format(
        temperature=fitted()["temperature"], lapse=1000 * fitted()["lapse"]
    )
    for name, data, sampling, worlds in (
        ("quiet", fork_position.quiet(), "uniform", 400),
        (err, fork_position.pushing(base=err), "tenpai", 400),
        (err, fork_position.pushing(base=err), "likelihood", 60),
    ):
        started = time.monotonic()
        found = fork_position.compare(
            data,
            spots=given.spots,
            worlds=worlds,
            sampling=sampling,
            rounds=2 * 4096,
            threads=given.threads,
        )
        if sampling != "tenpai":
            apart = (found.difference.errors_apart, found.value.errors_apart)
            wrong += max(map(abs, apart)) > 4
        for what, means in (("difference", found.difference), ("value", found.value)):
            print(
                f"{name}, {sampling}, {what}: {found.spots} spots; fork {means.fork:+.1f}, "
                f"position {means.position:+.1f}, apart {means.apart:+.1f} points, "
                f"standard error {means.error:.1f}: {means.errors_apart:+.2f} errors",
                flush=True,
            )
        print(f"{time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
