"""A study's specification in words: spot, arms, cells, assumptions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oshihiki.study.cell import OUTCOMES
from oshihiki.study.features import features

__all__ = [
    "OUTCOME_WORDS",
    "arm_words",
    "assumptions",
    "axis_words",
    "base_name",
    "label_meaning",
    "label_short",
    "label_words",
    "spot_words",
    "value_words",
]

OUTCOME_WORDS = {
    "tsumo": "wins by own draw",
    "ron": "wins by a discard",
    "draw_tenpai": "draw, tenpai",
    "draw_noten": "draw, noten",
    "abort": "aborted",
    "lateral": "others' ron",
    "other_tsumo": "others' tsumo",
    "deal_in": "deals in",
}
assert set(OUTCOMES) - {"win"} <= set(OUTCOME_WORDS)

_AXES = {"hand": "hand", "turn": "turn", "dealer": "dealer"}

_LABELS = {
    "tenpai_good": "tenpai, good wait",
    "tenpai_bad": "tenpai, bad wait",
    "one_away_rich": "1-shanten, rich",
    "one_away": "1-shanten",
    "hand=other": "further away",
    "dealer=none": "neither is dealer",
    "dealer=hero": "hero is dealer",
    "dealer=threat": "threat is dealer",
}

_MEANINGS = {
    "tenpai_good": "tenpai after the best discard, on a two-sided or wider wait or on at least "
    "six unseen tiles",
    "tenpai_bad": "tenpai after the best discard, on any other wait",
    "one_away_rich": "one tile from tenpai after the best discard, with two dora or more",
    "one_away": "one tile from tenpai after the best discard, with fewer than two dora",
    "hand=other": "two tiles or more from tenpai after the best discard",
    "dealer=none": "neither the hero nor the player in riichi is dealer",
    "dealer=hero": "the hero is dealer",
    "dealer=threat": "the player in riichi is dealer",
}

_FIRST = {
    "attack": "discards the tile that serves its own hand best",
    "safest": "discards the safest tile",
    "mawashi": "discards the safest tile that keeps the shanten number",
    "riichi": "declares riichi",
    "damaten": "keeps the tenpai hidden",
    "pass": "leaves the tile to the others",
    "call": "makes the chi or pon that brings the hand nearest",
    "kan": "declares a kan where one can be",
}

_FOLD = {
    "never": "and never folds",
    "always": "and always folds: it keeps to the safest tile, neither calls nor declares "
    "riichi, and takes a legal win",
    "auto": "and folds when it judges the threat too great",
}

_NUMBERS = ("no", "one", "two", "three", "four")


def axis_words(axis: str) -> str:
    """Name of an axis for people."""
    return _AXES.get(axis, axis.replace("_", " "))


def label_words(axis: str, label: str) -> str:
    """Label of a cell for people."""
    if f"{axis}={label}" in _LABELS:
        return _LABELS[f"{axis}={label}"]
    if axis == "turn":
        return f"turn {label.replace('-', '–')}"
    return _LABELS.get(label, f"{axis_words(axis)} {label.replace('_', ' ')}")


def label_short(axis: str, label: str) -> str:
    """Label of a cell under a heading that names its axis."""
    return label.replace("-", "–") if axis == "turn" else label.replace("_", " ")


def label_meaning(axis: str, label: str) -> str | None:
    """What a label stands for, if it is not plain."""
    return _MEANINGS.get(f"{axis}={label}", _MEANINGS.get(label))


def _span(value: Any) -> str:
    if isinstance(value, Mapping):
        low, high = value.get("from"), value.get("to")
        if "exactly" in value:
            return f"exactly {value['exactly']}"
        if low is not None and high is not None:
            return f"{low} to {high}"
        if low is not None:
            return f"{low} or more"
        if high is not None:
            return f"{high} or less"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " or ".join(str(x) for x in value)
    return str(value)


def _count(value: Any, one: str, many: str) -> str:
    if isinstance(value, Mapping) and "exactly" in value:
        value = value["exactly"]
    if isinstance(value, int) and 0 <= value < len(_NUMBERS):
        return f"{'exactly ' if value else ''}{_NUMBERS[value]} {one if value == 1 else many}"
    return f"{_span(value)} {many}"


def _clause(key: str, value: Any) -> str:
    match key:
        case "riichi_opponents":
            return _count(value, "opponent is in riichi", "opponents are in riichi")
        case "turn":
            return f"it is the hero's turn {_span(value)} (own discards so far + 1)"
        case "calls":
            return f"it may be called for {_span(value)}"
        case "shanten":
            if value in ({"to": 0}, {"exactly": 0}, 0):
                return "the hand is tenpai after its best discard"
            if isinstance(value, Mapping) and set(value) == {"to"}:
                return f"the hand is at most {value['to']} from tenpai after its best discard"
            return f"shanten after the best discard: {_span(value)}"
        case "ippatsu_live":
            return (
                "a riichi is still inside its ippatsu turn"
                if value
                else "no riichi is inside its ippatsu turn any more"
            )
        case "open" | "closed":
            wanted = (key == "open") == bool(value)
            return f"the hero's hand is {'open' if wanted else 'closed'}"
        case _:
            meaning = features().get(key)
            about = f" ({meaning.sentence.rstrip('.')})" if meaning else ""
            return f"{key.replace('_', ' ')}: {_span(value)}{about}"


def spot_words(spec: Mapping[str, Any]) -> tuple[list[str], str]:
    """Conditions of a spot, one clause each, and which of a round's spots count."""
    spot = spec.get("spot", {})
    clauses = []
    if spot.get("decision", "discard") == "call":
        clauses.append("another's discard may be called, and not won on")
    clauses += [
        _clause(key, value) for key, value in spot.items() if key not in ("pick", "decision")
    ]
    where = spec.get("cells", {}).get("where", {})
    clauses += [_clause(key, value) for key, value in where.items()]
    pick = {
        "first": "Of each round, only a hero's first such decision counts.",
        "first_in_cell": "Of each round, a hero's first such decision in each cell counts.",
        "uniform": "Of each round, one of a hero's m such decisions counts, drawn uniformly, "
        "with weight m.",
        "every": "Every such decision counts; those of one round are one cluster.",
    }
    return clauses, pick.get(str(spot.get("pick", "first")), "")


