"""The tables of situations, each played under each of its rules."""

from __future__ import annotations

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
