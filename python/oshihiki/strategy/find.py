"""From what names a strategy to the strategy."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.strategy.built_in import built_in, names
from oshihiki.strategy.plugin import Strategy, overrides

__all__ = ["GROUP", "code_of", "load"]

GROUP = "oshihiki.strategies"
_CLASS = re.compile(r"([A-Za-z_][\w.]*:[A-Za-z_][\w.]*)(?::(.*))?$", re.DOTALL)

AnyStrategy = _core.Strategy | Strategy


def load(spec: Any) -> AnyStrategy:
    """A strategy, built in or anyone's.

    Parameters
    ----------
    spec
        A strategy; a built-in one's text (``"balanced:fold=never"``); ``"module:Class"`` or
        ``"module:Class:depth=3"``; the name of an entry point of the group
        ``oshihiki.strategies``, with parameters alike; ``"mjai:COMMAND"`` for a process that
        speaks mjai; a mapping with a ``name`` and parameters; or an object with
        ``react(event_json)``, a bot of mjai.

    Raises
    ------
    StrategyError
        It cannot be found or made, or a parameter is unknown or not allowed.

    Examples
    --------
    >>> from oshihiki import strategy
    >>> str(strategy.load("efficient:riichi=never"))
    'efficient:riichi=never'
    """
    if isinstance(spec, _core.Strategy):
        return spec
    if isinstance(spec, Strategy):
        return _checked(spec)
    if isinstance(spec, type) and issubclass(spec, Strategy):
        return _checked(spec())
    if isinstance(spec, Mapping):
        name = spec.get("name")
        if not isinstance(name, str):
            return built_in(spec)  # which says what is wrong
        given = {str(key): value for key, value in spec.items() if key != "name"}
        return built_in(spec) if name.split(":")[0] in names() else _named(name, given)
    if callable(getattr(spec, "react", None)):
        from oshihiki.strategy.mjai import MjaiBot

        return MjaiBot(spec)
    if not isinstance(spec, str):
        return built_in(spec)
    if spec.startswith("mjai:"):
        from oshihiki.strategy.mjai import MjaiProcess

        return MjaiProcess.parse(spec[len("mjai:") :])
    head, _, rest = spec.partition(":")
    if head in names():
        return built_in(spec)
    of_class = _CLASS.match(spec)
    if of_class and "=" not in of_class[1]:
        return _named(of_class[1], _parameters(spec, of_class[2] or ""))
    return _named(head, _parameters(spec, rest))


def code_of(strategy: Strategy) -> str | None:
    """The hash of the file in which a plug-in's class is written; None where there is none.

    Results of a changed plug-in are told from those of the old by it; what the file imports is
    not looked at.
    """
    try:
        text = Path(inspect.getfile(type(strategy))).read_bytes()
    except (OSError, TypeError):
        return None
    return hashlib.sha256(text).hexdigest()


def _parameters(spec: str, text: str) -> dict[str, Any]:
    given = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise StrategyError(f"strategy {spec!r}: {part!r} is not a parameter=value")
        given[name.strip()] = value.strip()
    return given


def _named(name: str, given: dict[str, Any]) -> Strategy:
    made = _import(name) if ":" in name else _entry_point(name)
    if not callable(made):
        raise StrategyError(f"strategy {name!r} is not a class but {made!r}")
    try:
        strategy = made(**given)
    except StrategyError:
        raise
    except Exception as error:
        raise StrategyError(f"strategy {name!r} cannot be made: {error!r}") from error
    if not isinstance(strategy, Strategy):
        raise StrategyError(f"strategy {name!r} is not derived from oshihiki.Strategy")
    strategy.known_as = name
    return _checked(strategy)


def _import(name: str) -> Any:
    module, _, path = name.partition(":")
    try:
        found = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise StrategyError(f"strategy {name!r} cannot be found: {error}") from error
    return found


def _entry_point(name: str) -> Any:
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        known = ", ".join([*names(), *sorted(points)])
        raise StrategyError(
            f"there is no strategy {name!r}; known are {known}, module:Class and mjai:COMMAND"
        )
    try:
        return points[name].load()
    except Exception as error:
        raise StrategyError(f"strategy {name!r} cannot be loaded: {error!r}") from error


def _checked(strategy: Strategy) -> Strategy:
    if overrides(strategy, "decide_batch"):
        if overrides(strategy, "start_round", "observe", "end_round"):
            raise StrategyError(
                f"{strategy}: what is kept through a round belongs to one seat: decide, not "
                "decide_batch"
            )
    elif not overrides(strategy, "decide"):
        raise StrategyError(f"{strategy} has neither decide nor decide_batch")
    return strategy
