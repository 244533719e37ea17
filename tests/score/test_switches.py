"""Every scoring switch at each of its values: what a hand that feels it is worth there."""

from typing import Any

import pytest

import oshihiki as oh
from oshihiki.score import hand_points

PINFU = {"hand": "345p67s88m234p567m", "win": "8s"}
TABLE: dict[str, tuple[dict[str, Any], dict[Any, tuple[int, int, int, int]]]] = {
    # rule: (hand, {value: (han, fu, yakuman, points)})
    "kiriage": (
        PINFU | {"riichi": True, "ippatsu": True},
        {False: (4, 30, 0, 7700), True: (4, 30, 0, 8000)},
    ),
    "double_wind_fu": (
        {"hand": "111m234p567p78s11z", "win": "9s", "seat_wind": "E", "riichi": True},
        {2: (1, 40, 0, 2000), 4: (1, 50, 0, 2400)},
    ),
    "rinshan_fu": (
        {"hand": "46p456s789m11s", "win": "5p", "melds": "daiminkan:2222m", "tsumo": True}
        | {"rinshan": True},
        {False: (1, 30, 0, 1100), True: (1, 40, 0, 1500)},
    ),
    "pinfu_tsumo": (
        PINFU | {"tsumo": True},
        {True: (3, 20, 0, 2700), False: (2, 30, 0, 2000)},
    ),
    "open_pinfu_30": (
        {"hand": "345p67s88m234p", "win": "8s", "melds": "chi:567m"},
        {True: (1, 30, 0, 1000), False: (1, 20, 0, 700)},
    ),
    "kuitan": (
        {"hand": "345p67s88m234p", "win": "8s", "melds": "chi:567m"},
        {True: (1, 30, 0, 1000), False: (0, 0, 0, 0)},
    ),
    "ippatsu": (
        PINFU | {"riichi": True, "ippatsu": True},
        {True: (4, 30, 0, 7700), False: (3, 30, 0, 3900)},
    ),
    "ura": (
        PINFU | {"riichi": True, "ura": "4m"},
        {True: (4, 30, 0, 7700), False: (3, 30, 0, 3900)},
    ),
    "reds": (
        {"hand": "340p67s88m234p567m", "win": "8s"},
        {"0m0p0s": (3, 30, 0, 3900), "": (2, 30, 0, 2000), "0m0s": (2, 30, 0, 2000)},
    ),
    "thirteen_han": (
        {"hand": "2233445566788p", "win": "7p", "tsumo": True, "riichi": True},
        {
            "kazoe_yakuman": (13, 20, 0, 32000),
            "yonbaiman": (13, 20, 0, 32000),
            "sanbaiman": (13, 20, 0, 24000),
        },
    ),
    "yakuman_cap": (
        {"hand": "1112223334455z", "win": "4z", "tsumo": True},
        {0: (0, 0, 3, 96000), 1: (0, 0, 1, 32000), 2: (0, 0, 2, 64000), 4: (0, 0, 3, 96000)},
    ),
    "double_kokushi_13": (
        {"hand": "19m19p19s1234567z", "win": "1m"},
        {False: (0, 0, 1, 32000), True: (0, 0, 2, 64000)},
    ),
    "double_suuankou_tanki": (
        {"hand": "222m333m444p666s5z", "win": "5z"},
        {False: (0, 0, 1, 32000), True: (0, 0, 2, 64000)},
    ),
    "double_junsei_chuuren": (
        {"hand": "1112345678999m", "win": "5m"},
        {False: (0, 0, 1, 32000), True: (0, 0, 2, 64000)},
    ),
    "double_daisuushii": (
        {"hand": "11m11122233344z", "win": "4z"},
        {False: (0, 0, 1, 32000), True: (0, 0, 2, 64000)},
    ),
    "renhou": (
        {"hand": "234m567p789m45s11p", "win": "6s", "renhou": True},
        {
            "none": (1, 30, 0, 1000),
            "han5": (6, 30, 0, 12000),
            "mangan": (5, 0, 0, 8000),
            "yakuman": (0, 0, 1, 32000),
        },
    ),
    "ryuuiisou_hatsu": (
        # Without green dragons: chinitsu, tanyao, toitoi, sanankou.
        {"hand": "2223334466688s", "win": "4s"},
        {False: (0, 0, 1, 32000), True: (11, 50, 0, 24000)},
    ),
    "haitei_rinshan": (
        {"hand": "46p456s11s", "win": "5p", "melds": "ankan:5555z chi:789m", "tsumo": True}
        | {"rinshan": True, "haitei": True},
        {True: (3, 60, 0, 7900)},
    ),
    "two_han_honba": (
        {"hand": "345p67s88m234p", "win": "8s", "melds": "chi:567m", "dora": "4m", "honba": 5},
        {0: (2, 30, 0, 3500), 5: (0, 0, 0, 0), 6: (2, 30, 0, 3500)},
    ),
    "honba_ron": (
        PINFU | {"honba": 2},
        {0: (2, 30, 0, 2000), 300: (2, 30, 0, 2600), 1500: (2, 30, 0, 5000)},
    ),
    "honba_tsumo": (
        PINFU | {"tsumo": True, "honba": 2},
        {0: (3, 20, 0, 2700), 100: (3, 20, 0, 3300), 500: (3, 20, 0, 5700)},
    ),
}
# Three han 30 fu of three players, a share of 1,000 (2,000 for a dealer's win) absent.
LOSS: dict[tuple[str, str], tuple[int, ...]] = {
    ("loss", "S"): (2000, 1000),
    ("bisect", "S"): (2500, 1500),
    ("full", "S"): (2600, 1300),
    ("loss", "E"): (2000, 2000),
    ("bisect", "E"): (3000, 3000),
    ("full", "E"): (2900, 2900),
}


