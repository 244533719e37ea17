"""What a log does not tell, filled in from the round played again in the engine."""

from __future__ import annotations

from dataclasses import replace

from oshihiki import rules
from oshihiki.errors import LogError
from oshihiki.logs.model import LoggedMatch, LoggedRound, LoggedWin, Op, tile_codes
from oshihiki.logs.record import finish, record
from oshihiki.logs.replay import follow, judged

__all__ = ["complete"]


def complete(match: LoggedMatch, given: rules.Rules | None = None) -> LoggedMatch:
    """The match with standings, yaku, points and score changes where the log has none.

    Parameters
    ----------
    match : LoggedMatch
        Left as it is.
    given : Rules, optional
        The rules instead of those the log tells.

    Returns
    -------
    LoggedMatch

    Raises
    ------
    LogError
        The hands are hidden, or the engine plays the match otherwise than it was recorded.

    Examples
    --------
    >>> from oshihiki.logs import complete, record
    >>> match = record.simulated(["balanced"] * 4, key=7)
    >>> win = next(played.wins[0] for played in match.rounds if played.wins)
    >>> points, win.points = win.points, None
    >>> again = complete.complete(match)
    >>> next(p.wins[0] for p in again.rounds if p.wins).points == points
    True
    """
    if match.client >= 0:
        raise LogError(f"{match.log}: the hands of the others are hidden")
    found, used = judged(match, given)
    if found.mismatches:
        first = found.mismatches[0]
        raise LogError(
            f"{match.log}: round {first.round}, {first.event}: the engine plays it otherwise "
            f"({first.kind}: the log has {first.expected}, we have {first.got})"
        )
    codes = tile_codes(match.reds, match.players)
    rounds = []
    last = None
    for followed in follow(match, used, []):
        player = followed.player
        if player is None or not player.round.over:
            rounds.append(followed.played)
            continue
        rounds.append(_filled(followed.played, record(player.round, codes)))
        last = player.round
    out = replace(match, rounds=rounds)
    if out.final is None and last is not None and last.next_standing()[1]:
        finish(out, last)
    return out


def _filled(played: LoggedRound, ours: LoggedRound) -> LoggedRound:
    """A recorded round with what the engine adds; what was recorded stays."""
    wins = []
    # How winners share is not told apart: all or none of the changes are taken over.
    shared = any(w.deltas is None for w in played.wins)
    for win, own in zip(played.wins, _in_order(played, ours), strict=True):
        counted = win.yaku is not None and all(
            han is not None or win.yakuman for _, han in win.yaku
        )
        wins.append(
            replace(
                win,
                fu=own.fu if win.fu is None else win.fu,
                han=own.han if win.han is None else win.han,
                points=own.points if win.points is None else win.points,
                yaku=win.yaku if counted else own.yaku,
                yakuman=win.yakuman or own.yakuman,
                deltas=own.deltas if shared else win.deltas,
            )
        )
    draw = played.draw
    if draw is not None and ours.draw is not None:
        tenpai = ours.draw.tenpai if draw.tenpai is None else draw.tenpai
        shown = {s: _hand(played, s) for s in tenpai or ()}
        draw = replace(
            draw,
            tenpai=tenpai,
            hands=draw.hands or shown,
            deltas=ours.draw.deltas if draw.deltas is None else draw.deltas,
        )
    return replace(
        played,
        wins=wins,
        draw=draw,
        follows=False,
        deposits=ours.deposits if played.deposits is None else played.deposits,
        scores=ours.scores if played.scores is None else played.scores,
        after=ours.after if played.after is None else played.after,
    )


def _hand(played: LoggedRound, seat: int) -> tuple[int, ...]:
    """What a seat holds concealed at the end, as the ids of the log."""
    held = {tile for tile in played.hands[seat] if tile is not None}
    for moment in played.moments:
        if moment.seat != seat or moment.tile is None:
            continue
        if moment.op == Op.DRAW:
            held.add(moment.tile)
        elif moment.op in (Op.DISCARD, Op.KAKAN, Op.KITA):
            held.discard(moment.tile)
        else:
            held -= set(moment.own)
    return tuple(sorted(held))


def _in_order(played: LoggedRound, ours: LoggedRound) -> list[LoggedWin]:
    """The engine's winners in the order of the log."""
    own = {win.winner: win for win in ours.wins}
    found = [own[win.winner] for win in played.wins]
    if found and found[0] is not ours.wins[0]:
        # The first carries the changes of all.
        total, none = ours.wins[0].deltas, found[0].deltas
        found = [replace(w, deltas=total if i == 0 else none) for i, w in enumerate(found)]
    return found
