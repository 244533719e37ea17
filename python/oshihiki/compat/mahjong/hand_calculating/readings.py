"""The value of a hand by trying each reading: slow, and with every option of the package."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeVar

from oshihiki.compat.mahjong.constants import CHUN, HAKU, HATSU
from oshihiki.compat.mahjong.hand_calculating.divider import HandDivider
from oshihiki.compat.mahjong.hand_calculating.fu import FuCalculator, FuDetail
from oshihiki.compat.mahjong.hand_calculating.hand_config import HandConfig
from oshihiki.compat.mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from oshihiki.compat.mahjong.hand_calculating.yaku import Yaku
from oshihiki.compat.mahjong.meld import Meld

__all__ = ["Asked", "Bonus", "Reading", "best", "worth"]

Y = TypeVar("Y", bound=Yaku)


class Bonus(NamedTuple):
    """Han of the bonus tiles of a hand."""

    dora: int
    aka: int
    ura: int


class Reading(NamedTuple):
    """A reading's value; no cost where it has no yaku."""

    cost: ScoresResult | None
    han: int
    fu: int
    yaku: list[Yaku]
    parts: list[FuDetail]


#: What :func:`best` is asked.
Asked = tuple[Sequence[int], int, Collection[Meld], Bonus, HandConfig, ScoresCalculator]


def worth(yaku: Y, han: int) -> Y:
    """The yaku with han of its own in this hand."""
    out = copy.copy(yaku)
    if yaku.han_open:
        out.han_open = han
    out.han_closed = han
    return out


