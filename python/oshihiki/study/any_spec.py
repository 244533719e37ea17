"""What a study of any kind is: a checked text, the limits of a run, and what identifies it."""

from __future__ import annotations

import hashlib
import json
from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from oshihiki import _core

__all__ = ["ENGINE", "AnySpec", "Stop", "hash_of"]

ENGINE: str = _core.STUDY_ENGINE
"""What decides the numbers besides a study's text: the engine and the strategies."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When a run ends. A limit of 0 is none; limits are no part of the study's id."""

    half_width: float = 0
    confidence: float = 0.95
    max_rounds: int = 0
    max_seconds: float = 0


@dataclass(frozen=True)
class AnySpec(ABC):
    """A checked study.

    Attributes
    ----------
    data
        The TOML as a dict, as it was given.
    name
        The built-in name, or the path it was read from.
    stop
        Limits.
    identity
        What decides the numbers; `id` is its hash.
    """

    data: Mapping[str, Any]
    name: str
    stop: Stop
    identity: Mapping[str, Any]

    kind: ClassVar[str]
    unit: ClassVar[str]  # what is counted, in the plural
    block: ClassVar[int]  # units of a block

    @property
    def title(self) -> str:
        """The study's title."""
        return str(self.data["study"].get("title", self.name))

    @property
    def id(self) -> str:
        """SHA-256 over the canonical JSON of `identity`."""
        return hash_of(self.identity)

    def stored(self) -> dict[str, Any]:
        """The TOML as results keep it, without limits of size and seconds.

        Those belong to one run; with them a run stopped by the clock and its repetition by
        ``--max-rounds`` would differ.
        """
        out = {name: dict(table) for name, table in self.data.items()}
        stop = {k: v for k, v in out.pop("stop", {}).items() if not k.startswith("max_")}
        return {**out, "stop": stop} if stop else out

    def asked(self) -> dict[str, Any]:
        """What decides the numbers and no command names, for ``meta``."""
        return {}


def hash_of(identity: Mapping[str, Any]) -> str:
    """SHA-256 over canonical JSON: sorted keys, no spaces."""
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
