"""Walls: the tiles of a round in the order in which they lie, and addressed randomness.

A wall is read from its end: 4, 4, 4 and 1 tiles to each seat from the dealer, then the draws. Its
beginning is the dead wall, in stacks of two, the lower tile first: the replacement tiles, then
the indicators with their ura indicators below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from oshihiki import _core
from oshihiki._core import Wall
from oshihiki.rules import Rules, load

__all__ = ["Dealt", "Physical", "Wall", "dora_of", "given", "in_order", "physical", "tenhou"]
__all__ += ["uniform"]

_SUITS = "mpsz"


def uniform(
    rules: Rules | str = "tenhou", *, key: int, match: int = 0, round: int = 0, redeal: int = 0
) -> Wall:
    """The shuffled wall of an address.

    Equal addresses give equal walls, on every machine and in every version.

    Parameters
    ----------
    rules
        Rules, a profile's name or the path of a profile.
    key
        Chosen by the user, 0 to 2**64 - 1.
    match, round
        Number of the match, and of the rounds played before in it.
    redeal
        How often this round has been dealt before (after a chombo).

    Examples
    --------
    >>> import oshihiki as oh
    >>> wall = oh.wall.uniform("tenhou", key=7)
    >>> len(wall)
    136
    >>> wall == oh.wall.uniform("tenhou", key=7, match=0, round=0)
    True
    """
    return _core.wall_uniform(load(rules), key, match, round, redeal)


def in_order(rules: Rules | str = "tenhou") -> Wall:
    """The tiles the rules play with, sorted: kinds ascending, red tiles last of their kind.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.wall.in_order("tenhou").text[:12]
    '111122223333'
    """
    return _core.wall_sorted(load(rules))


def given(tiles: str | bytes | Sequence[str], rules: Rules | str = "tenhou") -> Wall:
    """A wall given tile by tile, in the order in which the tiles lie.

    Parameters
    ----------
    tiles
        Tile text of all tiles, a list of texts to be joined, or a byte a tile as in `Wall.codes`.

    Raises
    ------
    TileError
        A wrong number of tiles, a fifth copy, or a tile that the rules do not have.

    Examples
    --------
    >>> import oshihiki as oh
    >>> wall = oh.wall.uniform("tenhou", key=7)
    >>> oh.wall.given(wall.text) == wall
    True
    """
    if isinstance(tiles, bytes):
        return _core.wall_given_codes(load(rules), tiles)
    return _core.wall_given(load(rules), tiles if isinstance(tiles, str) else "".join(tiles))


@dataclass(frozen=True)
class Dealt:
    """One round's wall from Tenhou's generator."""

    wall: Wall
    ids: bytes
    """Tenhou's tile ids 0 to 135, beside the tiles of the wall."""
    dice: tuple[int, int]


def tenhou(seed: str, rules: Rules | str = "tenhou") -> Iterator[Dealt]:
    """The walls of a match's rounds, one after another, from the seed in a Tenhou log.

    Parameters
    ----------
    seed
        The attribute ``seed`` of the log's ``SHUFFLE`` tag, in its new (``...-base64,``) or old
        (hexadecimal words) form.

    Raises
    ------
    LogError
        The seed has neither form.
    """
    walls = _core.TenhouWalls(seed, load(rules))

    def rounds() -> Iterator[Dealt]:
        while True:
            yield Dealt(*walls.next())

    return rounds()


@dataclass(frozen=True)
class Physical:
    """How a wall came about at a table.

    Rows and chairs are counted in turn order, stacks from the right end of a row.
    """

    seating_dice: tuple[int, int]
    """Thrown by the player who seats the table."""
    east: int
    """How many chairs after the thrower's East sits."""
    dice: tuple[int, int]
    """East's, for the break."""
    broken: int
    """Whose row is broken: 0 East, 1 South, ..."""
    count: int
    """The row is broken behind this many stacks from its right end."""
    rows: tuple[tuple[tuple[str, str], ...], ...]
    """``rows[row][stack]`` = (upper tile, lower tile)."""

    def right_of_break(self, stack: int) -> tuple[int, int]:
        """Row and place of a stack, counted from the break to the right (0: next to it)."""
        length = len(self.rows[0])
        at = self.broken * length + length - self.count + stack
        row, from_left = divmod(at % (len(self.rows) * length), length)
        return row, length - 1 - from_left


def physical(
    rules: Rules | str = "tenhou", *, key: int, match: int = 0, round: int = 0, redeal: int = 0
) -> Physical:
    """The table behind the wall of an address: rows of stacks, dice and the break.

    Taking the tiles as players do gives the wall of :func:`uniform` at the same address.

    Examples
    --------
    >>> import oshihiki as oh
    >>> table = oh.wall.physical("tenhou", key=7)
    >>> [len(row) for row in table.rows]
    [17, 17, 17, 17]
    """
    rules = load(rules)
    wall = _core.wall_uniform(rules, key, match, round, redeal)
    seating, east, dice, broken, count, rows = _core.wall_physical(
        rules, wall, key, match, round, redeal
    )
    return Physical(seating, east, dice, broken, count, tuple(tuple(row) for row in rows))


def dora_of(indicator: str, players: int = 4) -> str:
    """The kind of tile that an indicator makes dora.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.wall.dora_of("9m"), oh.wall.dora_of("4z"), oh.wall.dora_of("1m", players=3)
    ('1m', '1z', '9m')
    """
    kind = _core.parse_tile_code(indicator) & 0x3F
    dora: int = _core.dora_of(kind, players)
    return f"{dora % 9 + 1}{_SUITS[dora // 9]}"
