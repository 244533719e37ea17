"""Logs of a Tenhou client: what the server sent to one seat, and what it offered.

Lines are ``G <TAG/>`` (server to client) and ``S <TAG/>`` (client to server). Seats are relative
to the client. The tiles of the others are hidden until they are played or shown; :func:`fill`
makes some that fit.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from oshihiki.errors import LogError
from oshihiki.logs.mjlog import Reader
from oshihiki.logs.model import LoggedMatch, LoggedRound, Moment, Op

__all__ = ["OFFERS", "fill", "offered", "parse"]

# Bits of `t` by action type: on another's discard, and on the client's own draw.
OFFERS = (
    {"pon": 1, "daiminkan": 2, "chi": 4, "ron": 8},
    {"tsumo": 16, "riichi": 32, "nine_terminals": 64},
)

_LINE = re.compile(r"([GS]) <(/?[A-Za-z]+?)(\d*)((?:\s+\w+=\"[^\"]*\")*)\s*/?>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_LATER = 1 << 30
_SIGNS = (Op.RIICHI, Op.DORA, Op.DEPOSIT)


def parse(lines: list[str], log: str = "") -> LoggedMatch:
    """Reads the lines of one client log.

    Raises
    ------
    LogError
        With the round and the line that cannot be.
    """
    reader = Reader(log, "tenhou-client")
    if not isinstance(lines, list):
        raise LogError(f"{log}: no list of messages")
    for number, line in enumerate(lines, 1):
        found = _LINE.match(line) if isinstance(line, str) else None
        try:
            if found is None:
                raise LogError("not a message")
            side, name, digits, attributes = found.groups()
            if side == "G":
                _message(reader, name, digits, dict(_ATTRIBUTE.findall(attributes)))
        except (LogError, ValueError, KeyError, IndexError) as error:
            where = f"round {reader.round.name}, " if reader.round is not None else ""
            raise LogError(f"{log}: {where}line {number} {str(line)[:60]!r}: {error}") from None
    match = reader.finish()
    match.client = reader.seat(0)
    for played in match.rounds:
        _own_tenpai(played, match.client, match.players)
    return match


def _own_tenpai(played: LoggedRound, seat: int, players: int) -> None:
    """A client is not sent its own hand at a draw; the payments tell whether it was tenpai."""
    draw = played.draw
    if draw is None or draw.tenpai is None or draw.deltas is None or draw.kind != "exhaustive":
        return
    others = len(draw.tenpai) - (seat in draw.tenpai)
    nobody_pays = not any(draw.deltas)
    if draw.deltas[seat] > 0 or (nobody_pays and others == players - 1):
        draw.tenpai = tuple(sorted({*draw.tenpai, seat}))


def _message(reader: Reader, name: str, digits: str, a: dict[str, str]) -> None:
    if len(name) > 1 or name == "N":
        reader.tag(name, a)
        return
    tile = int(digits) if digits else None
    if tile is not None and tile > 135:
        raise LogError(f"tile {tile} is not within 0..135")
    if name in "TUVW":
        reader.draw("TUVW".index(name), tile)
    elif name in "DEFGdefg" and tile is not None:
        seat = "DEFG".index(name.upper())
        # Old servers write a discard that follows a call in lower case too.
        last = next((m for m in reversed(reader.active().moments) if m.op not in _SIGNS), None)
        drew = last is not None and last.op == Op.DRAW
        reader.discard(
            seat, tile, drew and (name.islower() or (seat == 0 and tile == reader.drawn))
        )
    else:
        raise LogError(f"unknown tag {name}{digits}")
    if "t" in a:
        played = reader.active()
        played.offers[len(played.moments) - 1] = int(a["t"])


def offered(types: Iterable[str], own_draw: bool) -> int:
    """The bits a server would send for these legal actions.

    Bit 32 is not sent together with 16; kans on the own draw are not flagged.
    """
    bits = 0
    for name in set(types):
        bits |= OFFERS[own_draw].get(name, 0)
    return bits & ~32 if bits & 16 else bits


def fill(match: LoggedMatch, played: LoggedRound, rng: random.Random) -> LoggedRound:
    """The round with every hidden tile chosen so that all that was recorded can be played.

    A seat holds in time what it plays and shows; who is in riichi and never shows his hand gets a
    hand in tenpai; all else is random.
    """
    moments = list(played.moments)
    used: set[int] = {played.indicator, *played.ura}
    for moment in moments:
        used.update(moment.own)
        if moment.tile is not None:
            used.add(moment.tile)
    for hand in played.hands:
        used.update(t for t in hand if t is not None)
    for win in played.wins:
        used.update(win.hand)
        used.update(win.ura or ())
    if played.draw is not None:
        for shown in played.draw.hands.values():
            used.update(shown)
    sanma = match.players == 3
    pool = [t for t in range(136) if t not in used and not (sanma and 1 <= t // 4 <= 7)]
    rng.shuffle(pool)
    hands = [list(h) for h in played.hands]
    seats = sorted(range(match.players), key=lambda s: not _declares(moments, s))
    for seat in seats:
        if seat != match.client:
            _fill_seat(played, moments, hands, seat, pool, rng)
    return replace(played, moments=moments, hands=hands)


def _declares(moments: Sequence[Moment], seat: int) -> bool:
    return any(m.op == Op.RIICHI and m.seat == seat for m in moments)


def _fill_seat(
    played: LoggedRound,
    moments: list[Moment],
    hands: list[list[int | None]],
    seat: int,
    pool: list[int],
    rng: random.Random,
) -> None:
    needs: list[tuple[int, int]] = []  # until when, tile
    slots: list[int] = [-1] * 13  # -1 dealt, else the number of the draw
    draw = -1
    riichi = False
    for number, moment in enumerate(moments):
        if moment.seat != seat:
            continue
        if moment.op == Op.DRAW:
            draw = number
            slots.append(number)
        elif moment.op == Op.RIICHI:
            riichi = True
        elif moment.op == Op.DISCARD:
            assert moment.tile is not None
            if moment.drawn and draw >= 0:
                moments[draw] = moments[draw]._replace(tile=moment.tile)
                slots.remove(draw)
            else:
                needs.append((number, moment.tile))
            draw = -1
        elif moment.op in (Op.ANKAN, Op.KAKAN, Op.KITA):
            assert moment.tile is not None
            tiles = list(moment.own) if moment.op == Op.ANKAN else [moment.tile]
            if riichi and draw >= 0:  # only the drawn tile may make it
                moments[draw] = moments[draw]._replace(tile=tiles.pop())
                slots.remove(draw)
            needs += [(number, t) for t in tiles]
            draw = -1
        elif moment.op in (Op.CHI, Op.PON, Op.DAIMINKAN):
            needs += [(number, t) for t in moment.own]
            draw = -1
    final: list[int] | None = None
    for win in played.wins:
        if win.winner == seat:
            final = [t for t in win.hand if t != win.tile]
            if win.payer == seat and draw >= 0:
                moments[draw] = moments[draw]._replace(tile=win.tile)
                slots.remove(draw)
    if final is None and played.draw is not None and seat in played.draw.hands:
        final = list(played.draw.hands[seat])
    count = len(slots) - len(needs)
    if final is None:
        final = _ready(pool, count, rng) if riichi and count % 3 == 1 else []
        final += [pool.pop() for _ in range(count - len(final))]
    needs += [(_LATER, t) for t in final]
    if len(needs) != len(slots):
        raise LogError(
            f"round {played.name}: seat {seat} shows {len(needs)} tiles, not {len(slots)}"
        )
    # The earliest need goes to the earliest place; equal ones in any order.
    rng.shuffle(needs)
    needs.sort(key=lambda n: n[0])
    for slot, (_, tile) in zip(slots, needs, strict=True):
        if slot < 0:
            hands[seat][hands[seat].index(None)] = tile
        else:
            moments[slot] = moments[slot]._replace(tile=tile)


def _ready(pool: list[int], count: int, rng: random.Random) -> list[int]:
    """`count` (3n + 1) tiles of the pool in tenpai: n groups and one tile."""
    for _ in range(200):
        left = pool[:]
        rng.shuffle(left)
        taken: list[int] = []
        while len(taken) < count - 1:
            group = _group(left, rng)
            if not group:
                break
            for tile in group:
                left.remove(tile)
            taken += group
        else:
            taken.append(left.pop())
            for tile in taken:
                pool.remove(tile)
            return taken
    return []


def _group(left: Sequence[int], rng: random.Random) -> list[int]:
    by_kind: dict[int, list[int]] = {}
    for tile in left:
        by_kind.setdefault(tile // 4, []).append(tile)
    kinds = list(by_kind)
    rng.shuffle(kinds)
    for kind in kinds:
        if kind < 27 and kind % 9 < 7 and kind + 1 in by_kind and kind + 2 in by_kind:
            return [by_kind[kind + i][0] for i in range(3)]
        if len(by_kind[kind]) >= 3:
            return by_kind[kind][:3]
    return []
