"""Rounds and matches by hand: views, legal actions, steps, events.

A :class:`Round` is one deal at one moment. Ask it who must act (:attr:`Round.waiting`), what they
may do (:meth:`Round.legal`), and step it. A :class:`Match` deals one round after another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from oshihiki import _core
from oshihiki._core import ActionType, EventType
from oshihiki.errors import Error, IllegalActionError
from oshihiki.rules import load
from oshihiki.settle import Placement, Standing, place
from oshihiki.wall import Wall, given

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    import numpy.typing as npt

    from oshihiki.rules import Rules

    RulesLike = Rules | str | PathLike[str]

__all__ = ["Action", "ActionType", "Event", "EventType", "Match", "Round", "Standing", "view_dtype"]

_SUITS = "mpsz"


@cache
def _tile_text(code: int) -> str | None:
    kind = code & 63
    if kind >= 34:
        return None
    rank = kind % 9 + 1
    red = bool(code & 64)
    if red and rank == 5 and kind < 27:
        return f"0{_SUITS[kind // 9]}"
    return f"{rank}{'r' if red else ''}{_SUITS[kind // 9]}"


@dataclass(frozen=True, slots=True)
class Action:
    """One choice of one seat.

    Attributes
    ----------
    code : int
        The 16-bit code: tile 0..6 (kind and red), type 7..10, tsumogiri 11, position of the
        called tile in a chi 12..13, red tiles used 14..15.
    """

    code: int

    @property
    def type(self) -> ActionType:
        """What is done."""
        return ActionType(self.code >> 7 & 15)

    @property
    def tile(self) -> str | None:
        """The tile it is done with, as text; ``None`` where there is none."""
        return _tile_text(self.code & 127)

    @property
    def tsumogiri(self) -> bool:
        """Whether a discard is the tile just drawn."""
        return bool(self.code >> 11 & 1)

    def __str__(self) -> str:
        return _core.action_text(self.code)


class Event(NamedTuple):
    """One thing that happened in a round.

    Attributes
    ----------
    type : EventType
    seat, other : int or None
        Who did it, and to whom.
    tile : str or None
        Tile text.
    action : Action or None
        The choice behind it, where there was one.
    value : int
        Points, or the number of the outcome.
    """

    type: EventType
    seat: int | None
    other: int | None
    tile: str | None
    action: Action | None
    value: int


_TYPES = {each.value: each for each in EventType.__members__.values()}
_WITH_ACTION = frozenset(
    EventType[name].value
    for name in ("discard", "chi", "pon", "daiminkan", "ankan", "kakan", "kita")
)


class _Actions(dict[int, Action]):
    """Each code's action, made once."""

    def __missing__(self, code: int) -> Action:
        self[code] = action = Action(code)
        return action


ACTIONS = _Actions()


def to_event(raw: tuple[int, int, int, int, int, int]) -> Event:
    """An event of the core as an :class:`Event`."""
    kind, seat, other, tile, action, value = raw
    return Event(
        _TYPES[kind],
        None if seat < 0 else seat,
        None if other < 0 else other,
        _tile_text(tile),
        ACTIONS[action] if kind in _WITH_ACTION else None,
        value,
    )


def view_dtype() -> np.dtype[np.void]:
    """The numpy dtype of a packed view.

    Returns
    -------
    numpy.dtype
        A structured dtype; the fields and their meaning are those of ``play/table.def``
        (:func:`oshihiki._core.view_fields`).
    """
    import numpy as np

    fields = _core.view_fields()
    return np.dtype(
        {
            "names": [f[0] for f in fields],
            "formats": [(f[1], f[2]) for f in fields],
            "offsets": [f[3] for f in fields],
            "itemsize": _core.VIEW_SIZE,
        }
    )


