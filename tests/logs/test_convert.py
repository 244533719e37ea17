"""``oshihiki convert`` and ``oshihiki replay``, and what is filled in for a form that needs it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oshihiki import logs
from oshihiki.cli.convert import command as convert
from oshihiki.cli.replay import command as replay_command
from oshihiki.cli.trace import command as trace
from oshihiki.errors import LogError
from oshihiki.logs import client, replay
from oshihiki.logs.complete import complete
from recorded import own


def _run(command: object, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False)  # type: ignore[arg-type]


@pytest.fixture(name="log")
def _log(tmp_path: Path) -> Path:
    path = tmp_path / "own.mjlog"
    logs.write(own("tenhou", 11), path)
    return path


@pytest.mark.parametrize("ending", [".json", ".mjson", ".mjai.gz", ".xml"])
def test_convert_takes_the_form_from_the_name(log: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"out{ending}"
    assert _run(convert, str(log), str(out)).return_value == 0
    (read,) = logs.read(out)
    assert read.form == logs.form_of(out)
    assert replay.verify(read).mismatches == []


def test_convert_to_standard_output(log: Path) -> None:
    result = _run(convert, str(log), "--to", "tenhou6")
    assert list(json.loads(result.stdout)) == ["ver", "log", "rule", "name", "sc"]
    assert isinstance(_run(convert, str(log)).exception, Exception)  # which form?


def test_convert_several_logs(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    bodies = [logs.render(own("tenhou", key), "mjlog") for key in (12, 13)]
    lines = [json.dumps({"kind": "mjlog", "log_id": "same", "xml": xml}) for xml in bodies]
    rows.write_text("\n".join([*lines, '{"kind": "unknown"}']) + "\n")
    folder = tmp_path / "folder"
    result = _run(convert, str(rows), "--to", "mjai", "-o", str(folder))
    assert result.return_value == 2
    assert "rows.jsonl:3: logs of kind 'unknown' cannot be read" in result.stderr
    assert sorted(p.name for p in folder.iterdir()) == ["same-2.mjson", "same.mjson"]
    both = tmp_path / "both.json"
    _run(convert, str(rows), str(both))
    assert len(logs.read(both)) == 2
    assert isinstance(_run(convert, str(rows), str(tmp_path / "x.mjlog")).exception, LogError)


def test_what_a_log_does_not_tell_is_filled_in() -> None:
    """As Mahjong Soul's mjai: no yaku, no points, no hands at a draw."""
    match = own("mahjong-soul", 14)
    events = [json.loads(line) for line in logs.render(match, "mjai").splitlines()]
    for event in events:
        if event["type"] in ("hora", "ryukyoku"):
            for key in ("yakus", "fu", "fan", "hora_points", "tehais", "tenpais", "reason"):
                event.pop(key, None)
    bare = logs.parse("mjai", json.dumps(events), "bare")
    with pytest.raises(LogError, match="not known"):
        logs.render(bare, "mjlog")
    again = logs.parse("mjlog", logs.render(complete(bare), "mjlog"), "again")
    found = replay.verify(again)
    assert found.mismatches == []
    for read, first in zip(again.rounds, match.rounds, strict=True):
        assert [(w.points, w.fu, w.han) for w in read.wins] == [
            (w.points, w.fu, w.han) for w in first.wins
        ]
    assert bare.rounds[0].wins == [] or bare.rounds[0].wins[0].points is None  # left as it was


def test_a_match_that_is_played_otherwise_is_not_filled_in() -> None:
    match = own("tenhou", 15)
    win = next(r for r in match.rounds if r.wins).wins[0]
    assert win.fu is not None
    win.fu += 10
    with pytest.raises(LogError, match=r"plays it otherwise \(fu"):
        complete(match)


def test_hidden_hands_are_not_filled_in() -> None:
    head = ['G <GO type="9" lobby="0"/>', 'G <TAIKYOKU oya="0"/>']
    deal = (
        'G <INIT seed="0,0,0,1,1,0" ten="250,250,250,250" oya="0" '
        'hai="132,133,4,9,20,36,45,56,72,81,92,108,112"/>'
    )
    with pytest.raises(LogError, match="hidden"):
        complete(client.parse([*head, deal], "own"))


def test_replay_shows_every_decision(log: Path) -> None:
    result = _run(replay_command, str(log), "--round", "0")
    assert result.return_value == 0
    text = result.stdout
    assert re.search(r"^E1\.0  dealer seat 0", text, re.M)
    assert re.search(r"^  0 E  .* ->  discard \w\w", text, re.M)
    assert "settlement" in text
    assert "difference" not in text
    assert "E2." not in text


def test_replay_of_a_seat_shows_what_it_sees(log: Path) -> None:
    text = _run(replay_command, str(log), "--round", "E1.0", "--seat", "1").stdout
    decisions = [line for line in text.splitlines() if "  ->  " in line]
    assert decisions
    assert all(line.startswith("  1 S") for line in decisions)
    assert "legal: " in text
    draws = [line for line in text.splitlines() if " draws " in line]
    assert draws
    assert all(line.startswith("  1 S") for line in draws)


def test_a_traced_match_is_written_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "traced.json"
    traced = _run(trace, "--key", "9", "--match", "2", "--round", "1", "--log", str(path))
    (read,) = logs.read(path)
    assert replay.verify(read).mismatches == []
    # The round that was printed is the one that was written.
    line = next(one for one in traced.stdout.splitlines() if one.startswith("settlement"))
    played = read.rounds[1]
    ends = [w.deltas for w in played.wins] or [played.draw and played.draw.deltas]
    total = [sum(d[s] for d in ends if d) for s in range(4)]
    assert [int(word) for word in line.split()[1:]] == total


def test_replay_marks_a_difference(tmp_path: Path) -> None:
    match = own("tenhou", 16)
    win = next(r for r in match.rounds if r.wins).wins[0]
    assert win.points is not None
    win.points += 100
    path = tmp_path / "altered.mjlog"
    logs.write(match, path)
    result = _run(replay_command, str(path))
    assert result.return_value == 1
    assert "difference  win of seat" in result.stdout


def test_a_page_has_every_step(log: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert _run(replay_command, str(log), "-o", str(page)).return_value == 0
    text = page.read_text()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    data = json.loads(found[1])
    (match,) = logs.read(log)
    assert [r["name"] for r in data["rounds"]] == [r.name for r in match.rounds]
    step = data["rounds"][0]["steps"][0]
    assert [len(hand) for hand in step["hands"]] == [14, 13, 13, 13]
    assert data["rounds"][0]["steps"][-1]["scores"] == list(match.rounds[0].after or ())
    _run(replay_command, str(log), "-o", str(page), "--seat", "2")
    assert "-1,-1,-1" in page.read_text()  # the others' tiles are hidden


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--round", "W4.9"], "no round 'W4.9'; there are E1.0"),
        (["--log", "other"], "no log 'other'"),
        (["--seat", "3"], "3 players"),
    ],
)
def test_replay_says_what_there_is(tmp_path: Path, arguments: list[str], message: str) -> None:
    path = tmp_path / "own.mjson"
    logs.write(own("tenhou-sanma", 17), path)
    assert message in str(_run(replay_command, str(path), *arguments).exception)
