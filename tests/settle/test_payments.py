"""Payments of the rule sets, case by case."""

from __future__ import annotations

import pytest

import oshihiki as oh
from oshihiki.settle import Claim, Standing, chombo, nagashi, noten, ron, tsumo

TENHOU = oh.rules.load("tenhou")
SCOPED = TENHOU.replace(pao_scope="yakuman_only")
SANMA = oh.rules.load("tenhou-sanma")


def _at(dealer: int = 0, honba: int = 0, deposits: int = 0, players: int = 4) -> Standing:
    return Standing([25000] * players, dealer=dealer, honba=honba, deposits=deposits)


YAKUMAN = 8000


@pytest.mark.parametrize(
    ("base", "winner", "honba", "deposits", "expected"),
    [
        (240, 1, 0, 0, (-500, 1100, -300, -300)),
        (320, 1, 0, 0, (-700, 1500, -400, -400)),
        (2000, 2, 1, 0, (-4100, -2100, 8300, -2100)),
        (2000, 0, 2, 3, (15600, -4200, -4200, -4200)),
        (960, 0, 0, 0, (6000, -2000, -2000, -2000)),
    ],
)
def test_tsumo(base, winner, honba, deposits, expected) -> None:
    assert tsumo(Claim(winner, base), _at(0, honba, deposits), TENHOU) == expected


@pytest.mark.parametrize(
    ("base", "winner", "discarder", "honba", "deposits", "expected"),
    [
        (240, 1, 0, 0, 0, (-1000, 1000, 0, 0)),
        (960, 1, 3, 0, 0, (0, 3900, 0, -3900)),
        (960, 0, 3, 0, 0, (5800, 0, 0, -5800)),
        (2000, 0, 2, 2, 1, (13600, 0, -12600, 0)),
        (400, 2, 1, 1, 2, (0, -1900, 3900, 0)),
    ],
)
def test_ron(base, winner, discarder, honba, deposits, expected) -> None:
    assert ron([Claim(winner, base)], discarder, _at(0, honba, deposits), TENHOU) == expected


# Double and triple rons: the nearest winner in turn order takes counters and deposits (R-114,
# R-115, B050).
@pytest.mark.parametrize(
    ("claims", "discarder", "at", "expected"),
    [
        # dealer 5,800 and South 2,000 off North, two counters, two sticks
        ([Claim(0, 960), Claim(1, 480)], 3, _at(0, 2, 2), (8400, 2000, 0, -8400)),
        ([Claim(1, 240), Claim(2, 2000)], 0, _at(0, 1, 1), (-9300, 2300, 8000, 0)),
        ([Claim(1, 2000), Claim(2, 2000)], 0, _at(3, 1, 1), (-16300, 9300, 8000, 0)),
        ([Claim(3, 2000), Claim(0, 2000), Claim(1, 240)], 2, _at(0, 1, 1),
         (12000, 1000, -21300, 9300)),
    ],
)  # fmt: skip
def test_multiple_ron(claims, discarder, at, expected) -> None:
    assert ron(claims, discarder, at, TENHOU) == expected


def test_counters_to_each_winner() -> None:
    rules = TENHOU.replace(multiple_ron_honba="each")
    wins = [Claim(1, 240), Claim(2, 2000)]
    assert ron(wins, 0, _at(0, 1, 1), rules) == (-9600, 2300, 8300, 0)


def test_own_stick_returned() -> None:
    wins = [Claim(1, 240), Claim(2, 2000)]
    # Of three sticks one is seat 2's own and one the discarder's.
    own = TENHOU.replace(multiple_ron_deposits="own_first")
    assert ron(wins, 0, _at(0, 0, 3), own, own_sticks=[0, 2]) == (-9000, 3000, 9000, 0)
    assert ron(wins, 0, _at(0, 0, 3), TENHOU, own_sticks=[0, 2]) == (-9000, 4000, 8000, 0)
    # A single winner takes all.
    assert ron(wins[:1], 0, _at(0, 0, 3), own, own_sticks=[2]) == (-1000, 4000, 0, 0)


FED = {"pao": 2, "pao_units": 1}


