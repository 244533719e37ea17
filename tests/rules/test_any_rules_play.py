"""Whatever rules are consistent can be played to the end of a round, with no point lost."""

import random
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.play import Round

# Changed elsewhere or together: the number of players and what hangs on it.
FIXED = {"players", "chi", "kita", "replacement_tiles"}
NUMBERS = {
    "start": (0, 1000, 25000),
    "honba_ron": (0, 300, 1500),
    "riichi_min_wall": (0, 4, 69),
    "yakuman_cap": (0, 1, 2),
    "two_han_honba": (0, 1),
    "double_wind_fu": (2, 4),
}
REDS = ("", "0p0s", "3rs7rp", "5rz1rz1rz1rz1rz", "0s0s0s0s9rm")


def some_value(field: oh.rules.Field, chance: random.Random) -> Any:
    if field.type == "bool":
        return chance.random() < 0.5
    if field.type == "enum":
        return chance.choice(field.allowed.removeprefix("one of ").split(", "))
    if field.type == "names":
        return [yaku.name for yaku in oh.rules.local_yaku() if chance.random() < 0.7]
    if field.type == "tiles":
        return chance.choice(REDS)
    return chance.choice(NUMBERS[field.name])


def some_rules(chance: random.Random) -> oh.rules.Rules:
    """A profile with about a third of its rules changed, until they do not contradict."""
    while True:
        profile = oh.rules.load(chance.choice(oh.rules.names()))
        changes = {
            field.name: some_value(field, chance)
            for field in oh.rules.fields()
            if field.name not in FIXED
            and (field.type not in {"int", "list"} or field.name in NUMBERS)
            and chance.random() < 0.35
        }
        changes.pop("atozuke", None)  # refused: the test below
        try:
            return profile.replace(**changes)
        except oh.RulesError:
            continue


@pytest.mark.parametrize("seed", range(20))
def test_any_rules_play(seed: int) -> None:
    chance = random.Random(seed)
    for key in range(20):
        rules = some_rules(chance)
        round_ = Round(rules, key=seed * 1000 + key)
        points = rules.start * rules.players
        eager = chance.choice((0.2, 1, 5))
        while not round_.over:
            legal = round_.legal()
            weights = [1 if action.type.name == "discard" else eager for action in legal]
            round_.step(chance.choices(legal, weights)[0])
            assert sum(round_.scores) + 1000 * round_.deposits == points, rules.to_dict()
        round_.next_standing()


def test_a_value_that_cannot_be_played_is_refused_by_name() -> None:
    rules = oh.rules.load("tenhou").replace(atozuke=False)
    with pytest.raises(oh.RulesError, match="atozuke"):
        Round(rules)
