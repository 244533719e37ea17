"""The danger table: what it is made of, its form, and that the committed one came from here."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oshihiki import cli
from oshihiki.study.census import Census, of_play
from oshihiki.study.danger import TURNS, rank_correlation, table_of

DEF = Path(__file__).parents[2] / "cpp" / "oshihiki" / "strategy" / "danger.def"


@pytest.fixture(scope="module")
def census() -> Census:
    return of_play(["balanced"] * 4, 150, key=3, threads=2)


def test_cells_are_the_counts(census: Census) -> None:
    table = table_of(census)
    assert len(table.rows) == TURNS
    assert all(len(row) == len(table.classes) == 19 for row in table.rows)
    pooled = 0
    for name in ("no_suji_28", "suji_28", "guest_1"):
        for turn in (2, 9, 18):
            # A cell with few takes in its neighbours.
            for wide in range(TURNS):
                first, last = max(1, turn - wide), min(TURNS, turn + wide)
                hits, held = census.pooled("danger", name, first, last)
                if held >= 4000:
                    break
            pooled += wide > 0
            cell = table.rows[turn - 1][table.classes.index(name)]
            assert cell == round(1000 * hits / held)
    assert pooled > 3


def test_classes_stand_in_their_order(census: Census) -> None:
    table = table_of(census)
    row = dict(zip(table.classes, table.rows[8], strict=True))
    assert row["no_suji_5"] > row["half_suji_5"] > row["double_suji_5"]
    assert row["no_suji_28"] > row["suji_28"] > row["suji_19"]
    assert row["yakuhai_3"] > row["yakuhai_2"] >= row["yakuhai_1"]
    assert 0.3 < table.thin < 1


def test_rank_correlation() -> None:
    assert rank_correlation([3, 1, 2], [30, 10, 20]) == 1
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == -1
    assert math.isclose(rank_correlation([1, 2, 2, 4], [1, 2, 3, 4]), 0.9486832980505138)


def test_the_file_is_one_the_core_reads(census: Census, tmp_path: Path) -> None:
    out = tmp_path / "danger.def"
    words = ["danger", "--matches", "5", "--key", "3", "--iteration", "2", "-o", str(out)]
    shown = CliRunner().invoke(cli._root, words).stdout
    assert "no_suji_5" in shown
    text = out.read_text()
    assert "oshihiki danger --matches 5 --key 3 --iteration 2" in text
    rows = re.findall(r"^DANGER\((.*)\)$", text, re.MULTILINE)
    assert [int(row.split(",")[0]) for row in rows] == list(range(1, 20))
    assert {len(row.split(",")) for row in rows} == {20}
    assert len(re.findall(r"^DANGER\(", DEF.read_text(), re.MULTILINE)) == 19
