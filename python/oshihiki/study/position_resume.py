"""Going on with a position's folder, and reading its result."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from oshihiki.errors import StudyError
from oshihiki.study import position as positions
from oshihiki.study import store
from oshihiki.study.chains import Mixing
from oshihiki.study.decision import Position
from oshihiki.study.likelihood import LikelihoodResult, Setting
from oshihiki.study.position import PositionResult, Sums
from oshihiki.study.position_store import found_again
from oshihiki.study.store import Store

__all__ = ["holds_position", "position_of", "read", "resume", "write"]

_KIND = "position"


def holds_position(out: str | Path) -> bool:
    """Whether a folder is that of a position."""
    folder = Store(out)
    return folder.exists and folder.header()["identity"].get("kind") == _KIND


def position_of(out: str | Path) -> Position:
    """The position of a folder."""
    return found_again(Store(out))


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
    return positions.run(
        found_again(folder),
        sampling=asked["sampling"],
        base=asked["strategies"]["opponents"],
        then=asked["strategies"]["hero"],
        value=asked["measure"]["value"],
        rewards=asked["measure"].get("rewards"),
        model=given.get("measure", {}).get("model"),
        key=asked["key"],
        drop=asked["drop"],
        reading=_setting(asked) if "chains" in asked else None,
        threads=threads,
        out=out,
        **stop,
    )


def write(out: str | Path, result: PositionResult) -> None:
    """Write ``merged.json``: what ``study position --json`` prints, and the exact sums."""
    exact: dict[str, Any] = {
        "identity": result.identity,
        "codes": result.codes,
        "actions": result.actions,
        "thens": result.thens,
        "sampled": [[s.worlds, s.sums, s.products] for s in result.sampled],
        "chosen": result.chosen,
        "played": result.played,
    }
    if isinstance(result, LikelihoodResult):
        exact["values"] = result.values
        exact["moves"] = {name: list(m) for name, m in result.moves.items()}
        exact["taken"] = result.taken
    data = {"kind": _KIND, **result.to_dict(), "exact": exact}
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    store.write_file(Path(out) / "merged.json", text.encode())


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
        return found_again(folder), _result(data)
    except (KeyError, TypeError) as error:
        raise StudyError(f"{path}: not a position's result: {error}") from error


def _setting(identity: Mapping[str, Any]) -> Setting:
    return Setting(**{f.name: identity["chains"][f.name] for f in fields(Setting)})


def _result(data: Mapping[str, Any]) -> PositionResult:
    exact = data["exact"]
    plain = PositionResult(
        data["id"],
        exact["identity"],
        tuple(exact["actions"]),
        tuple(exact["codes"]),
        tuple(exact["thens"]),
        data["worlds"],
        tuple(Sums(n, tuple(sums), tuple(products)) for n, sums, products in exact["sampled"]),
        exact["chosen"],
        exact["played"],
        data["confidence"],
        0.0,
    )
    if "values" not in exact:
        return plain
    return LikelihoodResult(
        **{f.name: getattr(plain, f.name) for f in fields(PositionResult)},
        setting=_setting(exact["identity"]),
        values=tuple(tuple(tuple(v) for v in chain) for chain in exact["values"]),
        moves={name: Mixing(*m) for name, m in exact["moves"].items()},
        taken=exact["taken"],
    )
