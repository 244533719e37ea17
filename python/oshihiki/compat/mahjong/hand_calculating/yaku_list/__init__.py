"""Yaku that are no yakuman; the classes' conditions are those of the rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from oshihiki.compat.mahjong.constants import (
    CHUN,
    DRAGONS,
    EAST,
    HAKU,
    HATSU,
    HONOR_INDICES,
    NORTH,
    SOUTH,
    TERMINAL_AND_HONOR_INDICES,
    TERMINAL_INDICES,
    WEST,
)
from oshihiki.compat.mahjong.hand_calculating.yaku import Hand, Yaku
from oshihiki.compat.mahjong.hand_calculating.yaku_list.shapes import (
    Always,
    all_in,
    as_modules,
    in_three_suits,
    pairs,
    runs,
    touches,
    triplets,
    twin_runs,
)
from oshihiki.compat.mahjong.meld import Meld
from oshihiki.compat.mahjong.utils import classify_hand_suits, has_pon_or_kan_of, is_chi

__all__ = [
    "AkaDora",
    "Chankan",
    "Chantai",
    "Chiitoitsu",
    "Chinitsu",
    "Chun",
    "DaburuOpenRiichi",
    "DaburuRiichi",
    "Dora",
    "Haitei",
    "Haku",
    "Hatsu",
    "Honitsu",
    "Honroto",
    "Houtei",
    "Iipeiko",
    "Ippatsu",
    "Ittsu",
    "Junchan",
    "NagashiMangan",
    "OpenRiichi",
    "Pinfu",
    "Renhou",
    "Riichi",
    "Rinshan",
    "RoundWindEast",
    "RoundWindNorth",
    "RoundWindSouth",
    "RoundWindWest",
    "Ryanpeikou",
    "SanKantsu",
    "Sanankou",
    "Sanshoku",
    "SanshokuDoukou",
    "SeatWindEast",
    "SeatWindNorth",
    "SeatWindSouth",
    "SeatWindWest",
    "Shosangen",
    "Tanyao",
    "Toitoi",
    "Tsumo",
    "UraDora",
]


class Tsumo(Always):
    """Self-draw with a closed hand."""

    yaku_id = 0
    name = "Menzen Tsumo"
    han_closed = 1


class Riichi(Always):
    """Riichi was declared."""

    yaku_id = 1
    name = "Riichi"
    han_closed = 1


class OpenRiichi(Always):
    """Riichi with the hand shown."""

    yaku_id = 2
    name = "Open Riichi"
    han_closed = 2


class Ippatsu(Always):
    """Within a go-around of riichi."""

    yaku_id = 3
    name = "Ippatsu"
    han_closed = 1


class Chankan(Always):
    """On a tile added to a pon."""

    yaku_id = 4
    name = "Chankan"
    han_open = 1
    han_closed = 1


class Rinshan(Always):
    """On a kan's replacement tile."""

    yaku_id = 5
    name = "Rinshan Kaihou"
    han_open = 1
    han_closed = 1


class Haitei(Always):
    """On the last tile drawn."""

    yaku_id = 6
    name = "Haitei Raoyue"
    han_open = 1
    han_closed = 1


class Houtei(Always):
    """On the last discard."""

    yaku_id = 7
    name = "Houtei Raoyui"
    han_open = 1
    han_closed = 1


class DaburuRiichi(Always):
    """Riichi on the first discard."""

    yaku_id = 8
    name = "Double Riichi"
    han_closed = 2


class DaburuOpenRiichi(Always):
    """Double riichi with the hand shown."""

    yaku_id = 9
    name = "Double Open Riichi"
    han_closed = 3


class NagashiMangan(Always):
    """Draw with only terminals and honours discarded."""

    yaku_id = 10
    name = "Nagashi Mangan"
    han_open = 5
    han_closed = 5


class Renhou(Always):
    """Ron before one's first draw."""

    yaku_id = 11
    name = "Renhou"
    han_closed = 5


class Pinfu(Always):
    """No fu beyond the base; the calculator decides."""

    yaku_id = 12
    name = "Pinfu"
    han_closed = 1


class Tanyao(Yaku):
    """No terminal or honour."""

    yaku_id = 13
    name = "Tanyao"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return not any(k in TERMINAL_AND_HONOR_INDICES for group in hand for k in group)


class Iipeiko(Yaku):
    """Two equal runs."""

    yaku_id = 14
    name = "Iipeiko"
    han_closed = 1

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return twin_runs(hand) >= 1


