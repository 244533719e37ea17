"""One decision: what its actions are worth, as text and as a page with the tiles drawn."""

from __future__ import annotations

import math
from typing import Any

from oshihiki import tiles
from oshihiki.report.figures import SEGMENTS, outcome_key
from oshihiki.report.scene import Scene, style_sheet
from oshihiki.report.template import render
from oshihiki.study.likelihood import LikelihoodResult
from oshihiki.study.position import Position, PositionResult
from oshihiki.study.table import points

__all__ = ["page", "table", "text"]

_SUITS = "mpsz"
_HONOURS = ("E", "S", "W", "N", "Wh", "G", "R")
_WINDS = ("East", "South", "West", "North")
_INK = {"m": "m5", "p": "p4", "s": "p5", "z": "ink"}
_W, _H = 36.0, 48.0  # of a tile
_ROW = 12  # discards
_WIDTH = 14 * _W + 24
_VALUES = {
    "points": "Points to the end of the round",
    "points_next": "Points of the round and what the next one brings on average",
    "placement": "Mean reward of the final place",
}

HEADS = (
    *("action", "EV", "interval", "behind the best", "interval", "win", "deal-in"),
    *("others' tsumo", "draw", "mean win", "mean deal-in", "ronned now"),
)


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "too few"
    return f"[{points(low, True)}, {points(high, True)}]"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def table(result: PositionResult) -> list[list[str]]:
    """A line an action, under `HEADS`; rates in per cent."""
    out = []
    for row in result.rows():
        means = [row["mean_win"], row["mean_deal_in"]]
        mark = " (chosen)" if row["chosen"] else ""
        mark += " (played)" if row["played"] else ""
        mark += " (then folds)" if result.thens.index(row["then"]) and _folds(row["then"]) else ""
        mark += f" (left out after {row['worlds']:,} worlds)" if row["dropped"] else ""
        best = row["behind"] == 0 and row["action"] == result.actions[result.best]
        out.append(
            [
                row["action"] + mark,
                points(row["ev"], True),
                _interval(row["low"], row["high"]),
                "–" if best else points(row["behind"]),
                "" if best else _interval(row["behind_low"], row["behind_high"]),
                _percent(row["win"]),
                _percent(row["deal_in"]),
                _percent(row["other_tsumo"]),
                _percent(row["draw_tenpai"] + row["draw_noten"] + row["abort"]),
                *("–" if mean is None else points(mean) for mean in means),
                _percent(row["ronned"]),
            ]
        )
    return out


def _folds(strategy: str) -> bool:
    return "fold=always" in strategy


def _assumption(result: PositionResult) -> str:
    if isinstance(result, LikelihoodResult):
        s = result.setting
        reads = (
            " When he goes on the hero reads hands in riichi by the states of the other chains."
            if s.reads
            else ""
        )
        return (
            "Worlds that agree with all that was seen are weighed by how likely the opponents' "
            "discards, riichi, calls and passes are in them, if they play as "
            f"{result.identity['strategies']['opponents']} with the habits of people, at a "
            f"temperature of {s.temperature:g} points, at {100 * s.lapse:.3g} % of their decisions "
            f"blindly; the likelihood counts by its power {s.trust:g}. A furiten riichi is "
            f"possible. {s.chains} Markov chains, {len(result.values[0]):,} states each, "
            f"{s.thin:,} steps apart, {s.redeals} orders of the wall a state; split R-hat "
            f"{result.r_hat:.4f}, effective sample size {result.effective:,.0f} (the worst of the "
            "likelihood, the opponents in tenpai, the dangerous kinds and the values); intervals "
            f"by batch means.{reads}"
        )
    if result.identity["sampling"] == "tenpai":
        return (
            "A hand in riichi is tenpai, every such set of unseen tiles equally likely, and waits "
            "for none of its own discards nor for a tile passed since the riichi; dead waits "
            "count. A furiten riichi is legal: that there is none is assumed. All other hidden "
            "tiles are at random; what discards tell of them is not used."
        )
    return (
        "All hidden tiles are at random, those of hands in riichi too: what discards and riichi "
        "tell of them is not used."
    )


def text(position: Position, result: PositionResult) -> str:
    """The table and what it takes for granted, for a terminal."""
    body = table(result)
    widths = [max(len(line[i]) for line in (HEADS, *body)) for i in range(len(HEADS))]
    lines = [
        "  ".join(
            t.ljust(w) if i == 0 else t.rjust(w)
            for i, (t, w) in enumerate(zip(x, widths, strict=True))
        ).rstrip()
        for x in (HEADS, *body)
    ]
    where = _where(position.where)
    strategies = result.identity["strategies"]
    note = (
        f"{_VALUES[result.value]}; {result.worlds:,} worlds; intervals "
        f"{100 * result.confidence:g} % together over the actions; rates in per cent. "
        f"Opponents go on as {strategies['opponents']}, the hero as {_ways(result)}. "
        f"{_assumption(result)}"
    )
    hand = f"{position.round.moment(position.seat)}: {position.round.hand(position.seat)}"
    return "\n".join([where, hand, *lines, note]) + "\n"


