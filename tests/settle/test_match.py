"""What follows a round, the end of a match, placement."""

from __future__ import annotations

import pytest

import oshihiki as oh
from oshihiki.settle import Standing, next_round, place

TENHOU = oh.rules.load("tenhou")
TONPUU = TENHOU.replace(length="tonpuu")
AT_ONCE = TENHOU.replace(sudden_death="at_once")
PLAIN = TENHOU.replace(
    start=30000, bust="never", agari_yame=False, tenpai_yame=False, extension=False
)
EVEN = (25000,) * 4


def _at(scores=EVEN, wind=0, dealer=0, honba=0, deposits=0, wins=0) -> Standing:
    return Standing(
        list(scores), wind=wind, dealer=dealer, honba=honba, deposits=deposits, dealer_wins=wins
    )


def _follow(standing, outcome, winners=(), tenpai=(), rules=TENHOU):
    """(wind, dealer, honba) of the next round, or "over"."""
    after = next_round(standing, outcome, winners=winners, tenpai=tenpai, rules=rules)
    if after is None:
        return "over"
    assert after.scores == standing.scores
    assert after.deposits == standing.deposits
    return after.wind, after.dealer, after.honba


@pytest.mark.parametrize(
    ("standing", "outcome", "winners", "tenpai", "expected"),
    [
        (_at(), "exhaustive", [], [1], (0, 1, 1)),
        (_at(), "exhaustive", [], [0, 2], (0, 0, 1)),
        (_at(), "exhaustive", [], [0, 1, 2, 3], (0, 0, 1)),
        (_at(), "exhaustive", [], [], (0, 1, 1)),
        (_at(honba=2), "exhaustive", [], [], (0, 1, 3)),
        (_at(honba=3), "ron", [2], [], (0, 1, 0)),
        (_at(honba=3), "tsumo", [0], [], (0, 0, 4)),
        (_at(honba=2), "ron", [0, 1], [], (0, 0, 3)),
        (_at(dealer=3), "tsumo", [0], [], (1, 0, 0)),
        (_at(), "nagashi", [1], [], (0, 1, 1)),
        (_at(), "nagashi", [0], [], (0, 1, 1)),
        (_at(wind=1), "nagashi", [2], [0], (1, 0, 1)),
        (_at(honba=1), "nine_terminals", [], [], (0, 0, 2)),
        (_at(), "four_winds", [], [], (0, 0, 1)),
        (_at(), "four_riichi", [], [], (0, 0, 1)),
        (_at(), "four_kans", [], [], (0, 0, 1)),
        (_at(), "triple_ron", [], [], (0, 0, 1)),
        (_at(honba=2), "chombo", [], [], (0, 0, 2)),
    ],
)
def test_the_deal_and_the_counters(standing, outcome, winners, tenpai, expected) -> None:
    assert _follow(standing, outcome, winners, tenpai) == expected


@pytest.mark.parametrize(
    ("change", "outcome", "winners", "tenpai", "expected"),
    [
        ({"renchan": "win"}, "exhaustive", [], [0], (0, 1, 1)),
        ({"renchan": "win"}, "tsumo", [0], [], (0, 0, 1)),
        ({"renchan": "none"}, "tsumo", [0], [], (0, 1, 0)),
        ({"abort_renchan": False}, "four_kans", [], [], (0, 1, 1)),
        ({"honba_on_draw": False}, "exhaustive", [], [0], (0, 0, 0)),
        ({"nagashi": "win"}, "nagashi", [0], [], (0, 0, 1)),
        ({"nagashi": "win"}, "nagashi", [1], [0], (0, 1, 0)),
    ],
)
def test_switches_of_the_deal(change, outcome, winners, tenpai, expected) -> None:
    assert _follow(_at(), outcome, winners, tenpai, TENHOU.replace(**change)) == expected