class Haku(Yaku):
    """Triplet of white dragons."""

    yaku_id = 15
    name = "Yakuhai (haku)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return has_pon_or_kan_of(hand, HAKU)


class Hatsu(Yaku):
    """Triplet of green dragons."""

    yaku_id = 16
    name = "Yakuhai (hatsu)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return has_pon_or_kan_of(hand, HATSU)


class Chun(Yaku):
    """Triplet of red dragons."""

    yaku_id = 17
    name = "Yakuhai (chun)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return has_pon_or_kan_of(hand, CHUN)


class SeatWindEast(Yaku):
    """Triplet of the seat wind, East."""

    yaku_id = 18
    name = "Yakuhai (seat wind east)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == EAST and has_pon_or_kan_of(hand, EAST)


class SeatWindSouth(Yaku):
    """Triplet of the seat wind, South."""

    yaku_id = 19
    name = "Yakuhai (seat wind south)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == SOUTH and has_pon_or_kan_of(hand, SOUTH)


class SeatWindWest(Yaku):
    """Triplet of the seat wind, West."""

    yaku_id = 20
    name = "Yakuhai (seat wind west)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == WEST and has_pon_or_kan_of(hand, WEST)


class SeatWindNorth(Yaku):
    """Triplet of the seat wind, North."""

    yaku_id = 21
    name = "Yakuhai (seat wind north)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == NORTH and has_pon_or_kan_of(hand, NORTH)


class RoundWindEast(Yaku):
    """Triplet of the round wind, East."""

    yaku_id = 22
    name = "Yakuhai (round wind east)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == EAST and has_pon_or_kan_of(hand, EAST)


class RoundWindSouth(Yaku):
    """Triplet of the round wind, South."""

    yaku_id = 23
    name = "Yakuhai (round wind south)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == SOUTH and has_pon_or_kan_of(hand, SOUTH)


class RoundWindWest(Yaku):
    """Triplet of the round wind, West."""

    yaku_id = 24
    name = "Yakuhai (round wind west)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == WEST and has_pon_or_kan_of(hand, WEST)


class RoundWindNorth(Yaku):
    """Triplet of the round wind, North."""

    yaku_id = 25
    name = "Yakuhai (round wind north)"
    han_open = 1
    han_closed = 1

    def is_condition_met(self, hand: Hand, wind: int | None = None, *args: Any) -> bool:
        return wind == NORTH and has_pon_or_kan_of(hand, NORTH)


class Sanshoku(Yaku):
    """The same run in each suit."""

    yaku_id = 26
    name = "Sanshoku Doujun"
    han_open = 1
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return in_three_suits(runs(hand))


class Ittsu(Yaku):
    """123, 456 and 789 of a suit."""

    yaku_id = 27
    name = "Ittsu"
    han_open = 1
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        firsts = set(runs(hand))
        return any({s, s + 3, s + 6} <= firsts for s in (0, 9, 18))


class Chantai(Yaku):
    """A terminal or honour in each group, both kinds of them, and a run."""

    yaku_id = 28
    name = "Chantai"
    han_open = 1
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        if not runs(hand) or len(hand) != 5:
            return False
        honours = sum(group[0] in HONOR_INDICES for group in hand)
        ends = sum(touches(group, TERMINAL_INDICES) for group in hand)
        return honours > 0 and ends > 0 and honours + ends == 5


class Honroto(Yaku):
    """Only terminals and honours."""

    yaku_id = 29
    name = "Honroutou"
    han_open = 2
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return all_in(hand, TERMINAL_AND_HONOR_INDICES)


class Toitoi(Yaku):
    """Four triplets or quads."""

    yaku_id = 30
    name = "Toitoi"
    han_open = 2
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return len(triplets(hand)) == 4


class Sanankou(Yaku):
    """Three concealed triplets or quads."""

    yaku_id = 31
    name = "San Ankou"
    han_open = 2
    han_closed = 2

    def is_condition_met(
        self, hand: Hand, win_tile: int, melds: Collection[Meld], is_tsumo: bool
    ) -> bool:
        called = [sorted(m.tiles_34) for m in melds if m.opened]
        own = [list(group) for group in hand if list(group) not in called]
        concealed = triplets(own)
        kind = win_tile // 4
        in_a_run = any(is_chi(group) and kind in group for group in own)
        if not is_tsumo and not in_a_run and kind in concealed:
            return len(concealed) == 4
        return len(concealed) == 3