def _ways(result: PositionResult) -> str:
    """How the hero goes on."""
    named = " or ".join(result.thens)
    return f"{named}, whichever is better for the action" if len(result.thens) > 1 else named


def _where(where: dict[str, Any]) -> str:
    """The decision in words: log or title, round, seat, turn, the tile answered."""
    name = where.get("log", where.get("position", "A position"))
    parts = [str(name)]
    if "round" in where:
        parts += [str(where["round"]), f"seat {where['seat']}", f"turn {where['turn']}"]
    if "on" in where:
        parts.append(f"answering {where['on']}")
    return ", ".join(parts)


def _kind_text(code: int) -> tuple[str, str]:
    kind = code & 63
    suit = _SUITS[kind // 9]
    rank = kind % 9
    return (_HONOURS[rank] if suit == "z" else str(rank + 1)), suit


def _tile(
    scene: Scene, x: float, y: float, code: int, faded: bool = False, zoom: float = 1.0
) -> None:
    rank, suit = _kind_text(code)
    red = code & 64 != 0
    w, h = _W * zoom, _H * zoom
    scene.rect(x, y, w - 3, h - 3, "m2" if red else "hatch" if faded else "empty", 4 * zoom)
    ink = "m5" if red else "soft" if faded else _INK[suit]
    middle = x + (w - 3) / 2
    if suit == "z":
        size = 19 if len(rank) == 1 else 15
        scene.text(middle, y + h * 0.6, rank, ink, size * zoom, "middle", bold=True)
        return
    scene.text(middle, y + h * 0.47, rank, ink, 20 * zoom, "middle", bold=True)
    scene.text(middle, y + h * 0.8, suit, ink, 13.5 * zoom, "middle")


def drawing(position: Position) -> Scene:
    """What the hero sees: indicators, rivers, melds, his hand, and the tile he answers."""
    round_, hero = position.round, position.seat
    standing = round_.standing
    players = round_.rules.players
    seats = [(hero + i) % players for i in range(1, players)] + [hero]
    answered = round_.turn if round_.phase > 1 else -1
    scene = Scene(_WIDTH, 0, "The position")
    scene.text(0, 26, "indicators", "soft", 15)
    for i, code in enumerate(round_.indicators):
        _tile(scene, 82 + i * _W * 0.8, 0, code, zoom=0.8)
    left = f"{round_.live_left} left to draw, {round_.deposits} on the table"
    scene.text(_WIDTH, 26, left, "soft", 15, "end")
    y = _H + 16
    for s in seats:
        river = round_.river(s)
        name = _WINDS[(s - standing.dealer) % players]
        name += f", seat {s}" + (", the hero" if s == hero else "")
        name += ", riichi" if any(discard & 0x100 for discard in river) else ""
        scene.text(0, y + 14, name, size=16, bold=s == hero)
        scene.text(_WIDTH, y + 14, f"{round_.scores[s]:,}", "soft", 15, "end")
        y += 24
        for i, discard in enumerate(river):
            x, top = (i % _ROW) * _W, y + (i // _ROW) * _H
            _tile(scene, x, top, discard & 0x7F, faded=discard & 0x80 != 0)
            right, bottom = x + _W - 3, top + _H - 3
            if discard & 0x100:  # declared riichi
                scene.line((x, bottom + 1), (right, bottom + 1), stroke="m4", width=3)
            if discard & 0x200:  # called away
                scene.line((x + 3, bottom - 3), (right - 3, top + 3), stroke="soft", width=1.5)
            if s == answered and i == len(river) - 1 and round_.phase == 2:
                corners = ((x, top), (right, top), (right, bottom), (x, bottom), (x, top))
                scene.line(*corners, stroke="p4", width=2.5)
        y += -(-len(river) // _ROW) * _H
        x = 0.0
        for meld, _, _ in round_.melds(s):
            kind, _, body = meld.partition(":")
            if x + 4 * _W * 0.8 + 60 > _WIDTH:
                x, y = 0.0, y + _H * 0.8 + 4
            wide = 8.0 * len(kind) + 8
            scene.text(x, y + 26, kind, "soft", 14)
            for i, code in enumerate(_codes(body)):
                _tile(scene, x + wide + i * _W * 0.8, y + 2, code, zoom=0.8)
            x += wide + len(_codes(body)) * _W * 0.8 + 14
        y += (_H * 0.8 + 4 if x else 0) + 12
    x = 0.0
    drawn = round_.drawn if round_.phase == 0 else 255
    for code in _codes(round_.hand(hero).partition(" ")[0]):
        _tile(scene, x, y, code)
        x += _W
    if drawn & 63 < 34 and drawn < 128:
        _tile(scene, x + 12, y, drawn)
    scene.height = y + _H
    return scene


def actions(result: PositionResult) -> Scene:
    """Each action's value with its interval, and how its rounds end."""
    rows = result.rows()
    label, line, bars, high = 134.0, 226.0, 158.0, 42.0
    scene = Scene(label + line + bars + 10, 46 + high * len(rows), "Values and ends by action")
    ends: list[float] = [
        row[key] for row in rows for key in ("low", "high") if row[key] is not None
    ]
    ends += [row["ev"] for row in rows] + [0.0]
    low, top = min(ends), max(ends)
    wide = max(top - low, 1.0)
    step = _tick(wide)

    def at(value: float) -> float:
        return label + 10 + (value - low) / wide * (line - 30)

    tick = math.ceil(low / step) * step
    while tick <= top:
        scene.line((at(tick), 24), (at(tick), scene.height - 14), stroke="faint")
        scene.text(at(tick), 16, points(tick, True), "soft", 12, "middle")
        tick += step
    scene.text(label + line + 10, 16, "how rounds end", "soft", 12)
    for j, row in enumerate(rows):
        y = 28 + j * high
        name, _, tile = row["action"].partition(" ")
        scene.group(f"{row['action']}: {points(row['ev'], True)}")
        scene.text(0, y + 20, name, size=14, bold=j == 0)
        for i, code in enumerate(_codes(_called(tile))):
            _tile(scene, 62 + i * _W * 0.72, y, code, zoom=0.72)
        if row["low"] is not None:
            scene.line((at(row["low"]), y + 16), (at(row["high"]), y + 16), stroke="p3", width=1.5)
        if row["behind_low"] is not None and row["behind_high"] > row["behind_low"]:
            a, b = (at(rows[0]["ev"] - row[f"behind_{end}"]) for end in ("high", "low"))
            scene.line((a, y + 16), (b, y + 16), stroke="p3", width=5)
        scene.dot(at(row["ev"]), y + 16, 4.5, "p4" if not row["dropped"] else "soft")
        x = label + line + 10
        for end in SEGMENTS:
            share = row["win"] - row["tsumo"] if end == "ron" else row[end]
            if share > 0:
                scene.rect(x, y + 6, share * bars, 20, end)
                x += share * bars
        scene.end()
    return scene


def _tick(wide: float) -> float:
    """A round step that gives three to seven ticks."""
    base: float = 10 ** math.floor(math.log10(wide / 3))
    return base * max(k for k in (1, 2, 5) if k * base <= wide / 3 + 1e-9)


def _called(text: str) -> str:
    """The tiles of an action: the one called and those of the hand."""
    head, _, rest = text.partition("(")
    return head.split()[0] + rest.rstrip(")") if head else ""


def _codes(text: str) -> list[int]:
    return [int(code) for code in tiles.parse(text)] if text else []


def _verdict(result: PositionResult) -> str:
    """The best action and what is not told apart from it."""
    rows = result.rows()
    close = [r["action"] for r in rows if r["behind_low"] is not None and r["behind_low"] <= 0]
    close = [action for action in close if action != result.actions[result.best]]
    if len(rows) == 1:
        return "It is the only action."
    if rows[0]["low"] is None:
        return "Too few worlds to tell actions apart."
    if close:
        return f"Not told apart from it: {', '.join(close)}."
    second = next(r for r in rows if r["action"] != result.actions[result.best])
    return f"It is ahead of {second['action']} by {points(second['behind'])}."


def page(position: Position, result: PositionResult) -> str:
    """The page of a decision; needs jinja2 (extra ``study``)."""
    best = result.best
    rows: list[dict[str, Any]] = [
        {"cells": cells, "best": cells[0].startswith(result.actions[best])}
        for cells in table(result)
    ]
    return render(
        "decision.html.j2",
        result=result,
        style=style_sheet(),
        where=position.where,
        title=_where(position.where),
        drawing=drawing(position).to_svg(),
        figure=actions(result).to_svg(),
        figure_key=outcome_key().to_svg(),
        verdict=_verdict(result),
        ways=_ways(result),
        value=_VALUES[result.value],
        measure=result.value,
        rewards=result.identity["measure"].get("rewards"),
        played=None if result.played is None else result.actions[result.played],
        heads=HEADS,
        rows=rows,
        best=result.actions[best],
        chosen=result.actions[result.chosen],
        assumption=_assumption(result),
        percent=f"{100 * result.confidence:g}",
    )
