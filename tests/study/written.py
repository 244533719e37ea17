"""Positions written down, for tests."""

from __future__ import annotations

import json
from typing import Any

from oshihiki.study import position as positions
from oshihiki.study.position import Position

RIVERS = ["1m 1z 7s 8m", "6z 9m_ 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 7z"]
RIICHI = f"""
round = "E1.0"
scores = [25000, 24000, 25000, 25000]
deposits = 1
indicators = "3z"
seat = 0
hand = "245789p122334s9p"
drawn = "9p"
rivers = {json.dumps(RIVERS)}
"""
"""Tenpai against the riichi of the next seat."""


def in_first_round(**written: Any) -> Position:
    """A position of the dealer in the first round, all scores even."""
    even = {"round": "E1.0", "scores": [25000] * 4, "seat": 0}
    return positions.from_text(even | written)
