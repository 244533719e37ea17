"""Declared groups."""

from __future__ import annotations

from collections.abc import Sequence

from oshihiki.compat.mahjong.tile import TilesConverter

__all__ = ["Meld"]


class Meld:
    """A declared group of tiles given by 136-ids."""

    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    SHOUMINKAN = "shouminkan"
    NUKI = "nuki"

    def __init__(
        self,
        meld_type: str | None = None,
        tiles: Sequence[int] | None = None,
        opened: bool = True,
        called_tile: int | None = None,
        who: int | None = None,
        from_who: int | None = None,
    ) -> None:
        self.type = meld_type
        self.tiles = tuple(tiles) if tiles else ()
        self.opened = opened
        self.called_tile = called_tile
        self.who = who
        self.from_who = from_who

    @property
    def tiles_34(self) -> list[int]:
        """The kinds of the tiles."""
        return [tile // 4 for tile in self.tiles]

    def __repr__(self) -> str:
        """Type and tiles."""
        text = TilesConverter.to_one_line_string(self.tiles)
        return f"Type: {self.type}, Tiles: {text} {self.tiles}"
