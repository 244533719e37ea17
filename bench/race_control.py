"""What the race control variate and re-deals save, from the rows of a study.

    oshihiki study run push-fold-4.toml --rows --max-rounds 98304    # push-fold with worlds = 4
    python bench/race_control.py push-fold-4/rows.parquet

For every kind of hand and pair: the share of the variance of a difference in the dealt world that
lies in the order of the wall (from the re-deals), what is left of it after the race is taken off,
and how many times fewer spots that is worth. Coefficients are fitted by least squares, cell by
cell, on the even blocks and applied to the odd ones, so nothing is fitted to what it is tried on.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

RACE = ("hero_draws", "threat_feeds", "threat_draws", "hero_feeds", "threat_alone", "hero_alone")


def main(path: Path) -> None:
    table = pq.read_table(path)
    column = {name: table[name].to_numpy(zero_copy_only=False) for name in table.column_names}
    race = np.stack([column[f"race_{name}"] for name in RACE], axis=1)
    odd = column["block"] % 2 == 1
    axes = [name for name in table.column_names if name.startswith("cell_")]
    cells = np.array(["/".join(key) for key in zip(*(column[axis] for axis in axes), strict=True)])
    pairs = [name.removeprefix("difference_") for name in column if name.startswith("difference_")]
    print(f"{'pair':24} {'hand':14} {'spots':>7}  wall's share  race: fewer spots  16 worlds")
    for pair in pairs:
        a, b = pair.split("-")
        dealt = column[f"dealt_{a}"] - column[f"dealt_{b}"]
        for hand in dict.fromkeys(column["cell_hand"]):
            before = after = wall = 0.0
            spots = 0
            for cell in np.unique(cells[column["cell_hand"] == hand]):
                there = cells == cell
                fit, held = there & ~odd, there & odd
                if fit.sum() < 100 or held.sum() < 100:
                    continue
                given = np.c_[race[fit], np.ones(fit.sum())]
                coefficients = np.linalg.lstsq(given, dealt[fit], rcond=None)[0][:-1]
                left = dealt[held] - race[held] @ coefficients
                n = int(held.sum())
                before += n * dealt[held].var(ddof=1)
                after += n * left.var(ddof=1)
                wall += n * np.nanmean(column[f"variance_{pair}"][held].astype(float))
                spots += n
            share = wall / before
            print(
                f"{pair:24} {hand:14} {spots:7,}  {share:12.2f}  {before / after:17.2f}"
                f"  {1 / (1 - share * 15 / 16):9.2f}"
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
