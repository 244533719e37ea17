"""The value of a hand: by the core, and by slow readings where the core has no such option."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection
from typing import cast

from oshihiki import _core
from oshihiki.compat.mahjong.constants import AKA_DORAS, EAST, NORTH
from oshihiki.compat.mahjong.hand_calculating import readings
from oshihiki.compat.mahjong.hand_calculating.fu import FuDetail
from oshihiki.compat.mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from oshihiki.compat.mahjong.hand_calculating.hand_response import HandResponse
from oshihiki.compat.mahjong.hand_calculating.scores import ScoresCalculator
from oshihiki.compat.mahjong.hand_calculating.yaku import Yaku
from oshihiki.compat.mahjong.hand_calculating.yaku_config import NAMES, YakuConfig
from oshihiki.compat.mahjong.meld import Meld
from oshihiki.compat.mahjong.tile import TilesConverter
from oshihiki.compat.mahjong.utils import build_dora_count_map, count_dora_for_hand
from oshihiki.errors import Error

__all__ = ["HandCalculator"]

_NOBODYS_SEAT, _NOBODYS_ROUND = 62, 63
_MELDS = {Meld.CHI: (0, 3), Meld.PON: (1, 3), Meld.KAN: (2, 4), Meld.SHOUMINKAN: (3, 4)}
_ANKAN = 4
_EVERY = YakuConfig()


@functools.lru_cache(maxsize=256)
def _rules(
    tanyao: bool, no_fu_30: bool, tsumo_fu: bool, renhou: bool, kiriage: bool, sanbaiman: bool
) -> _core.Rules:
    return _core.Rules(
        {
            "kuitan": tanyao,
            "open_pinfu_30": no_fu_30,
            "pinfu_tsumo": not tsumo_fu,
            "renhou": "yakuman" if renhou else "han5",
            "kiriage": kiriage,
            "thirteen_han": "sanbaiman" if sanbaiman else "kazoe_yakuman",
            "double_wind_fu": 4,
        }
    )


def _rules_of(options: OptionalRules) -> _core.Rules:
    return _rules(
        options.has_open_tanyao,
        options.fu_for_open_pinfu,
        options.fu_for_pinfu_tsumo,
        options.renhou_as_yakuman,
        options.kiriage,
        options.kazoe_limit == HandConfig.KAZOE_SANBAIMAN,
    )


class HandCalculator:
    """Values of hands, with the package's error values."""

    ERR_NO_WINNING_TILE = "winning_tile_not_in_hand"
    ERR_HAND_NOT_WINNING = "hand_not_winning"
    ERR_NO_YAKU = "no_yaku"
    ERR_OPEN_HAND_RIICHI = "open_hand_riichi_not_allowed"
    ERR_OPEN_HAND_DABURI = "open_hand_daburi_not_allowed"
    ERR_IPPATSU_WITHOUT_RIICHI = "ippatsu_without_riichi_not_allowed"
    ERR_CHANKAN_WITH_TSUMO = "chankan_with_tsumo_not_allowed"
    ERR_RINSHAN_WITHOUT_TSUMO = "rinshan_without_tsumo_not_allowed"
    ERR_HAITEI_WITHOUT_TSUMO = "haitei_without_tsumo_not_allowed"
    ERR_HOUTEI_WITH_TSUMO = "houtei_with_tsumo_not_allowed"
    ERR_HAITEI_WITH_RINSHAN = "haitei_with_rinshan_not_allowed"
    ERR_HOUTEI_WITH_CHANKAN = "houtei_with_chankan_not_allowed"
    ERR_TENHOU_NOT_AS_DEALER = "tenhou_not_as_dealer_not_allowed"
    ERR_TENHOU_WITHOUT_TSUMO = "tenhou_without_tsumo_not_allowed"
    ERR_TENHOU_WITH_MELD = "tenhou_with_meld_not_allowed"
    ERR_CHIIHOU_AS_DEALER = "chiihou_as_dealer_not_allowed"
    ERR_CHIIHOU_WITHOUT_TSUMO = "chiihou_without_tsumo_not_allowed"
    ERR_CHIIHOU_WITH_MELD = "chiihou_with_meld_not_allowed"
    ERR_RENHOU_AS_DEALER = "renhou_as_dealer_not_allowed"
    ERR_RENHOU_WITH_TSUMO = "renhou_with_tsumo_not_allowed"
    ERR_RENHOU_WITH_MELD = "renhou_with_meld_not_allowed"

    @staticmethod
    def estimate_hand_value(
        tiles: Collection[int],
        win_tile: int,
        melds: Collection[Meld] | None = None,
        dora_indicators: Collection[int] | None = None,
        config: HandConfig | None = None,
        scores_calculator_factory: type[ScoresCalculator] = ScoresCalculator,
        ura_dora_indicators: Collection[int] | None = None,
    ) -> HandResponse:
        """Score 136-ids, the winning one and those of melds among them."""
        config = config or HandConfig()
        melds = melds or ()
        calculator = scores_calculator_factory()
        is_open = any(meld.opened for meld in melds)
        if config.is_nagashi_mangan:
            nagashi = config.yaku.nagashi_mangan
            cost = calculator.calculate_scores(nagashi.han_closed, 30, config, False)
            return HandResponse(cost, nagashi.han_closed, 30, [nagashi])
        if win_tile not in tiles:
            return HandResponse(error=HandCalculator.ERR_NO_WINNING_TILE)
        error = _contradiction(config, melds, is_open)
        if error:
            return HandResponse(error=error)

        counts = TilesConverter.to_34_array(tiles)
        bonus = _bonus(tiles, counts, config, dora_indicators or (), ura_dora_indicators or ())
        if scores_calculator_factory is ScoresCalculator and _is_usual(config):
            answer = _by_core(counts, win_tile, melds, bonus, config)
            if answer is not None:
                return answer
        best = readings.best(counts, win_tile, melds, bonus, config, calculator)
        if best is None:
            return HandResponse(error=HandCalculator.ERR_HAND_NOT_WINNING)
        if best.cost is None:
            return HandResponse(error=HandCalculator.ERR_NO_YAKU)
        return HandResponse(best.cost, best.han, best.fu, best.yaku, None, best.parts, is_open)


