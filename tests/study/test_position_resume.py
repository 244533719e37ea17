"""A position's folder: killed and gone on with, refused when it holds another, drawn again."""

from __future__ import annotations

import dataclasses
import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mjlog_rows import corpus
from oshihiki import _core
from oshihiki.cli.study import command
from oshihiki.errors import StudyError
from oshihiki.study import position as positions
from oshihiki.study import position_resume
from study import ended
from study.written import RIICHI

TEXT = 'title = "Tenpai against the south seat\'s riichi"' + RIICHI
ASKED = ["--worlds", "2300", "--drop", "--threads", "2"]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("text") / "mine.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def undisturbed(text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    told("position", text, *ASKED, "--out", out)
    return out


def told(*args: Any) -> str:
    run = CliRunner().invoke(command, [str(x) for x in args])
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    assert run.exit_code == 0, run.output
    return run.stdout


def assert_same(a: Path, b: Path) -> None:
    for name in ("identity.json", "study.toml", "merged.json", "report.html"):
        assert (a / name).read_bytes() == (b / name).read_bytes(), name
    sums = [sorted(path.name for path in out.glob("shards/*")) for out in (a, b)]
    assert all(names[-1].endswith("-000002300.json") for names in sums)


@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_killed_and_resumed(text: Path, undisturbed: Path, tmp_path: Path, how: str) -> None:
    out = tmp_path / "out"
    args = ["study", "position", text, *ASKED[:3], "--threads", "1", "--out", out]
    process = ended.after_first_shard(how, *args)
    assert not (out / "merged.json").exists()
    if how == "SIGINT":
        assert process.returncode == 130
        assert f"oshihiki study resume {out}" in process.stderr
    told("resume", out, "--threads", "2")
    assert_same(out, undisturbed)


@pytest.mark.parametrize("after", [0, 400, 565, 1600])
def test_what_was_played_is_not_played_again(
    text: Path, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    out = tmp_path / "out"
    play = _core.StudyPosition.play
    firsts = []

    def stops(self: _core.StudyPosition, first: int, *rest: int) -> object:
        firsts.append(first)
        if len(firsts) < 1000 and first >= after:
            raise KeyboardInterrupt
        return play(self, first, *rest)

    monkeypatch.setattr(_core.StudyPosition, "play", stops)
    run = CliRunner().invoke(command, ["position", str(text), *ASKED, "--out", str(out)])
    assert run.exit_code == (130 if after else 1)  # main() makes 130 of it
    stored = firsts[-1]
    firsts[:] = [-1] * 1000
    told("position", text, *ASKED, "--out", out)
    assert min(firsts[1000:]) == stored
    assert_same(out, undisturbed)


def test_fewer_worlds_then_more(text: Path, undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told("position", text, "--worlds", 700, *ASKED[2:], "--out", out)
    short = (out / "merged.json").read_bytes()
    told("resume", out, "--max-rounds", 2300)
    assert_same(out, undisturbed)
    told("resume", out, "--max-rounds", 700)
    assert (out / "merged.json").read_bytes() == short


def test_a_page_is_drawn_again(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    (out / "report.html").unlink()
    assert told("report", out) == f"{out / 'report.html'}\n"
    assert_same(out, undisturbed)
    with pytest.raises(StudyError, match="a position has a page only"):
        told("report", out, "--extra", "svg")
    (out / "merged.json").unlink()
    with pytest.raises(StudyError, match="no result yet"):
        told("report", out)


def test_json_is_what_is_kept(text: Path, undisturbed: Path, tmp_path: Path) -> None:
    data = json.loads(told("position", text, *ASKED, "--json", "--out", tmp_path / "out"))
    kept = json.loads((undisturbed / "merged.json").read_text())
    assert data == {key: kept[key] for key in data}


@pytest.mark.parametrize(
    ("more", "differs"),
    [
        (["--key", "2"], "key (1 there, 2 here)"),
        (["--sampling", "uniform"], 'sampling ("tenpai" there, "uniform" here)'),
        (["--base", "efficient"], 'strategies.opponents ("balanced" there, "efficient" here)'),
        (["--value", "points_next"], 'measure.value ("points" there, "points_next" here)'),
    ],
)
def test_another_setting_is_refused(
    text: Path, undisturbed: Path, more: list[str], differs: str
) -> None:
    with pytest.raises(StudyError, match="holds another study") as caught:
        told("position", text, *ASKED, *more, "--out", undisturbed)
    assert differs in str(caught.value)


@pytest.mark.parametrize(
    ("was", "now", "differs"),
    [
        ("E1.0", "E1.1", 'position.round ("E1.0" there, "E1.1" here)'),
        ("6z 9m_ 7s!", "6z 9s_ 7s!", "view ("),
        ("seat = 0", 'seat = 0\nrules = "m-league"', "rules."),
    ],
)
def test_another_position_is_refused(
    undisturbed: Path, tmp_path: Path, was: str, now: str, differs: str
) -> None:
    file = tmp_path / "other.toml"
    file.write_text(TEXT.replace(was, now), encoding="utf-8")
    with pytest.raises(StudyError, match="holds another study") as caught:
        told("position", file, *ASKED, "--out", undisturbed)
    assert differs in str(caught.value)


def test_another_engine_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    header = json.loads((out / "identity.json").read_text())
    header["identity"]["engine"] = "another"
    header["id"] = "0" * 64
    (out / "identity.json").write_text(json.dumps(header))
    with pytest.raises(StudyError, match=r'engine \("another" there'):
        told("resume", out)


def test_a_damaged_shard_is_named(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    shard = sorted(out.glob("shards/*.json"))[1]
    shard.write_text(shard.read_text()[:-20])
    with pytest.raises(StudyError, match=f"{shard.name}: damaged"):
        told("resume", out)


def test_a_folder_of_something_else_is_refused(text: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(StudyError, match="exists and is not a study's folder"):
        told("position", text, *ASKED, "--out", tmp_path)


def test_a_round_that_was_not_read(text: Path, tmp_path: Path) -> None:
    """Its state is kept, so that nothing else is needed."""
    read = positions.from_text(text)
    mine = dataclasses.replace(read, origin={})
    out = tmp_path / "out"
    result = positions.run(mine, worlds=450, seconds=0, out=out)
    (out / "merged.json").unlink()
    again = position_resume.resume(out)
    assert (again.id, again.sampled) == (result.id, result.sampled)
    where, stored = position_resume.read(out)
    assert where.round.to_dict() == read.round.to_dict()
    assert stored.to_dict() == result.to_dict()


def test_a_log(tmp_path: Path) -> None:
    with gzip.open(corpus("mjlog_4p.jsonl.gz"), "rt", encoding="utf-8") as file:
        log = json.loads(next(file))
    path = tmp_path / "one.mjlog"
    path.write_text(log["xml"], encoding="utf-8")
    place = ["--round", "E1.0", "--seat", 1, "--turn", 6]
    out = tmp_path / "out"
    told("position", path, *place, "--worlds", 50, "--out", out)
    told("position", path, *place, "--worlds", 90, "--out", tmp_path / "whole")
    told("resume", out, "--max-rounds", 90)
    page = (out / "merged.json", tmp_path / "whole" / "merged.json")
    assert page[0].read_bytes() == page[1].read_bytes()
    path.write_text(log["xml"] + " ", encoding="utf-8")
    with pytest.raises(StudyError, match="is not what it was"):
        told("resume", out)
    path.rename(tmp_path / "two.mjlog")
    with pytest.raises(StudyError, match="is not there"):
        told("resume", out)
