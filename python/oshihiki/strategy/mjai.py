"""mjai, the protocol of JSON lines that bots speak: messages of a round, answers, and bots as
strategies.

A bot hears a message and answers with one, ``{"type": "none"}`` where it does nothing. Seats are
mjai's actors: both count from the first dealer.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.play import Action, ActionType, Event, EventType
from oshihiki.strategy.plugin import Asked, BotError, RoundStart

__all__ = ["MjaiBot", "MjaiProcess", "Teller", "action_of", "message_of", "tile_code", "tile_name"]

Message = dict[str, Any]
_HONOURS = "ESWNPFC"
_WINDS = "ESWN"
_NONE: Message = {"type": "none"}
# Messages after which a bot may have something to do; what comes later (an indicator, an accepted
# riichi) is told but not answered.
_OPEN = frozenset(
    ("tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "nukidora", "reach")
)


def tile_name(code: int) -> str:
    """mjai's name of a tile code: ``5m``, ``5mr``, ``E``.

    Examples
    --------
    >>> from oshihiki.strategy.mjai import tile_name
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
    return dict(_NONE)


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


class _Mjai(Asked):
    """What bots in a process and in this one share: hears messages, gives one answer."""

    _teller: Teller | None = None

    def start_round(self, start: RoundStart) -> None:
        if self._teller is None:
            self._teller = Teller(start.seat, start.rules)
            self._waiting: list[Message] = [self._teller.start_game()]
            self._echoed = False  # whether the bot has heard of its own riichi
            self._heard = ""
        self._teller.start_round(start)

    def observe(self, event: Event) -> None:
        assert self._teller is not None
        for message in self._teller.tell(event):
            if self._echoed and message == {"type": "reach", "actor": self._teller.seat}:
                self._echoed = False
                continue
            self._waiting.append(message)

    def decide(self, view: Any, legal: Sequence[Action]) -> int:
        self.ask()
        return self.decided([action.code for action in legal])

    def ask(self) -> None:
        """Tell what is to be told, without waiting for the answer."""
        self._heard = next(
            (json.dumps(m) for m in reversed(self._waiting) if m["type"] in _OPEN), self._heard
        )
        told, self._waiting = self._waiting, []
        self._tell(told)

    def decided(self, codes: list[int]) -> int:
        teller = self._teller
        assert teller is not None
        answer = self._answer()
        if all(code >> 7 & 15 in (ActionType.tenpai, ActionType.noten) for code in codes):
            return codes[0]  # mjai does not ask whether to show
        code = action_of(answer, codes, teller.seat, teller.reds)
        if code is None:
            self._illegal(answer, codes)
        assert code is not None
        if code >> 7 & 15 != ActionType.riichi:
            return code
        # The declared riichi is told back, and its tile answered.
        reach = {"type": "reach", "actor": teller.seat}
        self._echoed = True
        self._heard = json.dumps(reach)
        self._tell([reach])
        tile = self._answer()
        riichi = {c & ~(15 << 7) | ActionType.discard << 7: c for c in codes if _is_riichi(c)}
        chosen = action_of(tile, list(riichi), teller.seat, teller.reds)
        if chosen is None:
            self._illegal(tile, list(riichi))
        assert chosen is not None
        return riichi[chosen]

    def _illegal(self, answer: Message, codes: list[int]) -> None:
        names = ", ".join(_core.action_text(code) for code in codes)
        raise BotError(
            f"answered {json.dumps(answer)} to {self._heard}, which is not legal; legal are {names}"
        )

    def end_round(self, scores: list[int]) -> None:
        if len(self._waiting) > 200:  # nobody asks it anything: keep what is told short
            self.ask()
            self._answer()

    def _tell(self, messages: list[Message]) -> None:
        raise NotImplementedError

    def _answer(self) -> Message:
        """The answer to the last message told that may be answered."""
        raise NotImplementedError


def _is_riichi(code: int) -> bool:
    return code >> 7 & 15 == ActionType.riichi


def _deciding(messages: list[Message]) -> int:
    """Which of the messages is answered."""
    for i in range(len(messages) - 1, -1, -1):
        if messages[i]["type"] in _OPEN:
            return i
    return len(messages) - 1


class MjaiBot(_Mjai):
    """An object with ``react(event_json)`` that gives an answer's JSON (or None) as a strategy.

    Parameters
    ----------
    make
        Makes the bot of one seat and match: called with the seat. A bot itself also does, if one
        is enough: then at most one match is in flight and it may take one seat.

    Examples
    --------
    >>> import json
    >>> import oshihiki as oh
    >>> from oshihiki.strategy.mjai import MjaiBot
    >>> class Tsumogiri:
    ...     def react(self, event_json):
    ...         event = json.loads(event_json)
    ...         if event["type"] == "start_game":
    ...             self.id = event["id"]
    ...         if event["type"] == "tsumo" and event["actor"] == self.id:
    ...             return json.dumps(
    ...                 {"type": "dahai", "actor": self.id, "pai": event["pai"], "tsumogiri": True}
    ...             )
    >>> bot = MjaiBot(lambda seat: Tsumogiri())
    >>> oh.simulate([bot, "tsumogiri", "tsumogiri", "tsumogiri"], matches=1).matches
    1
    """

    def __init__(self, make: Any) -> None:
        super().__init__()
        self._make = make
        self._bot: Any = None
        self._last: Message = _NONE
        if hasattr(make, "react"):
            self.in_flight = 1  # type: ignore[misc]

    def __str__(self) -> str:
        return f"mjai:{getattr(self._make, '__name__', type(self._make).__name__)}"

    def start_round(self, start: RoundStart) -> None:
        if self._bot is None:
            self._bot = self._make if hasattr(self._make, "react") else self._make(start.seat)
        super().start_round(start)

    def _tell(self, messages: list[Message]) -> None:
        deciding = _deciding(messages)
        for i, message in enumerate(messages):
            answer = self._bot.react(json.dumps(message))
            if i == deciding:
                self._last = _NONE if answer is None else _read(answer)

    def _answer(self) -> Message:
        return self._last