class SanKantsu(Yaku):
    """Three kans among the melds."""

    yaku_id = 32
    name = "San Kantsu"
    han_open = 2
    han_closed = 2

    def is_condition_met(self, hand: Any, melds: Collection[Meld], *args: Any) -> bool:
        return sum(m.type in (Meld.KAN, Meld.SHOUMINKAN) for m in melds) == 3


class SanshokuDoukou(Yaku):
    """The same triplet in each suit."""

    yaku_id = 33
    name = "Sanshoku Doukou"
    han_open = 2
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return in_three_suits([k for k in triplets(hand) if k < EAST])


class Chiitoitsu(Yaku):
    """Seven pairs."""

    yaku_id = 34
    name = "Chiitoitsu"
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return len(hand) == 7


class Shosangen(Yaku):
    """Two triplets and a pair of dragons."""

    yaku_id = 35
    name = "Shou Sangen"
    han_open = 2
    han_closed = 2

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        dragons = [kind for kind in (*triplets(hand), *pairs(hand)) if kind in DRAGONS]
        return len(dragons) == 3 and len(hand) == 5


class Honitsu(Yaku):
    """One suit and honours."""

    yaku_id = 36
    name = "Honitsu"
    han_open = 2
    han_closed = 3

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        suits, honours = classify_hand_suits(hand)
        return suits in (1, 2, 4) and honours > 0


class Junchan(Yaku):
    """A terminal in each group, and a run."""

    yaku_id = 37
    name = "Junchan"
    han_open = 2
    han_closed = 3

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        if not runs(hand):
            return False
        return sum(touches(group, TERMINAL_INDICES) for group in hand) == 5


class Ryanpeikou(Yaku):
    """Two pairs of equal runs."""

    yaku_id = 38
    name = "Ryanpeikou"
    han_closed = 3

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        return twin_runs(hand) == 2


class Chinitsu(Yaku):
    """One suit and nothing else."""

    yaku_id = 39
    name = "Chinitsu"
    han_open = 5
    han_closed = 6

    def is_condition_met(self, hand: Hand, *args: Any) -> bool:
        suits, honours = classify_hand_suits(hand)
        return suits in (1, 2, 4) and honours == 0


class Dora(Always):
    """Tiles that the indicators point at."""

    yaku_id = 120
    name = "Dora"
    han_open = 1
    han_closed = 1

    def __str__(self) -> str:
        return f"{self.name} {self.han_closed}"


class AkaDora(Always):
    """Red fives."""

    yaku_id = 121
    name = "Aka Dora"
    han_open = 1
    han_closed = 1

    def __str__(self) -> str:
        return f"{self.name} {self.han_closed}"


class UraDora(Always):
    """Tiles that the ura indicators point at."""

    yaku_id = 122
    name = "Ura Dora"
    han_closed = 1

    def __str__(self) -> str:
        return f"{self.name} {self.han_closed}"


as_modules(
    __name__,
    {
        "tsumo": Tsumo,
        "riichi": Riichi,
        "open_riichi": OpenRiichi,
        "ippatsu": Ippatsu,
        "chankan": Chankan,
        "rinshan": Rinshan,
        "haitei": Haitei,
        "houtei": Houtei,
        "daburu_riichi": DaburuRiichi,
        "daburu_open_riichi": DaburuOpenRiichi,
        "nagashi_mangan": NagashiMangan,
        "renhou": Renhou,
        "pinfu": Pinfu,
        "tanyao": Tanyao,
        "iipeiko": Iipeiko,
        "haku": Haku,
        "hatsu": Hatsu,
        "chun": Chun,
        "seat_wind_east": SeatWindEast,
        "seat_wind_south": SeatWindSouth,
        "seat_wind_west": SeatWindWest,
        "seat_wind_north": SeatWindNorth,
        "round_wind_east": RoundWindEast,
        "round_wind_south": RoundWindSouth,
        "round_wind_west": RoundWindWest,
        "round_wind_north": RoundWindNorth,
        "sanshoku": Sanshoku,
        "ittsu": Ittsu,
        "chantai": Chantai,
        "honroto": Honroto,
        "toitoi": Toitoi,
        "sanankou": Sanankou,
        "sankantsu": SanKantsu,
        "sanshoku_douko": SanshokuDoukou,
        "chiitoitsu": Chiitoitsu,
        "shosangen": Shosangen,
        "honitsu": Honitsu,
        "junchan": Junchan,
        "ryanpeiko": Ryanpeikou,
        "chinitsu": Chinitsu,
        "dora": Dora,
        "aka_dora": AkaDora,
        "ura_dora": UraDora,
    },
)
