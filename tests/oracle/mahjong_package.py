"""The PyPI package `mahjong`, or what stands in for it, asked about the same hands."""

from __future__ import annotations

import importlib
import random
from types import SimpleNamespace
from typing import Any

from oracle import hands
from oracle.hands import Hand

_MELDS = {
    hands.CHI: ("chi", True),
    hands.PON: ("pon", True),
    hands.DAIMINKAN: ("kan", True),
    hands.KAKAN: ("shouminkan", True),
    hands.ANKAN: ("kan", False),
}
_FLAGS = {
    **{f: f"is_{f}" for f in ("tsumo", "riichi", "ippatsu", "rinshan", "chankan", "haitei")},
    **{f: f"is_{f}" for f in ("houtei", "tenhou", "chiihou", "renhou")},
    "double_riichi": "is_daburu_riichi",
}


def package(root: str) -> Any:
    """The modules of a package of that layout."""
    names = ("hand", "hand_config", "scores", "fu", "divider", "yaku_config", "yaku_list")
    modules = {n: importlib.import_module(f"{root}.hand_calculating.{n}") for n in names}
    for name in ("meld", "tile", "shanten", "agari", "constants", "utils"):
        modules[name] = importlib.import_module(f"{root}.{name}")
    return SimpleNamespace(**modules)


def arguments(of: Any, hand: Hand) -> tuple[Any, ...]:
    """Tiles, winning tile, melds, indicators, ura indicators and circumstances."""
    tiles, win, melds = hands.ids_of(hand)
    circumstances = dict.fromkeys((_FLAGS[flag] for flag in sorted(hand.flags)), True)
    circumstances |= {
        "player_wind": hand.seat_wind,
        "round_wind": hand.round_wind,
        "kyoutaku_number": hand.deposits,
        "tsumi_number": hand.honba,
    }
    return (
        tiles,
        win,
        [of.meld.Meld(_MELDS[type_][0], ids, _MELDS[type_][1]) for type_, ids in melds],
        [4 * kind for kind in hand.dora],
        [4 * kind for kind in hand.ura],
        circumstances,
    )


def ask(
    of: Any,
    hand: Hand,
    options: dict[str, Any],
    more: dict[str, Any] | None = None,
    aotenjou: bool = False,
) -> Any:
    """The package's answer."""
    tiles, win, melds, dora, ura, circumstances = arguments(of, hand)
    config = of.hand_config.HandConfig(
        **circumstances, options=of.hand_config.OptionalRules(**options), **more or {}
    )
    calculator = of.scores.Aotenjou if aotenjou else of.scores.ScoresCalculator
    return of.hand.HandCalculator.estimate_hand_value(
        tiles, win, melds, dora, config, calculator, ura
    )


def told(answer: Any) -> dict[str, Any]:
    """All that an answer says."""
    yaku = answer.yaku and [
        (y.yaku_id, str(y), y.han_open, y.han_closed, y.is_yakuman) for y in answer.yaku
    ]
    return {
        "text": str(answer),
        **{name: getattr(answer, name) for name in ("error", "han", "fu", "cost")},
        **{name: getattr(answer, name) for name in ("fu_details", "is_open_hand")},
        "yaku": yaku,
    }


def random_options(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any], bool]:
    """Options, circumstances that only the package has, and whether limits are off."""

    def often(share: float = 0.5) -> bool:
        return rng.random() < share

    options = {
        **{f"has_{n}": often() for n in ("open_tanyao", "aka_dora", "double_yakuman")},
        **{f"has_{n}": often() for n in ("daisharin", "sashikomi_yakuman", "daichisei")},
        "has_daisharin_other_suits": often(0.3),
        "kazoe_limit": rng.randrange(3),
        "kiriage": often(),
        "fu_for_open_pinfu": often(0.7),
        "fu_for_pinfu_tsumo": often(0.3),
        "renhou_as_yakuman": often(),
        "limit_to_sextuple_yakuman": often(0.8),
        "paarenchan_needs_yaku": often(),
        "is_three_player": often(0.3),
    }
    more: dict[str, Any] = {
        "is_open_riichi": often(0.1),
        "paarenchan": rng.choice([0] * 8 + [1, 2]),
        "num_nuki_dora": rng.choice([0] * 5 + [1, 4]),
    }
    if often(0.02):
        more["is_nagashi_mangan"] = True
    return options, more, often(0.1)
