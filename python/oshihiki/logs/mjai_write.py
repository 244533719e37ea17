"""mjai's events, written.

What other programs' mjai does not tell stands under ``meta``, which readers pass over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from oshihiki.errors import LogError
from oshihiki.logs.mjai import REASONS
from oshihiki.logs.model import NO_SEAT, LoggedMatch, LoggedRound, LoggedWin, Op, tile_codes
from oshihiki.logs.notation import MJAI
from oshihiki.logs.yaku import MJAI as YAKU

__all__ = ["events", "render"]

_REASON = {kind: reason for reason, kind in reversed(list(REASONS.items()))}
_YAKU = {own: name for name, own in YAKU.items()} | {
    "haku": "sangenpai",
    "hatsu": "sangenpai",
    "chun": "sangenpai",
}
_CALLS = {Op.CHI: "chi", Op.PON: "pon", Op.DAIMINKAN: "daiminkan"}


def render(match: LoggedMatch) -> str:
    """The match as JSON lines.

    Raises
    ------
    LogError
        A round's standing or a hand is not known, or mjai has no name for a tile or yaku.
    """
    return "".join(json.dumps(e, ensure_ascii=False) + "\n" for e in events(match))


def events(match: LoggedMatch) -> Iterator[dict[str, Any]]:
    """The events of a match; the exceptions of :func:`render`."""
    start: dict[str, Any] = {"type": "start_game", "names": list(match.names)}
    if len(match.names) != match.players:
        start["names"] = [f"seat {s}" for s in range(match.players)]
    if match.tonpuu is not None:
        start["kyoku_first"] = 4 if match.tonpuu else 0
    start["aka_flag"] = bool(match.reds)
    meta: dict[str, Any] = {}
    if match.type is not None:
        meta["type"] = match.type
    if match.lobby is not None:
        meta["lobby"] = match.lobby
    if match.profile:
        meta["rules"] = match.profile
    if meta:
        start["meta"] = meta
    yield start
    for played in match.rounds:
        try:
            yield from _Round(match, played).events()
        except LogError as error:
            raise LogError(f"{match.log}: round {played.name}: {error}") from None
    if match.final is None:  # the match has no end here
        return
    end: dict[str, Any] = {"type": "end_game", "scores": list(match.final)}
    if match.results is not None:
        end["meta"] = {"results": [r / 1000 if r % 1000 else r // 1000 for r in match.results]}
    yield end


class _Round:
    """Writes one round."""

    def __init__(self, match: LoggedMatch, played: LoggedRound) -> None:
        if played.scores is None or played.deposits is None or played.follows:
            raise LogError("scores or sticks are not known")
        self.match = match
        self.played = played
        self.codes = tile_codes(match.reds, match.players)
        self.now = list(played.scores)

    def tile(self, tile: int | None) -> str:
        if tile is None:
            raise LogError("a hidden tile")
        text = MJAI.get(self.codes[tile])
        if text is None:
            raise LogError("mjai has no red tile but the fives")
        return text

    def tiles(self, tiles: Any) -> list[str]:
        return [self.tile(t) for t in tiles]

    def events(self) -> Iterator[dict[str, Any]]:
        played = self.played
        yield {
            "type": "start_kyoku",
            "bakaze": "ESWN"[played.wind],
            "kyoku": played.dealer + 1,
            "honba": played.honba,
            "kyotaku": played.deposits,
            "oya": played.dealer,
            "dora_marker": self.tile(played.indicator),
            "scores": list(self.now),
            "tehais": [self.tiles(hand) for hand in played.hands],
        }
        for moment in played.moments:
            yield self._moment(moment)
        for win in played.wins:
            yield self._win(win)
        if played.draw is not None:
            yield self._draw()
        if played.ended:
            yield {"type": "end_kyoku"}

    def _moment(self, moment: Any) -> dict[str, Any]:
        op, seat = moment.op, moment.seat
        if op == Op.DRAW:
            return {"type": "tsumo", "actor": seat, "pai": self.tile(moment.tile)}
        if op == Op.DISCARD:
            return {
                "type": "dahai",
                "actor": seat,
                "pai": self.tile(moment.tile),
                "tsumogiri": moment.drawn,
            }
        if op == Op.RIICHI:
            return {"type": "reach", "actor": seat}
        if op == Op.DEPOSIT:
            self.now[seat] -= 1000
            deltas = [-1000 if s == seat else 0 for s in range(self.match.players)]
            scores = list(self.now)
            return {"type": "reach_accepted", "actor": seat, "deltas": deltas, "scores": scores}
        if op in _CALLS:
            return {
                "type": _CALLS[op],
                "actor": seat,
                "target": moment.other,
                "pai": self.tile(moment.tile),
                "consumed": self.tiles(moment.own),
            }
        if op == Op.ANKAN:
            return {"type": "ankan", "actor": seat, "consumed": self.tiles(moment.own)}
        if op == Op.KAKAN:
            return {
                "type": "kakan",
                "actor": seat,
                "pai": self.tile(moment.tile),
                "consumed": self.tiles(moment.own),
            }
        if op == Op.KITA:
            return {"type": "nukidora", "actor": seat, "pai": self.tile(moment.tile)}
        return {"type": "dora", "dora_marker": self.tile(moment.tile)}

    def _changed(self, event: dict[str, Any], deltas: tuple[int, ...] | None) -> None:
        if deltas is None:
            raise LogError("the changes of the scores are not known")
        self.now = [n + d for n, d in zip(self.now, deltas, strict=True)]
        event["deltas"] = list(deltas)
        event["scores"] = list(self.now)

    def _win(self, win: LoggedWin) -> dict[str, Any]:
        hand = list(win.hand)
        if win.tile in hand:
            hand.remove(win.tile)
        event: dict[str, Any] = {
            "type": "hora",
            "actor": win.winner,
            "target": win.payer,
            "pai": self.tile(win.tile),
            "uradora_markers": self.tiles(win.ura or ()),
            "hora_tehais": self.tiles(hand),
        }
        if win.yaku is not None:
            if not win.yakuman and any(han is None for _, han in win.yaku):
                raise LogError("the han of a yaku are not known")
            named = [(_YAKU.get(own, own), han) for own, han in win.yaku]
            event["yakus"] = [[name, 13 if han is None else han] for name, han in named]
        if win.fu is not None and win.han is not None:
            event["fu"] = win.fu
            event["fan"] = 13 * win.yakuman if win.yakuman else win.han
        if win.points is not None:
            event["hora_points"] = win.points
        if win.pao != NO_SEAT:
            event["pao"] = win.pao
        self._changed(event, win.deltas)
        return event

    def _draw(self) -> dict[str, Any]:
        draw = self.played.draw
        assert draw is not None
        event: dict[str, Any] = {"type": "ryukyoku", "reason": _REASON[draw.kind]}
        if draw.hands:
            event["tehais"] = [
                self.tiles(draw.hands[s]) if s in draw.hands else ["?"] * 13
                for s in range(self.match.players)
            ]
        if draw.tenpai is not None:
            event["tenpais"] = [s in draw.tenpai for s in range(self.match.players)]
        self._changed(event, draw.deltas)
        return event
