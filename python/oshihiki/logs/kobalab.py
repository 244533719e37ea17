"""The JSON paipu of kobalab's programs, read.

Seats in a round count from its dealer; ``defen``, ``rank`` and ``point`` of the match from a
player who is not always the first dealer (``qijia`` is).
"""

from __future__ import annotations

from typing import Any

from oshihiki.errors import LogError
from oshihiki.logs.build import MISSHAPEN, Builder, integer, integers, reading, rounds_of
from oshihiki.logs.model import (
    RED_BIT,
    LoggedDraw,
    LoggedMatch,
    LoggedRound,
    LoggedWin,
    Op,
    round_name,
    tile_codes,
)
from oshihiki.logs.notation import kobalab_tiles
from oshihiki.logs.yaku import YAKUMAN, japanese_yaku

__all__ = ["parse"]

_DRAWS = {
    "荒牌平局": "exhaustive",
    "流局": "exhaustive",
    "流し満貫": "nagashi",
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四開槓": "four_kans",
    "三家和了": "triple_ron",
    "三家和": "triple_ron",
}
_FROM = {"+": 1, "=": 2, "-": 3}  # whose tile, counted from the caller


def parse(data: Any, log: str = "") -> LoggedMatch:
    """Reads one paipu.

    Parameters
    ----------
    data : dict
        The JSON object.
    log : str
        The id that messages name.

    Raises
    ------
    LogError
        The message names the round and the number of the entry in it.
    """
    match = LoggedMatch(log, "kobalab", 4, True)
    with reading(log) as place:
        rounds = rounds_of(data, "paipu")
        first = integer(data.get("qijia", 0), "qijia", 0, 3)
        match.display = str(data.get("title", ""))
        names = data.get("player")
        if isinstance(names, list) and len(names) == 4:
            match.names = tuple(str(names[(first + s) % 4]) for s in range(4))
        match.reds = "0" in _tiles_of(rounds)
        for number, entries in enumerate(rounds):
            place.at = f"{log}: log[{number}]"
            _Round(match, entries, place.at).read()
        place.at = f"{log}: defen, point"
        if "defen" in data:
            final = integers(data["defen"], "points", 4)
            match.final = tuple(final[(first + s) % 4] for s in range(4))
        if "point" in data and match.final is not None:
            points = [float(p) for p in data["point"]]
            match.exact = any(p != int(p) for p in points)
            match.results = tuple(round(points[(first + s) % 4] * 10) * 100 for s in range(4))
    return match


def _tiles_of(rounds: Any) -> str:
    """The tile texts of the hands and draws, to see whether red fives are among them."""
    out = []
    for entries in rounds:
        for entry in entries:
            for key, value in entry.items():
                if key == "qipai":
                    out += value["shoupai"]
                elif key in ("zimo", "gangzimo"):
                    out.append(value["p"])
    return " ".join(out)


