"""Tenhou logs of the corpus as plain tags, for tests that need facts and not the log reader."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

Tag = tuple[str, dict[str, str]]

_TAG = re.compile(r"<(\w+)([^>]*?)/?>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


def corpus(name: str) -> Path:
    """A file of the corpus; the test is skipped where there is none."""
    folder = os.environ.get("OSHIHIKI_CORPUS")
    if not folder:
        pytest.skip("needs real logs: OSHIHIKI_CORPUS is not set")
    return Path(folder) / name


def rows(name: str) -> Iterator[tuple[dict[str, Any], list[Tag]]]:
    """(the row, the tags of its log) of each log of a file."""
    with gzip.open(corpus(name), "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield (
                row,
                [(tag, dict(_ATTRIBUTE.findall(rest))) for tag, rest in _TAG.findall(row["xml"])],
            )


def numbers(text: str) -> list[int]:
    return [int(float(part)) for part in text.split(",") if part != ""]
