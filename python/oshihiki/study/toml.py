"""A study's dict as TOML text, and values as they stand in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["dump_toml", "shown"]


def shown(value: Any) -> str:
    """A value as TOML writes it, for messages; as Python does if TOML has none such."""
    try:
        return _toml_value(value)
    except TypeError:
        return repr(value)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _toml_text(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    if isinstance(value, Mapping):
        if not value:
            return "{}"
        return (
            "{ " + ", ".join(f"{_toml_key(k)} = {_toml_value(v)}" for k, v in value.items()) + " }"
        )
    raise TypeError(f"no TOML for {type(value).__name__}")


def _toml_text(text: str) -> str:
    # As in JSON, which leaves DEL as it is; TOML does not.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml_text(key)


def dump_toml(data: Mapping[str, Any]) -> str:
    """A study's dict as TOML text: sections, inline tables below them."""
    parts = []
    for name, table in data.items():
        lines = [f"[{_toml_key(name)}]"]
        lines += [f"{_toml_key(k)} = {_toml_value(v)}" for k, v in table.items()]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)
