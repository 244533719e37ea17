"""Every rule option at its values: a situation each in which any two values differ.

A row names an option, the values it is tried at, and a probe: what comes of a situation under given
rules. The values of an option that is a choice are all of its values; of a number those that mean
something. The test of the table fails when a rule is added without a row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

import oshihiki as oh
from oshihiki import settle, wall
from oshihiki.play import Action, ActionType, Round, Standing
from oshihiki.rules import Rules
from play.rows import TENPAI
from play.rows_end import READY, RIVER, SIMPLES, THREE_RONS
from play.scene import Scene, codes

Probe = Callable[[Rules], Any]


@dataclass(frozen=True)
class Option:
    """The values an option is tried at, the probe, and what else must change.

    ``base`` is a profile or its name; ``along`` gives the changes that a value needs beside it.
    """

    values: Sequence[Any]
    probe: Probe
    base: str = "tenhou"
    change: dict[str, Any] = field(default_factory=dict)
    along: dict[Any, dict[str, Any]] = field(default_factory=dict)


# ---- probes -------------------------------------------------------------------------------------


def seen(scene: Scene) -> Any:
    """All that can be told of a round from outside."""
    r = scene.round
    legal = {seat: scene.texts(seat) for seat in r.waiting}
    result = {k: v for k, v in r.result.items() if k != "scores"} if r.over else None
    points = {s: (v["points"], v["han"], v["yakuman"]) for s, v in r.result["scores"].items()}
    following = r.next_standing() if r.over else None
    events = [(e.type.name, e.seat, e.value) for e in r.events]
    return legal, result, points, following, events, r.scores, r.deposits, r.live_left


def scene(hands: dict[int, str], draws: Any = "", play: str = "", **at: Any) -> Probe:
    return lambda rules: seen(Scene(hands, draws, rules=rules, **at).play(play))


def both(*probes: Probe) -> Probe:
    return lambda rules: [probe(rules) for probe in probes]


def placed(*scores: int, deposits: int = 0, chombos: Sequence[int] = ()) -> Probe:
    return lambda rules: settle.place(
        Standing(list(scores), deposits=deposits), rules, chombos=chombos
    )


def followed(outcome: str, *scores: int, wind: int = 0, dealer: int = 0, **how: Any) -> Probe:
    def probe(rules: Rules) -> Standing | None:
        standing = Standing(list(scores or (25000,) * 4), wind=wind, dealer=dealer, honba=1)
        return settle.next_round(standing, outcome, rules=rules, **how)

    return probe


def scored(hand: str, win: str, **how: Any) -> Probe:
    def probe(rules: Rules) -> Any:
        s = oh.score(hand, win, rules=rules, **how)
        return s.is_win, s.reason, s.han, s.fu, s.yakuman, s.total, s.limit, s.yaku

    return probe


def first_callers(rules: Rules) -> set[int]:
    hands = {0: "8m258p369s123456z", 1: "79m147p258s12356z", 2: "88m369p147s12357z"}
    callers = set()
    for key in range(30):
        s = Scene(hands, "9p", rules=rules)
        s.round = Round(rules, wall=s.round._round.wall, key=key)
        callers.add(s.play("0 8m; 1 chi 79m 2 pon").round.turn)
    return callers


def declared_falsely(rules: Rules) -> Any:
    s = Scene({0: "258m147p369s1234z"}, "9s", rules=rules)
    try:
        s.round.step(Action(ActionType.riichi << 7 | codes("9s")[0]), chombo=True)
    except oh.IllegalActionError:
        return "refused"
    return seen(s)


def can_be_played(rules: Rules) -> bool:
    try:
        Round(rules)
    except oh.RulesError:
        return False
    return True


def size_of_table(rules: Rules) -> Any:
    return wall.in_order(rules).text, len(settle.start_of_match(rules).scores)


OPEN_TANYAO = {1: "345p67s88m234p46m2z"}
CHI_5M = "0 5m; 1 chi 46m; 1 2z; 2 1z; 3 1z; 0 "
DRAGONS = {1: "556677z239m9p119s"}
FED = "0 5z; 1 pon; 1 9m; 2 1z; 3 6z; 1 pon; 1 9p; 2 7z; 1 pon; 1 9s; 2 2z; "
STACKED = {1: "5566771133z9m9p9s"}  # all honours beside the dragons
WINDS = {1: "11223344z2p19m9p9s"}
FED_WIND = "0 1z; 1 pon; 1 1m; 2 5z; 3 2z; 1 pon; 1 9m; 2 3z; 1 pon; 1 9p; 2 4z; 1 pon; 1 9s; "
FOUR_KANS = {0: "222m888m222p888p3s"}
FOURTH_FED = (
    "0 ankan 2m; 0 ankan 8m; 0 ankan 2p; 0 2z; 1 3z; 2 8p; 0 kan; 0 tsumo"  # of seat 2's tile
)
OPEN_KAN = {0: "1z258m369p147s234z", 1: "111z234567m45s11p"}
ADDED_KAN = {0: "66s258p147m12377z", 2: TENPAI}
ADD_7Z = "0 9s; 1 7z; 0 pon; 0 1z; 1 9p; 2 9s; 3 9s; 0 kakan 7z"
RINSHAN_LAST = {0: "888m234678p45s99p"}
NINE = "19m19p19s123z2468p"


def kan_dora(hands: dict[int, str], draws: str, kan: str, discard: str) -> Probe:
    return scene(hands, draws, f"{kan}; {discard}", dora="5z9p", replacement="3s")


def fed_kan(at: str, **more: Any) -> Probe:
    return scene(OPEN_KAN, "9s", at, replacement="6s", dora="5z5z", **more)


SANMA = {"reds": "0p0s", "uma": [20000, 0, -20000, 0], "noten_pool": 2000, "chi": False}

OPTIONS: dict[str, Option] = {
    # points
    "players": Option((3, 4), size_of_table, change=SANMA, along={4: {"noten_pool": 3000}}),
    "start": Option((25000, 30000), settle.start_of_match),
    "return_points": Option((25000, 30000), placed(40000, 30000, 20000, 10000)),
    "target": Option(
        (30000, 40000), followed("ron", 35000, 25000, 20000, 20000, wind=1, dealer=3, winners=[0])
    ),
    "oka": Option((0, 20000), placed(40000, 30000, 20000, 10000)),
    "uma_kind": Option(("fixed", "floating"), placed(40000, 24000, 20000, 16000)),
    "uma": Option(
        ([20000, 10000, -10000, -20000], [15000, 5000, -5000, -15000]),
        placed(40000, 30000, 20000, 10000),
    ),
    "uma_one_above": Option(
        ([12000, -1000, -3000, -8000], [9000, -1000, -2000, -6000]),
        placed(40000, 24000, 20000, 16000),
        change={"uma_kind": "floating"},
    ),
    "uma_three_above": Option(
        ([8000, 3000, 1000, -12000], [6000, 3000, 0, -9000]),
        placed(34000, 30000, 26000, 10000),
        change={"uma_kind": "floating"},
    ),
    "ties": Option(("seat_order", "shared"), placed(30000, 30000, 22000, 18000)),
    "rounding": Option(("exact", "half_away", "five_down"), placed(41200, 29800, 18500, 10500)),
    "leftover": Option(
        ("first", "first_shared", "nobody"), placed(34000, 34000, 20000, 10000, deposits=2)
    ),
    "bust": Option(
        ("never", "below_zero", "zero_or_below"),
        both(
            followed("ron", -100, 40100, 30000, 30000, winners=[1]),
            followed("ron", 0, 40000, 30000, 30000, winners=[1]),
        ),
    ),
    "riichi_below_1000": Option(
        (False, True), scene({0: TENPAI}, "9s", scores=[900, 33000, 33000, 33100])
    ),
    "noten_pool": Option((0, 3000, 6000), lambda rules: settle.noten([1], rules)),
    "honba_ron": Option((200, 300, 1500), scene({1: TENPAI}, "6s", "0 6s; 1 ron", honba=1)),
    "honba_tsumo": Option((100, 500), scene({1: TENPAI}, "9s6s", "0 9s; 1 tsumo", honba=1)),
    # length
    "length": Option(
        ("tonpuu", "hanchan"), followed("ron", 35000, 25000, 20000, 20000, dealer=3, winners=[0])
    ),
    "renchan": Option(
        ("win_or_tenpai", "win", "none"),
        both(followed("exhaustive", tenpai=[0]), followed("tsumo", winners=[0])),
    ),
    "abort_renchan": Option((False, True), scene({0: NINE}, "6m", "0 nine")),
    "honba_on_draw": Option((False, True), scene({0: NINE}, "6m", "0 nine")),
    "agari_yame": Option(
        (False, True), followed("tsumo", 24000, 24000, 22000, 30000, wind=1, dealer=3, winners=[3])
    ),
    "tenpai_yame": Option(
        (False, True),
        followed("exhaustive", 24000, 24000, 22000, 30000, wind=1, dealer=3, tenpai=[3]),
    ),
    "extension": Option(
        (False, True), followed("ron", 26000, 26000, 24000, 24000, wind=1, dealer=3, winners=[0])
    ),
    "sudden_death": Option(
        ("dealer_repeat_first", "at_once"),
        followed("ron", 25000, 20000, 31000, 24000, wind=2, dealer=1, winners=[1, 2]),
    ),
    "chombo": Option(("impossible", "redeal", "mangan"), declared_falsely),
    "chombo_penalty": Option((0, 20000), placed(40000, 30000, 20000, 10000, chombos=[0, 1, 0, 0])),
    # tiles
    "reds": Option(("", "0m0p0s", "0p0s", "3rs", "00m"), size_of_table),
    "ippatsu": Option(
        (False, True),
        scene({1: TENPAI}, "9s9p6s", "0 9s; 1 riichi 9p; 2 6s; 1 ron", dora="5z", ura="5z"),
    ),
    "ura": Option(
        (False, True),
        scene({1: TENPAI}, "9s9p6s", "0 9s; 1 riichi 9p; 2 6s; 1 ron", dora="5z", ura="9p"),
    ),
    "kan_dora": Option(
        (False, True), kan_dora({0: "1111z258m369p147s"}, "9s", "0 ankan 1z", "0 3s")
    ),
    "kan_ura": Option(
        (False, True),
        scene(
            {0: "111m999m34567s11z"},
            "1m3z4z8s",
            "0 ankan 1m; 0 ankan 9m; 0 riichi 2z; 1 3z; 2 4z; 3 8s; 0 ron",
            replacement="9m2z",
            dora="5z5z5z",
            ura="5z4s2s",
        ),
    ),
    "reveal_ankan": Option(
        ("immediate", "before_discard", "at_discard", "after_discard"),
        kan_dora({0: "1111z258m369p147s", 2: TENPAI}, "9s", "0 ankan 1z", "0 3s; 2 ron"),
    ),
    "reveal_daiminkan": Option(
        ("immediate", "before_discard", "at_discard", "after_discard"),
        kan_dora(OPEN_KAN | {2: TENPAI}, "9s", "0 1z; 1 kan", "1 3s; 2 ron"),
    ),
    "reveal_kakan": Option(
        ("immediate", "before_discard", "at_discard", "after_discard"),
        kan_dora(ADDED_KAN, "9s7z9p9s9s7z", ADD_7Z, "0 3s; 2 ron"),
    ),
    # calls
    "chi": Option(
        (False, True), scene({0: "8m258p369s123456z", 1: "79m147p258s12356z"}, "9p", "0 8m")
    ),
    "kuitan": Option((False, True), scene(OPEN_TANYAO, "5m1z1z8s", CHI_5M + "8s", dora="5z")),
    "atozuke": Option((False, True), can_be_played),
    "kuikae_same": Option(
        (False, True),
        scene({0: "6m258p147s1234z99s", 1: "3456m147p258s123z"}, "1p", "0 6m; 1 chi 45m"),
    ),
    "kuikae_suji": Option(
        (False, True),
        scene({0: "6m258p147s1234z99s", 1: "3456m147p258s123z"}, "1p", "0 6m; 1 chi 45m"),
    ),
    "call_precedence": Option(("pon_over_chi", "first_caller"), first_callers),
    "multiple_ron": Option(
        ("one", "two", "all"),
        scene(THREE_RONS, "6s", "0 6s; 1 ron 2 ron 3 ron"),
        change={"triple_ron": False},
    ),
    "multiple_ron_honba": Option(
        ("first", "each"), scene(THREE_RONS, "6s", "0 6s; 1 ron 2 ron", honba=1)
    ),
    "multiple_ron_deposits": Option(
        ("first", "own_first"),
        scene(
            {1: THREE_RONS[2], 2: TENPAI},
            "1z1z9m1z6s",
            "0 1z; 1 1z; 2 riichi 9m; 3 1z; 0 6s; 1 ron 2 ron",
        ),
    ),
    # riichi
    "riichi_min_wall": Option(
        (0, 1, 4, 70),
        both(
            scene({1: TENPAI}, "", "..0"),
            scene({2: TENPAI}, "", "..3"),
            scene({1: TENPAI}, "", "..4"),
        ),
    ),
    "ronned_deposit_returned": Option(
        (False, True), scene({0: "123789m123789p5s", 1: TENPAI}, "6s", "0 riichi 6s; 1 ron")
    ),
    "furiten_riichi": Option(
        (False, True), scene({1: TENPAI}, "9s3s9p9p1z9m", "0 9s; 1 3s; 2 9p; 3 9p; 0 1z")
    ),
    "riichi_ankan": Option(
        ("never", "structure", "waits"),
        both(
            *(
                scene({0: hand}, f"{first}2z3z4z1m", f"0 riichi {first}; 1 2z; 2 3z; 3 4z")
                for hand, first in (("111222333m45s99p", "9s"), ("111m234p567p99s45s", "9p"))
            )
        ),
    ),
    "furiten_end": Option(
        ("own_discard", "own_draw_or_call"),
        lambda rules: bool(
            Scene({1: TENPAI}, "6s9s", rules=rules).play("0 6s; 1 pass").round.view(1)["furiten"]
        ),
    ),
    "yakuless_pass_furiten": Option(
        (False, True),
        scene({2: "23m123p78999s444z"}, "1z1z1z4m1m", "0 1z; 1 1z; 2 1z; 3 4m; 0 1m"),
    ),
    "dead_wait": Option(
        ("own_hand", "own_hand_and_melds", "counts"),
        both(
            scene(
                {1: "13m2222m456p789s1z"}, "9s1z", "0 9s; 1 ankan 2m; 1 9p; end", replacement="9p"
            ),
            scene({1: "1111m234p567p789s"}, "", "end"),
        ),
    ),
    "hide_tenpai": Option((False, True), scene({1: TENPAI}, "", "..0; 1 9m", last="9m")),
    "two_han_honba": Option(
        (0, 1, 5), both(*(scene({1: TENPAI}, "6s", "0 6s", honba=n) for n in (1, 5)))
    ),
    # draws
    "nine_terminals": Option((False, True), scene({0: NINE}, "6m")),
    "four_winds": Option((False, True), scene({}, "3z3z3z3z", "0 3z; 1 3z; 2 3z; 3 3z")),
    "four_riichi": Option(
        (False, True),
        scene(READY, "6z6z6z6z", "0 riichi 6z; 1 riichi 6z; 2 riichi 6z; 3 riichi 6z"),
    ),
    "four_kans": Option(
        (False, True),
        scene(
            {0: "111m999m111p369s7z", 1: "2222s258m36p58s27z"},
            "1m",
            "0 ankan 1m; 0 ankan 9m; 0 ankan 1p; 0 2z; 1 ankan 2s; 1 3z",
            replacement="9m1p2z3z",
        ),
    ),
    "triple_ron": Option((False, True), scene(THREE_RONS, "6s", "0 6s; 1 ron 2 ron 3 ron")),
    "nagashi": Option(("none", "draw", "win"), scene({1: SIMPLES}, {1: RIVER}, "end", honba=1)),
    # scoring
    "kiriage": Option((False, True), scored("345p67s88m234p567m", "8s", riichi=True, ippatsu=True)),
    "double_wind_fu": Option(
        (2, 4), scored("111m234p567p78s11z", "9s", seat_wind="E", riichi=True)
    ),
    "rinshan_fu": Option(
        (False, True),
        scored(
            "2344567m888s", "1m", tsumo=True, seat_wind="E", rinshan=True, melds=["daiminkan:1111z"]
        ),
    ),
    "pinfu_tsumo": Option((False, True), scored("345p67s88m234p567m", "8s", tsumo=True)),
    "open_pinfu_30": Option((False, True), scored("345p67s88m234p", "8s", melds=["chi:567m"])),
    "thirteen_han": Option(
        ("kazoe_yakuman", "yonbaiman", "sanbaiman"),
        scored("2233445566788p", "7p", tsumo=True, riichi=True),
    ),
    "yakuman_cap": Option((0, 1, 2), scored("1112223334455z", "4z", tsumo=True)),
    "double_kokushi_13": Option((False, True), scored("19m19p19s1234567z", "1m")),
    "double_suuankou_tanki": Option((False, True), scored("222m333m444p666s5z", "5z")),
    "double_junsei_chuuren": Option((False, True), scored("1112345678999m", "5m")),
    "double_daisuushii": Option((False, True), scored("11m11122233344z", "4z")),
    "renhou": Option(
        ("none", "han5", "mangan", "yakuman"), scored("234m567p789m45s11p", "6s", renhou=True)
    ),
    "ryuuiisou_hatsu": Option((False, True), scored("2223334466688s", "4s")),
    "kokushi_ankan": Option(
        (False, True), scene({0: "1111z258m369p147s", 1: "19m19p19s2345677z"}, "9s", "0 ankan 1z")
    ),
    "haitei_rinshan": Option(
        (False, True),
        scene(RINSHAN_LAST, "", "..1; 0 ankan 8m; 0 tsumo", last="8m9m", replacement="6s"),
    ),
    "pao_daisangen": Option(
        (False, True), scene(DRAGONS, "5z1z6z7z2z3z3z4m", FED + "3 3z; 0 3z; 1 tsumo")
    ),
    "pao_daisuushii": Option(
        (False, True), scene(WINDS, "1z5z2z3z4z5z5z5z2p", FED_WIND + "2 5z; 3 5z; 0 5z; 1 tsumo")
    ),
    "pao_suukantsu": Option(
        (False, True), scene(FOUR_KANS, "2m3z8p", FOURTH_FED, replacement="8m2p2z3s")
    ),
    "pao_scope": Option(
        ("whole_hand", "yakuman_only"),
        scene(
            STACKED,
            "5z1m6z7z2s3s4s1z",
            "0 5z; 1 pon; 1 9m; 2 1m; 3 6z; 1 pon; 1 9p; 2 7z; 1 pon; 1 9s;"
            "2 2s; 3 3s; 0 4s; 1 tsumo",
        ),
    ),
    "pao_honba": Option(
        ("pao_player", "discarder", "split"),
        scene(DRAGONS, "5z1z6z7z2z4m", FED + "3 4m; 1 ron", honba=2),
    ),
    "daiminkan_pao": Option((False, True), fed_kan("0 1z; 1 kan; 1 tsumo")),
    "local_yaku": Option((), lambda rules: None),  # each name for itself, below
    # sanma
    "kita": Option(
        (False, True),
        scene({0: "234567p7895s11z4z"}, "9p"),
        "tenhou-sanma",
        along={False: {"replacement_tiles": 4}},
    ),
    "kita_ron": Option(
        (False, True),
        scene({1: "123456789p111s4z", 0: "19m2468s1235677z"}, "4z", "0 kita"),
        "tenhou-sanma",
    ),
    "replacement_tiles": Option(
        (4, 8),
        lambda rules: wall.in_order(rules).replacement,
        "tenhou-sanma",
        along={4: {"kita": False}},
    ),
    "tsumo_loss": Option(
        ("loss", "bisect", "full"),
        scene({1: "234567p78945s11p"}, "9s6s", "0 9s; 1 tsumo", dora="5z"),
        "tenhou-sanma",
    ),
}


def rules_with(option: Option, name: str, value: Any) -> Rules:
    changes = option.change | option.along.get(value if not isinstance(value, list) else 0, {})
    return oh.rules.load(option.base).replace(**(changes | {name: value}))


def test_every_option_has_a_row_in_the_order_of_the_table() -> None:
    assert list(OPTIONS) == [f.name for f in oh.rules.fields()]
    assert [name for name, option in OPTIONS.items() if len(option.values) < 2] == ["local_yaku"]


@pytest.mark.parametrize("name", [f.name for f in oh.rules.fields() if f.type in ("bool", "enum")])
def test_a_choice_is_tried_at_all_its_values(name: str) -> None:
    allowed = next(f for f in oh.rules.fields() if f.name == name)
    values: tuple[Any, ...] = (False, True)
    if allowed.type == "enum":
        values = tuple(allowed.allowed.removeprefix("one of ").split(", "))
    assert tuple(OPTIONS[name].values) == values


PAIRS = [
    pytest.param(name, a, b, id=f"{name}: {a} or {b}")
    for name, option in OPTIONS.items()
    for a, b in combinations(option.values, 2)
]


@pytest.mark.parametrize(("name", "one", "other"), PAIRS)
def test_two_values_differ_somewhere(name: str, one: Any, other: Any) -> None:
    option = OPTIONS[name]
    a, b = rules_with(option, name, one), rules_with(option, name, other)
    assert getattr(a, name) != getattr(b, name)
    assert option.probe(a) != option.probe(b)
    # The probe depends on nothing else.
    assert option.probe(a) == option.probe(a)


# ---- local yaku ---------------------------------------------------------------------------------

LOCAL: dict[str, Probe] = {
    "sanrenkou": scored("222333444m55p67s", "8s", riichi=True),
    "isshoku_sanjun": scored("23m567p88s", "4m", melds=["chi:234m", "chi:234m"]),
    "daisharin": scored("2233445566778p", "8p"),
    "daichikurin": scored("2233445566778s", "8s"),
    "daisuurin": scored("2233445566778m", "8m"),
    "shiiaru_raotai": scored("5p", "5p", melds=["pon:111z", "pon:777z", "chi:123m", "chi:789s"]),
    "suurenkou": scored("222333444m5p", "5p", melds=["pon:555m"]),
    "daichisei": scored("1122334455667z", "7z"),
    "parenchan": lambda rules: seen(_eighth(rules)),
    "ishi_no_ue_ni_sannen": scored(
        "234m567p789m45s11p", "6s", tsumo=True, double_riichi=True, haitei=True
    ),
    "tsubame_gaeshi": scene({0: "123789m123789p5s", 1: TENPAI}, "6s", "0 riichi 6s; 1 ron"),
    "kanfuri": scene(OPEN_KAN | {2: TENPAI}, "9s", "0 1z; 1 kan; 1 3s; 2 ron", replacement="3s"),
    "iipin_moyue": scored("234m567p789m23p11z", "1p", tsumo=True, haitei=True),
    "chuupin_raoyue": scored("234m567p789m78p11z", "9p", houtei=True),
}


def _eighth(rules: Rules) -> Scene:
    s = Scene({0: TENPAI}, "1z1z1z6s", rules=rules)
    standing = Standing([25000] * 4, honba=7, dealer_wins=7)
    s.round = Round(rules, wall=s.round._round.wall, standing=standing)
    return s.play("0 1z; 1 1z; 2 1z; 3 6s; 0 ron")


def test_every_local_yaku_has_a_row() -> None:
    assert list(LOCAL) == [y.name for y in oh.rules.local_yaku()]


@pytest.mark.parametrize("name", list(LOCAL))
def test_a_local_yaku_on_and_off(name: str) -> None:
    off = oh.rules.load("tenhou").replace(reds="")
    on = off.replace(local_yaku=[name])
    others = off.replace(local_yaku=[n for n in LOCAL if n != name])
    assert LOCAL[name](on) != LOCAL[name](off)
    assert LOCAL[name](off.replace(local_yaku=list(LOCAL))) != LOCAL[name](others)