def test_the_dealers_wins_in_a_row() -> None:
    count = lambda *args, **kw: next_round(*args, **kw, rules=TENHOU).dealer_wins  # noqa: E731
    assert count(_at(wins=6), "tsumo", winners=[0]) == 7
    assert count(_at(wins=6), "ron", winners=[0, 2]) == 7
    assert count(_at(wins=6), "exhaustive", tenpai=[0]) == 0
    assert count(_at(wins=6), "ron", winners=[1]) == 0
    assert count(_at(wins=6), "nine_terminals") == 0
    after = next_round(_at(wins=6), "chombo", rules=TENHOU)
    assert after.dealer_wins == 6


S4 = {"wind": 1, "dealer": 3}
LEADS = (20000, 25000, 25000, 30000)
SHORT = (23000, 24100, 24000, 28900)
SECOND = (35000, 15000, 15000, 35000)
LOW = (26000, 26000, 24000, 24000)


@pytest.mark.parametrize(
    ("rules", "standing", "outcome", "winners", "tenpai", "expected"),
    [
        # bust
        (TENHOU, _at((-1000, 34000, 34000, 33000)), "tsumo", [1], [], "over"),
        (TENHOU, _at((-500, 34000, 34000, 32500)), "exhaustive", [], [1], "over"),
        (TENHOU, _at((0, 34000, 33000, 33000)), "tsumo", [1], [], (0, 1, 0)),
        (TENHOU.replace(bust="zero_or_below"), _at((0, 34000, 33000, 33000)), "tsumo", [1], [],
         "over"),
        (TENHOU.replace(bust="never"), _at((-3000, 35000, 34000, 34000)), "tsumo", [1], [],
         (0, 1, 0)),
        # agari-yame, B055
        (TENHOU, _at(LEADS, **S4), "ron", [3], [], "over"),
        (TENHOU, _at(SHORT, **S4), "ron", [3], [], (1, 3, 1)),
        (TENHOU, _at(SECOND, **S4), "ron", [3], [], (1, 3, 1)),  # a tie: the earlier seat leads
        (TENHOU.replace(agari_yame=False), _at(LEADS, **S4), "ron", [3], [], (1, 3, 1)),
        (TENHOU, _at(LEADS, wind=1, dealer=2), "ron", [2], [], (1, 2, 1)),
        # tenpai-yame: R-137
        (TENHOU, _at(LEADS, **S4), "exhaustive", [], [3], "over"),
        (TENHOU, _at(LEADS, **S4), "nagashi", [1], [3], "over"),
        (TENHOU, _at(SECOND, **S4), "exhaustive", [], [3], (1, 3, 1)),
        (TENHOU.replace(tenpai_yame=False), _at(LEADS, **S4), "exhaustive", [], [3], (1, 3, 1)),
        (TENHOU.replace(agari_yame=False), _at(LEADS, **S4), "exhaustive", [], [3], "over"),
        # an abort repeats: R-143, B100
        (TENHOU, _at(LEADS, **S4), "four_winds", [], [], (1, 3, 1)),
        (TENHOU, _at(LEADS, wind=2, dealer=1), "four_winds", [], [], (2, 1, 1)),
        # the deal passes after the last round: R-139
        (TENHOU, _at(LEADS, **S4), "ron", [1], [], "over"),
        (TENHOU, _at(LOW, **S4), "ron", [1], [], (2, 0, 0)),
        (TENHOU, _at(LOW, deposits=9, **S4), "exhaustive", [], [1], (2, 0, 1)),
        (TENHOU.replace(extension=False), _at(LOW, **S4), "ron", [1], [], "over"),
        (PLAIN, _at((50000, -10000, 40000, 40000), **S4), "tsumo", [3], [], (1, 3, 1)),
        (PLAIN, _at((50000, -10000, 40000, 40000), **S4), "tsumo", [0], [], "over"),
        # the extension
        (TENHOU, _at(LEADS, wind=2, dealer=1), "ron", [0], [], "over"),
        (TENHOU, _at(LOW, wind=2, dealer=1), "ron", [0], [], (2, 2, 0)),
        (TENHOU, _at((25000, 20000, 31000, 24000), wind=2, dealer=1), "ron", [1, 2], [],
         (2, 1, 1)),
        (AT_ONCE, _at((25000, 20000, 31000, 24000), wind=2, dealer=1), "ron", [1, 2], [], "over"),
        (AT_ONCE, _at(LOW, wind=2, dealer=1), "ron", [1], [], (2, 1, 1)),
        (TENHOU, _at(LOW, wind=2, dealer=3), "ron", [1], [], "over"),
        (TENHOU, _at(LOW, wind=2, dealer=3), "exhaustive", [], [3], (2, 3, 1)),
        # East only: R-142
        (TONPUU, _at(LOW, dealer=3), "ron", [1], [], (1, 0, 0)),
        (TONPUU, _at(LEADS, dealer=3), "ron", [1], [], "over"),
        (TONPUU, _at(LEADS, dealer=3), "ron", [3], [], "over"),
        (TONPUU, _at(LOW, wind=1, dealer=3), "ron", [1], [], "over"),
        (TONPUU, _at(LEADS, wind=1, dealer=0), "ron", [1], [], "over"),
        # the target counts when it is reached exactly, and is the profile's
        (TENHOU.replace(target=30100), _at(LEADS, **S4), "ron", [1], [], (2, 0, 0)),
    ],
)  # fmt: skip
def test_the_end_of_the_match(rules, standing, outcome, winners, tenpai, expected) -> None:
    assert _follow(standing, outcome, winners, tenpai, rules) == expected


