"""Logs that are cut off, altered or foreign: refused with their place, the rest goes on."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mutations import change_json, change_text
from oshihiki import logs
from oshihiki.cli.verify import command as verify
from oshihiki.errors import LogError
from oshihiki.logs import replay
from oshihiki.logs.model import LoggedMatch
from recorded import body, own, parsed, rows


def _verified(*paths: Path) -> tuple[int, dict[str, Any]]:
    arguments = [*(str(p) for p in paths), "--json", "--threads", "1"]
    result = CliRunner().invoke(verify, arguments, standalone_mode=False)
    return result.return_value, json.loads(result.stdout)


def _row(match: LoggedMatch, form: str = "mjlog", log: str = "own") -> str:
    text = body(match, form)
    key = {"mjlog": "xml", "tenhou6": "t6", "mjai": "events"}[form]
    given = text if form == "mjlog" else json.loads(text)
    return json.dumps({"kind": form, "log_id": log, key: given})


# ---- files --------------------------------------------------------------------------------------


def test_a_mixed_file_goes_on(tmp_path: Path) -> None:
    match = own("tenhou", 1)
    path = tmp_path / "mixed.jsonl"
    lines = [
        *(_row(match, form) for form in ("mjlog", "tenhou6", "mjai")),
        '{"kind": "mjx-state", "lines": []}',
        '{"kind": "mjlog"}',
        '{"neither": 1}',
        "{cut",
        _row(match).replace("<INIT", "<INIT2", 1),
        _row(match),
    ]
    path.write_text("\n".join(lines))
    code, out = _verified(path)
    assert code == 2
    assert (out["logs"], out["mismatches"]) == (4, [])
    places = [
        r"mixed\.jsonl:4: logs of kind 'mjx-state' cannot be read",
        r"mixed\.jsonl:5: a row of kind mjlog without 'xml'",
        r"mixed\.jsonl:6: not a row with a log",
        r"mixed\.jsonl:7: not JSON",
        r"mixed\.jsonl: own: before the first round, tag \d+ .*: not a tag at \d+: '<INIT2",
    ]
    assert len(out["errors"]) == len(places)
    for place in places:
        assert any(re.search(place, error) for error in out["errors"]), place
    with pytest.raises(LogError, match=r"mixed\.jsonl:4"):
        logs.read(path)


def test_a_bad_file_does_not_end_the_batch(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mjlog", tmp_path / "bad.json"
    logs.write(own("tenhou", 2), good)
    bad.write_text('{"log": "no"}')
    code, out = _verified(bad, tmp_path / "missing.json", good)
    assert code == 2
    assert out["logs"] == 1
    assert len(out["errors"]) == 2
    assert str(bad) in out["errors"][0]
    assert "missing.json" in out["errors"][1]


def test_truncated_gzip(tmp_path: Path) -> None:
    match = own("tenhou", 3)
    path = tmp_path / "cut.jsonl.gz"
    rng = random.Random(1)  # what packs badly, so that rows end before the cut
    lines = [
        json.dumps(json.loads(_row(match, log=f"log{i}")) | {"more": rng.randbytes(5000).hex()})
        for i in range(9)
    ]
    data = gzip.compress("\n".join(lines).encode())
    path.write_bytes(data[: len(data) * 3 // 4])
    code, out = _verified(path)
    assert code == 2
    assert 1 <= out["logs"] < 9
    assert out["mismatches"] == []
    (error,) = out["errors"]
    assert "cut.jsonl.gz: truncated gzip after" in error
    with pytest.raises(LogError, match="truncated gzip"):
        logs.read(path)


@pytest.mark.parametrize("form", ["mjlog", "json"])
def test_truncated_gzip_of_one_log(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"cut.{form}.gz"
    logs.write(own("tenhou", 3), path)
    path.write_bytes(path.read_bytes()[:-100])
    code, out = _verified(path)
    assert (code, out["logs"]) == (2, 0)
    assert "truncated gzip" in out["errors"][0]


def test_damaged_gzip(tmp_path: Path) -> None:
    path = tmp_path / "damaged.mjlog.gz"
    logs.write(own("tenhou", 3), path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(LogError, match=r"damaged\.mjlog\.gz: (damaged|truncated) gzip"):
        logs.read(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "neither an mjlog"),
        ("[]", "no log in it"),
        ("[1, 2]", r"\[0\]: not a log"),
        ("{}", "neither 'kind' nor 'log'"),
        ('{"log": []}', "no round in it"),
        ('{"log": [[[]]]}', "not a round"),
        ('{"log": [[{"x": 1}]]}', "begins with qipai"),
        ('{"type": "start_game"}', "no round in it"),
        (
            '{"type": "start_game"}\n{"type": "tsumo", "actor": 0, "pai": "1m"}',
            "not within a round",
        ),
        ('{"type": "unheard"}', "unknown event 'unheard'"),
        ('[{"name": "openapi", "version": 3}]', "not a log|neither"),
        ("<html><body>no</body></html>", "begins with <mjloggm>"),
        ("\x00\x01", "neither"),
    ],
)
def test_foreign_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "foreign.json"
    path.write_text(text)
    with pytest.raises(LogError, match=message) as error:
        logs.read(path)
    assert "foreign.json" in str(error.value)


# ---- values -------------------------------------------------------------------------------------


def _events(key: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(body(own("tenhou", key), "mjai"))
    return found


def _first(events: list[dict[str, Any]], kind: str) -> int:
    return next(i for i, e in enumerate(events) if e["type"] == kind)


def test_a_fifth_copy_is_refused() -> None:
    events = _events(4)
    events[_first(events, "start_kyoku")]["tehais"][0][:5] = ["9s"] * 5
    with pytest.raises(
        LogError, match=r"x: round E1\.0, event 1 \(start_kyoku\): more copies of 9s"
    ):
        logs.parse("mjai", json.dumps(events), "x")


def test_a_second_red_five_is_refused() -> None:
    match = json.loads(body(own("tenhou", 4), "tenhou6"))
    match["log"][0][4][:2] = [51, 51]
    with pytest.raises(LogError, match=r"x: log\[0\]: round E1\.0: more copies of 0m"):
        logs.parse("tenhou6", json.dumps(match), "x")


def test_a_tile_in_two_places_is_refused() -> None:
    text = logs.render(own("tenhou", 4), "mjlog")
    first = re.search(r'hai0="(\d+)', text)
    drawn = re.search(r"<T(\d+)/>", text)
    assert first is not None
    assert drawn is not None
    text = text.replace(drawn[0], f"<T{first[1]}/>", 1)
    with pytest.raises(LogError, match=r"x: round E1\.0: tile \d+ lies in two places"):
        logs.parse("mjlog", text, "x")


def test_an_action_that_is_not_legal_is_a_mismatch_with_its_moment() -> None:
    """A riichi without tenpai: the tiles are all there, the rules forbid it."""
    events = _events(5)
    at = _first(events, "dahai")
    events.insert(at, {"type": "reach", "actor": events[at]["actor"]})
    events.insert(at + 2, {"type": "reach_accepted", "actor": events[at + 1]["actor"]})
    for event in events:  # what follows cannot hold any more
        event.pop("scores", None)
    events = [*events[: at + 4], {"type": "end_kyoku"}]
    found = replay.verify(logs.parse("mjai", json.dumps(events), "x"))
    (mismatch,) = found.mismatches
    assert (mismatch.kind, mismatch.round) == ("illegal", "E1.0")
    assert "discard" in mismatch.event
    assert "riichi" in str(mismatch.expected)
    assert "legal are" in str(mismatch.got)


def test_a_discard_of_another_tile_is_refused() -> None:
    events = _events(5)
    at = _first(events, "dahai")
    held = {*events[_first(events, "start_kyoku")]["tehais"][0], events[at - 1]["pai"]}
    other = next(t for t in ("1m", "9p", "E", "P", "3s", "7m") if t not in held)
    events[at] |= {"pai": other, "tsumogiri": False}
    with pytest.raises(LogError, match=rf"event {at} \(dahai\): seat 0 plays .* does not hold"):
        logs.parse("mjai", json.dumps(events), "x")


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai"])
def test_a_score_total_that_is_off_is_refused(form: str) -> None:
    match = own("tenhou", 6)
    played = match.rounds[1]
    assert played.scores is not None
    played.scores = (played.scores[0] + 100, *played.scores[1:])
    with pytest.raises(LogError, match=rf"own: round {re.escape(played.name)}: scores and sticks"):
        logs.parse(form, body(match, form), "own")


def test_changes_that_do_not_add_up_are_refused() -> None:
    match = own("tenhou", 6)
    win = next(r for r in match.rounds if r.wins).wins[0]
    assert win.deltas is not None
    win.deltas = (win.deltas[0] + 100, *win.deltas[1:])
    with pytest.raises(LogError, match="the changes of the scores add up to"):
        logs.parse("mjai", body(match, "mjai"), "own")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bakaze": "X"}, "bakaze 'X'"),
        ({"kyoku": 5}, r"kyoku 5 is not within 1\.\.4"),
        ({"honba": -1}, "honba -1"),
        ({"kyotaku": "1"}, "kyotaku '1' is not a whole number"),
        ({"oya": 2}, "oya 2 is not the dealer of kyoku 1"),
        ({"dora_marker": "5x"}, "'5x' is not a tile"),
        ({"tehais": [["?"] * 13] * 4}, "hidden tile"),
        ({"scores": [25000] * 3}, "are not 4 numbers"),
        ({"scores": [10**12] * 4}, "not within"),
    ],
)
def test_a_start_that_cannot_be(change: dict[str, Any], message: str) -> None:
    events = _events(7)
    events[_first(events, "start_kyoku")] |= change
    with pytest.raises(LogError, match=message) as error:
        logs.parse("mjai", json.dumps(events), "x")
    assert str(error.value).startswith("x: round ")


@pytest.mark.parametrize("m", ["65540", "99999999", "-1", "x"])
def test_a_meld_that_cannot_be(m: str) -> None:
    text = logs.render(own("tenhou", 8, "balanced:calls=80"), "mjlog")
    text = re.sub(r'<N who="(\d)" m="\d+"', rf'<N who="\1" m="{m}"', text, count=1)
    with pytest.raises(LogError, match=r"x: round \w\d\.\d, tag \d+ <N"):
        logs.parse("mjlog", text, "x")


# ---- anything -----------------------------------------------------------------------------------


def _short(profile: str, key: int) -> LoggedMatch:
    match = own(profile, key, "balanced:calls=80")
    match.rounds = match.rounds[:2]
    match.final = match.results = None
    return match


def _survives(form: str, text: str) -> str:
    """Reads and verifies: only a LogError that names the log, or mismatches, may come of it."""
    try:
        match = logs.parse(form, text, "mutant")
    except LogError as error:
        return "refused" if str(error).startswith("mutant") else f"no place: {error}"
    return "mismatch" if replay.verify(match).mismatches else "same"


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai"])
@pytest.mark.parametrize("profile", ["tenhou", "tenhou-sanma"])
def test_a_changed_log_never_breaks_the_reader(form: str, profile: str) -> None:
    rng = random.Random(f"{form} {profile}")
    text = body(_short(profile, 8), form)
    met = set()
    for _ in range(60):
        if form == "mjlog":
            met.add(_survives(form, change_text(text, rng)))
        else:
            met.add(_survives(form, json.dumps(change_json(json.loads(text), rng))))
    assert "refused" in met
    assert met <= {"refused", "mismatch", "same"}


def test_a_changed_paipu_never_breaks_the_reader() -> None:
    rng = random.Random(9)
    paipu = next(rows("kobalab"))["paipu"]
    for _ in range(100):
        assert "no place" not in _survives("kobalab", json.dumps(change_json(paipu, rng)))


def test_a_changed_client_log_never_breaks_the_reader() -> None:
    rng = random.Random(10)
    row = next(row for row in rows("tenhou_client") if len(parsed(row).rounds) > 3)
    events = row["events"][:100]
    for _ in range(8):
        assert "no place" not in _survives("tenhou-client", json.dumps(change_json(events, rng)))
