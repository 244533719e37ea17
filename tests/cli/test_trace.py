"""The text of a traced round is a golden file; a difference leaves the new text beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import oshihiki as oh
from oshihiki.cli.trace import command

HERE = Path(__file__).parent

TRACES = {
    "trace_round": ["--key", "7", "--match", "0", "--round", "0"],
    "trace_last_round": [
        *("--key", "7", "--match", "0", "--round", "{last}", "--rules", "m-league"),
        *("--strategies", "efficient,tsumogiri,efficient,efficient"),
    ],
    "trace_physical": [
        *("--key", "8", "--match", "1", "--round", "1", "--rules", "club", "--wall", "physical"),
        *("--strategies", "efficient,tsumogiri,tsumogiri,efficient"),
    ],
    "trace_sanma": [
        *("--key", "9", "--match", "0", "--round", "1", "--rules", "tenhou-sanma"),
        *("--strategies", "efficient,random,efficient"),
    ],
}


def _arguments(name: str) -> list[str]:
    arguments = TRACES[name]
    if "{last}" not in arguments:
        return arguments
    strategies = arguments[-1].split(",")
    # The only match of this simulation is the one traced.
    rounds = oh.simulate(strategies, 1, "m-league", key=7, threads=1).rounds
    return [str(rounds - 1) if word == "{last}" else word for word in arguments]


@pytest.mark.parametrize("name", TRACES)
def test_golden(name: str) -> None:
    result = CliRunner().invoke(command, _arguments(name), catch_exceptions=False)
    assert result.exit_code == 0
    golden = HERE / f"{name}.txt"
    if not golden.exists() or golden.read_text(encoding="utf-8") != result.output:
        fresh = HERE / f"{name}.txt.new"
        fresh.write_text(result.output, encoding="utf-8")
        pytest.fail(f"{golden.name} differs: compare it with {fresh}, and replace it if right")


def test_what_a_trace_holds() -> None:
    run = CliRunner()
    text = run.invoke(command, _arguments("trace_last_round")).output
    for part in ("wall of 136 tiles", "dead wall", "hands dealt", "->", "settlement", "places"):
        assert part in text
    physical = run.invoke(command, TRACES["trace_physical"]).output
    assert "dice" in physical
    assert "x 1000" in physical
    assert "[" in physical.split("rows of 17 stacks")[1]
    # Below the table the same round as without it.
    assert (
        physical.split("wall of 136")[1]
        == (
            run.invoke(
                command, [w.replace("physical", "uniform") for w in TRACES["trace_physical"]]
            ).output.split("wall of 136")[1]
        )
    )


def test_a_round_that_is_not_played() -> None:
    with pytest.raises(oh.Error, match="ends after"):
        CliRunner().invoke(
            command, ["--round", "400", "--strategies", "efficient,efficient,random,random"],
            catch_exceptions=False,
        )  # fmt: skip
