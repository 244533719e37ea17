"""Yakuman."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from oshihiki.compat.mahjong.constants import (
    DRAGONS,
    HATSU,
    HONOR_INDICES,
    TERMINAL_AND_HONOR_INDICES,
    TERMINAL_INDICES,
    WINDS,
)
from oshihiki.compat.mahjong.hand_calculating.yaku import Group, Hand, Yaku
from oshihiki.compat.mahjong.hand_calculating.yaku_list.shapes import (
    Always,
    all_in,
    as_modules,
    pairs,
    triplets,
)
from oshihiki.compat.mahjong.meld import Meld
from oshihiki.compat.mahjong.utils import classify_hand_suits, simplify

__all__ = [
    "Chiihou",
    "Chinroutou",
    "ChuurenPoutou",
    "DaburuChuurenPoutou",
    "DaburuKokushiMusou",
    "DaiSuushii",
    "Daichisei",
    "Daisangen",
    "Daisharin",
    "KokushiMusou",
    "Paarenchan",
    "RenhouYakuman",
    "Ryuuiisou",
    "Sashikomi",
    "Shousuushii",
    "Suuankou",
    "SuuankouTanki",
    "Suukantsu",
    "Tenhou",
    "Tsuuiisou",
]

_GREEN = frozenset({19, 20, 21, 23, 25, HATSU})


class KokushiMusou(Yaku):
    """Each terminal and honour, one of them twice; asked of the 34 counts."""

    yaku_id = 100
    name = "Kokushi Musou"
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Any, tiles_34: Sequence[int], *args: Any) -> bool:
        held = sorted(tiles_34[kind] for kind in TERMINAL_AND_HONOR_INDICES)
        return held == [1] * 12 + [2]


class ChuurenPoutou(Yaku):
    """1112345678999 of a suit and one more tile of it."""

    yaku_id = 101
    name = "Chuuren Poutou"
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        suits, honours = classify_hand_suits(hand)
        if honours or suits not in (1, 2, 4):
            return False
        held = Counter(simplify(kind) for group in hand for kind in group)
        spare = [held[rank] - (3 if rank in (0, 8) else 1) for rank in range(9)]
        return min(spare) == 0 and sum(spare) == 1


class Suuankou(Yaku):
    """Four concealed triplets or quads."""

    yaku_id = 102
    name = "Suu Ankou"
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, win_tile: int, is_tsumo: bool) -> bool:
        concealed = [k for k in triplets(hand) if is_tsumo or k != win_tile // 4]
        return len(concealed) == 4


class Daisangen(Yaku):
    """Triplets of the three dragons."""

    yaku_id = 103
    name = "Daisangen"
    han_open = 13
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return sum(k in DRAGONS for k in triplets(hand)) == 3


class Shousuushii(Yaku):
    """Three triplets and a pair of winds."""

    yaku_id = 104
    name = "Shousuushii"
    han_open = 13
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        winds = sum(k in WINDS for k in triplets(hand))
        return winds == 3 and sum(k in WINDS for k in pairs(hand)) == 1


class Ryuuiisou(Yaku):
    """Only 2, 3, 4, 6, 8 of bamboo and green dragons."""

    yaku_id = 105
    name = "Ryuuiisou"
    han_open = 13
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return all_in(hand, _GREEN)


class Suukantsu(Yaku):
    """Four kans among the melds."""

    yaku_id = 106
    name = "Suu Kantsu"
    han_open = 13
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Any, melds: Collection[Meld], *args: Any) -> bool:
        return sum(m.type in (Meld.KAN, Meld.SHOUMINKAN) for m in melds) == 4


class Tsuuiisou(Yaku):
    """Only honours."""

    yaku_id = 107
    name = "Tsuu Iisou"
    han_open = 13
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return all_in(hand, HONOR_INDICES)


class Chinroutou(Yaku):
    """Only terminals."""

    yaku_id = 108
    name = "Chinroutou"
    han_open = 13
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return all_in(hand, TERMINAL_INDICES)


class Daisharin(Yaku):
    """22334455667788 of pin; of any suit where that is allowed."""

    yaku_id = 109
    name = "Daisharin"
    han_closed = 13
    is_yakuman = True

    def set_pin(self) -> None:
        self.name = "Daisharin"

    def set_man(self) -> None:
        self.name = "Daisuurin"

    def set_sou(self) -> None:
        self.name = "Daichikurin"

    def rename(self, hand: Sequence[Group]) -> None:
        """Take the name that goes with the suit of the hand."""
        (self.set_man, self.set_pin, self.set_sou)[hand[0][0] // 9]()

    def is_condition_met(self, hand: Hand, allow_other_sets: bool, *args: Any) -> bool:
        suits, honours = classify_hand_suits(hand)
        if honours or suits not in ((1, 2, 4) if allow_other_sets else (2,)):
            return False
        held = Counter(simplify(kind) for group in hand for kind in group)
        return all(held[rank] == 2 for rank in range(1, 8))


class Daichisei(Yaku):
    """Seven pairs of the seven honours."""

    yaku_id = 110
    name = "Daichisei"
    han_closed = 13
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return len(hand) == 7 and all_in(hand, HONOR_INDICES)


class DaiSuushii(Yaku):
    """Triplets of the four winds."""

    yaku_id = 111
    name = "Dai Suushii"
    han_open = 26
    han_closed = 26
    is_yakuman = True

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return sum(k in WINDS for k in triplets(hand)) == 4


class DaburuKokushiMusou(Always):
    """Kokushi won on the tile held twice."""

    yaku_id = 112
    name = "Kokushi Musou Juusanmen Matchi"
    han_closed = 26
    is_yakuman = True


class SuuankouTanki(Always):
    """Suuankou won on the pair."""

    yaku_id = 113
    name = "Suu Ankou Tanki"
    han_closed = 26
    is_yakuman = True


class DaburuChuurenPoutou(Always):
    """Nine gates won on the extra tile."""

    yaku_id = 114
    name = "Daburu Chuuren Poutou"
    han_closed = 26
    is_yakuman = True


class Tenhou(Always):
    """The dealer's first draw completes the hand."""

    yaku_id = 115
    name = "Tenhou"
    han_closed = 13
    is_yakuman = True


