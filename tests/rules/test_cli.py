"""``oshihiki rules``: text for people, one JSON object for tools, exit 2 for bad input."""

import json

import pytest

import oshihiki as oh
from oshihiki.cli import main


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["rules", *argv])
    out, err = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, out, err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == oh.rules.names()
    code, out, _ = run(capsys, "list", "--json")
    assert [row["name"] for row in json.loads(out)["profiles"]] == oh.rules.names()


def test_show_marks_what_is_unconfirmed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "wrc-2025")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines() if line and line[0] != "["}
    assert " ? RM; 2015" in lines["yakuman_cap"]
    assert lines["start"].split() == ["start", "30000", "S1"]
    code, out, _ = run(capsys, "show", "wrc-2025", "--json")
    shown = json.loads(out)
    assert shown["name"] == "wrc-2025"
    assert shown["rules"]["start"] == {"value": 30000, "source": "S1", "unconfirmed": False}
    assert shown["rules"]["yakuman_cap"]["unconfirmed"]
    assert len(shown["rules"]) == len(oh.rules.fields())


def test_diff(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "diff", "tenhou", "wrc-2025")
    assert code == 0
    assert ["start", "25000", "30000"] in [line.split() for line in out.splitlines()]
    code, out, _ = run(capsys, "diff", "tenhou", "wrc-2025", "--json")
    found = json.loads(out)
    assert (found["a"], found["b"]) == ("tenhou", "wrc-2025")
    assert ["reds", "0m0p0s", ""] in found["differences"]
    code, out, _ = run(capsys, "diff", "tenhou", "tenhou")
    assert (code, out) == (0, "tenhou and tenhou have the same rules\n")


@pytest.mark.parametrize("argv", [("show", "tenho"), ("diff", "tenhou", "tenho")])
def test_an_unknown_profile_is_one_line(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "did you mean 'tenhou'?" in err
    assert "club" in err
