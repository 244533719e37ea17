"""A study: read from TOML, checked, and ready for the core.

The file's sections are read by :mod:`oshihiki.study.parser`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study.features import Axis, Feature, features, values
from oshihiki.study.toml import dump_toml

if TYPE_CHECKING:
    from oshihiki.study.counted import CountedSpec
    from oshihiki.study.predicate import Predicate

__all__ = [
    "ENGINE",
    "Axis",
    "Feature",
    "Spec",
    "Stop",
    "dump_toml",
    "features",
    "names",
    "parse",
    "read",
    "source",
    "values",
]

ENGINE: str = _core.STUDY_ENGINE
"""What decides the numbers besides a study's text: the engine and the strategies."""

_SPECS = Path(__file__).parent / "specs"


@dataclass(frozen=True, slots=True)
class Stop:
    """When a run ends. A limit of 0 is none; limits are no part of the study's id."""

    half_width: float = 0
    confidence: float = 0.95
    max_rounds: int = 0
    max_seconds: float = 0


@dataclass(frozen=True)
class Spec:
    """A checked study.

    Attributes
    ----------
    data
        The TOML as a dict, as it was given.
    name
        The built-in name, or the path it was read from.
    plan
        What the core runs.
    axes, arms, pairs, stop
        Cells, names of arms, compared pairs, limits.
    identity
        What decides the numbers; `id` is its hash.
    worlds
        Hidden worlds a spot is played through; 0: as many as a pilot finds best, by cell.
    fields
        Other opponents against whom it is run again, by name; no part of the id.
    rows
        Whether a row of each spot is kept; no part of the id.
    predicate
        Asked beside those of the file, see :mod:`oshihiki.study.predicate`.
    """

    data: Mapping[str, Any]
    name: str
    plan: _core.ForkPlan
    axes: tuple[Axis, ...]
    arms: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    stop: Stop
    identity: Mapping[str, Any]
    worlds: int = 1
    fields: Mapping[str, str] = field(default_factory=dict)
    rows: bool = False
    predicate: Predicate | None = None

    kind: ClassVar[str] = "fork"
    unit: ClassVar[str] = "rounds"
    block: ClassVar[int] = 4096

    @property
    def title(self) -> str:
        """The study's title."""
        return str(self.data["study"].get("title", self.name))

    @property
    def id(self) -> str:
        """SHA-256 over the canonical JSON of `identity`."""
        return hash_of(self.identity)

    def keys(self) -> list[dict[str, str]]:
        """The labels of each cell, in the order of the core's cells."""
        cells: list[dict[str, str]] = [{}]
        for axis in self.axes:
            cells = [{**cell, axis.feature: label} for cell in cells for label in axis.labels]
        return cells

    def stored(self) -> dict[str, Any]:
        """The TOML as results keep it: without limits of rounds and seconds."""
        return without_limits({k: v for k, v in self.data.items() if k != "output"})

    def with_section(self, name: str, table: Mapping[str, Any]) -> Spec:
        """The same study with another section in its file."""
        found = parse({**self.data, name: dict(table)}, self.name)
        assert isinstance(found, Spec)
        return found if self.predicate is None else found.asking(self.predicate)

    def asking(self, predicate: Predicate) -> Spec:
        """The study of those of its spots for which the predicate holds."""
        if self.predicate is not None:
            raise StudyError(f"{self.name}: it has a predicate; write both as one function")
        spot = {**self.identity["spot"], "predicate": dict(predicate.identity)}
        return replace(
            self,
            plan=self.plan.with_predicate(predicate.packed()),
            identity={**self.identity, "spot": spot},
            predicate=predicate,
        )

    @property
    def size(self) -> int:
        """Numbers of a tally."""
        return self.plan.cells * len(self.plan.fields)


def without_limits(data: Mapping[str, Any]) -> dict[str, Any]:
    """A study's dict without limits of size and seconds.

    Those belong to one run; with them a run stopped by the clock and its repetition by
    ``--max-rounds`` would differ.
    """
    out = {name: dict(table) for name, table in data.items()}
    stop = {k: v for k, v in out.pop("stop", {}).items() if not k.startswith("max_")}
    return {**out, "stop": stop} if stop else out


def hash_of(identity: Mapping[str, Any]) -> str:
    """SHA-256 over canonical JSON: sorted keys, no spaces."""
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def names() -> list[str]:
    """Names of the built-in studies."""
    return sorted(path.stem for path in _SPECS.glob("*.toml"))


def _path_of(name_or_path: str | os.PathLike[str]) -> tuple[str, Path]:
    given = os.fspath(name_or_path)
    builtin = _SPECS / f"{given}.toml"
    if re.fullmatch(r"[a-z0-9-]+", given) and builtin.is_file():
        return given, builtin
    path = Path(given)
    if path.is_file():
        return given, path
    near = get_close_matches(given, names(), 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise StudyError(
        f"study {given!r}: neither a built-in study ({', '.join(names())}) nor a file{hint}"
    )


def source(name_or_path: str | os.PathLike[str]) -> str:
    """The TOML text of a study."""
    return _path_of(name_or_path)[1].read_text(encoding="utf-8")


def read(name_or_path: str | os.PathLike[str]) -> Spec | CountedSpec:
    """Read and check a study by its built-in name or the path of a TOML file.

    Raises
    ------
    StudyError
        No such study, not TOML, or something in it that is not allowed.

    Examples
    --------
    >>> from oshihiki.study import spec
    >>> spec.read("push-fold").arms
    ('push_once', 'fold_once', 'push_all', 'betaori')
    """
    name, path = _path_of(name_or_path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{name}: not TOML: {error}") from error
    return parse(data, name)


def parse(data: Mapping[str, Any], name: str = "study") -> Spec | CountedSpec:
    """Check a study given as a dict, and compile it.

    Raises
    ------
    StudyError
        Naming the key path, the value and what is allowed.
    """
    from oshihiki.study.parser import Parser

    return Parser(data, name).any()