CASES = [
    pytest.param(name, value, hand, expected, id=f"{name}={value}")
    for name, (hand, values) in TABLE.items()
    for value, expected in values.items()
]


@pytest.mark.parametrize(("name", "value", "hand", "expected"), CASES)
def test_a_switch_at_a_value(
    name: str, value: Any, hand: dict[str, Any], expected: tuple[int, int, int, int]
) -> None:
    rules = oh.rules.load("tenhou").replace(**{name: value})
    s = oh.score(**hand, rules=rules)
    assert (s.han, s.fu, s.yakuman, s.total) == expected
    row = oh.score_batch(oh.HandBatch.from_rows([hand]), rules)[0]
    assert tuple(int(row[f]) for f in ("han", "fu", "yakuman", "total")) == expected


def test_haitei_on_a_replacement_tile_is_refused_where_it_is_not_the_last() -> None:
    with pytest.raises(oh.HandError, match="haitei with rinshan"):
        oh.score(**TABLE["haitei_rinshan"][0])


@pytest.mark.parametrize("loss", ["loss", "bisect", "full"])
@pytest.mark.parametrize("seat", ["S", "E"])
def test_the_absent_players_share(loss: str, seat: str) -> None:
    rules = oh.rules.load("tenhou-sanma").replace(tsumo_loss=loss)
    s = oh.score("777z456p123s78p99s", "9p", tsumo=True, riichi=True, seat_wind=seat, rules=rules)
    assert (s.han, s.fu) == (3, 30)
    assert tuple(s.payments.values()) == LOSS[loss, seat]


def test_kiriage_of_three_han_and_no_other() -> None:
    rounded = oh.rules.load("tenhou").replace(kiriage=True)
    assert hand_points(3, 60, rules=rounded) == ("mangan", (8000,))
    for han, fu in ((4, 25), (3, 50), (2, 110), (3, 30)):
        assert hand_points(han, fu, rules=rounded) == hand_points(han, fu)


def test_kokushi_robs_an_ankan_where_it_may() -> None:
    """Chankan and kokushi: the scorer counts the yakuman alone; play decides who may rob."""
    s = oh.score("19m19p19s1234566z", "7z", chankan=True)
    assert [name for name, _ in s.yaku] == ["kokushi"]
