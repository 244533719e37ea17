"""What the engine has at the end of a recorded round, against what was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oshihiki import _core, rules, settle
from oshihiki.logs.model import LoggedMatch, LoggedRound, LoggedWin
from oshihiki.logs.player import Player, texts

__all__ = ["Difference", "compare", "yaku_of"]

# Yaku by bit: (name, closed han, open han).
_YAKU = {row[0]: (row[1], row[2], row[3]) for row in _core.YAKU}

Difference = tuple[str, str, Any, Any]  # event, kind, recorded, ours


def yaku_of(score: dict[str, Any], closed: bool) -> dict[str, int]:
    """Yaku of a round's scored win, by name, with their han (0 each for a yakuman)."""
    found: dict[str, int] = {}
    for word, mask in enumerate(score["yaku"]):
        bit = 64 * word
        while mask:
            if mask & 1:
                name, closed_han, open_han = _YAKU[bit]
                found[name] = closed_han if closed else open_han
            mask >>= 1
            bit += 1
    if score["yakuman"]:
        return dict.fromkeys(found, 0)
    for name, key in (("dora", "dora"), ("aka_dora", "aka"), ("ura_dora", "ura"), ("kita", "kita")):
        if score[key]:
            found[name] = score[key]
    return found


def compare(
    match: LoggedMatch, used: rules.Rules, player: Player, following: LoggedRound | None
) -> Iterator[Difference]:
    """All that differs at the end of a round that has been followed to its end."""
    yield from _compare_end(player)
    yield from _compare_next(match, player, following)
    if following is None:
        yield from _compare_results(match, used, player)


def _compare_win(player: Player, win: LoggedWin, result: dict[str, Any]) -> Iterator[Difference]:
    event = f"win of seat {win.winner}"
    score = result["scores"].get(win.winner)
    if score is None:
        yield event, "winner", win.winner, result["winners"]
        return
    closed = all(m[0].startswith("ankan") for m in player.round.melds(win.winner))
    got = yaku_of(score, closed)
    if win.yaku is not None:
        expected, ours = _yaku(player.match, win, got, bool(score["yakuman"]))
        if expected != ours:
            yield event, "yaku", expected, ours
    if not score["yakuman"]:
        if win.han is not None and win.han != score["han"]:
            yield event, "han", win.han, score["han"]
        if win.fu is not None and win.fu != score["fu"]:
            yield event, "fu", win.fu, score["fu"]
    if win.points is not None and win.points != score["points"]:
        yield event, "points", win.points, score["points"]
    codes = player.codes
    if win.hand and win.tile is not None:
        shown = sorted(codes[t] for t in win.hand)
        held = player.held(win.winner)
        if win.winner != win.payer:
            held = sorted([*held, player.round.offered])
        if shown != held:
            yield event, "hand", texts(shown), texts(held)
    if win.ura:
        shown = [codes[t] for t in win.ura]
        turned = player.ura(len(shown))
        if shown != turned:
            yield event, "ura indicators", texts(shown), texts(turned)


_ONE_NAME = {"kokushi_13": "kokushi", "suuankou_tanki": "suuankou", "junsei_chuuren": "chuuren"}


def _yaku(
    match: LoggedMatch, win: LoggedWin, got: dict[str, int], yakuman: bool
) -> tuple[dict[str, int | None], dict[str, int | None]]:
    """Yaku as recorded and as counted, both as far as the record tells them."""
    recorded = win.yaku or []
    ours: dict[str, int | None] = dict(got)
    if yakuman:
        if match.form == "mjai":  # where it has one name for two yakuman
            names = {name for name, _ in recorded}
            ours = {_ONE_NAME.get(n, n) if n not in names else n: 0 for n in ours}
        return dict.fromkeys((name for name, _ in recorded), 0), ours
    expected: dict[str, int | None] = {}
    for name, han in recorded:
        if han is None:
            expected[name] = None
        elif han:
            expected[name] = (expected.get(name) or 0) + han
    if "kita" in ours and "kita" not in expected:  # counted among the dora
        ours["dora"] = (ours.get("dora") or 0) + (ours.pop("kita") or 0)
    if any(han is None for han in expected.values()):  # only names are told
        return dict.fromkeys(expected), dict.fromkeys(ours)
    return expected, ours


def _compare_end(player: Player) -> Iterator[Difference]:
    played, r = player.played, player.round
    if not r.over:
        return
    result = r.result
    if played.wins:
        outcome = "tsumo" if played.wins[0].winner == played.wins[0].payer else "ron"
        if result["outcome"] != outcome:
            yield "the end", "outcome", outcome, result["outcome"]
            return
        for win in played.wins:
            yield from _compare_win(player, win, result)
        if all(w.deltas is not None for w in played.wins):
            players = player.match.players
            total = [sum((w.deltas or ())[s] for w in played.wins) for s in range(players)]
            if total != result["delta"]:
                yield "the settlement", "settlement", total, result["delta"]
    elif played.draw is not None:
        draw = played.draw
        if result["outcome"] != draw.kind:
            yield "the end", "outcome", draw.kind, result["outcome"]
            return
        if (
            draw.kind == "exhaustive"
            and draw.tenpai is not None
            and sorted(draw.tenpai) != result["tenpai"]
        ):
            yield "the draw", "tenpai", sorted(draw.tenpai), result["tenpai"]
        for seat, tiles in draw.hands.items():
            shown = sorted(player.codes[t] for t in tiles)
            held = player.held(seat)
            if len(shown) < len(held) and player.round.turn == seat and r.drawn in held:
                held.remove(r.drawn)  # some show the hand without the tile just drawn
            if shown != held:
                yield f"the hand of seat {seat}", "hand", texts(shown), texts(held)
        if draw.deltas is not None and list(draw.deltas) != result["delta"]:
            yield "the draw", "settlement", list(draw.deltas), result["delta"]
    if played.after is not None and list(played.after) != r.scores:
        yield "the end", "scores", list(played.after), r.scores


def _compare_next(
    match: LoggedMatch, player: Player, following: LoggedRound | None
) -> Iterator[Difference]:
    """What follows: the next round's standing, or the end of the match."""
    r = player.round
    if not r.over:
        return
    standing, over = r.next_standing()
    if following is None:
        if match.final is not None and not over:
            yield "the end", "match end", "the match is over", "another round"
        return
    if over:
        yield "the end", "match end", f"round {following.name}", "the match is over"
        return
    if following.follows:
        if following.dealer != standing.dealer:
            yield "the end", "next dealer", following.dealer, standing.dealer
        return
    expected: tuple[Any, ...] = (following.wind, following.dealer, following.honba)
    got: tuple[Any, ...] = (standing.wind, standing.dealer, standing.honba)
    if following.deposits is not None:
        expected += (following.deposits,)
        got += (standing.deposits,)
    if following.scores is not None:
        expected += (tuple(following.scores),)
        got += (tuple(standing.scores[: match.players]),)
    if expected != got:
        yield "the end", "next round", expected, got


def _compare_results(match: LoggedMatch, used: rules.Rules, player: Player) -> Iterator[Difference]:
    """Final points and results with uma and oka."""
    if match.final is None or not player.round.over:
        return
    placed = settle.place(player.round.standing, used)
    points = list(placed.scores[: match.players])
    if points != list(match.final):
        yield "the end", "final points", list(match.final), points
        return
    got = list(placed.result[: match.players])
    if match.results is not None and got != list(match.results):
        yield "the end", "results", list(match.results), got
