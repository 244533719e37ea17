"""Recorded matches for tests: of our own, of the corpus, and what two forms must agree on."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oshihiki import logs, rules
from oshihiki.logs.files import BODIES
from oshihiki.logs.model import LoggedMatch, LoggedRound, Moment, Op, tile_codes
from oshihiki.logs.record import simulated


def own(profile: str, key: int, strategy: str = "balanced") -> LoggedMatch:
    """A match of built-in strategies, as a recorded one."""
    return simulated([strategy] * rules.load(profile).players, profile, key=key)


def again(match: LoggedMatch, form: str) -> LoggedMatch:
    """The match written in a form, and read."""
    return logs.parse(form, body(match, form), match.log)


def body(match: LoggedMatch, form: str) -> str:
    """The match as the text that :func:`oshihiki.logs.parse` takes."""
    text = logs.render(match, form)
    if form == "mjai":
        return json.dumps([json.loads(line) for line in text.splitlines()])
    return text


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The rows of a file of the corpus; the test is skipped where there is none."""
    with gzip.open(path_of(name), "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def parsed(row: dict[str, Any]) -> LoggedMatch:
    """The log that a row carries."""
    kind = row["kind"]
    given = row[BODIES[kind]]
    return logs.parse(kind, given if kind == "mjlog" else json.dumps(given), row["log_id"])


def path_of(name: str) -> Path:
    """A file of the corpus; the test is skipped where there is none."""
    folder = os.environ.get("OSHIHIKI_CORPUS")
    if not folder:
        pytest.skip("OSHIHIKI_CORPUS is not set: no real logs here")
    return Path(folder) / f"{name}.jsonl.gz"


def canonical(match: LoggedMatch, form: str) -> list[Any]:
    """What a match says, without what ``form`` does not tell and which copy of a tile it is.

    tenhou.net/6 does not tell when an indicator is turned, the fu of a limit hand, nor the hands
    shown at a draw.
    """
    codes = tile_codes(match.reds, match.players)
    return [
        match.players,
        match.names,
        match.final,
        match.results,
        *(_round(played, codes, form) for played in match.rounds),
    ]


def _round(played: LoggedRound, codes: list[int], form: str) -> list[Any]:
    def tiles(ids: Any) -> list[int]:
        return sorted(codes[i] for i in ids)

    def moment(m: Moment) -> tuple[Any, ...]:
        own = [*m.own, m.tile] if m.op == Op.KAKAN else m.own
        tile = None if m.tile is None else codes[m.tile]
        if m.op == Op.ANKAN and tile is not None:
            tile &= 63
        return m.op, m.seat, tile, m.other, tiles(own), m.drawn

    moments = [moment(m) for m in played.moments]
    if form == "tenhou6":
        moments.sort(key=lambda m: m[0] == Op.DORA)
    wins = []
    for w in played.wins:
        yaku = sorted((own, w.yakuman or han) for own, han in w.yaku or () if w.yakuman or han)
        limit = (w.points or 0) >= (12000 if w.winner == played.dealer else 8000)
        fu = None if form == "tenhou6" and limit else w.fu
        # A mangan of five han and more; with three players a tsumo is paid less.
        fu = None if form == "tenhou6" and (w.han or 0) >= 5 else fu
        wins.append(
            [
                *(w.winner, w.payer, w.tile is not None and codes[w.tile], tiles(w.hand), fu),
                *(w.han, w.points, yaku, w.yakuman, tiles(w.ura or ()), w.pao, w.deltas),
            ]
        )
    draw: list[Any] = []
    if played.draw is not None:
        draw = [played.draw.kind, played.draw.deltas]
        if played.draw.kind == "exhaustive":
            draw.append(played.draw.tenpai)
        if form != "tenhou6":
            draw += [played.draw.tenpai, {s: tiles(h) for s, h in played.draw.hands.items()}]
    return [
        (played.wind, played.dealer, played.honba, played.deposits, played.scores),
        [tiles(hand) for hand in played.hands],
        codes[played.indicator],
        moments,
        wins,
        draw,
    ]
