"""Going on with a position's folder, and reading its result."""

from __future__ import annotations

import tomllib
from pathlib import Path

from oshihiki import _core
from oshihiki.errors import StudyError
from oshihiki.study import store
from oshihiki.study.decision import Position
from oshihiki.study.likelihood import Setting
from oshihiki.study.position import run
from oshihiki.study.position_log import from_log, log_hash
from oshihiki.study.position_merged import result_of
from oshihiki.study.position_result import PositionResult
from oshihiki.study.position_text import from_text
from oshihiki.study.store import Store

__all__ = ["holds_position", "position_of", "read", "resume"]


def holds_position(out: str | Path) -> bool:
    """Whether a folder is that of a position."""
    folder = Store(out)
    return folder.exists and folder.header()["identity"].get("kind") == "position"


def position_of(out: str | Path) -> Position:
    """The position of a folder.

    Raises
    ------
    StudyError
        It comes from a log that is not there any more, or that is another one now.
    """
    folder = Store(out)
    source = folder.header()["source"]
    if "text" in source:
        return from_text(source["text"], source["name"])
    if "log" not in source:
        round_ = _core.Round.from_dict(_core.Rules(source["rules"]), source["state"])
        return Position(round_, source["seat"], source["where"], source["code"])
    path = Path(source["log"])
    if not path.is_file():
        raise StudyError(
            f"{folder.folder}: its log {path} is not there; give the log that has moved to "
            f"study position with --out {folder.folder}"
        )
    if log_hash(path) != source["sha256"]:
        raise StudyError(f"{folder.folder}: its log {path} is not what it was")
    given = {key: source[key] for key in ("round", "seat", "turn", "on", "decision")}
    rules = source["rules"]
    return from_log(path, **given, rules=None if rules is None else _core.Rules(rules))


def resume(
    out: str | Path,
    *,
    threads: int = 1,
    worlds: int | None = None,
    seconds: float | None = None,
) -> PositionResult:
    """Go on with the position of a folder, by the limits of its last run or new ones.

    With the same `worlds` it ends with the same bytes as a run that was not disturbed.

    Parameters
    ----------
    out
        The folder that :func:`oshihiki.study.position.run` was given.
    threads
        The result does not depend on it.
    worlds, seconds
        Limits in the place of the last run's; with `worlds` alone there is none of time.

    Raises
    ------
    StudyError
        The folder is that of another engine or rules, and what differs; its log is gone.
    """
    folder = Store(out)
    asked = folder.header()["identity"]
    given = tomllib.loads((folder.folder / "study.toml").read_text(encoding="utf-8"))
    stop = dict(given["stop"])
    if worlds is not None:
        stop |= {"worlds": worlds} | ({"seconds": 0.0} if worlds else {})
    if seconds is not None:
        stop["seconds"] = seconds
    return run(
        position_of(out),
        sampling=asked["sampling"],
        base=asked["strategies"]["opponents"],
        then=asked["strategies"]["hero"],
        value=asked["measure"]["value"],
        rewards=asked["measure"].get("rewards"),
        model=given.get("measure", {}).get("model"),
        key=asked["key"],
        drop=asked["drop"],
        reading=Setting.from_dict(asked["chains"]) if "chains" in asked else None,
        threads=threads,
        out=out,
        **stop,
    )


def read(out: str | Path) -> tuple[Position, PositionResult]:
    """The position of a folder and its stored result.

    Raises
    ------
    StudyError
        There is no result yet, or it is damaged.
    """
    folder = Store(out)
    path = folder.folder / "merged.json"
    data = store.read_json(path)
    if data is None:
        raise StudyError(f"{folder.folder}: no result yet; study resume goes on with it")
    try:
        return position_of(out), result_of(data)
    except (KeyError, TypeError) as error:
        raise StudyError(f"{path}: not a position's result: {error}") from error
