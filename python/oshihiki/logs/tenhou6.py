"""The JSON of tenhou.net/6, read.

A round is ``[[number, counters, sticks], scores, indicators, ura indicators, (hand, taken, played)
a seat, result]``. What each seat took and played stand in lists of its own; the order between the
seats is found from them: :func:`_order`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from oshihiki.errors import LogError
from oshihiki.logs.build import Builder, integer, integers, reading, rounds_of
from oshihiki.logs.copies import named
from oshihiki.logs.model import (
    NO_SEAT,
    LoggedDraw,
    LoggedMatch,
    LoggedRound,
    LoggedWin,
    Op,
    round_name,
    tile_codes,
)
from oshihiki.logs.notation import tenhou6_code
from oshihiki.logs.yaku import ENGLISH, OWN, YAKUMAN, japanese_yaku

__all__ = ["DRAWS", "LIMITS", "parse"]

DRAWS = {
    "流局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "流し満貫": "nagashi",
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四槓散了": "four_kans",
    "三家和了": "triple_ron",
}
LIMITS = ("満貫", "跳満", "倍満", "三倍満", "数え役満", "役満")

_POINTS = re.compile(r"(?:(\d+)符(\d+)飜|\D*)(\d+)(?:-(\d+))?点(∀?)")
_YAKU = re.compile(r"(.+)\((?:(\d+)飜|[^)]*役満)\)")
_DRAWN = 60
_MOST = 60  # entries in a list: more than any round has
_CALLS = {"c": Op.CHI, "p": Op.PON, "m": Op.DAIMINKAN}
# Rooms of Mahjong Soul, as converters of its logs name them, and its ranks.
_SOUL = re.compile(r"[銅銀金玉]の間|王座|友人戦|大会戦|\b(Bronze|Silver|Gold|Jade|Throne) Room")
_SOUL_RANK = "★"


class _Entry(NamedTuple):
    """One entry of what a seat took or played."""

    op: int
    code: int
    own: tuple[int, ...] = ()
    relative: int = 0  # a call: whose tile, counted from the caller
    drawn: bool = False
    riichi: bool = False


_NOTHING = _Entry(-1, 0)  # stands where a daiminkan has no discard


def parse(data: Any, log: str = "") -> LoggedMatch:
    """Reads one log of tenhou.net/6.

    Parameters
    ----------
    data : dict
        The JSON object.
    log : str
        The id that messages name.

    Raises
    ------
    LogError
        The message names the round and the place in it.
    """
    match = LoggedMatch(log, "tenhou6", 4, True)
    with reading(log) as place:
        rounds = rounds_of(data, "tenhou.net/6 log")
        _head(match, data)
        for number, played in enumerate(rounds):
            place.at = f"{log}: log[{number}]"
            if not isinstance(played, list) or len(played) < 5:
                raise LogError("not a round")
            match.rounds.append(_round(match, played))
        place.at = f"{log}: sc"
        _results(match, data.get("sc"))
    return match


def _head(match: LoggedMatch, data: dict[str, Any]) -> None:
    first = data["log"][0]
    # Three players: what would be the fourth seat is empty.
    if isinstance(first, list) and len(first) > 13 and not first[13]:
        match.players = 3
    rule = data.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    match.display = str(rule.get("disp", ""))
    match.profile = str(rule.get("profile", ""))
    counts = [
        integer(rule.get(f"aka5{i + 1}", rule.get("aka", -1)), "aka", -1, 4) for i in range(3)
    ]
    if max(counts) < 0:  # not told: the tiles say
        match.reds = bool(re.search(r"\b5[123]\b", str(data["log"])))
    elif match.players == 3 and counts[1] == counts[2] == 1:
        match.reds = True
    elif set(counts) <= {0, 1} and len(set(counts)) == 1:
        match.reds = counts[0] == 1
    else:
        reds = [0] * 34
        for suit, count in enumerate(counts):
            reds[suit * 9 + 4] = max(count, 0)
        match.reds = tuple(reds)
    names = data.get("name")
    if isinstance(names, list):
        match.names = tuple(str(n) for n in names[: match.players])
    ranks = data.get("dan")
    if _SOUL.search(match.display) or (isinstance(ranks, list) and _SOUL_RANK in str(ranks)):
        match.origin = "majsoul"
    if "東" in match.display or "East" in match.display:
        match.tonpuu = True
    elif "南" in match.display or "South" in match.display:
        match.tonpuu = False


def _results(match: LoggedMatch, values: Any) -> None:
    if values is None:
        return
    if not isinstance(values, list) or len(values) < 2 * match.players:
        raise LogError(f"{values!r} are not points and results")
    points, results = values[0::2][: match.players], values[1::2][: match.players]
    match.final = integers(points, "points", match.players)
    if not all(isinstance(r, (int, float)) and abs(r) < 1e6 for r in results):
        raise LogError(f"{results} are not results")
    match.exact = any(r != int(r) for r in results)
    match.results = tuple(round(r * 10) * 100 for r in results)


# ---- one round --------------------------------------------------------------------------------


def _round(match: LoggedMatch, data: list[Any]) -> LoggedRound:
    players = match.players
    number, honba, deposits = integers(data[0], "[round, counters, sticks]", 3)
    wind, dealer = divmod(integer(number, "round", 0, 15), 4)
    name = round_name(wind, dealer, honba)
    if len(data) < 4 + 3 * players + 1:
        raise LogError(f"{name}: {len(data)} parts, not {4 + 3 * 4 + 1}")
    try:
        builder = Builder(tile_codes(match.reds, players), players)
        scores = integers(data[1], "scores", players)
        indicators = [tenhou6_code(n) for n in data[2]]
        if not indicators:
            raise LogError("no dora indicator")
        builder.dora(indicators[0])
        taken: list[list[_Entry]] = []
        played: list[list[_Entry]] = []
        for seat in range(players):
            hand, takes, discards = data[4 + 3 * seat : 7 + 3 * seat]
            if max(len(takes), len(discards)) > _MOST:
                raise LogError(f"seat {seat} has more than {_MOST} turns")
            builder.deal(seat, [tenhou6_code(n) for n in hand])
            taken.append(_entries(takes, _take, f"seat {seat}, taken"))
            played.append(_entries(discards, _play, f"seat {seat}, played"))
        _play_out(builder, dealer, taken, played, indicators[1:])
        result = data[-1]
        out = builder.finish(
            wind=wind, dealer=dealer, honba=honba, deposits=deposits, scores=scores
        )
        out.timed = False
        out.ura = tuple(builder.copies.new(tenhou6_code(n)) for n in data[3])
        _end(match, builder, out, result)
    except LogError as error:
        raise LogError(f"round {name}: {error}") from None
    return out


def _entries(values: list[Any], read: Any, where: str) -> list[_Entry]:
    out = []
    for i, value in enumerate(values):
        try:
            out.append(read(value))
        except LogError as error:
            raise LogError(f"{where}[{i}]: {error}") from None
    return out


def _pairs(text: str) -> list[int]:
    if len(text) % 2 or not (text + "0").isdecimal() or not text.isascii():
        raise LogError(f"{text!r} is not tiles")
    return [tenhou6_code(int(text[i : i + 2])) for i in range(0, len(text), 2)]


def _take(value: Any) -> _Entry:
    if not isinstance(value, str):
        return _Entry(Op.DRAW, tenhou6_code(value))
    place = next((i for i, c in enumerate(value) if c in "cpm"), -1)
    if place < 0 or place % 2:
        raise LogError(f"{value!r} is neither a draw nor a call")
    op = _CALLS[value[place]]
    before, after = _pairs(value[:place]), _pairs(value[place + 1 :])
    if len(before) + len(after) != (4 if op == Op.DAIMINKAN else 3) or not after:
        raise LogError(f"{value!r} has {len(before) + len(after)} tiles")
    # First place: of the player before; second: across; last: of the player after.
    relative = 3 if not before else 1 if len(after) == 1 and len(before) >= 2 else 2
    if op == Op.CHI and before:
        raise LogError(f"{value!r}: a chi is of the player before")
    if op == Op.DAIMINKAN and len(before) == 2:
        raise LogError(f"{value!r}: no player stands there")
    return _Entry(op, after[0], (*before, *after[1:]), relative)


def _play(value: Any) -> _Entry:
    if value == 0 and not isinstance(value, (str, bool)):
        return _NOTHING
    if not isinstance(value, str):
        if value == _DRAWN:
            return _Entry(Op.DISCARD, -1, drawn=True)
        return _Entry(Op.DISCARD, tenhou6_code(value))
    place = next((i for i, c in enumerate(value) if c in "rakf"), -1)
    if place < 0:
        raise LogError(f"{value!r} is neither a discard nor a kan")
    mark, rest = value[place], value[place + 1 :]
    if mark == "r" and place == 0:
        if rest == str(_DRAWN):
            return _Entry(Op.DISCARD, -1, drawn=True, riichi=True)
        (code,) = _pairs(rest)
        return _Entry(Op.DISCARD, code, riichi=True)
    if mark == "f" and place == 0:
        (code,) = _pairs(rest)
        return _Entry(Op.KITA, code)
    tiles = _pairs(value[:place]) + _pairs(rest)
    if len(tiles) != 4 or mark not in "ak":
        raise LogError(f"{value!r} is not a kan")
    if mark == "a":
        return _Entry(Op.ANKAN, tiles[0], tuple(tiles))
    return _Entry(Op.KAKAN, _pairs(rest)[0])


# ---- the order between the seats -----------------------------------------------------------------


def _order(
    dealer: int, players: int, taken: list[list[_Entry]], played: list[list[_Entry]]
) -> list[tuple[int, _Entry]]:
    """One order of all entries in which each call follows the discard it takes.

    A seat's next call may fit a discard or a later one of the same tile; a choice that leaves
    entries over is taken back.
    """
    ends = tuple(len(v) for v in (*taken, *played))
    failed: set[tuple[Any, ...]] = set()
    path: list[tuple[int, _Entry]] = []
    furthest = 0
    n = players

    def steps(at: tuple[int, ...], mode: str, seat: int) -> Iterator[tuple[Any, ...]]:
        """What can come next: (position, mode, seat, moves)."""
        take = taken[seat][at[seat]] if at[seat] < ends[seat] else None
        play = played[seat][at[n + seat]] if at[n + seat] < ends[n + seat] else None
        if mode == "draw":
            if take is not None and take.op == Op.DRAW:
                yield _forward(at, seat), "act", seat, [(seat, take)]
        elif mode == "kan":  # a daiminkan's place among the discards, then its draw
            if play is _NOTHING:
                yield _forward(at, n + seat), "draw", seat, []
            yield at, "draw", seat, []
        elif mode == "act":
            if play is None or play is _NOTHING:
                return
            following = "answer" if play.op == Op.DISCARD else "draw"
            yield _forward(at, n + seat), following, seat, [(seat, play)]
        else:
            discarded = played[seat][at[n + seat] - 1]
            code = discarded.code
            if discarded.drawn:
                code = taken[seat][at[seat] - 1].code
            callers = []
            for other in range(n):
                call = taken[other][at[other]] if at[other] < ends[other] else None
                if call is None or call.op == Op.DRAW or other == seat:
                    continue
                if call.code == code and (other + call.relative) % 4 == seat:
                    callers.append((call.op == Op.CHI, other, call))
            for _, other, call in sorted(callers):
                mode = "kan" if call.op == Op.DAIMINKAN else "act"
                yield _forward(at, other), mode, other, [(other, call)]
            yield at, "draw", (seat + 1) % n, []

    start = ((0,) * (2 * n), "draw", dealer)
    stack: list[tuple[tuple[Any, ...], Iterator[tuple[Any, ...]], int]] = [
        (start, steps(*start), 0)
    ]
    while stack:
        state, options, length = stack[-1]
        del path[length:]
        if state[0] == ends:
            return path
        furthest = max(furthest, len(path))
        for at, mode, seat, moves in options:
            following = (at, mode, seat)
            if following in failed:
                continue
            path.extend(moves)
            stack.append((following, steps(at, mode, seat), len(path)))
            break
        else:
            failed.add(state)
            stack.pop()
    raise LogError(
        f"what the seats took and played does not fit together beyond {furthest} of "
        f"{sum(ends)} entries"
    )


def _forward(at: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*at[:index], at[index] + 1, *at[index + 1 :])


def _play_out(
    builder: Builder,
    dealer: int,
    taken: list[list[_Entry]],
    played: list[list[_Entry]],
    indicators: list[int],
) -> None:
    """Gives the builder every entry in order; indicators where Tenhou turns them."""
    players = builder.players
    owed = 0  # indicators of open kans
    left = list(indicators)

    def turn() -> None:
        if left:
            builder.dora(left.pop(0))

    drawn = -1
    for seat, entry in _order(dealer, players, taken, played):
        op = entry.op
        try:
            if op == Op.DRAW:
                builder.draw(seat, entry.code)
                drawn = entry.code
            elif op == Op.DISCARD:
                while owed:
                    turn()
                    owed -= 1
                if entry.riichi:
                    builder.riichi(seat)
                code = drawn if entry.drawn else entry.code
                builder.discard(seat, code, entry.drawn)
            elif op in (Op.CHI, Op.PON, Op.DAIMINKAN):
                other = (seat + entry.relative) % 4
                builder.call(Op(op), seat, other, entry.code, entry.own)
                owed += op == Op.DAIMINKAN
            else:
                if op == Op.ANKAN:
                    builder.ankan(seat, entry.own)
                elif op == Op.KAKAN:
                    builder.kakan(seat, entry.code)
                else:
                    builder.kita(seat, entry.code)
                while owed:  # those of earlier kans wait no longer than this
                    turn()
                    owed -= 1
                if op == Op.ANKAN:
                    turn()
                owed += op == Op.KAKAN
        except LogError as error:
            what = Op(op).name.lower()
            tile = named(entry.code) if entry.code >= 0 else "drawn"
            raise LogError(f"seat {seat}, {what} {tile}: {error}") from None
    while left:
        turn()


# ---- its end ------------------------------------------------------------------------------------


def _end(match: LoggedMatch, builder: Builder, out: LoggedRound, result: Any) -> None:
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise LogError(f"{result!r} is not a result")
    players = match.players
    name = result[0]
    if name == "和了":
        if len(result) < 3 or len(result) % 2 == 0:
            raise LogError(f"{len(result)} parts in a result with winners")
        for deltas, win in zip(result[1::2], result[2::2], strict=True):
            if not isinstance(win, list) or len(win) < 3:
                raise LogError(f"{win!r} is not a win")
            out.wins.append(_win(builder, out, integers(deltas, "changes", players), win))
        return
    kind = DRAWS.get(name)
    if kind is None:
        raise LogError(f"unknown result {name!r}; known are 和了, {', '.join(DRAWS)}")
    builder.aborted(kind)
    deltas = integers(result[1], "changes", players) if len(result) > 1 else (0,) * players
    tenpai = None
    if kind == "exhaustive":
        if name == "全員聴牌":
            tenpai = tuple(range(players))
        elif name == "全員不聴":
            tenpai = ()
        elif any(deltas):
            tenpai = tuple(s for s in range(players) if deltas[s] > 0)
    out.draw = LoggedDraw(kind, tenpai, {}, deltas)


def _win(builder: Builder, out: LoggedRound, deltas: tuple[int, ...], data: list[Any]) -> LoggedWin:
    winner = builder.seat(data[0], "winner")
    payer = builder.seat(data[1], "payer")
    pao = builder.seat(data[2], "responsible player")
    tile, hand = builder.winning(winner, payer)
    win = LoggedWin(winner, payer, tile, hand, deltas=deltas)
    win.pao = pao if pao not in (winner, payer) or (pao != winner and len(data) > 3) else NO_SEAT
    if out.ura and any(m.op == Op.RIICHI and m.seat == winner for m in builder.moments):
        win.ura = out.ura
    if len(data) == 3:
        return win
    found = _POINTS.fullmatch(str(data[3]))
    if found is None:
        raise LogError(f"{data[3]!r} are not points")
    fu, han, first, second, each = found.groups()
    win.points = int(first) * (builder.players - 1 if each else 1)
    if second is not None:
        win.points = int(first) * (builder.players - 2) + int(second)
    yaku: list[tuple[str, int | None]] = []
    for text in data[4:]:
        part = _YAKU.fullmatch(str(text))
        own = None
        if part is not None:
            own = japanese_yaku(part[1]) or ENGLISH.get(part[1].lower())
            own = own or (part[1] if part[1] in OWN else None)
        if part is None or own is None:
            raise LogError(f"{text!r} is not a yaku that is known")
        yaku.append((own, None if part[2] is None else int(part[2])))
    win.yaku = yaku
    win.yakuman = sum(own in YAKUMAN for own, _ in yaku)
    win.fu = int(fu) if fu is not None else None
    if win.yakuman:
        win.fu, win.han = 0, 0
    else:
        win.han = int(han) if han is not None else sum(h or 0 for _, h in yaku)
    return win
