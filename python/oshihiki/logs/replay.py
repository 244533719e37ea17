"""Recorded matches played again in the engine, and what differs.

Each recorded draw, discard, call, riichi, kan and win must be what the engine has, or legal in
it, at that moment; each win and each draw must be settled as recorded.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oshihiki import _core, rules, settle, wall
from oshihiki.errors import Error, IllegalActionError, LogError, RulesError
from oshihiki.logs import client
from oshihiki.logs.model import (
    LoggedDraw,
    LoggedMatch,
    LoggedRound,
    LoggedWin,
    Moment,
    Op,
    tile_codes,
)

__all__ = ["Mismatch", "Script", "Verified", "rules_of", "scripts", "verify", "yaku_of"]

_TYPES = {name: number for number, (name, _) in enumerate(_core.ACTIONS)}
_NAMES = [name for name, _ in _core.ACTIONS]
_PASS = _TYPES["pass"] << 7 | 63
_NINE = _TYPES["nine_terminals"] << 7 | 63
_TSUMO = _TYPES["tsumo"] << 7
_RON = _TYPES["ron"] << 7
_RED = 64
_NORTH = 30
_ANSWERS = (2, 3, 4)  # phases in which others answer a discard, a kan, a kita
_SHOW = 5
_ATTEMPTS = 40
_CALLS = (Op.CHI, Op.PON, Op.DAIMINKAN)
_OWN = (Op.ANKAN, Op.KAKAN, Op.KITA)

# Yaku by bit: (name, closed han, open han).
_YAKU = {row[0]: (row[1], row[2], row[3]) for row in _core.YAKU}

Playable = tuple[int, int]  # seat, action code


class Mismatch(NamedTuple):
    """Something recorded that the engine does differently."""

    log: str
    round: str
    event: str
    kind: str
    expected: Any
    got: Any


@dataclass
class Verified:
    """What a verification counted and found."""

    logs: int = 0
    rounds: int = 0
    actions: int = 0
    offers: int = 0
    wins: int = 0
    profiles: dict[str, int] = field(default_factory=dict)
    mismatches: list[Mismatch] = field(default_factory=list)
    explained: list[tuple[Mismatch, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Verified) -> None:
        """Adds another's counts and findings."""
        self.logs += other.logs
        self.rounds += other.rounds
        self.actions += other.actions
        self.offers += other.offers
        self.wins += other.wins
        for name, n in other.profiles.items():
            self.profiles[name] = self.profiles.get(name, 0) + n
        self.mismatches += other.mismatches
        self.explained += other.explained
        self.notes += other.notes

    def to_dict(self) -> dict[str, Any]:
        """As ``oshihiki verify --json`` prints it."""
        return {
            "logs": self.logs,
            "rounds": self.rounds,
            "actions": self.actions,
            "offers": self.offers,
            "wins": self.wins,
            "profiles": dict(sorted(self.profiles.items())),
            "mismatches": [m._asdict() for m in self.mismatches],
            "explained": [{**m._asdict(), "fact": fact} for m, fact in self.explained],
            "notes": self.notes,
        }


class _Differs(Exception):
    """The round cannot be followed any further."""

    def __init__(self, event: str, kind: str, expected: Any, got: Any) -> None:
        self.found = (event, kind, expected, got)


# ---- rules and walls ------------------------------------------------------------------------


def rules_of(match: LoggedMatch, given: rules.Rules | None = None) -> tuple[str, rules.Rules]:
    """The profile a log was played by, and its rules.

    Tenhou's type bits tell players, red fives, open tanyao and length. The chip lobbies (types
    553 and 1569) pay mangan for 4 han 30 fu.
    """
    if given is not None:
        return "given", given
    if match.origin == "majsoul":
        name = "mahjong-soul" if match.players == 4 else "mahjong-soul-sanma"
    else:
        name = "tenhou" if match.players == 4 else "tenhou-sanma"
    kind = match.type
    changes: dict[str, Any] = {}
    if kind is not None:
        if kind & 2:
            changes["reds"] = ""
        if kind & 4:
            changes["kuitan"] = False
        if not kind & 8:
            changes["length"] = "tonpuu"
        if kind in (553, 1569):
            changes["kiriage"] = True
    first = match.rounds[0] if match.rounds else None
    if (
        first is not None
        and first.scores is not None
        and (first.wind, first.dealer, first.honba) == (0, 0, 0)
    ):
        changes["start"] = first.scores[0]
    if kind is None and not match.reds:
        changes["reds"] = ""
    if name.startswith("tenhou") and match.results is not None:
        # Results were whole thousands until 2022, exact tenths since.
        changes["rounding"] = "exact" if match.exact else "half_away"
    loaded = rules.load(name)
    return name, loaded.replace(**changes) if changes else loaded