def _read(line: Any) -> Message:
    try:
        answer = json.loads(line)
    except (ValueError, TypeError):
        raise BotError(f"answered {line!r}, which is not JSON") from None
    if not isinstance(answer, dict):
        raise BotError(f"answered {line!r}, which is no message")
    return answer


class MjaiProcess(_Mjai):
    """A process that speaks mjai over its standard input and output, a line a message.

    It hears every message and answers each with one line. A match has a process of its own for
    each seat; one that still runs after ``end_game`` is used again.

    Parameters
    ----------
    command
        The command, as a shell would split it.
    timeout
        Seconds it has for an answer.
    processes
        Matches played side by side.
    start
        Seconds it has for its first answer.
    """

    def __init__(
        self, command: str, timeout: float = 10.0, processes: int = 1, start: float = 60.0
    ) -> None:
        super().__init__()
        self._command = command
        self._timeout = timeout
        self._start = start
        self.in_flight = processes  # type: ignore[misc]
        self._idle: list[_Pipe] = []  # shared by all copies
        self._pipe: _Pipe | None = None

    @classmethod
    def parse(cls, text: str) -> MjaiProcess:
        """``COMMAND`` or ``timeout=5,processes=2:COMMAND``."""
        options: dict[str, float] = {}
        whole = text
        found = re.match(r"((?:(?:timeout|processes|start)=[\d.]+,?)+):(.*)", text, re.DOTALL)
        if found:
            text = found[2]
            for part in filter(None, found[1].split(",")):
                name, _, value = part.partition("=")
                options[name] = float(value)
        if not text.strip():
            raise StrategyError("mjai: a command is wanted, as in mjai:python my_bot.py")
        processes = int(options.pop("processes", 1))
        made = cls(text.strip(), processes=processes, **options)
        made.known_as = f"mjai:{whole}"
        return made

    def __str__(self) -> str:
        return self.known_as or f"mjai:{self._command}"

    def start_round(self, start: RoundStart) -> None:
        if self._pipe is None:
            self._pipe = self._idle.pop() if self._idle else _Pipe(self._command, self._start)
        super().start_round(start)

    def _tell(self, messages: list[Message]) -> None:
        assert self._pipe is not None
        self._pipe.tell(messages)

    def _answer(self) -> Message:
        assert self._pipe is not None
        return self._pipe.answer(self._timeout)

    def match_over(self) -> None:
        pipe, self._pipe = self._pipe, None
        if pipe is None:
            return
        try:
            pipe.tell([*self._waiting, {"type": "end_game"}])
            pipe.answer(self._timeout)
        except BotError:
            pipe.close()  # many end with the game
            return
        if pipe.ended():
            pipe.close()
        else:
            self._idle.append(pipe)

    def close(self) -> None:
        for pipe in self._idle:
            pipe.close()
        self._idle.clear()
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


class _Pipe:
    """One process and what it still owes."""

    def __init__(self, command: str, first: float) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in close)
        self._command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise BotError(f"cannot be started: {error}") from error
        self._buffer = b""
        self._owed = 0  # lines not read yet
        self._wanted = 0  # which of them is the answer
        self._last = ""
        self._told = ""
        self._extra: float = first

    def tell(self, messages: list[Message]) -> None:
        assert self._process.stdin is not None
        lines = [json.dumps(message, separators=(",", ":")) for message in messages]
        self._told = lines[-1]
        self._wanted = self._owed + _deciding(messages)
        self._owed += len(lines)
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None

    def answer(self, timeout: float) -> Message:
        """Reads every line owed; the answer is one of them."""
        until = time.monotonic() + max(timeout, self._extra)
        wanted = ""
        for i in range(self._owed):
            line = self._line(until)
            self._last = line
            if i == self._wanted:
                wanted = line
        self._owed = self._wanted = 0
        self._extra = 0.0
        return _read(wanted)

    def _line(self, until: float) -> str:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise BotError(f"gave no answer in time to {self._told}; {self._said()}")
            part = os.read(descriptor, 65536)
            if not part:
                raise self._died()
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _said(self) -> str:
        return f"its last line was {self._last!r}" if self._last else "it had said nothing"

    def _died(self) -> BotError:
        try:
            code: Any = self._process.wait(1)
        except subprocess.TimeoutExpired:
            code = "none: its output is closed"
        self._errors.seek(0)
        errors = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        tail = f"; its last error: {errors[-1]}" if errors else ""
        return BotError(f"ended (exit code {code}) after {self._told}; {self._said()}{tail}")

    def ended(self) -> bool:
        return self._process.poll() is not None

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()
