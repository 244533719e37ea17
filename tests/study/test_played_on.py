"""The model of a measure against playing on, by plain sums over made-up rounds."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from oshihiki.study import played_on, stats
from oshihiki.study.cell import ARM_FIELDS, PAIR_FIELDS, Cell
from oshihiki.study.result import StudyResult

ARMS = ("push", "fold")
CELLS = ("off", "also_off", "right")


@dataclass
class Part:
    """A round's spots in one cell: their number, the arms' values, and of the spots that were
    played on the number and the arms' errors."""

    n: int
    value: tuple[int, int]
    checked: int
    error: tuple[int, int]

    @property
    def d(self) -> int:
        return self.value[0] - self.value[1]

    @property
    def b(self) -> int:
        return self.error[0] - self.error[1]


ERRORS: dict[str, Callable[[Part], int]] = {
    "arm.push": lambda p: p.error[0],
    "arm.fold": lambda p: p.error[1],
    "pair.push-fold": lambda p: p.b,
}


def made_rounds() -> list[dict[str, Part]]:
    """Two cells without a difference in which the model is off, and one the other way round."""
    rng = random.Random(5)
    rounds = []
    for _ in range(3000):
        parts = {}
        for name in CELLS:
            n = rng.choice((0, 1, 1, 2))
            checked = rng.randint(0, n)
            gap = 40 if name == "right" else 0
            push = round(rng.gauss(gap * n, 30))
            fold = round(rng.gauss(0, 30))
            # The error goes with the value, so that the two do not vary apart.
            shift = 0 if name == "right" else 15
            error = (round(shift * checked + 0.3 * checked * push), round(0.2 * checked * fold))
            if n:
                parts[name] = Part(n, (push, fold), checked, error)
        rounds.append(parts)
    return rounds


def result_of(rounds: list[dict[str, Part]]) -> StudyResult:
    """The tallies, written out."""
    cells = []
    for name in CELLS:
        own = [parts[name] for parts in rounds if name in parts]
        tally = {f"arm.{arm}.{field}": 0 for arm in ARMS for field in ARM_FIELDS}
        tally |= {f"pair.push-fold.{field}": 0 for field in PAIR_FIELDS}
        n, n2 = sum(p.n for p in own), sum(p.n**2 for p in own)
        tally |= {"rounds": len(own), "n": n, "n2": n2, "weight": n, "weight2": n2}
        tally |= {"on_rounds": sum(p.checked > 0 for p in own)}
        tally |= {"on_c": sum(p.checked for p in own), "on_c2": sum(p.checked**2 for p in own)}
        tally |= {"on_nc": sum(p.n * p.checked for p in own)}
        # Over all cells of a round together; kept with the first cell that was met in it.
        all_ = [
            [p for p in parts.values() if p.checked]
            for parts in rounds
            if next((k for k, p in parts.items() if p.checked), None) == name
        ]
        counts = [sum(p.checked for p in parts) for parts in all_]
        tally |= {"on_all_rounds": len(all_), "on_all_c2": sum(c * c for c in counts)}
        for key, error in ERRORS.items():
            tally[f"{key}.on_b"] = sum(map(error, own))
            tally[f"{key}.on_b2"] = sum(error(p) ** 2 for p in own)
            tally[f"{key}.on_bc"] = sum(error(p) * p.checked for p in own)
            sums = [sum(map(error, parts)) for parts in all_]
            tally[f"{key}.on_all_b2"] = sum(b * b for b in sums)
            tally[f"{key}.on_all_bc"] = sum(b * c for b, c in zip(sums, counts, strict=True))
        pair = "pair.push-fold"
        tally[f"{pair}.on_db"] = sum(p.d * p.b for p in own)
        tally[f"{pair}.on_dc"] = sum(p.d * p.checked for p in own)
        tally[f"{pair}.on_nb"] = sum(p.n * p.b for p in own)
        tally |= {f"{pair}.d": sum(p.d for p in own), f"{pair}.d2": sum(p.d**2 for p in own)}
        tally[f"{pair}.dn"] = sum(p.d * p.n for p in own)
        for i, arm in enumerate(ARMS):
            tally[f"arm.{arm}.value"] = sum(p.value[i] for p in own)
            tally[f"arm.{arm}.v2"] = sum(p.value[i] ** 2 for p in own)
            tally[f"arm.{arm}.vn"] = sum(p.value[i] * p.n for p in own)
            tally[f"arm.{arm}.win"] = n
        cells.append(Cell({"cell": name}, tally))
    spec = {"arms": {arm: {} for arm in ARMS}, "compare": {"pairs": [list(ARMS)]}}
    return StudyResult("id", spec, 1, 4096, sum(cell.n for cell in cells), tuple(cells))