def test_three_players_have_three_rounds_a_wind() -> None:
    rules = TENHOU.replace(players=3, chi=False, start=35000, target=40000, reds="0p0s",
                           uma=[20000, 0, -20000, 0], noten_pool=2000)  # fmt: skip
    at = lambda scores, wind, dealer: Standing(scores, wind=wind, dealer=dealer)  # noqa: E731
    assert _follow(at([35000] * 3, 0, 2), "ron", [0], rules=rules) == (1, 0, 0)
    assert _follow(at([35000] * 3, 1, 2), "ron", [0], rules=rules) == (2, 0, 0)
    assert _follow(at([40000, 35000, 30000], 1, 2), "ron", [0], rules=rules) == "over"
    assert _follow(at([30000, 35000, 40000], 1, 2), "ron", [2], rules=rules) == "over"


WRC = oh.rules.load("wrc-2025")
M_LEAGUE = oh.rules.load("m-league")
JPML = oh.rules.load("jpml-a")
SAIKOU = oh.rules.load("saikouisen")
SOUL = oh.rules.load("mahjong-soul")
ROUNDED = TENHOU.replace(rounding="half_away")
FIVE_DOWN = TENHOU.replace(rounding="five_down")


@pytest.mark.parametrize(
    ("rules", "scores", "ranks", "results"),
    [
        # R-148, B057
        (ROUNDED, (41200, 29800, 18500, 10500), (1, 2, 3, 4), (50000, 10000, -21000, -39000)),
        (FIVE_DOWN, (41200, 29800, 18500, 10500), (1, 2, 3, 4), (52000, 10000, -22000, -40000)),
        (TENHOU, (41200, 29800, 18500, 10500), (1, 2, 3, 4), (51200, 9800, -21500, -39500)),
        # below zero, half away from zero and half towards it
        (ROUNDED, (59000, 49000, -500, -7500), (1, 2, 3, 4), (70000, 29000, -41000, -58000)),
        (FIVE_DOWN, (59000, 49000, -500, -7500), (1, 2, 3, 4), (68000, 29000, -40000, -57000)),
        #
        (TENHOU, (35000, 35000, 20000, 10000), (1, 2, 3, 4), (45000, 15000, -20000, -40000)),
        (TENHOU, (10000, 35000, 20000, 35000), (4, 1, 3, 2), (-40000, 45000, -20000, 15000)),
        #
        (WRC, (41200, 33800, 27500, 17500), (1, 2, 3, 4), (26200, 8800, -7500, -27500)),
        #
        (WRC, (36000, 36000, 28000, 20000), (1, 1, 3, 4), (16000, 16000, -7000, -25000)),
        #
        (WRC, (32000, 32000, 24000, 32000), (1, 1, 4, 1), (7000, 7000, -21000, 7000)),
        (WRC, (40000, 30000, 25000, 25000), (1, 2, 3, 3), (25000, 5000, -15000, -15000)),
        #
        (M_LEAGUE, (43000, 36800, 15200, 5000), (1, 2, 3, 4), (63000, 16800, -24800, -55000)),
        #
        (M_LEAGUE, (40000, 40000, 12000, 8000), (1, 1, 3, 4), (40000, 40000, -28000, -52000)),
        #
        (JPML, (42000, 29000, 27000, 22000), (1, 2, 3, 4), (24000, -2000, -6000, -16000)),
        #
        (JPML, (38000, 33000, 27000, 22000), (1, 2, 3, 4), (16000, 7000, -7000, -16000)),
        (JPML, (35000, 33000, 31000, 21000), (1, 2, 3, 4), (13000, 6000, 2000, -21000)),
        (JPML, (30000, 30000, 30000, 30000), (1, 1, 1, 1), (0, 0, 0, 0)),
        #
        (SAIKOU, (41200, 33800, 27500, 17500), (1, 2, 3, 4), (41200, 13800, -12500, -42500)),
        #
        (SOUL, (41200, 29800, 18500, 10500), (1, 2, 3, 4), (31200, 9800, -11500, -29500)),
    ],
)  # fmt: skip
def test_placement(rules, scores, ranks, results) -> None:
    found = place(Standing(list(scores)), rules)
    assert found.rank == ranks
    assert found.result == results
    assert sum(found.result) == 0


