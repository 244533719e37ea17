"""The rulebook's procedure, followed by hand over the built rows, gives the wall."""

from __future__ import annotations

import collections

import pytest

from oshihiki import wall


def _take_as_players_do(table: wall.Physical) -> tuple[list[str], list[str]]:
    """(live tiles in the order taken, dead tiles from the break to the right, upper first)."""
    players, length = len(table.rows), len(table.rows[0])
    east_counts_itself_as_one = (sum(table.dice) - 1) % players
    assert table.broken == east_counts_itself_as_one
    assert table.count == sum(table.dice)
    # Clockwise: along a row from its right end to its left, then on to the row of the player
    # before its owner in turn order.
    row, stack = table.broken, table.count
    live: list[str] = []
    for _ in range(players * length - 7):
        if stack == length:
            row, stack = (row - 1) % players, 0
        live += table.rows[row][stack]
        stack += 1
    row, stack = table.broken, table.count - 1
    dead: list[str] = []
    for _ in range(7):
        if stack < 0:
            row, stack = (row + 1) % players, length - 1
        dead += table.rows[row][stack]
        stack -= 1
    return live, dead


@pytest.mark.parametrize(("profile", "row"), [("club", 17), ("tenhou-sanma", 18)])
def test_the_procedure_gives_the_wall(profile: str, row: int) -> None:
    dice = collections.Counter()
    for match in range(400):
        table = wall.physical(profile, key=11, match=match, round=2)
        assert {len(r) for r in table.rows} == {row}
        dice[table.dice] += 1
        live, dead = _take_as_players_do(table)
        w = wall.uniform(profile, key=11, match=match, round=2)
        tiles = [_text(code) for code in w.codes]
        assert live == tiles[:13:-1]
        # Upper before lower, where the wall has the lower first.
        assert dead == [tiles[i ^ 1] for i in range(14)]
        # The indicator: upper tile of the stack behind the replacement tiles.
        assert dead[w.replacement] == tiles[w.replacement + 1]
    assert len(dice) == 36


def _text(code: int) -> str:
    kind = code & 63
    return f"{'0' if code & 64 else kind % 9 + 1}{'mpsz'[kind // 9]}"


@pytest.mark.parametrize(("total", "row"), [(5, 0), (9, 0), (2, 1), (6, 1), (10, 1), (12, 3)])
def test_whose_row_is_broken(total: int, row: int) -> None:
    tables = (wall.physical("club", key=4, match=match) for match in range(2000))
    table = next(t for t in tables if sum(t.dice) == total)
    assert table.broken == row


def test_seating_is_thrown_once_a_match() -> None:
    first = wall.physical("club", key=4, match=1, round=0)
    later = wall.physical("club", key=4, match=1, round=5)
    assert first.seating_dice == later.seating_dice
    assert first.dice != first.seating_dice or first.dice != later.dice
    assert first.east == (sum(first.seating_dice) - 1) % 4
