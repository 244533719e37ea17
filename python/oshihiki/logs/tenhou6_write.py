"""The JSON of tenhou.net/6, written."""

from __future__ import annotations

import json
from typing import Any

from oshihiki.errors import LogError
from oshihiki.logs.model import NO_SEAT, LoggedMatch, LoggedRound, LoggedWin, Op, tile_codes
from oshihiki.logs.notation import tenhou6_number
from oshihiki.logs.tenhou6 import DRAWS, LIMITS
from oshihiki.logs.yaku import WRITTEN, YAKUMAN, limit_of

__all__ = ["render"]

_WINDS = "東南西北"
_ROOMS = {0: "般", 0x80: "上", 0x20: "特", 0xA0: "鳳"}
_LETTERS = {Op.CHI: "c", Op.PON: "p", Op.DAIMINKAN: "m"}
_DRAWN = 60


def render(match: LoggedMatch) -> str:
    """The match as JSON that tenhou.net/6 shows.

    Raises
    ------
    LogError
        A round's standing, its end or a hand is not known, or the form has no such tile.
    """
    data: dict[str, Any] = {"ver": 2.3, "log": []}
    for played in match.rounds:
        try:
            data["log"].append(_Round(match, played).parts())
        except LogError as error:
            raise LogError(f"{match.log}: round {played.name}: {error}") from None
    rule: dict[str, Any] = {"disp": _display(match)}
    codes = tile_codes(match.reds, match.players)
    for suit in range(3):
        rule[f"aka5{suit + 1}"] = sum(c == (suit * 9 + 4 | 64) for c in codes)
    if match.profile:
        rule["profile"] = match.profile
    data["rule"] = rule
    names = match.names if len(match.names) == match.players else ("",) * match.players
    data["name"] = [*names, *[""] * (4 - match.players)]
    if match.final is not None and match.results is not None:
        data["sc"] = []
        for points, result in zip(match.final, match.results, strict=True):
            data["sc"] += [points, _thousands(result, match.exact)]
        data["sc"] += [0, 0] * (4 - match.players)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _thousands(points: int, exact: bool) -> int | float:
    return points / 1000 if exact or points % 1000 else points // 1000


def _display(match: LoggedMatch) -> str:
    """Room, length and rules in one word, as Tenhou writes them."""
    if match.display and match.form == "tenhou6":
        return match.display
    kind = match.type
    if kind is None:
        length = "" if match.tonpuu is None else "東" if match.tonpuu else "南"
        if not length:
            length = "南" if max(r.wind for r in match.rounds) > 0 else "東"
        room, open_tanyao, fast = "", True, False
    else:
        length = "南" if kind & 8 else "東"
        room = _ROOMS[kind & 0xA0]
        open_tanyao, fast = not kind & 4, bool(kind & 0x40)
    three = "三" if match.players == 3 else ""
    red = "赤" if match.reds else ""
    return f"{three}{room}{length}{'喰' if open_tanyao else ''}{red}{'速' if fast else ''}"