class Chiihou(Always):
    """Another's first draw completes the hand."""

    yaku_id = 116
    name = "Chiihou"
    han_closed = 13
    is_yakuman = True


class RenhouYakuman(Always):
    """Ron before one's first draw."""

    yaku_id = 117
    name = "Renhou (yakuman)"
    han_closed = 13
    is_yakuman = True


class Sashikomi(Always):
    """Ron on a discard into an open riichi."""

    yaku_id = 118
    name = "Sashikomi"
    han_closed = 13
    is_yakuman = True


class Paarenchan(Always):
    """The dealer's eighth win in a row."""

    yaku_id = 119
    name = "Paarenchan"
    han_open = 13
    han_closed = 13
    is_yakuman = True
    count = 0

    def set_paarenchan_count(self, count: int) -> None:
        """A yakuman for each win from the eighth on."""
        self.han_open = self.han_closed = 13 * count
        self.count = count

    def __str__(self) -> str:
        return f"{self.name} {self.count}"


as_modules(
    __name__,
    {
        "kokushi": KokushiMusou,
        "chuuren_poutou": ChuurenPoutou,
        "suuankou": Suuankou,
        "daisangen": Daisangen,
        "shosuushi": Shousuushii,
        "ryuisou": Ryuuiisou,
        "suukantsu": Suukantsu,
        "tsuisou": Tsuuiisou,
        "chinroto": Chinroutou,
        "daisharin": Daisharin,
        "daichisei": Daichisei,
        "daisuushi": DaiSuushii,
        "daburu_kokushi": DaburuKokushiMusou,
        "suuankou_tanki": SuuankouTanki,
        "daburu_chuuren_poutou": DaburuChuurenPoutou,
        "tenhou": Tenhou,
        "chiihou": Chiihou,
        "renhou_yakuman": RenhouYakuman,
        "sashikomi": Sashikomi,
        "paarenchan": Paarenchan,
    },
)
