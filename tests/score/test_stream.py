"""`oshihiki score --jsonl`: order kept, bad rows answered, nothing gathered."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from typing import Any

from click.testing import CliRunner

import oshihiki as oh
from oracle import hands
from oshihiki.cli.score import _stream, command

ROW = {"hand": "234m067p22789s55z", "win": "5z", "riichi": True, "dora": "4p"}


def stream(lines: str, *options: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(command, ["--jsonl", *options], input=lines)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_rows_are_answered_in_order_as_single_calls() -> None:
    rng = random.Random(3)
    rows = []
    for i in range(500):
        hand = hands.random_hand(rng)
        hand.kita = 0
        rows.append({"id": i} | hands.as_keywords(hand))
    answers = stream("".join(json.dumps(row) + "\n" for row in rows))
    assert [answer["id"] for answer in answers] == list(range(500))
    for row, answer in zip(rows, answers, strict=True):
        arguments = {name: value for name, value in row.items() if name != "id"}
        expected = json.loads(json.dumps(oh.score(**arguments).to_dict()))
        assert {name: v for name, v in answer.items() if name != "id"} == expected


def test_bad_rows_answer_errors_and_the_rest_goes_on() -> None:
    rows = [
        json.dumps(ROW | {"id": "first"}),
        "not json",
        json.dumps([1, 2]),
        "",
        json.dumps({"id": 2, "hand": "123m", "win": "1z"}),
        json.dumps({"id": {"a": [1]}, "win": "1z"}),
        json.dumps(ROW | {"id": None, "ippatsu": 1}),
        json.dumps(ROW | {"id": 5, "wind": "E"}),
        json.dumps(ROW | {"id": 6, "rules": "nowhere"}),
        json.dumps(ROW | {"id": 7}),
    ]
    answers = stream("\n".join(rows))  # the last line without an end
    assert len(answers) == 9
    assert answers[0]["id"] == "first"
    assert answers[0]["total"] == 8000
    assert all(set(a) == {"error"} for a in answers[1:3])
    assert [a["id"] for a in answers[3:]] == [2, {"a": [1]}, None, 5, 6, 7]
    says = ["13", "hand", "ippatsu", "wind", "nowhere"]
    for answer, word in zip(answers[3:8], says, strict=True):
        assert word in answer["error"]
    assert answers[8]["total"] == 8000


def test_rules_of_a_row_come_before_those_of_the_command() -> None:
    row = {"hand": "345p67s88m234p567m", "win": "8s", "riichi": True, "ippatsu": True}
    lines = json.dumps(row) + "\n" + json.dumps(row | {"rules": "tenhou"}) + "\n"
    assert [a["total"] for a in stream(lines, "--rules", "wrc-2025")] == [8000, 7700]


def test_answers_leave_while_rows_come() -> None:
    """What is held does not grow with the rows."""
    written = io.BytesIO()
    held = []
    line = json.dumps(ROW).encode() + b"\n"
    _stream(io.BytesIO(line), one := io.BytesIO(), "tenhou")
    size = one.tell()

    class Rows:
        def __iter__(self) -> Iterator[bytes]:
            for i in range(20_000):
                held.append(i * size - written.tell())
                yield line

    _stream(Rows(), written, "tenhou")  # type: ignore[arg-type]
    assert written.getvalue().count(b"\n") == 20_000
    assert max(held) < 200_000 < 20_000 * size
