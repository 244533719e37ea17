"""Recorded matches: read, written, and played again in the engine."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

from oshihiki.errors import LogError
from oshihiki.logs import (
    client,
    kobalab,
    mjai,
    mjai_write,
    mjlog,
    mjlog_write,
    tenhou6,
    tenhou6_write,
)
from oshihiki.logs.check import check
from oshihiki.logs.files import BODIES, sources
from oshihiki.logs.model import LoggedMatch

__all__ = [
    "FORMS",
    "LoggedMatch",
    "form_of",
    "located",
    "parse",
    "read",
    "render",
    "sources",
    "write",
]

_READERS = {
    "tenhou6": tenhou6.parse,
    "mjai": mjai.parse,
    "kobalab": kobalab.parse,
    "tenhou-client": client.parse,
}
_WRITERS = {"mjlog": mjlog_write.render, "tenhou6": tenhou6_write.render, "mjai": mjai_write.render}

FORMS = tuple(_WRITERS)
"""The forms that can be written."""

_SUFFIXES = {
    ".mjlog": "mjlog",
    ".xml": "mjlog",
    ".json": "tenhou6",
    ".mjai": "mjai",
    ".mjson": "mjai",
    ".jsonl": "mjai",
}


def parse(kind: str, text: str, name: str = "") -> LoggedMatch:
    """Read one log of a known kind, as :func:`sources` gives it.

    Raises
    ------
    LogError
        With log, round and place: the log is cut off, has what its form does not have, or
        contradicts itself (a fifth copy, a tile in two places, points from nowhere).
    """
    if kind == "mjlog":
        match = mjlog.parse(text, name)
    elif kind in _READERS:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise LogError(f"{name}: not JSON: {error}") from None
        match = _READERS[kind](data, name)
    else:
        raise LogError(f"{name}: logs of kind {kind!r} cannot be read; {', '.join(BODIES)} can")
    check(match)
    return match


def read(path: str | Path) -> list[LoggedMatch]:
    """Read every log of a file.

    Parameters
    ----------
    path : str or path
        As for :func:`sources`.

    Returns
    -------
    list of LoggedMatch

    Raises
    ------
    LogError
        With file, log, round and place.
    """
    found = []
    for name, kind, text in sources(path):
        try:
            found.append(parse(kind, text, name))
        except LogError as error:
            raise LogError(located(path, error)) from None
    return found


def located(path: str | Path, error: LogError) -> str:
    """The message of an error in a log, with the path of its file."""
    text, name = str(error), Path(path).name
    return f"{path}{text[len(name) :]}" if text.startswith(name) else f"{path}: {text}"


def form_of(path: str | Path) -> str:
    """The form that a file's name asks for: ``mjlog``, ``tenhou6`` or ``mjai``.

    Raises
    ------
    LogError
        The name ends in none of the endings known.

    Examples
    --------
    >>> from oshihiki import logs
    >>> logs.form_of("match.mjson.gz")
    'mjai'
    """
    path = Path(path)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    form = _SUFFIXES.get(suffix)
    if form is None:
        raise LogError(f"{path}: which form? Names end in {', '.join(_SUFFIXES)} (and .gz)")
    return form


def render(match: LoggedMatch, form: str) -> str:
    """A match as the text of a form.

    Parameters
    ----------
    match : LoggedMatch
    form : str
        ``mjlog`` (XML), ``tenhou6`` (JSON of tenhou.net/6) or ``mjai`` (JSON lines).

    Raises
    ------
    LogError
        The form is not known, or something that it must tell is not in the match;
        :func:`oshihiki.logs.complete.complete` adds what the engine can find out.
    """
    if form not in _WRITERS:
        raise LogError(f"form {form!r} cannot be written; {', '.join(_WRITERS)} can")
    if match.origin == "majsoul" and not match.profile:  # none has a mark of its own for it
        profile = "mahjong-soul" if match.players == 4 else "mahjong-soul-sanma"
        match = replace(match, profile=profile)
    elif match.form == "kobalab":
        match = replace(match, profile="kobalab")
    return _WRITERS[form](match)


def write(match: LoggedMatch, path: str | Path, form: str | None = None) -> None:
    """Write a match; gzipped when the name ends in ``.gz``.

    Parameters
    ----------
    match : LoggedMatch
    path : str or path
    form : str, optional
        As for :func:`render`; told by the name otherwise (``.mjlog .xml``, ``.json``,
        ``.mjai .mjson .jsonl``).

    Raises
    ------
    LogError
        As :func:`render` and :func:`form_of` do.
    """
    path = Path(path)
    data = render(match, form or form_of(path)).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
