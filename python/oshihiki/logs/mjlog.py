"""Tenhou's mjlog XML, read and written.

Tiles are Tenhou's ids. ``m`` of an ``N`` tag packs a meld into 16 bits; :func:`unpack_meld` tells
how.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, unquote

from oshihiki.errors import LogError
from oshihiki.logs.model import (
    NO_SEAT,
    LoggedDraw,
    LoggedMatch,
    LoggedRound,
    LoggedWin,
    Moment,
    Op,
)
from oshihiki.logs.yaku import TENHOU, TENHOU_NUMBER, YAKUMAN

__all__ = ["TYPE_BITS", "Reader", "limit_of", "parse", "render", "unpack_meld"]

TYPE_NO_RED = 0x02
TYPE_NO_KUITAN = 0x04
TYPE_HANCHAN = 0x08
TYPE_SANMA = 0x10
TYPE_BITS = {"no_red": 2, "no_kuitan": 4, "hanchan": 8, "sanma": 16}

DRAW_TYPES = {
    "": "exhaustive",
    "nm": "nagashi",
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kans",
    "ron3": "triple_ron",
}
DRAW_NAMES = {kind: name for name, kind in DRAW_TYPES.items()}

# Some stored logs were cut out of source code: quotes and plus signs between tags, and a last
# attribute that lost its end, are passed over.
_TOKEN = re.compile(
    r"""[\s"+]*<(?:([TUVWDEFG])(\d+)\s*/|(/?[A-Za-z]+)((?:\s+\w+="[^"<>]*")*(?:\s+\w+=")?)\s*/?)>""",
)
_HEAD = re.compile(r"\ufeff?\s*(?:<\?xml[^>]*\?>)?")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_DRAWERS = {"T": 0, "U": 1, "V": 2, "W": 3}
_DISCARDERS = {"D": 0, "E": 1, "F": 2, "G": 3}


class Packed(NamedTuple):
    """An ``m`` value unpacked; ``relative`` counts seats from the caller, 0 for an ankan."""

    op: int
    tile: int
    own: tuple[int, ...]
    relative: int


def unpack_meld(m: int) -> Packed:
    """What an ``m`` value says.

    Bits 0-1: whose tile, relative to the caller. Bit 2: a chi (bits 3-8 copies, from 10 the
    run and which of its tiles was called). Bit 3: a pon, bit 4: a kakan (bits 5-6 the copy not in
    the pon, from 9 the kind and the called one). Bit 5: a kita (tile from 8). Else a kan (called
    tile from 8).

    Examples
    --------
    >>> unpack_meld(31264)
    Packed(op=<Op.KITA: 9>, tile=122, own=(), relative=0)
    """
    relative = m & 3
    if m & 4:
        run, place = divmod(m >> 10, 3)
        first = run // 7 * 9 + run % 7
        tiles = tuple((first + i) * 4 + (m >> (3 + 2 * i) & 3) for i in range(3))
        return Packed(Op.CHI, tiles[place], tiles[:place] + tiles[place + 1 :], relative)
    if m & 24:
        kind, place = divmod(m >> 9, 3)
        spare = kind * 4 + (m >> 5 & 3)
        tiles = tuple(t for t in range(kind * 4, kind * 4 + 4) if t != spare)
        if m & 16:
            return Packed(Op.KAKAN, spare, tiles, relative)
        return Packed(Op.PON, tiles[place], tiles[:place] + tiles[place + 1 :], relative)
    tile = m >> 8
    if m & 32:
        return Packed(Op.KITA, tile, (), 0)
    first = tile & ~3
    tiles = tuple(range(first, first + 4))
    if relative == 0:
        return Packed(Op.ANKAN, tile, tiles, 0)
    return Packed(Op.DAIMINKAN, tile, tuple(t for t in tiles if t != tile), relative)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _tiles(text: str) -> tuple[int, ...]:
    tiles = _numbers(text)
    for tile in tiles:
        if not 0 <= tile < 136:
            raise LogError(f"tile {tile} is not within 0..135")
    return tiles


class Reader:
    """Takes the tags of one log, one after another.

    Parameters
    ----------
    log : the id that messages name
    form : ``mjlog``, or ``tenhou-client``
    """

    def __init__(self, log: str, form: str = "mjlog") -> None:
        self.match = LoggedMatch(log, form, 4, True)
        self.round: LoggedRound | None = None
        self.drawn: int | None = None
        self.first_dealer = 0
        self._names: dict[str, str] = {}

    def seat(self, recorded: int) -> int:
        """The seat counted from the first dealer."""
        players = self.match.players
        # A fourth seat stays empty with three players, wherever the client sits.
        seat = (recorded - self.first_dealer) % 4
        if not (0 <= recorded < 4 and seat < players):
            raise LogError(f"seat {recorded} is not one of the {players} players'")
        return seat

    def points(self, pairs: str, offset: int, step: int = 2) -> tuple[int, ...]:
        """Every step-th of a list of numbers in hundreds, by seat."""
        values = [int(v) * 100 for v in pairs.split(",")[offset : 4 * step : step]]
        if len(values) < 4:
            raise LogError(f"{len(values)} scores, not 4")
        return tuple(values[(s + self.first_dealer) % 4] for s in range(self.match.players))

    def active(self) -> LoggedRound:
        if self.round is None:
            raise LogError("before the first INIT")
        return self.round

    def draw(self, recorded: int, tile: int | None) -> None:
        self.drawn = tile
        self.active().moments.append(Moment(Op.DRAW, self.seat(recorded), tile))

    def discard(self, recorded: int, tile: int, drawn: bool) -> None:
        self.drawn = None
        self.active().moments.append(
            Moment(Op.DISCARD, self.seat(recorded), tile, NO_SEAT, (), drawn)
        )

    def tag(self, name: str, a: dict[str, str]) -> None:
        """One tag that is neither a draw nor a discard."""
        match = self.match
        if name == "N":
            seat = self.seat(int(a["who"]))
            packed = unpack_meld(int(a["m"]))
            tiles = 108 if packed.op == Op.CHI else 136  # no run of honors
            if not all(0 <= tile < tiles for tile in (packed.tile, *packed.own)):
                raise LogError(f"m {a['m']} is no meld")
            other = NO_SEAT
            if packed.op in (Op.CHI, Op.PON, Op.DAIMINKAN):
                other = self.seat((int(a["who"]) + packed.relative) % 4)
            self.drawn = None
            self.active().moments.append(Moment(packed.op, seat, packed.tile, other, packed.own))
        elif name == "REACH":
            op = {"1": Op.RIICHI, "2": Op.DEPOSIT}[a["step"]]
            self.active().moments.append(Moment(op, self.seat(int(a["who"]))))
        elif name == "DORA":
            (tile,) = _tiles(a["hai"])
            self.active().moments.append(Moment(Op.DORA, NO_SEAT, tile))
        elif name == "AGARI":
            self._win(a)
        elif name == "RYUUKYOKU":
            self._no_winner(a)
        elif name == "INIT":
            self._init(a)
        elif name == "GO":
            kind = int(a["type"])
            match.type = kind
            match.lobby = a.get("lobby")
            match.players = 3 if kind & TYPE_SANMA else 4
            match.reds = not kind & TYPE_NO_RED
            match.tonpuu = not kind & TYPE_HANCHAN
        elif name == "TAIKYOKU":
            self.first_dealer = int(a["oya"])
        elif name == "UN":
            for key, value in a.items():
                if key in ("n0", "n1", "n2", "n3"):
                    self._names.setdefault(key, unquote(value))
        elif name == "SHUFFLE":
            match.seed = a["seed"] or None
        elif name == "mjloggm":
            match.profile = a.get("rules", "")
        elif name not in (
            "BYE",
            "/mjloggm",
            "FURITEN",
            "HELO",
            "LN",
            "REJOIN",
            "SAIKAI",
        ):
            raise LogError(f"unknown tag {name}")

    def _init(self, a: dict[str, str]) -> None:
        if self.round is not None and not self.round.ended:
            self.match.notes.append(f"round {self.round.name} has no end")
        number, honba, deposits, d0, d1, indicator = _numbers(a["seed"])
        players = self.match.players
        hands: list[list[int | None]] = [[None] * 13 for _ in range(players)]
        for recorded in range(4):
            text = a.get(f"hai{recorded}")
            if text is None and recorded == 0:
                text = a.get("hai")
            if text:
                tiles = _tiles(text)
                if len(tiles) != 13:
                    raise LogError(f"seat {recorded} is dealt {len(tiles)} tiles, not 13")
                hands[self.seat(recorded)] = list(tiles)
        self.drawn = None
        self.round = LoggedRound(
            wind=number // 4,
            dealer=self.seat(int(a["oya"])),
            honba=honba,
            deposits=deposits,
            scores=self.points(a["ten"], 0, 1),
            hands=hands,
            indicator=_tiles(str(indicator))[0],
            dice=(d0 + 1, d1 + 1),
        )
        self.match.rounds.append(self.round)

    def _win(self, a: dict[str, str]) -> None:
        played = self.active()
        fu, points, _limit_number = _numbers(a["ten"])
        yaku: list[tuple[str, int | None]] = []
        han = 0
        numbers = _numbers(a.get("yaku", ""))
        for number, value in zip(numbers[::2], numbers[1::2], strict=True):
            han += value
            if value or TENHOU[number] != "ura_dora":
                yaku.append((TENHOU[number], value))
        yakuman = [(TENHOU[number], None) for number in _numbers(a.get("yakuman", ""))]
        before = self.points(a["sc"], 0)
        deltas = self.points(a["sc"], 1)
        ura = _tiles(a["doraHaiUra"]) if "doraHaiUra" in a else None
        if ura:
            played.ura = ura
        played.wins.append(
            LoggedWin(
                winner=self.seat(int(a["who"])),
                payer=self.seat(int(a["fromWho"])),
                tile=_tiles(a["machi"])[0],
                hand=_tiles(a["hai"]),
                fu=0 if yakuman else fu,
                han=0 if yakuman else han,
                points=points,
                yaku=[*yaku, *yakuman],
                yakuman=len(yakuman),
                ura=ura,
                pao=self.seat(int(a["paoWho"])) if "paoWho" in a else NO_SEAT,
                deltas=deltas,
            )
        )
        played.after = tuple(b + d for b, d in zip(before, deltas, strict=True))
        self._end(a)

    def _no_winner(self, a: dict[str, str]) -> None:
        played = self.active()
        name = a.get("type", "")
        if name not in DRAW_TYPES:
            raise LogError(f"unknown kind of draw {name!r}")
        hands = {
            self.seat(recorded): _tiles(a[f"hai{recorded}"])
            for recorded in range(4)
            if a.get(f"hai{recorded}")
        }
        before = self.points(a["sc"], 0)
        deltas = self.points(a["sc"], 1)
        kind = DRAW_TYPES[name]
        tenpai = tuple(sorted(hands)) if kind in ("exhaustive", "nagashi") else None
        played.draw = LoggedDraw(kind, tenpai, hands, deltas)
        played.after = tuple(b + d for b, d in zip(before, deltas, strict=True))
        self._end(a)

    def _end(self, a: dict[str, str]) -> None:
        if "owari" not in a:
            return
        values = a["owari"].split(",")
        match = self.match
        match.final = self.points(a["owari"], 0)
        results = values[1:8:2]
        match.exact = any("." in v and not v.endswith(".0") for v in results)
        tenths = [round(float(v) * 10) * 100 for v in results]
        shift = self.first_dealer
        match.results = tuple(tenths[(s + shift) % 4] for s in range(match.players))

    def finish(self) -> LoggedMatch:
        match = self.match
        if not match.rounds:
            raise LogError(f"{match.log}: no round in it (no INIT tag)")
        if not match.rounds[-1].ended:
            match.notes.append(f"round {match.rounds[-1].name}: the log ends before the round does")
        shift = self.first_dealer
        match.names = tuple(
            self._names.get(f"n{(s + shift) % 4}", "") for s in range(match.players)
        )
        return match


def parse(text: str, log: str = "") -> LoggedMatch:
    """Reads one mjlog.

    Raises
    ------
    LogError
        The text is cut off, has tags that no mjlog has, or values that cannot be; the message
        names the round, the tag's number and its text.
    """
    reader = Reader(log)
    head = _HEAD.match(text)
    end = head.end() if head else 0
    count = 0
    closed = False
    token = ""
    try:
        for found in _TOKEN.finditer(text, end):
            if found.start() != end:
                break
            end = found.end()
            count += 1
            letter, number, name, attributes = found.groups()
            if letter is not None:
                tile = int(number)
                if tile > 135:
                    raise LogError(f"tile {tile} is not within 0..135")
                if letter in _DRAWERS:
                    reader.draw(_DRAWERS[letter], tile)
                else:
                    reader.discard(_DISCARDERS[letter], tile, tile == reader.drawn)
                continue
            token = name
            closed = name == "/mjloggm"
            if count == 1 and name != "mjloggm":
                raise LogError("an mjlog begins with <mjloggm>")
            reader.tag(name, dict(_ATTRIBUTE.findall(attributes)))
    except LogError as error:
        raise LogError(f"{_place(reader, count, text, end)}: {error}") from None
    except KeyError as error:
        where = _place(reader, count, text, end)
        raise LogError(f"{where}: {token} without a known {error.args[0]!r}") from None
    except (ValueError, IndexError) as error:
        raise LogError(f"{_place(reader, count, text, end)}: {error}") from None
    rest = text[end:].strip()
    if rest:
        shown = rest[:40].replace("\n", " ")
        raise LogError(f"{_place(reader, count, text, end)}: not a tag at {end}: {shown!r}")
    if not closed:
        where = _place(reader, count, text, end)
        raise LogError(f"{where}: the log is cut off: no </mjloggm> at its end")
    return reader.finish()


def _place(reader: Reader, count: int, text: str, end: int) -> str:
    where = f"round {reader.round.name}" if reader.round is not None else "before the first round"
    start = text.rfind("<", 0, end)
    shown = text[start:end] if start >= 0 else ""
    if len(shown) > 60:
        shown = shown[:57] + "..."
    prefix = f"{reader.match.log}: " if reader.match.log else ""
    return f"{prefix}{where}, tag {count} {shown}".rstrip()


# --- writing -------------------------------------------------------------------------------


def _pack_meld(moment: Moment, called: dict[int, tuple[int, int]]) -> int:
    """The ``m`` value of a call; ``called``: of each pon kind the called tile and whose."""
    assert moment.tile is not None
    relative = (moment.other - moment.seat) % 4
    if moment.op == Op.CHI:
        tiles = sorted((moment.tile, *moment.own))
        first = tiles[0] // 4
        run = first // 9 * 7 + first % 9
        value = (run * 3 + tiles.index(moment.tile)) << 10 | 4 | relative
        for i, tile in enumerate(tiles):
            value |= (tile & 3) << (3 + 2 * i)
        return value
    kind = moment.tile // 4
    if moment.op == Op.PON:
        tiles = sorted((moment.tile, *moment.own))
        (spare,) = (t for t in range(kind * 4, kind * 4 + 4) if t not in tiles)
        called[kind] = (moment.tile, relative)
        return (kind * 3 + tiles.index(moment.tile)) << 9 | (spare & 3) << 5 | 8 | relative
    if moment.op == Op.KAKAN:
        tile, relative = called[kind]
        tiles = [t for t in range(kind * 4, kind * 4 + 4) if t != moment.tile]
        place = tiles.index(tile) if tile in tiles else 0
        return (kind * 3 + place) << 9 | (moment.tile & 3) << 5 | 16 | relative
    if moment.op == Op.KITA:
        return moment.tile << 8 | 32
    return moment.tile << 8 | (0 if moment.op == Op.ANKAN else relative)


def _list(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


def _hundreds(values: Iterable[int], players: int) -> list[int]:
    out = [v // 100 for v in values]
    return out + [0] * (4 - players)


def _changes(after: tuple[int, ...], deltas: tuple[int, ...], players: int) -> str:
    before = _hundreds((a - d for a, d in zip(after, deltas, strict=True)), players)
    return _list(v for pair in zip(before, _hundreds(deltas, players), strict=True) for v in pair)


def _owari(match: LoggedMatch) -> str:
    if match.final is None or match.results is None:
        return ""
    pairs = []
    for points, result in zip(match.final, match.results, strict=True):
        pairs.append(f"{points // 100},{result / 1000:.1f}")
    pairs += ["0,0"] * (4 - match.players)
    return f' owari="{",".join(pairs)}"'


def render(match: LoggedMatch) -> str:
    """The match as mjlog XML.

    Raises
    ------
    LogError
        Something that an mjlog must have is not in the match (a win's fu, points, yaku or score
        changes, a hidden hand). :func:`oshihiki.logs.complete.complete` can fill in the former.
    """
    players = match.players
    kind = match.type
    if kind is None:
        kind = 1 | (0 if match.reds else TYPE_NO_RED) | (TYPE_SANMA if players == 3 else 0)
        length = match.tonpuu
        if length is None:
            length = max(r.wind for r in match.rounds) == 0
        if not length:
            kind |= TYPE_HANCHAN
    named = f' rules="{match.profile}"' if match.profile else ""
    out = [f'<mjloggm ver="2.3"{named}>']
    if match.seed is not None:
        out.append(f'<SHUFFLE seed="{match.seed}" ref=""/>')
    out.append(f'<GO type="{kind}" lobby="{match.lobby or 0}"/>')
    names = [*match.names, "", "", "", ""][:4]
    names_text = " ".join(f'n{s}="{quote(name)}"' for s, name in enumerate(names))
    out.append(f"<UN {names_text}/>")
    out.append('<TAIKYOKU oya="0"/>')
    for played in match.rounds:
        last = played is match.rounds[-1]
        _render_round(match, played, _owari(match) if last else "", out)
    out.append("</mjloggm>")
    return "".join(out)


def _render_round(match: LoggedMatch, played: LoggedRound, owari: str, out: list[str]) -> None:
    players = match.players
    if played.scores is None or played.deposits is None:
        raise LogError(f"{match.log}: round {played.name}: scores or deposits are not known")
    hands = []
    for seat in range(4):
        tiles = played.hands[seat] if seat < players else []
        if any(t is None for t in tiles):
            raise LogError(f"{match.log}: round {played.name}: seat {seat}'s hand is not known")
        hands.append(f'hai{seat}="{_list(t for t in tiles if t is not None)}"')
    dice = played.dice or (1, 1)
    number = played.wind * 4 + played.dealer
    seed = (number, played.honba, played.deposits, dice[0] - 1, dice[1] - 1, played.indicator)
    scores = _hundreds(played.scores, players)
    out.append(
        f'<INIT seed="{_list(seed)}" ten="{_list(scores)}" oya="{played.dealer}" '
        f"{' '.join(hands)}/>"
    )
    called: list[dict[int, tuple[int, int]]] = [{} for _ in range(4)]
    melds: list[list[int]] = [[] for _ in range(4)]
    indicators = [played.indicator]
    sticks = played.deposits
    now = list(played.scores)
    for moment in played.moments:
        seat = moment.seat
        if moment.op == Op.DRAW:
            if moment.tile is None:
                raise LogError(f"{match.log}: round {played.name}: a hidden draw")
            out.append(f"<{'TUVW'[seat]}{moment.tile}/>")
        elif moment.op == Op.DISCARD:
            out.append(f"<{'DEFG'[seat]}{moment.tile}/>")
        elif moment.op == Op.RIICHI:
            out.append(f'<REACH who="{seat}" step="1"/>')
        elif moment.op == Op.DEPOSIT:
            now[seat] -= 1000
            sticks += 1
            ten = _list(_hundreds(now, players))
            out.append(f'<REACH who="{seat}" ten="{ten}" step="2"/>')
        elif moment.op == Op.DORA:
            assert moment.tile is not None
            indicators.append(moment.tile)
            out.append(f'<DORA hai="{moment.tile}" />')
        else:
            m = _pack_meld(moment, called[seat])
            if moment.op == Op.KAKAN:
                kind = m >> 9
                melds[seat] = [m if v & 8 and v >> 9 == kind else v for v in melds[seat]]
            else:
                melds[seat].insert(0, m)
            out.append(f'<N who="{seat}" m="{m}" />')
    ba = f'ba="{played.honba},{sticks}"'
    for win in played.wins:
        _render_win(match, played, win, indicators, melds[win.winner], ba, now, owari, out)
        ba = f'ba="{played.honba},0"'
    if played.draw is not None:
        draw = played.draw
        if draw.deltas is None:
            raise LogError(f"{match.log}: round {played.name}: no score changes of the draw")
        if draw.kind == "exhaustive" and (
            draw.tenpai is None or set(draw.tenpai) != set(draw.hands)
        ):
            raise LogError(f"{match.log}: round {played.name}: the hands in tenpai are not known")
        name = DRAW_NAMES[draw.kind]
        kind_text = f'type="{name}" ' if name else ""
        after = tuple(n + d for n, d in zip(now, draw.deltas, strict=True))
        shown = "".join(f' hai{s}="{_list(h)}"' for s, h in sorted(draw.hands.items()))
        changes = _changes(after, draw.deltas, players)
        out.append(f'<RYUUKYOKU {kind_text}{ba} sc="{changes}"{shown}{owari} />')


def _render_win(
    match: LoggedMatch,
    played: LoggedRound,
    win: LoggedWin,
    indicators: list[int],
    melds: list[int],
    ba: str,
    now: list[int],
    owari: str,
    out: list[str],
) -> None:
    known = None not in (win.yaku, win.points, win.deltas, win.tile, win.fu)
    if win.yaku is None or win.points is None or win.deltas is None or not known:
        raise LogError(f"{match.log}: round {played.name}: yaku or points of a win are not known")
    players = match.players
    yaku: list[int] = []
    yakuman: list[int] = []
    dora = 0
    for name, han in win.yaku:
        number = TENHOU_NUMBER.get(name)
        if name == "seat_wind":
            number = 10 + (win.winner - played.dealer) % players
        elif name == "round_wind":
            number = 14 + played.wind
        elif name in ("dora", "kita"):  # Tenhou counts both under one number
            dora += han or 0
            continue
        if number is None:
            raise LogError(f"{match.log}: round {played.name}: mjlog has no yaku {name!r}")
        if name in YAKUMAN:
            yakuman.append(number)
        else:
            yaku += [number, han or 0]
    if dora:
        yaku += [TENHOU_NUMBER["dora"], dora]
    if win.ura and not yakuman and not any(name == "ura_dora" for name, _ in win.yaku):
        yaku += [TENHOU_NUMBER["ura_dora"], 0]
    limit = 5 if yakuman else limit_of(win.points, win.winner == played.dealer, win.han or 0)
    parts = [ba, f'hai="{_list(sorted(win.hand))}"']
    if melds:
        parts.append(f'm="{_list(melds)}"')
    parts.append(f'machi="{win.tile}"')
    parts.append(f'ten="{win.fu or 0},{win.points},{limit}"')
    if yakuman:
        parts.append(f'yakuman="{_list(yakuman)}"')
    else:
        parts.append(f'yaku="{_list(yaku)}"')
    parts.append(f'doraHai="{_list(indicators)}"')
    if win.ura:
        parts.append(f'doraHaiUra="{_list(win.ura)}"')
    parts.append(f'who="{win.winner}" fromWho="{win.payer}"')
    if win.pao != NO_SEAT:
        parts.append(f'paoWho="{win.pao}"')
    for seat, delta in enumerate(win.deltas):
        now[seat] += delta
    parts.append(f'sc="{_changes(tuple(now), win.deltas, players)}"')
    mark = owari if win is played.wins[-1] else ""
    out.append(f"<AGARI {' '.join(parts)}{mark} />")


def limit_of(points: int, dealer: bool, han: int) -> int:
    """Tenhou's number of a limit: 1 mangan to 5 yakuman; 0 below."""
    base = points // (6 if dealer else 4)
    steps = ((8000, 5), (6000, 4), (4000, 3), (3000, 2), (2000, 1))
    for least, limit in steps:
        if base >= least:
            return 5 if han >= 13 else limit
    return 0
