"""Recorded matches against the engine: rounds of our own, and the corpus of real ones."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from pathlib import Path

import pytest

from oshihiki import rules
from oshihiki.cli import main
from oshihiki.errors import LogError
from oshihiki.logs import mjlog, mjlog_write, read, replay
from oshihiki.logs.model import LoggedMatch, tile_codes
from oshihiki.logs.record import record
from oshihiki.play import ActionType, Match

_EAGER = {ActionType.ron, ActionType.tsumo, ActionType.riichi, ActionType.ankan, ActionType.kita}


def played(profile: str, seed: int) -> LoggedMatch:
    """A match of random choices that takes wins, as a recorded one."""
    rng = random.Random(seed)
    match = Match(profile, key=seed)
    used = rules.load(profile)
    logged = LoggedMatch(f"own-{profile}-{seed}", "mjlog", used.players, reds=True)
    codes = tile_codes(True, used.players)
    while not match.over:
        current = match.round
        seat = rng.choice(match.waiting)
        actions = match.legal(seat)
        eager = [a for a in actions if a.type in _EAGER]
        match.step(rng.choice(eager or actions), seat)
        if current.over:
            logged.rounds.append(record(current._round, codes))
    logged.type = 1 | 8 | (16 if used.players == 3 else 0)
    logged.final = tuple(match.scores)
    return logged


@pytest.mark.parametrize("profile", ["tenhou", "tenhou-sanma"])
def test_own_matches_are_written_read_and_verified(profile: str) -> None:
    for seed in range(3):
        match = played(profile, seed)
        again = mjlog.parse(mjlog_write.render(match), match.log)
        found = replay.verify(again)
        assert found.mismatches == []
        assert found.rounds == len(match.rounds)
        assert found.actions > 100


def test_an_altered_tile_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = mjlog_write.render(played("tenhou", 5))
    # The first draw of the first round becomes a tile that the round does not show.
    shown = set(re.findall(r"\d+", text.split("<INIT")[1]))
    first = re.search(r"<T(\d+)/>", text)
    assert first is not None
    other = next(str(i) for i in range(136) if str(i) not in shown)
    path = tmp_path / "altered.mjlog"
    path.write_text(text.replace(first[0], f"<T{other}/>", 1))
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path), "--json"])
    assert end.value.code == 1
    out = json.loads(capsys.readouterr().out)
    assert out["mismatches"]
    assert {"log", "round", "event", "kind", "expected", "got"} == set(out["mismatches"][0])


def test_altered_points_are_found() -> None:
    matches = (played("tenhou", seed) for seed in range(6, 40))
    match, number, win = next(
        (m, i, r.wins[0]) for m in matches for i, r in enumerate(m.rounds) if r.wins
    )
    assert win.points is not None
    win.points += 100
    found = replay.verify(match)
    assert [(m.kind, m.round) for m in found.mismatches] == [("points", match.rounds[number].name)]


def test_a_truncated_log_names_the_place(tmp_path: Path) -> None:
    text = mjlog_write.render(played("tenhou", 7))
    path = tmp_path / "cut.mjlog"
    path.write_text(text[: len(text) * 2 // 3])
    with pytest.raises(LogError, match=r"cut\.mjlog: round [ESW]\d\.\d+"):
        read(path)


def test_files_that_are_no_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a log\n")
    for given in (path, tmp_path / "missing.mjlog"):
        with pytest.raises(SystemExit) as end:
            main(["verify", str(given)])
        assert end.value.code == 2
        assert str(given) in capsys.readouterr().err


def corpus(name: str, limit: int) -> list[LoggedMatch]:
    folder = os.environ.get("OSHIHIKI_CORPUS")
    if not folder:
        pytest.skip("OSHIHIKI_CORPUS is not set: no real logs here")
    rows = []
    with gzip.open(Path(folder) / name, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            rows.append(mjlog.parse(row["xml"], row["log_id"]))
            if len(rows) == limit:
                break
    return rows


@pytest.mark.parametrize("name", ["mjlog_4p.jsonl.gz", "mjlog_3p.jsonl.gz"])
def test_real_logs(name: str) -> None:
    matches = corpus(name, 400)
    found = replay.Verified()
    for match in matches:
        found.add(replay.verify(match))
    assert found.mismatches == []
    assert found.logs == len(matches)
    assert found.wins > 1000


def test_scripts_play_the_recorded_rounds_again() -> None:
    from oshihiki import _core

    rounds = 0
    for match in corpus("mjlog_4p.jsonl.gz", 20):
        found, _ = replay.scripts(match)
        for script in found:
            again = _core.Round(script.rules, script.wall, script.standing)
            for seat, code in script.actions:
                again.step(seat, code)
            assert again.over
            rounds += 1
    assert rounds > 100
