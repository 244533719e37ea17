"""Positions as readable text, for tests of play.

A scene is the hands each seat is dealt, the draws and the dead wall; every tile that is not named
is one of those left, in an order made by `seed`. Draws are text in the order in which they come,
or a text for each seat (where nobody calls). Where hands are named the others are of no use:
nothing alike or near. A script plays it, moves separated by `;`::

    0 5z            seat 0 discards 5z (as drawn if it has just drawn it)
    0 5z!           the same, from the hand although it was drawn
    0 riichi 3p     declares riichi and discards
    1 pon           calls; `1 chi 46m`, `1 pon 05m` name the own tiles; `1 kan` is a daiminkan
    0 ankan 1m      `0 kakan 1m`, `0 kita`, `0 tsumo`, `0 nine`
    1 ron           `1 ron 2 ron` for two winners of one tile: write them as one move
    0 show, 0 hide  at the exhaustive draw
    ..              every seat discards what it draws and passes on everything until the next
                    named seat can make its move
    ..4             the same until a seat has drawn and four live tiles are left
    end             the same to the end of the round

Whoever is asked to answer and is not named passes, and so does who is named for its own turn.
Between moves stand checks::

    ?1 ron          seat 1 may do that now (any start of an action's text: `?1 chi 6m`)
    ?1 !ron         it may not
    ?1 only pass    it may do only this (several: `?1 only pass, pon 5m(55m)`)
    ?on             the round is not over
    ?over ron       it ended so
    ?delta 0 1000 0 -1000       the settlement; `?scores` the points as they are
    ?next E1.1      the round that follows, or `?next end`
    ?winners 1 2    `?tenpai 0 2`: who won, who was tenpai at the draw
    ?deposits 1     sticks on the table; `?turn 2` whose turn it is; `?live 3` live tiles left
    ?dora 2         indicators turned over
    ?events dora replacement    the last events
    ?yaku 1 riichi -ippatsu     has the first, has not the second
    ?score 1 dora=2 han=3       of a winner's score; `points` is the hand's
    ?melds 2 pon:555m           melds of a seat
    ?furiten 1      `?!furiten 1`
"""

from __future__ import annotations

import random
from collections import Counter

import oshihiki as oh
from oshihiki.logs.replay import yaku_of
from oshihiki.play import Action, ActionType, EventType, Round, Standing
from oshihiki.rules import load

_ANSWERS = ("pass", "ron", "chi", "pon", "kan")
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
    draws: str | dict[int, str] = "",
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
    if isinstance(draws, str):
        for i, code in enumerate(codes(draws)):
            put(size - 1 - len(order) - i, code)
    else:
        for seat, text in draws.items():
            for turn, code in enumerate(codes(text)):
                i = (seat - dealer) % players + turn * players
                put(size - 1 - len(order) - i, code)
    for i, code in enumerate(codes(dora)):
        put(r + 1 + 2 * i, code)
    for i, code in enumerate(codes(ura)):
        put(r + 2 * i, code)
    for i, code in enumerate(codes(replacement)):
        put(i ^ 1, code)
    for i, code in enumerate(reversed(codes(last))):  # the last live tile, then the one before
        put(14 + i, code)
    if hands:
        for seat in range(players):
            if seat not in hands:
                spread = _spread(full - used, seat, random.Random(seed))
                for i in (i for i, s in enumerate(order) if s == seat):
                    put(size - 1 - i, spread.pop())
    rest = list((full - used).elements())
    random.Random(seed).shuffle(rest)
    for i in range(size):
        if i not in at:
            at[i] = rest.pop()
    return [at[i] for i in range(size)]


