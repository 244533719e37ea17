"""mjx's JSON as recorded rounds: a converter for tests only."""

from __future__ import annotations

from typing import Any

from oshihiki.logs.mjlog import unpack_meld
from oshihiki.logs.model import LoggedDraw, LoggedMatch, LoggedRound, LoggedWin, Moment, Op
from oshihiki.logs.yaku import TENHOU

_DRAWS = {
    "ABORTIVE_DRAW_NINE_TERMINALS": "nine_terminals",
    "ABORTIVE_DRAW_FOUR_WINDS": "four_winds",
    "ABORTIVE_DRAW_FOUR_RIICHIS": "four_riichi",
    "ABORTIVE_DRAW_FOUR_KANS": "four_kans",
    "ABORTIVE_DRAW_THREE_RONS": "triple_ron",
    "EXHAUSTIVE_DRAW_NORMAL": "exhaustive",
    "EXHAUSTIVE_DRAW_NAGASHI_MANGAN": "nagashi",
}


def match_of(row: dict[str, Any]) -> LoggedMatch:
    """The rounds of a row of kind ``mjx-state``: a state a round."""
    match = LoggedMatch(row["log_id"], "mjx", 4, True, origin="mjx")
    match.rounds = [_round(state) for state in row["lines"]]
    last = row["lines"][-1].get("roundTerminal", {})
    if last.get("isGameOver"):  # with the sticks left over
        match.final, match.rounds[-1].after = tuple(last["finalScore"]["tens"]), None
    return match


def _round(state: dict[str, Any]) -> LoggedRound:
    public, private = state["publicObservation"], state["privateObservations"]
    score = public["initScore"]
    wind, dealer = divmod(score.get("round", 0), 4)
    played = LoggedRound(
        wind=wind,
        dealer=dealer,
        honba=score.get("honba", 0),
        deposits=score.get("riichi", 0),
        scores=tuple(score["tens"]),
        hands=[list(one["initHand"]["closedTiles"]) for one in private],
        indicator=public["doraIndicators"][0],
    )
    draws = [iter(one.get("drawHistory", [])) for one in private]
    for event in public["events"]:
        kind = event.get("type", "EVENT_TYPE_DISCARD").removeprefix("EVENT_TYPE_")
        seat = event.get("who", 0)
        if kind == "DRAW":
            played.moments.append(Moment(Op.DRAW, seat, next(draws[seat])))
        elif kind in ("DISCARD", "TSUMOGIRI"):
            tile = event.get("tile", 0)
            played.moments.append(Moment(Op.DISCARD, seat, tile, drawn=kind == "TSUMOGIRI"))
        elif kind == "RIICHI":
            played.moments.append(Moment(Op.RIICHI, seat))
        elif kind == "RIICHI_SCORE_CHANGE":
            played.moments.append(Moment(Op.DEPOSIT, seat))
        elif kind == "NEW_DORA":
            played.moments.append(Moment(Op.DORA, tile=event["tile"]))
        elif kind in ("CHI", "PON", "OPEN_KAN", "CLOSED_KAN", "ADDED_KAN"):
            packed = unpack_meld(event["open"])
            other = (seat + packed.relative) % 4
            if packed.op in (Op.ANKAN, Op.KAKAN):
                other = -1
            played.moments.append(Moment(packed.op, seat, packed.tile, other, packed.own))
        elif kind in _DRAWS:
            played.draw = LoggedDraw(_DRAWS[kind])
    _end(state, played)
    return played


def _end(state: dict[str, Any], played: LoggedRound) -> None:
    terminal = state.get("roundTerminal")
    if terminal is None:
        return
    played.after = tuple(terminal["finalScore"]["tens"])
    for win in terminal.get("wins", []):
        numbers = win.get("yakus", [])
        yaku: list[tuple[str, int | None]] = [
            (TENHOU[n], han) for n, han in zip(numbers, win.get("fans", []), strict=True)
        ]
        yaku += [(TENHOU[n], None) for n in win.get("yakumans", [])]
        yakuman = len(win.get("yakumans", []))
        played.wins.append(
            LoggedWin(
                winner=win.get("who", 0),
                payer=win.get("fromWho", 0),
                tile=win.get("winTile", 0),
                hand=tuple(win["hand"]["closedTiles"]),
                fu=0 if yakuman else win["fu"],
                han=0 if yakuman else sum(win.get("fans", [])),
                points=win["ten"],
                yaku=yaku,
                yakuman=yakuman,
                ura=tuple(win["uraDoraIndicators"]) if win.get("uraDoraIndicators") else None,
                deltas=tuple(win["tenChanges"]),
            )
        )
    ended = terminal.get("noWinner")
    if played.draw is not None and ended is not None:
        hands = {t.get("who", 0): tuple(t["hand"]["closedTiles"]) for t in ended.get("tenpais", [])}
        played.draw.hands = hands
        if played.draw.kind == "exhaustive":
            played.draw.tenpai = tuple(sorted(hands))
        played.draw.deltas = tuple(ended.get("tenChanges", (0, 0, 0, 0)))
