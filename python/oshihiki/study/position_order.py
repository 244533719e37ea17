"""What a table shows, and the order in which it came there: turn by turn from the dealer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NoReturn

from oshihiki import tiles
from oshihiki.rules import Rules

__all__ = [
    "ANKAN",
    "CALLED",
    "CHI",
    "DAIMINKAN",
    "KAKAN",
    "MELDS",
    "PON",
    "RIICHI",
    "TSUMOGIRI",
    "Meld",
    "Refuse",
    "Table",
    "Turn",
    "turns_of",
]

TSUMOGIRI, RIICHI, CALLED = 0x80, 0x100, 0x200
CHI, PON, DAIMINKAN, KAKAN, ANKAN = range(5)
MELDS = ("chi", "pon", "daiminkan", "kakan", "ankan")

Refuse = Callable[[str, str], NoReturn]


@dataclass(eq=False)
class Meld:
    """A group called or declared; tile codes by kind ascending, one added to a pon last."""

    type: int
    tiles: list[int]
    origin: int | None  # from whom, as written
    called: int | None = None  # found from the rivers

    @property
    def own(self) -> list[int]:
        """Its tiles that were not called."""
        own = list(self.tiles)
        if self.called is not None:
            own.remove(self.called)
        return own

    def __str__(self) -> str:
        return f"{MELDS[self.type]}:{tiles.to_text(self.tiles)}"


@dataclass
class Table:
    """What is written down."""

    rules: Rules
    wind: int
    dealer: int
    honba: int
    deposits: int
    scores: list[int]
    indicators: list[int]
    hero: int
    hand: list[int]
    drawn: int | None
    rivers: list[list[int]]
    melds: list[list[Meld]]
    kita: list[int]
    ippatsu: list[bool] | None
    double_riichi: list[bool] | None
    replacement: bool
    kan: int

    @property
    def answers(self) -> bool:
        """Whether the hero answers a discard."""
        return self.kan < 0 and self.drawn is None and len(self.hand) % 3 == 1


@dataclass
class Turn:
    """What a seat does from its draw or call to its discard."""

    seat: int
    call: Meld | None = None  # with which it begins
    discard: int | None = None  # number in its river; none: not yet


@dataclass
class _Course:
    turns: list[Turn] = field(default_factory=list)
    next: Turn = field(default_factory=lambda: Turn(0))


def turns_of(table: Table, refuse: Refuse) -> list[Turn]:
    """All turns; the last has no discard unless the hero answers one. Fills in what melds called.

    Where a tile was called, it goes on from whom can have called it.
    """
    players = table.rules.players
    total = sum(map(len, table.rivers))
    furthest = (0, table.dealer, "has no more")
    most_calls = 0
    wanted = sum(m.type != ANKAN for melds in table.melds for m in melds)

    def go(course: _Course, at: list[int], used: set[Meld]) -> _Course | None:
        nonlocal furthest, most_calls
        while True:
            seat, call = course.next.seat, course.next.call
            more = table.rivers[seat][at[seat] :]
            drawn = call is None or call.type == DAIMINKAN
            why = "has no more"
            if more and more[0] & TSUMOGIRI and not drawn:
                why = "has called, so that it throws nothing as drawn"
                more = []
            if len(course.turns) >= furthest[0]:
                furthest = (len(course.turns), seat, why)
            if len(course.turns) == total:
                most_calls = max(most_calls, len(used))
                return course if len(used) == wanted and fits(course) else None
            if not more:
                return None
            code = more[0]
            course.turns.append(Turn(seat, call, at[seat]))
            at[seat] += 1
            if not code & CALLED:
                course.next = Turn((seat + 1) % players)
                continue
            for caller in range(players):
                for meld in table.melds[caller]:
                    if meld in used or not takes(caller, meld, seat, code & 0x7F):
                        continue
                    branch = _Course(list(course.turns), Turn(caller, meld))
                    found = go(branch, list(at), used | {meld})
                    if found is not None:
                        return found
            return None

    def takes(caller: int, meld: Meld, seat: int, code: int) -> bool:
        if caller == seat or meld.type == ANKAN or meld.origin not in (None, seat):
            return False
        if meld.type == CHI and caller != (seat + 1) % players:
            return False
        return code in meld.tiles

    def fits(course: _Course) -> bool:
        if table.answers:
            theirs = bool(course.turns) and course.turns[-1].seat != table.hero
            return theirs and course.next.call is None
        return course.next.seat == (table.kan if table.kan >= 0 else table.hero)

    found = go(_Course(next=Turn(table.dealer)), [0] * players, set())
    if found is None:
        n, seat, why = furthest
        if n < total:
            what = f"after {n} discards seat {seat} comes next and {why}"
            refuse("rivers", f"no order of turns from the dealer gives them ({what})")
        unused = wanted - most_calls
        if unused:
            refuse("melds", f"{unused} that no river has a tile marked > for")
        refuse(
            "rivers", f"after the last discard seat {seat} comes next; {_what_comes(table)} is due"
        )
    turns = found.turns if table.answers else [*found.turns, found.next]
    for before, turn in pairwise(turns):
        if turn.call is not None:
            assert before.discard is not None
            turn.call.origin = before.seat
            turn.call.called = table.rivers[before.seat][before.discard] & 0x7F
    return turns


def _what_comes(table: Table) -> str:
    """What the hand and the keys say the decision is."""
    if table.kan >= 0:
        return f"a kan of seat {table.kan}"
    if table.answers:
        return f"an answer of seat {table.hero}, by its hand,"
    return f"seat {table.hero}"
