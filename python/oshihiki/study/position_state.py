"""The engine's state from what a table shows and one hand: hidden tiles lie anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from oshihiki import _core, agari, tiles
from oshihiki.rules import Rules

__all__ = ["CALLED", "RIICHI", "TSUMOGIRI", "Meld", "Table", "state_of"]

TSUMOGIRI, RIICHI, CALLED = 0x80, 0x100, 0x200
_CHI, _PON, _DAIMINKAN, _KAKAN, _ANKAN = range(5)
_TURN, _CALL, _DISCARD, _KAN = range(4)  # phases
_NONE = 63  # the code of no tile
_NOBODY = 255
_DEAD = 14
_ACTION_KANS = {_DAIMINKAN: "daiminkan", _KAKAN: "kakan", _ANKAN: "ankan"}
_NORTH = 30
_TERMINALS = {0, 8, 9, 17, 18, 26, *range(27, 34)}

Refuse = Callable[[str, str], NoReturn]


@dataclass
class Meld:
    """A group called or declared; tile codes by kind ascending."""

    type: int
    tiles: list[int]
    origin: int | None  # from whom, as written
    called: int = _NONE  # found from the rivers

    @property
    def open(self) -> bool:
        return self.type != _ANKAN


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


@dataclass
class _Course:
    """The discards of all seats in their order."""

    discards: list[tuple[int, int]] = field(default_factory=list)  # seat, number in its river
    calls: list[tuple[int, Meld, int]] = field(default_factory=list)  # seat, meld, before discard
    next: int = 0  # whose turn comes

    def seats(self) -> Iterator[int]:
        return (seat for seat, _ in self.discards)


def _order(table: Table, refuse: Refuse) -> _Course:
    """Turn by turn from the dealer; where a tile was called, on from whom can have called it."""
    players = table.rules.players
    total = sum(map(len, table.rivers))
    furthest = (0, table.dealer)
    most_calls = 0
    wanted = sum(m.open for melds in table.melds for m in melds)

    def go(course: _Course, at: list[int], used: list[set[int]]) -> _Course | None:
        nonlocal furthest, most_calls
        while True:
            seat = course.next
            if len(course.discards) >= furthest[0]:
                furthest = (len(course.discards), seat)
            if len(course.discards) == total:
                most_calls = max(most_calls, len(course.calls))
                return course if len(course.calls) == wanted and fits(course) else None
            if at[seat] == len(table.rivers[seat]):
                return None
            code = table.rivers[seat][at[seat]]
            course.discards.append((seat, at[seat]))
            at[seat] += 1
            if not code & CALLED:
                course.next = (seat + 1) % players
                continue
            for caller in range(players):
                for i, meld in enumerate(table.melds[caller]):
                    if i in used[caller] or not takes(caller, meld, seat, code & 0x7F):
                        continue
                    branch = _Course(list(course.discards), list(course.calls), caller)
                    branch.calls.append((caller, meld, len(course.discards)))
                    mine = [u | {i} if s == caller else set(u) for s, u in enumerate(used)]
                    found = go(branch, list(at), mine)
                    if found is not None:
                        return found
            return None

    def takes(caller: int, meld: Meld, seat: int, code: int) -> bool:
        if caller == seat or not meld.open or meld.origin not in (None, seat):
            return False
        if meld.type == _CHI and caller != (seat + 1) % players:
            return False
        return code in meld.tiles

    def fits(course: _Course) -> bool:
        last = course.discards[-1][0] if course.discards else None
        if table.kan >= 0:
            return course.next == table.kan
        if len(table.hand) % 3 == 1 and table.drawn is None:
            return last is not None and last != table.hero
        return course.next == table.hero

    found = go(_Course(next=table.dealer), [0] * players, [set() for _ in range(players)])
    if found is None:
        n, seat = furthest
        if n < total:
            what = f"after {n} discards seat {seat} comes next and has no more"
            refuse("rivers", f"no order of turns from the dealer gives them ({what})")
        unused = wanted - most_calls
        if unused:
            refuse("melds", f"{unused} that no river has a tile marked > for")
        refuse(
            "rivers", f"after the last discard seat {seat} comes next; {_what_comes(table)} is due"
        )
    for _, meld, number in found.calls:
        source, index = found.discards[number - 1]
        meld.origin, meld.called = source, table.rivers[source][index] & 0x7F
    return found


def _what_comes(table: Table) -> str:
    """What the hand and the keys say the decision is."""
    if table.kan >= 0:
        return f"a kan of seat {table.kan}"
    if len(table.hand) % 3 == 1 and table.drawn is None:
        return f"an answer of seat {table.hero}, by its hand,"
    return f"seat {table.hero}"


def _full(rules: Rules) -> list[int]:
    return list(_core.Round(rules).wall)


def _hidden(table: Table, refuse: Refuse) -> list[int]:
    """The tiles nobody but their holders sees."""
    left = Counter(_full(table.rules))
    have = Counter(left)
    seen: Counter[int] = Counter(table.hand)
    seen.update(table.indicators)
    if table.drawn is not None:
        seen[table.drawn] += 1
    for river in table.rivers:
        seen.update(code & 0x7F for code in river if not code & CALLED)
    for melds in table.melds:
        for meld in melds:
            seen.update(meld.tiles)
    seen[_NORTH] += sum(table.kita)
    for code, n in sorted(seen.items()):
        if n > have[code]:
            refuse(
                "tiles",
                f"{n} of {tiles.to_text([code])} in hand, rivers, melds and indicators; "
                f"the rules have {have[code]}",
            )
    left.subtract(seen)
    return sorted(left.elements())


def _mask(codes: list[int]) -> int:
    out = 0
    for code in codes:
        out |= 1 << (code & 63)
    return out


def _waits(codes: list[int]) -> int:
    return _mask(tiles.parse("".join(agari.waits(tiles.to_text(sorted(codes)))))) if codes else 0


def _hand(codes: list[int]) -> dict[str, list[int]]:
    counts, reds = [0] * 34, [0] * 34
    for code in codes:
        counts[code & 63] += 1
        reds[code & 63] += code >= 64
    return {"counts": counts, "reds": reds}


def _meld(meld: Meld) -> dict[str, int]:
    reds = [i for i, code in enumerate(meld.tiles) if code >= 64]
    return {
        "type": meld.type,
        "kind": meld.tiles[0] & 63,
        "called": meld.called,
        "from": _NOBODY if meld.origin is None else meld.origin,
        "reds": len(reds),
        "red_positions": sum(1 << i for i in reds) if meld.type == _CHI else 0,
    }


def _pao(table: Table, seat: int) -> list[dict[str, int]]:
    """Who answers for a yakuman of this seat, as the engine notes it call by call."""
    rules = table.rules
    slots = [{"seat": _NOBODY, "units": 0}, {"seat": _NOBODY, "units": 0}]
    dragons = winds = kans = 0
    for meld in table.melds[seat]:
        kind = meld.tiles[0] & 63
        groups = meld.type != _CHI
        dragons += groups and kind >= 31
        winds += groups and 27 <= kind < 31
        kans += meld.type >= _DAIMINKAN
        if not meld.open or meld.origin is None:
            continue
        units = 0
        if rules.pao_daisangen and kind >= 31 and dragons == 3:
            units += 1
        if rules.pao_daisuushii and 27 <= kind < 31 and winds == 4:
            units += 2 if rules.double_daisuushii else 1
        if rules.pao_suukantsu and meld.type == _DAIMINKAN and kans == 4:
            units += 1
        if units:
            free = slots[0]["seat"] in (_NOBODY, meld.origin)
            slots[0 if free else 1] = {"seat": meld.origin, "units": units}
    return slots


def _forbidden(rules: Rules, meld: Meld) -> int:
    """Kuikae: kinds that may not be discarded after the call."""
    kind = meld.called & 63
    out = 0 if rules.kuikae_same else 1 << kind
    position = kind - (meld.tiles[0] & 63)
    if meld.type != _CHI or rules.kuikae_suji or position == 1:
        return out
    if position == 0 and kind % 9 + 3 <= 8:
        out |= 1 << (kind + 3)
    if position == 2 and kind % 9 - 3 >= 0:
        out |= 1 << (kind - 3)
    return out


def _refuse_hand(table: Table, refuse: Refuse, allowed: str) -> NoReturn:
    drawn = " and the one drawn" if table.drawn is not None else ""
    refuse(
        "hand",
        f"{len(table.hand)} tiles{drawn} beside {len(table.melds[table.hero])} melds; "
        f"together (a meld is three) they must make {allowed}",
    )


def state_of(table: Table, refuse: Refuse) -> dict[str, Any]:
    """The state, as ``Round.from_dict`` takes it."""
    rules, hero = table.rules, table.hero
    players = rules.players
    kan_seat = table.kan
    size = len(table.hand) + (table.drawn is not None) + 3 * len(table.melds[hero])
    if size not in (13, 14) or (size == 13 and table.drawn is not None):
        _refuse_hand(table, refuse, "13 where a tile is answered, else 14")
    course = _order(table, refuse)
    if kan_seat >= 0:
        if not table.melds[kan_seat] or table.melds[kan_seat][-1].type not in (_KAKAN, _ANKAN):
            refuse("kan", f"the last meld of seat {kan_seat} is no kakan or ankan")
        phase, turn = _KAN, kan_seat
    elif size == 13 and course.discards and table.drawn is None:
        phase, turn = _DISCARD, course.discards[-1][0]
    elif table.drawn is not None:
        phase, turn = _TURN, hero
    else:
        phase, turn = _CALL, hero
    wanted = 14 if phase in (_TURN, _CALL) else 13
    if size != wanted:
        _refuse_hand(table, refuse, str(wanted))
    if phase == _CALL and (not course.calls or course.calls[-1][2] != len(course.discards)):
        refuse("drawn", "is missing: the hero has not just called")

    hidden = _hidden(table, refuse)
    kans = [sum(m.type >= _DAIMINKAN for m in melds) for melds in table.melds]
    if kan_seat >= 0:
        kans[kan_seat] -= 1
    replaced = sum(kans) + sum(table.kita)
    opens = len(course.calls)
    in_turn = phase in (_TURN, _CALL, _KAN)
    draws = len(course.discards) + in_turn - opens
    full = _full(rules)
    live_next = len(full) - 13 * players - draws
    if live_next - _DEAD - replaced < 0:
        refuse("rivers", "more tiles are drawn than the wall has")

    # Tiles: hidden hands, then the wall.
    hands: list[list[int]] = []
    for seat in range(players):
        if seat == hero:
            drawn = [] if table.drawn is None else [table.drawn]
            hands.append(sorted([*table.hand, *drawn]))
            continue
        n = 13 - 3 * len(table.melds[seat])
        if n < 1:
            refuse(f"melds[{seat}]", f"{len(table.melds[seat])} melds are too many")
        hands.append(hidden[:n])
        del hidden[:n]
    gone = {i ^ 1 for i in range(replaced)}
    first = rules.replacement_tiles
    shown = {first + 1 + 2 * i: code for i, code in enumerate(table.indicators)}
    wall: list[int | None] = [None] * len(full)
    for i in range(live_next):
        if i in shown:
            wall[i] = shown[i]
        elif i not in gone:
            wall[i] = hidden.pop()
    rest = Counter(full)
    rest.subtract(code for code in wall if code is not None)
    others = list(rest.elements())
    wall = [others.pop() if code is None else code for code in wall]

    visible = [0] * 34
    for code in table.indicators:
        visible[code & 63] += 1
    visible[_NORTH] += sum(table.kita)
    for river in table.rivers:
        for code in river:
            visible[code & 63] += not code & CALLED
    for melds in table.melds:
        for meld in melds:
            for code in meld.tiles:
                visible[code & 63] += 1

    offered = _NONE
    if phase == _DISCARD:
        seat, index = course.discards[-1]
        offered = table.rivers[seat][index] & 0x7F
    elif phase == _KAN:
        offered = table.melds[kan_seat][-1].tiles[-1]
    seats = [
        _seat(table, course, seat, hands[seat], phase, kans[seat], refuse)
        for seat in range(players)
    ]
    missing = (1 + sum(kans) - len(table.indicators)) if rules.kan_dora else 0
    if not 1 <= len(table.indicators) <= 5 or missing < 0:
        refuse("indicators", f"{len(table.indicators)} after {sum(kans)} kans")
    late = False
    if missing:
        last = next((m for m in reversed(table.melds[turn]) if m.type >= _DAIMINKAN), None)
        when = "" if last is None else str(rules.to_dict()[f"reveal_{_ACTION_KANS[last.type]}"])
        late = when == "after_discard"
        if missing > 1 or not (late or (when == "at_discard" and phase == _TURN)):
            refuse("indicators", f"{len(table.indicators)} after {sum(kans)} kans")
    last_call = course.calls[-1][1] if phase == _CALL else None
    kan_type = _ANKAN
    if kan_seat >= 0:
        kan_type = table.melds[kan_seat][-1].type
    elif table.replacement:
        kan_type = next(
            (m.type for m in reversed(table.melds[hero]) if m.type >= _DAIMINKAN), _ANKAN
        )
    state = _core.Round(rules).to_dict()
    state["wall"]["tiles"][: len(wall)] = wall
    state["standing"] |= {
        "scores": table.scores + [0] * (4 - players),
        "wind": table.wind,
        "dealer": table.dealer,
        "honba": table.honba,
        "deposits": table.deposits,
    }
    state["seats"][:players] = seats
    return state | {
        "visible": visible,
        "live_next": live_next,
        "replaced": replaced,
        "indicators": len(table.indicators),
        "pending_dora": missing if missing and not late else 0,
        "pending_late": missing if missing and late else 0,
        "kans": sum(kans),
        "phase": phase,
        "turn": turn,
        "drawn": _NONE if table.drawn is None else table.drawn,
        "offered": offered,
        "replacement": table.replacement,
        "first_go": not any(table.melds) and not any(table.kita),
        "waiting": 1 << hero,
        "forbidden": 0 if last_call is None else _forbidden(rules, last_call),
        "kan_type": [name for name, _ in _core.ACTIONS].index(_ACTION_KANS[kan_type]),
        "answers": [_NONE] * 4,  # all pass
    }


def _seat(
    table: Table, course: _Course, seat: int, hand: list[int], phase: int, kans: int, refuse: Refuse
) -> dict[str, Any]:
    """One seat: its tiles, and what its and others' discards mean for it."""
    rules, river = table.rules, table.rivers[seat]
    declared = [i for i, code in enumerate(river) if code & RIICHI]
    if len(declared) > 1:
        refuse(f"rivers[{seat}]", "declares riichi more than once")
    if declared and any(meld.open for meld in table.melds[seat]):
        refuse(f"rivers[{seat}]", "declares riichi with an open hand")
    # Its discards in the order of all.
    mine = [n for n, (who, _) in enumerate(course.discards) if who == seat]
    offered = len(course.discards) - 1 if phase == _DISCARD else -1
    at = mine[declared[0]] if declared else -1
    pending = declared and at == offered
    since = at if declared and not pending else mine[-1] if mine else -1
    passed = _mask(
        [
            table.rivers[who][i]
            for n, (who, i) in enumerate(course.discards)
            if n > since and n != offered and who != seat
        ]
    )
    called_since = any(number > at for _, _, number in course.calls)
    ippatsu = bool(declared) and not pending and mine[-1] == at and not called_since
    if table.ippatsu is not None:
        ippatsu = table.ippatsu[seat]
    double = bool(declared) and declared[0] == 0 and not any(n <= at for *_, n in course.calls)
    if table.double_riichi is not None:
        double = table.double_riichi[seat]
    # The tiles held since its last discard.
    held = list(hand)
    if seat == table.hero and table.drawn is not None:
        held.remove(table.drawn)
    elif seat == table.hero and phase == _CALL:
        meld = course.calls[-1][1]
        held += meld.tiles
        held.remove(meld.called)
    waits = _waits(held)
    missed = bool(waits & passed)
    drew = seat == table.hero and phase in (_TURN, _CALL)
    ends = drew and rules.to_dict()["furiten_end"] == "own_draw_or_call"
    first = declared[0] if declared else 0
    return {
        "hand": _hand(hand),
        "melds": [_meld(meld) for meld in table.melds[seat]],
        "river": river,
        "waits": waits,
        "discarded": _mask([code & 0x7F for code in river]),
        "passed": passed,
        "decisions": 0,
        "riichi": 0 if not declared else 1 if pending else 2,
        "double_riichi": double,
        "ippatsu": ippatsu,
        "furiten_pass": missed and not ends and not (declared and not pending),
        "furiten_riichi": missed and bool(declared) and not pending,
        "nagashi": all(code & 63 in _TERMINALS and not code & CALLED for code in river),
        "kita": table.kita[seat],
        "kans": kans,
        "riichi_at": first,
        "pao": _pao(table, seat)[0],
        "pao_second": _pao(table, seat)[1],
    }
