"""Matches in which somebody outside the core decides: many in flight, asked together."""

from __future__ import annotations

import shlex
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.play import ACTIONS, Action, to_event, view_dtype
from oshihiki.strategy.plugin import (
    NOTHING,
    Asked,
    BotError,
    Legal,
    RoundStart,
    Strategy,
    overrides,
)

if TYPE_CHECKING:
    from oshihiki.simulate import _Run

__all__ = ["fly"]

_MANY = 1024  # matches in flight: a batch pays for its numpy calls, and states stay near the cache
_FEW = 128  # when each decision is asked alone, more only make the caches colder
_SLICE_SECONDS = 0.4
_MOST_CHOMBOS = 50  # of one round: who fails always would have it dealt for ever

_Codes = npt.NDArray[np.uint16]
_Views = npt.NDArray[np.void]


class _Wrong(Exception):
    """An answer that cannot be taken: in which row of the group, and why."""

    def __init__(self, row: int, why: str) -> None:
        super().__init__(why)
        self.row = row
        self.why = why


def _code(given: Any) -> int:
    if isinstance(given, Action):
        return given.code
    try:
        code = int(given.__index__())
    except (AttributeError, TypeError):
        raise BotError(f"answered {given!r}, not an action or its code") from None
    if not 0 <= code < 0xFFFF:
        raise BotError(f"answered {code}, which is no action's code")
    return code


class _Batched:
    """A strategy that decides many rows at once."""

    def __init__(self, strategy: Strategy, check: bool) -> None:
        self.strategy = strategy
        self._check = check

    def decide(self, views: _Views, legal: Legal, first: int) -> _Codes:
        codes = self._ask(views, legal, 0)
        if self._check and len(views) > 1:
            for i in range(len(views)):
                alone = self._ask(views[i : i + 1], legal.rows(i, i + 1), i)[0]
                if alone != codes[i]:
                    raise _Wrong(
                        i,
                        f"answered {_core.action_text(int(codes[i]))!r} among {len(views)} rows "
                        f"and {_core.action_text(int(alone))!r} for the row alone",
                    )
        return codes

    def _ask(self, views: _Views, legal: Legal, row: int) -> _Codes:
        strategy = self.strategy
        strategy._rows, strategy._random = views, None
        try:
            given = strategy.decide_batch(views, legal)
        except Exception as error:
            if len(views) > 1:
                # Whose fault it is: the first row that fails alone.
                for i in range(len(views)):
                    self._ask(views[i : i + 1], legal.rows(i, i + 1), i)
            raise _Wrong(row, f"raised {type(error).__name__}: {error}") from error
        finally:
            strategy._rows = strategy._random = None
        codes = np.asarray(given)
        if codes.shape != (len(views),) or codes.dtype.kind not in "iu":
            raise _Wrong(
                row,
                f"answered an array {codes.dtype}{list(codes.shape)} for {len(views)} rows; whole "
                f"numbers [{len(views)}] are wanted",
            )
        if codes.dtype != np.uint16:
            beyond = np.flatnonzero((codes < 0) | (codes >= 0xFFFF))
            if beyond.size:
                i = int(beyond[0])
                raise _Wrong(row + i, f"answered {codes[i]}, which is no action's code")
            codes = codes.astype(np.uint16)
        return np.ascontiguousarray(codes)


