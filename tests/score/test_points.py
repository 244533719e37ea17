"""Payments of every han, fu, seat and kind of win, beside the formula and printed tables."""

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

import oshihiki as oh
from oracle import score as book
from oshihiki.score import hand_points
from score.corpora import rows

FU = (20, 25, *range(30, 180, 10))
#: (han, fu): non-dealer's ron, his tsumo from dealer and others, dealer's ron, his tsumo
TABLE = {
    (1, 30): (1000, 500, 300, 1500, 500),
    (1, 40): (1300, 700, 400, 2000, 700),
    (1, 70): (2300, 1200, 600, 3400, 1200),
    (1, 110): (3600, 1800, 900, 5300, 1800),
    (2, 25): (1600, 800, 400, 2400, 800),
    (2, 60): (3900, 2000, 1000, 5800, 2000),
    (2, 90): (5800, 2900, 1500, 8700, 2900),
    (3, 20): (2600, 1300, 700, 3900, 1300),
    (3, 60): (7700, 3900, 2000, 11600, 3900),
    (3, 70): (8000, 4000, 2000, 12000, 4000),
    (4, 25): (6400, 3200, 1600, 9600, 3200),
    (4, 30): (7700, 3900, 2000, 11600, 3900),
    (4, 40): (8000, 4000, 2000, 12000, 4000),
    (5, 30): (8000, 4000, 2000, 12000, 4000),
    (6, 30): (12000, 6000, 3000, 18000, 6000),
    (7, 30): (12000, 6000, 3000, 18000, 6000),
    (8, 30): (16000, 8000, 4000, 24000, 8000),
    (10, 30): (16000, 8000, 4000, 24000, 8000),
    (11, 30): (24000, 12000, 6000, 36000, 12000),
    (12, 30): (24000, 12000, 6000, 36000, 12000),
    (13, 30): (32000, 16000, 8000, 48000, 16000),
    (40, 30): (32000, 16000, 8000, 48000, 16000),
}


def paid(han: int, fu: int, tsumo: bool, dealer: bool, rules: Any = "tenhou") -> tuple[int, ...]:
    payments = hand_points(han, fu, tsumo=tsumo, dealer=dealer, rules=rules)[1]
    return tuple(p for p in payments if p is not None)


@pytest.mark.parametrize(("key", "row"), TABLE.items())
def test_printed_table(key: tuple[int, int], row: tuple[int, ...]) -> None:
    assert paid(*key, False, False) == row[:1]
    assert paid(*key, True, False) == row[1:3]
    assert paid(*key, False, True) == row[3:4]
    assert paid(*key, True, True) == row[4:]


@pytest.mark.parametrize("name", oh.rules.names())
@pytest.mark.parametrize("kiriage", [False, True])
def test_every_payment_is_the_formula_s(name: str, kiriage: bool) -> None:
    rules = oh.rules.load(name).replace(kiriage=kiriage)
    for loss in ("loss", "bisect", "full") if rules.players == 3 else ("loss",):
        at = rules.replace(tsumo_loss=loss)
        for han, fu, tsumo, dealer in product(range(1, 40), FU, (False, True), (False, True)):
            if (han, fu) == (2, 120):
                continue  # 1,920 points too, but no hand has these
            base, limit = book.base_points(han, fu, at)
            hand = SimpleNamespace(
                seat_wind=27 if dealer else 28,
                honba=0,
                deposits=0,
                flags={"tsumo"} if tsumo else set(),
            )
            shares, _ = book.payments(base, hand, at)  # type: ignore[arg-type]
            told, payments = hand_points(han, fu, tsumo=tsumo, dealer=dealer, rules=at)
            assert told == limit
            given = [p for p in payments if p is not None]
            if tsumo:  # each other pays the same
                given += given[-1:] * (len(shares) - len(given))
            assert tuple(given) == shares, (han, fu, tsumo, dealer, loss)


@pytest.mark.parametrize(
    ("han", "fu", "says"),
    [
        (0, 30, "han 0"),
        (256, 30, "han 256"),
        (1, 10, "fu 10"),
        (1, 35, "fu 35"),
        (1, 180, "fu 180"),
    ],
)
def test_no_such_han_or_fu(han: int, fu: int, says: str) -> None:
    with pytest.raises(oh.HandError, match=says):
        hand_points(han, fu)


@pytest.mark.parametrize("seat", ["dealer", "non_dealer"])
def test_table_of_riichi_pointer(seat: str) -> None:
    """Rows of another project: han, fu, ron, tsumo."""
    n = 0
    for row in rows(f"scoring/emerald_{seat}_table.jsonl.gz"):
        han, fu, ron, *tsumo = row["row"]
        dealer = row["seat"] == "dealer"
        assert paid(han, fu, False, dealer) == (ron,)
        if tsumo != [None]:  # seven pairs by tsumo have three han
            assert list(paid(han, fu, True, dealer)) == tsumo
        n += 1
    assert n > 80
