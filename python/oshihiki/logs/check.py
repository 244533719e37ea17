"""What must hold within a recorded match, whatever rules it was played by."""

from __future__ import annotations

from collections.abc import Iterator

from oshihiki import rules
from oshihiki.errors import LogError
from oshihiki.logs.model import LoggedMatch, LoggedRound, Op
from oshihiki.logs.ruling import of_kobalab

__all__ = ["check"]

_MOST = 10_000_000


def check(match: LoggedMatch) -> None:
    """Refuses a match that contradicts itself.

    Raises
    ------
    LogError
        A tile lies in two places, a number is beyond all bounds, or points appear or vanish; the
        message names the round.
    """
    _profile(match)
    total: int | None = None
    for played in match.rounds:
        where = f"{match.log}: round {played.name}"
        _numbers(match, played, where)
        seen: set[int] = set()
        for tile in _tiles(played):
            if tile in seen:
                raise LogError(f"{where}: tile {tile} lies in two places")
            seen.add(tile)
        _changes(match, played, where)
        if played.scores is None or played.deposits is None:
            continue
        points = sum(played.scores) + 1000 * played.deposits
        if total is not None and points != total:
            raise LogError(
                f"{where}: scores and sticks are {points} points, {total} in the round before"
            )
        total = points


def _profile(match: LoggedMatch) -> None:
    """The rules that a log names, if it does, are a profile's, never a file's."""
    name = match.profile
    if not name or of_kobalab(match):
        return
    if name not in rules.names():
        raise LogError(f"{match.log}: no rules are named {name!r}; {', '.join(rules.names())} are")
    players = rules.load(name).players
    if players != match.players:
        raise LogError(
            f"{match.log}: rules {name} are for {players} players, the log has {match.players}"
        )


def _numbers(match: LoggedMatch, played: LoggedRound, where: str) -> None:
    players = match.players
    if not (0 <= played.wind < 4 and 0 <= played.dealer < players):
        raise LogError(f"{where}: no such round with {players} players")
    if not (0 <= played.honba <= 200 and 0 <= (played.deposits or 0) <= 200):
        raise LogError(f"{where}: {played.honba} counters, {played.deposits} sticks")
    lists = [played.scores, played.after, *(w.deltas for w in played.wins)]
    if played.draw is not None:
        lists.append(played.draw.deltas)
    for values in lists:
        if values is not None and (len(values) != players or max(map(abs, values)) > _MOST):
            raise LogError(f"{where}: {values} are not the points of {players} players")


def _tiles(played: LoggedRound) -> Iterator[int]:
    """Every tile that the round shows, each where it appears first."""
    yield played.indicator
    for hand in played.hands:
        for tile in hand:
            if tile is not None:
                yield tile
    for moment in played.moments:
        if moment.op in (Op.DRAW, Op.DORA) and moment.tile is not None:
            yield moment.tile


def _changes(match: LoggedMatch, played: LoggedRound, where: str) -> None:
    """All that was won was paid, or lay on the table."""
    if played.deposits is None:
        return
    sticks = played.deposits + sum(m.op == Op.DEPOSIT for m in played.moments)
    paid = [w.deltas for w in played.wins if w.deltas is not None]
    if played.wins and len(paid) == len(played.wins):
        sums = sum(delta for deltas in paid for delta in deltas)
        if sums != 1000 * sticks:
            raise LogError(
                f"{where}: the changes of the scores add up to {sums}; the sticks on the table "
                f"are {1000 * sticks}"
            )
    elif played.draw is not None and played.draw.deltas is not None:
        sums = sum(played.draw.deltas)
        # Where nagashi mangan is a win, the sticks are won.
        if sums and not (played.draw.kind == "nagashi" and sums == 1000 * sticks):
            raise LogError(f"{where}: the changes of the scores at a draw add up to {sums}")
