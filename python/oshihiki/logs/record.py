"""Rounds of the engine as recorded rounds, so that they can be written and verified like others."""

from __future__ import annotations

from oshihiki import _core
from oshihiki.logs.copies import Copies
from oshihiki.logs.model import LoggedDraw, LoggedRound, LoggedWin, Moment, Op
from oshihiki.logs.replay import yaku_of
from oshihiki.play import EventType

__all__ = ["record"]

_CALLS = {EventType.chi: Op.CHI, EventType.pon: Op.PON, EventType.daiminkan: Op.DAIMINKAN}


def _chi_own(tile: int, action: int) -> list[int]:
    position, reds = action >> 12 & 3, action >> 14 & 3
    kinds = [(tile & 63) - position + i for i in range(3) if i != position]
    return [kind | (64 if reds >> i & 1 else 0) for i, kind in enumerate(kinds)]


def record(round_: _core.Round, codes: list[int]) -> LoggedRound:
    """A finished round as a recorded one.

    Parameters
    ----------
    round_ : Round
        A round that is over and has all its events.
    codes : list of int
        The tile code of each id (:func:`oshihiki.logs.model.tile_codes`).
    """
    events = round_.events()
    result = round_.result
    players = round_.rules.players
    delta = result["delta"]
    copies = Copies(codes)
    hands: list[list[int | None]] = [[] for _ in range(players)]
    moments: list[Moment] = []
    indicator: int | None = None
    sticks = 0
    paid = [0] * players
    pons: dict[tuple[int, int], tuple[int, ...]] = {}
    last = -1
    for kind, seat, other, tile, action, _ in events:
        event = EventType(kind)
        if event == EventType.deal:
            hands[seat].append(copies.take(seat, tile))
        elif event == EventType.dora:
            shown = copies.new(tile)
            if indicator is None:
                indicator = shown
            elif moments and moments[-1].op == Op.DISCARD and moments[-1].seat >= 0:
                # An open kan's indicator is recorded before the discard at which it is turned.
                moments.insert(len(moments) - 1, Moment(Op.DORA, tile=shown))
            else:
                moments.append(Moment(Op.DORA, tile=shown))
        elif event in (EventType.draw, EventType.replacement):
            last = copies.take(seat, tile)
            moments.append(Moment(Op.DRAW, seat, last))
        elif event == EventType.riichi:
            moments.append(Moment(Op.RIICHI, seat))
        elif event == EventType.discard:
            drawn = bool(action >> 11 & 1)
            last = copies.give_drawn(seat) if drawn else copies.give(seat, tile)
            moments.append(Moment(Op.DISCARD, seat, last, drawn=drawn))
        elif event == EventType.deposit:
            sticks += 1
            paid[seat] -= 1000
            moments.append(Moment(Op.DEPOSIT, seat))
        elif event in _CALLS:
            if event == EventType.chi:
                wanted = _chi_own(tile, action)
            elif event == EventType.pon:
                wanted = [(tile & 63) | (64 if i < action >> 14 else 0) for i in range(2)]
            else:
                wanted = [codes[t] for t in copies.hand(seat) if codes[t] & 63 == tile & 63]
            own = tuple(copies.give(seat, code) for code in wanted)
            if event == EventType.pon:
                pons[seat, tile & 63] = (last, *own)
            moments.append(Moment(_CALLS[event], seat, last, other, own))
        elif event == EventType.ankan:
            own = tuple(t for t in copies.hand(seat) if codes[t] & 63 == tile & 63)
            for t in own:
                copies.give(seat, codes[t])
            moments.append(Moment(Op.ANKAN, seat, own[0], own=own))
        elif event == EventType.kakan:
            last = copies.give(seat, tile)
            moments.append(Moment(Op.KAKAN, seat, last, own=pons[seat, tile & 63]))
        elif event == EventType.kita:
            last = copies.give(seat, tile)
            moments.append(Moment(Op.KITA, seat, last))
    standing = round_.standing
    before = [a - d - p for a, d, p in zip(round_.scores, delta, paid, strict=True)]
    assert indicator is not None
    taken = standing.deposits == 0 and result["winners"]
    logged = LoggedRound(
        wind=standing.wind,
        dealer=standing.dealer,
        honba=standing.honba,
        deposits=sum(delta) // 1000 - sticks if taken else standing.deposits - sticks,
        scores=tuple(before),
        hands=hands,
        indicator=indicator,
        moments=moments,
        after=tuple(round_.scores),
    )
    first = True
    for winner, score in result["scores"].items():
        payer = winner if result["payer"] is None else result["payer"]
        hand = copies.hand(winner)
        if payer != winner:
            hand.append(last)
        closed = all(m[0].startswith("ankan") for m in round_.melds(winner))
        logged.wins.append(
            LoggedWin(
                winner=winner,
                payer=payer,
                tile=last,
                hand=tuple(sorted(hand)),
                fu=score["fu"],
                han=score["han"],
                points=score["points"],
                yaku=list(yaku_of(score, closed).items()),
                yakuman=score["yakuman"],
                # How winners of one tile share is not told apart: the first carries it all.
                deltas=tuple(delta) if first else (0,) * players,
            )
        )
        first = False
    if not logged.wins:
        logged.draw = LoggedDraw(
            kind=result["outcome"],
            tenpai=tuple(result["tenpai"]) if result["outcome"] == "exhaustive" else None,
            hands={s: tuple(copies.hand(s)) for s in result["tenpai"]},
            deltas=tuple(delta),
        )
    return logged
