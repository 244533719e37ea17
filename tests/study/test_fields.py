"""The same cells against other opponents."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import oshihiki as oh
from oshihiki.cli.study import command
from oshihiki.errors import StudyError
from oshihiki.study import fields, fields_run, spec
from oshihiki.study import run as runs
from oshihiki.study.fork_spec import Spec
from oshihiki.study.result import StudyResult
from study.study_help import changed, write_spec
from synthetic_result import synthetic

FIELDS = {"bold": "efficient", "own": "tsumogiri"}


def parsed(data: dict[str, Any]) -> Spec:
    found = spec.parse(data)
    assert isinstance(found, Spec)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("fields") / "out"
    runs.run(parsed(changed(fields=FIELDS)), out, threads=2, max_rounds=8192)
    return out


def test_every_field_is_a_study_with_that_base(folder: Path, tmp_path: Path) -> None:
    result = StudyResult.read(folder)
    found = {field.name: field for field in fields.of(result)}
    assert list(found) == ["bold", "own"]
    assert found["own"].id == result.id  # that is the study's own base: it is not run again
    alone = runs.run(
        parsed(changed(strategies={"base": "efficient"})), tmp_path / "x", max_rounds=8192
    ).result
    assert isinstance(alone, StudyResult)
    assert (found["bold"].id, found["bold"].rounds) == (alone.id, 8192)
    (pair,) = result.pairs
    for number, cell in enumerate(alone.cells):
        e = alone.estimate(cell, pair)
        known = found["bold"].difference(pair, number)
        assert known is None if e.too_few else known == (round(e.mean, 6), round(e.half_width, 6))
    assert any(not alone.estimate(cell, pair).too_few for cell in alone.cells)
    assert [path.name for path in (folder / "fields").iterdir()] == ["bold"]


def test_the_range_holds_the_study_and_its_fields(folder: Path) -> None:
    result = StudyResult.read(folder)
    (pair,) = result.pairs
    rows = result.rows()
    assert {"difference_bold", "difference_own", "field_low", "field_high"} <= rows[0].keys()
    wide = 0
    for row, (low, high) in zip(rows, fields.spans(result, pair), strict=True):
        if math.isnan(low):
            assert row["field_low"] is None
            continue
        assert row["field_low"] <= row["difference"] <= row["field_high"]
        assert row["field_low"] == min(row["difference"], row["difference_bold"])
        wide += low < high
    assert wide
    assert "fields: least and greatest" in result.table()
    assert [name for name, _ in result.columns()] == list(rows[0])


def test_a_range_needs_every_field() -> None:
    """Two fields made up around the study's own difference; one has too few rounds in a cell."""
    result = synthetic()
    pair = result.pairs[0]
    own = [result.estimate(cell, pair) for cell in result.cells]
    first, second = [i for i, e in enumerate(own) if not e.too_few][:2]
    few = next(i for i, e in enumerate(own) if e.too_few)
    up = [[e.mean + 100, 5.0] for e in own]
    down: list[list[float] | None] = [[e.mean - 50, 5.0] for e in own]
    down[second] = None

    def field(differences: list[Any]) -> dict[str, Any]:
        known = {p.name: differences for p in result.pairs}
        return {"strategy": "x", "id": "1", "rounds": 8, "differences": known}

    both = dataclasses.replace(
        result, meta={**result.meta, "fields": {"up": field(up), "down": field(down)}}
    )
    spans = fields.spans(both, pair)
    assert spans[first] == pytest.approx((own[first].mean - 50, own[first].mean + 100))
    assert all(map(math.isnan, spans[second]))
    assert math.isnan(spans[few][0])
    rows = both.rows()[:: len(result.pairs)]
    assert rows[first]["difference_up"] == up[first][0]
    assert rows[first]["field_high"] == pytest.approx(up[first][0], abs=1e-6)
    assert rows[first]["field_low"] == pytest.approx(own[first].mean - 50, abs=1e-6)
    assert rows[second]["difference_down"] is rows[second]["field_high"] is None
    above = dataclasses.replace(result, meta={**result.meta, "fields": {"up": field(up)}})
    assert fields.spans(above, pair)[second] == pytest.approx((own[second].mean, up[second][0]))


def test_fields_are_no_part_of_the_id(folder: Path, tmp_path: Path) -> None:
    assert parsed(changed(fields=FIELDS)).id == parsed(changed()).id
    without = runs.run(parsed(changed()), tmp_path / "out", max_rounds=8192).result
    assert isinstance(without, StudyResult)
    result = StudyResult.read(folder)
    assert result.cells == without.cells
    assert "fields" not in without.meta
    # With fields asked for later the same folder gives the same bytes.
    runs.run(parsed(changed(fields=FIELDS)), tmp_path / "out", max_rounds=8192)
    kept = {"merged.json", "cells.csv", "cells.parquet"}
    for name in kept:
        assert (tmp_path / "out" / name).read_bytes() == (folder / name).read_bytes(), name


def test_arms_stay_as_they_are() -> None:
    data = changed(fields={"bold": "efficient"}, arms={"push": {"first": "attack"}})
    there = fields_run.against(parsed(data), "bold")
    assert there.identity["strategies"] == {"base": "efficient"}
    assert there.identity["arms"][0] == ["push", "attack", "tsumogiri"]
    assert not there.fields


def test_the_usual_fields() -> None:
    study = spec.read("push-fold")
    assert isinstance(study, Spec)
    assert not study.fields
    usual = fields_run.with_usual(study)
    assert list(usual.fields) == ["passive", "normal", "aggressive"]
    assert usual.fields["normal"] == study.identity["strategies"]["base"]
    assert len(set(usual.fields.values())) == 3
    assert usual.id == study.id
    assert fields_run.with_usual(usual) is usual


def test_a_field_that_cannot_be() -> None:
    with pytest.raises(StudyError, match=r"fields\.bold"):
        spec.parse(changed(fields={"bold": "nobody"}))
    with pytest.raises(StudyError, match="fields"):
        spec.parse(changed(fields={"../up": "efficient"}))


def test_the_page_says_it(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    result = StudyResult.read(folder)
    (page,) = oh.report.write(result, tmp_path / "page.html")
    text = page.read_text()
    assert "Against other fields" in text
    assert "over fields" in text
    plain = dataclasses.replace(
        result, meta={k: v for k, v in result.meta.items() if k != "fields"}
    )
    (page,) = oh.report.write(plain, tmp_path / "page.html")
    assert "over fields" not in page.read_text()


def test_the_command(tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    study = write_spec(tmp_path / "small.toml", changed(fields={"bold": "efficient"}))
    args = [str(study), "--fields", "--json", "--max-rounds", "4096", "--out", str(tmp_path / "o")]
    done = CliRunner().invoke(command, ["run", *args], catch_exceptions=False)
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert list(found["fields"]) == ["bold"]
    assert "field_low" in found["cells"][0]
    assert found["reproduce"].endswith("--max-rounds 4096 --fields")
    with pytest.raises(StudyError, match="race has no arms"):
        CliRunner().invoke(command, ["run", "race", "--fields"], catch_exceptions=False)
