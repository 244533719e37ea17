"""Tiles as the formats write them, to and from the engine's codes (kind, bit 6 red)."""

from __future__ import annotations

from typing import Any

from oshihiki.errors import LogError
from oshihiki.logs.model import RED_BIT

__all__ = [
    "MJAI",
    "MJAI_CODES",
    "kobalab_tiles",
    "mjai_code",
    "tenhou6_code",
    "tenhou6_number",
]

_HONORS = "ESWNPFC"

# mjai: 1m..9m, 1p.., 1s.., E S W N P F C; a red five is 5mr.
MJAI: dict[int, str] = {}
for _kind in range(34):
    MJAI[_kind] = f"{_kind % 9 + 1}{'mps'[_kind // 9]}" if _kind < 27 else _HONORS[_kind - 27]
for _kind in (4, 13, 22):
    MJAI[_kind | RED_BIT] = MJAI[_kind] + "r"
MJAI_CODES = {text: code for code, text in MJAI.items()}


def mjai_code(text: Any) -> int:
    """The code of a tile of mjai.

    Examples
    --------
    >>> mjai_code("5mr"), mjai_code("E")
    (68, 27)
    """
    code = MJAI_CODES.get(text) if isinstance(text, str) else None
    if code is None:
        hint = ": a hidden tile cannot be replayed" if text == "?" else ""
        raise LogError(f"{text!r} is not a tile{hint}")
    return code


def tenhou6_code(number: Any) -> int:
    """The code of a tile of tenhou.net/6: 11..19 m, 21.. p, 31.. s, 41..47, red 51 52 53.

    Examples
    --------
    >>> tenhou6_code(47), tenhou6_code(52)
    (33, 77)
    """
    if isinstance(number, int) and not isinstance(number, bool):
        suit, rank = divmod(number, 10)
        if suit == 5 and 1 <= rank <= 3:
            return (rank - 1) * 9 + 4 | RED_BIT
        if 1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9):
            return (suit - 1) * 9 + rank - 1
    raise LogError(f"{number!r} is not a tile")


def tenhou6_number(code: int) -> int:
    """The number that tenhou.net/6 writes for a code."""
    kind = code & 63
    suit, rank = divmod(kind, 9)
    if code & RED_BIT:
        if kind not in (4, 13, 22):
            raise LogError("tenhou.net/6 has no red tile but the fives")
        return 51 + suit
    return (suit + 1) * 10 + rank + 1


def kobalab_tiles(text: str) -> list[int]:
    """The codes of the tiles in a paipu string, as ``m406z11``; marks are passed over.

    Examples
    --------
    >>> kobalab_tiles("p06z7_*")
    [77, 14, 33]
    """
    found: list[int] = []
    suit = -1
    for letter in text:
        if letter in "mpsz":
            suit = "mpsz".index(letter)
        elif letter.isdecimal() and letter.isascii():
            rank = int(letter) or 5
            if suit < 0 or (suit == 3 and (letter == "0" or rank > 7)):
                raise LogError(f"{text!r} is not tiles")
            found.append(suit * 9 + rank - 1 | (0 if letter != "0" else RED_BIT))
        elif letter not in "_*+=-,":
            raise LogError(f"{text!r} is not tiles")
    return found
