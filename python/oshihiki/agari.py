"""Shanten, waits and accepted tiles of hands, one by one and in batches.

A hand is given as tile text, 34 counts, 136-ids or mjai names; a batch is an array of counts,
``uint8[n, 34]``. Shanten is the distance to tenpai: 0 is tenpai, -1 is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from oshihiki import _core
from oshihiki._core import shanten, ukeire, waits

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from oshihiki.tiles import Tiles

__all__ = [
    "Copies",
    "Discard",
    "Form",
    "discards",
    "discards_batch",
    "shanten",
    "shanten_batch",
    "ukeire",
    "ukeire_batch",
    "waits",
    "waits_batch",
]

Form = Literal["best", "standard", "chiitoi", "kokushi"]
Copies = Literal["concealed", "melds", "any"]


class Discard(NamedTuple):
    """What is left after a discard.

    Attributes
    ----------
    shanten : int
        Shanten of the hand without the discard.
    total : int
        Unseen copies of all accepted kinds together.
    tiles : dict of str to int
        Unseen copies by accepted kind.
    """

    shanten: int
    total: int
    tiles: dict[str, int]


def discards(
    hand: Tiles,
    *,
    visible: Tiles | None = None,
    melds: Sequence[str] | str = (),
    copies: Copies = "concealed",
) -> dict[str, Discard]:
    """Accepted tiles after each discard of a hand that has drawn.

    Parameters
    ----------
    hand : tiles
        Concealed tiles after the draw: 14, less three for each meld.
    visible, melds, copies
        As for `ukeire`.

    Returns
    -------
    dict of str to Discard
        By discarded kind, the best first: lowest shanten, then most unseen copies, then lowest
        kind.

    Raises
    ------
    TileError, HandError, TypeError
        As for `shanten`.

    Examples
    --------
    >>> import oshihiki as oh
    >>> best, after = next(iter(oh.agari.discards("5566m233799p4444z").items()))
    >>> best, after.shanten, after.tiles
    ('4z', 1, {'2p': 3, '7p': 3})
    """
    rows = _core.discard_rows(hand, visible=visible, melds=melds, copies=copies)
    rows.sort(key=lambda row: (row[1], -row[2]))
    return {kind: Discard(shanten, total, tiles) for kind, shanten, total, tiles in rows}


def shanten_batch(a: npt.ArrayLike, form: Form = "best") -> npt.NDArray[np.int8]:
    """Shanten of many hands.

    Parameters
    ----------
    a : uint8[n, 34]
        Counts of the concealed tiles, one hand a row. Rows may differ in their number of tiles.
        Other integers are accepted and copied.
    form : {'best', 'standard', 'chiitoi', 'kokushi'}
        As for `shanten`.

    Returns
    -------
    int8[n]

    Raises
    ------
    TileError, HandError
        A row that is no hand (the first is named), or an array of another shape.
    TypeError
        An array of floats or booleans.

    Examples
    --------
    >>> import numpy as np, oshihiki as oh
    >>> hands = np.array([oh.tiles.counts(t) for t in ("123m456p789s1122z", "159m159p159s1234z")])
    >>> oh.shanten_batch(hands).tolist()
    [0, 3]
    """
    return _core.shanten_batch(a, form)


def waits_batch(a: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Waits of many hands.

    Parameters
    ----------
    a : uint8[n, 34]
        Counts of concealed tiles before the draw: 13 a row, less three for each meld.

    Returns
    -------
    bool[n, 34]
        Whether a kind completes the hand of that row.

    Raises
    ------
    TileError, HandError, TypeError
        As for `shanten_batch`.

    Examples
    --------
    >>> import numpy as np, oshihiki as oh
    >>> oh.waits_batch([oh.tiles.counts("8999m")])[0].nonzero()[0].tolist()
    [6, 7]
    """
    return _core.waits_batch(a)


def ukeire_batch(
    a: npt.ArrayLike, visible: npt.ArrayLike | None = None
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint8]]:
    """Shanten and accepted tiles of many hands.

    Parameters
    ----------
    a : uint8[n, 34]
        Counts of concealed tiles before the draw: 13 a row, less three for each meld.
    visible : uint8[n, 34], optional
        Counts of tiles seen elsewhere, melds among them.

    Returns
    -------
    shanten : int8[n]
    unseen : uint8[n, 34]
        Unseen copies of each accepted kind, 0 for the others.

    Raises
    ------
    TileError, HandError, TypeError
        As for `shanten_batch`.

    Examples
    --------
    >>> import numpy as np, oshihiki as oh
    >>> shanten, unseen = oh.ukeire_batch([oh.tiles.counts("5566m233799p444z")])
    >>> int(shanten[0]), {int(k): int(unseen[0, k]) for k in unseen[0].nonzero()[0]}
    (1, {10: 3, 15: 3})
    """
    return _core.ukeire_batch(a, visible)


def discards_batch(
    a: npt.ArrayLike, visible: npt.ArrayLike | None = None
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint8]]:
    """Shanten and accepted tiles after each discard of many hands.

    Parameters
    ----------
    a : uint8[n, 34]
        Counts of concealed tiles after the draw: 14 a row, less three for each meld.
    visible : uint8[n, 34], optional
        Counts of tiles seen elsewhere, melds among them.

    Returns
    -------
    shanten : int8[n, 34]
        After the discard of a kind; 127 for kinds not held.
    unseen : uint8[n, 34]
        Unseen copies of all kinds accepted then together; 0 for kinds not held.

    Raises
    ------
    TileError, HandError, TypeError
        As for `shanten_batch`.

    Examples
    --------
    >>> import numpy as np, oshihiki as oh
    >>> shanten, unseen = oh.discards_batch([oh.tiles.counts("5566m233799p4444z")])
    >>> best = np.lexsort((-unseen[0].astype(int), shanten[0]))[0]  # 30 is 4z
    >>> int(best), int(shanten[0, best]), int(unseen[0, best])
    (30, 1, 6)
    """
    return _core.discards_batch(a, visible)
