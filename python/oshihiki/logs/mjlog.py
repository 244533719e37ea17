"""Tenhou's mjlog XML, read.

Tiles are Tenhou's ids. ``m`` of an ``N`` tag packs a meld into 16 bits; :func:`unpack_meld` tells
how.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

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
from oshihiki.logs.yaku import TENHOU

__all__ = ["Reader", "parse", "unpack_meld"]

TYPE_NO_RED = 0x02
TYPE_HANCHAN = 0x08
TYPE_SANMA = 0x10

DRAW_TYPES = {
    "": "exhaustive",
    "nm": "nagashi",
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kans",
    "ron3": "triple_ron",
}

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
