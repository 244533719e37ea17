"""Bots that speak mjai, the protocol of JSON lines, as strategies.

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
from collections.abc import Sequence
from typing import Any

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.play import Action, ActionType, Event
from oshihiki.strategy.mjai_messages import NONE, Message, Teller, action_of
from oshihiki.strategy.plugin import Asked, BotError, RoundStart

__all__ = ["MjaiBot", "MjaiProcess"]

# Messages after which a bot may have something to do; what comes later (an indicator, an accepted
# riichi) is told but not answered.
_OPEN = frozenset(
    ("tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "nukidora", "reach")
)


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
        self._last: Message = NONE
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
                self._last = NONE if answer is None else _read(answer)

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
