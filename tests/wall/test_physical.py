"""The rulebook's procedure, followed by hand over the built rows, gives the wall."""

from __future__ import annotations

import collections

import pytest

from oshihiki import wall
from oshihiki.cli.trace import _sticks
from oshihiki.play import Round


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


@pytest.mark.parametrize("total", range(2, 13))
def test_the_break_for_each_throw(total: int) -> None:
    # counted from East as one, then as many stacks from the right of that row.
    tables = (wall.physical("club", key=4, match=match) for match in range(2000))
    table = next(t for t in tables if sum(t.dice) == total)
    east, south, west, north = (5, 9), (2, 6, 10), (3, 7, 11), (4, 8, 12)
    assert total in (east, south, west, north)[table.broken]
    assert table.count == total


@pytest.mark.parametrize(
    ("profile", "size", "dealt"), [("club", 136, 52), ("tenhou-sanma", 108, 39)]
)
def test_sizes_of_a_wall(profile: str, size: int, dealt: int) -> None:
    # after the deal and the dealer's first draw 69 (sanma 54) live tiles are left.
    table = wall.physical(profile, key=3)
    assert sum(2 * len(row) for row in table.rows) == size
    assert Round(profile, key=3).live_left == size - 14 - dealt - 1


def test_who_is_dealt_which_tile() -> None:
    # two stacks each three times, then the first and third upper tile to East; the
    # others one each.
    w = wall.uniform("club", key=5)
    taken = [_text(code) for code in w.codes[::-1]]
    r = Round("club", key=5)
    dealt: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for event in r.events:
        if event.type.name in ("deal", "draw"):
            dealt[event.seat].append(event.tile)
    for seat in range(4):
        fours = [taken[16 * go + 4 * seat + i] for go in range(3) for i in range(4)]
        singles = {0: [48, 52], 1: [49], 2: [50], 3: [51]}[seat]
        assert dealt[seat] == fours + [taken[i] for i in singles]


@pytest.mark.parametrize(("profile", "stack"), [("club", 3), ("tenhou-sanma", 5)])
def test_where_the_indicator_lies(profile: str, stack: int) -> None:
    # the upper tile of that stack from the break, behind the replacement tiles.
    for match in range(50):
        table = wall.physical(profile, key=8, match=match)
        _, dead = _take_as_players_do(table)
        r = Round(profile, key=8, match=match)
        shown = next(e.tile for e in r.events if e.type.name == "dora")
        assert shown == dead[2 * (stack - 1)]


def test_the_dead_wall_stays_at_fourteen() -> None:
    # each replacement tile is made up for by the last live tile.
    r = Round("club", wall=wall.in_order("club"))
    left = r.live_left
    r.step(next(a for a in r.legal() if a.type.name == "ankan"))
    assert r.live_left == left - 1


@pytest.mark.parametrize(
    ("points", "sticks"),
    [
        (30000, "3 x 10000"),
        (26800, "2 x 10000, 1 x 5000, 1 x 1000, 1 x 500, 3 x 100"),
        (0, "none"),
        (-1200, "owes 1 x 1000, 2 x 100"),
    ],
)
def test_scores_as_point_sticks(points: int, sticks: str) -> None:
    assert _sticks(points) == sticks
