"""A row for every spot: what it holds, that it is the same however a run is cut, how it is read."""

from __future__ import annotations

import statistics
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from oshihiki.errors import StudyError
from oshihiki.study import run as runs
from oshihiki.study import spec
from oshihiki.study.features import features
from oshihiki.study.fork_spec import Spec
from oshihiki.study.result import StudyResult
from oshihiki.study.rows import NAME
from study.study_help import changed
from study.test_run import Interrupting, assert_same
from study.test_spots import logs, study  # noqa: F401

pq = pytest.importorskip("pyarrow.parquet")

ROUNDS = 3 * 4096


def small(**sections: Any) -> Spec:
    data = changed(output={"rows": True}, variance={"worlds": 3}, **sections)
    found = spec.parse(data, "small.toml")
    assert isinstance(found, Spec)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("rows") / "out"
    runs.run(small(), out, threads=1, max_rounds=ROUNDS)
    return out


@pytest.fixture(scope="module")
def rows(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / NAME).to_pylist()
    return found


def test_rows_add_up_to_the_cells(folder: Path, rows: list[dict[str, Any]]) -> None:
    result = StudyResult.read(folder)
    assert len(rows) == result.spots > 1000
    for cell in result.cells:
        own = [r for r in rows if all(r[f"cell_{a}"] == k for a, k in cell.keys.items())]
        assert len(own) == cell.weight
        assert {r["worlds"] for r in own} <= {3}
        for arm in result.arms:
            assert round(sum(r[f"value_{arm}"] for r in own) * 3) == 100 * cell.arm(arm, "value")
            assert sum(r[f"dealt_{arm}"] for r in own) == 100 * cell.arm(arm, "first")
            for name, field in (("wins", "win"), ("deal_ins", "deal_in"), ("ronned", "ronned")):
                assert sum(r[f"{name}_{arm}"] for r in own) == cell.arm(arm, field)
        (pair,) = result.pairs
        total = sum(r[f"difference_{pair.name}"] for r in own) * 3
        assert round(total) == 100 * cell.tally[f"pair.{pair.name}.d"]