def _spread(left: Counter[int], seat: int, chance: random.Random) -> list[int]:
    """Thirteen tiles that call nothing: where they can be had, no two alike or near."""
    tiles: list[int] = []

    def near(code: int) -> int:
        kinds = [t & 63 for t in tiles]
        kind = code & 63
        if kind >= 27:
            return 4 * kinds.count(kind)
        same_suit = [k for k in kinds if k // 9 == kind // 9]
        return sum(4 if k == kind else abs(k - kind) < 3 for k in same_suit)

    for _ in range(13):
        # The kinds of which most are left: others keep what is rare.
        best = min(left, key=lambda c: (near(c), -left[c], (c * 7 + seat * 5) % 31))
        tiles.append(best)
        left[best] -= 1
        left += Counter()
    chance.shuffle(tiles)
    return tiles


class Scene:
    """A round dealt from a given wall, played by script."""

    def __init__(
        self,
        hands: dict[int, str],
        draws: str | dict[int, str] = "",
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
            if move.startswith("?"):
                self.check(move[1:])
            elif move == "end":
                self.finish()
            elif move.startswith("..") and move != "..":
                self._until_left(int(move[2:]))
            elif move:
                self._move(move.split())
        return self

    def _until_left(self, live: int) -> None:
        while not (self.round.live_left == live and self.round._round.phase == 0):
            assert not self.round.over, f"over with {self.round.live_left} live tiles"
            self._default()

    # ---- checks ---------------------------------------------------------------------------------

    def check(self, text: str) -> None:
        """One check of a script, without its question mark."""
        word, *rest = text.split()
        if word.isdigit():
            found, expected = self._check_actions(int(word), text.split(None, 1)[1])
        else:
            negated = word.startswith("!")
            value = getattr(self, f"_check_{word.lstrip('!')}")(*rest)
            found, expected = value if isinstance(value, tuple) else (value, not negated)
        assert found == expected, f"?{text}: {found}; legal are {self._legal()}"

    def _legal(self) -> dict[int, list[str]]:
        return {s: self.texts(s) for s in self.round.waiting}

    def _check_actions(self, seat: int, text: str) -> tuple[object, object]:
        if text.startswith("only "):
            return self.texts(seat), [t.strip() for t in text[5:].split(",")]
        return self.can(seat, text.lstrip("!")), not text.startswith("!")

    def _check_on(self) -> bool:
        return not self.round.over

    def _check_over(self, outcome: str) -> tuple[object, object]:
        return self.round.over and self.round.result["outcome"], outcome

    def _check_delta(self, *points: str) -> tuple[object, object]:
        return self.round.result["delta"], [int(p) for p in points]

    def _check_scores(self, *points: str) -> tuple[object, object]:
        return self.round.scores, [int(p) for p in points]

    def _check_next(self, expected: str) -> tuple[object, object]:
        s = self.round.next_standing()
        return "end" if s is None else f"{'ESWN'[s.wind]}{s.dealer + 1}.{s.honba}", expected

    def _check_winners(self, *seats: str) -> tuple[object, object]:
        return self.round.result["winners"], [int(s) for s in seats]

    def _check_tenpai(self, *seats: str) -> tuple[object, object]:
        return self.round.result["tenpai"], [int(s) for s in seats]

    def _check_deposits(self, sticks: str) -> tuple[object, object]:
        return self.round.deposits, int(sticks)

    def _check_turn(self, seat: str) -> tuple[object, object]:
        return self.round.turn, int(seat)

    def _check_live(self, left: str) -> tuple[object, object]:
        return self.round.live_left, int(left)

    def _check_dora(self, shown: str) -> tuple[object, object]:
        return sum(e.type == EventType.dora for e in self.round.events), int(shown)

    def _check_events(self, *names: str) -> tuple[object, object]:
        return [e.type.name for e in self.round.events[-len(names) :]], list(names)

    def _check_yaku(self, seat: str, *names: str) -> tuple[object, object]:
        found = self.yaku(int(seat))
        wrong = [n for n in names if (n.lstrip("-") in found) == n.startswith("-")]
        return (wrong, found) if wrong else (wrong, [])

    def _check_score(self, seat: str, *values: str) -> tuple[object, object]:
        score = self.round.result["scores"][int(seat)]
        expected = {k: int(v) for k, v in (value.split("=") for value in values)}
        return {k: score[k] for k in expected}, expected

    def _check_melds(self, seat: str, *melds: str) -> tuple[object, object]:
        return self.round.melds(int(seat)), list(melds)

    def _check_furiten(self, seat: str) -> bool:
        return bool(self.round.view(int(seat))["furiten"])

    def yaku(self, seat: int) -> set[str]:
        """The yaku of a winner."""
        closed = all(m.startswith("ankan") for m in self.round.melds(seat))
        return set(yaku_of(self.round.result["scores"][seat], closed))

    # ---- moves ----------------------------------------------------------------------------------

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
                turn = all(w[0] not in _ANSWERS for w in named.values())
                if not (self._until or (turn and self._only_answers())):
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
            if rest and verb in ("chi", "pon"):
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
