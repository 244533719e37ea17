"""The tables of situations, each played under each of its rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from play import rows_call, rows_end, rows_win
from play.rows import Row

ROWS = [
    (row, profile)
    for table in (rows_win, rows_call, rows_end)
    for row in table.ROWS
    for profile in row.profiles()
]


@pytest.mark.parametrize(
    ("row", "profile"), ROWS, ids=[f"{row.ids}: {row.says}, {profile}" for row, profile in ROWS]
)
def test_situation(row: Row, profile: str) -> None:
    row.run(profile)


def test_every_adjudicated_case_is_somewhere() -> None:
    # play, settlement and walls; each named where it is tested.
    tests = Path(__file__).parents[1]
    places = [*tests.glob("play/*.py"), *tests.glob("settle/*.py"), *tests.glob("wall/*.py")]
    named = {name for p in places for name in re.findall(r"\bR-\d{3}\b", p.read_text())}
    assert named == {f"R-{number:03}" for number in range(1, 175)}


def test_every_row_has_a_check() -> None:
    for row, _ in ROWS:
        assert "?" in row.play, row.says
