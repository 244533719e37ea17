"""What a standing between rounds is worth: chances of the final places, and the next round.

Both come from the program's own matches, played by one strategy, and are stored with what made
them. The chance that a seat ends above another is told by the rounds left, by which of the two
deals next, and by the lead; it never falls as the lead grows. A seat's chances against its
opponents hang together by its own fortune, as if every seat gained a skewed amount (a few big
wins, many small losses): eight equally likely fortunes of the seat stand for that, and given its
fortune the chances are independent. The seats are put together so that each place is somebody's.
`calibration` says how far off the places then are. The next round's worth is fitted to honba and
deposits, for the dealer and for the others.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from typing import Any

from oshihiki import _core
from oshihiki import rules as rules_module
from oshihiki.errors import StudyError
from oshihiki.study.any_spec import ENGINE, hash_of

__all__ = ["SURE", "build", "load", "places", "rewards_of"]

SURE = 4096
"""A chance of 1 in the model's whole numbers."""

_FORMAT = 3
_LEFT = 8
_FORTUNES = 8
_SKEW = 0.45
_STEP = 1000
_MOST = 40
_PRIOR = 4  # pairs' worth of trust in a straight line
_CHUNK = 64
_MODELS = Path(__file__).parent / "models"

Rules = _core.Rules


def _rounds_left(wind: int, dealer: int, players: int) -> int:
    return min(_LEFT, max(1, 2 * players - (wind * players + dealer)))


