"""One self-contained HTML page from a study's result."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from oshihiki.report import beside, fields, figures, tiles_pushed, words
from oshihiki.report.scene import Scene, style_sheet
from oshihiki.report.template import render
from oshihiki.study import played_on
from oshihiki.study.cell import OUTCOMES, RATES, Cell, Pair
from oshihiki.study.looks import BLOCK_ROUNDS
from oshihiki.study.result import StudyResult
from oshihiki.study.stats import ANYTIME_FROM, MIN_CLUSTERS, Estimate, rate
from oshihiki.study.table import points

__all__ = ["drawings", "page", "reproduce"]

RATE_HEADS = {
    "win": "wins",
    "tsumo": "of these by own draw",
    "deal_in": "deals in",
    "other_tsumo": "others’ tsumo",
    "lateral": "others’ ron",
    "draw_tenpai": "draw, tenpai",
    "draw_noten": "draw, noten",
    "abort": "aborted",
}


def page(result: StudyResult) -> str:
    """The report as the text of one HTML page; needs jinja2 (extra ``study``)."""
    return render("report.html.j2", **_context(result))


def drawings(result: StudyResult) -> dict[str, Scene]:
    """Every figure of the page, by the name of its file."""
    out: dict[str, Scene] = {}
    for pair in result.pairs:
        out[f"map_{pair.name}"] = figures.heat_maps(result, pair)
        if result.spots:
            out[f"parts_{pair.name}"] = figures.decomposition(result, pair)
        tiles = tiles_pushed.break_even(result, pair)
        if tiles is not None:
            out[f"break_even_{pair.name}"] = tiles
        curve = figures.convergence(result, pair)
        if curve is not None:
            out[f"convergence_{pair.name}"] = curve
    if result.spots:
        out["outcomes"] = figures.outcomes(result)
    return out


def reproduce(result: StudyResult) -> str:
    """The command that gives the same numbers anywhere."""
    command = str(result.meta.get("command", "oshihiki study run study.toml")).split()
    size = ["--max-rounds", str(result.blocks * BLOCK_ROUNDS)]
    if size in (command[i : i + 2] for i in range(len(command))):
        return " ".join(command)
    out: list[str] = []
    skip = False
    for word in command:
        if skip:
            skip = False
        elif word in ("--max-rounds", "--max-seconds", "--threads", "--out"):
            skip = True
        elif not word.startswith(("--max-rounds=", "--max-seconds=", "--threads=", "--out=")):
            out.append(word)
    return " ".join([*out, *size])


def _context(result: StudyResult) -> dict[str, Any]:
    clauses, pick = words.spot_words(result.spec)
    asked = result.meta.get("predicate")
    if asked:
        clauses = [*clauses, f"the function {asked['name']}, written in Python, says yes to it"]
    row, _, _ = figures.axis_roles(result)
    goal = result.spec.get("stop", {}).get("half_width")
    from_logs = _from_logs(result)
    return {
        "result": result,
        "study": result.spec.get("study", {}),
        "style": style_sheet(),
        "version": str(_versions(result).get("oshihiki", "")),
        "base": words.base_name(result.spec),
        "arm_words": {arm: words.arm_words(result.spec["arms"][arm]) for arm in result.arms},
        "percent": f"{100 * result.confidence:g}",
        "cells": len(result.cells),
        "min_clusters": MIN_CLUSTERS,
        "anytime_from": ANYTIME_FROM,
        "goal": goal,
        "reached": result.reached(goal)[0] if goal else None,
        "pairs": [_pair(result, pair, row) for pair in result.pairs],
        "axes": [(axis, words.axis_words(axis)) for axis in result.axes if axis != row],
        "row_axis": words.axis_words(row) if row else "",
        "over": figures.figure_titles(result),
        "bars": [bars.to_svg() for bars in figures.outcome_bars(result)],
        "bars_key": figures.outcome_key().to_svg(),
        "rates": _rates(result),
        "rate_heads": RATE_HEADS,
        "part_heads": [words.OUTCOME_WORDS.get(o, "wins") for o in OUTCOMES],
        "arms": [(arm, words.arm_words(result.spec["arms"][arm])) for arm in result.arms],
        "clauses": clauses,
        "pick": pick,
        "value": words.value_words(result.spec),
        "meanings": _meanings(result),
        "from_logs": from_logs,
        "source": _source(result),
        "assumptions": words.assumptions(result.spec, from_logs),
        "published": beside.told(result),
        "worlds": _worlds(result),
        "run": _run(result),
        "reproduce": reproduce(result),
        "toml": str(result.meta.get("toml", "")) or _toml(result.spec),
    }


def _pair(result: StudyResult, pair: Pair, row: str | None) -> dict[str, Any]:
    estimates = [result.estimate(cell, pair) for cell in result.cells]
    counted = {
        "a": sum(e.sign > 0 for e in estimates),
        "b": sum(e.sign < 0 for e in estimates),
        "few": sum(e.too_few for e in estimates),
    }
    counted["open"] = len(estimates) - sum(counted.values())
    known = [(e, cell) for e, cell in zip(estimates, result.cells, strict=True) if not e.too_few]
    # The bars of all rows share one scale, which leaves out a twentieth at either end.
    lows = sorted(e.low for e, _ in known) or [-1.0]
    highs = sorted(e.high for e, _ in known) or [1.0]
    span = min(0.0, lows[len(lows) // 20]), max(0.0, highs[-1 - len(highs) // 20])
    curve = figures.convergence(result, pair)
    tiles = tiles_pushed.break_even(result, pair)
    groups: dict[str, list[dict[str, Any]]] = {}
    over = fields.ranges(result, pair) or [""] * len(estimates)
    for cell, e, range_ in zip(result.cells, estimates, over, strict=True):
        name = words.label_words(row, cell.keys[row]) if row else ""
        line = {**_row(result, pair, cell, e, span, row), "fields": range_}
        groups.setdefault(name, []).append(line)
    return {
        "pair": pair,
        "maps": [figures.heat_map(result, pair, f).to_svg() for f in figures.facets(result)],
        "legend": figures.heat_legend(result, pair).to_svg(),
        "counted": counted,
        "any": sum(e.sign_any != 0 for e in estimates),
        "most": _extreme(known, True),
        "least": _extreme(known, False),
        "groups": groups,
        "parts": figures.decomposition(result, pair).to_svg()
        if result.spots and result.spec.get("measure", {}).get("value") != "placement"
        else "",
        "convergence": curve.to_svg() if curve else "",
        "tiles": tiles.to_svg() if tiles else "",
        "tile_rows": tiles_pushed.rows(result, pair) if tiles else [],
        "fields": fields.told(result, pair),
        "gains": _gains(result, pair),
        "played_on": _played_on(result, pair),
    }


def _played_on(result: StudyResult, pair: Pair) -> dict[str, Any] | None:
    """How far the model is off, where matches were played on."""
    total = played_on.overall(result, pair)
    if total is None:
        return None
    rows = []
    for cell in result.cells:
        check = played_on.check(result, pair, cell)
        rows.append(
            {
                "where": _where(cell),
                "checked": f"{check.checked:,}",
                "model": points(check.model.mean, True),
                "bias": points(check.bias.mean, True),
                "between": _between(check.bias),
                "corrected": points(check.corrected.mean, True),
                "corrected_between": _between(check.corrected),
            }
        )
    return {
        "checked": f"{total.n:,}",
        "bias": points(total.mean, True),
        "between": _between(total),
        "arms": [
            (arm, points(own.mean, True), _between(own))
            for arm in (pair.a, pair.b)
            if (own := played_on.bias(result, arm)) is not None
        ],
        "rows": rows,
    }


def _between(e: Estimate) -> str:
    return "too few" if e.too_few else figures.interval(e.low, e.high)


def _gains(result: StudyResult, pair: Pair) -> dict[str, str] | None:
    """What pairing and re-deals saved, as the median over the cells."""
    found = [result.gains(cell, pair) for cell in result.cells if cell.clusters >= MIN_CLUSTERS]
    found = [gain for gain in found if not math.isnan(gain[0])]
    if not found:
        return None
    again = sorted(
        result.gains(cell, pair)[1]
        for cell in result.cells
        if cell.deals > 1 and cell.clusters >= MIN_CLUSTERS
    )
    pairing = sorted(gain[0] for gain in found)
    return {
        "pairing": f"{pairing[len(pairing) // 2]:.2f}",
        "worlds": f"{again[len(again) // 2]:.2f}" if again else "",
        "cells": str(len(again)),
    }


def _extreme(known: list[tuple[Estimate, Cell]], most: bool) -> dict[str, str] | None:
    if not known:
        return None
    e, cell = (max if most else min)(known, key=lambda pair: pair[0].mean)
    return {
        "where": _where(cell),
        "mean": points(e.mean, True),
        "interval": figures.interval(e.low, e.high),
    }


def _where(cell: Cell) -> str:
    return ", ".join(words.label_words(axis, label) for axis, label in cell.keys.items())


def _percent(count: int, n: int) -> str:
    return f"{100 * count / n:.1f}" if n else "–"


def _row(
    result: StudyResult,
    pair: Pair,
    cell: Cell,
    e: Estimate,
    span: tuple[float, float],
    row: str | None,
) -> dict[str, Any]:
    return {
        "labels": [
            words.label_short(axis, label) for axis, label in cell.keys.items() if axis != row
        ],
        "n": f"{cell.weight:,}",
        "ev": [points(result.ev(cell, arm), True) for arm in (pair.a, pair.b)],
        "mean": points(e.mean, True),
        "interval": None if e.too_few else figures.interval(e.low, e.high),
        "any": figures.interval(e.low_any, e.high_any) if math.isfinite(e.low_any) else "–",
        "mark": "●" if e.sign_any else "○" if e.sign else "",
        "shade": "" if e.too_few or not e.sign else "a" if e.sign > 0 else "b",
        "bar": figures.interval_bar(e, span).to_svg(),
        "rates": [
            tuple(
                _percent(count, cell.n)
                for count in (cell.arm(arm, "win"), cell.arm(arm, "deal_in"), cell.draws(arm))
            )
            for arm in (pair.a, pair.b)
        ],
    }


def _rates(result: StudyResult) -> list[dict[str, Any]]:
    """A row for each cell and arm, every rate with its pointwise interval."""
    out = []
    for cell in result.cells:
        for i, arm in enumerate(result.arms):
            shares = [
                rate(cell.arm(arm, name), cell.n, cell.tally["n2"], result.confidence)
                for name in RATES
            ]
            out.append(
                {
                    "first": i == 0,
                    "where": _where(cell),
                    "n": f"{cell.weight:,}",
                    "arm": arm,
                    "ev": points(result.ev(cell, arm), True),
                    "ev_interval": _ev_interval(result, cell, arm),
                    "parts": [points(x, True) for x in result.parts(cell, arm).values()],
                    "shares": [
                        ("–", "")
                        if math.isnan(r.value)
                        else (f"{100 * r.value:.1f}", f"{100 * r.low:.1f}–{100 * r.high:.1f}")
                        for r in shares
                    ],
                    "means": [_mean(result, cell, arm, name) for name in ("win", "deal_in")],
                }
            )
    return out


def _ev_interval(result: StudyResult, cell: Cell, arm: str) -> str:
    e = result.ev_estimate(cell, arm)
    return "" if e.too_few else figures.interval(e.low, e.high)


def _mean(result: StudyResult, cell: Cell, arm: str, name: str) -> str:
    times = cell.arm(arm, name)
    return points(cell.arm(arm, f"{name}_points") / times * result.scale) if times else "–"


def _meanings(result: StudyResult) -> list[tuple[str, str]]:
    return [
        (words.label_words(axis, label), meaning)
        for axis in result.axes
        for label in result.labels(axis)
        if (meaning := words.label_meaning(axis, label))
    ]


def _versions(result: StudyResult) -> dict[str, Any]:
    versions = result.meta.get("versions", {})
    return versions if isinstance(versions, dict) else {"oshihiki": versions}


def _from_logs(result: StudyResult) -> bool:
    source = result.meta.get("source", "self-play")
    kind = source.get("kind", "self-play") if isinstance(source, dict) else source
    return str(kind) != "self-play"


def _source(result: StudyResult) -> list[tuple[str, str]]:
    """Counts of where the spots came from, beside the kind of source."""
    source = result.meta.get("source", "self-play")
    if not isinstance(source, dict):
        return []
    return [
        (str(key).replace("_", " "), _plain(value))
        for key, value in source.items()
        if key != "kind"
    ]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return ", ".join(f"{k} {_plain(v)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_plain(v) for v in value)
    return str(value)


_SHOWN_ELSEWHERE = frozenset(
    {"command", "source", "looks", "toml", "value_scale", "worlds", "fields"}
)


def _run(result: StudyResult) -> list[tuple[str, str]]:
    """What was run, for the table of identity."""
    study = result.spec.get("study", {})
    strategies = result.spec.get("strategies", {})
    start = "the first recorded round" if _from_logs(result) else "address 0"
    out: Iterable[tuple[str, Any]] = [
        ("rules", study.get("rules", "–")),
        *((f"strategy, {name}", value) for name, value in strategies.items()),
        ("key of the random numbers", study.get("key", "–")),
        ("context", study.get("context", "match")),
        ("rounds played", f"{result.rounds_played:,}"),
        ("blocks", f"{result.blocks:,} of {BLOCK_ROUNDS:,} rounds from {start}"),
        ("spots", result.spots),
        ("study id", result.id),
        *(
            (key.replace("_", " "), value)
            for key, value in result.meta.items()
            if key not in _SHOWN_ELSEWHERE
        ),
    ]
    return [(name, value if isinstance(value, str) else _plain(value)) for name, value in out]


def _worlds(result: StudyResult) -> list[tuple[str, str]]:
    """How many worlds spots were played through, if not one each."""
    numbers = result.meta.get("worlds")
    if not numbers:
        deals = {cell.deals for cell in result.cells if cell.weight}
        return [] if deals <= {1} else [("every cell", f"{max(deals)} worlds a spot")]
    return [
        (
            _where(cell),
            f"{m} worlds a spot" if m > 1 else "1 world" if m == 1 else f"1 spot in {-m}",
        )
        for cell, m in zip(result.cells, numbers["worlds_by_cell"], strict=True)
    ]


def _toml(spec: Any) -> str:
    """The spec as TOML text: tables of scalars, lists and inline tables."""
    lines: list[str] = []
    for name, table in spec.items():
        if not table:
            continue
        lines.append(f"[{name}]")
        lines += [f"{key} = {_toml_value(value)}" for key, value in table.items()]
        lines.append("")
    return "\n".join(lines)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inside = ", ".join(f"{k} = {_toml_value(v)}" for k, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml_value(v) for v in value)}]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
