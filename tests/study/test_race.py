"""The race: exact chances against published ones, counts against exact chances, exit codes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import oshihiki as oh
from oshihiki.cli.study import command as study_command
from oshihiki.errors import StudyError
from oshihiki.study import race, spec
from oshihiki.study import run as runs
from oshihiki.study.race import Race, RaceResult
from study.study_help import write_spec

PUBLISHED = {
    (6, 6, 4): (0.20219, 0.17281, 0.17281, 0.20219, 0.25001),
    (6, 6, 8): (0.25603, 0.21791, 0.21791, 0.25603, 0.05211),
    (6, 3, 4): (0.22462, 0.20081, 0.10041, 0.11231, 0.36185),
    (6, 3, 10): (0.33132, 0.29464, 0.14732, 0.16566, 0.06105),
    (4, 8, 8): (0.17069, 0.14528, 0.29055, 0.34137, 0.05211),
}


@pytest.mark.parametrize("case", PUBLISHED)
def test_exact_values_are_the_published_ones(case: tuple[int, int, int]) -> None:
    a, b, rounds = case
    found = race.exact(Race(a, b, rounds, 79))
    assert sum(found.values()) == 1
    assert tuple(round(float(p), 5) for p in found.values()) == PUBLISHED[case]
    won = found["tsumo_a"] + found["ron_a"]
    assert won / (1 - found["draw"]) == Fraction(a, a + b)


def small(**table: int) -> dict[str, object]:
    return {
        "study": {"kind": "race", "key": 5},
        "race": table,
        "stop": {"confidence": 0.999, "max_rounds": 200_000},
    }


@pytest.mark.parametrize("table", [{}, {"wait_a": 4, "wait_b": 8, "rounds": 8}, {"unseen": 30}])
def test_counts_agree_with_the_exact_values(table: dict[str, int], tmp_path: Path) -> None:
    result = runs.run(spec.parse(small(**table), "race"), tmp_path / "out", threads=2).result
    assert isinstance(result, RaceResult)
    assert result.rounds_played == 49 * 4096
    assert sum(result.counts) == result.rounds_played
    assert not result.wrong
    assert oh.study.read(tmp_path / "out") == result


def test_the_same_bytes_on_any_number_of_threads(tmp_path: Path) -> None:
    study = spec.parse(small(), "race")
    for threads in (1, 3):
        runs.run(study, tmp_path / str(threads), threads=threads)
    one, three = ((tmp_path / n / "merged.json").read_bytes() for n in "13")
    assert one == three


def test_an_exact_value_outside_exits_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_spec(tmp_path / "race.toml", small())
    command = ["run", str(path), "--out"]
    fine = CliRunner().invoke(study_command, [*command, str(tmp_path / "a")])
    assert fine.exit_code == 0, fine.output
    assert "every exact value lies in its interval" in fine.output
    assert "every exact value" in (tmp_path / "a" / "report.html").read_text().lower()
    wrong = dict(race.exact(Race()))
    wrong["draw"] += Fraction(1, 100)
    monkeypatch.setattr(race, "exact", lambda _: wrong)
    bad = CliRunner().invoke(study_command, [*command, str(tmp_path / "b")])
    assert bad.exit_code == 1, bad.output
    assert "outside its interval: draw" in bad.output


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"wait_a": 50, "wait_b": 50}, "waits of 50 and 50"),
        ({"rounds": 0}, "rounds = 0"),
        ({"wait_c": 1}, "race.wait_c: unknown key"),
        ({"wait_a": -1}, "race.wait_a = -1"),
    ],
)
def test_what_cannot_be_played_is_refused(table: dict[str, int], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        spec.parse(small(**table), "race")
