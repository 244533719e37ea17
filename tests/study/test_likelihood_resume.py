"""A position read from discards, gone on with: from where the chains stood."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.report import decision
from oshihiki.study import likelihood, position_resume
from oshihiki.study import position as positions
from oshihiki.study.likelihood import Setting
from study.test_likelihood import QUICK, at_ease, facing_riichi

WORLDS = 4000


class Stops:
    """Presses Ctrl-C at a look."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self, worlds: int, half_width: float) -> None:
        if worlds >= self.at:
            raise KeyboardInterrupt


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("likelihood") / "out"
    where, reading = at_ease()
    positions.run(where, **QUICK, worlds=WORLDS, threads=2, reading=reading, out=out)
    return out


def test_interrupted_and_gone_on_with(
    undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    where, reading = at_ease()
    asked: dict[str, Any] = {**QUICK, "worlds": WORLDS, "reading": reading, "out": out}
    with pytest.raises(KeyboardInterrupt):  # the chains have not mixed by then
        positions.run(where, **asked, progress=Stops(800))
    assert not (out / "merged.json").exists()
    assert [path.name for path in sorted(out.glob("shards/*"))] == [
        "000000000-000000400.json",
        "000000400-000000568.json",  # 71 states of 4 chains, each played twice
        "000000568-000000800.json",
    ]
    advance = _core.StudyChains.advance
    played = []

    def counted(self: _core.StudyChains, *rest: int) -> Any:
        found = advance(self, *rest)
        played.append(found[0][0])
        return found

    monkeypatch.setattr(_core.StudyChains, "advance", counted)
    positions.run(where, **asked, threads=2)
    assert sum(played) == WORLDS - 800
    for name in ("identity.json", "study.toml", "merged.json"):
        assert (out / name).read_bytes() == (undisturbed / name).read_bytes(), name


def test_hands_that_were_read_are_read_again(tmp_path: Path) -> None:
    round_, seat = facing_riichi(3)
    where = positions.Position(round_, seat)
    _, reading = at_ease()
    asked: dict[str, Any] = {**QUICK, "then": "balanced", "worlds": WORLDS, "threads": 2}
    asked["reading"] = reading
    whole = positions.run(where, **asked, out=tmp_path / "whole")
    assert reading.reads
    blind = positions.run(where, **asked | {"reading": replace(reading, reads=False)})
    assert [blind.ev(a) for a in blind.kept] != [whole.ev(a) for a in whole.kept]
    with pytest.raises(KeyboardInterrupt):
        positions.run(where, **asked, out=tmp_path / "out", progress=Stops(800))
    positions.run(where, **asked, out=tmp_path / "out")
    both = [(tmp_path / name / "merged.json").read_bytes() for name in ("whole", "out")]
    assert both[0] == both[1]


def test_chains_that_cannot_stand_so_are_refused(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(undisturbed, out)
    shard = max(out.glob("shards/*"))
    data = json.loads(shard.read_text())
    data["cells"][-136:] = sorted(data["cells"][-136:])
    shard.write_text(json.dumps(data))
    where, reading = at_ease()
    with pytest.raises(StudyError, match="no chain of this position can stand"):
        positions.run(where, **QUICK, worlds=WORLDS, reading=reading, out=out)


def test_a_page_is_drawn_again(undisturbed: Path) -> None:
    where, reading = at_ease()
    result = positions.run(where, **QUICK, worlds=WORLDS, threads=2, reading=reading)
    there, stored = position_resume.read(undisturbed)
    assert stored.to_dict() == result.to_dict()
    assert decision.page(there, stored) == decision.page(where, result)


def test_another_pace_is_refused(undisturbed: Path) -> None:
    where, _ = at_ease()
    with pytest.raises(StudyError, match=r"chains\.temperature \(1000000\.0 there"):
        positions.run(where, **QUICK, worlds=WORLDS, out=undisturbed)


def test_a_folder_that_knows_no_trust_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(undisturbed, old)
    header = old / "identity.json"
    data = json.loads(header.read_text(encoding="utf-8"))
    del data["identity"]["chains"]["trust"]
    data["id"] = data["id"][::-1]
    header.write_text(json.dumps(data), encoding="utf-8")
    where, _ = at_ease()
    reading = Setting.from_dict(data["identity"]["chains"])
    assert reading.trust == likelihood.TRUST
    with pytest.raises(StudyError, match=r"chains\.trust"):
        positions.run(where, **QUICK, worlds=WORLDS, out=old, reading=reading)