def _bonus(
    tiles: Collection[int],
    counts: list[int],
    config: HandConfig,
    dora: Collection[int],
    ura: Collection[int],
) -> readings.Bonus:
    """Han of the bonus tiles, Norths set aside among them."""
    three, north = config.options.is_three_player, max(0, config.num_nuki_dora)
    worth = build_dora_count_map(dora, three)
    shown = count_dora_for_hand(counts, worth) + north * (worth.get(NORTH, 0) + 1)
    under = 0
    if ura and (config.is_riichi or config.is_daburu_riichi):
        worth = build_dora_count_map(ura, three)
        under = count_dora_for_hand(counts, worth) + north * worth.get(NORTH, 0)
    red = sum(tile in AKA_DORAS for tile in tiles) if config.options.has_aka_dora else 0
    return readings.Bonus(shown, red, under)


def _is_usual(config: HandConfig) -> bool:
    """The core has what the configuration asks for, and nobody has touched the yaku."""
    return (
        "yaku" not in config.__dict__
        and config.options.kazoe_limit != HandConfig.KAZOE_NO_LIMIT
        and not config.is_open_riichi
        and not config.paarenchan
        and (config.player_wind is None or EAST <= config.player_wind <= NORTH)
        and (config.round_wind is None or EAST <= config.round_wind <= NORTH)
    )