def test_shared_uma_that_does_not_divide() -> None:
    rules = WRC.replace(uma=[20000, 10000, -10000, -20000])
    found = place(Standing([60000, 20000, 20000, 20000]), rules)
    # -20,000 among three, in hundreds: the earlier seats have the larger parts.
    assert found.result == (50000, -16600, -16700, -16700)


@pytest.mark.parametrize(
    ("leftover", "scores", "expected"),
    [
        # B054
        ("first", (38000, 25000, 20000, 15000), (40000, 25000, 20000, 15000)),
        ("nobody", (38000, 25000, 20000, 15000), (38000, 25000, 20000, 15000)),
        ("first", (33000, 33000, 20000, 12000), (35000, 33000, 20000, 12000)),
        ("first_shared", (33000, 33000, 20000, 12000), (34000, 34000, 20000, 12000)),
        ("first_shared", (12000, 20000, 33000, 33000), (12000, 20000, 34000, 34000)),
    ],
)
def test_deposits_left_on_the_table(leftover, scores, expected) -> None:
    rules = M_LEAGUE.replace(leftover=leftover)
    assert place(Standing(list(scores), deposits=2), rules).scores == expected


@pytest.mark.parametrize(
    ("name", "total"), [("tenhou", 120000), ("wrc-2025", 118000), ("m-league", 120000),
                        ("ema-2016", 120000), ("mahjong-soul", 120000), ("club", 118000)]
)  # fmt: skip
def test_what_the_profiles_do_with_them(name: str, total: int) -> None:
    #
    found = place(Standing([40000, 30000, 27000, 21000], deposits=2), oh.rules.load(name))
    assert sum(found.scores) == total
    assert found.scores[1:] == (30000, 27000, 21000)


def test_a_stick_for_three() -> None:
    found = place(Standing([31000, 31000, 31000, 6000], deposits=1), M_LEAGUE)
    assert found.scores == (31400, 31300, 31300, 6000)
    assert found.rank == (1, 1, 1, 4)


def test_three_players_place_three() -> None:
    rules = TENHOU.replace(
        players=3, chi=False, start=35000, return_points=40000, oka=15000, reds="0p0s",
        uma=[20000, 0, -20000, 0],
    )  # fmt: skip
    found = place(Standing([50000, 30000, 25000]), rules)
    assert found.rank == (1, 2, 3)
    assert found.result == (45000, -10000, -35000)


def test_chombos_are_deducted_after_uma() -> None:
    rules = WRC.replace(chombo="redeal", chombo_penalty=20000)
    found = place(Standing([41200, 33800, 27500, 17500]), rules, chombos=[0, 2, 0, 0])
    assert found.result == (26200, 8800 - 40000, -7500, -27500)
