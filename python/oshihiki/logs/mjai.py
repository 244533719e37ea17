"""mjai's events, read.

Several programs write mjai; they differ in what they tell. Scores may stand with each round or
only after it, the changes may be left out, a draw may have no reason, and the oldest form names
neither round nor counters: such a round is taken for the one that follows the round before.
"""

from __future__ import annotations

from typing import Any

from oshihiki.errors import LogError
from oshihiki.logs.build import MISSHAPEN, Builder, integer, integers
from oshihiki.logs.model import (
    NO_SEAT,
    LoggedDraw,
    LoggedMatch,
    LoggedWin,
    Op,
    round_name,
    tile_codes,
)
from oshihiki.logs.notation import mjai_code
from oshihiki.logs.yaku import MAHJONG_SOUL, MJAI, OWN, YAKUMAN

__all__ = ["REASONS", "parse"]

# The first of each kind is written.
REASONS = {
    "fanpai": "exhaustive",
    "ryukyoku": "exhaustive",
    "nagashimangan": "nagashi",
    "nagashi_mangan": "nagashi",
    "kyushukyuhai": "nine_terminals",
    "kyuushu_kyuuhai": "nine_terminals",
    "sufonrenta": "four_winds",
    "suchariichi": "four_riichi",
    "suchareach": "four_riichi",
    "sukaikan": "four_kans",
    "sanchaho": "triple_ron",
}
_WINDS = "ESWN"
_CALLS = {"chi": Op.CHI, "pon": Op.PON, "daiminkan": Op.DAIMINKAN}
_IGNORED = frozenset({"none", "hello", "error", "end_kyoku"})
_LIVE = {4: 70, 3: 55}  # draws of a round, replacement tiles among them; a kita adds none
_DRAGONS = ((31, "haku"), (32, "hatsu"), (33, "chun"))


def parse(events: Any, log: str = "") -> LoggedMatch:
    """Reads the events of one match.

    Parameters
    ----------
    events : list of dict
        The JSON objects.
    log : str
        The id that messages name.

    Raises
    ------
    LogError
        The message names the round, the number of the event (from 0) and its type.
    """
    if not isinstance(events, list) or not events:
        raise LogError(f"{log}: no event in it")
    reader = _Reader(log, events)
    number = -1
    kind = ""
    try:
        for place, event in enumerate(events):
            number = place
            kind = event["type"] if isinstance(event, dict) else ""
            if not isinstance(kind, str) or not kind:
                raise LogError("an event without type")
            reader.event(kind, event)
        number, kind = len(events), "the end"
        return reader.finish()
    except LogError as error:
        raise LogError(f"{reader.where()}, event {number} ({kind}): {error}") from None
    except KeyError as error:
        raise LogError(f"{reader.where()}, event {number} ({kind}): no {error}") from None
    except MISSHAPEN as error:
        raise LogError(f"{reader.where()}, event {number} ({kind}): {error!r}") from None


def _players(events: list[Any]) -> int:
    for event in events:
        if isinstance(event, dict) and event.get("type") == "start_kyoku":
            hands = event.get("tehais")
            if isinstance(hands, list):
                return 3 if len(hands) == 3 or not hands[3] else 4
        if isinstance(event, dict) and event.get("type") == "start_game":
            names = event.get("names")
            if isinstance(names, list) and len(names) == 3:
                return 3
    return 4


