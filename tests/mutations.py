"""Changes of a valid log at random: a value, a key, a character, a tag."""

from __future__ import annotations

import json
import random
import re
from typing import Any

_VALUES: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 4, 5, 99, 136, 1000, 10**9, 2**31, 2**64, -(10**18)),
    *(
        0.5,
        1e300,
        "",
        "?",
        "x",
        "5mr",
        "E",
        "z9",
        "11",
        "p111111",
        "１",
        "\ud800",
        [],
        {},
        [[]],
        [1],
    ),
    *([None] * 13, {"type": "hora"}, "m0", "m1_*", "f44", "r60", "111111a11"),
]


def change_json(value: Any, rng: random.Random) -> Any:
    """A deep copy with one place changed."""
    value = json.loads(json.dumps(value))
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        items = (
            node.items()
            if isinstance(node, dict)
            else enumerate(node)
            if isinstance(node, list)
            else ()
        )
        for key, child in items:
            places.append((node, key))
            walk(child)

    walk(value)
    node, key = rng.choice(places)
    how = rng.randrange(5)
    if how == 0:
        del node[key]
    elif how == 1 and isinstance(node, list):
        node.insert(key, json.loads(json.dumps(node[key])))
    elif how == 2:
        other, at = rng.choice(places)
        try:
            node[key] = json.loads(json.dumps(other[at]))
        except (IndexError, KeyError):  # within what was changed
            node[key] = None
    elif how == 3 and isinstance(node[key], int):
        node[key] += rng.choice([-100, -1, 1, 100])
    else:
        node[key] = rng.choice(_VALUES)
    return value


def change_text(text: str, rng: random.Random) -> str:
    """The text with one number, tag, character or its end changed."""
    how = rng.randrange(6)
    if how < 3:
        numbers = list(re.finditer(r"-?\d+", text))
        found = rng.choice(numbers)
        other = rng.choice([str(rng.randrange(140)), "-1", "", "99999999999", "x", "1,2", "１"])
        return text[: found.start()] + other + text[found.end() :]
    if how == 3:
        tags = list(re.finditer(r"<[^>]*>", text))
        found = rng.choice(tags)
        other = rng.choice(
            ["", rng.choice(tags)[0], "<T0/>", "<AGARI/>", "<N/>", '<INIT seed=""/>']
        )
        return text[: found.start()] + other + text[found.end() :]
    at = rng.randrange(len(text))
    if how == 4:
        return text[:at]
    return text[:at] + rng.choice('<>"=, x0\x00é') + text[at + 1 :]