class _OneByOne:
    """A strategy that decides one row at a time."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def decide(self, views: _Views, legal: Legal, first: int) -> _Codes:
        strategy, actions = self.strategy, ACTIONS
        decide = strategy.decide
        answers = np.empty(len(views), np.uint16)
        sizes = legal.sizes.tolist()
        rows = legal.codes.tolist()
        i = 0
        try:
            for i, row in enumerate(rows):
                strategy._rows = view = views[i]
                strategy._random = None
                answer = decide(view, [actions[code] for code in row[: sizes[i]]])
                answers[i] = answer.code if type(answer) is Action else _code(answer)
        except Exception as error:
            raise _Wrong(i, _said(error)) from error
        finally:
            strategy._rows = strategy._random = None
        return answers


def _said(error: Exception) -> str:
    if isinstance(error, BotError):
        return str(error)
    return f"raised {type(error).__name__}: {error}"


class _Seat:
    """One seat of one match of a strategy that keeps something through a round."""

    def __init__(self, strategy: Strategy, match: int) -> None:
        self.strategy = strategy
        self.match = match
        self.round: tuple[int, int, int] | None = None
        self.seen = 0  # events of the round


class _Keeping:
    """A strategy with something of its own for each round: a copy for each seat and match."""

    def __init__(self, strategy: Strategy, flight: _core.Flight, run: _Run) -> None:
        self.strategy = strategy
        self._flight = flight
        self._run = run
        self._seats: dict[tuple[int, int], _Seat] = {}

    def _caught_up(self, slot: int, seat: int) -> Strategy:
        """The seat's copy, after it was told what happened since."""
        flight = self._flight
        address = flight.address(slot)
        kept = self._seats.get((slot, seat))
        if kept is not None and kept.match != address[0]:
            kept.strategy.match_over()
            kept = None
        if kept is None:
            kept = self._seats[slot, seat] = _Seat(self.strategy.for_match(), address[0])
        if kept.round != address:
            kept.round, kept.seen = address, 0
            kept.strategy.start_round(
                RoundStart(self._run.rules, self._run.key, *address, seat, flight.before(slot))
            )
        events = flight.events(slot, kept.seen, seat)
        kept.seen += len(events)
        for raw in events:
            kept.strategy.observe(to_event(raw))
        return kept.strategy

    def decide(
        self, views: _Views, legal: Legal, first: int, wrongs: dict[int, _Wrong] | None = None
    ) -> _Codes:
        flight = self._flight
        views = views.copy()  # a strategy may keep its row
        answers = np.full(len(views), NOTHING, np.uint16)
        asked: dict[int, Strategy] = {}

        def failed(row: int, error: Exception) -> None:
            wrong = _Wrong(row, _said(error))
            wrong.__cause__ = error
            if wrongs is None:
                raise wrong
            wrongs[row] = wrong

        for i in range(len(views)):
            try:
                strategy = self._caught_up(flight.slot_of(first + i), flight.seat_of(first + i))
                if isinstance(strategy, Asked):
                    strategy.ask()
                asked[i] = strategy
            except Exception as error:
                failed(i, error)
        # Processes think side by side: all were asked before the first is waited for.
        for i, strategy in asked.items():
            codes = legal.codes[i, : legal.sizes[i]].tolist()
            try:
                if isinstance(strategy, Asked):
                    answers[i] = strategy.decided(codes)
                    continue
                strategy._rows = view = views[i]
                answers[i] = _code(strategy.decide(view, [ACTIONS[code] for code in codes]))
                strategy._rows = strategy._random = None
            except Exception as error:
                failed(i, error)
        return answers

    def end_round(self, slot: int, seat: int, scores: list[int]) -> None:
        self._caught_up(slot, seat).end_round(scores)

    def close(self) -> None:
        for kept in self._seats.values():
            kept.strategy.match_over()
        for kept in self._seats.values():
            kept.strategy.close()
        self.strategy.close()


_Player = _Batched | _OneByOne | _Keeping


def _forgiving(
    player: _Player, views: _Views, legal: Legal, first: int
) -> tuple[_Codes, dict[int, _Wrong]]:
    """The answers of the rows that have one, and what is wrong with the others."""
    wrongs: dict[int, _Wrong] = {}
    if isinstance(player, _Keeping):
        return player.decide(views, legal, first, wrongs), wrongs
    answers = np.full(len(views), NOTHING, np.uint16)
    left = np.arange(len(views))
    while left.size:
        try:
            rest = Legal(legal.codes[left], legal.sizes[left])
            answers[left] = player.decide(views[left], rest, first)
            break
        except _Wrong as wrong:
            wrongs[int(left[wrong.row])] = wrong
            left = np.delete(left, wrong.row)
    return answers, wrongs


