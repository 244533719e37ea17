"""The round of a written position: one that leads there, played from its deal on.

Everybody sees all that happened but the times of some kans and Norths. Hidden are the tiles of the
others, and when the hero got his. Any of the worlds that agree will do: who samples worlds looks
only at what is public, and when the hero got a tile changes nothing that others see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from oshihiki import _core, tiles
from oshihiki.errors import IllegalActionError, StudyError
from oshihiki.study.position_kans import CODES, NORTH, Declared, declared_of, times_of
from oshihiki.study.position_order import (
    ANKAN,
    CALLED,
    CHI,
    DAIMINKAN,
    KAKAN,
    MELDS,
    PON,
    RIICHI,
    TSUMOGIRI,
    Meld,
    Refuse,
    Table,
    Turn,
    turns_of,
)

__all__ = ["round_of"]

_DISCARD, _KAN, _KITA = 2, 3, 4  # phases
_AS_DRAWN = 1 << 11
_PASS = 63
_DEAD = 14
_TIMES = 300  # of kans that are tried
_HANDS = 8  # in riichi, tried where a kan came after it


class _Impossible(Exception):
    """Where and what; by chance if it may be possible with another hand in riichi."""

    def __init__(self, where: str, what: str, by_chance: bool = False) -> None:
        super().__init__(where, what)
        self.where, self.what, self.by_chance = where, what, by_chance


def round_of(table: Table, refuse: Refuse) -> _core.Round:
    """A round that stands as the table does, with the hero asked."""
    size = len(table.hand) + (table.drawn is not None) + 3 * len(table.melds[table.hero])
    if size not in (13, 14):
        _refuse_hand(table, refuse)
    turns = turns_of(table, refuse)
    if size != (13 if table.answers or table.kan >= 0 else 14):
        _refuse_hand(table, refuse)
    _check(table, refuse)
    last = turns[-1]
    called = last.call is not None and last.call.type in (CHI, PON)
    if not (table.answers or table.kan >= 0):
        if table.drawn is None and not called:
            refuse("drawn", "is missing: the hero has not just called")
        if table.drawn is not None and called:
            refuse("drawn", "the hero has just called and draws nothing")
    full = list(_core.Round(table.rules).wall)
    hidden = _hidden(table, full, refuse)
    declared = declared_of(table, turns, refuse)
    gone = 13 * table.rules.players + _DEAD + sum(not d.answered for d in declared)
    gone += sum(turn.call is None or turn.call.type == DAIMINKAN for turn in turns)
    if gone > len(full):
        refuse("rivers", "more tiles are drawn than the wall has")
    start = _start(table, turns, refuse)
    first: _Impossible | None = None
    for times in islice(times_of(table, turns, declared, refuse), _TIMES):
        for number in range(_HANDS):
            try:
                return _World(table, turns, declared, times, full, hidden, number).play(start)
            except _Impossible as impossible:
                first = first or impossible
                if not impossible.by_chance:
                    break
    assert first is not None
    ever = f" (whenever {', '.join(map(str, declared))} came)" if declared else ""
    raise refuse(first.where, first.what + ever)


def _refuse_hand(table: Table, refuse: Refuse) -> NoReturn:
    drawn = " and the one drawn" if table.drawn is not None else ""
    refuse(
        "hand",
        f"{len(table.hand)} tiles{drawn} beside {len(table.melds[table.hero])} melds; together "
        "(a meld is three) they must make 13 where a tile is answered, else 14",
    )


def _check(table: Table, refuse: Refuse) -> None:
    """What is wrong in itself."""
    for seat, (river, melds) in enumerate(zip(table.rivers, table.melds, strict=True)):
        if len(melds) > 4:
            refuse(f"melds[{seat}]", f"{len(melds)} melds are too many")
        riichi = sum(bool(code & RIICHI) for code in river)
        if riichi > 1:
            refuse(f"rivers[{seat}]", "declares riichi more than once")
        if riichi and any(meld.type != ANKAN for meld in melds):
            refuse(f"rivers[{seat}]", "declares riichi with an open hand")
        if not 0 <= table.kita[seat] <= (4 if table.rules.kita else 0):
            refuse(f"kita[{seat}]", f"{table.kita[seat]} Norths cannot be set aside")
        if abs(table.scores[seat]) > 10_000_000:
            refuse(f"scores[{seat}]", f"{table.scores[seat]} is no score")
    if not 1 <= len(table.indicators) <= 5:
        refuse("indicators", f"{len(table.indicators)}; there are 1 to 5")


def _hidden(table: Table, full: list[int], refuse: Refuse) -> list[int]:
    """The tiles nobody but their holders sees."""
    have = Counter(full)
    seen = Counter([*table.hand, *table.indicators, *[NORTH] * sum(table.kita)])
    if table.drawn is not None:
        seen[table.drawn] += 1
    for river in table.rivers:
        seen.update(code & 0x7F for code in river if not code & CALLED)
    for melds in table.melds:
        for meld in melds:
            seen.update(meld.tiles)
    for code, n in sorted(seen.items()):
        if n > have[code]:
            refuse(
                "tiles",
                f"{n} of {tiles.to_text([code])} in hand, rivers, melds and indicators; "
                f"the rules have {have[code]}",
            )
    return sorted((have - seen).elements())


def _start(table: Table, turns: list[Turn], refuse: Refuse) -> _core.Standing:
    """Where the match stood when the round began: sticks are given back."""
    scores, deposits = list(table.scores), table.deposits
    paid = turns[:-1] if table.answers else turns
    for turn in paid:
        if turn.discard is not None and table.rivers[turn.seat][turn.discard] & RIICHI:
            scores[turn.seat] += 1000
            deposits -= 1
    if deposits < 0:
        sticks = table.deposits - deposits
        refuse("deposits", f"{table.deposits}; the riichi of this round are {sticks}")
    return _core.Standing(
        scores, wind=table.wind, dealer=table.dealer, honba=table.honba, deposits=deposits
    )


# ---- hidden tiles --------------------------------------------------------------------------------


@dataclass
class _Step:
    """Something other than a pass."""

    seat: int
    code: int
    where: str
    what: str
    calls: bool = False
    by_chance: bool = False  # possible with some hidden hands only


class _World:
    """One deal and one order of draws in which all was possible."""

    def __init__(
        self,
        table: Table,
        turns: list[Turn],
        declared: list[Declared],
        times: Sequence[int],
        full: list[int],
        hidden: list[int],
        number: int,
    ) -> None:
        self.table, self.turns, self.full = table, turns, full
        players = table.rules.players
        self.script: list[_Step] = []
        # By seat: places of the wall it got tiles from, the tiles if known, and what it gave or
        # keeps, each with how many it had got when that came at the latest.
        self.places: list[list[int]] = [[] for _ in range(players)]
        self.got: list[list[int | None]] = [[] for _ in range(players)]
        self.given: list[list[tuple[int, int]]] = [[] for _ in range(players)]
        self.live, self.dead = len(full), 0
        for n in (4, 4, 4, 1):
            for i in range(players):
                for _ in range(n):
                    self.draw((table.dealer + i) % players)
        self.in_riichi: set[int] = set()
        for n, turn in enumerate(turns):
            self.begin(turn)
            for d, at in zip(declared, times, strict=True):
                if at == n:
                    self.declare(d)
            if turn.discard is not None:
                self.discard(turn.seat, turn.discard, turn.call)
        self.fill(hidden, number)

    def draw(self, seat: int) -> None:
        self.live -= 1
        self.places[seat].append(self.live)
        self.got[seat].append(None)

    def replace(self, seat: int) -> None:
        self.places[seat].append(self.dead ^ 1)
        self.got[seat].append(None)
        self.dead += 1

    def begin(self, turn: Turn) -> None:
        seat, meld = turn.seat, turn.call
        if meld is None:
            self.draw(seat)
            return
        assert meld.called is not None
        name = "pon" if meld.type == KAKAN else MELDS[meld.type]
        own = meld.own if name == "daiminkan" else meld.own[:2]
        code = CODES[name] | meld.called
        if name == "chi":
            code |= (meld.called - meld.tiles[0] & 63) << 12
            code |= sum((c >= 64) << 14 + i for i, c in enumerate(own))
        elif name == "pon":
            code |= sum(c >= 64 for c in own) << 14
        self.given[seat] += [(len(self.got[seat]), c) for c in own]
        self.script.append(_Step(seat, code, f"melds[{seat}]", str(meld), calls=True))
        if name == "daiminkan":
            self.replace(seat)

    def declare(self, d: Declared) -> None:
        codes, riichi = d.codes, d.seat in self.in_riichi
        if riichi:
            self.got[d.seat][-1] = codes.pop()
        self.given[d.seat] += [(len(self.got[d.seat]), c) for c in codes]
        where = "kita" if d.meld is None else "melds"
        self.script.append(_Step(d.seat, d.code, f"{where}[{d.seat}]", str(d), by_chance=riichi))
        if not d.answered:
            self.replace(d.seat)

    def discard(self, seat: int, number: int, call: Meld | None) -> None:
        code = self.table.rivers[seat][number]
        tile = code & 0x7F
        called = call is not None and call.type != DAIMINKAN
        # In riichi there is no other way.
        as_drawn = bool(code & TSUMOGIRI) or seat in self.in_riichi
        where, what = f"rivers[{seat}]", f"discard {number + 1}"
        if as_drawn:
            self.got[seat][-1] = tile
        else:
            self.given[seat].append((len(self.got[seat]) - (not called), tile))
        if code & RIICHI:
            self.in_riichi.add(seat)
        action = CODES["riichi" if code & RIICHI else "discard"] | tile
        self.script.append(_Step(seat, action | _AS_DRAWN * as_drawn, where, what))

    def fill(self, hidden: list[int], number: int) -> None:
        """Chooses every tile: hands in riichi are tenpai, what was given had come before."""
        table, pool = self.table, Counter(hidden)
        never = len(self.full)
        for seat in sorted(range(table.rules.players), key=lambda s: s not in self.in_riichi):
            got, given = self.got[seat], self.given[seat]
            keeps = got.count(None) - len(given)
            if seat == table.hero:
                kept = table.hand
                if table.drawn is not None:
                    got[-1] = table.drawn
            elif seat in self.in_riichi:
                kept = self.tenpai(seat, keeps, pool, number)
            else:
                kept = list(islice(pool.elements(), keeps))
            if seat != table.hero:
                pool -= Counter(kept)
            # Who is first to give a tile gets it first.
            given = sorted([*given, *((never, code) for code in kept)], key=lambda x: x[0])
            open_ = [i for i, code in enumerate(got) if code is None]
            for i, (before, code) in zip(open_, given, strict=True):
                assert i < before
                got[i] = code

    def tenpai(self, seat: int, size: int, pool: Counter[int], number: int) -> list[int]:
        counts, without = [0] * 34, 0
        for code, n in pool.items():
            counts[code & 63] += n
        for code in self.table.rivers[seat]:
            without |= 1 << (code & 63)
        for each in (without, 0):
            try:
                held = _core.study_tenpai_sample(counts, size, each, number, 1)[2]
            except StudyError:
                continue
            copies = [sorted(c for c in pool.elements() if c & 63 == k) for k in range(34)]
            return [code for k, n in enumerate(held) for code in copies[k][:n]]
        raise _Impossible(
            f"rivers[{seat}]", "declares riichi, and no tiles that are left would be tenpai"
        )

    def wall(self) -> list[int]:
        wall: list[int | None] = [None] * len(self.full)
        for i, code in enumerate(self.table.indicators):
            wall[self.table.rules.replacement_tiles + 1 + 2 * i] = code
        for places, got in zip(self.places, self.got, strict=True):
            for place, tile in zip(places, got, strict=True):
                wall[place] = tile
        rest = Counter(self.full) - Counter(code for code in wall if code is not None)
        others = list(rest.elements())
        return [others.pop() if code is None else code for code in wall]

    # ---- playing it ------------------------------------------------------------------------------

    def play(self, start: _core.Standing) -> _core.Round:
        round_ = _core.Round(self.table.rules, self.wall(), start)
        for step in self.script:
            if not step.calls:
                _let_pass(round_)
            elif step.seat not in round_.waiting:
                raise _Impossible(step.where, f"{step.what} could not be called")
            try:
                for seat in round_.waiting if step.calls else [step.seat]:
                    round_.step(seat, step.code if seat == step.seat else _PASS)
            except IllegalActionError as error:
                what = f"{step.what} cannot be: {error}"
                raise _Impossible(step.where, what, step.by_chance) from error
        if self.turns[-1].discard is None and self.table.kan < 0:
            _let_pass(round_)
        self.compare(round_)
        return round_

    def compare(self, round_: _core.Round) -> None:
        """Refuses what came out otherwise than it is written."""
        table = self.table
        if round_.over:
            raise _Impossible("rivers", f"the round is over by then: {round_.result['outcome']}")
        if self.turns[-1].discard is not None or table.kan >= 0:
            phase = _KAN if table.kan >= 0 else _DISCARD
            if round_.phase != phase or table.hero not in round_.waiting:
                tile = tiles.to_text([self.script[-1].code & 0x7F])
                raise _Impossible("hand", f"nothing can be done with the {tile}")
        if round_.indicators != table.indicators:
            kans = sum(m.type >= DAIMINKAN for melds in table.melds for m in melds)
            raise _Impossible(
                "indicators",
                f"{len(table.indicators)} after {kans} kans, where {len(round_.indicators)} lie",
            )
        state = round_.to_dict()
        for key, written in (
            ("ippatsu", table.ippatsu),
            ("double_riichi", table.double_riichi),
        ):
            for seat, flag in enumerate(written or ()):
                if state["seats"][seat][key] != flag:
                    raise _Impossible(f"{key}[{seat}]", f"cannot be {str(flag).lower()}")


def _let_pass(round_: _core.Round) -> None:
    """Nobody takes what lies there."""
    while _DISCARD <= round_.phase <= _KITA:
        for seat in round_.waiting:
            round_.step(seat, _PASS)
