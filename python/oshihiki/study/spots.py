"""Spots from recorded decisions of real matches.

A log whose seed gives its walls tells the whole hidden world of each round, so a fork at a recorded
decision has the world that was dealt. Up to the spot everybody does what was recorded; from there
on all seats follow the strategies. Recorded rounds are numbered in the order of the files and
logs; 4,096 of them make a block, the last one what is left.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from oshihiki import _core, logs
from oshihiki.errors import LogError, StudyError
from oshihiki.logs import mjlog, replay
from oshihiki.study.fork_spec import Spec
from oshihiki.study.looks import BLOCK_ROUNDS
from oshihiki.study.store import Tally

__all__ = ["RealRounds"]

# Rules that say what a match is worth or when it ends: a round is played the same under any.
_OF_MATCHES = frozenset(
    (
        *("start", "return_points", "target", "oka", "uma_kind", "uma", "uma_one_above"),
        *("uma_three_above", "ties", "rounding", "leftover", "bust", "length", "renchan"),
        *("abort_renchan", "honba_on_draw", "agari_yame", "tenpai_yame", "extension"),
        *("sudden_death", "chombo", "chombo_penalty"),
    )
)
_CHUNK = 64  # rounds of one call into the core
_READ_AT_ONCE = 8  # logs read by one task

Rules = _core.Rules


@dataclass(frozen=True, slots=True)
class _Round:
    """A recorded round, small: what `study_replay` takes."""

    wall: bytes
    standing: tuple[list[int], int, int, int, int]
    actions: array[int]  # seat << 16 | action code


@dataclass(slots=True)
class _Read:
    """What a number of logs held."""

    logs: int = 0
    without_seed: int = 0
    unreadable: int = 0
    recorded: int = 0
    not_replayed: int = 0
    other_rules: int = 0
    rounds: list[_Round] = field(default_factory=list)


def _of_round(rules: Rules) -> dict[str, Any]:
    return {k: v for k, v in rules.to_dict().items() if k not in _OF_MATCHES}


def _read_some(texts: list[tuple[str, str]], rules: Rules) -> _Read:
    """Parse and replay a few logs; the rounds that can be forked, and counts of the others."""
    wanted = _of_round(rules)
    out = _Read()
    for name, text in texts:
        out.logs += 1
        try:
            match = mjlog.parse(text, name)
        except LogError:
            out.unreadable += 1
            continue
        out.recorded += len(match.rounds)
        if match.players != rules.players:
            out.other_rules += len(match.rounds)
            continue
        scripts, left_out = replay.scripts(match)
        if not scripts:
            out.without_seed += 1
            continue
        out.not_replayed += left_out
        if _of_round(scripts[0].rules) != wanted:
            out.other_rules += len(scripts)
            continue
        for script in scripts:
            s = script.standing
            out.rounds.append(
                _Round(
                    bytes(script.wall),
                    (list(s.scores[: rules.players]), s.wind, s.dealer, s.honba, s.deposits),
                    array("I", (seat << 16 | code for seat, code in script.actions)),
                )
            )
    return out


class RealRounds:
    """Recorded rounds as a source of blocks, see :class:`oshihiki.study.sources.Source`.

    Parameters
    ----------
    spec
        The study.
    paths
        Log files, as :func:`oshihiki.logs.sources` reads them.
    threads
        For reading and for playing; the result does not depend on it.

    Raises
    ------
    LogError
        A file cannot be read.
    StudyError
        No recorded round can be forked under the study's rules.
    """

    def __init__(self, spec: Spec, paths: Sequence[str | os.PathLike[str]], threads: int) -> None:
        if spec.identity["context"] != "match":
            raise StudyError(
                f'{spec.name}: study.context must be "match" with spots from logs: '
                "recorded rounds stand where they stood"
            )
        self._plan = spec.plan
        self._threads = threads
        self._files = [Path(p) for p in paths]
        hashes = [_hash(path) for path in self._files]
        self.identity = {"kind": "recorded rounds", "files": hashes}
        self._read = _Read()
        for part in self._all(spec):
            for name in ("logs", "without_seed", "unreadable", "recorded", "not_replayed"):
                setattr(self._read, name, getattr(self._read, name) + getattr(part, name))
            self._read.other_rules += part.other_rules
            self._read.rounds += part.rounds
        if not self._read.rounds:
            raise StudyError(
                f"no spots: of {self._read.recorded:,} recorded rounds in {self._read.logs:,} logs "
                f"none can be forked ({self._read.without_seed:,} logs have no seed that gives "
                f"their hands; {self._read.other_rules:,} rounds were played by other rules)"
            )
        self.limit: int | None = -(-len(self._read.rounds) // BLOCK_ROUNDS)
        self._queue: list[int] = []
        self._at = 0  # rounds of the first block in the queue that are done
        self._tally: Tally | None = None
        self._rows: list[bytes] = []

    def _all(self, spec: Spec) -> Iterator[_Read]:
        rules = Rules(spec.identity["rules"])
        texts = ((name, text) for path in self._files for name, _, text in logs.sources(path))
        batches = iter(lambda: list(islice(texts, _READ_AT_ONCE)), [])
        if self._threads == 1:
            for batch in batches:
                yield _read_some(batch, rules)
            return
        with ProcessPoolExecutor(self._threads) as pool:
            futures = [pool.submit(_read_some, batch, rules) for batch in batches]
            for future in futures:
                yield future.result()

    def use(self, plan: _core.ForkPlan) -> None:
        """Fork by this plan, which says how many worlds a spot is played through."""
        self._plan = plan

    def want(self, first: int, last: int) -> None:
        """Put blocks in the queue."""
        self._queue += range(first, last)

    def advance(self, seconds: float) -> list[tuple[int, Tally]]:
        """Fork a chunk of rounds; the block if that was its last."""
        if not self._queue:
            return []
        block = self._queue[0]
        if self._tally is None:
            self._tally = Tally.empty(self._plan.cells * len(self._plan.fields))
        first = block * BLOCK_ROUNDS + self._at
        last = min((block + 1) * BLOCK_ROUNDS, len(self._read.rounds), first + _CHUNK)
        given = [
            (
                list(r.wall),
                number,
                0,
                r.standing,
                [(a >> 16, a & 0xFFFF) for a in r.actions],
            )
            for number, r in enumerate(self._read.rounds[first:last], first)
        ]
        # Rounds whose record breaks off before their end give nothing.
        rounds, spots, cells, _, rows = _core.study_replay(self._plan, given, self._threads)
        self._tally.add(Tally(rounds, spots, cells))
        self._rows.append(_in_order(rows, self._plan))
        self._at += last - first
        if last < min((block + 1) * BLOCK_ROUNDS, len(self._read.rounds)):
            return []
        done, self._tally = self._tally, None
        done.rows, self._rows = b"".join(self._rows), []
        self._queue.pop(0)
        self._at = 0
        return [(block, done)]

    def begun(self) -> tuple[int, int]:
        """Rounds and spots of the block at work."""
        return (self._tally.rounds, self._tally.spots) if self._tally else (0, 0)

    def describe(self, rounds: int) -> Any:
        """Counts for the report."""
        read = self._read
        return {
            "kind": "recorded decisions of real matches",
            "files": [path.name for path in self._files],
            "logs": read.logs,
            "logs_without_a_seed_that_gives_their_hands": read.without_seed,
            "logs_that_cannot_be_read": read.unreadable,
            "recorded_rounds": read.recorded,
            "rounds_by_other_rules": read.other_rules,
            "rounds_that_do_not_replay": read.not_replayed,
            "rounds_forked": rounds,
            "from_the_spot_on": "all seats follow the strategies",
        }


def _in_order(rows: bytes, plan: _core.ForkPlan) -> bytes:
    """The rows of a chunk by the number of their round; threads may have mixed the rounds."""
    if not rows:
        return rows
    import numpy as np

    table = np.frombuffer(rows, np.int64).reshape(-1, len(plan.row_fields))
    match = table[:, plan.row_fields.index("match")]
    return table[np.argsort(match, kind="stable")].tobytes()


def _hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}") from error
