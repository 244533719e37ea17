"""House rules: profiles by name or file, and their differences.

A profile is a TOML file of flat keys, one a rule; :func:`fields` lists them all. Eleven profiles
come with the package, each value with the source it was taken from.
"""

from __future__ import annotations

import functools
import os
import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from oshihiki import _core
from oshihiki._core import Rules
from oshihiki.errors import RulesError

__all__ = [
    "Entry",
    "Field",
    "Rules",
    "diff",
    "entries",
    "fields",
    "load",
    "local_yaku",
    "names",
    "source",
    "title",
]

_PROFILES = Path(__file__).parent / "profiles"
_NAMES = (
    "tenhou",
    "tenhou-sanma",
    "wrc-2025",
    "ema-2016",
    "m-league",
    "mahjong-soul",
    "mahjong-soul-sanma",
    "jpml-a",
    "saikouisen",
    "traditional",
    "club",
)
_HEADER = ("name", "title", "inherits")


class Field(NamedTuple):
    """One rule of the table.

    ``type`` is ``bool``, ``int``, ``enum``, ``list`` (four numbers), ``tiles`` (tile text) or
    ``names``; ``allowed`` says in words what a value may be.
    """

    name: str
    group: str
    type: str
    default: Any
    allowed: str
    sentence: str


class Entry(NamedTuple):
    """One rule as a profile states it: where its value is from, and whether that is unsure."""

    key: str
    value: Any
    source: str
    unconfirmed: bool


class LocalYaku(NamedTuple):
    """One local yaku: its han closed and open (0: closed hands only), and its condition."""

    name: str
    closed_han: int
    open_han: int
    sentence: str


class _Profile(NamedTuple):
    name: str
    title: str
    values: dict[str, Any]
    entries: dict[str, Entry]


@functools.cache
def fields() -> tuple[Field, ...]:
    """Every rule there is, in the order of the table.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.fields()[1].name, oh.rules.fields()[1].allowed
    ('start', 'a whole number from 0 to 1000000')
    """
    return tuple(Field(*row) for row in _core.rule_fields())


@functools.cache
def local_yaku() -> tuple[LocalYaku, ...]:
    """Every local yaku that a profile's ``local_yaku`` may name.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.local_yaku()[0].name
    'sanrenkou'
    """
    return tuple(LocalYaku(*row) for row in _core.local_yaku_table())


def names() -> list[str]:
    """Names of the built-in profiles.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.names()[:3]
    ['tenhou', 'tenhou-sanma', 'wrc-2025']
    """
    return list(_NAMES)


def load(profile: str | os.PathLike[str] | Rules = "tenhou") -> Rules:
    """Rules of a built-in profile, or of a TOML file.

    Parameters
    ----------
    profile : str, path or Rules
        A name of :func:`names`, the path of a TOML file, or rules, which are returned as they are.

    Raises
    ------
    RulesError
        For an unknown name or a bad file: says the path, the key, the value and what is allowed.

    Examples
    --------
    >>> import oshihiki as oh
    >>> rules = oh.rules.load("tenhou")
    >>> rules.start, rules.kuitan, rules.reds
    (25000, True, '0m0p0s')
    >>> rules.replace(kuitan=False).kuitan
    False
    """
    if isinstance(profile, Rules):
        return profile
    if not isinstance(profile, (str, os.PathLike)):
        raise TypeError(
            f"rules: {type(profile).__name__}; expected Rules, a profile's name or a path"
        )
    if profile in _NAMES:
        return _built_in(profile)
    return _rules_of(_profile(profile))


def title(profile: str | os.PathLike[str]) -> str:
    """A profile's title, for people.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.title("wrc-2025")
    'World Riichi Championship 2025'
    """
    return _profile(profile).title


def entries(profile: str | os.PathLike[str]) -> list[Entry]:
    """Every rule of a profile with its value, its source and whether that is unconfirmed.

    The source keys are explained in ``docs/rules.md``.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.entries("tenhou")[1]
    Entry(key='start', value=25000, source='S1, T', unconfirmed=False)
    """
    found = _profile(profile)
    values = _rules_of(found).to_dict()
    missing = Entry("", None, "default", False)
    return [
        found.entries.get(key, missing)._replace(key=key, value=value)
        for key, value in values.items()
    ]


