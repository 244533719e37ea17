"""Parameters of strategies: declared once, checked wherever they come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from oshihiki.errors import StrategyError

__all__ = ["Parameter", "choice", "text", "truth", "whole"]


def _anything(value: Any) -> Any:
    return value


class Parameter(NamedTuple):
    """One parameter of a strategy: its type, what is allowed, its default, and what it does.

    A plug-in makes its own with :func:`whole`, :func:`choice`, :func:`truth` and :func:`text`.
    """

    name: str
    type: str
    allowed: str
    default: bool | int | str
    sentence: str
    check: Callable[[Any], Any] = _anything
    """Gives the value as the strategy wants it; raises ValueError on one that is not allowed."""


def whole(name: str, default: int, lowest: int, highest: int, sentence: str) -> Parameter:
    """A whole number of a range.

    Examples
    --------
    >>> from oshihiki import strategy
    >>> strategy.whole("depth", 2, 1, 9, "How far it looks.").check("3")
    3
    """

    def check(value: Any) -> int:
        if isinstance(value, str):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise ValueError
        return value

    return Parameter(name, "int", f"{lowest} to {highest}", default, sentence, check)


def choice(name: str, default: str, names: tuple[str, ...], sentence: str) -> Parameter:
    """One of several names."""

    def check(value: Any) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return Parameter(name, "choice", ", ".join(names), default, sentence, check)


def truth(name: str, default: bool, sentence: str) -> Parameter:
    """True or false."""

    def check(value: Any) -> bool:
        known = {"true": True, "false": False, True: True, False: False}
        if value not in known or isinstance(value, int) is not isinstance(value, bool):
            raise ValueError
        return known[value]

    return Parameter(name, "bool", "true, false", default, sentence, check)


def text(name: str, default: str, sentence: str) -> Parameter:
    """Any text."""
    return Parameter(name, "text", "any text", default, sentence, str)


def checked(
    who: str, parameters: tuple[Parameter, ...], given: dict[str, Any]
) -> dict[str, bool | int | str]:
    """Every parameter's value, the defaults of those not given.

    Raises
    ------
    StrategyError
        An unknown name, or a value that is not allowed.
    """
    known = {p.name: p for p in parameters}
    for name in given:
        if name not in known:
            has = ", ".join(known) or "none"
            raise StrategyError(f"{who} has no parameter {name!r}; it has {has}")
    values = {}
    for p in parameters:
        value = given.get(p.name, p.default)
        try:
            values[p.name] = p.check(value)
        except (ValueError, TypeError):
            raise StrategyError(
                f"{who}: {p.name} = {value!r} is not allowed; allowed is {p.allowed}"
            ) from None
    return values
