"""Recorded matches played again in the engine, and what differs.

Each recorded draw, discard, call, riichi, kan and win must be what the engine has, or legal in
it, at that moment; each win and each draw must be settled as recorded.
"""

from __future__ import annotations

import random
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

__all__ = ["Mismatch", "Script", "Verified", "rules_of", "scripts", "verify", "yaku_of"]

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
    name, used = rules_of(match, given)
    found = _verify(match, name, used)
    if not found.mismatches or given is not None:
        return found
    for label, profile, changed in variants(match, name, used):
        other = _verify(match, profile, changed)
        if not other.mismatches:
            other.notes.append(f"{match.log}: played with {label}")
            return other
    return found


def _verify(match: LoggedMatch, name: str, used: rules.Rules) -> Verified:
    found = Verified(logs=1, profiles={name: 1})
    found.notes = [f"{match.log}: {note}" for note in match.notes]
    walls = Walls(match, used, found.notes)
    standing: settle.Standing | None = None
    for number, recorded in enumerate(match.rounds):
        played = recorded
        if recorded.follows and standing is not None:
            played = _following(recorded, standing, match.players)
        following = match.rounds[number + 1] if number + 1 < len(match.rounds) else None
        # Hidden tiles are chosen anew while the choice made something impossible.
        best: tuple[list[Difference], Player | None] = ([], None)
        for attempt in range(1 if match.client < 0 else _ATTEMPTS):
            tried = _play(match, played, following, used, walls, attempt)
            if attempt == 0 or len(tried[0]) < len(best[0]):
                best = tried
            if not best[0]:
                break
        differences, player = best
        found.rounds += 1
        if player is not None:
            found.actions += len(player.script)
            found.offers += player.offers
            found.wins += len(played.wins)
            standing = player.round.next_standing()[0] if player.round.over else None
        _explained(match, played, used, player, differences, found)
    lacking = [m for m in found.mismatches if m.kind == "offer"]
    fact = no_riichi_flags(match, [Place(*m[3:]) for m in lacking])
    if fact is not None:
        found.explained += [(m, fact) for m in lacking]
        found.mismatches = [m for m in found.mismatches if m.kind != "offer"]
    return found


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


def _explained(
    match: LoggedMatch,
    played: LoggedRound,
    used: rules.Rules,
    player: Player | None,
    differences: list[Difference],
    found: Verified,
) -> None:
    """Counts each difference as a mismatch, or as explained with the fact."""
    for difference in differences:
        mismatch = Mismatch(match.log, played.name, *difference)
        fact = explain(match, played, used, player, Place(*difference[1:]))
        if fact is None:
            found.mismatches.append(mismatch)
        else:
            found.explained.append((mismatch, fact))


def _play(
    match: LoggedMatch,
    played: LoggedRound,
    following: LoggedRound | None,
    used: rules.Rules,
    walls: Walls,
    attempt: int,
) -> tuple[list[Difference], Player | None]:
    """Plays one round and compares it."""
    differences: list[Difference] = []
    player: Player | None = None
    try:
        if match.client >= 0:
            played = client.fill(match, played, random.Random(attempt))
        tiles, _ = walls.next(played, used)
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
    return differences, player


class Script(NamedTuple):
    """One recorded round as the engine can play it: who answered what, in the order asked."""

    log: str
    round: str
    rules: rules.Rules
    wall: list[int]
    standing: settle.Standing
    actions: list[Playable]


def scripts(match: LoggedMatch, given: rules.Rules | None = None) -> tuple[list[Script], int]:
    """The rounds of a match whose whole wall is known from the log's seed.

    Returns
    -------
    list of Script
    int
        Rounds left out: their wall is not known, or they cannot be followed.
    """
    found = Verified()
    _, used = rules_of(match, given)
    walls = Walls(match, used, found.notes)
    out: list[Script] = []
    left_out = 0
    for played in match.rounds:
        try:
            tiles, known = walls.next(played, used)
            if not known:
                left_out += 1
                continue
            player = Player(match, played, used, tiles, walls.codes)
            standing = player.round.standing
            player.play()
        except (Differs, Error):
            left_out += 1
            continue
        out.append(Script(match.log, played.name, used, tiles, standing, player.script))
    return out, left_out
