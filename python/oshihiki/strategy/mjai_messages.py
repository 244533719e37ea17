"""mjai's messages: what is told of a round, and what a bot answers.

Seats are mjai's actors: both count from the first dealer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from oshihiki import _core
from oshihiki.play import ActionType, Event, EventType
from oshihiki.strategy.plugin import RoundStart

__all__ = [
    "NONE",
    "Message",
    "Teller",
    "action_of",
    "message_of",
    "reds_of",
    "tile_code",
    "tile_name",
]

Message = dict[str, Any]
NONE: Message = {"type": "none"}
_HONOURS = "ESWNPFC"
_WINDS = "ESWN"


def tile_name(code: int) -> str:
    """mjai's name of a tile code: ``5m``, ``5mr``, ``E``.

    Examples
    --------
    >>> from oshihiki.strategy.mjai_messages import tile_name
    >>> tile_name(4), tile_name(4 | 64), tile_name(31)
    ('5m', '5mr', 'P')
    """
    kind = code & 63
    if kind >= 34:
        return "?"
    if kind >= 27:
        return _HONOURS[kind - 27] + ("r" if code & 64 else "")
    return f"{kind % 9 + 1}{'mps'[kind // 9]}{'r' if code & 64 else ''}"


def tile_code(name: str) -> int:
    """The tile code of mjai's name.

    Raises
    ------
    ValueError
        No tile has that name.
    """
    found = re.fullmatch(r"(?:([1-9])([mps])|([ESWNPFC]))(r?)", name)
    if found is None:
        raise ValueError(f"{name!r} is no tile of mjai")
    rank, suit, honour, red = found.groups()
    kind = 27 + _HONOURS.index(honour) if honour else "mps".index(suit) * 9 + int(rank) - 1
    return kind | (64 if red else 0)


def _text_code(text: str | None) -> int:
    return 63 if text is None else _core.parse_tile_code(text)


def _of_kind(kind: int, reds: int, count: int) -> list[int]:
    """Tiles of one kind, its red ones last."""
    return [kind | (64 if i >= count - reds else 0) for i in range(count)]


def _consumed(code: int, reds_of_kind: int) -> list[int]:
    """The own tiles that a call or concealed kan takes."""
    kind, red = code & 63, code >> 6 & 1
    position, reds = code >> 12 & 3, code >> 14 & 3
    what = code >> 7 & 15
    if what == ActionType.chi:
        kinds = [kind - position + i for i in range(3) if i != position]
        return [k | (64 if reds >> i & 1 else 0) for i, k in enumerate(kinds)]
    if what == ActionType.pon:
        return _of_kind(kind, reds, 2)
    if what == ActionType.daiminkan:
        return _of_kind(kind, reds_of_kind - red, 3)
    return _of_kind(kind, reds_of_kind, 4)  # ankan


def message_of(
    code: int, actor: int, target: int, reds: Sequence[int], pons: dict[int, list[int]] | None
) -> Message:
    """An action as mjai's message; ``reach`` for a riichi, whose ``dahai`` comes apart.

    Parameters
    ----------
    code
        The action's code.
    actor, target
        Who acts, and whose tile it is about.
    reds
        How many red tiles of each kind the rules have.
    pons
        The actor's pons by kind, for the tiles of a kakan.
    """
    what = ActionType(code >> 7 & 15)
    tile = code & 127
    if what == ActionType.discard:
        pai = tile_name(tile)
        return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": bool(code >> 11 & 1)}
    if what == ActionType.riichi:
        return {"type": "reach", "actor": actor}
    if what in (ActionType.tsumo, ActionType.ron):
        return {"type": "hora", "actor": actor, "target": target, "pai": tile_name(tile)}
    if what in (ActionType.chi, ActionType.pon, ActionType.daiminkan):
        own = [tile_name(t) for t in _consumed(code, reds[code & 63])]
        call = {"type": what.name, "actor": actor, "target": target, "pai": tile_name(tile)}
        return {**call, "consumed": own}
    if what == ActionType.ankan:
        own = [tile_name(t) for t in _consumed(code, reds[code & 63])]
        return {"type": "ankan", "actor": actor, "consumed": own}
    if what == ActionType.kakan:
        own = [tile_name(t) for t in (pons or {}).get(tile & 63, _of_kind(tile & 63, 0, 3))]
        return {"type": "kakan", "actor": actor, "pai": tile_name(tile), "consumed": own}
    if what == ActionType.kita:
        return {"type": "nukidora", "actor": actor, "pai": "N"}
    if what == ActionType.nine_terminals:
        return {"type": "ryukyoku", "actor": actor}
    return dict(NONE)


def action_of(answer: Message, legal: Sequence[int], actor: int, reds: Sequence[int]) -> int | None:
    """The legal action that a bot's answer means; None when there is none.

    A ``dahai`` need not say whether it is the drawn tile. ``reach`` stands for any riichi: its
    tile follows.
    """
    kind = answer.get("type")
    if answer.get("actor", actor) != actor:
        return None
    best = None
    for code in legal:
        what = ActionType(code >> 7 & 15)
        mine = message_of(code, actor, actor, reds, None)["type"]
        if what in (ActionType.tenpai, ActionType.noten):
            continue
        if mine != kind:
            continue
        if kind == "dahai":
            if answer.get("pai") != tile_name(code & 127):
                continue
            if answer.get("tsumogiri") == bool(code >> 11 & 1):
                return code
            best = code if best is None else best
            continue
        if kind in ("chi", "pon", "daiminkan", "ankan"):
            wanted = answer.get("consumed")
            own = [tile_name(t) for t in _consumed(code, reds[code & 63])]
            if wanted is not None and sorted(wanted) != sorted(own):
                continue
        if kind == "kakan" and answer.get("pai") != tile_name(code & 127):
            continue
        return code
    return best


def reds_of(rules: Any) -> list[int]:
    """How many red tiles of each kind the rules have."""
    reds = [0] * 34
    for code in _core.wall_sorted(rules).codes:
        reds[code & 63] += code >> 6
    return reds


class Teller:
    """Tells one seat's match as mjai's messages, from the events that the seat may see."""

    def __init__(self, seat: int, rules: Any) -> None:
        self.seat = seat
        self.reds = reds_of(rules)
        self.players = rules.players

    def start_game(self) -> Message:
        names = [f"seat {s}" for s in range(self.players)]
        return {"type": "start_game", "id": self.seat, "names": names}

    def start_round(self, start: RoundStart) -> None:
        """Begins a round; its ``start_kyoku`` comes when the tiles are dealt."""
        self._standing = start.standing
        self._hand: list[str] = []
        self._dealt = False
        self._declared = False
        self._last = 0
        self._pons: list[dict[int, list[int]]] = [{} for _ in range(self.players)]
        self._wins: list[Message] = []
        self._riichi: set[int | None] = set()
        self._deltas = [0] * self.players
        self._reason = ""

    def _start_kyoku(self, indicator: str | None) -> Message:
        s = self._standing
        hidden = ["?"] * 13
        hands = [self._hand if i == self.seat else hidden for i in range(self.players)]
        return {
            "type": "start_kyoku",
            "bakaze": _WINDS[s.wind],
            "kyoku": s.dealer + 1,
            "honba": s.honba,
            "kyotaku": s.deposits,
            "oya": s.dealer,
            "dora_marker": tile_name(_text_code(indicator)),
            "scores": list(s.scores[: self.players]),
            "tehais": hands,
        }

    def tell(self, event: Event) -> Iterator[Message]:
        """The messages of an event."""
        kind, seat = event.type, event.seat
        name = tile_name(_text_code(event.tile))
        if kind == EventType.deal:
            if seat == self.seat:
                self._hand.append(name)
        elif kind == EventType.dora:
            if self._dealt:
                yield {"type": "dora", "dora_marker": name}
            else:
                self._dealt = True
                yield self._start_kyoku(event.tile)
        elif kind in (EventType.draw, EventType.replacement):
            yield {"type": "tsumo", "actor": seat, "pai": name}
        elif kind == EventType.riichi:
            self._riichi.add(seat)
            yield {"type": "reach", "actor": seat}
        elif kind == EventType.deposit:
            yield {"type": "reach_accepted", "actor": seat}
        elif event.action is not None and seat is not None:
            code = event.action.code
            if kind == EventType.discard:
                self._last = seat
                code = code & ~(15 << 7) | ActionType.discard << 7
            elif kind == EventType.pon:
                tiles = [code & 127, *_consumed(code, 0)]
                self._pons[seat][code & 63] = tiles
            elif kind in (EventType.ankan, EventType.kakan, EventType.kita):
                self._last = seat
            yield message_of(code, seat, event.other or 0, self.reds, self._pons[seat])
        elif kind in (EventType.tsumo, EventType.ron):
            target = seat if kind == EventType.tsumo else event.other
            self._wins.append({"type": "hora", "actor": seat, "target": target, "pai": name})
        elif kind == EventType.ura:
            for win in self._wins:
                if win["actor"] in self._riichi:
                    win.setdefault("ura_markers", []).append(name)
        elif kind == EventType.score and seat is not None:
            self._deltas[seat] += event.value
        elif kind == EventType.end:
            if self._wins:
                # How winners of one tile share is not told apart: the first carries it all.
                self._wins[0]["deltas"] = self._deltas
                yield from self._wins
            else:
                yield {"type": "ryukyoku", "deltas": self._deltas}
            yield {"type": "end_kyoku"}
