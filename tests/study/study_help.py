"""Small fast studies for the tests of running."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from oshihiki.study.toml import dump_toml

SMALL: dict[str, Any] = {
    "study": {"title": "Small", "rules": "tenhou", "key": 3, "context": "match"},
    "strategies": {"base": "tsumogiri"},
    "spot": {"shanten": {"to": 1}, "turn": {"to": 6}, "pick": "first"},
    "arms": {
        "push": {"first": "attack", "then": "efficient"},
        "fold": {"first": "safest", "then": {"name": "balanced", "fold": "always"}},
    },
    "compare": {"pairs": [["push", "fold"]]},
    "cells": {"turn": [[1, 4], [5, 6]], "dealer": ["none", "hero", "threat"]},
    "measure": {"value": "points"},
    "stop": {"half_width": 0, "confidence": 0.95},
}


def changed(**sections: Any) -> dict[str, Any]:
    """The small study with keys of its sections replaced; None removes one."""
    data = copy.deepcopy(SMALL)
    for name, values in sections.items():
        if values is None:
            del data[name]
            continue
        for key, value in values.items():
            if value is None:
                del data[name][key]
            else:
                data.setdefault(name, {})[key] = value
    return data


def write_spec(path: Path, data: dict[str, Any] | None = None) -> Path:
    """A study as a TOML file."""
    path.write_text(dump_toml(SMALL if data is None else data), encoding="utf-8")
    return path
