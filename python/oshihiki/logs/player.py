"""One recorded round, played choice by choice in the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oshihiki import _core, rules, settle, tiles
from oshihiki.errors import IllegalActionError
from oshihiki.logs import client
from oshihiki.logs.copies import named
from oshihiki.logs.model import LoggedDraw, LoggedMatch, LoggedRound, Moment, Op

__all__ = ["Differs", "Playable", "Player", "texts"]

_TYPES = {name: number for number, (name, _) in enumerate(_core.ACTIONS)}
_NAMES = [name for name, _ in _core.ACTIONS]
_PASS = _TYPES["pass"] << 7 | 63
_NINE = _TYPES["nine_terminals"] << 7 | 63
_TSUMO = _TYPES["tsumo"] << 7
_RON = _TYPES["ron"] << 7
_RED = 64
_NORTH = 30
_ANSWERS = (2, 3, 4)  # phases in which others answer a discard, a kan, a kita
_SHOW = 5
_CALLS = (Op.CHI, Op.PON, Op.DAIMINKAN)
_OWN = (Op.ANKAN, Op.KAKAN, Op.KITA)

Playable = tuple[int, int]  # seat, action code


class Differs(Exception):
    """The round cannot be followed any further."""

    def __init__(self, event: str, kind: str, expected: Any, got: Any) -> None:
        self.found = (event, kind, expected, got)


def texts(codes: Sequence[int]) -> list[str]:
    """Tiles as messages show them."""
    return [named(code) for code in codes]


def _name(moment: Moment, number: int) -> str:
    what = Op(moment.op).name.lower()
    tile = "" if moment.tile is None else f" {moment.tile}"
    return (
        f"{number}: {what}{tile} by seat {moment.seat}"
        if moment.seat >= 0
        else f"{number}: {what}{tile}"
    )


class Player:
    """Plays one recorded round in the engine."""

    def __init__(
        self,
        match: LoggedMatch,
        played: LoggedRound,
        used: rules.Rules,
        wall: list[int],
        codes: Sequence[int],
    ) -> None:
        self.match = match
        self.played = played
        self.codes = codes
        self.wall = wall
        scores = played.scores or (used.start,) * match.players
        standing = settle.Standing(
            list(scores),
            wind=played.wind,
            dealer=played.dealer,
            honba=played.honba,
            deposits=played.deposits or 0,
        )
        self.standing = standing
        self.finished = False  # followed to its end
        self.round = _core.Round(used, wall, standing)
        self.script: list[Playable] = []
        self.indicators = [codes[played.indicator]]
        self.offers = 0  # compared
        self.differing: list[tuple[str, str, Any, Any]] = []

    def at(self, event: str | int) -> str:
        """What an event is called in messages; a number is a moment's."""
        return event if isinstance(event, str) else _name(self.played.moments[event], event)

    def held(self, seat: int) -> list[int]:
        """Tile codes of a concealed hand, sorted."""
        return sorted(tiles.parse(self.round.hand(seat)))

    def ura(self, count: int) -> list[int]:
        """The first indicators under the indicators."""
        first = self.round.rules.replacement_tiles
        return [self.wall[first + 2 * i] for i in range(count)]

    def offer(self, number: int) -> None:
        """What the server offered its client at this moment, against what is legal."""
        moment = self.played.moments[number]
        seat = self.match.client
        own = moment.op == Op.DRAW
        if (moment.seat == seat) != own:
            return
        recorded = self.played.offers.get(number, 0)
        self.offers += number in self.played.offers
        asked = not self.round.over and seat in self.round.waiting
        types = [_NAMES[code >> 7 & 15] for code in self.round.legal(seat)] if asked else []
        ours = client.offered(types, own)
        if ours != recorded:
            self.differing.append((self.at(number), "offer", recorded, ours))

    def step(self, seat: int, code: int, event: str | int) -> None:
        try:
            self.round.step(seat, code)
        except IllegalActionError as error:
            raise Differs(self.at(event), "illegal", _core.action_text(code), str(error)) from None
        self.script.append((seat, code))

    def answer(self, chosen: dict[int, int], event: str | int) -> None:
        """Everybody asked for an answer gives it: the chosen, or a pass."""
        r = self.round
        if r.phase not in _ANSWERS or r.over:
            if chosen:
                self.illegal(event, chosen)
            return
        waiting = r.waiting
        for seat in chosen:
            if seat not in waiting:
                self.illegal(event, chosen)
        for seat in waiting:
            self.step(seat, chosen.get(seat, _PASS), event)
        # What follows an answer may ask again (a kan after a passed kan never does).

    def illegal(self, event: str | int, chosen: dict[int, int]) -> None:
        wanted = {seat: _core.action_text(code) for seat, code in chosen.items()}
        raise Differs(self.at(event), "illegal", wanted, f"asked are {self.round.waiting}")

    def call_code(self, moment: Moment) -> int:
        codes = self.codes
        assert moment.tile is not None
        tile = codes[moment.tile]
        if moment.op == Op.CHI:
            own = sorted((codes[i] for i in moment.own), key=lambda c: c & 63)
            kinds = [c & 63 for c in own]
            position = sum(k < (tile & 63) for k in kinds)
            reds = (own[0] >= _RED) | (own[1] >= _RED) << 1
            return tile | _TYPES["chi"] << 7 | position << 12 | reds << 14
        if moment.op == Op.PON:
            reds = sum(codes[i] >= _RED for i in moment.own)
            return tile | _TYPES["pon"] << 7 | reds << 14
        return tile | _TYPES["daiminkan"] << 7

    def play(self) -> None:
        played, r, codes = self.played, self.round, self.codes
        moments = played.moments
        riichi = False
        for number, moment in enumerate(moments):
            op = moment.op
            if op == Op.DRAW:
                self.answer({}, number)
                self.expect_draw(moment, number)
                if self.match.client >= 0:
                    self.offer(number)
            elif op == Op.DISCARD:
                assert moment.tile is not None
                code = codes[moment.tile] | _TYPES["riichi" if riichi else "discard"] << 7
                if moment.drawn:
                    code |= 1 << 11
                if r.turn != moment.seat or r.phase > 1:
                    self.illegal(number, {moment.seat: code})
                self.step(moment.seat, code, number)
                riichi = False
                if self.match.client >= 0:
                    self.offer(number)
                following = moments[number + 1].op if number + 1 < len(moments) else None
                if following != Op.DORA:
                    self.check_indicators(number)
            elif op == Op.RIICHI:
                riichi = True
            elif op in _CALLS:
                self.answer({moment.seat: self.call_code(moment)}, number)
                if r.over or r.turn != moment.seat:
                    raise Differs(self.at(number), "call", f"seat {moment.seat}", f"seat {r.turn}")
            elif op in _OWN:
                self.own_turn(moment, number)
            elif op == Op.DORA:
                assert moment.tile is not None
                self.indicators.append(codes[moment.tile])
        self.end()
        self.finished = True

    def expect_draw(self, moment: Moment, number: int) -> None:
        r = self.round
        if r.over or r.phase != 0 or r.turn != moment.seat:
            got = (
                f"the round is over: {r.result['outcome']}" if r.over else f"seat {r.turn} is asked"
            )
            raise Differs(self.at(number), "draw", f"seat {moment.seat} draws", got)
        if moment.tile is not None and r.drawn != self.codes[moment.tile]:
            raise Differs(self.at(number), "tile", named(self.codes[moment.tile]), named(r.drawn))
        self.check_indicators(number, number)

    def check_indicators(self, event: str | int, number: int = -1) -> None:
        got = self.round.indicators
        if number >= 0 and len(got) > len(self.indicators):
            # Turned after a replacement draw, before its discard: recorded after the draw.
            turned = list(self.indicators)
            for moment in self.played.moments[number + 1 :]:
                if moment.op != Op.DORA or moment.tile is None:
                    break
                turned.append(self.codes[moment.tile])
            if got == turned:
                return
        if not self.played.timed:
            shorter = min(len(got), len(self.indicators))
            if got[:shorter] != self.indicators[:shorter]:
                raise Differs(self.at(event), "indicator", texts(self.indicators), texts(got))
            return
        # An open kan's indicator is recorded just before the discard at which it is turned.
        if got != self.indicators and got != self.indicators[:-1]:
            raise Differs(self.at(event), "indicator", texts(self.indicators), texts(got))

    def own_turn(self, moment: Moment, number: int) -> None:
        codes = self.codes
        if moment.op == Op.ANKAN:
            kind = (moment.own[0] if moment.own else moment.tile or 0) // 4
            code = kind | _TYPES["ankan"] << 7
        elif moment.op == Op.KAKAN:
            assert moment.tile is not None
            code = codes[moment.tile] | _TYPES["kakan"] << 7
        else:
            code = (_NORTH if moment.tile is None else codes[moment.tile]) | _TYPES["kita"] << 7
        if self.round.turn != moment.seat or self.round.phase != 0:
            self.illegal(number, {moment.seat: code})
        self.step(moment.seat, code, number)

    def end(self) -> None:
        played, r = self.played, self.round
        if played.wins:
            first = played.wins[0]
            if first.winner == first.payer:
                if r.phase in _ANSWERS:
                    self.answer({}, "tsumo")
                self.step(first.winner, r.drawn | _TSUMO, f"tsumo by seat {first.winner}")
            else:
                chosen = {w.winner: r.offered | _RON for w in played.wins}
                self.answer(chosen, f"ron by seats {sorted(chosen)}")
        elif played.draw is not None:
            self.end_draw(played.draw)
        elif not r.over:
            return  # the log breaks off here
        if not r.over:
            raise Differs("the end", "end", "the round is over", f"seats {r.waiting} are asked")
        if r.indicators != self.indicators:
            raise Differs("the end", "indicator", texts(self.indicators), texts(r.indicators))

    def end_draw(self, draw: LoggedDraw) -> None:
        r = self.round
        if draw.kind == "nine_terminals":
            self.step(r.turn, _NINE, "nine terminals")
        elif draw.kind == "triple_ron" and r.phase in _ANSWERS:
            for seat in r.waiting:
                self.step(seat, r.offered | _RON, "triple ron")
        else:
            self.answer({}, draw.kind)
            while r.phase == _SHOW and not r.over:
                seat = r.waiting[0]
                shows = draw.tenpai is None or seat in draw.tenpai
                self.step(seat, _TYPES["tenpai" if shows else "noten"] << 7 | 63, draw.kind)
