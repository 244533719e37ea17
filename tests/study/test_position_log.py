"""Decisions of recorded rounds: every kind, from every form of log."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import oshihiki as oh
from mjlog_rows import corpus
from oshihiki import _core, logs
from oshihiki.cli.study import command
from oshihiki.errors import StudyError
from oshihiki.logs import model, record
from oshihiki.logs.model import LoggedMatch
from oshihiki.study import position as positions


def log_of(name: str, folder: Path) -> Path:
    """The first row of a file of logs, as a file of its own."""
    with gzip.open(corpus(name), "rt", encoding="utf-8") as file:
        row = next(file)
    path = folder / "one.jsonl"
    path.write_text(row, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "name",
    [f"{form}.jsonl.gz" for form in ("mjlog_4p", "mjlog_3p", "tenhou6", "mjai", "kobalab")],
)
def test_every_decision_of_a_round_can_be_studied(name: str, tmp_path: Path) -> None:
    path = log_of(name, tmp_path)
    kinds = set()
    for seat in range(3):
        there = positions.decisions(path, round="E1.0", seat=seat)
        assert [d.number for d in there] == list(range(1, len(there) + 1))
        assert [d.turn for d in there] == sorted(d.turn for d in there)
        assert there
        for decision in there:
            place = decision.position
            assert place.code in place.round.legal(seat)
            assert bool(decision.on) == (place.round.phase >= 2)
            kinds |= {(place.played or "").split()[0]}
            again = positions.from_log(path, round="E1.0", seat=seat, decision=decision.number)
            assert again.round == place.round
            assert positions.from_text(positions.to_text(place)).round.legal(
                seat
            ) == place.round.legal(seat)
        for decision in there[:: max(1, len(there) // 4)]:
            result = positions.run(decision.position, worlds=4, seconds=0)
            assert len(result.rows()) == len(set(result.actions))
            assert result.played is not None
    assert "discard" in kinds
    assert "pass" in kinds


def test_by_turn_and_tile(tmp_path: Path) -> None:
    path = log_of("mjlog_4p.jsonl.gz", tmp_path)
    for seat in range(4):
        there = positions.decisions(path, round="E1.0", seat=seat)
        for d in there:
            if d.on and sum(x.on == d.on and x.turn == d.turn for x in there) == 1:
                found = positions.from_log(path, round="E1.0", seat=seat, turn=d.turn, on=d.on)
                assert found.round == d.position.round
                assert found.where["on"] == d.on
        answers = [d for d in there if d.on]
        if answers:
            break
    with pytest.raises(StudyError, match=r"answers 1z (nowhere|more).*it answers .*\(number"):
        positions.from_log(path, round="E1.0", seat=seat, turn=30, on="1z")
    with pytest.raises(StudyError, match="has the decisions 1 to"):
        positions.from_log(path, round="E1.0", seat=seat, decision=999)
    with pytest.raises(StudyError, match="one tile is answered"):
        positions.from_log(path, round="E1.0", seat=seat, on="12m")
    with pytest.raises(StudyError, match="told by its turn, its tile, or"):
        positions.from_log(path, round="E1.0", seat=seat)
    with pytest.raises(StudyError, match="told by its turn, its tile, or"):
        positions.from_log(path, round="E1.0", seat=seat, turn=1, decision=1)
    with pytest.raises(StudyError, match="seat 7 is not from 0 to 3"):
        positions.decisions(path, round="E1.0", seat=7)


def test_command_lists_writes_and_reads(tmp_path: Path) -> None:
    path = log_of("mjlog_4p.jsonl.gz", tmp_path)
    place = ["position", str(path), "--round", "E1.0", "--seat", "1"]
    run = CliRunner().invoke(command, [*place, "--list"])
    assert run.exit_code == 0, run.output
    lines = run.stdout.splitlines()
    assert lines[0].split()[:3] == ["1", "turn", "1"]
    assert any("answers" in line for line in lines)
    number = next(i + 1 for i, line in enumerate(lines) if "answers" in line)
    told = [*place, "--decision", str(number)]
    written = CliRunner().invoke(command, [*told, "--write"])
    assert written.exit_code == 0, written.output
    file = tmp_path / "position.toml"
    file.write_text(written.stdout, encoding="utf-8")
    values = []
    for source, given in ((told[1:], None), ([str(file)], None), (["-"], written.stdout)):
        run = CliRunner().invoke(
            command, ["position", *source, "--worlds", "40", "--json"], input=given
        )
        assert run.exit_code == 0, run.output
        data = json.loads(run.stdout)
        values.append([(row["action"], row["ev"]) for row in data["actions"]])
    assert values[0] == values[1] == values[2]
    assert "pass" in dict(values[0])


def test_no_fourth_seat_with_three_players(tmp_path: Path) -> None:
    path = log_of("mjlog_3p.jsonl.gz", tmp_path)
    assert positions.decisions(path, round="E1.0", seat=2)
    with pytest.raises(StudyError, match="seat 3 is not from 0 to 2"):
        positions.decisions(path, round="E1.0", seat=3)


def kan_log(path: Path) -> int:
    """Writes a match in whose first round somebody declares a concealed kan; who does."""
    codes = model.tile_codes(True, 4)
    strategy = _core.Strategy("balanced")
    for number in range(1000):
        match = oh.Match("tenhou", key=5, match=number)
        round_ = match.round
        kan = None
        while not round_.over:
            seat = match.waiting[0]
            action = _core.decide(round_._round, seat, strategy)
            if action >> 7 & 15 == oh.play.ActionType.ankan.value and kan is None:
                kan = seat
            match.step(action)
        if kan is not None:
            logged = LoggedMatch("kan", "mjlog", 4, True)
            logged.rounds.append(record.record(round_._round, codes))
            logs.write(logged, path)
            return kan
    raise AssertionError


def test_a_turn_is_the_decision_that_ends_in_its_discard(tmp_path: Path) -> None:
    """Before it the seat may have declared a kan: that is a decision of the same turn."""
    path = tmp_path / "kan.mjlog"
    seat = kan_log(path)
    there = positions.decisions(path, round="E1.0", seat=seat)
    kan = next(d for d in there if (d.position.played or "").startswith("ankan"))
    found = positions.from_log(path, round="E1.0", seat=seat, turn=kan.turn)
    assert (found.played or "").split()[0] in ("discard", "riichi", "tsumo")
    own = [d for d in there if d.turn == kan.turn and not d.on]
    assert found.round == own[-1].position.round != kan.position.round