def test_what_a_row_says(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        low, high = (1, 4) if row["cell_turn"] == "1-4" else (5, 6)
        assert low <= row["turn"] <= high
        assert row["shanten"] <= 1
        assert row["dealer"] == row["cell_dealer"]
        assert type(row["ippatsu_live"]) is bool
        assert row["round"][0] in "ESWN"
        assert row["end_push"] in ("win", "deal_in", "other_tsumo", "lateral", "abort") or row[
            "end_push"
        ].startswith("draw_")
        # Happened or not, less the chance.
        assert all(-1 <= row[name] <= 1 for name in row if name.startswith("race_"))
        if row["end_push"] == "win":
            assert row["dealt_push"] > 0
            assert row["wins_push"] >= 1
    assert [r["block"] for r in rows] == sorted(r["block"] for r in rows)


def test_the_race_is_nothing_on_the_average(rows: list[dict[str, Any]]) -> None:
    """And it moves with what came: who draws a wanted tile early wins more."""
    from collections import defaultdict

    for name in ("hero_draws", "threat_draws", "hero_feeds", "hero_alone"):
        rounds: dict[tuple[int, int], float] = defaultdict(float)
        for row in rows:
            rounds[row["match"], row["number"]] += row[f"race_{name}"]
        sums = list(rounds.values())
        assert abs(sum(sums)) < 4.5 * statistics.pstdev(sums) * len(sums) ** 0.5 + 1e-9, name
    tenpai = [r for r in rows if r["shanten"] == 0]
    early = [r["dealt_push"] for r in tenpai if r["race_hero_alone"] > 0]
    late = [r["dealt_push"] for r in tenpai if r["race_hero_alone"] < 0]
    assert statistics.mean(early) > statistics.mean(late) + 500


def test_variances_are_those_of_the_worlds(tmp_path: Path) -> None:
    """With two worlds they are half the squared difference between them, which the mean tells."""
    data = changed(output={"rows": True}, variance={"worlds": 2})
    two = spec.parse(data)
    assert isinstance(two, Spec)
    runs.run(two, tmp_path / "out", max_rounds=4096)
    seen = 0
    for row in pq.read_table(tmp_path / "out" / NAME).to_pylist():
        for x in ("push", "fold"):
            first = row[f"dealt_{x}"]
            second = 2 * row[f"value_{x}"] - first
            assert row[f"variance_{x}"] == statistics.variance([first, second])
            seen += row[f"variance_{x}"] > 0
        first = row["dealt_push"] - row["dealt_fold"]
        second = 2 * row["difference_push-fold"] - first
        assert row["variance_push-fold"] == statistics.variance([first, second])
    assert seen > 100


def test_one_world_has_no_variance(tmp_path: Path) -> None:
    one = spec.parse(changed(output={"rows": True}))
    runs.run(one, tmp_path / "out", max_rounds=4096)
    table = pq.read_table(tmp_path / "out" / NAME)
    assert table["variance_push"].null_count == len(table) > 100
    assert table["value_push"].to_pylist() == table["dealt_push"].to_pylist()


def test_the_same_file_however_it_was_cut(folder: Path, tmp_path: Path) -> None:
    whole = (folder / NAME).read_bytes()
    runs.run(small(), tmp_path / "two", threads=2, max_rounds=ROUNDS)
    assert (tmp_path / "two" / NAME).read_bytes() == whole
    with pytest.raises(KeyboardInterrupt):
        runs.run(
            *(small(), tmp_path / "cut"),
            threads=1,
            max_rounds=ROUNDS,
            progress=Interrupting(5000),
        )
    assert not (tmp_path / "cut" / NAME).exists()
    runs.resume(tmp_path / "cut", threads=2)
    assert (tmp_path / "cut" / NAME).read_bytes() == whole
    with ProcessPoolExecutor(1) as pool:
        runs.run(small(), tmp_path / "pool", executor=pool, max_rounds=ROUNDS)
    assert (tmp_path / "pool" / NAME).read_bytes() == whole


def test_rows_change_nothing_and_may_be_asked_for_later(folder: Path, tmp_path: Path) -> None:
    without = spec.with_section(small(), "output", {})
    assert without.id == small().id
    runs.run(without, tmp_path / "out", max_rounds=ROUNDS)
    assert not (tmp_path / "out" / NAME).exists()
    assert_same(tmp_path / "out", folder)
    runs.run(small(), tmp_path / "out", max_rounds=ROUNDS)
    assert_same(tmp_path / "out", folder)
    assert (tmp_path / "out" / NAME).read_bytes() == (folder / NAME).read_bytes()


def test_a_smaller_run_has_fewer_rows(folder: Path, tmp_path: Path) -> None:
    runs.run(small(), tmp_path / "out", max_rounds=ROUNDS)
    runs.run(small(), tmp_path / "out", max_rounds=4096)
    found = pq.read_table(tmp_path / "out" / NAME)
    assert found.equals(pq.read_table(folder / NAME, filters=[("block", "=", 0)]))


def test_uniform_spots_have_their_weight(tmp_path: Path) -> None:
    uniform = small(spot={"pick": "uniform"})
    result = runs.run(uniform, tmp_path / "out", max_rounds=4096).result
    assert isinstance(result, StudyResult)
    found = pq.read_table(tmp_path / "out" / NAME)
    assert sum(found["weight"].to_pylist()) == sum(cell.weight for cell in result.cells)
    assert max(found["weight"].to_pylist()) > 1


def test_rows_of_real_rounds(logs: list[Path], tmp_path: Path) -> None:  # noqa: F811
    real = spec.with_section(study(), "output", {"rows": True})
    result = runs.run(real, tmp_path / "a", threads=1, spots_from=logs).result
    assert isinstance(result, StudyResult)
    runs.run(real, tmp_path / "b", threads=2, spots_from=logs)
    assert (tmp_path / "a" / NAME).read_bytes() == (tmp_path / "b" / NAME).read_bytes()
    assert len(pq.read_table(tmp_path / "a" / NAME)) == result.spots


def test_polars_reads_it(folder: Path) -> None:
    """The line of docs/studies.md."""
    pl = pytest.importorskip("polars")
    found = pl.read_parquet(folder / NAME).group_by("shanten").agg(pl.col("value_push").mean())
    assert set(found["shanten"]) == {0, 1}


def test_duckdb_reads_it(folder: Path) -> None:
    """The line of docs/studies.md."""
    duckdb = pytest.importorskip("duckdb")
    path = folder / NAME
    found = duckdb.sql(f"select shanten, avg(value_push) from '{path}' group by shanten").fetchall()
    assert {shanten for shanten, _ in found} == {0, 1}


def test_every_predicate_picks_the_rows_that_have_it(tmp_path: Path) -> None:
    """All spots are kept once; then each feature is asked for values that some of them have."""
    spot = {"turn": {"from": 5, "to": 12}, "shanten": {"to": 1}, "pick": "every"}
    arms = {"push": {"first": "attack", "then": "efficient"}, "fold": None}
    plain = {
        "strategies": {"base": "efficient"},
        "arms": arms,
        "compare": {"pairs": [["push", "push"]]},
        "cells": {"turn": None, "dealer": None},
    }

    def spots(number: int, **more: Any) -> tuple[int, list[dict[str, Any]]]:
        data = changed(**plain, spot={**spot, **more}, output={"rows": number == 0})
        study_ = spec.parse(data)
        assert isinstance(study_, Spec)
        out = tmp_path / str(number)
        result = runs.run(study_, out, threads=2, max_rounds=4096).result
        assert isinstance(result, StudyResult)
        return result.spots, pq.read_table(out / NAME).to_pylist() if number == 0 else []

    count, all_ = spots(0)
    assert count == len(all_)
    threatened = [row for row in all_ if row["riichi_opponents"] and row["shanten"] == 0]
    names = [name for name in features() if name not in spot]
    parts = 0
    for number, first in enumerate(range(0, len(names), 4), 1):
        group = names[first : first + 4]
        # Like some spot against a riichi, so that a part of all spots is asked for.
        ways = [_like(row, group, all_) for row in threatened[:: max(1, len(threatened) // 20)]]
        asked, expected = min(ways, key=lambda way: abs(way[1] - count / 2))
        found, _ = spots(number, **asked)
        assert found == expected, asked
        parts += 0 < found < count
    assert parts >= 6


def _like(
    row: dict[str, Any], names: list[str], all_: list[dict[str, Any]]
) -> tuple[dict[str, Any], int]:
    """Predicates that a row fits, numbers at least or at most its own, and how many rows do."""
    asked: dict[str, Any] = {}
    left = all_
    for name in names:
        own = row[name]
        if features()[name].type != "number":
            asked[name] = own
            left = [r for r in left if r[name] == own]
            continue
        over = [r for r in left if r[name] >= own]
        under = [r for r in left if r[name] <= own]
        asked[name] = {"from" if len(over) > len(under) else "to": own}
        left = max(over, under, key=len) if len(over) != len(under) else under
    return asked, len(left)


def test_output_says_what_it_knows() -> None:
    with pytest.raises(StudyError, match=r"output\.rows"):
        spec.parse(changed(output={"rows": 1}))
