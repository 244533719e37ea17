"""The page: complete, well formed, self-contained, the same bytes each time."""

from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from browser import assert_no_complaint
from oshihiki.errors import StudyError
from oshihiki.report import figures, tiles_pushed, words
from oshihiki.report.scene import THEME
from oshihiki.study.cell import Cell
from oshihiki.study.result import StudyResult
from synthetic_result import META, SPEC, synthetic

pytest.importorskip("jinja2")

VOID = frozenset({"meta", "link", "br"})


class Checker(HTMLParser):
    """Collects text and attributes, and fails on tags that do not nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = {name: value or "" for name, value in attrs}
        self.links += [values[name] for name in ("src", "href", "xlink:href") if name in values]
        self.ids += [values["id"]] if "id" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


@pytest.fixture(scope="module")
def result() -> StudyResult:
    return synthetic()


def write(result: StudyResult, folder: Path) -> str:
    (page,) = oh.report.write(result, folder / "page.html")
    return page.read_text()


@pytest.fixture(scope="module")
def page(result: StudyResult, tmp_path_factory: pytest.TempPathFactory) -> str:
    return write(result, tmp_path_factory.mktemp("report"))


def test_page_is_well_formed_and_needs_nothing(page: str) -> None:
    checker = Checker(page)
    assert page.startswith("<!doctype html>")
    assert set(checker.links) >= {"data:,", "#how"}
    for link in checker.links:
        assert link == "data:," or link[1:] in checker.ids, link
    for word in ("http://", "https://", "url(", "@import", "<script", "<img"):
        assert word not in page


def test_page_says_what_was_asked_and_how(page: str) -> None:
    text = " ".join(Checker(page).text.split())
    for expected in (
        "Push or fold against a first riichi",
        "exactly one opponent is in riichi",
        "turn 5 to 15",
        "no riichi is inside its ippatsu turn",
        "a hero's first such decision in each cell counts",
        "discards the safest tile, then plays on as balanced and always folds",
        "tenpai after the best discard, on any other wait",
        "Spots were met in self-play",
        "0123456789abcdef",
        "f00d" * 16,
        "python 3.11.2",
        f"oshihiki study run push-fold --max-rounds {synthetic().rounds_played}",
        "riichi_opponents = { exactly = 1 }",
        "Šidák",
    ):
        assert expected in text, expected


def test_page_holds_every_number_of_the_table(result: StudyResult, page: str) -> None:
    text = Checker(page).text
    for row in result.rows():
        assert f"{row['difference']:+,.0f}".replace("-", "−").replace("+0", "0") in text
        if row["low"] is not None:
            low, high = (f"{row[x]:+,.0f}".replace("-", "−") for x in ("low", "high"))
            assert f"[{low}, {high}]" in text
    few = sum(cell.clusters < 400 for cell in result.cells)
    assert page.count('<td class="soft">too few</td>') == few * len(result.pairs)


def test_page_has_a_map_for_each_pair_and_dealer(page: str) -> None:
    for pair in ("push_once minus fold_once", "push_all minus betaori"):
        for who in ("neither", "hero", "threat"):
            assert page.count(f'aria-label="{pair}: {who} is dealer"') == 1


def test_marks_follow_the_intervals(result: StudyResult, page: str) -> None:
    for mark, wanted in (("●", 2), ("○", 1)):
        rows = sum(
            (2 if e.sign_any else 1 if e.sign else 0) == wanted
            for cell in result.cells
            for pair in result.pairs
            if (e := result.estimate(cell, pair))
        )
        assert page.count(f'<td class="l">{mark}</td>') == rows
        assert rows


def test_same_result_same_bytes(result: StudyResult, tmp_path: Path) -> None:
    again = StudyResult.from_json(result.to_json())
    first = oh.report.write(result, tmp_path / "a" / "report.html", oh.report.EXTRAS)
    second = oh.report.write(again, tmp_path / "b" / "report.html", oh.report.EXTRAS)
    assert [p.name for p in first] == [p.name for p in second]
    for a, b in zip(first, second, strict=True):
        assert a.read_bytes() == b.read_bytes(), a.name
    assert not [p for p in tmp_path.rglob("*") if p.name.endswith(".tmp")]


def test_extras(result: StudyResult, tmp_path: Path) -> None:
    files = oh.report.write(result, tmp_path, ("svg", "png", "csv", "latex"))
    assert files[0] == tmp_path / "report.html"
    by_end = {end: [p for p in files if p.suffix == end] for end in (".svg", ".png")}
    assert len(by_end[".svg"]) == len(by_end[".png"]) == 2 * 4 + 1
    for path in by_end[".svg"]:
        root = ET.fromstring(path.read_text())
        assert root.tag.endswith("svg")
    for path in by_end[".png"]:
        assert path.read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "report.csv").read_text() == result.to_csv()
    tex = (tmp_path / "report.tex").read_text()
    assert tex.count(r"\begin{longtable}") == tex.count(r"\end{longtable}") == 2
    body = [x for x in tex.splitlines() if " & " in x]
    assert {x.count(" & ") for x in body} == {9}
    assert not re.search(r"(?<!\\)[_%#]", tex)


def test_unknown_extra_is_refused(result: StudyResult, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="'pdf' is not one of svg, png, csv, latex"):
        oh.report.write(result, tmp_path, ["pdf"])
    assert not list(tmp_path.iterdir())


def test_spots_from_logs_are_said_and_counted(result: StudyResult, tmp_path: Path) -> None:
    source = {"kind": "logs", "files": ["mjlog_4p.jsonl.gz"], "logs": 1198, "without_seed": 12}
    meta = {**META, "source": source}
    text = Checker(write(dataclasses.replace(result, meta=meta), tmp_path)).text
    text = " ".join(text.split())
    assert "Spots were taken from recorded decisions of real matches" in text
    assert "mjlog_4p.jsonl.gz" in text
    assert "1,198" in text
    assert "without seed12" in text
    assert "those of real players" in text
    assert "self-play" not in text


def test_text_of_a_study_cannot_break_the_page(result: StudyResult, tmp_path: Path) -> None:
    spec = {**SPEC, "study": {**SPEC["study"], "title": "</title><script>alert('x')</script> & co"}}
    page = write(dataclasses.replace(result, spec=spec), tmp_path)
    assert "script" not in Checker(page).tags


def one_axis(n: int) -> StudyResult:
    spec = {**SPEC, "cells": {"shanten": [0, 1]}, "stop": {}}
    cells = []
    for label, cell in zip(("0", "1"), synthetic().cells, strict=False):
        tally = cell.tally if n else dict.fromkeys(cell.tally, 0)
        cells.append(Cell({"shanten": label}, tally))
    return StudyResult("1d", spec, 1, 4096, sum(c.n for c in cells), tuple(cells), {})


@pytest.mark.parametrize("n", [0, 1])
def test_other_axes_no_meta_no_spots(n: int, tmp_path: Path) -> None:
    text = Checker(write(one_axis(n), tmp_path)).text
    assert "shanten 0" in text
    assert ("too fewn = 0" in text) == (n == 0)


def test_colours_of_the_map(result: StudyResult) -> None:
    limits = figures.edges(result)
    assert limits == (250, 500, 1000, 2000)
    assert [figures.step(x, limits) for x in (0, 249, 250, 999, 1e4, -1, -600, -2000)] == [
        *("p1", "p1", "p2", "p3", "p5", "m1", "m3", "m5")
    ]


def contrast(a: str, b: str) -> float:
    def light(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", [x for x in THEME if f"on_{x}" in THEME])
@pytest.mark.parametrize("mode", [0, 1])
def test_numbers_can_be_read_on_their_colour(name: str, mode: int) -> None:
    assert contrast(THEME[name][mode], THEME[f"on_{name}"][mode]) >= 4.5


@pytest.mark.parametrize("name", ["ink", "soft"])
@pytest.mark.parametrize("mode", [0, 1])
def test_text_can_be_read(name: str, mode: int) -> None:
    assert contrast(THEME[name][mode], THEME["paper"][mode]) >= 4.5


def test_parts_add_up_to_the_difference(result: StudyResult) -> None:
    for pair in result.pairs:
        cell = figures.pool(result.cells[:12])
        assert sum(figures.parts(result, cell, pair)) == pytest.approx(
            result.ev(cell, pair.a) - result.ev(cell, pair.b)
        )


@pytest.mark.parametrize(
    ("spot", "expected"),
    [
        ({"riichi_opponents": {"from": 1, "to": 2}}, "1 to 2 opponents are in riichi"),
        ({"riichi_opponents": {"exactly": 2}}, "exactly two opponents are in riichi"),
        ({"shanten": {"exactly": 0}}, "the hand is tenpai after its best discard"),
        ({"open": False}, "the hero's hand is closed"),
        (
            {"honba": {"from": 3}},
            "honba: 3 or more (Counters)",
        ),
        ({"made_up": ["hero", "none"]}, "made up: hero or none"),
        ({"made_up": True}, "made up: yes"),
    ],
)
def test_predicates_in_words(spot: dict[str, Any], expected: str) -> None:
    clauses, _ = words.spot_words({"spot": spot})
    assert clauses == [expected]


def test_arm_in_words() -> None:
    arm = {"first": "riichi", "then": {"name": "balanced", "fold": "auto", "risk": 15}}
    assert words.arm_words(arm) == (
        "declares riichi, then plays on as balanced, risk = 15 and folds when it judges the "
        "threat too great."
    )


@pytest.mark.slow
def test_a_browser_finds_nothing_to_complain_about(result: StudyResult, tmp_path: Path) -> None:
    (page,) = oh.report.write(result, tmp_path / "page.html")
    assert_no_complaint(page, tmp_path / "profile")


def test_break_even_figure_and_table(result: StudyResult, page: str) -> None:
    pair = result.pairs[0]
    scene = tiles_pushed.break_even(result, pair)
    assert scene is not None
    assert "Break-even deal-in rates of push_once against fold_once" in scene.to_svg()
    rows = tiles_pushed.rows(result, pair)
    assert len(rows) == len(result.cells)
    tile = result.break_even(result.cells[0], pair)
    assert rows[0]["rate"] == f"{100 * tile.rate:.1f} %"
    assert rows[0]["side"] in ("", "push", "fold")
    assert {row["side"] for row in rows} & {"push", "fold"}
    text = Checker(page).text
    assert "How dangerous a tile may be pushed" in text
    assert rows[0]["interval"] in text


def test_no_break_even_without_ronned_tiles(result: StudyResult) -> None:
    arm = "push_once"
    fields = ("ronned", "ronned_value", "q2", "qn", "ql", "qv", "l2", "ln", "lv")
    cells = tuple(
        Cell(c.keys, {**c.tally, **{f"arm.{arm}.{x}": 0 for x in fields}}) for c in result.cells
    )
    none = dataclasses.replace(result, cells=cells)
    assert tiles_pushed.break_even(none, result.pairs[0]) is None
    assert tiles_pushed.break_even(none, result.pairs[1]) is not None
