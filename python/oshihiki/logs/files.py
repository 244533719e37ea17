"""Files of logs: what kinds lie in them, each log on its own."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oshihiki.errors import LogError

__all__ = ["BODIES", "Source", "sources"]

Source = tuple[str, str, str]  # the log's id, its kind, its text
_GZIP = b"\x1f\x8b"
# Where a row carries a log of a kind.
BODIES = {
    "mjlog": "xml",
    "tenhou6": "t6",
    "mjai": "events",
    "kobalab": "paipu",
    "tenhou-client": "events",
}


def sources(path: str | Path, errors: list[str] | None = None) -> Iterator[Source]:
    """The logs of a file, not parsed yet.

    Parameters
    ----------
    path : str or path
        An mjlog (XML), a tenhou.net/6 or kobalab JSON, mjai's JSON lines, or JSON lines whose
        rows carry a log (``kind`` and ``xml``, ``t6``, ``events`` or ``paipu``); any gzipped.
    errors : list of str, optional
        Where to note what cannot be read, with its place; the rest of the file goes on. Without
        it the first such thing is raised.

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
    noted: list[str] = []
    for item in _items(path):
        if isinstance(item, LogError):
            if errors is None:
                raise item
            noted.append(str(item))
        else:
            yield item
    if errors is not None:
        errors += noted


def _items(path: Path) -> Iterator[Source | LogError]:
    try:
        data = path.read_bytes()
    except OSError as error:
        yield LogError(f"{path}: {error.strerror or error}")
        return
    broken: LogError | None = None
    if data[:2] == _GZIP:
        data, problem = _unzip(data)
        if problem:
            broken = LogError(f"{path}: {problem} after {len(data)} bytes of text")
    try:
        text = data.decode("utf-8-sig", "strict" if broken is None else "ignore")
    except UnicodeDecodeError as error:
        yield LogError(f"{path}: not text in UTF-8: {error}")
        return
    start = text.lstrip()[:1]
    if broken is not None:  # rows before the damage are whole; other forms are not
        text = text[: text.rfind("\n") + 1] if start == "{" else ""
    if start == "<" and text:
        yield path.name, "mjlog", text
    elif start in ("{", "[") and text:
        yield from _json(path, text)
    elif broken is None:
        yield LogError(f"{path}: neither an mjlog (XML) nor JSON with logs")
    if broken is not None:
        yield broken


def _unzip(data: bytes) -> tuple[bytes, str]:
    """What can be unpacked, and what is wrong with the rest."""
    try:
        return gzip.decompress(data), ""
    except (OSError, EOFError, zlib.error) as error:
        problem = "truncated gzip" if isinstance(error, EOFError) else f"damaged gzip: {error}"
    out = b""
    unpacker = zlib.decompressobj(31)
    for at in range(0, len(data), 4096):
        try:
            out += unpacker.decompress(data[at : at + 4096])
        except zlib.error:
            break
    return out, problem


def _json(path: Path, text: str) -> Iterator[Source | LogError]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from _lines(path, text)
        return
    documents = whole if isinstance(whole, list) else [whole]
    if documents and isinstance(documents[0], dict) and "type" in documents[0]:
        documents = [documents]  # mjai's events in one list
    if not documents:
        yield LogError(f"{path}: no log in it")
    for number, one in enumerate(documents):
        name = path.name if len(documents) == 1 else f"{path.name}[{number}]"
        yield _document(f"{path}[{number}]" if isinstance(whole, list) else str(path), name, one)


def _document(where: str, name: str, value: Any) -> Source | LogError:
    """One JSON value that is a log, or a row that carries one."""
    if isinstance(value, list) and value and all(isinstance(e, dict) for e in value):
        return name, "mjai", json.dumps(value)
    if not isinstance(value, dict):
        return LogError(f"{where}: not a log")
    if "kind" in value:
        kind = value["kind"]
        if not isinstance(kind, str) or kind not in BODIES:
            return LogError(
                f"{where}: logs of kind {kind!r} cannot be read; {', '.join(BODIES)} can"
            )
        body = value.get(BODIES[kind])
        if body is None:
            return LogError(f"{where}: a row of kind {kind} without {BODIES[kind]!r}")
        if kind == "mjai":
            _tell_origin(body, value.get("origin"))
        text = body if isinstance(body, str) and kind == "mjlog" else json.dumps(body)
        return str(value.get("log_id", name)), kind, text
    rounds = value.get("log")
    if isinstance(rounds, list) and rounds and isinstance(rounds[0], list) and rounds[0]:
        kind = "kobalab" if isinstance(rounds[0][0], dict) else "tenhou6"
        return name, kind, json.dumps(value)
    if isinstance(rounds, list):
        return LogError(f"{where}: no round in it")
    return LogError(f"{where}: not a row with a log: neither 'kind' nor 'log' in it")


def _tell_origin(events: Any, origin: Any) -> None:
    """mjai does not tell whose rules it follows; the row that carries it may."""
    if not (isinstance(origin, str) and "mahjong soul" in origin.lower()):
        return
    first = events[0] if isinstance(events, list) and events else None
    if isinstance(first, dict) and first.get("type") == "start_game":
        meta = first.get("meta")
        first["meta"] = {"origin": "majsoul", **(meta if isinstance(meta, dict) else {})}


def _lines(path: Path, text: str) -> Iterator[Source | LogError]:
    """JSON lines: rows that carry logs, or mjai's events (a match from each start_game)."""
    events: list[Any] = []
    sound = True
    matches = 0

    def ended() -> Iterator[Source | LogError]:
        nonlocal events, sound, matches
        if events and sound:
            name = path.name if matches == 0 else f"{path.name}#{matches + 1}"
            yield name, "mjai", json.dumps(events)
        matches += bool(events)
        events, sound = [], True

    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            sound = False
            yield LogError(f"{where}: not JSON: {error}")
            continue
        if isinstance(row, dict) and "type" in row and "kind" not in row:
            if row["type"] == "start_game" and events:
                yield from ended()
            events.append(row)
            continue
        yield from ended()
        yield _document(where, f"{path.name}:{number}", row)
    yield from ended()