def source(profile: str | os.PathLike[str], key: str) -> str:
    """Where a profile's value of one rule was taken from; an unconfirmed one says so.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.source("tenhou", "start")
    'S1, T'
    """
    for entry in entries(profile):
        if entry.key == key:
            return f"{entry.source} (unconfirmed)" if entry.unconfirmed else entry.source
    raise RulesError(_unknown("rule", key, [field.name for field in fields()]))


def diff(
    a: str | os.PathLike[str] | Rules, b: str | os.PathLike[str] | Rules
) -> list[tuple[str, Any, Any]]:
    """The rules in which two profiles differ: (key, value in `a`, value in `b`).

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.rules.diff("tenhou", oh.rules.load("tenhou").replace(kuitan=False))
    [('kuitan', True, False)]
    """
    left, right = load(a).to_dict(), load(b).to_dict()
    return [(key, left[key], right[key]) for key in left if left[key] != right[key]]


@functools.cache
def _built_in(name: str) -> Rules:
    return _rules_of(_profile(name))


def _rules_of(profile: _Profile) -> Rules:
    try:
        return Rules(profile.values, profile=profile.name)
    except RulesError as error:
        raise RulesError(f"{profile.name}: {error}") from None


def _profile(profile: str | os.PathLike[str]) -> _Profile:
    """A profile on top of what it inherits."""
    return _merge(_find(profile), ())


def _merge(path: Path, below: tuple[Path, ...]) -> _Profile:
    stat = path.stat()
    header, stated = _read(path, stat.st_mtime_ns, stat.st_size)
    entries: dict[str, Entry] = {}
    if "inherits" in header:
        try:
            parent = _find(header["inherits"], near=path)
        except RulesError as error:
            raise RulesError(f"{path}, inherits: {error}") from None
        chain = (*below, path.resolve())
        if parent.resolve() in chain:
            raise RulesError(f"{path}, inherits: '{header['inherits']}' goes round in a circle")
        entries.update(_merge(parent, chain).entries)
    entries.update(stated)
    name = header.get("name", path.stem)
    values = {key: entry.value for key, entry in entries.items()}
    return _Profile(name, header.get("title", name), values, entries)


def _find(profile: str | os.PathLike[str], near: Path | None = None) -> Path:
    """Path of a profile: a built-in name, or a file, which may be given relative to another."""
    if profile in _NAMES:
        return _PROFILES / f"{profile}.toml"
    given = Path(profile)
    path = near.parent / given if near is not None else given
    if path.is_file():
        return path
    if given.suffix == ".toml" or len(given.parts) > 1:
        raise RulesError(f"there is no rule file '{path}'")
    raise RulesError(_unknown("profile", str(profile), list(_NAMES)))


def _unknown(what: str, name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    listed = f" Known: {', '.join(known)}" if what == "profile" else ""
    return f"there is no {what} '{name}'{hint}{listed}"


@functools.lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int) -> tuple[dict[str, str], dict[str, Entry]]:
    """Header and rules of one file. `changed` and `size` make an edited file a new one."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        # tomllib's text ends with the line and the column.
        raise RulesError(f"{path}: {error}") from None
    header = {key: _text(path, key, table.pop(key)) for key in _HEADER if key in table}
    return header, {key: _entry(path, text, key, given) for key, given in table.items()}


def _text(path: Path, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise RulesError(f"{path}: {key} = {value!r} is not allowed: text")
    return value


def _entry(path: Path, text: str, key: str, given: Any) -> Entry:
    where, value, origin, unconfirmed = key, given, path.name, False
    found = re.search(rf'^[ \t]*\[?[ \t]*"?{re.escape(key)}\b', text, re.MULTILINE)
    line = text.count("\n", 0, found.start()) + 1 if found else 1
    try:
        if isinstance(given, dict):
            _core.check_rule_name(key)
            where = f"{key}.value"
            for inner in given:
                if inner not in ("value", "source", "unconfirmed"):
                    raise RulesError(f"'{inner}' is not one of value, source, unconfirmed")
            if "value" not in given:
                raise RulesError("the value is missing")
            value = given["value"]
            origin = given.get("source", origin)
            unconfirmed = given.get("unconfirmed", False)
            if not isinstance(origin, str):
                where = f"{key}.source"
                raise RulesError(f"{origin!r} is not allowed: text")
            if not isinstance(unconfirmed, bool):
                where = f"{key}.unconfirmed"
                raise RulesError(f"{unconfirmed!r} is not allowed: true or false")
        _core.check_rule(key, value)
    except RulesError as error:
        raise RulesError(f"{path}, line {line}, {where}: {error}") from None
    return Entry(key, value, origin, unconfirmed)
