"""The form of a row of the tables of situations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import oshihiki as oh
from play.scene import Scene

FOUR = [name for name in oh.rules.names() if oh.rules.load(name).players == 4]

TENPAI = "234m567p789m45s11p"  # closed, waits 3s 6s, pinfu
IDLE = "258m147p369s1234z"  # nothing near, no pairs


@dataclass(frozen=True)
class Row:
    """A situation, played under each of its rules; the script has the checks.

    ``ids`` name the adjudicated cases (R-...) and reported faults (B...) it stands for.
    """

    ids: str
    says: str
    hands: dict[int, str]
    draws: str | dict[int, str]
    play: str
    rules: str = "tenhou"  # names, or "four" for every profile of four players
    change: dict[str, Any] = field(default_factory=dict)
    at: dict[str, Any] = field(default_factory=dict)  # dead wall, scores, round, ...

    def profiles(self) -> list[str]:
        return FOUR if self.rules == "four" else self.rules.split()

    def run(self, profile: str) -> Scene:
        rules = oh.rules.load(profile).replace(**self.change)
        return Scene(self.hands, self.draws, rules=rules, **self.at).play(self.play)
