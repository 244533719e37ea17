"""The base class of everybody's own strategies."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from oshihiki import _core
from oshihiki.errors import StrategyError
from oshihiki.strategy.parameter import Parameter, checked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from oshihiki.play import Action, Event, Standing
    from oshihiki.rules import Rules

__all__ = ["Legal", "RoundStart", "Strategy"]

NOTHING = 0xFFFF  # fills the rows of Legal.codes; no action has this code


class BotError(Exception):
    """What a strategy did wrong, said in full by its message."""


class Legal:
    """The legal actions of many decisions, as arrays.

    Attributes
    ----------
    codes : numpy.ndarray
        ``uint16[n, width]``: each row the codes of its legal actions, in the engine's fixed order,
        then 65535. ``codes >> 7 & 15`` is the type (an :class:`oshihiki.play.ActionType`; 15
        where there is no action), ``codes & 63`` the tile's kind, ``codes >> 6 & 1`` whether it
        is red, ``codes >> 11 & 1`` whether a discard is the tile just drawn.
    sizes : numpy.ndarray
        ``uint8[n]``: how many are legal.
    """

    __slots__ = ("codes", "sizes")

    def __init__(self, codes: npt.NDArray[np.uint16], sizes: npt.NDArray[np.uint8]) -> None:
        self.codes = codes
        self.sizes = sizes

    def __len__(self) -> int:
        return len(self.sizes)

    def rows(self, first: int, end: int) -> Legal:
        """Some of the rows, trimmed to their longest."""
        sizes = self.sizes[first:end]
        width = int(sizes.max()) if end > first else 0
        return Legal(self.codes[first:end, :width], sizes)

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """``bool[n, width]``: where ``codes`` holds an action."""
        mask: npt.NDArray[np.bool_] = self.codes != NOTHING
        return mask

    @property
    def types(self) -> npt.NDArray[np.uint16]:
        """``uint16[n, width]``: types of the actions, 15 where there is none."""
        import numpy as np

        return self.codes >> np.uint16(7) & np.uint16(15)

    @property
    def kinds(self) -> npt.NDArray[np.uint16]:
        """``uint16[n, width]``: kinds of the actions' tiles, 63 where there is none."""
        import numpy as np

        return self.codes & np.uint16(63)

    def pick(self, index: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint16]:
        """``uint16[n]``: the code at a place of each row."""
        import numpy as np

        picked: npt.NDArray[np.uint16] = self.codes[np.arange(len(self)), index]
        return picked

    def best(self, worth: npt.NDArray[Any]) -> npt.NDArray[np.uint16]:
        """``uint16[n]``: each row's legal action of greatest worth, the first of equals.

        Parameters
        ----------
        worth
            Numbers, ``[n, width]``; those where there is no action do not count.
        """
        import numpy as np

        return self.pick(np.where(self.mask, worth, -np.inf).argmax(axis=1))


@dataclass(frozen=True, slots=True)
class RoundStart:
    """What a seat knows when a round begins, before it sees its tiles."""

    rules: Rules
    key: int
    match: int
    round: int
    redeal: int
    seat: int
    standing: Standing


class _Random:
    """Random numbers of one decision, or of each row of a batch."""

    __slots__ = ("_lanes", "_one")

    def __init__(self, rows: Any) -> None:
        import numpy as np

        self._one = rows.ndim == 0
        names = ("key", "match", "round", "redeal", "seat", "decision")
        self._lanes = _core.Lanes(*(np.atleast_1d(rows[name]) for name in names))

    def _given(self, values: Any) -> Any:
        return values[0].item() if self._one else values

    def random(self) -> Any:
        """Uniform on [0, 1), in steps of 2**-53."""
        return self._given(self._lanes.random())

    def below(self, bounds: Any) -> Any:
        """Uniform on 0 .. bounds - 1; for a batch one bound, or one a row."""
        import numpy as np

        return self._given(self._lanes.below(np.atleast_1d(np.asarray(bounds, dtype=np.int64))))

    def words(self) -> Any:
        """Whole numbers of 64 random bits."""
        return self._given(self._lanes.words())


