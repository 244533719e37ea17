"""Recorded matches: read, written, and played again in the engine."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from oshihiki.errors import LogError
from oshihiki.logs import client, mjlog
from oshihiki.logs.model import LoggedMatch

__all__ = ["LoggedMatch", "parse", "read", "sources", "write"]

_GZIP = b"\x1f\x8b"
# Where a row carries a log of a kind.
_BODIES = {"mjlog": "xml", "tenhou-client": "events"}


def sources(path: str | Path) -> Iterator[tuple[str, str, str]]:
    """The logs of a file, not parsed yet.

    Parameters
    ----------
    path : str or path
        An mjlog (XML), or JSON lines whose rows carry one (``kind`` and ``xml``); either gzipped.

    Yields
    ------
    tuple of str
        The log's id, its kind, and its text.

    Raises
    ------
    LogError
        The file cannot be read or holds no log; the message names the file and the line.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
        if data[:2] == _GZIP:
            data = gzip.decompress(data)
    except (OSError, EOFError) as error:
        raise LogError(f"{path}: {error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LogError(f"{path}: not text in UTF-8: {error}") from None
    start = text.lstrip()[:1]
    if start == "<":
        yield path.name, "mjlog", text
        return
    if start != "{":
        raise LogError(f"{path}: neither an mjlog (XML) nor JSON lines with logs")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            kind, name = row["kind"], str(row.get("log_id", f"{path.name}:{number}"))
        except (ValueError, KeyError, TypeError) as error:
            raise LogError(f"{path}:{number}: not a row with a log: {error!r}") from None
        if kind not in _BODIES:
            raise LogError(
                f"{path}:{number}: logs of kind {kind!r} cannot be read; {', '.join(_BODIES)} can"
            )
        body = row.get(_BODIES[kind])
        if body is None:
            raise LogError(f"{path}:{number}: a row of kind {kind} without {_BODIES[kind]!r}")
        yield name, kind, body if isinstance(body, str) else json.dumps(body)


def parse(kind: str, text: str, name: str = "") -> LoggedMatch:
    """Read one log of a known kind, as :func:`sources` gives it.

    Raises
    ------
    LogError
        With log, round and place.
    """
    if kind == "mjlog":
        return mjlog.parse(text, name)
    if kind == "tenhou-client":
        return client.parse(json.loads(text), name)
    raise LogError(f"{name}: logs of kind {kind!r} cannot be read; {', '.join(_BODIES)} can")


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
    return [parse(kind, text, name) for name, kind, text in sources(path)]


def write(match: LoggedMatch, path: str | Path) -> None:
    """Write a match as an mjlog; gzipped when the name ends in ``.gz``.

    Raises
    ------
    LogError
        Something that an mjlog must have is not known.
    """
    path = Path(path)
    data = mjlog.render(match).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
