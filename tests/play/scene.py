"""Positions as readable text, for tests of play.

A scene is the hands each seat is dealt, the draws in the order they come, and the dead wall; every
tile not named is filled in from what is left (honours last, so that it disturbs little). A script
plays it, one word group a move::

    0 5z            seat 0 discards 5z (as drawn if it has just drawn it)
    0 5z!           the same, from the hand although it was drawn
    0 riichi 3p     declares riichi and discards
    1 pon           calls; `1 chi 46m` names the own tiles, `1 kan` is a daiminkan
    0 ankan 1m      `0 kakan 1m`, `0 kita`, `0 tsumo`, `0 nine`
    1 ron           `1 ron 2 ron` for two winners of one tile: write them as one move
    0 show, 0 hide  at the exhaustive draw

Moves are separated by `;`. Whoever is asked to answer and is not named passes. `..` lets every
seat discard what it draws, passing on everything, until the next named seat can make its move or
the round ends.
"""

from __future__ import annotations

import random
from collections import Counter

import oshihiki as oh
from oshihiki.play import Action, ActionType, Round, Standing
from oshihiki.rules import load

_KINDS = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]


def codes(text: str) -> list[int]:
    """Tile text to tile codes (kind, plus 64 when red)."""
    out: list[int] = []
    digits: list[tuple[int, bool]] = []
    for c in text:
        if c.isdigit():
            digits.append((5, True) if c == "0" else (int(c), False))
        elif c == "r":
            digits[-1] = (digits[-1][0], True)
        elif c in "mpsz":
            out += [9 * "mpsz".index(c) + d - 1 + (64 if red else 0) for d, red in digits]
            digits = []
    return out


def wall(
    rules: oh.rules.Rules,
    hands: dict[int, str],
    draws: str = "",
    dora: str = "",
    ura: str = "",
    replacement: str = "",
    last: str = "",
    dealer: int = 0,
    seed: int = 1,
) -> list[int]:
    """A wall that deals those hands and draws; index -1 is taken first."""
    players = rules.players
    size = 136 if players == 4 else 108
    r = 8 if rules.kita else 4
    from oshihiki import wall as walls

    full = Counter(walls.in_order(rules).codes)
    at: dict[int, int] = {}
    order: list[int] = []  # seat of each dealt tile, first taken first
    seats = [(dealer + i) % players for i in range(players)]
    for n in (4, 4, 4, 1):
        for seat in seats:
            order += [seat] * n
    remaining = {s: codes(hands.get(s, "")) for s in range(players)}
    used: Counter[int] = Counter()

    def put(index: int, code: int) -> None:
        assert index not in at, index
        at[index] = code
        used[code] += 1
        assert used[code] <= full[code], f"too many of {_KINDS[code & 63]} (red: {code >= 64})"

    for i, seat in enumerate(order):
        if remaining[seat]:
            put(size - 1 - i, remaining[seat].pop(0))
    for i, code in enumerate(codes(draws)):
        put(size - 1 - len(order) - i, code)
    for i, code in enumerate(codes(dora)):
        put(r + 1 + 2 * i, code)
    for i, code in enumerate(codes(ura)):
        put(r + 2 * i, code)
    for i, code in enumerate(codes(replacement)):
        put(i ^ 1, code)
    for i, code in enumerate(reversed(codes(last))):  # the last live tile, then the one before
        put(14 + i, code)
    rest = list((full - used).elements())
    random.Random(seed).shuffle(rest)
    for i in range(size):
        if i not in at:
            at[i] = rest.pop()
    return [at[i] for i in range(size)]


