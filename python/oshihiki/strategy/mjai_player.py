"""A built-in strategy as a bot of mjai: hears messages, answers with one."""

from __future__ import annotations

import json
from typing import Any

from oshihiki import _core
from oshihiki.errors import Error
from oshihiki.play import ActionType
from oshihiki.rules import load
from oshihiki.settle import Standing
from oshihiki.strategy.built_in import built_in
from oshihiki.strategy.mjai_messages import Message, message_of, reds_of, tile_code

__all__ = ["MjaiPlayer"]

_NONE: Message = {"type": "none"}


class MjaiPlayer:
    """Follows a match by mjai's messages and plays one seat of it.

    Parameters
    ----------
    strategy
        A built-in strategy, as :func:`oshihiki.strategy.built_in` takes it.
    rules
        The rules of the table; mjai does not tell them.
    key, match
        The address of its random numbers: the first match it hears is `match`.

    Examples
    --------
    >>> import json
    >>> from oshihiki.strategy.mjai_player import MjaiPlayer
    >>> player = MjaiPlayer("tsumogiri")
    >>> player.react(json.dumps({"type": "start_game", "id": 1}))
    '{"type": "none"}'
    """

    def __init__(
        self, strategy: Any = "balanced", rules: Any = "tenhou", key: int = 1, match: int = 0
    ) -> None:
        self._strategy = built_in(strategy)
        self._rules = load(rules)
        self._reds = reds_of(self._rules)
        self._key = key
        self._match = match - 1
        self._round = -1
        self._seat = -1
        self._follow: _core.Follow | None = None
        self._declared = -1  # who has declared riichi and not discarded yet
        self._last = -1  # whose tile is offered
        self._riichi: Message | None = None  # its own discard to come
        self._pons: dict[int, list[int]] = {}

    @property
    def follow(self) -> _core.Follow | None:
        """The round as it is followed; None between rounds."""
        return self._follow

    def react(self, event_json: str) -> str:
        """The answer's JSON to a message's.

        Raises
        ------
        Error
            The message cannot be, or is none of mjai.
        """
        try:
            message = json.loads(event_json)
            return json.dumps(self.answer(message))
        except (KeyError, ValueError, TypeError, IndexError) as error:
            if isinstance(error, Error):
                raise
            raise Error(f"not a message of mjai ({error!r}): {event_json.strip()}") from error

    def answer(self, message: Message) -> Message:
        """The answer to a message."""
        kind, actor = message["type"], message.get("actor", -1)
        if kind == "start_game":
            self._seat = message["id"]
            self._match += 1
            self._round = -1
            return _NONE
        if kind == "start_kyoku":
            self._start(message)
            return _NONE
        if kind in ("end_kyoku", "end_game", "hora", "ryukyoku"):
            self._follow = None
            return _NONE
        follow = self._follow
        if follow is None or kind in ("reach_accepted", "none"):
            return _NONE
        if kind == "reach":
            self._declared = actor
            mine, self._riichi = self._riichi, None
            return mine if actor == self._seat and mine is not None else _NONE
        if kind == "dora":
            follow.dora(tile_code(message["dora_marker"]))
            return _NONE
        if not self._hear(follow, kind, actor, message):
            return _NONE
        return self._decide(follow) if follow.asked else _NONE

    def _start(self, message: Message) -> None:
        self._round += 1
        self._declared, self._riichi, self._pons = -1, None, {}
        players = self._rules.players
        standing = Standing(
            list(message["scores"])[:players],
            wind="ESWN".index(message["bakaze"]),
            dealer=message["oya"],
            honba=message["honba"],
            deposits=message["kyotaku"],
        )
        hand = [tile_code(name) for name in message["tehais"][self._seat]]
        self._follow = _core.Follow(
            self._rules,
            standing,
            self._seat,
            hand,
            tile_code(message["dora_marker"]),
            self._key,
            max(self._match, 0),
            self._round,
        )

    def _hear(self, follow: _core.Follow, kind: str, actor: int, message: Message) -> bool:
        """Takes the message in; whether the seat may have something to answer."""
        mine = actor == self._seat
        if kind == "tsumo":
            follow.draw(actor, tile_code(message["pai"]) if mine else None)
            return mine
        if kind == "dahai":
            riichi, self._declared = self._declared == actor, -1
            follow.discard(actor, tile_code(message["pai"]), message["tsumogiri"], riichi)
            self._last = actor
            return not mine
        if kind in ("chi", "pon", "daiminkan"):
            self._call(follow, kind, actor, message)
            return mine and kind != "daiminkan"
        if kind in ("ankan", "kakan", "nukidora"):
            if kind == "ankan":
                code = tile_code(message["consumed"][0]) & 63 | ActionType.ankan << 7
            elif kind == "kakan":
                code = tile_code(message["pai"]) | ActionType.kakan << 7
            else:
                code = tile_code(message.get("pai", "N")) | ActionType.kita << 7
            follow.declare(actor, code)
            self._last = actor
            return not mine
        raise ValueError(f"type {kind!r}")

    def _call(self, follow: _core.Follow, kind: str, actor: int, message: Message) -> None:
        tile = tile_code(message["pai"])
        own = sorted(map(tile_code, message["consumed"]), key=lambda code: code & 63)
        code = tile | ActionType[kind] << 7
        if kind == "chi":
            code |= sum(t & 63 < tile & 63 for t in own) << 12
            code |= sum((t >> 6) << i for i, t in enumerate(own)) << 14
        elif kind == "pon":
            code |= sum(t >> 6 for t in own) << 14
            if actor == self._seat:
                self._pons[tile & 63] = [tile, *own]
        follow.call(actor, code)

    def _decide(self, follow: _core.Follow) -> Message:
        code = _core.decide_following(follow, self._strategy)
        answer = message_of(code, self._seat, self._last, self._reds, self._pons)
        if answer["type"] == "reach":
            discard = code & ~(15 << 7) | ActionType.discard << 7
            self._riichi = message_of(discard, self._seat, self._seat, self._reds, None)
        if answer["type"] == "hora" and code >> 7 & 15 == ActionType.tsumo:
            answer["target"] = self._seat
        return answer