class Strategy:
    """Base class of plug-in strategies: override :meth:`decide` or :meth:`decide_batch`.

    A subclass is passed as an object, named as ``"module:Class"``, or found by name through an
    entry point of the group ``oshihiki.strategies``.

    Parameters
    ----------
    **parameters
        Values of those that the class declares in ``parameters``; each becomes an attribute.

    Raises
    ------
    StrategyError
        A parameter that is not declared, or a value that is not allowed.

    Examples
    --------
    >>> import oshihiki as oh
    >>> class First(oh.Strategy):
    ...     def decide(self, view, legal):
    ...         return legal[0]
    >>> oh.simulate([First(), "random", "random", "random"], matches=2, key=3).matches
    2
    """

    parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What can be set, made by :func:`oshihiki.strategy.whole` and its like."""

    in_flight: ClassVar[int | None] = None
    """At most so many matches at once; by default as many as the simulation likes."""

    known_as: str | None = None  # the name it was found by
    _rows: Any = None
    _random: _Random | None = None

    def __init__(self, **parameters: Any) -> None:
        who = f"strategy {type(self).__name__}"
        self.__dict__.update(checked(who, type(self).parameters, parameters))

    def decide(self, view: npt.NDArray[np.void], legal: Sequence[Action]) -> Action | int:
        """Choose one action.

        Parameters
        ----------
        view
            What the seat sees: one record of :func:`oshihiki.play.view_dtype`. It is overwritten
            after the call; copy what is to be kept.
        legal
            The legal actions, at least one, in the engine's fixed order.

        Returns
        -------
        Action or int
            One of them, or its code.
        """
        raise NotImplementedError

    def decide_batch(
        self, views: npt.NDArray[np.void], legal: Legal
    ) -> npt.NDArray[np.integer[Any]]:
        """Choose an action for each of many decisions.

        Parameters
        ----------
        views
            ``[n]`` records of :func:`oshihiki.play.view_dtype`, overwritten after the call.
        legal
            The legal actions of each.

        Returns
        -------
        numpy.ndarray
            Whole numbers ``[n]``: a code of each row's legal ones. A row's answer must depend on
            that row alone: which rows come together is not fixed.
        """
        raise NotImplementedError

    def start_round(self, start: RoundStart) -> None:
        """A round begins. Override with :meth:`decide` only.

        A strategy that overrides this, :meth:`observe` or :meth:`end_round` is copied
        (``copy.copy``) for each seat and match, so that what it keeps on itself is its own.
        """

    def observe(self, event: Event) -> None:
        """Something happened that the seat may see; the tiles of others' draws are None."""

    def end_round(self, scores: list[int]) -> None:
        """A round is over; its last events were observed."""

    def for_match(self) -> Strategy:
        """The copy that plays one seat of one match (see :meth:`start_round`)."""
        return copy.copy(self)

    def match_over(self) -> None:
        """The copy's match is over, or breaks off."""

    def close(self) -> None:
        """No match will come any more."""

    @property
    def rng(self) -> _Random:
        """Random numbers of this decision (of each row in a batch), known by their address.

        The same match gives the same numbers however it is played. ``random()`` is uniform on
        [0, 1), ``below(n)`` on 0 .. n - 1, ``words()`` are 64 random bits.
        """
        if self._random is None:
            if self._rows is None:
                raise StrategyError(f"{self}: random numbers exist while it decides only")
            self._random = _Random(self._rows)
        return self._random

    def __str__(self) -> str:
        kind = type(self)
        changed = [
            f"{p.name}={str(v).lower() if isinstance(v, bool) else v}"
            for p in kind.parameters
            if (v := getattr(self, p.name, p.default)) != p.default
        ]
        name = self.known_as or f"{kind.__module__}:{kind.__qualname__}"
        return f"{name}:{','.join(changed)}" if changed else name


class Asked(Strategy):
    """A strategy that answers later than it is asked, so that many can think at once."""

    def ask(self) -> None:
        """Begin to decide; what happened so far was observed."""
        raise NotImplementedError

    def decided(self, codes: list[int]) -> int:
        """The code of one of the legal actions."""
        raise NotImplementedError


def overrides(strategy: Strategy, *names: str) -> bool:
    """Whether its class has its own of these methods."""
    return any(getattr(type(strategy), n) is not getattr(Strategy, n) for n in names)
