import pytest

import oshihiki as oh
from oshihiki.strategy import load


def test_neighbours_beat_chance():
    results = oh.simulate(["neighbours", "random", "tsumogiri", "random"], 40, key=1)
    first, *others = results.summary()["seats"]
    assert first["win"] > 3 * max(seat["win"] for seat in others)
    assert first["riichi"] > 0.1
    assert first["call"] == 0


def test_rows_do_not_depend_on_each_other():
    one = load("neighbours")
    checked = oh.simulate([one, one, "random", "random"], 3, key=2, check=True)
    alone = oh.simulate([one, one, "random", "random"], 3, key=2, in_flight=1)
    assert checked.counts == alone.counts


def test_careful_deals_in_less():
    field = ["neighbours", "careful", "careful:patience=20", "neighbours"]
    seats = oh.simulate(field, 60, key=3).summary()["seats"]
    assert seats[1]["deal_in"] < seats[2]["deal_in"]


def test_parameters():
    assert str(load("careful:patience=3")) == "careful:patience=3"
    with pytest.raises(oh.StrategyError, match="0 to 20"):
        load("careful:patience=21")
