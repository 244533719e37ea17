"""Rounds of the engine as recorded rounds, so that they can be written and verified like others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oshihiki import _core, rules, settle, strategy
from oshihiki.errors import Error
from oshihiki.logs.build import Builder
from oshihiki.logs.compare import yaku_of
from oshihiki.logs.copies import Copies
from oshihiki.logs.model import (
    LoggedDraw,
    LoggedMatch,
    LoggedRound,
    LoggedWin,
    Op,
    tile_codes,
)
from oshihiki.play import EventType, Match

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["begin", "finish", "record", "simulated"]


def _chi_own(tile: int, action: int) -> list[int]:
    position, reds = action >> 12 & 3, action >> 14 & 3
    kinds = [(tile & 63) - position + i for i in range(3) if i != position]
    return [kind | (64 if reds >> i & 1 else 0) for i, kind in enumerate(kinds)]


def simulated(
    strategies: Sequence[str],
    rules_: rules.Rules | str | PathLike[str] = "tenhou",
    *,
    key: int = 1,
    match: int = 0,
) -> LoggedMatch:
    """A match between built-in strategies, as a recorded one.

    Parameters
    ----------
    strategies : sequence of str
        One a seat, as ``"balanced:fold=never"``.
    rules_ : Rules, str or path
        A profile's name or file.
    key, match : int
        The address of the match; the same as in :func:`oshihiki.simulate`.

    Raises
    ------
    Error
        Not one strategy a player, or rules or a strategy that are not known.

    Examples
    --------
    >>> from oshihiki.logs import record, render, replay
    >>> played = record.simulated(["balanced"] * 4, key=7)
    >>> replay.verify(played).mismatches
    []
    >>> render(played, "mjai").splitlines()[1][:38]
    '{"type": "start_kyoku", "bakaze": "E",'
    """
    used = rules.load(rules_)
    if len(strategies) != used.players:
        raise Error(f"{len(strategies)} strategies given; {used.players} players need as many")
    players = [strategy.built_in(one) for one in strategies]
    playing = Match(used, key=key, match=match)
    logged = begin(f"key {key} match {match}", used, strategies)
    codes = tile_codes(logged.reds, used.players)
    while not playing.over:
        current = playing.round
        seat = playing.waiting[0]
        playing.step(_core.decide(current._round, seat, players[seat]), seat)
        if current.over:
            logged.rounds.append(record(current._round, codes))
    finish(logged, playing.round._round)
    return logged


def begin(log: str, used: rules.Rules, names: Sequence[str]) -> LoggedMatch:
    """A match without rounds yet: what a log says of its rules."""
    reds = [0] * 34
    for code in wall_codes(used):
        reds[code & 63] += code >> 6 & 1
    fives = [4, 13, 22] if used.players == 4 else [13, 22]
    usual = sum(reds) == len(fives) and all(reds[kind] == 1 for kind in fives)
    logged = LoggedMatch(log, "oshihiki", used.players, usual or (any(reds) and tuple(reds)))
    logged.names = tuple(names)
    name = used.profile.split(",")[0]
    if name in rules.names() and rules.load(name).replace(length=used.length) == used:
        logged.profile = name  # the length is told apart
    logged.tonpuu = used.length == "tonpuu"
    return logged


def wall_codes(used: rules.Rules) -> bytes:
    """Every tile of the rules, in any order."""
    return _core.wall_sorted(used).codes


def finish(logged: LoggedMatch, last: _core.Round) -> None:
    """Adds final points and results, in so far as they are whole hundreds."""
    placed = settle.place(last.standing, last.rules)
    logged.final = tuple(placed.scores[: logged.players])
    results = tuple(placed.result[: logged.players])
    if not any(r % 100 for r in results):
        logged.results = results
        logged.exact = any(r % 1000 for r in results)


def record(round_: _core.Round, codes: list[int]) -> LoggedRound:
    """A finished round as a recorded one.

    Parameters
    ----------
    round_ : Round
        A round that is over and has all its events.
    codes : list of int
        The tile code of each id (:func:`oshihiki.logs.model.tile_codes`).
    """
    result = round_.result
    players = round_.rules.players
    delta = result["delta"]
    builder = Builder(codes, players)
    dealt: list[list[int]] = [[] for _ in range(players)]
    paid = [0] * players
    for event in round_.events():
        kind, seat, _, tile, _, _ = event
        if kind == EventType.deal:
            dealt[seat].append(tile)
            if len(dealt[seat]) == 13:
                builder.deal(seat, dealt[seat])
        elif kind == EventType.deposit:
            paid[seat] += 1000
            builder.deposit(seat)
        else:
            _event(builder, event)
    sticks = sum(paid) // 1000
    standing = round_.standing
    taken = standing.deposits == 0 and result["winners"]
    logged = builder.finish(
        wind=standing.wind,
        dealer=standing.dealer,
        honba=standing.honba,
        deposits=sum(delta) // 1000 - sticks if taken else standing.deposits - sticks,
        scores=tuple(a - d + p for a, d, p in zip(round_.scores, delta, paid, strict=True)),
    )
    logged.after = tuple(round_.scores)
    first = True
    shown_ura: list[int] = []
    for winner, score in result["scores"].items():
        payer = winner if result["payer"] is None else result["payer"]
        tile, hand = builder.winning(winner, payer)
        closed = all(m[0].startswith("ankan") for m in round_.melds(winner))
        logged.wins.append(
            LoggedWin(
                winner=winner,
                payer=payer,
                tile=tile,
                hand=hand,
                fu=score["fu"],
                han=score["han"],
                points=score["points"],
                yaku=list(yaku_of(score, closed).items()),
                yakuman=score["yakuman"],
                ura=_ura(round_, builder.copies, winner, shown_ura),
                # How winners of one tile share is not told apart: the first carries it all.
                deltas=tuple(delta) if first else (0,) * players,
            )
        )
        first = False
    if not logged.wins:
        logged.draw = LoggedDraw(
            kind=result["outcome"],
            tenpai=tuple(result["tenpai"]) if result["outcome"] == "exhaustive" else None,
            hands={s: builder.hand(s) for s in result["tenpai"]},
            deltas=tuple(delta),
        )
    return logged


def _event(builder: Builder, event: tuple[int, int, int, int, int, int]) -> None:
    """Gives the builder one event of the play."""
    kind, seat, other, tile, action, _ = event
    held = [builder.codes[t] for t in builder.hand(seat)] if seat >= 0 else []
    of_kind = [code for code in held if code & 63 == tile & 63]
    if kind == EventType.dora:
        builder.dora(tile, at_discard=True)
    elif kind in (EventType.draw, EventType.replacement):
        builder.draw(seat, tile)
    elif kind == EventType.riichi:
        builder.riichi(seat)
    elif kind == EventType.discard:
        builder.discard(seat, tile, bool(action >> 11 & 1))
    elif kind == EventType.chi:
        builder.call(Op.CHI, seat, other, tile, _chi_own(tile, action))
    elif kind == EventType.pon:
        own = [(tile & 63) | (64 if i < action >> 14 else 0) for i in range(2)]
        builder.call(Op.PON, seat, other, tile, own)
    elif kind == EventType.daiminkan:
        builder.call(Op.DAIMINKAN, seat, other, tile, of_kind)
    elif kind == EventType.ankan:
        builder.ankan(seat, of_kind)
    elif kind == EventType.kakan:
        builder.kakan(seat, tile)
    elif kind == EventType.kita:
        builder.kita(seat, tile)


def _ura(
    round_: _core.Round, copies: Copies, winner: int, shown: list[int]
) -> tuple[int, ...] | None:
    """The indicators under the indicators, for a winner in riichi."""
    rules_ = round_.rules
    declared = any(
        EventType(kind) == EventType.riichi and seat == winner for kind, seat, *_ in round_.events()
    )
    if not (rules_.ura and declared):
        return None
    count = len(round_.indicators) if rules_.kan_ura else 1
    if not shown:
        first = rules_.replacement_tiles
        shown += [copies.new(round_.wall[first + 2 * i]) for i in range(count)]
    return tuple(shown)
