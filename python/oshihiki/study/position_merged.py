"""A position's ``merged.json``: its result as it is printed, and the exact sums it is made of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from oshihiki.study import store
from oshihiki.study.chains import Mixing
from oshihiki.study.likelihood import LikelihoodResult, Setting
from oshihiki.study.position_result import PositionResult, Sums

__all__ = ["result_of", "write"]


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
    data = {"kind": "position", **result.to_dict(), "exact": exact}
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    store.write_file(Path(out) / "merged.json", text.encode())


def result_of(data: Mapping[str, Any]) -> PositionResult:
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
        setting=Setting.from_dict(exact["identity"]["chains"]),
        values=tuple(tuple(tuple(v) for v in chain) for chain in exact["values"]),
        moves={name: Mixing(*m) for name, m in exact["moves"].items()},
        taken=exact["taken"],
    )