def _lead(lead: int) -> int:
    """Bin of a lead, 0 to 80: to the nearest thousand, halves away from zero."""
    step = (abs(lead) + _STEP // 2) // _STEP
    return max(-_MOST, min(_MOST, step if lead >= 0 else -step)) + _MOST


def _at(left: int, relation: int, lead: int) -> int:
    return ((left - 1) * 3 + relation) * (2 * _MOST + 1) + lead


class _Match:
    """Standings before each round of a match, gains in it, and the places at the end."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], end: Mapping[str, Any], start: int):
        self.ranks: list[int] = list(end["rank"])
        self.rounds = []
        before = [start] * len(self.ranks)
        for row in rows:
            after = list(row["scores"])
            self.rounds.append((before, row, [b - a for a, b in zip(before, after, strict=True)]))
            before = after


def _matches(
    rules: Rules, strategy: str, first: int, last: int, key: int, threads: int
) -> Iterator[_Match]:
    lineup = [_core.Strategy(strategy)] * rules.players
    for at in range(first, last, _CHUNK):
        most = min(_CHUNK, last - at)
        _, _, rounds, ends = _core.simulate_matches(
            rules, lineup, key, at, most, threads, 1e9, True
        )
        by: dict[int, list[Any]] = {}
        for row in rounds:
            by.setdefault(row["match"], []).append(row)
        for end in ends:
            yield _Match(by[end["match"]], end, rules.start)


def build(
    rules: str | Rules = "tenhou",
    strategy: str = "balanced",
    *,
    matches: int = 4000,
    key: int = 1,
    threads: int = 1,
) -> dict[str, Any]:
    """Make a model from matches; a fifth more are played to check it.

    Returns
    -------
    dict
        ``identity`` (rules, strategy, engine, key, matches), ``above``, ``next``, and
        ``calibration``: by predicted chance, in tenths, of each place, what was predicted and
        what came; ``on_the_table``: the mean of uma and oka predicted and come, by honba and by
        deposits, which the model does not know, for the dealer and the others.
    """
    used = rules_module.load(rules)
    strategy = _core.study_strategy(strategy)
    won = [0] * (_LEFT * 3 * (2 * _MOST + 1))
    met = [0] * len(won)
    fit = ([[0] * 3 for _ in range(3)], [[0] * 3 for _ in range(3)])
    right = ([0] * 3, [0] * 3)
    for match in _matches(used, strategy, 0, matches, key, threads):
        for before, row, gains in match.rounds:
            left = _rounds_left(row["wind"], row["dealer"], used.players)
            for s in range(used.players):
                x = (1, row["honba"], row["deposits"])
                dealer = int(s == row["dealer"])
                for i in range(3):
                    right[dealer][i] += x[i] * gains[s]
                    for j in range(3):
                        fit[dealer][i][j] += x[i] * x[j]
                for o in range(used.players):
                    if o == s:
                        continue
                    relation = 1 if row["dealer"] == s else 2 if row["dealer"] == o else 0
                    at = _at(left, relation, _lead(before[s] - before[o]))
                    met[at] += 1
                    won[at] += match.ranks[s] < match.ranks[o]
    width = 2 * _MOST + 1
    above: list[int] = []
    for i in range(0, len(won), width):
        above += _rising(won[i : i + width], met[i : i + width])
    identity = {
        "format": _FORMAT,
        "engine": ENGINE,
        "rules": used.to_dict(),
        "strategy": strategy,
        "key": key,
        "matches": matches,
    }
    model: dict[str, Any] = {
        "id": hash_of(identity),
        "identity": identity,
        "above": _by_fortune(above),
        "next": [_solve(fit[d], right[d]) for d in (0, 1)],
    }
    checks = _matches(used, strategy, matches, matches + matches // 5, key, threads)
    model["calibration"], model["on_the_table"] = _calibration(model, checks, used)
    return model


def _rising(won: Sequence[int], met: Sequence[int]) -> list[int]:
    """Chances that never fall as the lead grows: means of neighbours pooled until that holds."""
    pools: list[list[Fraction | int]] = []  # weighted sum, weight, bins
    for k, (w, n) in enumerate(zip(won, met, strict=True)):
        line = Fraction(k, 2 * _MOST)
        pools.append([w + _PRIOR * line, Fraction(n + _PRIOR), 1])
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] > pools[-1][0] * pools[-2][1]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    out: list[int] = []
    for total, weight, bins in pools:
        out += [round(Fraction(total) / Fraction(weight) * SURE)] * int(bins)
    return out


def _by_fortune(above: Sequence[int]) -> list[int]:
    """The chances given the seat's own fortune, one table after another.

    If seats gain independent amounts of like spread, a lead holds, given a fortune of z standard
    deviations, with the chance of a + z, where a grows with the lead. That a is taken for which
    the mean over the fortunes is the chance that was counted. The skew was chosen by the chances
    of places that came of it (docs/studies.md).
    """
    cdf = NormalDist().cdf
    gains = [
        math.exp(_SKEW * NormalDist().inv_cdf((k + 0.5) / _FORTUNES)) for k in range(_FORTUNES)
    ]
    mean = sum(gains) / _FORTUNES
    size = math.sqrt(sum((x - mean) ** 2 for x in gains) / _FORTUNES)
    fortunes = [(x - mean) / size for x in gains]

    def given(chance: int) -> list[int]:
        low, high = -10.0, 10.0
        for _ in range(40):
            a = (low + high) / 2
            chances = [cdf(a + z) for z in fortunes]
            low, high = (a, high) if sum(chances) * SURE < chance * _FORTUNES else (low, a)
        return [round(p * SURE) for p in chances]

    known = {chance: given(chance) for chance in set(above)}
    return [known[chance][k] for k in range(_FORTUNES) for chance in above]


def _solve(matrix: Sequence[Sequence[int]], right: Sequence[int]) -> list[int]:
    """Least squares for constant, honba and deposits, in whole points."""
    rows = [[Fraction(x) for x in (*line, r)] for line, r in zip(matrix, right, strict=True)]
    for i in range(3):
        pivot = next((r for r in range(i, 3) if rows[r][i] != 0), None)
        if pivot is None:
            raise StudyError("too few matches for the worth of the next round")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(3):
            if r != i:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [round(rows[i][3]) for i in range(3)]


def places(
    model: Mapping[str, Any], scores: Sequence[int], wind: int, dealer: int, seat: int
) -> list[Fraction]:
    """The chances of a seat's final places before a round, first place first."""
    return _places(model, scores, wind, dealer)[seat]


def _places(
    model: Mapping[str, Any], scores: Sequence[int], wind: int, dealer: int
) -> list[list[Fraction]]:
    """The same for every seat."""
    seats = range(len(scores))
    ways = [_ways(model, scores, wind, dealer, s) for s in seats]
    all_ = [sum(ways[s][k] for s in seats) for k in seats]
    parts = [[(ways[s][k] << 20) // all_[k] if all_[k] else 0 for k in seats] for s in seats]
    return [[Fraction(part, sum(own)) for part in own] for own in parts]


def _ways(
    model: Mapping[str, Any], scores: Sequence[int], wind: int, dealer: int, seat: int
) -> list[int]:
    """A seat's chances of the places by itself, all in one common part."""
    players = len(scores)
    left = _rounds_left(wind, dealer, players)
    ways = [0] * players
    width = _LEFT * 3 * (2 * _MOST + 1)
    for fortune in range(_FORTUNES):
        chances = [1]
        for o in range(players):
            if o == seat:
                continue
            relation = 1 if dealer == seat else 2 if dealer == o else 0
            at = fortune * width + _at(left, relation, _lead(scores[seat] - scores[o]))
            p = model["above"][at]
            chances = [
                (chances[k] * p if k < len(chances) else 0)
                + (chances[k - 1] * (SURE - p) if k else 0)
                for k in range(len(chances) + 1)
            ]
        ways = [a + b for a, b in zip(ways, chances, strict=True)]
    return ways


def _calibration(
    model: Mapping[str, Any], matches: Iterator[_Match], rules: Rules
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    sums = [[[0.0, 0, 0] for _ in range(10)] for _ in range(rules.players)]
    rewards = rewards_of(rules)
    table: dict[tuple[str, int, bool], list[float]] = {}
    for match in matches:
        for before, row, _ in match.rounds:
            for s, chances in enumerate(_places(model, before, row["wind"], row["dealer"])):
                for k, p in enumerate(chances):
                    cell = sums[k][min(9, int(p * 10))]
                    cell[0] += float(p)
                    cell[1] += match.ranks[s] == k + 1
                    cell[2] += 1
                worth = float(sum(p * r for p, r in zip(chances, rewards, strict=True)))
                for what in ("honba", "deposits"):
                    key = what, min(2, row[what]), s == row["dealer"]
                    known = table.setdefault(key, [0.0, 0.0, 0.0])
                    came = rewards[match.ranks[s] - 1]
                    for i, x in enumerate((worth, came, 1)):
                        known[i] += x
    by_chance = [
        {"place": k + 1, "n": n, "predicted": round(p / n, 4), "came": round(c / n, 4)}
        for k, tenths in enumerate(sums)
        for p, c, n in tenths
        if n
    ]
    on_table = [
        {
            "what": what if least else f"no {what}",
            "least": least,
            "dealer": dealer,
            "n": int(n),
            "predicted": round(p / n),
            "came": round(c / n),
        }
        for (what, least, dealer), (p, c, n) in sorted(table.items())
    ]
    return by_chance, on_table


def load(rules: Rules, path: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """The stored model for some rules: the file, else the built-in one made with these rules.

    Raises
    ------
    StudyError
        There is none, it cannot be read, or it was made with other rules.
    """
    files = [Path(path)] if path is not None else sorted(_MODELS.glob("*.json"))
    for file in files:
        try:
            model = json.loads(file.read_bytes())
            made = model["identity"]["rules"]
            complete = model["identity"]["format"] == _FORMAT
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StudyError(f"{file}: not a model of standings: {error}") from error
        now = rules.to_dict()
        # Options that came later are as they were by default when the model was made.
        if complete and all(now[k] == v for k, v in made.items() if k in now):
            return dict(model)
        if path is not None:
            raise StudyError(f"{file}: was made with other rules, or by another version")
    raise StudyError(
        "there is no stored model of standings for these rules; make one with "
        "`oshihiki study standings --rules RULES --out FILE` and name it as measure.model"
    )


def rewards_of(rules: Rules) -> list[int]:
    """What the places are worth under the rules: uma, and oka for the first, in points."""
    uma = list(rules.to_dict()["uma"])[: rules.players]
    uma[0] += int(rules.to_dict()["oka"])
    return uma