@pytest.fixture(scope="module")
def rounds() -> list[dict[str, Part]]:
    return made_rounds()


@pytest.fixture(scope="module")
def result(rounds: list[dict[str, Part]]) -> StudyResult:
    return result_of(rounds)


def test_bias_of_a_cell(rounds: list[dict[str, Part]], result: StudyResult) -> None:
    (pair,) = result.pairs
    for cell in result.cells:
        own = [parts[cell.keys["cell"]] for parts in rounds if cell.keys["cell"] in parts]
        check = played_on.check(result, pair, cell)
        assert check.checked == sum(p.checked for p in own)
        of_bias = stats.Moments.from_clusters((p.checked, p.b) for p in own)
        of_model = stats.Moments.from_clusters((p.n, p.d) for p in own)
        assert check.bias == stats.estimate(of_bias, 0.95, 3, 100)
        assert check.model == stats.estimate(of_model, 0.95, 3, 100)


def test_corrected_is_told_with_its_error(
    rounds: list[dict[str, Part]], result: StudyResult
) -> None:
    """The errors of the model and of its bias are of the same rounds: they hang together."""
    (pair,) = result.pairs
    for cell, row in zip(result.cells, result.rows(), strict=True):
        own = [parts[cell.keys["cell"]] for parts in rounds if cell.keys["cell"] in parts]
        n, c = sum(p.n for p in own), sum(p.checked for p in own)
        m, bias = sum(p.d for p in own) / n, sum(p.b for p in own) / c
        g = sum(p.checked > 0 for p in own)
        crossed = math.fsum((p.d - m * p.n) * (p.b - bias * p.checked) for p in own) / (n * c)
        check = played_on.check(result, pair, cell)
        apart = check.model.standard_error**2 + check.bias.standard_error**2
        together = math.sqrt(apart + 2 * g / (g - 1) * crossed * 100**2)
        assert together > 1.05 * math.sqrt(apart)
        assert check.corrected.mean == pytest.approx(100 * (m + bias))
        assert check.corrected.standard_error == pytest.approx(together)
        wide = stats.fixed_factor(0.95, 3) * together
        assert row["played_on"] == c
        assert row["bias"] == pytest.approx(100 * bias, abs=1e-6)
        assert row["bias_low"] == pytest.approx(check.bias.low, abs=1e-6)
        assert row["corrected"] == pytest.approx(100 * (m + bias), abs=1e-6)
        assert row["corrected_low"] == pytest.approx(100 * (m + bias) - wide, abs=1e-5)
        assert row["corrected_high"] == pytest.approx(100 * (m + bias) + wide, abs=1e-5)


def test_bias_over_all_cells_is_clustered_by_round(
    rounds: list[dict[str, Part]], result: StudyResult
) -> None:
    (pair,) = result.pairs

    def by_plain_sums(i: int | None) -> stats.Estimate:
        clusters = [
            (
                sum(p.checked for p in parts.values()),
                sum(p.b if i is None else p.error[i] for p in parts.values()),
            )
            for parts in rounds
        ]
        return stats.estimate(stats.Moments.from_clusters(clusters), 0.95, 1, 100)

    assert played_on.overall(result, pair) == by_plain_sums(None)
    found = [played_on.bias(result, arm) for arm in ARMS]
    assert found == [by_plain_sums(0), by_plain_sums(1)]
    assert found[0] != found[1]


def test_lines_count_the_cells_that_are_off(result: StudyResult) -> None:
    (pair,) = result.pairs
    checks = [played_on.check(result, pair, cell) for cell in result.cells]
    assert [c.bias.sign for c in checks[:2]] == [1, 1]
    assert [c.model.sign for c in checks] == [0, 0, 1]
    off = sum(c.bias.sign != 0 for c in checks)
    (line,) = played_on.lines(result)
    total = sum(cell.tally["on_c"] for cell in result.cells)
    assert f"({total:,} spots played on)" in line
    assert line.endswith(f"{off} of 3 cells with enough of them are off by more than chance")
    few = result_of(list(itertools.islice(made_rounds(), 100)))
    assert "too few" in played_on.lines(few)[0]
