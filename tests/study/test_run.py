"""Runs: the same bytes whatever the threads, the calls and the interruptions."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study import driver, ranges, spec, store
from oshihiki.study import run as runs
from oshihiki.study.any_spec import hash_of
from oshihiki.study.cell import RATES
from oshihiki.study.features import features
from oshihiki.study.fork_spec import Spec
from oshihiki.study.looks import looks
from oshihiki.study.progress import Silent
from oshihiki.study.store import Shard, Store, Tally
from study import ended
from study.study_help import changed, write_spec

ROUNDS = 5 * 4096
FILES = ("merged.json", "cells.csv", "cells.parquet")


def small(**sections: Any) -> Spec:
    return spec.parse(changed(**sections), "small.toml")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("study") / "out"
    ended = runs.run(small(), out, threads=1, max_rounds=ROUNDS)
    assert ended.result.blocks == 5
    return out


def assert_same(out: Path, other: Path) -> None:
    for name in FILES:
        assert (out / name).read_bytes() == (other / name).read_bytes(), name


def test_the_result(undisturbed: Path) -> None:
    result = oh.study.read(undisturbed)
    assert (result.blocks, result.rounds_played) == (5, ROUNDS)
    assert result.id == small().id
    assert result.spots == sum(cell.tally["spots"] for cell in result.cells) > 300
    assert [look["blocks"] for look in result.meta["looks"]] == [2, 3, 5]
    assert result.meta["command"] == f"oshihiki study run small.toml --max-rounds {ROUNDS}"
    assert result.meta["engine_signature"] == _core.STUDY_ENGINE
    assert not list(undisturbed.rglob("*.tmp"))


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_nothing(undisturbed: Path, tmp_path: Path, threads: int) -> None:
    runs.run(small(), tmp_path / "out", threads=threads, max_rounds=ROUNDS)
    assert_same(tmp_path / "out", undisturbed)


def test_size_of_shards_and_calls_changes_nothing(
    undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "SLICE", 0.01)
    monkeypatch.setattr(store, "_FLUSH_LEAST", 0.0)
    monkeypatch.setattr(store, "_FLUSH_SHARE", 0.0)
    runs.run(small(), tmp_path / "out", threads=1, max_rounds=ROUNDS)
    assert len(list((tmp_path / "out" / "shards").iterdir())) > len(
        list((undisturbed / "shards").iterdir())
    )
    assert_same(tmp_path / "out", undisturbed)


def test_workers_of_an_executor_change_nothing(undisturbed: Path, tmp_path: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        runs.run(small(), tmp_path / "out", threads=2, executor=pool, max_rounds=ROUNDS)
    assert_same(tmp_path / "out", undisturbed)


def test_a_smaller_run_then_more(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = runs.run(small(), out, threads=2, max_rounds=4 * 4096).result
    assert [look["blocks"] for look in first.meta["looks"]] == [2, 3, 4]
    runs.run(small(), out, threads=2, max_rounds=ROUNDS)
    assert_same(out, undisturbed)
    again = runs.run(small(), out, threads=2, max_rounds=4 * 4096).result
    assert again.to_json() == first.to_json()


def test_seconds_end_at_a_look_that_rounds_reproduce(tmp_path: Path) -> None:
    ended = runs.run(small(), tmp_path / "a", threads=2, max_seconds=0.5)
    assert ended.result.blocks in list(islice(looks(), 40))
    assert "seconds" in ended.why
    command = ended.result.meta["command"].split()
    rounds = int(command[command.index("--max-rounds") + 1])
    runs.run(small(), tmp_path / "b", threads=1, max_rounds=rounds)
    assert_same(tmp_path / "a", tmp_path / "b")


def test_half_width_ends_the_run(tmp_path: Path) -> None:
    wide = small(cells={"turn": [[1, 6]], "dealer": None}, stop={"half_width": 20000})
    ended = runs.run(wide, tmp_path / "out", threads=2, max_rounds=100 * 4096)
    assert ended.result.blocks < 100
    assert ended.result.widest() <= 20000
    assert "20000 points" in ended.why


class Interrupting(Silent):
    """Presses Ctrl-C as soon as there is progress."""

    def __init__(self, after: int) -> None:
        self.after = after

    def update(self, rounds: int, *_: Any) -> None:
        if rounds >= self.after:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("after", [1, 6000, 13000])
def test_interrupted_and_resumed(undisturbed: Path, tmp_path: Path, after: int) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        runs.run(small(), out, threads=1, max_rounds=ROUNDS, progress=Interrupting(after))
    assert not (out / "merged.json").exists()
    ended = runs.resume(out, threads=2)
    assert ended.result.blocks == 5
    assert_same(out, undisturbed)


@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_killed_and_resumed(tmp_path: Path, how: str) -> None:
    path = write_spec(tmp_path / "small.toml")
    runs.run(spec.read(path), tmp_path / "whole", threads=2, max_rounds=14 * 4096)
    out = tmp_path / "out"
    command = ["study", "run", path, "--out", out, "--threads", "1", "--max-rounds", 14 * 4096]
    process = ended.after_first_shard(how, *command)
    if how == "SIGINT":
        assert process.returncode == 130
        assert f"oshihiki study resume {out}" in process.stderr
    assert not (out / "merged.json").exists()
    runs.resume(out, threads=2)
    assert_same(out, tmp_path / "whole")


# What is refused


def test_a_folder_of_another_study_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    with pytest.raises(StudyError, match=r"another study.*key \(3 there, 4 here\)"):
        runs.run(small(study={"key": 4}), out, max_rounds=4096)
    with pytest.raises(StudyError, match=r"rules\.start \(25000 there, 30000 here\)"):
        runs.run(small(study={"rules": "saikouisen"}), out, max_rounds=4096)


def test_another_engine_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    header = json.loads((out / "identity.json").read_text())
    header["identity"]["engine"] = "oshihiki-0"
    header["id"] = hash_of(header["identity"])
    (out / "identity.json").write_text(json.dumps(header))
    with pytest.raises(StudyError, match=r'engine \("oshihiki-0" there'):
        runs.resume(out)
    with pytest.raises(StudyError, match="engine"):
        ranges.merge(tmp_path / "merged", [out])


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StudyError, match="not a study's folder"):
        runs.run(small(), tmp_path, max_rounds=4096)
    with pytest.raises(StudyError, match="not a study's folder"):
        runs.resume(tmp_path)


def test_a_damaged_shard_is_named(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    shard = Store(out).shards()[0].path
    shard.write_bytes(shard.read_bytes()[:-9])
    with pytest.raises(StudyError, match=f"{shard.name}: damaged"):
        runs.resume(out)
    shard.unlink()
    runs.resume(out, threads=2)
    assert_same(out, undisturbed)


def test_only_one_run_at_a_time(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    with Store(out).lock(), pytest.raises(StudyError, match="another run is at work"):
        runs.resume(out)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"max_rounds": -1}, "max_rounds"),
        ({"max_seconds": -1}, "max_seconds"),
        ({"threads": 0}, "threads"),
    ],
)
def test_limits_that_cannot_be(tmp_path: Path, given: dict[str, Any], words: str) -> None:
    with pytest.raises(StudyError, match=words):
        runs.run(small(), tmp_path / "out", **given)


# Ranges


def test_ranges_of_blocks_are_joined(undisturbed: Path, tmp_path: Path) -> None:
    for name, first, last in (("a", 0, 1), ("b", 1, 4), ("c", 3, 5)):
        ranges.run_blocks(small(), tmp_path / name, first, last, threads=1)
    with pytest.raises(StudyError, match="no range begins with block 0"):
        ranges.merge(tmp_path / "tail", [tmp_path / "b", tmp_path / "c"])
    result = ranges.merge(tmp_path / "out", [tmp_path / name for name in "cab"])
    assert result.blocks == 5
    assert_same(tmp_path / "out", undisturbed)
    other = write_spec(tmp_path / "other.toml", changed(study={"key": 9}))
    ranges.run_blocks(spec.read(other), tmp_path / "d", 5, 6, threads=1)
    with pytest.raises(StudyError, match="another study"):
        ranges.merge(tmp_path / "out", [tmp_path / "a", tmp_path / "d"])


def shard(first: int, last: int) -> Shard:
    return Shard(first, last, Path(store.shard_name(first, last)))


def test_ways_through_shards() -> None:
    have = [shard(0, 2), shard(0, 3), shard(2, 5), shard(3, 4), shard(7, 9)]
    assert store.reachable(have, 0, 5) == [have[0], have[2]]
    assert store.reachable(have, 0, 4) == [have[1], have[3]]
    assert store.reachable(have, 1, 9) == []
    assert store.next_stored(have, 5, 9) == 7
    assert store.next_stored(have, 5, 8) == 8


def test_sums_that_leave_64_bits_are_an_error() -> None:
    tally = Tally(0, 0, [2**63 - 1])
    with pytest.raises(StudyError, match="64 bits"):
        tally.add(Tally(0, 0, [1]))


# What holds in every result


def test_an_arm_against_itself_is_exactly_nothing_and_swapping_turns_signs(tmp_path: Path) -> None:
    arms = {"push": None, "fold": None}
    arms |= {
        name: {"first": first, "then": "balanced"}
        for name, first in (("a", "attack"), ("b", "safest"), ("c", "attack"))
    }
    study = small(arms=arms, compare={"pairs": [["a", "b"], ["b", "a"], ["a", "c"]]})
    result = runs.run(study, tmp_path / "out", threads=2, max_rounds=2 * 4096).result
    ab, ba, ac = result.pairs
    for cell in result.cells:
        forth, back = cell.moments(ab), cell.moments(ba)
        assert (forth.d, forth.dn) == (-back.d, -back.dn)
        assert forth.d2 == back.d2
        assert (cell.moments(ac).d, cell.moments(ac).d2) == (0, 0)
    assert any(cell.moments(ab).d2 for cell in result.cells)


DISCARD = ("attack", "safest", "mawashi", "push_to", "riichi", "damaten")
ANSWER = ("call", "pass")


def test_every_first_action_is_tried() -> None:
    assert sorted((*DISCARD, "kan", *ANSWER)) == sorted(_core.study_firsts())


@pytest.mark.parametrize(
    ("decision", "firsts", "spot"),
    [
        ("discard", DISCARD, {"shanten": {"to": 1}, "riichi_opponents": [1, 2]}),
        ("call", ("kan", *ANSWER), {"shanten": {"to": 2}}),
    ],
)
def test_every_first_action_against_itself_is_exactly_nothing(
    tmp_path: Path, decision: str, firsts: tuple[str, ...], spot: dict[str, Any]
) -> None:
    """Also through worlds, and with continuations that push to a limit, never or always fold."""
    then: dict[str, Any] = {
        "attack": {"name": "balanced", "fold": "never"},
        "safest": {"name": "balanced", "fold": "always"},
        "push_to": {"name": "balanced", "push_to": 50},
    }
    arms = {"push": None, "fold": None} | {
        f"{first}{i}": {"first": first, "then": then.get(first, "balanced")}
        for first in firsts
        for i in (1, 2)
    }
    pairs = [[f"{first}1", f"{first}2"] for first in firsts]
    ways = [[f"{a}1", f"{b}1"] for a, b in itertools.combinations(firsts, 2)]
    study = small(
        arms=arms,
        strategies={"base": "efficient"},
        compare={"pairs": pairs + ways},
        spot={"decision": decision, "turn": {"from": 6, "to": 12}, **spot},
        cells={"turn": [[6, 8], [9, 12]]},
        variance={"worlds": 2},
    )
    result = runs.run(study, tmp_path / "out", threads=2, max_rounds=4096).result
    for pair in result.pairs[: len(pairs)]:
        for cell in result.cells:
            assert (cell.moments(pair).d, cell.moments(pair).d2) == (0, 0)
    for pair in result.pairs[len(pairs) :]:  # and any two of them differ somewhere
        assert any(cell.moments(pair).d2 for cell in result.cells), pair


def test_a_fixed_situation(tmp_path: Path) -> None:
    context = {"round": "S3", "scores": [10000, 20000, 30000, 38000], "honba": 2, "deposits": 2}
    study = small(
        study={"context": context},
        spot={"shanten": None, "turn": {"exactly": 1}},
        cells={"turn": None, "dealer": None, "round": ["S3", "S4"], "score": [10000, 30000]},
    )
    result = runs.run(study, tmp_path / "out", threads=2, max_rounds=4096).result
    by = {(c.keys["round"], c.keys["score"]): c.n for c in result.cells}
    assert by["S4", "10000"] == by["S4", "30000"] == 0
    assert 0 < by["S3", "10000"] <= 4096
    assert 0 < by["S3", "30000"] <= 4096


def test_numbers_are_those_of_this_engine(undisturbed: Path) -> None:
    """If the engine or a strategy plays differently, give `kEngine` (study/plan.hpp) a new name
    and put the new sum here: stored results must not be mixed with those of another engine."""
    ends = ("value", *RATES, "win_points", "deal_in_points")
    names = [
        "rounds",
        "n",
        "n2",
        "spots",
        *(f"arm.{a}.{x}" for a in ("push", "fold") for x in ends),
    ]
    names += [f"pair.push-fold.{x}" for x in ("d", "d2", "dn")]
    cells = oh.study.read(undisturbed).cells
    tallies = [{name: cell.tally[name] for name in names} for cell in cells]
    assert (_core.STUDY_ENGINE, hash_of({"cells": tallies})[:16]) == (
        "oshihiki-7",
        "46bf2e259222f1a4",
    )


def test_looks_are_those_of_the_design() -> None:
    blocks = list(islice(looks(), 30))
    assert blocks == sorted(set(blocks))
    for number, at in enumerate(blocks[6:], 6):
        assert at * 4096 == pytest.approx(1e4 * 2 ** (number / 2), rel=0.05)


# The command


def oshihiki(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "oshihiki", "study", *args],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "COLUMNS": "200"},
        check=False,
    )


def test_the_command(tmp_path: Path) -> None:
    write_spec(tmp_path / "small.toml")
    done = oshihiki("run", "small.toml", "--max-rounds", "5000", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["blocks"], found["rounds"], found["folder"]) == (2, 8192, "small")
    assert found["reproduce"] == "oshihiki study run small.toml --max-rounds 8192"
    assert len(found["cells"]) == 6
    folder = tmp_path / "small"
    names = {p.name for p in folder.iterdir()} - {".lock"}
    assert names == {*FILES, "identity.json", "study.toml", "shards", "report.html"}
    page = (folder / "report.html").read_bytes()
    (folder / "report.html").unlink()
    assert oshihiki("report", "small", cwd=tmp_path).returncode == 0
    assert (folder / "report.html").read_bytes() == page
    done = oshihiki("resume", "small", cwd=tmp_path)
    assert done.returncode == 0
    assert "push − fold" in done.stdout
    assert "8,192 rounds" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["run", "push-fald"], "did you mean 'push-fold'"),
        (["run", "push-fold", "log.xml"], "unexpected argument"),
        (["resume", "nowhere"], "not a study's folder"),
        (["report", "nowhere"], "nowhere"),
        (["position", "a.xml", "--round", "E1.0"], "--seat"),
        (["run", "push-fold", "--blocks", "3"], "A:B"),
    ],
)
def test_bad_input_gets_one_line_and_exit_2(tmp_path: Path, args: list[str], words: str) -> None:
    done = oshihiki(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_built_in_studies_are_listed_and_shown(tmp_path: Path) -> None:
    assert "push-fold" in oshihiki("list", cwd=tmp_path).stdout
    assert oshihiki("show", "push-fold", cwd=tmp_path).stdout == spec.source("push-fold")
    told = json.loads(oshihiki("show", "--features", "--json", cwd=tmp_path).stdout)
    assert [row["name"] for row in told["features"]] == list(features())