@pytest.mark.parametrize(
    ("rules", "claim", "at", "expected"),
    [
        # daisangen, West fed, two counters
        (TENHOU, Claim(1, YAKUMAN, 1, **FED), _at(0, 2), (0, 32600, -32600, 0)),
        (SCOPED, Claim(1, YAKUMAN, 1, **FED), _at(0, 2), (0, 32600, -32600, 0)),
        # daisangen and tsuuiisou, B046
        (TENHOU, Claim(1, 2 * YAKUMAN, 2, **FED), _at(), (0, 64000, -64000, 0)),
        (SCOPED, Claim(1, 2 * YAKUMAN, 2, **FED), _at(), (-16000, 64000, -40000, -8000)),
        (SCOPED, Claim(0, 2 * YAKUMAN, 2, **FED), _at(), (96000, -16000, -64000, -16000)),
        (TENHOU, Claim(0, 2 * YAKUMAN, 2, **FED), _at(), (96000, 0, -96000, 0)),
        # a double daisuushii fed, with tsuuiisou
        (SCOPED, Claim(1, 3 * YAKUMAN, 3, pao=2, pao_units=2), _at(),
         (-16000, 96000, -72000, -8000)),
        # two seats fed one yakuman each: daisangen from 2, suukantsu from 3
        (SCOPED, Claim(1, 2 * YAKUMAN, 2, 2, 1, 3, 1), _at(0, 1), (0, 64300, -32300, -32000)),
        (TENHOU, Claim(1, 3 * YAKUMAN, 3, 2, 1, 3, 1), _at(0, 1), (0, 96300, -64300, -32000)),
        # a daiminkan's feeder pays a mangan on the replacement tile alone
        (TENHOU, Claim(1, 2000, 0, pao=3), _at(0, 1, 1), (0, 9300, 0, -8300)),
    ],
)  # fmt: skip
def test_responsible_for_a_tsumo(rules, claim, at, expected) -> None:
    assert tsumo(claim, at, rules) == expected


@pytest.mark.parametrize(
    ("rules", "claim", "discarder", "at", "expected"),
    [
        # B045
        (TENHOU, Claim(1, YAKUMAN, 1, **FED), 3, _at(0, 2), (0, 32600, -16600, -16000)),
        (TENHOU, Claim(1, YAKUMAN, 1, **FED), 2, _at(0, 2), (0, 32600, -32600, 0)),
        (TENHOU.replace(pao_honba="discarder"), Claim(1, YAKUMAN, 1, **FED), 3, _at(0, 2),
         (0, 32600, -16000, -16600)),
        (TENHOU.replace(pao_honba="split"), Claim(1, YAKUMAN, 1, **FED), 3, _at(0, 2),
         (0, 32600, -16300, -16300)),
        # an odd number of hundreds: the responsible player has the larger part
        (TENHOU.replace(pao_honba="split"), Claim(1, YAKUMAN, 1, **FED), 3, _at(0, 1),
         (0, 32300, -16200, -16100)),
        (TENHOU, Claim(0, YAKUMAN, 1, **FED), 3, _at(), (48000, 0, -24000, -24000)),
        (TENHOU, Claim(1, 2 * YAKUMAN, 2, **FED), 3, _at(), (0, 64000, -32000, -32000)),
        (SCOPED, Claim(1, 2 * YAKUMAN, 2, **FED), 3, _at(), (0, 64000, -16000, -48000)),
        (SCOPED, Claim(1, 2 * YAKUMAN, 2, **FED), 2, _at(), (0, 64000, -64000, 0)),
        # the winner's own seat numbers and deposits: P1 wins, P2 deals in, P3 fed
        (TENHOU, Claim(1, YAKUMAN, 1, pao=3, pao_units=1), 2, _at(0, 2),
         (0, 32600, -16000, -16600)),
        # units fed in a hand that is no yakuman change nothing; a daiminkan's feeder is no
        # party to a ron
        (TENHOU, Claim(1, 2000, 0, **FED), 3, _at(), (0, 8000, 0, -8000)),
        (TENHOU, Claim(1, 2000, 0, pao=2), 3, _at(), (0, 8000, 0, -8000)),
    ],
)  # fmt: skip
def test_responsible_for_a_ron(rules, claim, discarder, at, expected) -> None:
    assert ron([claim], discarder, at, rules) == expected


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        ([], (0, 0, 0, 0)),
        ([1], (-1000, 3000, -1000, -1000)),
        ([0, 2], (1500, -1500, 1500, -1500)),
        ([0, 1, 2], (1000, 1000, 1000, -3000)),
        ([0, 1, 2, 3], (0, 0, 0, 0)),
    ],
)
def test_noten(tenpai, expected) -> None:
    assert noten(tenpai, TENHOU) == expected


@pytest.mark.parametrize(
    ("tenpai", "expected"), [([2], (-1000, -1000, 2000)), ([0, 1], (1000, 1000, -2000))]
)
def test_noten_of_three(tenpai, expected) -> None:
    assert noten(tenpai, SANMA) == expected


