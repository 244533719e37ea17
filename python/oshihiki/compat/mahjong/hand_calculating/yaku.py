"""What every yaku has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

__all__ = ["Group", "Hand", "Yaku"]

#: Kinds of a pair (2), run or triplet (3) or quad (4).
Group = Sequence[int]
Hand = Collection[Group]


class Yaku(ABC):
    """A yaku: its number, name and han, and whether a reading of a hand has it.

    Two objects are equal when they are the same yaku, whatever han they carry.
    """

    yaku_id: int
    name: str
    han_open: int = 0
    han_closed: int = 0
    is_yakuman: bool = False

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Yaku):
            return NotImplemented
        return self.yaku_id == other.yaku_id

    def __hash__(self) -> int:
        return hash(self.yaku_id)

    @abstractmethod
    def is_condition_met(self, hand: Any, *args: Any) -> bool:
        """Whether a reading, a list of groups of kinds, has the yaku."""