class Round:
    """One deal at one moment.

    Parameters
    ----------
    rules : Rules, str or path
        A profile's name, a file, or rules.
    key, match, round : int
        The address of the wall; equal addresses give equal walls, always.
    wall : Wall, str or sequence of int, optional
        The tiles instead, as a wall, text or codes: the last one is drawn first
        (see :mod:`oshihiki.wall`).
    standing : Standing, optional
        Scores, round wind, dealer, counters and sticks; the start of a match by default.
    redeal : int
        How often this round has been dealt before (after a chombo); part of the address.

    Raises
    ------
    RulesError
        The rules contradict themselves or cannot be played.
    TileError
        The wall has a fifth copy, a tile the rules do not have, or a wrong number of tiles.

    Examples
    --------
    >>> import oshihiki as oh
    >>> r = oh.Round("tenhou", key=7)
    >>> r.waiting
    [0]
    >>> len(r.legal()) >= 13
    True
    >>> while not r.over:
    ...     r.step(r.legal()[0])
    >>> sum(r.scores) + 1000 * r.deposits
    100000
    """

    __slots__ = ("_round",)

    def __init__(
        self,
        rules: RulesLike = "tenhou",
        *,
        key: int = 1,
        match: int = 0,
        round: int = 0,
        wall: Wall | str | Sequence[int] | None = None,
        standing: Standing | None = None,
        redeal: int = 0,
    ) -> None:
        if isinstance(wall, str):
            wall = given(wall, load(rules))
        if isinstance(wall, Wall):
            wall = list(wall.codes)
        self._round = _core.Round(
            load(rules),
            wall,
            standing,
            key,
            match,
            round,
            redeal,
        )

    @classmethod
    def _wrap(cls, handle: _core.Round) -> Round:
        self = cls.__new__(cls)
        self._round = handle
        return self

    @property
    def rules(self) -> _core.Rules:
        """The rules it is played by."""
        return self._round.rules

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self._round.over

    @property
    def waiting(self) -> list[int]:
        """The seats that are asked now; after a discard several may be, in any order."""
        return self._round.waiting

    @property
    def turn(self) -> int:
        """The seat whose turn it is (the discarder while others answer)."""
        return self._round.turn

    @property
    def scores(self) -> list[int]:
        """Points of each seat, as they are now."""
        return self._round.scores

    @property
    def deposits(self) -> int:
        """Riichi sticks on the table."""
        return self._round.deposits

    @property
    def live_left(self) -> int:
        """Draws left in the live wall."""
        return self._round.live_left

    @property
    def standing(self) -> Standing:
        """Round, scores, counters and sticks as they are now."""
        return self._round.standing

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return [to_event(e) for e in self._round.events()]

    @property
    def result(self) -> dict[str, Any]:
        """Outcome, winners, payer, tenpai seats, hand scores and settlement of an ended round."""
        return self._round.result

    def hand(self, seat: int) -> str:
        """Tile text of a seat's concealed tiles, the drawn one apart."""
        return self._round.hand(seat)

    def melds(self, seat: int) -> list[str]:
        """The seat's melds as text, in the order they were declared."""
        return [m[0] for m in self._round.melds(seat)]

    def river(self, seat: int) -> list[str]:
        """The seat's discards as tile text, called-away ones included."""
        return [t for d in self._round.river(seat) if (t := _tile_text(d & 127)) is not None]

    def legal(self, seat: int | None = None) -> list[Action]:
        """Everything a seat may do now.

        Parameters
        ----------
        seat : int, optional
            The first of :attr:`waiting` by default.

        Returns
        -------
        list of Action
            In a fixed order; empty when the seat is not asked.
        """
        if seat is None:
            waiting = self._round.waiting
            if not waiting:
                return []
            seat = waiting[0]
        return [ACTIONS[code] for code in self._round.legal(seat)]

    def step(self, action: Action | int, seat: int | None = None, *, chombo: bool = False) -> None:
        """Take one seat's answer and go on to the next decision.

        Parameters
        ----------
        action : Action or int
            One of :meth:`legal`.
        seat : int, optional
            Who answers; the first of :attr:`waiting` by default.
        chombo : bool
            An illegal win, riichi or concealed kan is a chombo of the seat where the rules have
            it (see :meth:`chombo`), and not an error.

        Raises
        ------
        IllegalActionError
            With the action, the legal ones and the moment.
        """
        if seat is None:
            waiting = self._round.waiting
            if not waiting:
                raise IllegalActionError("step: the round is over, nobody is asked")
            seat = waiting[0]
        self._round.step(seat, action.code if isinstance(action, Action) else action, chombo)

    def step_all(self, actions: Mapping[int, Action | int]) -> None:
        """Take the answers of all who are asked, at once; the same as one :meth:`step` each.

        Parameters
        ----------
        actions : mapping of int to Action or int
            An action for each of :attr:`waiting`.

        Raises
        ------
        IllegalActionError
            A seat is missing or not asked, or an action is illegal; then none is taken.

        Examples
        --------
        >>> import oshihiki as oh
        >>> r = oh.Round("tenhou", key=7)
        >>> r.step_all({seat: r.legal(seat)[0] for seat in r.waiting})
        """
        asked = self._round.waiting
        if sorted(actions) != asked:
            raise IllegalActionError(
                f"step_all: answers of seats {sorted(actions)} given; asked are {asked}"
            )
        codes = {s: a.code if isinstance(a, Action) else a for s, a in actions.items()}
        for seat, code in codes.items():
            if code not in self._round.legal(seat):
                self._round.clone().step(seat, code)  # says what is wrong with it
        for seat, code in codes.items():
            self._round.step(seat, code)

    def chombo(self, seat: int) -> None:
        """End the round by a seat's chombo (an illegal declaration found out).

        The sticks of this round's riichi go back, a mangan is paid where the rules have it, and
        :meth:`next_standing` is this round again without a counter more. The penalty after the
        match is :func:`oshihiki.settle.place`'s ``chombos``.

        Raises
        ------
        IllegalActionError
            The round is over, or the rules have no chombo.

        Examples
        --------
        >>> import oshihiki as oh
        >>> r = oh.Round("m-league", key=7)
        >>> r.chombo(2)
        >>> r.result["outcome"], r.result["payer"]
        ('chombo', 2)
        """
        self._round.chombo(seat)

    def view(self, seat: int) -> npt.NDArray[np.void]:
        """What a seat may see, packed.

        Returns
        -------
        numpy.ndarray
            One record of :func:`view_dtype`, shape ``()``.
        """
        import numpy as np

        record: npt.NDArray[np.void] = np.frombuffer(self._round.view(seat), dtype=view_dtype())[0]
        return record

    def clone(self) -> Round:
        """A copy that goes its own way; costs one copy of the state."""
        return Round._wrap(self._round.clone())

    def next_standing(self) -> Standing | None:
        """Where the next round begins; ``None`` when the match is over."""
        standing, over = self._round.next_standing()
        return None if over else standing

    def to_json(self) -> str:
        """The whole state (not the events) as JSON text."""
        return json.dumps({"rules": self.rules.to_dict(), "state": self._round.to_dict()})

    @classmethod
    def from_json(cls, text: str) -> Round:
        """Read what :meth:`to_json` wrote; its events start anew."""
        try:
            data = json.loads(text)
            rules, state = _core.Rules(data["rules"]), data["state"]
        except Error:
            raise
        except (ValueError, KeyError, TypeError) as error:
            raise Error(f"not a round's JSON: {error}") from error
        return cls._wrap(_core.Round.from_dict(rules, state))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self._round == other._round

    def __hash__(self) -> int:
        return hash(self._round)

    def __repr__(self) -> str:
        where = self._round.moment(self._round.turn)
        return f"<Round {where}{', over' if self.over else ''}>"


