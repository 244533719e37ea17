"""Studies by name: found, read from TOML, and checked.

The file's sections are read by :mod:`oshihiki.study.fork_parser` and those of the other kinds.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study import calibration, matches, race
from oshihiki.study.counted import CountedSpec
from oshihiki.study.fork_parser import ForkParser
from oshihiki.study.fork_spec import Spec
from oshihiki.study.sections import Sections

__all__ = ["names", "parse", "read", "source", "with_section"]

_SPECS = Path(__file__).parent / "specs"
_COUNTED: dict[str, Callable[[Sections], CountedSpec]] = {
    "match": matches.parse,
    "race": race.parse,
    "calibration": calibration.parse,
}


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
    sections = Sections(data, name)
    sections.table("study", data)
    given = sections.section("study").get("kind", "fork")
    kind = sections.choice("study.kind", given, ("fork", "position", *_COUNTED))
    if kind in _COUNTED:
        return _COUNTED[kind](sections)
    if kind == "position":
        raise StudyError(
            f"{name}: a position is not run from a file: oshihiki study position LOG "
            "--round E1.0 --seat S --turn T"
        )
    return ForkParser(data, name).spec()


def with_section(spec: Spec, name: str, table: Mapping[str, Any]) -> Spec:
    """The same study with another section in its file."""
    found = parse({**spec.data, name: dict(table)}, spec.name)
    assert isinstance(found, Spec)
    return found if spec.predicate is None else found.asking(spec.predicate)
