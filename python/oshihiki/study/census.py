"""How play went: rates of simulated matches and of real logs, by one count.

The core counts whole rounds with everything open; a simulation and a log differ only in where the
rounds come from. The lines are those of ``study/census.def`` beside the rates of a simulation.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any

from oshihiki import _core, logs
from oshihiki.errors import LogError, StudyError
from oshihiki.logs import replay
from oshihiki.rules import Rules, load
from oshihiki.simulate import census_of_plug_ins
from oshihiki.simulate.results import add, half_width, ratio
from oshihiki.strategy import load as load_strategy

__all__ = ["Census", "of_logs", "of_play", "rounds_mask"]

_SLICE_SECONDS = 0.4
_READ_AT_ONCE = 8
_SHARES = {"mean_win": "points", "mean_deal_in": "points"}  # of a simulation's rates; else shares
# (players, rounds left out, counts)
_OfLog = tuple[int, int, dict[str, Any] | None]
UNITS = {**{name: unit for name, unit, _ in _core.CENSUS}, **_SHARES}
SENTENCES = {name: sentence for name, _, sentence in _core.CENSUS}


def rounds_mask(text: str | None) -> int:
    """The rounds meant by ``E1-E3``, ``S4`` or ``E1-E4,S1`` as the core takes them.

    Raises
    ------
    StudyError
        Something else.

    Examples
    --------
    >>> from oshihiki.study.census import rounds_mask
    >>> bin(rounds_mask("E1-E3"))
    '0b111'
    """
    if not text:
        return 0xFFFF
    mask = 0
    for part in text.split(","):
        found = re.fullmatch(r"\s*([ESWN])([1-4])(?:-([ESWN])([1-4]))?\s*", part)
        if found is None:
            raise StudyError(f"rounds {text!r}; E1, E1-E3 or a list of such is allowed")
        first = 4 * "ESWN".index(found[1]) + int(found[2]) - 1
        last = first if found[3] is None else 4 * "ESWN".index(found[3]) + int(found[4]) - 1
        for number in range(first, last + 1):
            mask |= 1 << number
    return mask


class Census:
    """Rates of many rounds, with intervals over matches.

    Attributes
    ----------
    players, matches, rounds : int
    left_out : int
        Recorded rounds that could not be followed.
    counts : dict
        Exact sums: ``rates``, ``turns``, ``first_riichi``, ``danger`` and ``thin``.
    """

    def __init__(self, counts: dict[str, Any], players: int, left_out: int = 0) -> None:
        self.counts = counts
        self.players = players
        self.left_out = left_out
        self.matches: int = counts["matches"]
        self.rounds: int = counts["rounds"]

    def rate(self, name: str, turn: int | None = None) -> float | None:
        """A rate's value; of those by turn at one turn."""
        return self._value(name, self._sums(name, turn))

    def half_width(self, name: str, turn: int | None = None) -> float | None:
        """Half of its 95 per cent interval over matches."""
        sums = self._sums(name, turn)
        half = half_width("", sums, self.matches)
        return None if half is None else half * (100 if UNITS.get(name) == "points" else 1)

    def _sums(self, name: str, turn: int | None) -> Any:
        if turn is None:
            return self.counts["rates"][name]
        return self.counts["turns"][name][turn]

    @staticmethod
    def _value(name: str, sums: Any) -> float | None:
        value = ratio("", sums)
        return None if value is None else value * (100 if UNITS.get(name) == "points" else 1)

    def to_dict(self) -> dict[str, Any]:
        """As ``oshihiki stats --json`` prints it: values, intervals, and counts by class."""
        rates, interval = {}, {}
        for name in self.counts["rates"]:
            value, half = self.rate(name), self.half_width(name)
            rates[name] = value
            known = value is not None and half is not None
            interval[name] = [value - half, value + half] if known else None  # type: ignore[operator]
        return {
            "players": self.players,
            "matches": self.matches,
            "rounds": self.rounds,
            "left_out": self.left_out,
            **rates,
            "interval": interval,
            **{
                name: [ratio("", sums) for sums in by_turn]
                for name, by_turn in self.counts["turns"].items()
            },
            "first_riichi": self._classes("first_riichi"),
            "danger": self._classes("danger"),
        }

    def _classes(self, name: str) -> dict[str, list[dict[str, Any]]]:
        return {
            kind: [{"n": sums[1], "share": ratio("", sums)} for sums in by_turn]
            for kind, by_turn in self.counts[name].items()
        }

    def pooled(self, table: str, kind: str, first: int, last: int) -> tuple[int, int]:
        """Sums (hits, trials) of a class over turns ``first`` to ``last``."""
        part = self.counts[table][kind][first : last + 1]
        return sum(s[0] for s in part), sum(s[1] for s in part)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _shown(unit: str, value: float | None, half: float | None) -> str:
    if value is None:
        return "-"
    digits = 0 if unit == "points" else 4
    return f"{value:.{digits}f}" + ("" if half is None else f" +-{half:.{digits}f}")


def _lines(census: Census) -> Iterator[str]:
    left = f", {census.left_out} left out" if census.left_out else ""
    yield (
        f"{census.players} players, {census.matches} matches, {census.rounds} rounds{left}; "
        "+-: half of the 95 per cent interval over matches"
    )
    yield ""
    for name in census.counts["rates"]:
        shown = _shown(UNITS.get(name, "share"), census.rate(name), census.half_width(name))
        yield f"{name:<18} {shown:>18}  {SENTENCES.get(name, '')}".rstrip()
    turns = range(20)
    yield ""
    yield "by own discards    " + "".join(f"{t:>6}" for t in turns)
    for name in census.counts["turns"]:
        row = (census.rate(name, t) for t in turns)
        yield f"{name:<19}" + "".join(f"{v:6.3f}" if v is not None else "     -" for v in row)
    yield ""
    yield "first riichi that won, by wait and own discards before it (no furiten, dora or kan)"
    for kind in census.counts["first_riichi"]:
        yield _by_turn(census, "first_riichi", kind)
    yield ""
    yield "held tiles that a riichi wins on, by class and its discards, tenths of a per cent"
    for kind in census.counts["danger"]:
        yield _by_turn(census, "danger", kind, 1000)


