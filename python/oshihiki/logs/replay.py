"""Recorded matches played again in the engine, and what differs.

Each recorded draw, discard, call, riichi, kan and win must be what the engine has, or legal in
it, at that moment; each win and each draw must be settled as recorded.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from oshihiki import rules, settle
from oshihiki.errors import Error
from oshihiki.logs import client
from oshihiki.logs.compare import Difference, compare, yaku_of
from oshihiki.logs.facts import Place, explain, no_riichi_flags
from oshihiki.logs.model import LoggedMatch, LoggedRound
from oshihiki.logs.player import Differs, Playable, Player
from oshihiki.logs.ruling import rules_of, variants
from oshihiki.logs.walls import OtherHands, Walls

__all__ = [
    "Followed",
    "Mismatch",
    "Script",
    "Verified",
    "follow",
    "judged",
    "rules_of",
    "scripts",
    "verify",
    "yaku_of",
]

_ATTEMPTS = 40


class Mismatch(NamedTuple):
    """Something recorded that the engine does differently."""

    log: str
    round: str
    event: str
    kind: str
    expected: Any
    got: Any


@dataclass
class Verified:
    """What a verification counted and found."""

    logs: int = 0
    rounds: int = 0
    actions: int = 0
    offers: int = 0
    wins: int = 0
    profiles: dict[str, int] = field(default_factory=dict)
    mismatches: list[Mismatch] = field(default_factory=list)
    explained: list[tuple[Mismatch, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Verified) -> None:
        """Adds another's counts and findings."""
        self.logs += other.logs
        self.rounds += other.rounds
        self.actions += other.actions
        self.offers += other.offers
        self.wins += other.wins
        for name, n in other.profiles.items():
            self.profiles[name] = self.profiles.get(name, 0) + n
        self.mismatches += other.mismatches
        self.explained += other.explained
        self.notes += other.notes

    def to_dict(self) -> dict[str, Any]:
        """As ``oshihiki verify --json`` prints it."""
        return {
            "logs": self.logs,
            "rounds": self.rounds,
            "actions": self.actions,
            "offers": self.offers,
            "wins": self.wins,
            "profiles": dict(sorted(self.profiles.items())),
            "mismatches": [m._asdict() for m in self.mismatches],
            "explained": [{**m._asdict(), "fact": fact} for m, fact in self.explained],
            "notes": self.notes,
        }


def verify(match: LoggedMatch, given: rules.Rules | None = None) -> Verified:
    """Replays a recorded match and compares everything.

    Parameters
    ----------
    match : LoggedMatch
    given : Rules, optional
        The rules instead of those the log tells.

    Returns
    -------
    Verified
        Where the log's profile leaves mismatches and another of Tenhou's known rule sets leaves
        none, the counts are under that one, and a note names it.
    """
    return judged(match, given)[0]


def judged(match: LoggedMatch, given: rules.Rules | None = None) -> tuple[Verified, rules.Rules]:
    """As :func:`verify`, with the rules that it took."""
    name, used = rules_of(match, given)
    found = _verify(match, name, used)
    if not found.mismatches or given is not None:
        return found, used
    for label, profile, changed in variants(match, name, used):
        other = _verify(match, profile, changed)
        if not other.mismatches:
            other.notes.append(f"{match.log}: played with {label}")
            return other, changed
    return found, used


def _verify(match: LoggedMatch, name: str, used: rules.Rules) -> Verified:
    found = Verified(logs=1, profiles={name: 1})
    found.notes = [f"{match.log}: {note}" for note in match.notes]
    for followed in follow(match, used, found.notes):
        player = followed.player
        found.rounds += 1
        if player is not None:
            found.actions += len(player.script)
            found.offers += player.offers
            found.wins += len(followed.played.wins)
        _explained(match, used, followed, found)
    lacking = [m for m in found.mismatches if m.kind == "offer"]
    fact = no_riichi_flags(match, [Place(*m[3:]) for m in lacking])
    if fact is not None:
        found.explained += [(m, fact) for m in lacking]
        found.mismatches = [m for m in found.mismatches if m.kind != "offer"]
    return found