def _by_core(
    counts: list[int],
    win_tile: int,
    melds: Collection[Meld],
    bonus: readings.Bonus,
    config: HandConfig,
) -> HandResponse | None:
    """The core's answer; None for a yakuman, whose fu it does not count, and for odd tiles."""
    closed = list(counts)
    groups = []
    is_open = False
    for meld in melds:
        kinds = meld.tiles_34
        group, size = _MELDS.get(meld.type or "", (0, 0))
        if len(kinds) != size:
            return None
        if meld.opened:
            is_open = True
        elif meld.type == Meld.KAN:
            group = _ANKAN
        else:
            return None  # a group that was not called
        for kind in kinds:
            closed[kind] -= 1
        groups.append((group, min(kinds)))
    options = config.options
    if is_open and not options.fu_for_open_pinfu:
        return None
    on = (
        config.is_tsumo,
        config.is_riichi and not config.is_daburu_riichi,
        config.is_daburu_riichi,
        config.is_ippatsu,
        config.is_rinshan,
        config.is_chankan,
        config.is_haitei,
        config.is_houtei,
        config.is_tenhou,
        config.is_chiihou,
        config.is_renhou,
    )
    try:
        scored = _core.score_parts(
            closed,
            groups,
            win_tile // 4,
            _NOBODYS_SEAT if config.player_wind is None else config.player_wind,
            _NOBODYS_ROUND if config.round_wind is None else config.round_wind,
            sum(1 << bit for bit, flag in enumerate(on) if flag),
            bonus.dora,
            bonus.aka,
            bonus.ura,
            _rules_of(options),
        )
    except Error:
        return None
    if scored.reason == "not_complete":
        return HandResponse(error=HandCalculator.ERR_HAND_NOT_WINNING)
    special_pairs = options.has_daisharin or options.has_daichisei
    if special_pairs and not groups and closed.count(2) == 7:
        return None
    if not scored.is_win:
        return HandResponse(error=HandCalculator.ERR_NO_YAKU)
    if scored.yakuman:
        return None
    cost = ScoresCalculator.calculate_scores(scored.han, scored.fu, config, False)
    yaku = [_yaku_of(name, han, config) for name, han in scored.yaku]
    answer = HandResponse(cost, scored.han, scored.fu, yaku, None, None, is_open)
    # The parts of the fu are asked for seldom, and cost more than the rest.
    asked = counts, win_tile, tuple(melds), bonus, copy.copy(config), ScoresCalculator()
    answer.later(functools.partial(_parts_of, asked))
    return answer


def _parts_of(asked: readings.Asked) -> list[FuDetail]:
    reading = readings.best(*asked)
    return reading.parts if reading else []


_BONUS = ("dora", "aka_dora", "ura_dora")
_WINDS = ("east", "south", "west", "north")


def _yaku_of(name: str, han: int, config: HandConfig) -> Yaku:
    if name in _BONUS:
        return readings.worth(cast(Yaku, getattr(_EVERY, name)), han)
    if name == "seat_wind":
        name += "_" + _WINDS[(config.player_wind or EAST) - EAST]
    elif name == "round_wind":
        name += "_" + _WINDS[(config.round_wind or EAST) - EAST]
    return cast(Yaku, getattr(_EVERY, NAMES.get(name, name)))


def _contradiction(config: HandConfig, melds: Collection[Meld], is_open: bool) -> str | None:
    """The first of the package's errors that the circumstances make."""
    riichi = config.is_riichi or config.is_daburu_riichi
    known = bool(config.player_wind)
    checks = (
        ("OPEN_HAND_RIICHI", config.is_riichi and not config.is_daburu_riichi and is_open),
        ("OPEN_HAND_DABURI", config.is_daburu_riichi and is_open),
        ("IPPATSU_WITHOUT_RIICHI", config.is_ippatsu and not riichi),
        ("CHANKAN_WITH_TSUMO", config.is_chankan and config.is_tsumo),
        ("RINSHAN_WITHOUT_TSUMO", config.is_rinshan and not config.is_tsumo),
        ("HAITEI_WITHOUT_TSUMO", config.is_haitei and not config.is_tsumo),
        ("HOUTEI_WITH_TSUMO", config.is_houtei and config.is_tsumo),
        ("HAITEI_WITH_RINSHAN", config.is_haitei and config.is_rinshan),
        ("HOUTEI_WITH_CHANKAN", config.is_houtei and config.is_chankan),
        ("TENHOU_NOT_AS_DEALER", config.is_tenhou and known and not config.is_dealer),
        ("TENHOU_WITHOUT_TSUMO", config.is_tenhou and not config.is_tsumo),
        ("TENHOU_WITH_MELD", config.is_tenhou and bool(melds)),
        ("CHIIHOU_AS_DEALER", config.is_chiihou and known and config.is_dealer),
        ("CHIIHOU_WITHOUT_TSUMO", config.is_chiihou and not config.is_tsumo),
        ("CHIIHOU_WITH_MELD", config.is_chiihou and bool(melds)),
        ("RENHOU_AS_DEALER", config.is_renhou and known and config.is_dealer),
        ("RENHOU_WITH_TSUMO", config.is_renhou and config.is_tsumo),
        ("RENHOU_WITH_MELD", config.is_renhou and bool(melds)),
    )
    for name, wrong in checks:
        if wrong:
            error: str = getattr(HandCalculator, f"ERR_{name}")
            return error
    return None
