"""Fu of a reading."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypedDict

from oshihiki.compat.mahjong.constants import TERMINAL_AND_HONOR_INDICES
from oshihiki.compat.mahjong.hand_calculating.hand_config import HandConfig
from oshihiki.compat.mahjong.meld import Meld
from oshihiki.compat.mahjong.utils import is_chi, is_pair, is_pon_or_kan

__all__ = ["FuCalculator", "FuDetail"]


class FuDetail(TypedDict):
    """A part of the fu and where it comes from."""

    fu: int
    reason: str


class FuCalculator:
    """Fu of a reading, and the names of their parts."""

    BASE = "base"
    PENCHAN = "penchan"
    KANCHAN = "kanchan"
    VALUED_PAIR = "valued_pair"
    DOUBLE_VALUED_PAIR = "double_valued_pair"
    PAIR_WAIT = "pair_wait"
    TSUMO = "tsumo"
    HAND_WITHOUT_FU = "hand_without_fu"
    CLOSED_PON = "closed_pon"
    OPEN_PON = "open_pon"
    CLOSED_TERMINAL_PON = "closed_terminal_pon"
    OPEN_TERMINAL_PON = "open_terminal_pon"
    CLOSED_KAN = "closed_kan"
    OPEN_KAN = "open_kan"
    CLOSED_TERMINAL_KAN = "closed_terminal_kan"
    OPEN_TERMINAL_KAN = "open_terminal_kan"

    @staticmethod
    def calculate_fu(
        hand: Collection[Sequence[int]],
        win_tile: int,
        win_group: Sequence[int],
        config: HandConfig,
        valued_tiles: Sequence[int | None] | None = None,
        melds: Collection[Meld] | None = None,
    ) -> tuple[list[FuDetail], int]:
        """The parts, and their sum rounded up to tens.

        `win_tile` is an id, `win_group` the group of the reading that it completes;
        `valued_tiles` are the kinds of which a pair counts, a double wind named twice.
        """
        if len(hand) == 7:
            return [FuDetail(fu=25, reason=FuCalculator.BASE)], 25
        parts = [*_wait(hand, win_tile // 4, win_group, melds or ())]
        worth = [valued_tiles.count(g[0]) for g in hand if is_pair(g)] if valued_tiles else []
        if worth and worth[-1] == 1:
            parts.append(FuDetail(fu=2, reason=FuCalculator.VALUED_PAIR))
        elif worth and worth[-1] > 1:
            parts.append(FuDetail(fu=4, reason=FuCalculator.DOUBLE_VALUED_PAIR))
        if is_pair(win_group):
            parts.append(FuDetail(fu=2, reason=FuCalculator.PAIR_WAIT))
        called = {m.tiles[0] // 4: m for m in melds or () if m.type != Meld.CHI}
        for group in hand:
            if is_pon_or_kan(group):
                ronned = not config.is_tsumo and list(group) == list(win_group)
                parts.append(triplet_part(group, called.get(group[0]), ronned))
        is_open = any(m.opened for m in melds or ())
        if config.is_tsumo and (parts or config.options.fu_for_pinfu_tsumo):
            parts.append(FuDetail(fu=2, reason=FuCalculator.TSUMO))
        if is_open and not parts and config.options.fu_for_open_pinfu:
            parts.append(FuDetail(fu=2, reason=FuCalculator.HAND_WITHOUT_FU))
        base = 20 if is_open or config.is_tsumo else 30
        parts.append(FuDetail(fu=base, reason=FuCalculator.BASE))
        return parts, (sum(part["fu"] for part in parts) + 9) // 10 * 10


def _wait(
    hand: Collection[Sequence[int]], kind: int, win_group: Sequence[int], melds: Collection[Meld]
) -> list[FuDetail]:
    """Fu of a wait inside a run or at its edge, unless that run was called."""
    if not is_chi(win_group):
        return []
    run = list(win_group)
    called = sum(m.type == Meld.CHI and sorted(m.tiles_34) == run for m in melds)
    if sum(list(group) == run for group in hand) <= called:
        return []
    if kind == run[1]:
        return [FuDetail(fu=2, reason=FuCalculator.KANCHAN)]
    if (run[0] % 9 == 0 and kind == run[2]) or (run[0] % 9 == 6 and kind == run[0]):
        return [FuDetail(fu=2, reason=FuCalculator.PENCHAN)]
    return []


def triplet_part(group: Sequence[int], meld: Meld | None, ronned: bool) -> FuDetail:
    """Fu of a triplet or quad; the tile of a ron makes it open."""
    is_kan = len(group) == 4 or (meld is not None and meld.type in (Meld.KAN, Meld.SHOUMINKAN))
    is_open = ronned or (meld is not None and meld.opened)
    terminal = group[0] in TERMINAL_AND_HONOR_INDICES
    return FuDetail(
        fu=(8 if is_kan else 2) * (1 if is_open else 2) * (2 if terminal else 1),
        reason="_".join(
            ("open" if is_open else "closed",)
            + (("terminal",) if terminal else ())
            + ("kan" if is_kan else "pon",)
        ),
    )
