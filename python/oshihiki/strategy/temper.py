"""Built-in strategies that err: how likely each legal action is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.play import Action, Round
from oshihiki.strategy.built_in import built_in

if TYPE_CHECKING:
    Spec = str | Mapping[str, Any] | _core.Strategy

__all__ = ["lapse_code", "probabilities", "temperature_code"]

_POINT = 256  # units of the core's temperatures
_ONE = 65536  # units of lapses and of surprises


def temperature_code(points: float) -> int:
    """A temperature in points as the core takes it, in 1/256 points.

    Raises
    ------
    StrategyError
        It is not above zero, or above 4,294,967,296.
    """
    if not 0 < points <= 2**32:
        raise StrategyError(f"temperature {points!r}: above 0 and at most 4294967296 points")
    return max(1, round(points * _POINT))


def lapse_code(share: float) -> int:
    """A lapse as the core takes it, in 1/65536.

    Raises
    ------
    StrategyError
        It is not from 0 to 1.
    """
    if not 0 <= share <= 1:
        raise StrategyError(f"lapse {share!r}: a share from 0 to 1")
    return round(share * _ONE)


def probabilities(
    round: Round,
    strategy: Spec = "balanced",
    *,
    temperature: float,
    lapse: float = 0.0,
    seat: int | None = None,
) -> dict[Action, float]:
    """How likely a built-in strategy that errs takes each legal action.

    A softmax of the numbers that the strategy's decision compares (an action worth `temperature`
    points less than another is chosen e times less often) and of habit: how readily houou players
    do such a thing whatever it is worth (``strategy/habit.hpp``). `random` and `tsumogiri` have no
    habits. Differences that the decision does not put into numbers (a win against none, a kan) are
    stated in points in ``strategy/temper.cpp``.

    Parameters
    ----------
    round
        A round at a decision.
    strategy
        As for :func:`built_in`; under ``random`` all actions are equally likely.
    temperature
        In points, above 0. Towards 0 it is the strategy itself, towards infinity habit alone.
    lapse
        Share of decisions at which any legal action is as likely as another, whatever it is worth.
    seat
        Who decides; by default the first who is asked.

    Returns
    -------
    dict of Action to float
        A chance for every legal action in their order, together 1. Rounded to 1/65536 of a bit,
        the same on every platform.

    Raises
    ------
    StrategyError
        An unknown strategy, or a temperature or lapse that is not allowed.
    Error
        The seat is not asked.

    Examples
    --------
    >>> import oshihiki as oh
    >>> from oshihiki import strategy
    >>> deal = oh.Round("tenhou", key=1)
    >>> chances = strategy.probabilities(deal, temperature=100)
    >>> len(chances) == len(deal.legal()), round(sum(chances.values()), 9)
    (True, 1.0)
    """
    who = round.waiting[0] if seat is None else seat
    rows = _core.action_surprises(
        round._round, who, built_in(strategy), temperature_code(temperature), lapse_code(lapse)
    )
    weights = [2.0 ** (-surprise / _ONE) for _, surprise in rows]
    total = sum(weights)
    return {Action(code): weight / total for (code, _), weight in zip(rows, weights, strict=True)}
