"""Every real log: the figures of the docs, and the same match in every form."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oshihiki.cli.verify import command
from recorded import again, canonical, parsed, path_of, rows

_DOCS = Path(__file__).parents[2] / "docs" / "logs.md"


def _figures() -> dict[str, list[int]]:
    """The table of docs/logs.md: logs, rounds, actions, wins, offers, mismatches, ..., refused."""
    found = {}
    for line in _DOCS.read_text(encoding="utf-8").splitlines():
        row = re.fullmatch(r"\| `(\w+)` \|([\d, |]+)\| 0 \|([^|]*)\|([ \d]*)\|", line)
        if row is not None:
            numbers = [
                int(cell.replace(",", "") or 0) for cell in row[2].replace(" ", "").split("|")
            ]
            explained = sum(int(n) for n in re.findall(r"\d+(?= )", row[3]))
            found[row[1]] = [*numbers, 0, explained, int(row[4].strip() or 0)]
    return found


def test_the_table_of_the_docs_is_found() -> None:
    assert len(_figures()) == 6


@pytest.mark.slow
@pytest.mark.parametrize("name", list(_figures()))
def test_figures_of_the_docs(name: str) -> None:
    result = CliRunner().invoke(command, [str(path_of(name)), "--json"], standalone_mode=False)
    out = json.loads(result.stdout)
    found = [out[key] for key in ("logs", "rounds", "actions", "wins", "offers")]
    found += [len(out[key]) for key in ("mismatches", "explained", "errors")]
    assert found == _figures()[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mjlog_4p", "mjlog_3p"])
def test_every_match_is_the_same_in_every_form(name: str) -> None:
    for row in rows(name):
        match = parsed(row)
        if match.rounds[-1].ended:
            for form in ("mjlog", "tenhou6", "mjai"):
                assert canonical(again(match, form), form) == canonical(match, form)