class _Round:
    """Writes one round."""

    def __init__(self, match: LoggedMatch, played: LoggedRound) -> None:
        if played.scores is None or played.deposits is None or played.follows:
            raise LogError("scores or sticks are not known")
        if not played.ended:
            raise LogError("the end of the round is not known")
        self.match = match
        self.played = played
        self.codes = tile_codes(match.reds, match.players)

    def tile(self, tile: int | None) -> int:
        if tile is None:
            raise LogError("a hidden tile")
        return tenhou6_number(self.codes[tile])

    def parts(self) -> list[Any]:
        played, players = self.played, self.match.players
        assert played.scores is not None
        indicators = [self.tile(played.indicator)]
        taken: list[list[Any]] = [[] for _ in range(4)]
        acted: list[list[Any]] = [[] for _ in range(4)]
        pons: dict[tuple[int, int], tuple[int, int]] = {}  # whose and which tile was called
        declared = False
        for moment in played.moments:
            op, seat, tile = moment.op, moment.seat, moment.tile
            if op == Op.DRAW:
                taken[seat].append(self.tile(tile))
            elif op == Op.DISCARD:
                number: Any = _DRAWN if moment.drawn else self.tile(tile)
                acted[seat].append(f"r{number}" if declared else number)
                declared = False
            elif op == Op.RIICHI:
                declared = True
            elif op == Op.DORA:
                indicators.append(self.tile(tile))
            elif op in _LETTERS:
                relative = (moment.other - seat) % 4
                own = [self.tile(t) for t in moment.own]
                taken[seat].append(_call(_LETTERS[Op(op)], self.tile(tile), own, relative))
                if op == Op.DAIMINKAN:
                    acted[seat].append(0)
                elif op == Op.PON:
                    assert tile is not None
                    pons[seat, self.codes[tile] & 63] = (relative, tile)
            elif op == Op.ANKAN:
                own = [self.tile(t) for t in moment.own]
                acted[seat].append("".join(map(str, own[:3])) + f"a{own[3]}")
            elif op == Op.KAKAN:
                acted[seat].append(self._kakan(moment, pons))
            elif op == Op.KITA:
                acted[seat].append(f"f{self.tile(tile)}")
        ura = next((w.ura for w in played.wins if w.ura), played.ura)
        parts: list[Any] = [
            [played.wind * 4 + played.dealer, played.honba, played.deposits],
            [*played.scores, *[0] * (4 - players)],
            indicators,
            [self.tile(t) for t in ura or ()],
        ]
        for seat in range(4):
            hand = played.hands[seat] if seat < players else []
            parts += [sorted(self.tile(t) for t in hand), taken[seat], acted[seat]]
        parts.append(self._result())
        return parts

    def _kakan(self, moment: Any, pons: dict[tuple[int, int], tuple[int, int]]) -> str:
        kind = self.codes[moment.tile] & 63
        relative, called = pons[moment.seat, kind]
        own = list(moment.own)
        if called in own:
            own.remove(called)
        else:
            called = own.pop()
        added = f"k{self.tile(moment.tile)}{self.tile(called)}"
        texts = [str(self.tile(t)) for t in own]
        texts.insert({3: 0, 2: 1, 1: 2}[relative], added)
        return "".join(texts)

    def _result(self) -> list[Any]:
        played, players = self.played, self.match.players
        if played.draw is not None:
            draw = played.draw
            if draw.deltas is None:
                raise LogError("the changes of the scores are not known")
            if draw.kind == "exhaustive" and not any(draw.deltas) and draw.tenpai is not None:
                return ["全員聴牌" if draw.tenpai else "全員不聴"]
            name = next(text for text, kind in DRAWS.items() if kind == draw.kind)
            changes = [*draw.deltas, *[0] * (4 - players)]
            return [name, changes] if any(changes) else [name]
        result: list[Any] = ["和了"]
        for win in played.wins:
            if win.deltas is None:
                raise LogError("the changes of the scores are not known")
            result += [[*win.deltas, *[0] * (4 - players)], self._win(win)]
        return result

    def _win(self, win: LoggedWin) -> list[Any]:
        if win.points is None or win.yaku is None or win.fu is None or win.han is None:
            raise LogError("points or yaku of a win are not known")
        pao = win.winner if win.pao == NO_SEAT else win.pao
        out: list[Any] = [win.winner, win.payer, pao, self._points(win)]
        for own, han in win.yaku:
            text = WRITTEN.get(own, own)
            if own == "seat_wind":
                seat = (win.winner - self.played.dealer) % self.match.players
                text = f"{text} {_WINDS[seat]}"
            elif own == "round_wind":
                text = f"{text} {_WINDS[self.played.wind]}"
            out.append(f"{text}({'役満' if own in YAKUMAN or han is None else f'{han}飜'})")
        return out

    def _points(self, win: LoggedWin) -> str:
        assert win.points is not None
        dealer = win.winner == self.played.dealer
        limit = limit_of(win.points, dealer, win.han or 0)
        if win.yakuman:
            head = LIMITS[5]
        elif limit:
            head = LIMITS[limit - 1] if limit < 5 else LIMITS[4]
        else:
            head = f"{win.fu}符{win.han}飜"
        if win.winner != win.payer:
            return f"{head}{win.points}点"
        others = self.match.players - 2
        if dealer:
            return f"{head}{win.points // (others + 1)}点∀"
        # A non-dealer pays half of what the dealer pays, both rounded up to hundreds.
        each = -(-win.points // ((others + 2) * 100)) * 100
        return f"{head}{each}-{win.points - others * each}点"


def _call(letter: str, tile: int, own: list[int], relative: int) -> str:
    """Where the letter stands tells whose tile it is: before, across, after."""
    texts = [str(t) for t in own]
    texts.insert({3: 0, 2: 1, 1: len(texts)}[relative], f"{letter}{tile}")
    return "".join(texts)