def _by_turn(census: Census, table: str, kind: str, scale: int = 1) -> str:
    cells = []
    for y, x, *_ in census.counts[table][kind]:
        cells.append("     -" if x < 20 else f"{y / x * scale:6.{3 if scale == 1 else 0}f}")
    return f"{kind:<19}" + "".join(cells)


def of_play(
    strategies: Sequence[Any],
    matches: int,
    rules: Rules | str | os.PathLike[str] = "tenhou",
    key: int = 1,
    threads: int = 1,
    *,
    rounds: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Census:
    """Rates of simulated matches between built-in strategies.

    Parameters
    ----------
    strategies, matches, rules, key, threads, progress
        As for :func:`oshihiki.simulate`.
    rounds
        Only these, as in ``"E1-E3"``.

    Examples
    --------
    >>> from oshihiki.study.census import of_play
    >>> census = of_play(["tsumogiri"] * 4, 10, key=2)
    >>> census.rate("riichi")
    0.0
    """
    rules = load(rules)
    mask = rounds_mask(rounds)
    players = [load_strategy(one) for one in strategies]
    counts = counts_of(players, 0, matches, rules, key, threads, mask, progress)
    return Census(counts, rules.players)


def counts_of(
    players: Sequence[Any],
    first: int,
    matches: int,
    rules: Rules,
    key: int,
    threads: int,
    mask: int,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """The exact sums of matches between strategies, built in or plug-ins."""
    if not all(isinstance(one, _core.Strategy) for one in players):
        return census_of_plug_ins(players, first, matches, rules, key, threads, mask, progress)
    _, counts = _core.census_simulate(rules, list(players), key, first, 0, 1, 0.0, mask)
    done = 0
    while done < matches:
        count, part = _core.census_simulate(
            rules, list(players), key, first + done, matches - done, threads, _SLICE_SECONDS, mask
        )
        done += count
        counts = add(counts, part)
        if progress is not None:
            progress(done)
    return counts


def _of_texts(
    texts: list[tuple[str, str, str]], given: Rules | None, mask: int, wanted: int | None
) -> list[_OfLog]:
    out: list[_OfLog] = []
    for name, kind, text in texts:
        match = logs.parse(kind, text, name)
        if match.client >= 0:
            raise LogError(f"{name}: a client's log does not show all hands")
        if wanted is not None and match.type != wanted:
            continue
        scripts, left_out = replay.scripts(match, given, fitted=True)
        if not scripts:
            if match.rounds:
                out.append((match.players, left_out, None))
            continue
        rounds = [
            (
                list(script.wall),
                (
                    list(script.standing.scores[: match.players]),
                    script.standing.wind,
                    script.standing.dealer,
                    script.standing.honba,
                    script.standing.deposits,
                ),
                script.actions,
            )
            for script in scripts
        ]
        failed, counts = _core.census_recorded(scripts[0].rules, rounds, mask)
        out.append((match.players, left_out + failed, counts))
    return out


def of_logs(
    paths: Iterable[str | os.PathLike[str]],
    rules: Rules | str | os.PathLike[str] | None = None,
    threads: int = 1,
    *,
    rounds: str | None = None,
    kind: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[int, Census]:
    """Rates of real logs, by number of players.

    Parameters
    ----------
    paths
        Log files, as :func:`oshihiki.logs.sources` reads them.
    rules
        The rules they were played by; told by each log itself by default.
    threads
        Processes; the result does not depend on it.
    rounds
        Only these, as in ``"E1-E3"``.
    kind
        Only Tenhou logs of this type: 169 is the houou room's hanchan with red fives.

    Returns
    -------
    dict of int to Census
        Of the logs with 3 and with 4 players, as far as there are any.

    Raises
    ------
    LogError
        A file cannot be read, or is a client's log, which hides hands.
    """
    given = None if rules is None else load(rules)
    mask = rounds_mask(rounds)
    texts = (text for path in paths for text in logs.sources(os.fspath(path)))
    batches = iter(lambda: list(islice(texts, _READ_AT_ONCE)), [])
    sums: dict[int, dict[str, Any]] = {}
    left: dict[int, int] = {}
    done = 0
    for part in _each(batches, given, mask, kind, threads):
        for players, left_out, counts in part:
            left[players] = left.get(players, 0) + left_out
            if counts is not None:
                sums[players] = add(sums[players], counts) if players in sums else counts
        done += len(part)
        if progress is not None:
            progress(done)
    return {n: Census(counts, n, left[n]) for n, counts in sorted(sums.items())}


def _each(
    batches: Iterator[list[tuple[str, str, str]]],
    given: Rules | None,
    mask: int,
    kind: int | None,
    threads: int,
) -> Iterator[list[_OfLog]]:
    if threads == 1:
        for batch in batches:
            yield _of_texts(batch, given, mask, kind)
        return
    with ProcessPoolExecutor(threads) as pool:
        futures = [pool.submit(_of_texts, batch, given, mask, kind) for batch in batches]
        for future in futures:
            yield future.result()
