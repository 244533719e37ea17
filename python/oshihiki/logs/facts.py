"""Differences that a fact about the log explains; each fact is derived from the log itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from oshihiki import rules, settle
from oshihiki.logs.model import LoggedMatch, LoggedRound, Moment, Op
from oshihiki.logs.player import Player
from oshihiki.logs.ruling import of_kobalab

__all__ = ["Place", "explain", "no_riichi_flags"]


class Place(NamedTuple):
    """A difference, and where it was found."""

    kind: str
    expected: Any
    got: Any


def explain(
    match: LoggedMatch,
    played: LoggedRound,
    used: rules.Rules,
    player: Player | None,
    difference: Place,
) -> str | None:
    """The fact that explains a difference; None if none is known."""
    if of_kobalab(match) and player is not None:
        if difference.kind == "indicator" and _turned_for_next_kan(played, difference):
            return (
                "the program turns the waiting indicator of an open kan when the next kan is "
                "declared, before it can be robbed"
            )
        if difference.kind == "results" and list(difference.expected) == _half_up(used, player):
            return "the program rounds halves up, whether the result is above or below zero"
    return None


def _turned_for_next_kan(played: LoggedRound, difference: Place) -> bool:
    """An open kan, another one robbed, and one indicator more than we have."""
    kans = [m for m in played.moments if m.op in (Op.DAIMINKAN, Op.ANKAN, Op.KAKAN)]
    last: Moment | None = next((m for m in reversed(played.moments) if m.op != Op.DORA), None)
    return (
        len(kans) >= 2
        and last is kans[-1]
        and kans[-2].op != Op.ANKAN
        and bool(played.wins)
        and difference.expected[:-1] == difference.got
    )


def _half_up(used: rules.Rules, player: Player) -> list[int]:
    """Results in thousands: halves up, the first has what is left."""
    exact = settle.place(player.round.standing, used.replace(rounding="exact"))
    results = [(r + 500) // 1000 * 1000 for r in exact.result[: player.match.players]]
    first = list(exact.rank).index(1)
    results[first] -= sum(results)
    return results


def no_riichi_flags(match: LoggedMatch, lacking: list[Place]) -> str | None:
    """Tenhou's server of 2008 told its clients of wins and calls, never that riichi was possible.

    So it is where a log has not one riichi flag, and all that its offers lack is that flag.
    """
    if match.client < 0 or any(b & 32 for played in match.rounds for b in played.offers.values()):
        return None
    if all(place.got == place.expected | 32 for place in lacking):
        return "no message of this log flags riichi: the server did not send it yet"
    return None
