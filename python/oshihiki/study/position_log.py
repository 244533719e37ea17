"""Decisions of recorded rounds: found by turn, by the tile answered, or by number."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oshihiki import _core, tiles
from oshihiki.errors import StudyError
from oshihiki.study.decision import Position

if TYPE_CHECKING:
    from oshihiki.rules import Rules

__all__ = ["Decision", "decisions", "from_log", "log_hash"]

_TURN, _CALLED, _DISCARD, _KAN, _KITA = range(5)  # phases


@dataclass(frozen=True)
class Decision:
    """One decision that a seat had in a recorded round.

    Attributes
    ----------
    number
        Of the seat in the round, from 1; passes count.
    turn
        The seat's own discards before it, plus 1.
    on
        The tile of another that it answers, as text; empty at its own discard.
    position
        The round at that moment, with what was done.
    """

    number: int
    turn: int
    on: str
    position: Position

    def __str__(self) -> str:
        what = f"answers {self.on}" if self.on else "discards"
        return f"{self.number:3}  turn {self.turn:2}  {what:12}  {self.position.played}"


def decisions(
    path: str | Path, *, round: str, seat: int, rules: Rules | None = None
) -> list[Decision]:
    """Every decision of a seat in a round of a log, forced ones among them.

    Parameters
    ----------
    path
        A log file that :func:`oshihiki.logs.read` reads.
    round
        ``E1.0``: wind, number, honba.
    seat
        0 to 3, counted from the first dealer.
    rules
        Instead of those of the log.

    Raises
    ------
    StudyError
        There is no such round or seat, or the round cannot be followed.
    """
    from oshihiki import logs
    from oshihiki.logs import replay

    for match in logs.read(path):
        _, used = replay.judged(match, rules)
        names = [played.name for played in match.rounds]
        if round not in names:
            raise StudyError(f"{path}: round {round!r} is not among {', '.join(names)}")
        if not 0 <= seat < used.players:
            raise StudyError(f"{path}: seat {seat} is not from 0 to {used.players - 1}")
        for played, player, _, _ in replay.follow(match, used, []):
            if played.name != round:
                continue
            if player is None:
                raise StudyError(f"{path}: {round} cannot be played: the log does not fit")
            where = {"log": match.log or Path(path).name, "round": round, "seat": seat}
            start = _core.Round(used, player.wall, player.standing)
            return list(_of_script(start, player.script, seat, where))
    raise StudyError(f"{path}: holds no log")


def _of_script(
    state: _core.Round, script: list[tuple[int, int]], seat: int, where: dict[str, Any]
) -> Iterator[Decision]:
    number = 0
    for who, code in script:
        if who == seat and state.phase <= _KITA:
            number += 1
            turn = len(state.river(seat)) + 1
            on = tiles.to_text([state.offered]) if state.phase >= _DISCARD else ""
            at = {**where, "turn": turn, **({"on": on} if on else {})}
            yield Decision(number, turn, on, Position(state.clone(), seat, at, code))
        state.step(who, code)


def from_log(
    path: str | Path,
    *,
    round: str,
    seat: int,
    turn: int | None = None,
    on: str | None = None,
    decision: int | None = None,
    rules: Rules | None = None,
) -> Position:
    """One decision of a recorded round.

    Parameters
    ----------
    path, round, seat, rules
        See :func:`decisions`.
    turn
        The seat's own discards before it, plus 1: the decision that ends in that discard, or
        with `on` the answer before it.
    on
        The tile of another that is answered: ``"5p"``.
    decision
        Instead of both: the number of the decision, from 1.

    Raises
    ------
    StudyError
        There is no such decision, or several; the message lists what there is.
    """
    if (decision is None) == (turn is None and on is None):
        raise StudyError("a position is told by its turn, its tile, or its decision's number")
    there = decisions(path, round=round, seat=seat, rules=rules)
    origin = {
        "log": str(Path(path).resolve()),
        "sha256": log_hash(path),
        "round": round,
        "seat": seat,
        "turn": turn,
        "on": on,
        "decision": decision,
        "rules": None if rules is None else rules.to_dict(),
    }
    if decision is not None:
        if not 1 <= decision <= len(there):
            raise StudyError(
                f"{path}: in {round} seat {seat} has the decisions 1 to {len(there)}, "
                f"not {decision}"
            )
        found = there[decision - 1].position
        return replace(found, where={**found.where, "decision": decision}, origin=origin)
    if on is None:
        fitting = [d for d in there if d.turn == turn and not d.on][-1:]
        if not fitting:
            raise StudyError(f"{path}: in {round} seat {seat} makes no discard in its turn {turn}")
        return replace(fitting[0].position, origin=origin)
    tile = _tile(on)
    fitting = [d for d in there if d.on == tile and turn in (None, d.turn)]
    if len(fitting) != 1:
        answers = ", ".join(f"{d.on} in turn {d.turn} (number {d.number})" for d in there if d.on)
        raise StudyError(
            f"{path}: in {round} seat {seat} answers {tile} "
            f"{'more than once' if fitting else 'nowhere'}"
            f"{'' if turn is None else f' in turn {turn}'}; it answers {answers or 'nothing'}"
        )
    return replace(fitting[0].position, origin=origin)


def _tile(text: str) -> str:
    codes = tiles.parse(text, what="on")
    if len(codes) != 1:
        raise StudyError(f"one tile is answered, not {text!r}")
    return tiles.to_text(codes)


def log_hash(path: str | Path) -> str:
    """SHA-256 of a log's file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
