"""Matches: seats shared in every way, sums that cancel, intervals by wall."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.errors import StudyError
from oshihiki.study import matches, spec
from oshihiki.study import run as runs
from oshihiki.study.matches import MatchResult, lineups
from oshihiki.study.sections import Sections


def small(format_: str = "two", rules: str = "tenhou", **strategies: str) -> Sections:
    data: dict[str, Any] = {
        "study": {"kind": "match", "rules": rules, "key": 2},
        "strategies": strategies or {"a": "tsumogiri", "b": "efficient"},
        "match": {"format": format_},
        "stop": {"max_rounds": 32},
    }
    return data  # type: ignore[return-value]


def played(data: Any, out: Path, threads: int = 2) -> MatchResult:
    result = runs.run(spec.parse(data, "small"), out, threads=threads).result
    assert isinstance(result, MatchResult)
    return result


@pytest.mark.parametrize("players", [3, 4])
def test_every_seat_is_held_equally_often(players: int) -> None:
    for format_ in ("one", "two") if players == 4 else ("one",):
        seats = list(chain.from_iterable(lineups(format_, players)))
        assert len({seats.count(s) for s in range(players)}) == 1


def test_the_better_strategy_gains_and_the_rows_hold_together(tmp_path: Path) -> None:
    result = played(small(), tmp_path / "a")
    (row,) = result.rows()
    assert (row["strategy"], row["against"], row["walls"], row["matches"]) == ("a", "b", 32, 192)
    assert row["high"] < 0
    assert row["rank_low"] > 2.5
    assert sum(row[f"place_{k}"] for k in (1, 2, 3, 4)) == pytest.approx(1, abs=1e-5)
    mean = sum(k * row[f"place_{k}"] for k in (1, 2, 3, 4))
    assert mean == pytest.approx(row["rank"], abs=1e-4)
    assert row["matches_needed"] > 0
    assert oh.study.read(tmp_path / "a") == result
    again = played(small(), tmp_path / "b", threads=1)
    assert again.to_json() == result.to_json()


def test_one_against_three_in_both_roles(tmp_path: Path) -> None:
    rows = played(small("one"), tmp_path / "out").rows()
    assert [(r["strategy"], r["against"], r["matches"]) for r in rows] == [
        ("a", "b", 128),
        ("b", "a", 128),
    ]
    assert rows[0]["result"] < 0 < rows[1]["result"]


def test_three_players(tmp_path: Path) -> None:
    rows = played(small("one", "tenhou-sanma"), tmp_path / "out").rows()
    assert rows[0]["matches"] == 96
    assert "place_3" in rows[0]
    assert "place_4" not in rows[0]


def test_alike_strategies_cancel_exactly(tmp_path: Path) -> None:
    """Both names are one strategy, so all sharings of a wall are one match seen from all seats."""
    row = played(small(a="tsumogiri", b="tsumogiri"), tmp_path / "out").rows()[0]
    assert row["rank"] == 2.5
    assert row["result"] == row["low"] == row["high"] == 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (small("two", "tenhou-sanma"), "match.format"),
        (small("four"), "match.format"),
        (small(a="tsumogiri"), "two or more"),
    ],
)
def test_what_cannot_be_played_is_refused(data: Any, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        spec.parse(data, "small")


def test_pairs() -> None:
    assert len(matches.pairs_of("abcd", "two")) == 6
    assert len(matches.pairs_of("abcd", "one")) == 12


def test_the_stable_wall_is_another_study_of_the_same_rates(tmp_path: Path) -> None:
    data = small()
    stable = {**data, "match": {"format": "two", "wall": "stable"}}  # type: ignore[dict-item]
    first = played(data, tmp_path / "uniform")
    second = played(stable, tmp_path / "stable")
    assert first.id != second.id
    assert first.counts != second.counts
    assert "queue" in second.about()[-1]
    alike = {**stable, "strategies": {"a": "efficient", "b": "efficient"}}
    assert played(alike, tmp_path / "alike").rows()[0]["result"] == 0
    with pytest.raises(StudyError, match=r"match\.wall"):
        spec.parse({**data, "match": {"wall": "neat"}}, "small")  # type: ignore[dict-item]


def test_rates_agree_between_the_walls() -> None:
    """Places in the wall are chosen without a look at the tiles, so no rate may differ."""
    uniform, stable = (
        oh.simulate(["efficient"] * 4, 1500, key=9, threads=2, wall=wall).summary()
        for wall in ("uniform", "stable")
    )
    assert uniform["rounds"] != stable["rounds"]
    for rate in ("win", "deal_in", "draw", "riichi", "call", "tsumo_share", "mean_win"):
        assert uniform[rate] != stable[rate]
        width = sum(
            (one["interval"][rate][1] - one["interval"][rate][0]) ** 2 for one in (uniform, stable)
        )
        # Four standard errors; an interval is 3.92 wide.
        assert abs(uniform[rate] - stable[rate]) < 4 / 3.92 * width**0.5, rate


def test_rewards_and_precision(tmp_path: Path) -> None:
    worth = {"format": "two", "rewards": [90_000, 45_000, 0, -135_000], "precision": 5}
    plain = played(small(), tmp_path / "plain")
    by_place = played({**small(), "match": worth}, tmp_path / "worth")  # type: ignore[dict-item]
    assert plain.id != by_place.id
    (a,), (b,) = plain.rows(), by_place.rows()
    places = [b[f"place_{k}"] for k in (1, 2, 3, 4)]
    assert places == [a[f"place_{k}"] for k in (1, 2, 3, 4)]
    mean = sum(p * w / 1000 for p, w in zip(places, worth["rewards"], strict=True))  # type: ignore[call-overload]
    assert b["result"] == pytest.approx(mean, abs=1e-3)
    half = (b["high"] - b["low"]) / 2
    assert b["matches_needed"] == pytest.approx(192 * (half / 5) ** 2, abs=1)
    assert "±5" in by_place.about()[2]
    for bad in ({"rewards": [1, 2]}, {"precision": 0}):
        with pytest.raises(StudyError, match=f"match.{next(iter(bad))}"):
            spec.parse({**small(), "match": bad}, "small")  # type: ignore[dict-item]
