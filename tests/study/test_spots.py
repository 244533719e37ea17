"""Spots from recorded rounds: which rounds count, and that nothing else changes the numbers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import oshihiki as oh
from mjlog_rows import corpus
from oshihiki.errors import LogError, StudyError
from oshihiki.study import run as runs
from oshihiki.study import spec
from oshihiki.study.fork_spec import Spec
from study.study_help import changed


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A few logs whose seeds give their walls, one of another game among them."""
    folder = tmp_path_factory.mktemp("logs")
    out = []
    with gzip.open(corpus("mjlog_4p.jsonl.gz"), "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["wall"] and len(out) < 6:
                path = folder / f"{len(out)}.mjlog"
                path.write_text(row["xml"], encoding="utf-8")
                out.append(path)
    return out


def study(**sections: object) -> Spec:
    data = changed(
        spot={"shanten": {"to": 2}, "turn": {"to": 12}, "pick": "every"},
        cells={"turn": [[1, 6], [7, 12]], "dealer": None},
        **sections,
    )
    found = spec.parse(data, "small.toml")
    assert isinstance(found, Spec)
    return found


def test_recorded_rounds_are_forked(logs: list[Path], tmp_path: Path) -> None:
    ended = runs.run(study(), tmp_path / "a", threads=1, spots_from=logs)
    result = ended.result
    source = result.meta["source"]
    assert "all recorded rounds are used" in ended.why
    assert source["logs"] == len(logs)
    assert 0 < result.rounds_played == source["rounds_forked"] <= source["recorded_rounds"]
    left = source["rounds_by_other_rules"] + source["rounds_that_do_not_replay"]
    if not source["logs_without_a_seed_that_gives_their_hands"]:
        assert result.rounds_played + left == source["recorded_rounds"]
    assert result.spots > 50
    assert isinstance(result, oh.study.StudyResult)
    # In play by the record nothing rides along: every arm of every spot is played.
    for cell in result.cells:
        assert cell.n == cell.weight == cell.tally["spots"]
    again = runs.run(study(), tmp_path / "b", threads=2, spots_from=logs).result
    assert again.to_json() == result.to_json()
    page = oh.report.write(result, tmp_path)[0].read_text()
    assert "recorded decisions of real matches" in page


def test_worlds_of_recorded_spots(logs: list[Path], tmp_path: Path) -> None:
    one = runs.run(study(), tmp_path / "a", threads=2, spots_from=logs).result
    more = runs.run(
        study(variance={"worlds": 3}), tmp_path / "b", threads=2, spots_from=logs
    ).result
    assert isinstance(one, oh.study.StudyResult)
    assert isinstance(more, oh.study.StudyResult)
    for a, b in zip(one.cells, more.cells, strict=True):
        assert b.n == 3 * a.n
        assert b.arm("push", "first") == a.arm("push", "value")


def test_other_logs_are_another_study(logs: list[Path], tmp_path: Path) -> None:
    runs.run(study(), tmp_path / "out", threads=1, spots_from=logs[:1])
    with pytest.raises(StudyError, match="spots"):
        runs.run(study(), tmp_path / "out", threads=1, spots_from=logs[1:2])
    with pytest.raises(StudyError, match="spots"):
        runs.run(study(), tmp_path / "out", threads=1, max_rounds=4096)


def test_what_cannot_give_spots_is_refused(logs: list[Path], tmp_path: Path) -> None:
    fixed = study(study={"context": {"round": "E1"}})
    other = study(study={"rules": "wrc-2025"})
    with pytest.raises(StudyError, match='context must be "match"'):
        runs.run(fixed, tmp_path / "a", threads=1, spots_from=logs)
    with pytest.raises(StudyError, match="none can be forked"):
        runs.run(other, tmp_path / "b", threads=1, spots_from=logs)
    with pytest.raises(LogError):
        runs.run(study(), tmp_path / "c", threads=1, spots_from=[tmp_path / "none"])
    race = spec.read("race")
    with pytest.raises(StudyError, match="takes no spots from logs"):
        runs.run(race, tmp_path / "d", threads=1, spots_from=logs)
