"""The strategies that play in the core, and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.strategy.parameter import Parameter

__all__ = ["built_in", "names", "parameters"]


def names() -> list[str]:
    """Names of the built-in strategies.

    Examples
    --------
    >>> from oshihiki import strategy
    >>> strategy.names()
    ['random', 'tsumogiri', 'efficient', 'balanced']
    """
    return list(_core.STRATEGIES)


def parameters(name: str) -> list[Parameter]:
    """The parameters a built-in strategy reads.

    Raises
    ------
    StrategyError
        There is no strategy of that name.

    Examples
    --------
    >>> from oshihiki import strategy
    >>> [p.name for p in strategy.parameters("efficient")]
    ['riichi', 'calls', 'temperature', 'lapse']
    """
    return [Parameter(*row) for row in _core.strategy_parameters(name)]


def built_in(spec: str | Mapping[str, Any] | _core.Strategy) -> _core.Strategy:
    """A built-in strategy.

    Parameters
    ----------
    spec : str, mapping or Strategy
        ``"balanced"``, ``"balanced:fold=never,calls=50"``, or
        ``{"name": "balanced", "fold": "never"}``.

    Raises
    ------
    StrategyError
        An unknown name or parameter, or a value that is not allowed.

    Examples
    --------
    >>> from oshihiki import strategy
    >>> str(strategy.built_in({"name": "balanced", "fold": "never"}))
    'balanced:fold=never'
    """
    if isinstance(spec, _core.Strategy):
        return spec
    if isinstance(spec, str):
        return _core.Strategy(spec)
    if not isinstance(spec, Mapping):
        raise StrategyError(
            f"a strategy is a text, a table with a name, or a Strategy, not {spec!r}"
        )
    rest = {str(key): value for key, value in spec.items() if key != "name"}
    if not isinstance(spec.get("name"), str):
        raise StrategyError(f"strategy {dict(spec)!r} has no name; known are {', '.join(names())}")
    return _core.Strategy(spec["name"], **rest)