class Scene:
    """A round dealt from a given wall, played by script."""

    def __init__(
        self,
        hands: dict[int, str],
        draws: str = "",
        *,
        rules: str | oh.rules.Rules = "tenhou",
        scores: list[int] | None = None,
        wind: int = 0,
        dealer: int = 0,
        honba: int = 0,
        deposits: int = 0,
        seed: int = 1,
        **dead: str,
    ) -> None:
        self.rules = load(rules)
        players = self.rules.players
        start = scores or [self.rules.start] * players
        standing = Standing(
            start + [0] * (4 - len(start)),
            wind=wind,
            dealer=dealer,
            honba=honba,
            deposits=deposits,
        )
        tiles = wall(self.rules, hands, draws, dealer=dealer, seed=seed, **dead)
        self.round = Round(self.rules, wall=tiles, standing=standing)

    def actions(self, seat: int) -> list[Action]:
        return self.round.legal(seat)

    def texts(self, seat: int) -> list[str]:
        """The legal actions of a seat as text."""
        return [str(a) for a in self.actions(seat)]

    def can(self, seat: int, start: str) -> bool:
        """Whether some legal action's text begins so."""
        return any(t == start or t.startswith((start + " ", start + "(")) for t in self.texts(seat))

    def play(self, script: str) -> Scene:
        for move in (m.strip() for m in script.split(";")):
            if move:
                self._move(move.split())
        return self

    def finish(self) -> Scene:
        """Everybody discards what is drawn and passes, to the end of the round."""
        while not self.round.over:
            self._default()
        return self

    def _default(self) -> None:
        seat = self.round.waiting[0]
        actions = self.actions(seat)
        for wanted in (
            lambda a: a.type == ActionType["pass"],
            lambda a: a.tsumogiri,
            lambda a: a.type == ActionType.discard,
            lambda a: True,
        ):
            for a in actions:
                if wanted(a):
                    self.round.step(a, seat)
                    return

    def _move(self, words: list[str]) -> None:
        if words == [".."]:
            self._until = True
            return
        named: dict[int, list[str]] = {}
        seat = -1
        for w in words:
            if w.isdigit():
                seat = int(w)
                named[seat] = []
            else:
                named[seat].append(w)
        chosen = self._wait_for(named)
        waiting = self.round.waiting
        for s in waiting:
            if s in chosen:
                self.round.step(chosen[s], s)
            else:
                self.round.step(next(a for a in self.actions(s) if a.type == ActionType["pass"]), s)

    _until = False

    def _wait_for(self, named: dict[int, list[str]]) -> dict[int, Action]:
        while True:
            assert not self.round.over, f"{named}: the round is over: {self.round.result}"
            if any(s in self.round.waiting for s in named):
                found = {s: self._find(s, words) for s, words in named.items()}
                if all(found.values()):
                    self._until = False
                    return {s: a for s, a in found.items() if a is not None}
                if not self._until:
                    raise AssertionError(
                        f"{named} cannot be made; legal are "
                        f"{ {s: self.texts(s) for s in self.round.waiting} }"
                    )
            elif not self._until and not self._only_answers():
                raise AssertionError(f"{named}: seats {self.round.waiting} are asked")
            self._default()

    def _only_answers(self) -> bool:
        return all(
            any(a.type == ActionType["pass"] for a in self.actions(s)) for s in self.round.waiting
        )

    def _find(self, seat: int, words: list[str]) -> Action | None:
        actions = self.actions(seat)
        verb, *rest = words
        names = {"kan": "daiminkan", "nine": "nine_terminals", "show": "tenpai", "hide": "noten"}
        verb = names.get(verb, verb)
        if verb in ActionType.__members__:
            wanted = [a for a in actions if a.type == ActionType[verb]]
            if rest and verb == "chi":
                wanted = [a for a in wanted if f"({rest[0]})" in str(a)]
            elif rest:
                wanted = [a for a in wanted if a.tile == rest[0]]
        else:
            hand_only = verb.endswith("!")
            wanted = [
                a
                for a in actions
                if a.type == ActionType.discard
                and a.tile == verb.rstrip("!")
                and not (hand_only and a.tsumogiri)
            ]
        drawn = [a for a in wanted if a.tsumogiri]
        return (drawn or wanted or [None])[0]