class _Round:
    """Reads one round."""

    def __init__(self, match: LoggedMatch, entries: Any, where: str) -> None:
        if not isinstance(entries, list) or not entries or "qipai" not in entries[0]:
            raise LogError("a round begins with qipai")
        self.match = match
        self.entries = entries
        self.where = where
        self.builder = Builder(tile_codes(match.reds), 4)
        self.dealer = 0
        self.wins: list[LoggedWin] = []
        self.draw: LoggedDraw | None = None
        self.ura: tuple[int, ...] = ()

    def seat(self, value: Any) -> int:
        return (self.dealer + integer(value, "seat", 0, 3)) % 4

    def by_seat(self, values: Any, what: str) -> tuple[int, ...]:
        numbers = integers(values, what, 4)
        return tuple(numbers[(s - self.dealer) % 4] for s in range(4))

    def read(self) -> None:
        builder = self.builder
        start = self.entries[0]["qipai"]
        wind = integer(start["zhuangfeng"], "zhuangfeng", 0, 3)
        self.dealer = integer(start["jushu"], "jushu", 0, 3)
        honba = integer(start["changbang"], "changbang", 0, 200)
        name = round_name(wind, self.dealer, honba)
        number = 0
        try:
            builder.dora(self._one(start["baopai"]))
            for relative, hand in enumerate(start["shoupai"]):
                builder.deal(self.seat(relative), kobalab_tiles(hand))
            for place, entry in enumerate(self.entries[1:], 1):
                number = place
                if self.draw is not None:
                    raise LogError("an entry after the round's end")
                ((kind, value),) = entry.items()
                self._entry(kind, value)
        except LogError as error:
            raise LogError(f"{self.where}[{number}]: round {name}: {error}") from None
        except MISSHAPEN as error:
            raise LogError(f"{self.where}[{number}]: round {name}: {error!r}") from None
        out: LoggedRound = builder.finish(
            wind=wind,
            dealer=self.dealer,
            honba=honba,
            deposits=integer(start["lizhibang"], "lizhibang", 0, 200),
            scores=self.by_seat(start["defen"], "scores"),
        )
        out.timed = False  # an ankan's stands after its draw
        out.wins, out.draw, out.ura = self.wins, self.draw, self.ura
        self.match.rounds.append(out)

    @staticmethod
    def _one(text: str) -> int:
        tiles = kobalab_tiles(text)
        if len(tiles) != 1:
            raise LogError(f"{text!r} is not one tile")
        return tiles[0]

    def _entry(self, kind: str, value: Any) -> None:
        builder = self.builder
        if self.wins and kind != "hule":
            raise LogError(f"{kind} after a win")
        if kind in ("zimo", "gangzimo"):
            builder.draw(self.seat(value["l"]), self._one(value["p"]))
        elif kind == "dapai":
            seat, text = self.seat(value["l"]), value["p"]
            if "*" in text:
                builder.riichi(seat)
            builder.discard(seat, self._one(text), "_" in text)
        elif kind == "fulou":
            self._call(self.seat(value["l"]), value["m"])
        elif kind == "gang":
            self._kan(self.seat(value["l"]), value["m"])
        elif kind == "kaigang":
            builder.dora(self._one(value["baopai"]))
        elif kind == "hule":
            self._win(value)
        elif kind == "pingju":
            self._no_winner(value)
        else:
            raise LogError(f"unknown entry {kind!r}")

    def _call(self, seat: int, text: str) -> None:
        place = next((i for i, c in enumerate(text) if c in _FROM), -1)
        tiles = kobalab_tiles(text)
        if place < 2 or len(tiles) not in (3, 4):
            raise LogError(f"{text!r} is not a call")
        taken = place - 2  # the tile before the mark
        own = [t for i, t in enumerate(tiles) if i != taken]
        if len(tiles) == 4:
            op = Op.DAIMINKAN
        else:
            op = Op.PON if len({t & ~RED_BIT for t in tiles}) == 1 else Op.CHI
        other = (seat + _FROM[text[place]]) % 4
        self.builder.call(op, seat, other, tiles[taken], own)

    def _kan(self, seat: int, text: str) -> None:
        tiles = kobalab_tiles(text)
        if len(tiles) != 4:
            raise LogError(f"{text!r} is not a kan")
        if any(c in _FROM for c in text):
            self.builder.kakan(seat, tiles[-1])
        else:
            self.builder.ankan(seat, tiles)

    def _win(self, value: dict[str, Any]) -> None:
        builder = self.builder
        winner = self.seat(value["l"])
        payer = winner if value["baojia"] is None else self.seat(value["baojia"])
        tile, hand = builder.winning(winner, payer)
        shown = value["shoupai"].split(",")[0]
        hand = builder.matched(winner, kobalab_tiles(shown), hand)
        yaku: list[tuple[str, int | None]] = []
        for one in value.get("hupai") or []:
            own = japanese_yaku(one["name"])
            if own is None:
                raise LogError(f"{one['name']!r} is not a yaku that is known")
            counted = one["fanshu"]
            yaku.append((own, None if isinstance(counted, str) else integer(counted, "fanshu")))
        win = LoggedWin(
            winner,
            payer,
            tile,
            hand,
            points=integer(value["defen"], "defen"),
            yaku=yaku,
            yakuman=sum(own in YAKUMAN for own, _ in yaku),
            deltas=self.by_seat(value["fenpei"], "fenpei"),
        )
        if win.yakuman:
            win.fu, win.han = 0, 0
        else:
            win.fu = integer(value["fu"], "fu")
            win.han = integer(value["fanshu"], "fanshu")
        ura = value.get("fubaopai")
        if ura:
            if not self.ura:
                self.ura = tuple(builder.copies.new(self._one(text)) for text in ura)
            win.ura = self.ura
        self.wins.append(win)

    def _no_winner(self, value: dict[str, Any]) -> None:
        builder = self.builder
        kind = _DRAWS.get(value["name"])
        if kind is None:
            raise LogError(f"unknown kind of draw {value['name']!r}")
        builder.aborted(kind)
        hands = {}
        for place, text in enumerate(value["shoupai"]):
            if text:
                seat = self.seat(place)
                codes = kobalab_tiles(text.split(",")[0])
                hands[seat] = builder.matched(seat, codes, builder.hand(seat))
        tenpai = tuple(sorted(hands)) if kind == "exhaustive" else None
        self.draw = LoggedDraw(kind, tenpai, hands, self.by_seat(value["fenpei"], "fenpei"))