def fly(
    run: _Run,
    players: list[Any],
    matches: int,
    in_flight: int | None,
    check: bool,
    forgive: bool,
    census: int = 0,
) -> dict[str, Any]:
    """Play the matches of a run; what is finished is added to it also when a plug-in fails.

    Gives the census of the rounds of a mask, see `oshihiki.study.census`.
    """
    outside = list(dict.fromkeys(one for one in players if isinstance(one, Strategy)))
    keeping = [overrides(one, "start_round", "observe", "end_round") for one in outside]
    batched = any(overrides(one, "decide_batch") for one in outside)
    slots = in_flight or (_MANY if batched else _FEW)
    slots = max(1, min([slots, matches, *(n for o in outside if (n := o.in_flight) is not None)]))
    views = np.zeros(slots, view_dtype())
    codes = np.empty((slots, _core.LEGAL_WIDTH), np.uint16)
    sizes = np.empty(slots, np.uint8)
    flight = _core.Flight(
        run.rules,
        [outside.index(one) if isinstance(one, Strategy) else one for one in players],
        run.key,
        run.first,
        matches,
        slots,
        run.wants_rows,
        any(keeping),
        views.view(np.uint8).reshape(-1),
        codes,
        sizes,
        run.own_queues,
        census,
    )
    groups: list[_Player] = []
    for one, keeps in zip(outside, keeping, strict=True):
        if keeps:
            groups.append(_Keeping(one, flight, run))
        elif overrides(one, "decide_batch"):
            groups.append(_Batched(one, check))
        else:
            groups.append(_OneByOne(one))
    kept_seats = [
        (seat, groups[outside.index(one)])
        for seat, one in enumerate(players)
        if isinstance(one, Strategy) and keeping[outside.index(one)]
    ]
    told = time.monotonic()
    playing = True
    try:
        while playing:
            playing, asked, ended = flight.advance(run.threads)
            for number, first, end, longest in asked:
                player = groups[number]
                legal = Legal(codes[first:end, :longest], sizes[first:end])
                if forgive:
                    answers, wrongs = _forgiving(player, views[first:end], legal, first)
                else:
                    wrongs = {}
                    try:
                        answers = player.decide(views[first:end], legal, first)
                    except _Wrong as wrong:
                        row = first + wrong.row
                        raise _error(
                            run, players, player.strategy, flight, row, views[row], wrong
                        ) from wrong.__cause__
                begin = first
                while (illegal := flight.answer(begin, answers[begin - first :])) >= 0:
                    row = begin + illegal
                    fault = wrongs.get(row - first) or _illegal(row - first, answers)
                    if not forgive or views[row]["redeal"] >= _MOST_CHOMBOS:
                        raise _error(
                            run, players, player.strategy, flight, row, views[row], fault
                        ) from fault.__cause__
                    flight.chombo(row)
                    run.chombos[flight.seat_of(row)] += 1
                    begin = row + 1
            for slot in ended:
                scores = flight.round(slot).scores
                for seat, player in kept_seats:
                    assert isinstance(player, _Keeping)
                    try:
                        player.end_round(slot, seat, scores)
                    except Exception as error:
                        raise _moment(
                            run, players, player.strategy, flight.address(slot), seat, _said(error)
                        ) from error
            if not playing or time.monotonic() - told > _SLICE_SECONDS:
                told = time.monotonic()
                run.add(flight.take(False))
    except BaseException as error:
        run.add(flight.take(True))
        if isinstance(error, StrategyError):
            error.results = run.results()
        raise
    finally:
        for player in groups:
            if isinstance(player, _Keeping):
                player.close()
    return flight.census()


def _illegal(row: int, answers: _Codes) -> _Wrong:
    text = _core.action_text(int(answers[row]))
    return _Wrong(row, f"answered {text!r}, which is not legal")


def _error(
    run: _Run,
    players: list[Any],
    strategy: Strategy,
    flight: _core.Flight,
    row: int,
    view: Any,
    wrong: _Wrong,
) -> StrategyError:
    slot, seat = flight.slot_of(row), flight.seat_of(row)
    round_ = flight.round(slot)
    legal = ", ".join(_core.action_text(code) for code in round_.legal(seat))
    why = f"{wrong.why} ({round_.moment(seat)}, holding {round_.hand(seat)}; legal are {legal})"
    error = _moment(run, players, strategy, flight.address(slot), seat, why)
    error.view = view.copy()
    assert error.address is not None
    error.address["decision"] = int(view["decision"])
    return error


def _moment(
    run: _Run,
    players: list[Any],
    strategy: Strategy,
    address: tuple[int, int, int],
    seat: int,
    why: str,
) -> StrategyError:
    match, round_, redeal = address
    command = _command(run, players, match)
    error = StrategyError(
        f"strategy {strategy}, seat {seat}: {why}; key {run.key}, match {match}, round {round_}"
        f"{f', deal {redeal + 1}' if redeal else ''}; to see it again: {command}"
    )
    error.strategy = strategy
    names = ("key", "match", "round", "redeal", "seat")
    error.address = dict(zip(names, (run.key, *address, seat), strict=True))
    error.command = command
    return error


def _command(run: _Run, players: list[Any], match: int) -> str:
    """The shell command that plays that match alone; in Python for what a shell cannot name."""
    from oshihiki.rules import load

    wall = ", wall='stable'" if run.own_queues else ""
    objects = any(isinstance(one, Strategy) and one.known_as is None for one in players)
    profile = run.rules.profile
    if objects or not profile or load(profile) != run.rules:
        return f"oshihiki.simulate(strategies, 1, rules, key={run.key}, first={match}{wall})"
    names = shlex.quote(",".join(run.names))
    return (
        f"oshihiki simulate --strategies {names} --rules {profile} --key {run.key} "
        f"--first {match} --matches 1{' --wall stable' if run.own_queues else ''}"
    )
