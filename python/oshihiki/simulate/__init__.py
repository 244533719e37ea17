"""Whole matches between strategies: rates with intervals, placement, rows.

Counts are exact integers and every match is known by its address (key and number), so the same
call gives the same counts on any machine and any number of threads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from oshihiki import _core
from oshihiki.errors import Error
from oshihiki.simulate.results import Results, add
from oshihiki.simulate.rows import Rows

if TYPE_CHECKING:
    from oshihiki.rules import Rules

__all__ = ["Results", "simulate"]

_SLICE_SECONDS = 0.4
WALLS = ("uniform", "stable")
"""How tiles come from a wall."""


class _Run:
    """What is the same however matches are played: address, threads, tally, rows, progress."""

    def __init__(
        self,
        names: list[str],
        rules: Rules,
        key: int,
        first: int,
        threads: int,
        kept: Rows | None,
        progress: Callable[[int], None] | None,
        on_matches: Callable[[list[dict[str, Any]]], None] | None,
        wall: str,
    ) -> None:
        self.names = names
        self.rules = rules
        self.key = key
        self.first = first
        self.threads = threads
        self.kept = kept
        self.wall = wall
        self.done = 0
        self.chombos = [0] * rules.players
        self.wants_rows = kept is not None or on_matches is not None
        self._progress = progress
        self._on_matches = on_matches
        self._begun = time.perf_counter()
        nobody = [_core.Strategy("random")] * rules.players
        # No matches at first, for the shape of a tally.
        self._tally = _core.simulate_matches(rules, nobody, key, first, 0, threads, 0.0, False)[1]

    @property
    def own_queues(self) -> bool:
        """Whether each seat draws from a queue of its own."""
        return self.wall == "stable"

    def add(
        self,
        played: tuple[int, dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]],
    ) -> None:
        count, tally, rounds, matches = played
        self.done += count
        self._tally = add(self._tally, tally)
        if self.kept is not None:
            self.kept.add("rounds", rounds)
            self.kept.add("matches", matches)
        if self._on_matches is not None and matches:
            self._on_matches(matches)
        if self._progress is not None:
            self._progress(self.done)

    def built_in(self, players: list[Any], matches: int) -> None:
        while self.done < matches:
            self.add(
                _core.simulate_matches(
                    self.rules,
                    players,
                    self.key,
                    self.first + self.done,
                    matches - self.done,
                    self.threads,
                    _SLICE_SECONDS,
                    self.wants_rows,
                    self.own_queues,
                )
            )

    def results(self) -> Results:
        return Results(self.names, self._tally, time.perf_counter() - self._begun, self.chombos)


def census_of_plug_ins(
    players: Sequence[Any],
    first: int,
    matches: int,
    rules: Rules,
    key: int,
    threads: int,
    mask: int,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """What `oshihiki.study.census` counts, of matches in which a plug-in plays."""
    from oshihiki.simulate.flight import fly

    if len(players) != rules.players:
        raise Error(f"{len(players)} strategies for {rules.players} players")
    names = [str(one) for one in players]
    run = _Run(names, rules, key, first, threads, None, progress, None, "uniform")
    return fly(run, list(players), matches, None, False, False, mask)


def simulate(
    strategies: Sequence[Any],
    matches: int,
    rules: Rules | str | os.PathLike[str] = "tenhou",
    key: int = 1,
    threads: int | None = None,
    rows: str | os.PathLike[str] | None = None,
    *,
    first: int = 0,
    progress: Callable[[int], None] | None = None,
    in_flight: int | None = None,
    check: bool = False,
    on_error: str = "raise",
    on_matches: Callable[[list[dict[str, Any]]], None] | None = None,
    wall: str = "uniform",
) -> Results:
    """Play whole matches between strategies.

    Parameters
    ----------
    strategies
        One a player, in the order of the seats, as :func:`oshihiki.strategy.load` takes them:
        ``"balanced"``, ``"balanced:fold=never"``, ``"module:Class"``, an object.
    matches
        How many.
    rules
        Rules, a profile's name or the path of a profile.
    key
        Of the walls and of the strategies' own random numbers.
    threads
        All cores by default. The result does not depend on it.
    rows
        A folder for ``rounds.parquet`` and ``matches.parquet``: a row per round and match.
        Nothing is kept otherwise.
    first
        Number of the first match: ranges of one key can be played apart.
    progress
        Called with the number of matches played so far, about twice a second.
    in_flight
        With plug-ins: how many matches are played side by side, so that a plug-in is asked for
        many decisions at once. The result does not depend on it.
    check
        Ask each batched plug-in also row by row, and stop where an answer depends on which rows
        come together.
    on_error
        What follows when a plug-in raises or answers illegally: ``"raise"``, or ``"chombo"``
        where the rules have it; :attr:`Results.chombos` counts them.
    on_matches
        Called with the finished matches as dicts (``match``, ``rounds``, ``scores``, ``rank``,
        ``result``), in the order of their numbers.
    wall
        ``"stable"``: each seat draws from a queue of its own, what it would draw if nobody called,
        so that a call does not shift what others draw. As likely as the ordinary wall, place by
        place; used to compare strategies on the same walls.

    Returns
    -------
    Results

    Raises
    ------
    StrategyError
        A strategy that does not exist or cannot have a parameter; or a plug-in that raised or
        answered what is not legal. The error then has ``strategy``, ``address``, ``view``,
        ``command`` (which replays the moment) and ``results`` (of the matches finished).
    RulesError
        Rules that cannot be played.

    Examples
    --------
    >>> import oshihiki as oh
    >>> results = oh.simulate(["tsumogiri"] * 4, matches=20, key=7, threads=1)
    >>> results.matches
    20
    >>> round(results.summary()["call"], 3)
    0.0
    """
    from oshihiki.errors import RulesError
    from oshihiki.rules import load
    from oshihiki.strategy import load as load_strategy

    rules = load(rules)
    if matches < 0 or first < 0:
        raise Error(f"matches {first} to {first + matches}; whole numbers from 0 are allowed")
    if len(strategies) != rules.players:
        raise Error(f"{len(strategies)} strategies given; {rules.players} players need as many")
    if in_flight is not None and in_flight < 1:
        raise Error(f"in_flight = {in_flight}; whole numbers from 1 are allowed")
    if wall not in WALLS:
        raise Error(f"wall = {wall!r}; {' or '.join(WALLS)} is allowed")
    if on_error not in ("raise", "chombo"):
        raise Error(f"on_error = {on_error!r}; raise or chombo is allowed")
    if on_error == "chombo" and rules.chombo == "impossible":
        raise RulesError("on_error = 'chombo': these rules have no chombo")
    players = [load_strategy(one) for one in strategies]
    if threads is None:
        threads = (
            len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        )
    kept = None if rows is None else Rows(rows, rules.players)
    run = _Run(
        [str(one) for one in players],
        rules,
        key,
        first,
        threads or 1,
        kept,
        progress,
        on_matches,
        wall,
    )
    try:
        if all(isinstance(one, _core.Strategy) for one in players):
            run.built_in(players, matches)
        else:
            from oshihiki.simulate.flight import fly

            fly(run, players, matches, in_flight, check, on_error == "chombo")
    finally:
        # Also when interrupted: what was played is kept.
        if kept is not None:
            kept.close()
    return run.results()
