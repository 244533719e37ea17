"""Rule sets with scoring switches at random."""

from __future__ import annotations

import random
from functools import cache

import oshihiki as oh
from oshihiki.rules import Rules

_SWITCHES = (
    *("kuitan", "ippatsu", "ura", "kiriage", "rinshan_fu", "pinfu_tsumo", "open_pinfu_30"),
    *("double_kokushi_13", "double_suuankou_tanki", "double_junsei_chuuren"),
    *("double_daisuushii", "ryuuiisou_hatsu"),
)


@cache
def _profile(name: str) -> Rules:
    return oh.rules.load(name)


def random_rules(rng: random.Random) -> Rules:
    """A profile, half of the time with its scoring switches thrown anew."""
    rules = _profile(rng.choice(oh.rules.names()))
    if rng.random() < 0.5:
        return rules
    changes: dict[str, object] = {name: rng.random() < 0.5 for name in _SWITCHES}
    changes |= {
        "double_wind_fu": rng.choice((2, 4)),
        "thirteen_han": rng.choice(("kazoe_yakuman", "yonbaiman", "sanbaiman")),
        "yakuman_cap": rng.choice((0, 0, 1, 2)),
        "renhou": rng.choice(("none", "han5", "mangan", "yakuman")),
        "two_han_honba": rng.choice((0, 1, 2, 5)),
        "honba_ron": rng.choice((0, 300, 1500)),
        "honba_tsumo": rng.choice((0, 100, 500)),
    }
    if rules.players == 3:
        changes["tsumo_loss"] = rng.choice(("loss", "bisect", "full"))
    return rules.replace(**changes)
