"""Rows of the corpora of wins as arguments of oshihiki.score, and what they expect."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_SUITS = "mpsz"
_REDS = {16, 52, 88}


def rows(path: str) -> Iterator[dict[str, Any]]:
    """The rows of a file of the corpus; skips the test where there is none."""
    root = os.environ.get("OSHIHIKI_CORPUS")
    if not root:
        pytest.skip("OSHIHIKI_CORPUS is not set: real wins are not part of the repository")
    with gzip.open(Path(root) / path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def tile_text(tile: int, aka: bool = True) -> str:
    """Text of a 136-id."""
    kind = tile // 4
    rank = 0 if aka and tile in _REDS else kind % 9 + 1
    return f"{rank}{_SUITS[kind // 9]}"


def tiles_text(tiles: list[int], aka: bool = True) -> str:
    return "".join(tile_text(t, aka) for t in tiles)


def kinds_text(kinds: list[int]) -> str:
    """Text of kinds 0 to 33, 34 to 36 the red fives."""
    return "".join(
        f"0{_SUITS[k - 34]}" if k >= 34 else f"{k % 9 + 1}{_SUITS[k // 9]}" for k in kinds
    )
