"""Built-in strategies: names and parameters, legal and repeatable choices, what each stands for."""

from __future__ import annotations

import pytest

from oshihiki import _core, strategy
from oshihiki.errors import StrategyError
from oshihiki.play import Action, ActionType, Match


def choices(spec: str, rounds: int, key: int = 3) -> list[tuple[int, int]]:
    """Every answer of four such players over some rounds; each is checked to be legal by step."""
    player = strategy.built_in(spec)
    match = Match("tenhou", key=key)
    made: list[tuple[int, int]] = []
    while not match.over and match.rounds_played < rounds:
        seat = match.waiting[0]
        code = _core.decide(match.round._round, seat, player)
        match.step(Action(code), seat)
        made.append((seat, code))
    return made


@pytest.mark.parametrize("name", strategy.names())
def test_choices_are_legal_and_the_same_again(name: str) -> None:
    assert choices(name, 4) == choices(name, 4)


def test_tsumogiri_discards_what_it_draws() -> None:
    made = [Action(code) for _, code in choices("tsumogiri", 3)]
    discards = [a for a in made if a.type == ActionType.discard]
    assert len(discards) > 100
    assert all(a.tsumogiri for a in discards)


def test_always_folding_neither_calls_nor_declares() -> None:
    types = {Action(code).type for _, code in choices("balanced:fold=always", 6)}
    forbidden = {ActionType.riichi, ActionType.chi, ActionType.pon, ActionType.daiminkan}
    assert not types & forbidden
    assert ActionType.riichi in {Action(code).type for _, code in choices("balanced", 6)}


def test_no_calls_at_zero() -> None:
    types = {Action(code).type for _, code in choices("efficient:calls=0", 6)}
    assert not types & {ActionType.chi, ActionType.pon}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("brave", "random"),
        ("balanced:fold=sometimes", "never, auto, always"),
        ("balanced:courage=3", "fold"),
        ({"fold": "never"}, "no name"),
    ],
)
def test_wrong_strategies_are_named(spec: str | dict[str, str], words: str) -> None:
    with pytest.raises(StrategyError, match=words):
        strategy.built_in(spec)


def test_never_folding_takes_no_notice_of_danger() -> None:
    # Fear and pushing weigh danger; who never folds does not weigh it.
    plain = choices("balanced:fold=never", 8)
    assert plain == choices("balanced:fold=never,fear=400,push=10", 8)
    assert choices("balanced", 8) != choices("balanced:push=10", 8)


def test_the_page_has_the_declarations() -> None:
    """docs/strategies.md is what docs/make_strategies.py writes."""
    import importlib.util
    from pathlib import Path

    path = Path(__file__).parents[2] / "docs" / "make_strategies.py"
    spec = importlib.util.spec_from_file_location("make_strategies", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = module.PAGE.read_text(encoding="utf-8")
    assert text == module.page(text), "run python docs/make_strategies.py"
    for name in strategy.names():
        for parameter in strategy.parameters(name):
            assert f"| `{parameter.name}` |" in text