class Match:
    """A match, one round after another.

    Parameters
    ----------
    rules : Rules, str or path
        A profile's name, a file, or rules.
    key, match : int
        The address of its walls.
    chombo : bool
        An illegal win, riichi or concealed kan is a chombo where the rules have it: the round is
        dealt again and the penalty deducted from the result. By default it is an error.

    Examples
    --------
    >>> import oshihiki as oh
    >>> m = oh.Match("tenhou", key=7, match=3)
    >>> while not m.over:
    ...     m.step(m.legal()[0])
    >>> sum(m.scores)
    100000
    """

    def __init__(
        self,
        rules: RulesLike = "tenhou",
        *,
        key: int = 1,
        match: int = 0,
        chombo: bool = False,
    ) -> None:
        self.rules = load(rules)
        self.key = key
        self.match = match
        self.rounds_played = 0
        self.chombos = [0] * self.rules.players
        self._chombo = chombo
        self._number = 0
        self._redeal = 0
        self._over = False
        self._final: Placement | None = None
        self.round = Round(self.rules, key=key, match=match)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._over

    @property
    def waiting(self) -> list[int]:
        """The seats that are asked now."""
        return [] if self._over else self.round.waiting

    @property
    def scores(self) -> list[int]:
        """Points of each seat; with the leftover deposits once the match is over."""
        return self.round.scores if self._final is None else list(self._final.scores)

    @property
    def ranks(self) -> list[int] | None:
        """Places of an ended match, 1 for first."""
        return None if self._final is None else list(self._final.rank)

    @property
    def results(self) -> list[int] | None:
        """Result points of an ended match, with uma and oka."""
        return None if self._final is None else list(self._final.result)

    def legal(self, seat: int | None = None) -> list[Action]:
        """Everything a seat may do now; see :meth:`Round.legal`."""
        return self.round.legal(seat)

    def step(self, action: Action | int, seat: int | None = None) -> None:
        """Take one answer; deals the next round when one ends."""
        if self._over:
            raise IllegalActionError("step: the match is over")
        self.round.step(action, seat, chombo=self._chombo)
        if not self.round.over:
            return
        self.rounds_played += 1
        result = self.round.result
        if result["outcome"] == "chombo":
            self.chombos[result["payer"]] += 1
            self._redeal += 1
        else:
            self._number += 1
            self._redeal = 0
        standing, over = self.round._round.next_standing()
        if over:
            self._over = True
            self._final = place(standing, self.rules, chombos=self.chombos)
        else:
            self.round = Round(
                self.rules,
                key=self.key,
                match=self.match,
                round=self._number,
                redeal=self._redeal,
                standing=standing,
            )

    def view(self, seat: int) -> npt.NDArray[np.void]:
        """What a seat may see; see :meth:`Round.view`."""
        return self.round.view(seat)