class _Walls:
    """The walls of a log's rounds: from its seed, or made to fit what was recorded."""

    def __init__(self, match: LoggedMatch, used: rules.Rules, found: Verified) -> None:
        self.codes = tile_codes(match.reds, match.players)
        self._match = match
        self._found = found
        self._from_seed: Iterator[wall.Dealt] | None = None
        self._fits = False
        if match.seed:
            try:
                self._from_seed = wall.tenhou(match.seed, used)
            except LogError as error:
                found.notes.append(f"{match.log}: {error}; rounds are checked without a wall")

    def next(self, played: LoggedRound, used: rules.Rules) -> tuple[list[int], bool]:
        """Tile codes of the round's wall, and whether the seed gave them."""
        if self._from_seed is not None:
            dealt = next(self._from_seed)
            if self._deals(dealt.ids, played):
                self._fits = True
                return [self.codes[i] for i in dealt.ids[: 136 if used.players == 4 else 108]], True
            if not self._fits:
                self._found.notes.append(
                    f"{self._match.log}: the seed gives none of the recorded hands; "
                    "its rounds are checked without a wall"
                )
                self._from_seed = None
            else:
                raise _Differs("the deal", "wall", "the seed's wall", "other hands")
        return fitting_wall(self._match, played, used, self.codes), False

    def _deals(self, ids: bytes, played: LoggedRound) -> bool:
        players = self._match.players
        at = (136 if players == 4 else 108) - 1
        hands: list[list[int]] = [[] for _ in range(players)]
        for n in (4, 4, 4, 1):
            for i in range(players):
                seat = (played.dealer + i) % players
                hands[seat] += [ids[at - k] for k in range(n)]
                at -= n
        return all(sorted(hands[s]) == sorted(played.hands[s]) for s in range(players))  # type: ignore[type-var]