class _Reader:
    """Takes one event after another."""

    def __init__(self, log: str, events: list[Any]) -> None:
        players = _players(events)
        # mjai says nothing of three players but by their number; red fives are written "5mr".
        self.match = LoggedMatch(log, "mjai", players, True)
        self.events = events
        self.builder: Builder | None = None
        self.start: dict[str, Any] = {}
        self.follows = False
        self.known: tuple[int, ...] | None = None  # scores after the last round
        self.now: list[int] | None = None
        self.wins: list[LoggedWin] = []
        self.draw: LoggedDraw | None = None
        self.ura: tuple[int, ...] = ()
        self.deposits = 0
        self.ended = False
        self.before: tuple[int, ...] | None = None

    def where(self) -> str:
        log = self.match.log
        if not self.start:
            return f"{log}: before the first round"
        if self.follows or not {"kyoku", "honba"} <= self.start.keys():
            return f"{log}: round {len(self.match.rounds) + 1}"
        return f"{log}: round {self._name()}"

    def _name(self) -> str:
        wind = self.start.get("bakaze")
        number = _WINDS.find(wind) if isinstance(wind, str) and len(wind) == 1 else -1
        kyoku, honba = self.start["kyoku"], self.start["honba"]
        if not isinstance(kyoku, int) or not isinstance(honba, int):
            return str(len(self.match.rounds) + 1)
        return round_name(number, kyoku - 1, honba)

    def active(self) -> Builder:
        if self.builder is None or self.draw is not None:
            raise LogError("not within a round")
        return self.builder

    def event(self, kind: str, event: dict[str, Any]) -> None:
        if kind in _CALLS:
            builder = self._playing()
            builder.call(
                _CALLS[kind],
                builder.seat(event["actor"], "actor"),
                builder.seat(event["target"], "target"),
                mjai_code(event["pai"]),
                [mjai_code(t) for t in event["consumed"]],
            )
        elif kind == "tsumo":
            builder = self._playing()
            builder.draw(builder.seat(event["actor"], "actor"), mjai_code(event["pai"]))
        elif kind == "dahai":
            builder = self._playing()
            drawn = event.get("tsumogiri")
            if drawn is not None and not isinstance(drawn, bool):
                raise LogError(f"tsumogiri {drawn!r} is neither true nor false")
            builder.discard(builder.seat(event["actor"], "actor"), mjai_code(event["pai"]), drawn)
        elif kind == "reach":
            builder = self._playing()
            builder.riichi(builder.seat(event["actor"], "actor"))
        elif kind == "reach_accepted":
            builder = self._playing()
            seat = builder.seat(event["actor"], "actor")
            builder.deposit(seat)
            self.deposits += 1
            if self.now is not None:
                self.now[seat] -= 1000
        elif kind == "dora":
            self._playing().dora(mjai_code(event["dora_marker"]))
        elif kind == "ankan":
            builder = self._playing()
            consumed = [mjai_code(t) for t in event["consumed"]]
            builder.ankan(builder.seat(event["actor"], "actor"), consumed)
        elif kind == "kakan":
            builder = self._playing()
            builder.kakan(builder.seat(event["actor"], "actor"), mjai_code(event["pai"]))
        elif kind in ("nukidora", "kita"):
            builder = self._playing()
            builder.kita(builder.seat(event["actor"], "actor"), mjai_code(event.get("pai", "N")))
        elif kind == "hora":
            self._win(event)
        elif kind == "ryukyoku":
            self._no_winner(event)
        elif kind == "start_kyoku":
            self._begin(event)
        elif kind == "start_game":
            self._head(event)
        elif kind == "end_game":
            self._close()
            self.ended = True
            scores = event.get("scores", self.known)
            if scores is not None:
                self.match.final = integers(list(scores), "scores", self.match.players)
            self._results(event.get("meta"))
        elif kind == "haipai":  # the oldest form deals a seat at a time
            builder = self.active()
            builder.deal(
                builder.seat(event["actor"], "actor"), [mjai_code(t) for t in event["pais"]]
            )
        elif kind not in _IGNORED:
            raise LogError(f"unknown event {kind!r}")

    def _playing(self) -> Builder:
        builder = self.active()
        if self.wins:
            raise LogError("an event after a win")
        return builder

    def _head(self, event: dict[str, Any]) -> None:
        if self.match.rounds or self.builder is not None:
            raise LogError("a second match")
        names = event.get("names")
        if isinstance(names, list):
            self.match.names = tuple(str(n) for n in names[: self.match.players])
        if event.get("aka_flag") is False:
            self.match.reds = False
        first = event.get("kyoku_first")
        if first is not None:
            self.match.tonpuu = integer(first, "kyoku_first", 0, 4) == 4
        meta = event.get("meta")
        if isinstance(meta, dict):
            if "type" in meta:
                self.match.type = integer(meta["type"], "type", 0, 1 << 16)
                self.match.reds = not self.match.type & 2
            if "lobby" in meta:
                self.match.lobby = str(meta["lobby"])
            self.match.profile = str(meta.get("rules", ""))
            self.match.origin = str(meta.get("origin", ""))

    def _results(self, meta: Any) -> None:
        if not isinstance(meta, dict) or "results" not in meta:
            return
        results = meta["results"]
        if len(results) != self.match.players or any(abs(r) > 1e6 for r in results):
            raise LogError(f"{results!r} are not results")
        self.match.exact = any(r != int(r) for r in results)
        self.match.results = tuple(round(r * 10) * 100 for r in results)

    def _begin(self, event: dict[str, Any]) -> None:
        self._close()
        players = self.match.players
        self.start = event
        self.follows = "bakaze" not in event
        if not self.follows:
            wind = event["bakaze"]
            if not isinstance(wind, str) or len(wind) != 1 or wind not in _WINDS:
                raise LogError(f"bakaze {wind!r} is not one of {', '.join(_WINDS)}")
            integer(event["kyoku"], "kyoku", 1, players)
            integer(event["honba"], "honba", 0, 200)
        if "dora_marker" not in event:
            raise LogError("no dora_marker: not a round of riichi mahjong" + self._scored())
        builder = Builder(tile_codes(self.match.reds, players), players)
        self.builder = builder
        builder.dora(mjai_code(event["dora_marker"]))
        for seat, hand in enumerate(event.get("tehais", [])[:players]):
            builder.deal(seat, [mjai_code(t) for t in hand])
        self.now = None
        if "scores" in event:
            self.now = list(integers(event["scores"], "scores", players))
        elif self.known is not None:
            self.now = list(self.known)
        self.before = None if self.now is None else tuple(self.now)
        self.wins, self.draw, self.ura, self.deposits = [], None, (), 0

    def _scored(self) -> str:
        for event in self.events:
            info = event.get("info") if isinstance(event, dict) else None
            if isinstance(info, dict) and info.get("bools"):
                return f"; its hands are counted as {', '.join(map(str, info['bools'][:3]))}"
        return ""

    def _close(self) -> None:
        """The round so far becomes one of the match's."""
        if self.builder is None:
            return
        start, players = self.start, self.match.players
        dealer: Any = start.get("oya", None if self.follows else start["kyoku"] - 1)
        played = self.builder.finish(
            wind=0 if self.follows else _WINDS.index(start["bakaze"]),
            dealer=dealer,
            honba=0 if self.follows else start["honba"],
            deposits=None if self.follows else integer(start.get("kyotaku", 0), "kyotaku", 0, 200),
            scores=self.before,
        )
        if not self.follows and dealer != start["kyoku"] - 1:
            raise LogError(f"oya {dealer} is not the dealer of kyoku {start['kyoku']}")
        played.follows = self.follows
        played.wins, played.draw, played.ura = self.wins, self.draw, self.ura
        if self.now is not None and len(self.now) == players and played.ended:
            played.after = self.known = tuple(self.now)
        if not played.ended:
            self.match.notes.append(f"round {played.name} has no end")
        self.match.rounds.append(played)
        self.builder = None

    def _changes(self, event: dict[str, Any]) -> tuple[int, ...] | None:
        """The changes of the scores, from them or from the scores before and after."""
        players = self.match.players
        after = event.get("scores")
        deltas = None
        if event.get("deltas") is not None:
            deltas = integers(event["deltas"], "deltas", players)
        if after is not None:
            after = integers(after, "scores", players)
            if deltas is None and self.now is not None:
                deltas = tuple(a - b for a, b in zip(after, self.now, strict=True))
        if after is not None:
            if self.before is None and deltas is not None:
                self.before = self._earlier(after, deltas)
            self.now = list(after)
        elif deltas is not None and self.now is not None:
            self.now = [n + d for n, d in zip(self.now, deltas, strict=True)]
        return deltas

    def _earlier(self, after: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
        before = [a - d for a, d in zip(after, deltas, strict=True)]
        for moment in self.active().moments:
            if moment.op == Op.DEPOSIT:
                before[moment.seat] += 1000
        return tuple(before)

    def _win(self, event: dict[str, Any]) -> None:
        builder = self.active()
        winner = builder.seat(event["actor"], "actor")
        payer = builder.seat(event["target"], "target")
        tile, hand = builder.winning(winner, payer)
        if "pai" in event and mjai_code(event["pai"]) != builder.codes[tile]:
            raise LogError(f"a win on {event['pai']}, which was not the last tile")
        if "hora_tehais" in event:
            shown = [mjai_code(t) for t in event["hora_tehais"]]
            if len(shown) % 3 == 1:
                shown.append(builder.codes[tile])
            hand = builder.matched(winner, shown, hand)
        win = LoggedWin(winner, payer, tile, hand, deltas=self._changes(event))
        ura = next(
            (
                event[k]
                for k in ("uradora_markers", "ura_markers", "uradora_marker")
                if event.get(k)
            ),
            None,
        )
        if ura:
            if not self.ura:
                self.ura = tuple(builder.copies.new(mjai_code(t)) for t in ura)
            win.ura = self.ura
        if "hora_points" in event:
            win.points = integer(event["hora_points"], "hora_points")
        win.pao = builder.seat(event["pao"], "pao") if "pao" in event else NO_SEAT
        self._count(event, win)
        self.wins.append(win)

    def _count(self, event: dict[str, Any], win: LoggedWin) -> None:
        """Han, fu and yaku, as far as they are told."""
        if "info" in event and "bools" in event["info"]:
            raise LogError("a hand that riichi mahjong does not count" + self._scored())
        fu, han = event.get("fu"), event.get("fan")
        names: list[tuple[str, int | None]] | None = None
        meta = event.get("meta")
        score = meta.get("score") if isinstance(meta, dict) else None
        if "yakus" in event:
            names = []
            dragons = self._dragons(win)
            for name, value in event["yakus"]:
                own = MJAI.get(name) or (name if name in OWN else None)
                if name == "sangenpai":
                    own = dragons.pop(0) if dragons else "haku"
                    for other in dragons[: integer(value, "fan") - 1]:
                        names.append((other, 1))
                        dragons.remove(other)
                        value = integer(value, "fan") - 1
                if own is None:
                    raise LogError(f"{name!r} is not a yaku that is known")
                names.append((own, integer(value, "fan")))
        elif isinstance(score, dict):
            fu, han = score.get("fu"), score.get("han")
            if isinstance(score.get("yaku"), list):
                names = [(MAHJONG_SOUL[n], None) for n in score["yaku"] if n in MAHJONG_SOUL]
                if len(names) != len(score["yaku"]):
                    names = None
        win.yaku = names
        win.yakuman = sum(own in YAKUMAN for own, _ in names or [])
        if win.yakuman:
            win.fu, win.han = 0, 0
            win.yaku = [(own, None) for own, _ in names or []]
            return
        win.han = None if han is None else integer(han, "fan")
        if fu is not None:
            win.fu = integer(fu, "fu")
            if win.fu % 10 and win.fu != 25:  # some count before rounding
                win.fu += 10 - win.fu % 10
                note = "fu are recorded before rounding"
                if note not in self.match.notes:
                    self.match.notes.append(note)

    def _dragons(self, win: LoggedWin) -> list[str]:
        """The dragons of which the winner has a triplet."""
        builder = self.active()
        tiles = list(win.hand)
        for moment in builder.moments:
            if moment.seat == win.winner and moment.op in (Op.PON, Op.DAIMINKAN, Op.ANKAN):
                assert moment.tile is not None
                tiles += [moment.tile, *moment.own]
        kinds = [builder.codes[t] & 63 for t in tiles]
        return [name for kind, name in _DRAGONS if kinds.count(kind) >= 3]

    def _no_winner(self, event: dict[str, Any]) -> None:
        builder = self.active()
        if self.wins:
            raise LogError("a draw after a win")
        deltas = self._changes(event)
        reason = event.get("reason")
        kind = REASONS.get(reason) if reason is not None else self._kind(deltas)
        if kind is None:
            raise LogError(f"unknown reason {reason!r}; known are {', '.join(REASONS)}")
        hands = {}
        for seat, hand in enumerate((event.get("tehais") or [])[: self.match.players]):
            if hand and "?" not in hand:
                codes = [mjai_code(t) for t in hand]
                hands[seat] = builder.matched(seat, codes, builder.hand(seat))
        tenpai = None
        if isinstance(event.get("tenpais"), list):
            tenpai = tuple(s for s, t in enumerate(event["tenpais"]) if t)
        elif kind == "exhaustive" and deltas is not None and any(deltas):
            tenpai = tuple(s for s, d in enumerate(deltas) if d > 0)
        self.draw = LoggedDraw(kind, tenpai, hands, deltas)

    def _kind(self, deltas: tuple[int, ...] | None) -> str:
        """What kind of draw it is, when its event does not say so."""
        if deltas is not None and any(deltas):
            return "exhaustive" if max(map(abs, deltas)) <= 3000 else "nagashi"
        moments = self.active().moments
        ops = [m.op for m in moments]
        if ops.count(Op.DRAW) >= _LIVE[self.match.players]:
            return "exhaustive"
        if ops.count(Op.RIICHI) == self.match.players:
            return "four_riichi"
        if sum(ops.count(op) for op in (Op.ANKAN, Op.KAKAN, Op.DAIMINKAN)) == 4:
            return "four_kans"
        if ops and ops[-1] == Op.DRAW:
            return "nine_terminals"
        return "four_winds" if ops.count(Op.DISCARD) == 4 else "triple_ron"

    def finish(self) -> LoggedMatch:
        self._close()
        if not self.match.rounds:
            raise LogError("no round in it (no start_kyoku)")
        if not self.ended:
            self.match.notes.append("no end_game")
        return self.match