def arm_words(arm: Mapping[str, Any]) -> str:
    """What the hero does in an arm."""
    first = str(arm.get("first", ""))
    start = _FIRST.get(first, f"first action: {first.replace('_', ' ')}")
    then = arm.get("then")
    if isinstance(then, Mapping):
        rest = {k: v for k, v in then.items() if k not in ("name", "fold")}
        more = "".join(f", {k} = {v}" for k, v in rest.items())
        fold = _FOLD.get(str(then["fold"]), f"fold = {then['fold']}") if "fold" in then else ""
        return f"{start}, then plays on as {then.get('name')}{more} {fold}".rstrip() + "."
    return f"{start}, then plays on as {then}." if then else f"{start}."


def value_words(spec: Mapping[str, Any]) -> str:
    """What is measured."""
    value = spec.get("measure", {}).get("value", "points")
    return {
        "points": "Points: the hero's score after the settlement of the round minus the score at "
        "the spot. A riichi stick paid before is sunk, one paid after counts; sticks and "
        "honba won count; the next round does not.",
        "points_next": "Points of the round, plus what the next round's dealer, honba and sticks "
        "are worth to the hero.",
        "placement": "Placement value of the hero's score situation after the settlement.",
    }.get(str(value), str(value))


def base_name(spec: Mapping[str, Any]) -> str:
    """Name of the strategy that every seat follows."""
    base = spec.get("strategies", {}).get("base", "the base strategy")
    return str(base.get("name", "base") if isinstance(base, Mapping) else base)


def assumptions(spec: Mapping[str, Any], from_logs: bool) -> list[str]:
    """What must be taken for granted before the numbers mean anything."""
    name = base_name(spec)
    context = spec.get("study", {}).get("context", "match")
    out = []
    if from_logs:
        out.append(
            "Until the spot, hands, rivers and calls are those of real players; from the spot "
            f"on all four seats follow {name}. What people would have done then is not modelled."
        )
    else:
        out.append(
            f"Hands and rivers are as {name} reaches them: another way to play until the spot "
            "would bring other hands into a cell."
        )
    out += [
        (
            "Each spot is played in the world that was dealt: the same hidden hands and the same "
            "wall for every arm. A cell is therefore an average over hidden hands as they occur in "
            "this field, without any guess about them."
        ),
        (
            f"Opponents play {name} after the spot as well. They react to the tiles and calls they "
            "see and are not told the arm. Stronger, weaker or bolder opponents move the numbers."
        ),
        (
            "The hero's choice ends at the arm: a continuation that folds or pushes later does so "
            f"by the rule of {name}, not by an optimum."
        ),
    ]
    if spec.get("measure", {}).get("value", "points") == "points":
        out.append(
            "Points of this round are what counts. Placement, the dealership to come and the "
            "score situation have no value here beyond the points."
        )
    if context == "match":
        out.append(
            "Rounds come from whole matches: scores, honba and deposits are as they fall, and "
            "the strategies know them."
        )
    else:
        settings = ", ".join(f"{k} {v}" for k, v in context.items()) if context else ""
        out.append(f"Every round starts from one fixed situation: {settings or context}.")
    return out