def best(
    counts: Sequence[int],
    win_tile: int,
    melds: Collection[Meld],
    bonus: Bonus,
    config: HandConfig,
    calculator: ScoresCalculator,
) -> Reading | None:
    """The reading worth most: points, then true yakuman, han, fu, fu before rounding."""
    found = [
        _standard(hand, group, counts, win_tile, melds, bonus, config, calculator)
        for hand in HandDivider.divide_hand(counts, melds)
        for group in _won_by(win_tile // 4, hand, melds)
    ]
    if not any(m.opened for m in melds) and config.yaku.kokushi.is_condition_met(None, counts):
        found.append(_kokushi(counts, win_tile, bonus, config, calculator))
    return max(found, key=_rank, default=None)


def _limitless(calculator: ScoresCalculator) -> Callable[[list[Yaku], HandConfig], None] | None:
    """What takes away implied yaku, of a calculator that counts yakuman among the others.

    Known by name, so that a class of another's, or of a copy of these modules, is one as well.
    """
    return getattr(calculator, "aotenjou_filter_yaku", None)


def _rank(reading: Reading) -> tuple[int, bool, int, int, int]:
    return (
        reading.cost["total"] if reading.cost else -1,
        any(yaku.is_yakuman for yaku in reading.yaku),
        reading.han,
        reading.fu,
        sum(part["fu"] for part in reading.parts),
    )


def _won_by(kind: int, hand: list[list[int]], melds: Collection[Meld]) -> Iterator[list[int]]:
    """Each group that the winning tile may have completed, once."""
    called = [sorted(m.tiles_34) for m in melds if m.opened]
    seen = []
    for group in hand:
        if group in called:
            called.remove(group)
        elif kind in group and group not in seen:
            seen.append(group)
            yield group


def _circumstances(config: HandConfig, is_open: bool) -> list[Yaku]:
    every, options = config.yaku, config.options
    shown = config.is_open_riichi
    found: list[tuple[bool, Yaku]] = [
        (config.is_tsumo and not is_open, every.tsumo),
        (config.is_ippatsu, every.ippatsu),
        (config.is_rinshan, every.rinshan),
        (config.is_chankan, every.chankan),
        (config.is_haitei, every.haitei),
        (config.is_houtei, every.houtei),
        (config.is_renhou, every.renhou_yakuman if options.renhou_as_yakuman else every.renhou),
        (config.is_tenhou, every.tenhou),
        (config.is_chiihou, every.chiihou),
    ]
    if config.is_daburu_riichi:
        found.append((True, every.daburu_open_riichi if shown else every.daburu_riichi))
    elif config.is_riichi:
        found.append((True, every.open_riichi if shown else every.riichi))
    if _is_sashikomi(config):
        found.append((True, every.sashikomi))
    return [yaku for applies, yaku in found if applies]


def _is_sashikomi(config: HandConfig) -> bool:
    riichi = config.is_riichi or config.is_daburu_riichi
    ron = config.is_open_riichi and riichi and not config.is_tsumo
    return ron and config.options.has_sashikomi_yakuman


def _of_shape(
    hand: list[list[int]],
    counts: Sequence[int],
    win_tile: int,
    melds: Collection[Meld],
    config: HandConfig,
    is_open: bool,
) -> list[Yaku]:
    """Yaku and yakuman of the groups."""
    every, options = config.yaku, config.options
    plain: tuple[Yaku, ...] = (
        *(every.chiitoitsu, every.chinitsu, every.honitsu, every.tsuisou, every.honroto),
        *(every.chinroto, every.ryuisou, every.chantai, every.junchan, every.ittsu),
        *(every.sanshoku, every.toitoi, every.sanshoku_douko, every.shosangen),
        *(every.haku, every.hatsu, every.chun),
        *(every.daisangen, every.shosuushi, every.daisuushi),
    )
    found = [yaku for yaku in plain if yaku.is_condition_met(hand)]
    others: list[tuple[bool, Yaku, tuple[object, ...]]] = [
        (not is_open or options.has_open_tanyao, every.tanyao, ()),
        (options.has_daichisei, every.daichisei, ()),
        (True, every.sanankou, (win_tile, melds, config.is_tsumo)),
        (True, every.sankantsu, (melds,)),
        (True, every.suukantsu, (melds,)),
    ]
    for wind in ("east", "south", "west", "north"):
        others.append((True, getattr(every, f"seat_wind_{wind}"), (config.player_wind,)))
        others.append((True, getattr(every, f"round_wind_{wind}"), (config.round_wind,)))
    found += [yaku for on, yaku, given in others if on and yaku.is_condition_met(hand, *given)]
    if options.has_daisharin and every.daisharin.is_condition_met(
        hand, options.has_daisharin_other_suits
    ):
        wheels = copy.copy(every.daisharin)
        wheels.rename(hand)
        found.append(wheels)
    if not is_open:
        if every.ryanpeiko.is_condition_met(hand):
            found.append(every.ryanpeiko)
        elif every.iipeiko.is_condition_met(hand):
            found.append(every.iipeiko)
    held = counts[win_tile // 4]
    if not melds and every.chuuren_poutou.is_condition_met(hand):
        found.append(every.daburu_chuuren_poutou if held in (2, 4) else every.chuuren_poutou)
    if not is_open and every.suuankou.is_condition_met(hand, win_tile, config.is_tsumo):
        found.append(every.suuankou_tanki if held == 2 else every.suuankou)
    return found


def _eighth_wins(config: HandConfig) -> Yaku:
    won = copy.copy(config.yaku.paarenchan)
    won.set_paarenchan_count(config.paarenchan)
    return won


def _singled(yaku: Yaku, config: HandConfig) -> Yaku:
    """A special wait counts once where there are no double yakuman."""
    every = config.yaku
    doubles = (
        *(every.daburu_kokushi, every.suuankou_tanki),
        *(every.daburu_chuuren_poutou, every.daisuushi),
    )
    return yaku if config.options.has_double_yakuman or yaku not in doubles else worth(yaku, 13)


def _standard(
    hand: list[list[int]],
    group: list[int],
    counts: Sequence[int],
    win_tile: int,
    melds: Collection[Meld],
    bonus: Bonus,
    config: HandConfig,
    calculator: ScoresCalculator,
) -> Reading:
    every, options = config.yaku, config.options
    is_open = any(m.opened for m in melds)
    valued = [HAKU, HATSU, CHUN, config.player_wind, config.round_wind]
    parts, fu = FuCalculator.calculate_fu(hand, win_tile, group, config, valued, melds)
    yaku = _circumstances(config, is_open)
    yaku += _of_shape(hand, counts, win_tile, melds, config, is_open)
    if len(parts) == 1 and len(hand) == 5 and not is_open:
        yaku.append(every.pinfu)
    if config.paarenchan > 0 and (yaku or not options.paarenchan_needs_yaku):
        yaku.append(_eighth_wins(config))
    yakuman = [one for one in yaku if one.is_yakuman]
    without_implied = _limitless(calculator)
    if yakuman and without_implied:
        without_implied(yaku, config)
        yakuman = []
    yaku = [_singled(one, config) for one in yakuman or yaku]
    han = sum(one.han_open if is_open and one.han_open else one.han_closed for one in yaku)
    if han == 0:
        return Reading(None, 0, fu, yaku, parts)
    if not yakuman:
        yaku += _bonus_yaku(bonus, config)
        han += sum(bonus)
    if options.limit_to_sextuple_yakuman and not without_implied:
        han = min(han, 78)
    cost = calculator.calculate_scores(han, fu, config, bool(yakuman))
    return Reading(cost, han, fu, yaku, parts)


def _bonus_yaku(bonus: Bonus, config: HandConfig) -> list[Yaku]:
    every = config.yaku
    kinds = zip((every.dora, every.aka_dora, every.ura_dora), bonus, strict=True)
    return [worth(yaku, han) for yaku, han in kinds if han]


def _kokushi(
    counts: Sequence[int],
    win_tile: int,
    bonus: Bonus,
    config: HandConfig,
    calculator: ScoresCalculator,
) -> Reading:
    every, options = config.yaku, config.options
    thirteen = counts[win_tile // 4] == 2
    found: list[tuple[bool, Yaku]] = [
        (True, every.daburu_kokushi if thirteen else every.kokushi),
        (_is_sashikomi(config), every.sashikomi),
        (config.is_renhou and options.renhou_as_yakuman, every.renhou_yakuman),
        (config.is_tenhou, every.tenhou),
        (config.is_chiihou, every.chiihou),
    ]
    yaku = [_singled(one, config) for applies, one in found if applies]
    if config.paarenchan > 0:
        yaku.append(_eighth_wins(config))
    fu = 0
    if _limitless(calculator):
        fu = 30 if config.is_tsumo else 40
        yaku += _bonus_yaku(bonus._replace(aka=0), config)
    han = sum(one.han_closed for one in yaku)
    cost = calculator.calculate_scores(han, fu, config, True)
    return Reading(cost, han, fu, yaku, [])
