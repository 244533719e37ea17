"""Tiles in all the forms that the library reads, and from one to the other.

A kind is a number 0 to 33 (1m to 9m, 1p to 9p, 1s to 9s, E S W N white green red); a tile is a
kind, plus 64 when it is red. Every function that takes tiles takes

- text, ``"123m406p789s11z"``: digits before a suit letter, ``0`` the red five, ``r`` behind a
  digit for any other red tile (``"3r7rm"``);
- 34 integers: how many of each kind, in a sequence or an array;
- other integers: 136-ids, id ``i`` being a copy of kind ``i // 4``; 16, 52 and 88 are the red
  fives;
- names: mjai's (``["5mr", "E", "P"]``), or tile text of one tile each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from oshihiki import _core

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    Tiles: TypeAlias = str | Sequence[int] | Sequence[str] | npt.NDArray[Any]

__all__ = ["RED", "counts", "ids", "kinds", "mjai", "parse", "to_text"]

#: Added to a kind when the tile is red.
RED = 64

_MJAI = [*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *"ESWNPFC"]
_RED_IDS = {4: 16, 13: 52, 22: 88}


def parse(tiles: Tiles, *, what: str = "tiles", red_ids: bool = True) -> list[int]:
    """Read tiles in any form.

    Parameters
    ----------
    tiles : tiles
        See the module.
    what : str
        The name of the argument, for errors.
    red_ids : bool
        Whether the ids 16, 52 and 88 are red fives.

    Returns
    -------
    list of int
        Kinds 0 to 33 in the order given, plus 64 for red tiles.

    Raises
    ------
    TileError
        Text that is no tile, an id or count out of range, five copies of a kind.
    TypeError
        Something that is no tiles.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.tiles.parse("10m7z")
    [0, 68, 33]
    >>> oh.tiles.parse(["5mr", "C"])
    [68, 33]
    """
    return _core.read_tiles(tiles, what, red_ids)


def kinds(tiles: Tiles) -> list[int]:
    """Kinds 0 to 33 of tiles in any form, in the order given.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.tiles.kinds("05m1z")
    [4, 4, 27]
    """
    return [code % RED for code in parse(tiles)]


def counts(tiles: Tiles) -> list[int]:
    """How many of each of the 34 kinds there are among tiles in any form.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.tiles.counts("1123m")[:4]
    [2, 1, 1, 0]
    """
    out = [0] * 34
    for kind in kinds(tiles):
        out[kind] += 1
    return out


def ids(tiles: Tiles, *, reds: bool = True) -> list[int]:
    """136-ids of tiles in any form, the lowest free copy of each.

    Parameters
    ----------
    tiles : tiles
        See the module.
    reds : bool
        Whether 16, 52 and 88 are kept for the red fives; a plain five then has three ids. A red
        tile that has no id of its own gets that of a plain copy.

    Raises
    ------
    TileError
        More plain or red fives than ids, or what `parse` refuses.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.tiles.ids("1105m")
    [0, 1, 16, 17]
    """
    from oshihiki.errors import TileError

    used: set[int] = set()
    out = []
    for code in parse(tiles):
        kind, red = code % RED, code >= RED
        own = _RED_IDS.get(kind) if reds else None
        if red and own is not None:
            choices = [own]
        else:
            choices = [i for i in range(4 * kind, 4 * kind + 4) if i != own]
        free = next((i for i in choices if i not in used), None)
        if free is None:
            raise TileError(f"no id is left for {to_text([code])}: {len(choices)} exist")
        used.add(free)
        out.append(free)
    return out


def mjai(tiles: Tiles) -> list[str]:
    """mjai names of tiles in any form, in the order given.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.tiles.mjai("40m67z")
    ['4m', '5mr', 'F', 'C']
    """
    return [_MJAI[code % RED] + ("r" if code >= RED else "") for code in parse(tiles)]


def to_text(codes: Iterable[int]) -> str:
    """Tile text of kinds (plus 64 for red), in the order given.

    Raises
    ------
    TileError
        A number that is no tile.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.tiles.to_text([0, 68, 33])
    '10m7z'
    """
    return _core.format_tiles(list(codes))
