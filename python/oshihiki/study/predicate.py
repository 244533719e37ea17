"""A predicate for spots that is written in Python.

It is asked last, at decisions where everything in the study's ``[spot]`` holds, and sees what the
hero sees: ``predicate(view, features)`` gets one record of :func:`oshihiki.play.view_dtype` and a
dict of every feature, labels as text. Equal arguments must give equal answers. What it says
decides which spots there are, so what it is goes into the study's id: its name and the hash of
its source with the values it takes from around it, or a text that its author gives and changes
with it. Functions it calls are not followed; that is what the text is for.
"""

from __future__ import annotations

import hashlib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study.features import features

__all__ = ["Predicate", "made"]

Asked = Callable[[Any, Mapping[str, Any]], bool]

_PLAIN = (int, float, str, bool, bytes, type(None))


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate and what identifies it."""

    function: Asked
    identity: Mapping[str, str]

    def packed(self) -> Callable[[bytes, list[int]], bool]:
        """What the core calls: with a packed view, and features as numbers."""
        import numpy as np

        from oshihiki.play import view_dtype

        dtype = view_dtype()
        known = list(features().values())
        function = self.function

        def asked(view: bytes, values: list[int]) -> bool:
            told: dict[str, Any] = {}
            for feature, value in zip(known, values, strict=True):
                if feature.type == "labels":
                    told[feature.name] = feature.labels[value]
                else:
                    told[feature.name] = bool(value) if feature.type == "truth" else value
            return bool(function(np.frombuffer(view, dtype)[0], told))

        return asked


def made(function: Asked, identity: str | None = None) -> Predicate:
    """A predicate with its identity.

    Raises
    ------
    StudyError
        It cannot be identified: its source is not to be had, or it uses values from around it
        that are not plain. `identity` then says what it is.
    """
    name = getattr(function, "__qualname__", type(function).__qualname__)
    if identity is not None:
        return Predicate(function, {"name": name, "identity": identity})
    try:
        source = textwrap.dedent(inspect.getsource(function))
        taken = inspect.getclosurevars(function).nonlocals
    except (OSError, TypeError) as error:
        raise StudyError(
            f"predicate {name}: its source is not to be had ({error}); say what it is with "
            'identity="..." and change that text whenever the predicate changes'
        ) from error
    defaults = {
        p.name: p.default
        for p in inspect.signature(function).parameters.values()
        if p.default is not p.empty
    }
    for key, value in {**taken, **defaults}.items():
        if not isinstance(value, _PLAIN):
            raise StudyError(
                f"predicate {name}: it uses {key}, a {type(value).__name__}, which no id can "
                'hold; say what it is with identity="..." and change that text with it'
            )
    text = source + repr(sorted({**taken, **defaults}.items()))
    return Predicate(function, {"name": name, "source": hashlib.sha256(text.encode()).hexdigest()})
