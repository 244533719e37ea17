"""Published tables beside a study's numbers. What they say is not tested, but what theory fixes."""

from __future__ import annotations

import dataclasses
import functools
import math
import operator
from pathlib import Path

import pytest

import oshihiki as oh
from oshihiki.errors import StudyError
from oshihiki.study import published, spec
from oshihiki.study import run as runs
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.fork_spec import Spec
from oshihiki.study.result import StudyResult
from study.study_help import changed


def played(name: str, out: Path) -> StudyResult:
    study = spec.read(name)
    assert isinstance(study, Spec)
    found = runs.run(study, out / name, threads=2, max_rounds=5 * 4096).result
    assert isinstance(found, StudyResult)
    return found


@pytest.fixture(scope="module")
def facing(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    return played("facing-riichi", tmp_path_factory.mktemp("published"))


@pytest.fixture(scope="module")
def folding(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    return played("cost-of-folding", tmp_path_factory.mktemp("published"))


@pytest.fixture(scope="module")
def chase(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    return played("chase", tmp_path_factory.mktemp("published"))


def test_folding_costs_the_dealer_most(folding: StudyResult) -> None:
    """He pays double for a tsumo; to the dealer all others pay more than among themselves."""
    (table,) = published.tables(folding)
    assert table.columns[0] == "hero is dealer"
    assert len(table.rows) == 14
    for rows in (table.rows[::2], table.rows[1::2]):  # played on, folded
        mean = [sum(row.found[i] for row in rows) / len(rows) for i in range(3)]
        assert mean[0] < mean[1]
        assert mean[2] < mean[1] < 0
    for row in table.rows:
        assert row.published[0] < row.published[2] < row.published[1] < 0
    assert [row.where.endswith(", all fold") for row in table.rows] == [False, True] * 7


def test_shares_of_ends_add_up(facing: StudyResult) -> None:
    table = next(t for t in published.tables(facing) if t.name == "facing")
    *ends, all_ = table.rows
    assert sum(row.found[0] for row in ends) == pytest.approx(100)
    mean = sum(row.found[0] * row.found[1] for row in ends) / 100
    assert mean == pytest.approx(all_.found[1])
    cells = facing.cells
    n = sum(cell.n for cell in cells)
    assert all_.found[1] == pytest.approx(
        100 * sum(cell.arm("play_on", "value") for cell in cells) / n
    )
    by = {row.where: row.found[1] for row in ends}
    assert by["wins"] > 0 > by["draw"] > by["others’ tsumo"] > by["deals in"]


def test_a_wide_wait_wins_more_and_late_ones_less(chase: StudyResult) -> None:
    table = next(t for t in published.tables(chase) if t.name == "chase")
    wide, narrow = table.rows[:3], table.rows[3:]
    for a, b in zip(wide, narrow, strict=True):
        assert a.where.split(", ")[1] == b.where.split(", ")[1]
        assert a.found[0] > b.found[0]
        assert all(0 < share < 1 for share in (*a.found, *b.found))
    for rows in (wide, narrow):
        wins = [row.found[0] for row in rows]
        assert wins == sorted(wins, reverse=True)
    # Published: counts of turns 6 and 8 together.
    assert wide[0].published[0] == pytest.approx((1453 * 0.4831 + 3465 * 0.4823) / (1453 + 3465))


def test_the_second_riichi_that_is_ronned_at_once_is_left_out(chase: StudyResult) -> None:
    """Spots count alike, however many worlds each cell's were played through."""
    table = next(t for t in published.tables(chase) if t.name == "chase")
    waits = [(wait, turn) for wait in ("two_sided", "single") for turn in chase.labels("turn")]
    for row, (wait, turn) in zip(table.rows, waits, strict=True):
        assert row.where == f"{wait.replace('_', '-')}, turn {turn.replace('-', '–')}"
        cells = [c for c in chase.cells if (c.keys["wait"], c.keys["turn"]) == (wait, turn)]

        def total(*names: str, of: list[Cell] = cells) -> float:
            return sum(c.arm("chase", name) / c.deals for c in of for name in names)

        ronned = total("ronned")
        assert ronned > 0
        left = sum(c.weight for c in cells) - ronned
        draws = total("draw_tenpai", "draw_noten", "abort")
        assert row.found == pytest.approx(
            (total("win") / left, draws / left, (total("deal_in") - ronned) / left)
        )


def rate(result: StudyResult, **keys: str) -> float:
    """Break-even rate of pooled cells, with however few tiles ronned."""
    cells = [c for c in result.cells if all(c.keys[a] == k for a, k in keys.items())]
    tile = result.break_even(functools.reduce(operator.add, cells), result.pairs[0])
    return (tile.passed - tile.fold) / (tile.passed + tile.loss)


def test_more_value_a_wide_wait_and_the_dealer_push_more(chase: StudyResult) -> None:
    by_value = [rate(chase, value=label) for label in chase.labels("value")[:3]]
    assert by_value == sorted(by_value)
    assert rate(chase, wait="two_sided") > rate(chase, wait="single")
    assert rate(chase, dealer="hero") > rate(chase, dealer="none") > rate(chase, dealer="threat")


def test_break_even_rates_that_are_published(chase: StudyResult) -> None:
    table = next(t for t in published.tables(chase) if t.name == "chase_break_even")
    assert len(table.columns) == len(chase.labels("value"))
    for row in table.rows:
        told = [x for x in row.published if not math.isnan(x)]
        assert told == sorted(told)
        assert len(told) >= 3
    # Both ends of a value belong to it: 1,300 and 2,000; 2,600 and 3,900; 5,200 and 7,700.
    by = {row.where: row.published for row in table.rows}
    assert by["neither is dealer, two-sided"][:3] == pytest.approx((0.27, 0.385, 0.475))
    assert by["hero is dealer, two-sided"] == pytest.approx((0.40, 0.50, 0.595, 0.66))


def test_tables_of_the_last_draws(tmp_path: Path) -> None:
    study = spec.read("keiten")
    assert isinstance(study, Spec)
    one = spec.with_section(study, "variance", {"worlds": 1})
    found = runs.run(one, tmp_path / "out", threads=2, max_rounds=4096).result
    assert isinstance(found, StudyResult)
    (table,) = published.tables(found)
    assert [row.where for row in table.rows] == [f"{n} draws left" for n in (5, 4, 3, 2, 1, 0)]
    assert table.rows[0].published == (0.23, 0.20, 0.09)
    assert table.rows[-1].published == (0.42, 0.36, 0.26)
    for row in table.rows:
        for told, (low, high) in zip(row.found, row.spans, strict=True):
            assert math.isnan(told) or low < told < high
    # As if fifty times as many rounds had come out alike, so that there are enough for a rate.
    many = dataclasses.replace(
        found,
        cells=tuple(Cell(c.keys, {k: 50 * v for k, v in c.tally.items()}) for c in found.cells),
    )
    (table,) = published.tables(many)
    told = 0
    for row in table.rows:
        left = int(row.where.split()[0])
        for share, dealer in zip(row.found, ("hero", "none", "threat"), strict=True):
            keys = {"dealer": dealer, "value_damaten": "0"}  # tenpai without a yaku
            cells = [
                c
                for c in many.cells
                if keys.items() <= c.keys.items()
                and int(c.keys["live_left"].split("-")[-1]) // 4 == left
                and c.weight
            ]
            if cells:
                together = functools.reduce(operator.add, cells)
                exact = many.break_even(together, Pair("keep", "betaori")).rate
                assert share == pytest.approx(exact, nan_ok=True)
                told += not math.isnan(share)
    assert told >= 6
    # With or without a yaku the dealer may push more, and against the dealer less.
    pairs = {d: rate(found, dealer=d) for d in ("hero", "none", "threat")}
    assert pairs["hero"] > pairs["none"] > pairs["threat"]
    assert rate(found, value_damaten="from 1") > rate(found, value_damaten="0")


def test_the_page_shows_them_side_by_side(chase: StudyResult, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    (page,) = oh.report.write(chase, tmp_path / "page.html")
    text = page.read_text()
    assert "Beside published tables" in text
    assert "Published: Aviary, second riichis in houou logs" in text
    none = dataclasses.replace(
        chase, spec={**chase.spec, "study": {**chase.spec["study"], "published": []}}
    )
    (page,) = oh.report.write(none, tmp_path / "page.html")
    assert "Beside published tables" not in page.read_text()


def test_what_cannot_stand_beside(chase: StudyResult) -> None:
    with pytest.raises(StudyError, match=r"study\.published"):
        spec.parse(changed(study={"published": ["horoscope"]}))
    assert spec.parse(changed(study={"published": ["chase"]})).id == spec.parse(changed()).id
    other = {**chase.spec, "study": {**chase.spec["study"], "published": ["keiten"]}}
    with pytest.raises(StudyError, match="keiten needs live_left"):
        published.tables(dataclasses.replace(chase, spec=other))
