"""One decision: what its actions are worth, as text and as a page with the tiles drawn."""

from __future__ import annotations

from typing import Any

from oshihiki.report.scene import Scene, style_sheet
from oshihiki.report.template import render
from oshihiki.study.position import Position, PositionResult
from oshihiki.study.table import points

__all__ = ["page", "table", "text"]

_SUITS = "mpsz"
_HONOURS = ("E", "S", "W", "N", "Wh", "G", "R")
_WINDS = ("East", "South", "West", "North")
_INK = {"m": "m5", "p": "p4", "s": "p5", "z": "ink"}
_W, _H = 26.0, 36.0  # of a tile

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


def _assumption(result: PositionResult) -> str:
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
    where = ", ".join(f"{k} {v}" for k, v in position.where.items())
    strategies = result.identity["strategies"]
    note = (
        f"{result.worlds:,} worlds; intervals {100 * result.confidence:g} % together over the "
        f"actions; rates in per cent. Opponents go on as {strategies['opponents']}, the hero as "
        f"{strategies['hero']}. {_assumption(result)}"
    )
    return "\n".join([where, position.round.moment(position.seat).rstrip(), *lines, note]) + "\n"


def _kind_text(code: int) -> tuple[str, str]:
    kind = code & 63
    suit = _SUITS[kind // 9]
    rank = kind % 9
    return (_HONOURS[rank] if suit == "z" else str(rank + 1)), suit


def _tile(scene: Scene, x: float, y: float, code: int, faded: bool = False) -> None:
    rank, suit = _kind_text(code)
    red = code & 64 != 0
    scene.rect(x, y, _W - 2, _H - 2, "m2" if red else "hatch" if faded else "empty", 3)
    ink = "m5" if red else "soft" if faded else _INK[suit]
    scene.text(x + _W / 2 - 1, y + 18, rank, ink, 15, "middle", bold=True)
    if suit != "z":
        scene.text(x + _W / 2 - 1, y + 30, suit, ink, 10.5, "middle")


def drawing(position: Position) -> Scene:
    """What the hero sees: indicators, rivers, melds, his hand."""
    round_, hero = position.round, position.seat
    standing = round_.standing
    seats = [s for s in range(4) if s < round_.rules.players]
    rows = sum(2 + (len(round_.river(s)) - 1) // 12 for s in seats)
    scene = Scene(640, 30 + rows * _H + len(seats) * 26 + 3 * _H, "The position")
    scene.text(0, 22, "indicators", "soft", 12)
    for i, code in enumerate(round_.indicators):
        _tile(scene, 84 + i * _W, 0, code)
    scene.text(250, 22, f"{round_.live_left} tiles left to draw", "soft", 12)
    y = _H + 14
    for s in seats:
        wind = _WINDS[(s - standing.dealer) % len(seats)]
        name = f"{wind}, seat {s}{', the hero' if s == hero else ''}"
        scene.text(0, y + 12, name, size=13, bold=s == hero)
        scene.text(636, y + 12, f"{round_.scores[s]:,}", "soft", 12, "end")
        y += 20
        river = round_.river(s)
        for i, discard in enumerate(river):
            x, top = (i % 12) * _W, y + (i // 12) * _H
            _tile(scene, x, top, discard & 0x7F, faded=discard & 0x80 != 0)
            if discard & 0x100:  # declared riichi
                scene.line((x, top + _H), (x + _W - 2, top + _H), stroke="m4", width=2.5)
        for j, (meld, _, _) in enumerate(round_.melds(s)):
            scene.text(13 * _W, y + 16 + 15 * j, meld, "soft", 12)
        y += max(1, -(-len(river) // 12)) * _H + 6
    scene.text(0, y + 14, "hand", "soft", 12)
    y += 20
    x = 0.0
    for code in _codes(round_.hand(hero), round_.drawn):
        _tile(scene, x, y, code)
        x += _W
    if round_.drawn < 128 and round_.drawn & 63 < 34:
        _tile(scene, x + 10, y, round_.drawn)
    return scene


def _codes(hand: str, drawn: int) -> list[int]:
    """Tile codes of a hand's text, without the tile just drawn."""
    from oshihiki import tiles

    codes = [int(code) for code in tiles.parse(hand)]
    if drawn in codes:
        codes.remove(drawn)
    return codes


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
        drawing=drawing(position).to_svg(),
        heads=HEADS,
        rows=rows,
        best=result.actions[best],
        chosen=result.actions[result.chosen],
        assumption=_assumption(result),
        percent=f"{100 * result.confidence:g}",
    )