class Followed(NamedTuple):
    """A recorded round after it was played in the engine."""

    played: LoggedRound
    """As recorded; what only follows from the round before is filled in."""
    player: Player | None
    """None where not even the deal was possible."""
    differences: list[Difference]
    known: bool
    """Whether the wall is the seed's."""


def follow(match: LoggedMatch, used: rules.Rules, notes: list[str]) -> Iterator[Followed]:
    """Plays one recorded round after another, by the given rules."""
    walls = Walls(match, used, notes)
    standing: settle.Standing | None = None
    for number, recorded in enumerate(match.rounds):
        played = recorded
        if recorded.follows and standing is not None:
            played = _following(recorded, standing, match.players)
        following = match.rounds[number + 1] if number + 1 < len(match.rounds) else None
        # Hidden tiles are chosen anew while the choice made something impossible.
        best = _play(match, played, following, used, walls, 0)
        for attempt in range(1, _ATTEMPTS if match.client >= 0 else 1):
            if not best.differences:
                break
            tried = _play(match, played, following, used, walls, attempt)
            if len(tried.differences) < len(best.differences):
                best = tried
        player = best.player
        if player is not None:
            standing = player.round.next_standing()[0] if player.round.over else None
        yield best


def _following(played: LoggedRound, standing: settle.Standing, players: int) -> LoggedRound:
    """A round of which only the dealer is recorded, as the one that follows."""
    return replace(
        played,
        wind=standing.wind,
        dealer=standing.dealer,
        honba=standing.honba,
        deposits=standing.deposits,
        scores=tuple(standing.scores[:players]),
    )


def _explained(match: LoggedMatch, used: rules.Rules, followed: Followed, found: Verified) -> None:
    """Counts each difference as a mismatch, or as explained with the fact."""
    for difference in followed.differences:
        mismatch = Mismatch(match.log, followed.played.name, *difference)
        place = Place(*difference[1:])
        fact = explain(match, followed.played, used, followed.player, place)
        if fact is None:
            found.mismatches.append(mismatch)
        else:
            found.explained.append((mismatch, fact))


def _play(
    match: LoggedMatch,
    recorded: LoggedRound,
    following: LoggedRound | None,
    used: rules.Rules,
    walls: Walls,
    attempt: int,
) -> Followed:
    """Plays one round and compares it."""
    differences: list[Difference] = []
    player: Player | None = None
    played = recorded
    known = False
    try:
        if match.client >= 0:
            played = client.fill(match, recorded, random.Random(attempt))
        tiles, known = walls.next(played, used)
        player = Player(match, played, used, tiles, walls.codes)
        player.play()
    except Differs as difference:
        differences.append(difference.found)
    except OtherHands:
        differences.append(("the deal", "wall", "the seed's wall", "other hands"))
    except Error as error:
        differences.append(("the deal", "error", "a round that can be played", str(error)))
    if player is not None:
        differences += player.differing
        differences += compare(match, used, player, following)
    return Followed(recorded, player, differences, known)


class Script(NamedTuple):
    """One recorded round as the engine can play it: who answered what, in the order asked."""

    log: str
    round: str
    rules: rules.Rules
    wall: list[int]
    standing: settle.Standing
    actions: list[Playable]


def scripts(
    match: LoggedMatch, given: rules.Rules | None = None, *, fitted: bool = False
) -> tuple[list[Script], int]:
    """The rounds of a match whose whole wall is known from the log's seed.

    Parameters
    ----------
    match, given
        The match, and its rules where the log does not tell them.
    fitted
        Also the other rounds, with walls that give what was recorded.

    Returns
    -------
    list of Script
    int
        Rounds left out: their wall is not known, or they cannot be followed.
    """
    _, used = rules_of(match, given)
    out: list[Script] = []
    left_out = 0
    for played, player, _, known in follow(match, used, []):
        if player is None or not player.finished or not (known or fitted):
            left_out += 1
            continue
        out.append(
            Script(match.log, played.name, used, player.wall, player.standing, player.script)
        )
    return out, left_out