def fitting_wall(
    match: LoggedMatch, played: LoggedRound, used: rules.Rules, codes: Sequence[int]
) -> list[int]:
    """A wall that gives every recorded draw and indicator; what nobody saw lies anywhere.

    Raises
    ------
    LogError
        More copies of a tile were recorded than there are.
    """
    players = match.players
    size = 136 if players == 4 else 108
    replacement = used.replacement_tiles
    at: dict[int, int] = {}
    ids = [i for i in range(136) if players == 4 or not 1 <= i // 4 <= 7]
    free: dict[int, list[int]] = {}
    for i in ids:
        free.setdefault(codes[i], []).append(i)

    def put(index: int, tile: int) -> None:
        stack = free.get(codes[tile])
        if not stack:
            raise LogError(
                f"{match.log}: round {played.name}: more copies of tile {tile} than there are"
            )
        stack.pop()
        at[index] = codes[tile]

    top = size - 1
    hands = [list(h) for h in played.hands]
    for n in (4, 4, 4, 1):
        for i in range(players):
            hand = hands[(played.dealer + i) % players]
            for _ in range(n):
                tile = hand.pop()
                if tile is not None:
                    put(top, tile)
                top -= 1
    replaced = 0
    from_dead = False
    indicators = [played.indicator]
    for moment in played.moments:
        if moment.op == Op.DRAW:
            index = (replaced ^ 1) if from_dead else top
            if from_dead:
                replaced += 1
            else:
                top -= 1
            from_dead = False
            if moment.tile is not None:
                put(index, moment.tile)
        elif moment.op in (Op.DAIMINKAN, Op.ANKAN, Op.KAKAN, Op.KITA):
            from_dead = True
        elif moment.op == Op.DORA and moment.tile is not None:
            indicators.append(moment.tile)
    for i, tile in enumerate(indicators):
        put(replacement + 1 + 2 * i, tile)
    ura = next((w.ura for w in played.wins if w.ura), played.ura)
    for i, tile in enumerate(ura or ()):
        put(replacement + 2 * i, tile)
    rest = [code for code, stack in sorted(free.items()) for _ in stack]
    return [at[i] if i in at else rest.pop() for i in range(size)]


# ---- one round ------------------------------------------------------------------------------


def _name(moment: Moment, number: int) -> str:
    what = Op(moment.op).name.lower()
    tile = "" if moment.tile is None else f" {moment.tile}"
    return (
        f"{number}: {what}{tile} by seat {moment.seat}"
        if moment.seat >= 0
        else f"{number}: {what}{tile}"
    )


class _Player:
    """Plays one recorded round in the engine."""

    def __init__(
        self,
        match: LoggedMatch,
        played: LoggedRound,
        used: rules.Rules,
        tiles: list[int],
        codes: Sequence[int],
    ) -> None:
        self.match = match
        self.played = played
        self.codes = codes
        scores = played.scores or (used.start,) * match.players
        standing = settle.Standing(
            list(scores),
            wind=played.wind,
            dealer=played.dealer,
            honba=played.honba,
            deposits=played.deposits or 0,
        )
        self.round = _core.Round(used, tiles, standing)
        self.script: list[Playable] = []
        self.indicators = [codes[played.indicator]]
        self.offers = 0  # compared
        self.differing: list[tuple[str, str, Any, Any]] = []

    def offer(self, number: int) -> None:
        """What the server offered its client at this moment, against what is legal."""
        moment = self.played.moments[number]
        seat = self.match.client
        own = moment.op == Op.DRAW
        if (moment.seat == seat) != own:
            return
        recorded = self.played.offers.get(number, 0)
        self.offers += number in self.played.offers
        asked = not self.round.over and seat in self.round.waiting
        types = [_NAMES[code >> 7 & 15] for code in self.round.legal(seat)] if asked else []
        ours = client.offered(types, own)
        if ours != recorded:
            self.differing.append((_name(moment, number), "offer", recorded, ours))

    def step(self, seat: int, code: int, event: str) -> None:
        try:
            self.round.step(seat, code)
        except IllegalActionError as error:
            raise _Differs(event, "illegal", _core.action_text(code), str(error)) from None
        self.script.append((seat, code))

    def answer(self, chosen: dict[int, int], event: str) -> None:
        """Everybody asked for an answer gives it: the chosen, or a pass."""
        r = self.round
        if r.phase not in _ANSWERS or r.over:
            if chosen:
                self.illegal(event, chosen)
            return
        waiting = r.waiting
        for seat in chosen:
            if seat not in waiting:
                self.illegal(event, chosen)
        for seat in waiting:
            self.step(seat, chosen.get(seat, _PASS), event)
        # What follows an answer may ask again (a kan after a passed kan never does).

    def illegal(self, event: str, chosen: dict[int, int]) -> None:
        wanted = {seat: _core.action_text(code) for seat, code in chosen.items()}
        raise _Differs(event, "illegal", wanted, f"asked are {self.round.waiting}")

    def call_code(self, moment: Moment) -> int:
        codes = self.codes
        assert moment.tile is not None
        tile = codes[moment.tile]
        if moment.op == Op.CHI:
            own = sorted((codes[i] for i in moment.own), key=lambda c: c & 63)
            kinds = [c & 63 for c in own]
            position = sum(k < (tile & 63) for k in kinds)
            reds = (own[0] >= _RED) | (own[1] >= _RED) << 1
            return tile | _TYPES["chi"] << 7 | position << 12 | reds << 14
        if moment.op == Op.PON:
            reds = sum(codes[i] >= _RED for i in moment.own)
            return tile | _TYPES["pon"] << 7 | reds << 14
        return tile | _TYPES["daiminkan"] << 7

    def play(self) -> None:
        played, r, codes = self.played, self.round, self.codes
        moments = played.moments
        riichi = False
        for number, moment in enumerate(moments):
            op = moment.op
            if op == Op.DRAW:
                self.answer({}, _name(moment, number))
                self.expect_draw(moment, number)
                if self.match.client >= 0:
                    self.offer(number)
            elif op == Op.DISCARD:
                assert moment.tile is not None
                code = codes[moment.tile] | _TYPES["riichi" if riichi else "discard"] << 7
                if moment.drawn:
                    code |= 1 << 11
                if r.turn != moment.seat or r.phase > 1:
                    self.illegal(_name(moment, number), {moment.seat: code})
                self.step(moment.seat, code, _name(moment, number))
                riichi = False
                if self.match.client >= 0:
                    self.offer(number)
                following = moments[number + 1].op if number + 1 < len(moments) else None
                if following != Op.DORA:
                    self.check_indicators(_name(moment, number))
            elif op == Op.RIICHI:
                riichi = True
            elif op in _CALLS:
                self.answer({moment.seat: self.call_code(moment)}, _name(moment, number))
                if r.over or r.turn != moment.seat:
                    raise _Differs(
                        _name(moment, number), "call", f"seat {moment.seat}", f"seat {r.turn}"
                    )
            elif op in _OWN:
                self.own_turn(moment, number)
            elif op == Op.DORA:
                assert moment.tile is not None
                self.indicators.append(codes[moment.tile])
        self.end()

    def expect_draw(self, moment: Moment, number: int) -> None:
        r = self.round
        if r.over or r.phase != 0 or r.turn != moment.seat:
            got = (
                f"the round is over: {r.result['outcome']}" if r.over else f"seat {r.turn} is asked"
            )
            raise _Differs(_name(moment, number), "draw", f"seat {moment.seat} draws", got)
        if moment.tile is not None and r.drawn != self.codes[moment.tile]:
            raise _Differs(_name(moment, number), "tile", self.codes[moment.tile], r.drawn)
        self.check_indicators(_name(moment, number))

    def check_indicators(self, event: str) -> None:
        got = self.round.indicators
        # An open kan's indicator is recorded just before the discard at which it is turned.
        if got != self.indicators and got != self.indicators[:-1]:
            raise _Differs(event, "indicator", self.indicators, got)

    def own_turn(self, moment: Moment, number: int) -> None:
        codes = self.codes
        if moment.op == Op.ANKAN:
            kind = (moment.own[0] if moment.own else moment.tile or 0) // 4
            code = kind | _TYPES["ankan"] << 7
        elif moment.op == Op.KAKAN:
            assert moment.tile is not None
            code = codes[moment.tile] | _TYPES["kakan"] << 7
        else:
            code = (_NORTH if moment.tile is None else codes[moment.tile]) | _TYPES["kita"] << 7
        if self.round.turn != moment.seat or self.round.phase != 0:
            self.illegal(_name(moment, number), {moment.seat: code})
        self.step(moment.seat, code, _name(moment, number))

    def end(self) -> None:
        played, r = self.played, self.round
        if played.wins:
            first = played.wins[0]
            if first.winner == first.payer:
                if r.phase in _ANSWERS:
                    self.answer({}, "tsumo")
                self.step(first.winner, r.drawn | _TSUMO, f"tsumo by seat {first.winner}")
            else:
                chosen = {w.winner: r.offered | _RON for w in played.wins}
                self.answer(chosen, f"ron by seats {sorted(chosen)}")
        elif played.draw is not None:
            self.end_draw(played.draw)
        elif not r.over:
            return  # the log breaks off here
        if not r.over:
            raise _Differs("the end", "end", "the round is over", f"seats {r.waiting} are asked")

    def end_draw(self, draw: LoggedDraw) -> None:
        r = self.round
        if draw.kind == "nine_terminals":
            self.step(r.turn, _NINE, "nine terminals")
        elif draw.kind == "triple_ron" and r.phase in _ANSWERS:
            for seat in r.waiting:
                self.step(seat, r.offered | _RON, "triple ron")
        else:
            self.answer({}, draw.kind)
            while r.phase == _SHOW and not r.over:
                seat = r.waiting[0]
                shows = draw.tenpai is None or seat in draw.tenpai
                self.step(seat, _TYPES["tenpai" if shows else "noten"] << 7 | 63, draw.kind)


# ---- comparing --------------------------------------------------------------------------------


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


def _compare_win(
    player: _Player, win: LoggedWin, result: dict[str, Any]
) -> Iterator[tuple[str, str, Any, Any]]:
    event = f"win of seat {win.winner}"
    score = result["scores"].get(win.winner)
    if score is None:
        yield event, "winner", win.winner, result["winners"]
        return
    closed = all(m[0].startswith("ankan") for m in player.round.melds(win.winner))
    got = yaku_of(score, closed)
    if win.yaku is not None:
        if score["yakuman"]:
            expected = dict.fromkeys((name for name, _ in win.yaku), 0)
        else:
            expected = {}
            for name, han in win.yaku:
                if han != 0:
                    expected[name] = expected.get(name, 0) + (han or 0)
            if "kita" in got and "kita" not in expected:  # counted among the dora
                got["dora"] = got.get("dora", 0) + got.pop("kita")
        if expected != got:
            yield event, "yaku", expected, got
    if not score["yakuman"]:
        if win.han is not None and win.han != score["han"]:
            yield event, "han", win.han, score["han"]
        if win.fu is not None and win.fu != score["fu"]:
            yield event, "fu", win.fu, score["fu"]
    if win.points is not None and win.points != score["points"]:
        yield event, "points", win.points, score["points"]


def _compare_end(player: _Player) -> Iterator[tuple[str, str, Any, Any]]:
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
        if draw.deltas is not None and list(draw.deltas) != result["delta"]:
            yield "the draw", "settlement", list(draw.deltas), result["delta"]
    if played.after is not None and list(played.after) != r.scores:
        yield "the end", "scores", list(played.after), r.scores


def _compare_next(
    match: LoggedMatch, player: _Player, following: LoggedRound | None
) -> Iterator[tuple[str, str, Any, Any]]:
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


def _compare_results(
    match: LoggedMatch, used: rules.Rules, player: _Player
) -> Iterator[tuple[str, str, Any, Any]]:
    """Final points and results with uma and oka."""
    if match.final is None or match.results is None or not player.round.over:
        return
    placed = settle.place(player.round.standing, used)
    points = list(placed.scores[: match.players])
    if points != list(match.final):
        yield "the end", "final points", list(match.final), points
        return
    got = list(placed.result[: match.players])
    if got != list(match.results):
        yield "the end", "results", list(match.results), got


def _variants(match: LoggedMatch, used: rules.Rules) -> list[tuple[str, dict[str, Any]]]:
    """Rules that lobbies and times of Tenhou have had beside the ranked ones of today.

    A log that the profile does not explain is explained by one of these, if all of it is.
    """
    start = used.start
    chips = {"uma": [30000, 10000, -10000, -30000]}
    return [
        ("uma 10-5", {"uma": [10000, 5000, -5000, -10000]}),
        ("uma 10", {"uma": [10000, 0, -10000, 0]}),
        ("kuikae allowed", {"kuikae_same": True, "kuikae_suji": True}),
        ("uma 30-10", chips),
        ("uma 30-10, counters of 1,500", {**chips, "honba_ron": 1500, "honba_tsumo": 500}),
        ("East and South played, though its type says East only", {"length": "hanchan"}),
        ("no end by tenpai in the last round", {"tenpai_yame": False}),
        ("no dealer repeat", {"renchan": "none"}),
        (
            "results that are the change of points",
            {"uma": [0, 0, 0, 0], "oka": 0, "return_points": start, "rounding": "exact"},
        ),
        (
            "uma 15-5 in exact tenths, shared by ties",
            {
                "uma": [15000, 5000, -5000, -15000],
                "oka": 0,
                "return_points": start,
                "rounding": "exact",
                "ties": "shared",
            },
        ),
    ]


# ---- doors --------------------------------------------------------------------------------------


def verify(match: LoggedMatch, given: rules.Rules | None = None) -> Verified:
    """Replays a recorded match and compares everything.

    Parameters
    ----------
    match : LoggedMatch
    given : Rules, optional
        The rules instead of those the log tells.

    Returns
    -------
    Verified
        Where the log's profile leaves mismatches and another of Tenhou's known rule sets leaves
        none, the counts are under that one, and a note names it.
    """
    name, used = rules_of(match, given)
    found = _verify(match, name, used)
    if not found.mismatches or given is not None or not name.startswith("tenhou"):
        return found
    for label, changes in _variants(match, used):
        try:
            changed = used.replace(**changes)
        except RulesError:  # a fourth place's uma, with three players
            continue
        other = _verify(match, name, changed)
        if not other.mismatches:
            other.notes.append(f"{match.log}: played with {label}")
            return other
    return found


def _verify(match: LoggedMatch, name: str, used: rules.Rules) -> Verified:
    found = Verified(logs=1, profiles={name: 1})
    walls = _Walls(match, used, found)
    for number, played in enumerate(match.rounds):
        following = match.rounds[number + 1] if number + 1 < len(match.rounds) else None
        # Hidden tiles are chosen anew while the choice made something impossible.
        for attempt in range(1 if match.client < 0 else _ATTEMPTS):
            differences, player = _play(match, played, following, used, walls, attempt)
            if not differences:
                break
        found.rounds += 1
        if player is not None:
            found.actions += len(player.script)
            found.offers += player.offers
            found.wins += len(played.wins)
        found.mismatches += [Mismatch(match.log, played.name, *d) for d in differences]
    _old_server(match, found)
    return found


def _old_server(match: LoggedMatch, found: Verified) -> None:
    """Tenhou's server of 2008 told its clients of wins and calls, never that riichi was possible.

    Where a log has not one riichi flag, and all that its offers lack is that flag, this is the
    explanation; the moments stay listed.
    """
    if match.client < 0 or any(b & 32 for played in match.rounds for b in played.offers.values()):
        return
    lacking = [m for m in found.mismatches if m.kind == "offer"]
    if all(m.got == m.expected | 32 for m in lacking):
        fact = "no message of this log flags riichi: the server did not send it yet"
        found.explained += [(m, fact) for m in lacking]
        found.mismatches = [m for m in found.mismatches if m.kind != "offer"]


def _play(
    match: LoggedMatch,
    played: LoggedRound,
    following: LoggedRound | None,
    used: rules.Rules,
    walls: _Walls,
    attempt: int,
) -> tuple[list[tuple[str, str, Any, Any]], _Player | None]:
    """Plays one round and compares it."""
    differences: list[tuple[str, str, Any, Any]] = []
    player: _Player | None = None
    try:
        if match.client >= 0:
            played = client.fill(match, played, random.Random(attempt))
        tiles, _ = walls.next(played, used)
        player = _Player(match, played, used, tiles, walls.codes)
        player.play()
    except _Differs as difference:
        differences.append(difference.found)
    except Error as error:
        differences.append(("the deal", "error", "a round that can be played", str(error)))
    if player is not None:
        differences += player.differing
        differences += _compare_end(player)
        differences += _compare_next(match, player, following)
        if following is None:
            differences += _compare_results(match, used, player)
    return differences, player


class Script(NamedTuple):
    """One recorded round as the engine can play it: who answered what, in the order asked."""

    log: str
    round: str
    rules: rules.Rules
    wall: list[int]
    standing: settle.Standing
    actions: list[Playable]


def scripts(match: LoggedMatch, given: rules.Rules | None = None) -> tuple[list[Script], int]:
    """The rounds of a match whose whole wall is known from the log's seed.

    Returns
    -------
    list of Script
    int
        Rounds left out: their wall is not known, or they cannot be followed.
    """
    found = Verified()
    _, used = rules_of(match, given)
    walls = _Walls(match, used, found)
    out: list[Script] = []
    left_out = 0
    for played in match.rounds:
        try:
            tiles, known = walls.next(played, used)
            if not known:
                left_out += 1
                continue
            player = _Player(match, played, used, tiles, walls.codes)
            standing = player.round.standing
            player.play()
        except (_Differs, Error):
            left_out += 1
            continue
        out.append(Script(match.log, played.name, used, tiles, standing, player.script))
    return out, left_out
