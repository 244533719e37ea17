"""Points of han and fu."""

from __future__ import annotations

from collections.abc import MutableSequence, MutableSet
from typing import TypedDict

from oshihiki.compat.mahjong.hand_calculating.hand_config import HandConfig
from oshihiki.compat.mahjong.hand_calculating.yaku import Yaku

__all__ = ["Aotenjou", "ScoresCalculator", "ScoresResult"]


class ScoresResult(TypedDict):
    """Payments: `main` by the discarder or the dealer, `additional` by each other."""

    main: int
    additional: int
    main_bonus: int
    additional_bonus: int
    kyoutaku_bonus: int
    total: int
    yaku_level: str


def _up(points: int) -> int:
    return (points + 99) // 100 * 100


class ScoresCalculator:
    """Points under the usual limits."""

    @staticmethod
    def calculate_scores(
        han: int, fu: int, config: HandConfig, is_yakuman: bool = False
    ) -> ScoresResult:
        """Payments and the name of the limit."""
        options = config.options
        base, level = 0, ""
        if han >= 13 and not is_yakuman:
            if options.kazoe_limit == HandConfig.KAZOE_LIMITED:
                han = 13
            elif options.kazoe_limit == HandConfig.KAZOE_SANBAIMAN:
                han = 12
        if han >= 13:
            units = han // 13
            if options.limit_to_sextuple_yakuman:
                units = min(units, 6)
            base = 8000 * units
            level = "yakuman" if units == 1 else f"{min(units, 6)}x yakuman"
        elif han >= 5:
            base, level = {
                5: (2000, "mangan"),
                6: (3000, "haneman"),
                7: (3000, "haneman"),
                11: (6000, "sanbaiman"),
                12: (6000, "sanbaiman"),
            }.get(han, (4000, "baiman"))
        else:
            base = fu * 2 ** (2 + han)
            if options.kiriage and (han, fu) in ((4, 30), (3, 60)):
                base, level = 2000, "kiriage mangan"
            elif _up(base) > 2000:
                # With kiriage the package does not name the mangan of such hands.
                base, level = 2000, "" if options.kiriage else "mangan"
        if config.is_nagashi_mangan:
            level = "nagashi mangan"
        counter = 100 * config.tsumi_number
        if config.is_tsumo:
            main = _up(2 * base)
            additional = main if config.is_dealer else _up(base)
            main_bonus = additional_bonus = counter
        else:
            main = _up((6 if config.is_dealer else 4) * base)
            main_bonus = (2 if options.is_three_player else 3) * counter
            additional = additional_bonus = 0
        sticks = 1000 * config.kyoutaku_number
        others = 1 if options.is_three_player else 2
        return ScoresResult(
            main=main,
            additional=additional,
            main_bonus=main_bonus,
            additional_bonus=additional_bonus,
            kyoutaku_bonus=sticks,
            total=main + main_bonus + others * (additional + additional_bonus) + sticks,
            yaku_level=level,
        )


class Aotenjou(ScoresCalculator):
    """Points without any limit; a yakuman counts its han among the others."""

    @staticmethod
    def calculate_scores(
        han: int, fu: int, config: HandConfig, is_yakuman: bool = False
    ) -> ScoresResult:
        """Payments; counters and deposits are not added."""
        base = fu * 2 ** (2 + han)
        main = _up((2 if config.is_tsumo else 6 if config.is_dealer else 4) * base)
        additional = 0
        if config.is_tsumo:
            additional = main if config.is_dealer else _up(base)
        return ScoresResult(
            main=main,
            additional=additional,
            main_bonus=0,
            additional_bonus=0,
            kyoutaku_bonus=0,
            total=main + 2 * additional,
            yaku_level="",
        )

    @staticmethod
    def aotenjou_filter_yaku(
        hand_yaku: MutableSequence[Yaku] | MutableSet[Yaku], config: HandConfig
    ) -> None:
        """Take away the yaku that a yakuman of the hand implies."""
        every = config.yaku
        implied = (
            ((every.daisangen,), (every.chun, every.hatsu, every.haku, every.shosangen)),
            ((every.tsuisou,), (every.toitoi, every.honroto)),
            ((every.daisuushi,), (every.toitoi,)),
            ((every.suuankou, every.suuankou_tanki), (every.toitoi,)),
            ((every.chinroto,), (every.toitoi, every.honroto)),
            ((every.suukantsu,), (every.toitoi,)),
            ((every.chuuren_poutou, every.daburu_chuuren_poutou), (every.chinitsu,)),
            (
                (every.daisharin,),
                (every.chinitsu, every.pinfu, every.tanyao, every.ryanpeiko, every.chiitoitsu),
            ),
            ((every.ryuisou,), (every.honitsu,)),
        )
        for yakuman, lesser in implied:
            if any(one in hand_yaku for one in yakuman):
                for yaku in lesser:
                    if yaku in hand_yaku:
                        hand_yaku.remove(yaku)
