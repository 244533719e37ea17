"""Standings: chances of places, the next round, and studies measured by them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.errors import StudyError
from oshihiki.study import played_on, spec, standings, stats
from oshihiki.study import run as runs
from oshihiki.study.fork_spec import Spec
from study.study_help import changed

EVEN = [25000] * 4


@pytest.fixture(scope="module")
def model() -> dict[str, Any]:
    return standings.load(oh.rules.load("tenhou"))


def measured(value: str, **measure: Any) -> Spec:
    found = spec.parse(changed(measure={"value": value, **measure}), "small")
    assert isinstance(found, Spec)
    return found


@pytest.mark.parametrize("scores", [EVEN, [40000, 30000, 20000, 10000], [50000, 25000, 25000, 0]])
@pytest.mark.parametrize(("wind", "dealer"), [(0, 0), (1, 2), (1, 3)])
def test_places_are_chances(
    model: dict[str, Any], scores: list[int], wind: int, dealer: int
) -> None:
    by_seat = [standings.places(model, scores, wind, dealer, s) for s in range(4)]
    for chances in by_seat:
        assert sum(chances) == 1
        assert min(chances) >= 0
    # Each place is somebody's, nearly: parts of places are made to sum to one seat by seat.
    for k in range(4):
        assert abs(float(sum(chances[k] for chances in by_seat)) - 1) < 0.03


def test_more_points_are_a_better_place(model: dict[str, Any]) -> None:
    def first(mine: int, left: int) -> Fraction:
        rest = (100_000 - mine) // 3
        wind, dealer = divmod(8 - left, 4)
        return standings.places(model, [mine, rest, rest, rest], wind, dealer, 0)[0]

    for left in (1, 4, 8):
        chances = [first(mine, left) for mine in range(1000, 60_000, 3000)]
        assert chances == sorted(chances)
    # The nearer the end, the surer the lead.
    assert first(45_000, 1) > first(45_000, 4) > first(45_000, 8)


def test_the_model_was_checked(model: dict[str, Any]) -> None:
    rows = model["calibration"]
    off = [abs(row["predicted"] - row["came"]) * row["n"] for row in rows]
    assert sum(off) / sum(row["n"] for row in rows) < 0.01
    for row in rows:
        # First and last places, which rewards hang on most, are told best.
        most = 0.03 if row["place"] in (1, 4) else 0.06
        assert row["n"] < 1000 or abs(row["predicted"] - row["came"]) < most, row
    # What it does not know hardly matters: thousands of points lie between the places.
    assert len(model["on_the_table"]) == 12
    for row in model["on_the_table"]:
        assert abs(row["predicted"] - row["came"]) < 1000, row
    # The dealer gains on the others, and a deposit is worth something to everybody.
    (others, _, deposit), (dealer, _, _) = model["next"]
    assert dealer > 0 > others
    assert deposit > 0


@pytest.mark.parametrize("seat", range(4))
def test_the_core_agrees(model: dict[str, Any], seat: int) -> None:
    plan = measured("placement").plan
    for scores, wind, dealer in (
        (EVEN, 0, 0),
        ([41200, 30700, 18300, 9800], 1, 1),
        ([25000, 60000, -2000, 17000], 1, 3),
    ):
        rewards = standings.rewards_of(oh.rules.load("tenhou"))
        chances = standings.places(model, scores, wind, dealer, seat)
        expected = float(sum(p * r for p, r in zip(chances, rewards, strict=True)))
        found = plan.placement((list(scores), wind, dealer, 0, 0), seat)
        assert abs(found - expected) <= 1


def test_rewards_are_uma_and_oka() -> None:
    assert standings.rewards_of(oh.rules.load("tenhou"))[1:] == [10000, -10000, -20000]
    id_ = measured("placement").id
    assert measured("placement", rewards=[90, 45, 0, -135]).id != id_ != measured("points").id


@pytest.mark.parametrize("value", ["placement", "points_next"])
def test_a_study_is_measured_so(value: str, tmp_path: Path) -> None:
    data = changed(
        measure={"value": value},
        arms={"again": {"first": "attack", "then": "efficient"}},
        compare={"pairs": [["push", "fold"], ["fold", "push"], ["push", "again"]]},
    )
    study = spec.parse(data, "small")
    result = runs.run(study, tmp_path / "out", threads=2, max_rounds=2 * 4096).result
    points = runs.run(
        spec.parse({**data, "measure": {"value": "points"}}, "small"),
        tmp_path / "points",
        threads=2,
        max_rounds=2 * 4096,
    ).result
    assert isinstance(result, oh.study.StudyResult)
    assert isinstance(points, oh.study.StudyResult)
    assert (result.scale, points.scale) == (1, 100)
    assert result.spots == points.spots > 100
    forth, back, nothing = result.pairs
    for cell, other in zip(result.cells, points.cells, strict=True):
        assert cell.n == other.n
        assert cell.arm("push", "win") == other.arm("push", "win")
        assert cell.arm("push", "win_points") == 100 * other.arm("push", "win_points")
        assert cell.moments(forth) == -cell.moments(back)
        assert cell.tally[f"pair.{nothing.name}.d2"] == cell.tally[f"pair.{nothing.name}.d"] == 0
        for arm in ("push", "fold"):
            if cell.n and value == "placement":
                assert abs(result.ev(cell, arm)) <= 40_000
    page = oh.report.write(result, tmp_path / "out")[0].read_text()
    assert ("Placement value" in page) == (value == "placement")


def test_making_a_model(tmp_path: Path) -> None:
    made = standings.build("tenhou-sanma", "efficient", matches=40, key=3, threads=2)
    assert made == standings.build("tenhou-sanma", "efficient", matches=40, key=3, threads=1)
    path = tmp_path / "model.json"
    path.write_text(json.dumps(made))
    sanma = oh.rules.load("tenhou-sanma")
    assert standings.load(sanma, path) == made
    assert sum(standings.places(made, [35000] * 3, 0, 0, 1)) == 1
    with pytest.raises(StudyError, match="made with other rules"):
        standings.load(oh.rules.load("tenhou"), path)
    with pytest.raises(StudyError, match="oshihiki study standings"):
        standings.load(sanma)
    study = changed(
        study={"rules": "tenhou-sanma"}, measure={"value": "placement", "model": str(path)}
    )
    assert spec.parse(study, "small").id


def played_on_study(tmp_path: Path, **measure: Any) -> oh.study.StudyResult:
    data = changed(
        measure=measure,
        arms={"again": {"first": "attack", "then": "efficient"}},
        compare={"pairs": [["push", "fold"], ["fold", "push"], ["push", "again"]]},
    )
    study = spec.parse(data, "small")
    result = runs.run(study, tmp_path / "out", threads=2, max_rounds=2 * 4096).result
    assert isinstance(result, oh.study.StudyResult)
    return result


@pytest.mark.parametrize("value", ["placement", "points_next"])
def test_playing_on_checks_the_model(value: str, tmp_path: Path) -> None:
    result = played_on_study(tmp_path, value=value, play_on=1)
    forth, back, nothing = result.pairs
    for cell in result.cells:
        t = cell.tally
        # Every spot was played on: the model and its error together are what came, errors too.
        assert t["on_c"] == t["weight"]
        d, d2, dn = (t[f"pair.{forth.name}.{x}"] for x in ("d", "d2", "dn"))
        b, b2, bc, db = (t[f"pair.{forth.name}.on_{x}"] for x in ("b", "b2", "bc", "db"))
        came = stats.Moments(t["rounds"], t["n"], t["n2"], d + b, d2 + 2 * db + b2, dn + bc)
        check = played_on.check(result, forth, cell)
        other = played_on.check(result, back, cell)
        if t["rounds"] > 1:
            assert check.corrected.mean == pytest.approx(stats.mean(came))
            assert check.corrected.standard_error == pytest.approx(stats.standard_error(came))
        assert b == -t[f"pair.{back.name}.on_b"]
        assert (check.bias.low, check.bias.high) == (-other.bias.high, -other.bias.low)
        assert t[f"pair.{nothing.name}.on_b2"] == 0
    total = played_on.overall(result, forth)
    assert total is not None
    assert total.n == sum(cell.weight for cell in result.cells) > 400
    assert total.mean * total.n == pytest.approx(
        sum(cell.tally[f"pair.{forth.name}.on_b"] for cell in result.cells)
    )
    assert result.rows()[0]["played_on"] == result.cells[0].weight
    assert "of the model, push-fold" in played_on.lines(result)[0]
    page = oh.report.write(result, tmp_path / "out")[0].read_text()
    assert "How far the model is off" in page


def test_playing_on_changes_no_other_number(tmp_path: Path) -> None:
    some = played_on_study(tmp_path / "some", value="placement", play_on=3)
    none = played_on_study(tmp_path / "none", value="placement")
    assert some.id != none.id
    assert (some.played_on, none.played_on) == (True, False)
    assert played_on.lines(none) == []
    for cell, other in zip(some.cells, none.cells, strict=True):
        assert other.tally.items() <= cell.tally.items()
    checked = sum(cell.tally["on_c"] for cell in some.cells)
    assert 0.2 < checked / some.spots < 0.5
    with pytest.raises(StudyError, match=r"measure\.play_on = 3"):
        measured("points", play_on=3)
