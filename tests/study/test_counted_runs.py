"""Counted kinds of study run as fork studies do: resumed, killed, joined, refused."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from oshihiki.errors import StrategyError, StudyError
from oshihiki.study import ranges, spec
from oshihiki.study import run as runs
from oshihiki.study.any_spec import hash_of
from oshihiki.study.progress import Silent
from oshihiki.study.store import Store
from study import ended
from study.study_help import write_spec

FILES = ("merged.json", "cells.csv", "cells.parquet")
KINDS: dict[str, dict[str, Any]] = {
    "race": {"study": {"kind": "race", "key": 5}, "race": {"wait_a": 4}},
    "match": {
        "study": {"kind": "match", "rules": "tenhou", "key": 2},
        "strategies": {"a": "tsumogiri", "b": "efficient"},
        "match": {"format": "one"},
    },
    "plug-in": {
        "study": {"kind": "match", "rules": "tenhou", "key": 2},
        "strategies": {"a": "study.players:Drawn", "b": "tsumogiri"},
        "match": {"format": "one"},
    },
    "calibration": {
        "study": {"kind": "calibration", "rules": "tenhou", "key": 2},
        "part": {"all": {"strategy": "tsumogiri", "target": {"draw": {"value": 0.9, "by": 0.1}}}},
    },
}
BLOCKS = 5


def study(kind: str, **changes: Any) -> Any:
    data = {name: dict(table) for name, table in KINDS[kind].items()}
    for name, table in changes.items():
        data[name].update(table)
    return spec.parse(data, f"{kind}.toml")


def whole(kind: str, out: Path, **more: Any) -> None:
    found = study(kind)
    runs.run(found, out, threads=2, max_rounds=BLOCKS * found.block, **more)


def assert_same(out: Path, other: Path) -> None:
    for name in FILES:
        assert (out / name).read_bytes() == (other / name).read_bytes(), name


class Interrupting(Silent):
    """Presses Ctrl-C when something was played."""

    def update(self, rounds: int, *_: Any) -> None:
        if rounds:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("kind", KINDS)
def test_interrupted_and_resumed(kind: str, tmp_path: Path) -> None:
    whole(kind, tmp_path / "whole")
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        whole(kind, out, progress=Interrupting())
    assert list((out / "shards").iterdir())
    assert runs.resume(out, threads=1).result.blocks == BLOCKS
    assert_same(out, tmp_path / "whole")


@pytest.mark.parametrize("kind", KINDS)
def test_ranges_are_joined(kind: str, tmp_path: Path) -> None:
    found = study(kind)
    whole(kind, tmp_path / "whole")
    for name, first, last in (("a", 0, 2), ("b", 2, BLOCKS)):
        ranges.run_blocks(found, tmp_path / name, first, last, threads=1)
    result = ranges.merge(tmp_path / "out", [tmp_path / "b", tmp_path / "a"])
    assert result.blocks == BLOCKS
    assert_same(tmp_path / "out", tmp_path / "whole")


@pytest.mark.parametrize("kind", KINDS)
def test_other_ids_engines_and_rules_are_refused(kind: str, tmp_path: Path) -> None:
    found = study(kind)
    out = tmp_path / "out"
    ranges.run_blocks(found, out, 0, 1, threads=1)
    other = study(kind, study={"key": 9})
    with pytest.raises(StudyError, match=r"another study.*key \("):
        runs.run(other, out, max_rounds=other.block)
    ranges.run_blocks(other, tmp_path / "other", 1, 2, threads=1)
    with pytest.raises(StudyError, match=r"another study.*key \("):
        ranges.merge(tmp_path / "merged", [out, tmp_path / "other"])
    if kind != "race":
        with pytest.raises(StudyError, match=r"rules\.start"):
            runs.run(study(kind, study={"rules": "saikouisen"}), out, max_rounds=found.block)
    another = study("race" if kind != "race" else "match")
    with pytest.raises(StudyError, match="another study"):
        runs.run(another, out, max_rounds=another.block)
    header = json.loads((out / "identity.json").read_text())
    header["identity"]["engine"] = "oshihiki-0"
    header["id"] = hash_of(header["identity"])
    (out / "identity.json").write_text(json.dumps(header))
    with pytest.raises(StudyError, match=r'engine \("oshihiki-0" there'):
        runs.resume(out)


@pytest.mark.parametrize("kind", ["match", "plug-in"])
def test_killed_and_resumed(kind: str, tmp_path: Path) -> None:
    path = write_spec(tmp_path / "small.toml", KINDS[kind])
    found = spec.read(path)
    most = 40 * found.block
    runs.run(found, tmp_path / "whole", threads=2, max_rounds=most)
    out = tmp_path / "out"
    command = ["study", "run", path, "--out", out, "--threads", "1", "--max-rounds", most]
    ended.after_first_shard("SIGKILL", *command, cwd=Path(__file__).parents[1])
    assert not (out / "merged.json").exists()
    runs.resume(out, threads=2)
    assert_same(out, tmp_path / "whole")


def test_what_a_run_left_that_was_killed_at_once_is_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / ".identity.json.123.tmp").write_text("{")
    whole("race", out)
    assert not list(out.glob(".*.tmp"))


def test_a_plug_in_that_fails_keeps_what_was_finished(tmp_path: Path) -> None:
    out = tmp_path / "out"
    broken = study("plug-in", strategies={"a": "study.players:Breaking:match=40"})
    with pytest.raises(StrategyError, match=r"match 40.*--first 40") as caught:
        runs.run(broken, out, threads=1, max_rounds=BLOCKS * broken.block)
    assert caught.value.address is not None
    assert [shard.last for shard in Store(out).shards()] == [2]  # two blocks of 16 walls


def test_a_changed_plug_in_is_another_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    text = (Path(__file__).parent / "players.py").read_text()
    ids = []
    for version in (text, text + "# changed\n"):
        (tmp_path / "other_players.py").write_text(version)
        ids.append(study("plug-in", strategies={"a": "other_players:Drawn"}).id)
    assert ids[0] != ids[1]


@pytest.mark.parametrize("name", ["nobody", "study.players:Nobody", "study.players:Drawn:speed=3"])
def test_a_plug_in_that_cannot_be_made_is_refused(name: str) -> None:
    with pytest.raises(StudyError, match=r"strategies\.a: strateg|strategies\.a: there is no"):
        study("plug-in", strategies={"a": name})


def test_a_calibration_of_a_plug_in(tmp_path: Path) -> None:
    """What plays as `tsumogiri` does has its rates."""
    built_in = study("calibration")
    plug_in = study(
        "calibration",
        part={"all": {**KINDS["calibration"]["part"]["all"], "strategy": "study.players:Plain"}},
    )
    assert built_in.id != plug_in.id
    one, other = (
        runs.run(s, tmp_path / s.id, threads=2, max_rounds=2 * s.block).result
        for s in (built_in, plug_in)
    )
    assert one.counts == other.counts  # type: ignore[union-attr]


def test_a_plug_in_in_a_fork_study_is_refused_with_a_hint() -> None:
    from study.study_help import changed

    with pytest.raises(StudyError, match=r"strategies\.base.*plug-ins play in studies of kind"):
        spec.parse(changed(strategies={"base": "study.players:Drawn"}))