def test_no_noten_pool() -> None:
    assert noten([0], TENHOU.replace(noten_pool=0)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([1], (-4000, 8000, -2000, -2000)),
        ([0], (12000, -4000, -4000, -4000)),
        ([0, 2], (8000, -6000, 4000, -6000)),
    ],
)
def test_nagashi(seats, expected) -> None:
    assert nagashi(seats, _at(0, 4, 2), TENHOU) == expected


def test_nagashi_as_a_win_takes_counters_and_deposits() -> None:
    rules = TENHOU.replace(nagashi="win")
    assert nagashi([1], _at(0, 1, 2), rules) == (-4100, 10300, -2100, -2100)
    # Of two the first from the dealer.
    assert nagashi([0, 3], _at(3, 1, 1), rules) == (4000 - 100, -6100, -6100, 12000 + 1300 - 4000)


def test_nagashi_of_three() -> None:
    assert nagashi([1], _at(players=3), SANMA) == (-4000, 6000, -2000)


def test_three_players() -> None:
    assert ron([Claim(0, 1280)], 1, _at(0, 1, players=3), SANMA) == (7900, -7900, 0)
    assert tsumo(Claim(1, 2000), _at(0, 1, 1, players=3), SANMA) == (-4100, 7200, -2100)
    assert tsumo(Claim(0, 2000), _at(0, 0, players=3), SANMA) == (8000, -4000, -4000)


@pytest.mark.parametrize(
    ("loss", "winner", "expected"),
    [
        # a mangan: South wins, the dealer wins
        ("loss", 1, (-4000, 6000, -2000)),
        ("loss", 0, (8000, -4000, -4000)),
        ("bisect", 1, (-5000, 8000, -3000)),
        ("bisect", 0, (12000, -6000, -6000)),
        ("full", 1, (-5400, 8100, -2700)),
        ("full", 0, (12000, -6000, -6000)),
    ],
)
def test_the_absent_players_share(loss, winner, expected) -> None:
    rules = SANMA.replace(tsumo_loss=loss)
    assert tsumo(Claim(winner, 2000), _at(players=3), rules) == expected


def test_responsible_among_three() -> None:
    # The responsible player pays what the table would have paid, so a tsumo loses the absent
    # player's share here too; the counters of both payers are his.
    claim = Claim(1, YAKUMAN, 1, **FED)
    assert tsumo(claim, _at(0, 1, players=3), SANMA) == (0, 24200, -24200)
    assert ron([claim], 0, _at(0, 1, players=3), SANMA) == (-16000, 32200, -16200)
    dealer = Claim(0, YAKUMAN, 1, **FED)
    assert tsumo(dealer, _at(players=3), SANMA) == (32000, 0, -32000)


def test_chombo() -> None:
    assert chombo(1, _at(), TENHOU) == (4000, -8000, 2000, 2000)
    assert chombo(0, _at(), TENHOU) == (-12000, 4000, 4000, 4000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ron([Claim(1, 2000)], 4, _at(), TENHOU), "the discarder is seat 4"),
        (lambda: ron([], 0, _at(), TENHOU), "0 winners on one discard"),
        (lambda: ron([Claim(2, 200), Claim(1, 200)], 0, _at(), TENHOU), "out of order"),
        (lambda: ron([Claim(0, 200)], 0, _at(), TENHOU), "out of order"),
        (lambda: tsumo(Claim(1, 0), _at(), TENHOU), "0 base points"),
        (lambda: tsumo(Claim(1, 8000, 1, pao=1), _at(), TENHOU), "is the winner"),
        (lambda: oh.settle.place(Standing([1] * 4), SANMA), "do not fit"),
        (lambda: noten([3], SANMA), "seat 3; allowed are 0 to 2"),
        (lambda: Standing([1, 2], wind=0), "2 scores"),
        (lambda: Standing([1] * 4, dealer=4), "dealer = 4"),
    ],
)  # fmt: skip
def test_bad_input(call, message: str) -> None:
    with pytest.raises(oh.Error, match=message):
        call()


def test_a_counter_of_three_players() -> None:  # B047
    at = _at(0, 1, players=3)
    assert ron([Claim(0, 1280)], 1, at, SANMA) == (7900, -7900, 0)
    assert tsumo(Claim(0, 4000), at, SANMA) == (16200, -8100, -8100)


@pytest.mark.parametrize(
    ("base", "points", "dealers"),
    [(880, 3600, 5300), (1760, 7100, 10600), (2000, 8000, 12000), (4000, 16000, 24000)],
)
def test_rons_rounded_up_to_hundreds(base: int, points: int, dealers: int) -> None:  # B048
    assert ron([Claim(1, base)], 2, _at(), TENHOU) == (0, points, -points, 0)
    assert ron([Claim(0, base)], 2, _at(), TENHOU) == (dealers, 0, -dealers, 0)
