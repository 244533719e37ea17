"""Strategies that err: chances of actions at a temperature."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import oshihiki as oh
from oshihiki import _core, strategy
from oshihiki.errors import StrategyError
from oshihiki.play import Action, Match
from oshihiki.strategy import probabilities

SPECS = ("balanced", "balanced:fold=always", "balanced:push_to=100", "efficient", "tsumogiri")


def decisions(spec: str, rounds: int = 6, rules: str = "tenhou") -> list[tuple[oh.Round, int, int]]:
    """Decisions of four such players with more than one legal action: round, seat, choice."""
    player = strategy.built_in(spec)
    match = Match(rules, key=3)
    found = []
    while not match.over and match.rounds_played < rounds:
        seat = match.waiting[0]
        code = _core.decide(match.round._round, seat, player)
        if len(match.round.legal(seat)) > 1:
            found.append((match.round.clone(), seat, code))
        match.step(Action(code), seat)
    return found


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_cold_is_the_strategy_and_hot_is_habit(spec: str, rules: str) -> None:
    made = decisions(spec, rules=rules)
    assert len(made) > 80
    for round_, seat, code in made:
        legal = round_.legal(seat)
        cold = probabilities(round_, spec, temperature=0.0001, seat=seat)
        assert max(cold, key=lambda a: cold[a]).code == code
        assert cold[Action(code)] > 0.999
        warm = probabilities(round_, spec, temperature=150, seat=seat)
        assert list(warm) == legal
        assert sum(warm.values()) == pytest.approx(1, abs=1e-12)
        assert min(warm.values()) > 0
        _, rows = _core.action_worths(round_._round, seat, strategy.built_in(spec))
        habit = [2 ** (lean / 65536) for *_, lean in rows]
        hot = probabilities(round_, spec, temperature=2**32, seat=seat)
        for p, h in zip(hot.values(), habit, strict=True):
            assert p == pytest.approx(h / sum(habit), rel=2e-3, abs=1e-9)
        lapsed = probabilities(round_, spec, temperature=100, lapse=1, seat=seat)
        assert all(p == pytest.approx(1 / len(legal), abs=2e-4) for p in lapsed.values())


def test_softmax_of_worths() -> None:
    player = strategy.built_in("balanced")
    for round_, seat, _ in decisions("balanced", 2):
        sharpness, worths = _core.action_worths(round_._round, seat, player)
        best = max(worth for _, worth, _ in worths)
        weights = {
            code: math.exp((worth - best) / 256 / 80 * sharpness / 256) * 2 ** (lean / 65536)
            for code, worth, lean in worths
        }
        total = sum(weights.values())
        for lapse in (0, 0.1):
            found = probabilities(round_, player, temperature=80, lapse=lapse, seat=seat)
            for action, p in found.items():
                expected = (1 - lapse) * weights[action.code] / total + lapse / len(worths)
                assert p == pytest.approx(expected, rel=2e-3, abs=1e-9)


def test_random_is_uniform() -> None:
    round_ = oh.Round("tenhou", key=1)
    chances = probabilities(round_, "random", temperature=1)
    assert set(chances.values()) == {1 / len(chances)}


def test_soft_choices_come_as_often_as_they_should() -> None:
    """Chi-square of one decision asked under many addresses."""
    player = strategy.built_in("balanced")
    counts: Counter[int] = Counter()
    n = 3000
    start = oh.Round("tenhou", key=5)
    expected = probabilities(start, player, temperature=100)
    for match in range(n):
        same = _core.Round(start.rules, start._round.wall, key=9, match=match)
        counts[_core.decide_softly(same, same.waiting[0], player, 100 * 256)] += 1
    chi = sum((counts[a.code] - n * p) ** 2 / (n * p) for a, p in expected.items() if n * p >= 5)
    rest = sum(n * p for p in expected.values() if n * p < 5)
    assert sum(counts[a.code] for a, p in expected.items() if n * p < 5) <= rest + 5 * rest**0.5 + 3
    cells = sum(n * p >= 5 for p in expected.values())
    assert cells > 4
    assert chi < cells + 4.5 * (2 * cells) ** 0.5


def test_bad_values_are_refused() -> None:
    round_ = oh.Round("tenhou", key=1)
    with pytest.raises(StrategyError, match="above 0"):
        probabilities(round_, temperature=0)
    with pytest.raises(StrategyError, match="above 0"):
        probabilities(round_, temperature=math.nan)
    with pytest.raises(StrategyError, match="from 0 to 1"):
        probabilities(round_, temperature=1, lapse=2)
    with pytest.raises(StrategyError, match="allowed are"):
        _core.decide_softly(round_._round, 0, strategy.built_in("balanced"), 0)


def test_a_built_in_that_errs_plays_by_those_chances() -> None:
    """`temperature` and `lapse` among a strategy's parameters, lapse in a thousand."""
    soft = strategy.built_in("balanced:temperature=80,lapse=50")
    surprise, chosen, best = 0.0, 0, 0
    expected, spread = 0.0, 0.0
    for key in range(3):
        round_ = _core.Round(oh.rules.load("tenhou"), key=key)
        while not round_.over:
            seat = round_.waiting[0]
            code = _core.decide(round_, seat, soft)
            if len(round_.legal(seat)) > 1:
                sure = _core.decide(round_, seat, strategy.built_in("balanced"))
                p = probabilities(
                    oh.Round._wrap(round_), "balanced", temperature=80, lapse=0.05, seat=seat
                )
                chosen += 1
                best += code == sure
                expected += p[Action(sure)]
                spread += p[Action(sure)] * (1 - p[Action(sure)])
                surprise -= math.log(p[Action(code)])
            round_.step(seat, code)
    assert chosen > 150
    assert 0 < best < chosen
    assert abs(best - expected) < 4 * math.sqrt(spread)
    with pytest.raises(StrategyError, match=r"lapse.*1000"):
        strategy.built_in("balanced:lapse=1001")
    with pytest.raises(StrategyError, match="no parameter 'temperature'"):
        strategy.built_in("tsumogiri:temperature=5")
