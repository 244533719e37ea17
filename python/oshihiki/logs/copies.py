"""Synthetic tile ids for formats that tell only which tile, not which copy."""

from __future__ import annotations

from oshihiki.errors import LogError

__all__ = ["Copies", "named"]


def named(code: int) -> str:
    """A tile's text in messages."""
    kind = code & 63
    if kind >= 34:
        return "no tile"
    return f"{kind % 9 + 1 if code < 64 else 0}{'mpsz'[kind // 9]}"


def _at(where: str) -> str:
    return f"{where}: " if where else ""


class Copies:
    """Gives each tile of one round an id, and follows who holds which.

    Parameters
    ----------
    codes : the tile code of each id (see :func:`oshihiki.logs.model.tile_codes`)
    """

    def __init__(self, codes: list[int]) -> None:
        self._free: dict[int, list[int]] = {}
        for tile in reversed(range(136)):
            self._free.setdefault(codes[tile], []).append(tile)
        self._held: list[dict[int, list[int]]] = [{} for _ in range(4)]
        self._last: list[int | None] = [None] * 4

    def new(self, code: int, where: str = "") -> int:
        """An id nobody has used yet."""
        free = self._free.get(code)
        if not free:
            raise LogError(f"{_at(where)}more copies of {named(code)} than there are")
        return free.pop()

    def take(self, seat: int, code: int, where: str = "") -> int:
        """The seat gets a new tile."""
        tile = self.new(code, where)
        self._held[seat].setdefault(code, []).append(tile)
        self._last[seat] = tile
        return tile

    def give(self, seat: int, code: int, where: str = "") -> int:
        """A tile leaves the seat's concealed hand; not the one just drawn, if there is another."""
        held = self._held[seat].get(code)
        if not held:
            raise LogError(f"{_at(where)}seat {seat} plays {named(code)}, which it does not hold")
        drawn, self._last[seat] = self._last[seat], None
        return held.pop(-2 if len(held) > 1 and held[-1] == drawn else -1)

    def give_drawn(self, seat: int, where: str = "") -> int:
        """The tile just drawn leaves the hand."""
        tile, self._last[seat] = self._last[seat], None
        if tile is not None:
            for held in self._held[seat].values():
                if held and held[-1] == tile:
                    return held.pop()
        raise LogError(f"{_at(where)}seat {seat} discards the drawn tile without a draw")

    def hand(self, seat: int) -> list[int]:
        """What the seat holds concealed."""
        return sorted(tile for held in self._held[seat].values() for tile in held)
