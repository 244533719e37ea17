"""The answer of a calculation."""

from __future__ import annotations

from collections.abc import Callable, Collection

from oshihiki.compat.mahjong.hand_calculating.fu import FuDetail
from oshihiki.compat.mahjong.hand_calculating.scores import ScoresResult
from oshihiki.compat.mahjong.hand_calculating.yaku import Yaku

__all__ = ["HandResponse"]


def _largest_first(parts: list[FuDetail] | None) -> list[FuDetail] | None:
    return sorted(parts, key=lambda part: part["fu"], reverse=True) if parts else None


class HandResponse:
    """Cost, han, fu and yaku of a hand, or an error."""

    def __init__(
        self,
        cost: ScoresResult | None = None,
        han: int | None = None,
        fu: int | None = None,
        yaku: Collection[Yaku] | None = None,
        error: str | None = None,
        fu_details: list[FuDetail] | None = None,
        is_open_hand: bool = False,
    ) -> None:
        self.cost = cost
        self.han = han
        self.fu = fu
        self.error = error
        self.is_open_hand = is_open_hand
        self._later: Callable[[], list[FuDetail]] | None = None
        self.fu_details = _largest_first(fu_details)
        self.yaku = sorted(yaku, key=lambda one: one.yaku_id) if yaku else None

    def __str__(self) -> str:
        """The error, or han and fu."""
        return self.error or f"{self.han} han, {self.fu} fu"

    @property
    def fu_details(self) -> list[FuDetail] | None:
        """The parts of the fu, the largest first."""
        if self._later is not None:
            self.fu_details = _largest_first(self._later())
        return self._fu_details

    @fu_details.setter
    def fu_details(self, parts: list[FuDetail] | None) -> None:
        self._later = None
        self._fu_details = parts

    def later(self, parts: Callable[[], list[FuDetail]]) -> None:
        """Count the parts of the fu when they are asked for."""
        self._later = parts
