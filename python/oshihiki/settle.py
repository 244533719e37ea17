"""Settlement: who pays whom, what follows a round, and the final placement.

Points are points (25000), never thousands; seats are 0 to 3 (0 to 2 with three players), counted
from the first dealer of the match. Functions that pay give the change of every seat's score;
counters and deposits taken are in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from oshihiki import _core
from oshihiki._core import Standing
from oshihiki.errors import Error
from oshihiki.rules import Rules, load

__all__ = ["Claim", "Placement", "Standing", "chombo", "nagashi", "next_round", "noten", "place"]
__all__ += ["ron", "start_of_match", "tsumo"]


def _checked(standing: Standing, rules: Rules) -> Standing:
    if standing.dealer >= rules.players or any(standing.scores[rules.players :]):
        raise Error(
            f"scores {standing.scores} and dealer {standing.dealer} do not fit "
            f"{rules.players} players"
        )
    return standing


@dataclass(frozen=True)
class Claim:
    """One player's win as the settlement sees it."""

    winner: int
    base: int
    """Base points: 2000 a mangan, 8000 a yakuman."""
    yakuman: int = 0
    """How many yakuman they are."""
    pao: int | None = None
    """The seat that answers for the win besides the payer."""
    pao_units: int = 0
    """How many yakuman it fed; 0: the whole tsumo (after a daiminkan)."""
    second_pao: int | None = None
    """Another seat that fed another yakuman of the hand."""
    second_units: int = 0

    def _row(self) -> tuple[int, int, int, int | None, int, int | None, int]:
        return (
            self.winner,
            self.base,
            self.yakuman,
            self.pao,
            self.pao_units,
            self.second_pao,
            self.second_units,
        )


def start_of_match(rules: Rules | str = "tenhou") -> Standing:
    """The standing of East 1.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.settle.start_of_match("tenhou").scores
    (25000, 25000, 25000, 25000)
    """
    return _core.settle_start(load(rules))


def tsumo(claim: Claim, standing: Standing, rules: Rules | str = "tenhou") -> tuple[int, ...]:
    """Changes of the scores by a tsumo.

    Examples
    --------
    >>> from oshihiki import settle
    >>> standing = settle.Standing([25000] * 4, honba=2, deposits=1)
    >>> settle.tsumo(settle.Claim(winner=1, base=2000), standing)
    (-4200, 9600, -2200, -2200)
    """
    rules = load(rules)
    return _core.settle_tsumo(claim._row(), _checked(standing, rules), rules)


def ron(
    claims: Sequence[Claim],
    discarder: int,
    standing: Standing,
    rules: Rules | str = "tenhou",
    *,
    own_sticks: Sequence[int] = (),
) -> tuple[int, ...]:
    """Changes of the scores by one or several rons on one discard.

    Parameters
    ----------
    claims
        The winners in turn order from the discarder.
    own_sticks
        Seats with a riichi stick of this round on the table, for rules that return a winner's own.

    Examples
    --------
    >>> from oshihiki import settle
    >>> standing = settle.Standing([25000] * 4, honba=2, deposits=2)
    >>> wins = [settle.Claim(winner=0, base=960), settle.Claim(winner=1, base=480)]
    >>> settle.ron(wins, 3, standing)
    (8400, 2000, 0, -8400)
    """
    rules = load(rules)
    rows = [claim._row() for claim in claims]
    return _core.settle_ron(rows, discarder, _checked(standing, rules), list(own_sticks), rules)


def noten(tenpai: Sequence[int], rules: Rules | str = "tenhou") -> tuple[int, ...]:
    """Changes of the scores at an exhaustive draw with those seats tenpai.

    Examples
    --------
    >>> from oshihiki import settle
    >>> settle.noten([1])
    (-1000, 3000, -1000, -1000)
    """
    return _core.settle_noten(list(tenpai), load(rules))


def nagashi(
    seats: Sequence[int], standing: Standing, rules: Rules | str = "tenhou"
) -> tuple[int, ...]:
    """Changes of the scores by nagashi mangan of those seats.

    Examples
    --------
    >>> from oshihiki import settle
    >>> settle.nagashi([0, 2], settle.start_of_match())
    (8000, -6000, 4000, -6000)
    """
    rules = load(rules)
    return _core.settle_nagashi(list(seats), _checked(standing, rules), rules)


def chombo(offender: int, standing: Standing, rules: Rules | str = "club") -> tuple[int, ...]:
    """Changes of the scores when the offender pays a mangan for an illegal declaration."""
    rules = load(rules)
    return _core.settle_chombo(offender, _checked(standing, rules), rules)


def next_round(
    after: Standing,
    outcome: str,
    *,
    winners: Sequence[int] = (),
    tenpai: Sequence[int] = (),
    rules: Rules | str = "tenhou",
) -> Standing | None:
    """The standing the next round begins with; None when the match is over.

    Parameters
    ----------
    after
        The round's standing, scores and deposits as they are after its settlement.
    outcome
        ``tsumo ron exhaustive nagashi nine_terminals four_winds four_riichi four_kans triple_ron
        chombo``.
    winners
        Who won (or has nagashi mangan).
    tenpai
        Who was tenpai, at an exhaustive draw or nagashi.

    Examples
    --------
    >>> from oshihiki import settle
    >>> following = settle.next_round(settle.start_of_match(), "exhaustive", tenpai=[0])
    >>> following.dealer, following.honba
    (0, 1)
    """
    rules = load(rules)
    return _core.settle_next(_checked(after, rules), outcome, list(winners), list(tenpai), rules)


@dataclass(frozen=True)
class Placement:
    """Final result of a match, a value a seat."""

    scores: tuple[int, ...]
    """With the deposits left on the table."""
    rank: tuple[int, ...]
    """1 for first; equal ranks only where ties share."""
    result: tuple[int, ...]
    """In points: after return, rounding, uma and oka."""


def place(
    end: Standing, rules: Rules | str = "tenhou", *, chombos: Sequence[int] = ()
) -> Placement:
    """Placement of a finished match.

    Parameters
    ----------
    end
        Scores and deposits as the last round left them.
    chombos
        How many illegal declarations each seat made, for rules that deduct from the result.

    Examples
    --------
    >>> from oshihiki import settle
    >>> settle.place(settle.Standing([41200, 33800, 27500, 17500]), "wrc-2025").result
    (26200, 8800, -7500, -27500)
    """
    rules = load(rules)
    return Placement(*_core.settle_place(_checked(end, rules), list(chombos), rules))
