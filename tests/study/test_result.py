"""Results: storage that keeps every byte, and tables checked by hand."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import pytest

from oshihiki.errors import StudyError
from oshihiki.study import stats
from oshihiki.study.cell import ARM_FIELDS, OUTCOMES, PAIR_FIELDS, Cell, Pair
from oshihiki.study.result import StudyResult
from synthetic_result import synthetic


@pytest.fixture(scope="module")
def result() -> StudyResult:
    return synthetic()


def by_hand(**changes: int) -> dict[str, Any]:
    """Two arms, one cell: 1,000 spots, half of them differ by 20 (2,000 points), half by 0."""
    tally = {"rounds": 1000, "n": 1000, "n2": 1000, "weight": 1000, "weight2": 1000}
    for arm in ("push", "fold"):
        tally |= {f"arm.{arm}.{name}": 0 for name in ARM_FIELDS}
    tally |= {f"pair.push-fold.{name}": 0 for name in PAIR_FIELDS}
    tally |= {
        "arm.push.value": 4000,
        "arm.push.win": 300,
        "arm.push.tsumo": 120,
        "arm.push.win_points": 300 * 52,
        "arm.push.deal_in": 100,
        "arm.push.deal_in_points": 7700,
        "arm.push.draw_noten": 600,
        "arm.fold.value": -6000,
        "arm.fold.other_tsumo": 1000,
        "pair.push-fold.d": 10000,
        "pair.push-fold.d2": 500 * 400,
        "pair.push-fold.dn": 10000,
    }
    return {
        "id": "abc",
        "spec": {
            "arms": {"push": {}, "fold": {}},
            "compare": {"pairs": [["push", "fold"]]},
            "cells": {"hand": ["tenpai"]},
        },
        "blocks": 1,
        "rounds_played": 4096,
        "spots": 1000,
        "cells": [{"keys": {"hand": "tenpai"}, "tally": tally | changes}],
        "meta": {},
    }


def test_row_by_hand() -> None:
    result = StudyResult.from_json(json.dumps(by_hand()))
    (row,) = result.rows()
    # sd of {0, 2000} at even odds is 1000 (n in the denominator), so the error is 1000/sqrt(999)
    half = 1.959963984540054 * 1000 / 999**0.5
    assert row["hand"] == "tenpai"
    assert row["pair"] == "push-fold"
    assert row["n"] == row["clusters"] == 1000
    assert (row["ev_push"], row["ev_fold"], row["difference"]) == (400.0, -600.0, 1000.0)
    assert row["low"] == pytest.approx(1000 - half, abs=1e-5)
    assert row["high"] == pytest.approx(1000 + half, abs=1e-5)
    assert row["low_any"] < row["low"]
    assert row["high_any"] > row["high"]
    assert (row["win_push"], row["tsumo_push"], row["deal_in_push"]) == (0.3, 0.12, 0.1)
    assert (row["draw_noten_push"], row["other_tsumo_fold"]) == (0.6, 1.0)
    assert (row["mean_win_push"], row["mean_deal_in_push"]) == (5200.0, 7700.0)
    assert row["mean_win_fold"] is None
    assert result.widest() == pytest.approx(half, abs=1e-9)
    assert result.widest(0.99) > result.widest()
    assert result.reached(half + 1) == (1, 1)
    assert result.reached(half - 1) == (0, 1)


def test_columns_are_those_of_the_design(result: StudyResult) -> None:
    header = result.to_csv().splitlines()[0].split(",")
    arms = ["push_once", "fold_once", "push_all", "betaori"]
    rates = ["win", "tsumo", "deal_in", "other_tsumo", "lateral"]
    rates += ["draw_tenpai", "draw_noten", "abort"]
    assert header == [
        *("hand", "turn", "dealer", "pair", "n"),
        *(f"ev_{arm}" for arm in arms),
        *("difference", "low", "high", "low_any", "high_any"),
        *("ronned", "loss", "ev_passed", "break_even", "break_even_low", "break_even_high"),
        *(f"{rate}_{arm}" for arm in arms for rate in rates),
        *(f"mean_{x}_{arm}" for arm in arms for x in ("win", "deal_in")),
        *(f"ev_{side}_{arm}" for arm in arms for side in ("low", "high")),
        *(f"part_{outcome}_{arm}" for arm in arms for outcome in OUTCOMES),
        *("clusters", "standard_error", "worlds", "gain_pairing", "gain_worlds"),
    ]
    assert header == list(result.rows()[0])


def test_csv_is_a_row_a_cell_and_pair(result: StudyResult) -> None:
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert len(rows) == 48 * 2
    assert [row["pair"] for row in rows[:2]] == ["push_once-fold_once", "push_all-betaori"]
    for row in rows:
        a, b = row["pair"].split("-")
        gap = float(row[f"ev_{a}"]) - float(row[f"ev_{b}"])
        assert float(row["difference"]) == pytest.approx(gap, abs=2e-6)
        assert (row["low"] == "") == (int(row["clusters"]) < 400)
        assert (row["low_any"] == "") == (int(row["clusters"]) < 1000)
        total = sum(float(row[f"{x}_push_all"]) for x in OUTCOMES)
        assert total == pytest.approx(1, abs=1e-8)
        for arm in (a, b):
            parts = sum(float(row[f"part_{x}_{arm}"]) for x in OUTCOMES)
            assert parts == pytest.approx(float(row[f"ev_{arm}"]), abs=1e-5)
        q = float(row["ronned"])
        ev = (1 - q) * float(row["ev_passed"]) - q * float(row["loss"])
        assert ev == pytest.approx(float(row[f"ev_{a}"]), abs=1e-3)


def test_intervals_hold_together_over_the_cells(result: StudyResult) -> None:
    row = result.rows()[0]
    wide = stats.fixed_factor(0.95, 48) * row["standard_error"]
    assert row["high"] - row["difference"] == pytest.approx(wide, abs=1e-5)


def test_json_keeps_every_byte(result: StudyResult) -> None:
    text = result.to_json()
    again = StudyResult.from_json(text)
    assert again == result
    assert again.to_json() == text
    assert json.loads(text).keys() == {
        *("id", "spec", "blocks", "rounds_played", "spots", "cells", "meta")
    }


def test_folder_is_read_back_and_written_alike(result: StudyResult, tmp_path: Path) -> None:
    result.write(tmp_path / "a")
    result.write(tmp_path / "b")
    names = ["cells.csv", "cells.parquet", "merged.json"]
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == names
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert StudyResult.read(tmp_path / "a") == result
    assert StudyResult.read(tmp_path / "a" / "merged.json") == result


def test_parquet_holds_the_rows_typed(result: StudyResult, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    result.write_parquet(tmp_path / "cells.parquet")
    table = pq.read_table(tmp_path / "cells.parquet")
    assert table.to_pylist() == result.rows()
    kinds = {f.name: str(f.type) for f in table.schema}
    assert (kinds["hand"], kinds["n"], kinds["low_any"]) == ("string", "int64", "double")
    assert table.schema.metadata[b"oshihiki.study.id"].decode() == result.id


def test_widest_waits_for_every_cell(result: StudyResult) -> None:
    assert result.widest() == float("inf")
    assert result.reached(1e9) == (48 - sum(c.clusters < 400 for c in result.cells), 48)
    assert result.look()["half_widths"]["push_all-betaori"].count(None) == 4


def test_plain_table(result: StudyResult) -> None:
    text = result.table()
    assert text.count("too few") == 8
    assert "push_once − fold_once, points" in text
    assert "push_all − betaori" not in result.table(result.pairs[0])
    line = next(x for x in text.splitlines() if x.startswith("tenpai_good    5-7    none"))
    row = result.rows()[0]
    assert f"{row['difference']:+,.0f}" in line
    assert f"[{row['low']:+,.0f}, {row['high']:+,.0f}]" in line
    assert "**" in line
    assert f"{100 * row['break_even']:.1f} %".replace("-", "−") in line


@pytest.mark.parametrize("width", [90, 160])
def test_rich_table(result: StudyResult, width: int) -> None:
    console = pytest.importorskip("rich.console").Console(
        file=io.StringIO(), width=width, color_system=None
    )
    result.print(console)
    text = console.file.getvalue()
    assert "[low, high]" in text
    assert ("w/i/d" in text.splitlines()[1]) == (width == 160)


def test_a_cell_without_spots_is_a_row_without_numbers() -> None:
    data = by_hand()
    tally = data["cells"][0]["tally"]
    data["cells"].append({"keys": {"hand": "noten"}, "tally": dict.fromkeys(tally, 0)})
    row = StudyResult.from_json(json.dumps(data)).rows()[1]
    assert row["n"] == 0
    assert row["ev_push"] is row["difference"] is row["low"] is row["win_push"] is None
    assert "–" in StudyResult.from_json(json.dumps(data)).table()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pair.push-fold.d": 9999}, "difference of push-fold"),
        ({"n": 999}, "must rise"),
        ({"weight": 300}, "not a multiple"),
        ({"arm.push.win": 0.5}, "no integer 'arm.push.win'"),
    ],
)
def test_tallies_that_cannot_be_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        StudyResult.from_json(json.dumps(by_hand(**changes)))


def test_other_files_are_refused(tmp_path: Path) -> None:
    for text in ("", "{}", "[1]", '{"id": 3'):
        with pytest.raises(StudyError, match="not a study's result"):
            StudyResult.from_json(text)
    with pytest.raises(StudyError, match="no result to read"):
        StudyResult.read(tmp_path)
    (tmp_path / "merged.json").write_text("{")
    with pytest.raises(StudyError, match=r"merged\.json: not a"):
        StudyResult.read(tmp_path)


def test_unknown_arm_and_bad_axis_are_refused(result: StudyResult) -> None:
    spec = {**result.spec, "compare": {"pairs": [["push_once", "nothing"]]}}
    with pytest.raises(StudyError, match="unknown arm 'nothing'"):
        dataclasses.replace(result, spec=spec)
    cells = tuple(Cell({"pair": "x"}, c.tally) for c in result.cells[:1])
    with pytest.raises(StudyError, match="may not be named 'pair'"):
        dataclasses.replace(result, cells=cells)


def test_break_even_of_a_row(result: StudyResult) -> None:
    row = result.rows()[0]
    expected = (row["ev_passed"] - row["ev_fold_once"]) / (row["ev_passed"] + row["loss"])
    assert row["break_even"] == pytest.approx(expected, abs=1e-8)
    assert row["break_even_low"] < row["break_even"] < row["break_even_high"]


def test_cells_of_other_numbers_of_worlds_add_by_spots(result: StudyResult) -> None:
    a, b = result.cells[:2]
    both = a.times(3) + b.times(2)
    assert both.weight == a.weight + b.weight
    assert both.deals == 6
    assert both.arm("push_all", "win") == 6 * (a + b).arm("push_all", "win")
    pair = Pair("push_all", "betaori")
    assert stats.mean(both.moments(pair)) == stats.mean((a + b).moments(pair))
    assert stats.standard_error(both.moments(pair)) == pytest.approx(
        stats.standard_error((a + b).moments(pair)), rel=1e-12
    )


def test_cells_add_exactly(result: StudyResult) -> None:
    a, b = result.cells[:2]
    both, pair = a + b, Pair("push_all", "betaori")
    assert both.n == a.n + b.n
    assert both.moments(pair) == a.moments(pair) + b.moments(pair)
