"""Calibration studies: rates of play beside references."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import oshihiki as oh
from oshihiki.errors import StudyError
from oshihiki.report import counted
from oshihiki.study.calibration import CalibrationResult
from oshihiki.study.census import of_play

DATA = {
    "study": {"kind": "calibration", "key": 4},
    "part": {
        "whole": {
            "strategy": "efficient",
            "target": {
                "win": {"value": 0.2, "share": 0.5},
                "mean_win": {"value": 6000, "by": 1},
                "tenpai.8": {"value": 0.2, "by": 0.2},
                "first_riichi.two_sided.8": {"value": 0.5, "by": 0.5},
            },
        },
        "east": {
            "strategy": {"name": "efficient", "riichi": "never"},
            "rounds": "E1-E2",
            "target": {"riichi": {"value": 0, "by": 0.01}},
        },
    },
    "stop": {"max_rounds": 128},
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> CalibrationResult:
    return oh.study.Study(DATA).run(tmp_path_factory.mktemp("run") / "out", threads=2)


def test_rates_are_those_of_the_census(result: CalibrationResult) -> None:
    assert result.rounds_played == 128
    rows = {(row["part"], row["rate"]): row for row in result.rows()}
    whole = of_play(["efficient"] * 4, 128, key=4)
    east = of_play(["efficient:riichi=never"] * 4, 128, key=4, rounds="E1-E2")
    for name in ("win", "mean_win"):
        row = rows["whole", name]
        assert math.isclose(row["value"], whole.rate(name), abs_tol=1e-6)
        assert math.isclose(row["high"] - row["low"], 2 * whole.half_width(name), abs_tol=1e-5)
    assert math.isclose(rows["whole", "tenpai.8"]["value"], whole.rate("tenpai", 8), abs_tol=1e-6)
    hits, tries = whole.pooled("first_riichi", "two_sided", 8, 8)
    row = rows["whole", "first_riichi.two_sided.8"]
    assert math.isclose(row["value"], hits / tries, abs_tol=1e-6)
    assert rows["east", "riichi"]["value"] == east.rate("riichi") == 0
    assert rows["whole", "win"]["within"] is True
    assert rows["whole", "win"]["allowed"] == 0.1
    assert rows["whole", "mean_win"]["within"] is False
    assert rows["east", "riichi"]["within"] is True
    assert result.verdict() == "4 of 5 rates within what is allowed"


def test_it_reads_back_and_has_a_page(result: CalibrationResult, tmp_path: Path) -> None:
    result.write(tmp_path)
    again = oh.study.read(tmp_path)
    assert again.rows() == result.rows()
    assert "4 of 5" in counted.page(again)
    assert "first_riichi.two_sided.8" in again.table()


def test_danger_is_ranked_as_in_a_table(tmp_path: Path) -> None:
    # The right order of three classes, and the reverse.
    right = {"no_suji_5": [138, 149], "suji_28": [40, 42], "guest_1": [3, 3]}
    wrong = {"no_suji_5": [3, 3], "suji_28": [40, 42], "guest_1": [138, 149]}
    target = {"value": 1, "by": 0.2, "first_turn": 10}
    data = {
        "study": {"kind": "calibration", "key": 4},
        "part": {
            name: {"target": {"danger_rank": {**target, "table": table}}}
            for name, table in (("right", right), ("wrong", wrong))
        },
        "stop": {"max_rounds": 64},
    }
    rows = oh.study.Study(data).run(tmp_path, threads=2).rows()
    assert [row["within"] for row in rows] == [True, False]
    assert rows[0]["value"] > 0.8
    assert rows[1]["value"] < -0.3
    assert rows[0]["low"] is None
    data["part"]["right"]["target"]["danger_rank"]["table"] = {"suji_99": [1]}
    with pytest.raises(StudyError, match="suji_99"):
        oh.study.Study(data)


def test_the_built_in_one() -> None:
    study = oh.study.load("calibration")
    names = [name for name, _, _ in study.spec.parts]
    assert names == ["whole", "even"]
    assert study.spec.parts[1][1:] == ("balanced:placement=false", "E1-E3")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"strategy": "nobody"}, "nobody"),
        ({"rounds": "E7"}, "E7"),
        ({"target": {"luck": {"value": 1, "by": 1}}}, "a rate of oshihiki stats"),
        ({"target": {"win": {"value": 1}}}, "needs value, and by or share"),
        ({"target": {"win": {"value": 1, "by": 1, "share": 1}}}, "by or share"),
        ({"target": {"win": {"value": "x", "by": 1}}}, "a number"),
        ({"colour": 1}, "unknown key"),
    ],
)
def test_wrong_studies_are_refused(change: dict, words: str) -> None:
    part = {**DATA["part"]["whole"], **change}
    with pytest.raises(StudyError, match=words):
        oh.study.Study({**DATA, "part": {"whole": part}})
    with pytest.raises(StudyError):
        oh.study.Study({**DATA, "part": {}})
