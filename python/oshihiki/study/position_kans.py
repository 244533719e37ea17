"""When kans and Norths came, which no river shows: the ways it can have been, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from oshihiki import _core
from oshihiki.study.position_order import (
    ANKAN,
    DAIMINKAN,
    KAKAN,
    MELDS,
    RIICHI,
    Meld,
    Refuse,
    Table,
    Turn,
)

__all__ = ["CODES", "NORTH", "Declared", "declared_of", "times_of"]

CODES = {name: number << 7 for number, (name, _) in enumerate(_core.ACTIONS)}
NORTH = 30


@dataclass
class Declared:
    """A kan of one's own, or a North set aside: no river shows when."""

    seat: int
    meld: Meld | None
    turns: list[int]  # in which it can have come, the likeliest first
    answered: bool  # now, so that no tile is drawn for it yet

    @property
    def name(self) -> str:
        return "kita" if self.meld is None else MELDS[self.meld.type]

    @property
    def codes(self) -> list[int]:
        """Tiles given for it."""
        if self.meld is None:
            return [NORTH]
        return self.meld.own if self.meld.type == ANKAN else self.meld.own[2:]

    @property
    def code(self) -> int:
        tile = self.codes[0] if self.name == "kakan" else self.codes[0] & 63
        return CODES[self.name] | tile

    def __str__(self) -> str:
        return f"seat {self.seat}'s {'North' if self.meld is None else self.meld}"


def declared_of(table: Table, turns: list[Turn], refuse: Refuse) -> list[Declared]:
    """The kans and Norths of each seat in the order they came in, if in one turn."""
    answered: Meld | None = None
    if table.kan >= 0:
        kans = [meld for meld in table.melds[table.kan] if meld.type in (KAKAN, ANKAN)]
        if not kans:
            refuse("kan", f"seat {table.kan} has no kakan or ankan")
        answered = kans[-1]
    end = len(turns) - 1
    when = {turn.call: n for n, turn in enumerate(turns) if turn.call is not None}
    riichi = [
        n
        for n, turn in enumerate(turns)
        if turn.discard is not None and table.rivers[turn.seat][turn.discard] & RIICHI
    ]
    out = []
    for seat, melds in enumerate(table.melds):
        own = [
            n
            for n, turn in enumerate(turns)
            if turn.seat == seat and (turn.call is None or turn.call.type == DAIMINKAN)
        ]
        for i, meld in enumerate([*[None] * table.kita[seat], *melds], -table.kita[seat]):
            if meld is not None and meld.type not in (KAKAN, ANKAN):
                continue
            after, before = 0, end
            if meld is not None and meld is answered:
                after = end
            elif meld is not None and meld.type == KAKAN:
                after = when[meld] + 1
            elif meld is not None:
                after = max((when[m] for m in melds[:i] if m in when), default=0)
                before = min((when[m] for m in melds[i + 1 :] if m in when), default=end)
            can = [n for n in own if after <= n <= before]
            # Early where it could have been ronned, so that nobody is said to have let it pass.
            can = _likeliest_first(can, riichi, late=meld is not None and meld.type == ANKAN)
            # Last, what would make the hero's tile a replacement that is not told to be one.
            can.sort(key=lambda n: n == end and seat == table.hero and not table.replacement)
            out.append(Declared(seat, meld, can, meld is not None and meld is answered))
            if not can:
                where = f"kita[{seat}]" if meld is None else f"melds[{seat}]"
                refuse(where, f"there is no turn in which {out[-1]} can have come")
    return out


def _likeliest_first(turns: list[int], riichi: list[int], late: bool) -> list[int]:
    """Before a riichi if that can be, then one between riichi each, then all others."""

    def after(n: int) -> int:
        return sum(r < n for r in riichi)

    order = sorted(turns, reverse=late)
    firsts = {after(n): n for n in reversed(order)}
    return sorted(order, key=lambda n: (n != firsts[after(n)], after(n)))


def times_of(
    table: Table, turns: list[Turn], declared: list[Declared], refuse: Refuse
) -> Iterator[tuple[int, ...]]:
    """Turns in which they can all have come, the likeliest first."""
    last = turns[-1]
    now: list[Declared | None] = [None]
    if table.replacement and (last.call is None or last.call.type != DAIMINKAN):
        own = [d for d in declared if d.seat == table.hero and len(turns) - 1 in d.turns]
        now = list(reversed(own))
    if not now:
        refuse("replacement", f"seat {table.hero} has made no kan")
    for one in now:
        ways = [d.turns if d is not one else [len(turns) - 1] for d in declared]
        for times in _choices(ways):
            # Ankans came as melds lie, and Norths, which are alike, in one order only.
            if all(
                a.seat != b.seat or a.name != b.name or a.name == "kakan" or at <= then
                for (a, at), (b, then) in pairwise(zip(declared, times, strict=True))
            ):
                yield times


def _choices(ways: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """One of each, the first ones first."""

    def go(at: int, later: int) -> Iterator[tuple[int, ...]]:
        if at == len(ways):
            if later == 0:
                yield ()
            return
        for i, n in enumerate(ways[at][: later + 1]):
            for rest in go(at + 1, later - i):
                yield n, *rest

    for later in range(sum(len(each) - 1 for each in ways) + 1):
        yield from go(0, later)
