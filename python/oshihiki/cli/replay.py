"""``oshihiki replay``: a recorded round step by step as text, or a match as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from oshihiki import _core
from oshihiki.cli.page import page
from oshihiki.cli.trace import (
    Table,
    deal_lines,
    decision_line,
    end_lines,
    event_line,
    points,
)
from oshihiki.errors import LogError
from oshihiki.logs import LoggedMatch, located, parse, sources
from oshihiki.logs.replay import Followed, follow, judged
from oshihiki.play import Action, Event, Round
from oshihiki.rules import Rules, load

__all__ = ["command", "lines"]

_WINS = ("tsumo", "ron")


def _chosen(followed: list[Followed], which: str | None) -> list[Followed]:
    """The round of a name (``E1.0``) or number (from 0); all without."""
    if which is None:
        return followed
    named = [f for f in followed if f.played.name == which.upper()]
    if not named and which.isdecimal() and int(which) < len(followed):
        named = [followed[int(which)]]
    if not named:
        have = " ".join(f.played.name for f in followed)
        raise LogError(f"no round {which!r}; there are {have}, or numbers from 0")
    return named


def _public(event: Event, table: Table, seat: int | None) -> str | None:
    """An event's line, as the seat sees it; what a decision line says is left out."""
    kind = event.type.name
    if seat is None or event.seat == seat:
        return event_line(event, table)
    if kind in ("draw", "replacement"):
        return None
    if kind in ("discard", "riichi", "ankan", "kakan", "kita"):
        what = event.action if event.action is not None else kind
        return f"{table.seat(event.seat)}  {what}"
    return event_line(event, table)


def _event_lines(events: list[Event], table: Table, seat: int | None) -> Iterator[str]:
    for event in events:
        line = _public(event, table, seat)
        if line is not None:
            yield "  " + line


def _view_lines(round_: Round, seat: int, action: Action, table: Table) -> Iterator[str]:
    """A decision with all that its seat sees: rivers, melds of all, every legal action."""
    indicators = " ".join(
        e.tile for e in round_.events if e.type.name == "dora" and e.tile is not None
    )
    yield f"live tiles {round_.live_left}, indicators {indicators}, sticks {round_.deposits}"
    for other in table.seats():
        melds = " ".join(round_.melds(other))
        shown = f"{' '.join(round_.river(other)) or '-'}   {melds}".rstrip()
        yield f"  {table.seat(other)}  {round_.scores[other]:>6}  {shown}"
    legal = ", ".join(str(one) for one in round_.legal(seat))
    yield f"  legal: {legal}"
    yield decision_line(round_, seat, action, table)


def lines(followed: Followed, seat: int | None = None) -> Iterator[str]:
    """The lines of one recorded round; with a seat, what it sees and decides."""
    played, player = followed.played, followed.player
    if player is None:
        yield f"{played.name}  cannot be dealt: {followed.differences[0][3]}"
        return
    rules, standing = player.round.rules, player.standing
    round_ = Round._wrap(_core.Round(rules, player.wall, standing))
    table = Table(rules, standing)
    before = list(standing.scores[: rules.players])
    yield f"{played.name}  dealer seat {standing.dealer}, {standing.deposits} sticks on the table"
    yield f"scores      {points(before)}"
    if not followed.known:
        yield "wall        made to fit what was recorded: what nobody saw lies anywhere"
    for line in deal_lines(round_, table):
        if seat is None or line.startswith((f"  {table.seat(seat)}", "hands")):
            yield line
    shown = 0
    wins = {}
    for actor, code in player.script:
        events = round_.events
        action = Action(code)
        yield from _event_lines(events[shown:], table, seat)
        shown = len(events)
        if action.type.name in _WINS:
            wins[actor] = _core.win_arguments(round_._round, actor)
        if seat is None:
            yield "  " + decision_line(round_, actor, action, table)
        elif seat == actor:
            for line in _view_lines(round_, actor, action, table):
                yield "  " + line
        round_.step(action, actor)
    yield from _event_lines(round_.events[shown:], table, seat)
    if round_.over:
        yield from end_lines(round_, table, before, wins)
    for event_name, kind, expected, got in followed.differences:
        yield f"difference  {event_name}: {kind}: the log has {expected}, we have {got}"


def _match(path: str, which: str | None) -> tuple[LoggedMatch, int]:
    """One log of a file, and how many it holds."""
    given = list(sources(path))
    if not given:
        raise LogError(f"{path}: no log in it")
    at = 0
    if which is not None:
        ids = [name for name, _, _ in given]
        if which in ids:
            at = ids.index(which)
        elif which.isdecimal() and int(which) < len(ids):
            at = int(which)
        else:
            raise LogError(f"{path}: no log {which!r} among {len(ids)}")
    name, kind, text = given[at]
    try:
        return parse(kind, text, name), len(given)
    except LogError as error:
        raise LogError(located(path, error)) from None


@click.command("replay")
@click.argument("path", metavar="LOG", type=click.Path())
@click.option("--log", "which", help="Id or number (from 0) of a log in a file of several.")
@click.option("--round", "number", help="A round's name, as E1.0, or number from 0. [default: all]")
@click.option("--seat", type=click.IntRange(0, 3), help="What this seat sees and may do.")
@click.option("--rules", "profile", help="Profile instead of the rules the log tells.")
@click.option("-o", "--out", type=click.Path(), help="Write a page to look at (HTML) instead.")
def command(
    path: str,
    which: str | None,
    number: str | None,
    seat: int | None,
    profile: str | None,
    out: str | None,
) -> int:
    """Show the rounds of LOG step by step, played again in the engine.

    Each line is a decision with the hand before it, the recorded action and how many were legal.
    With --seat also rivers, melds and every legal action, and nothing that the seat does not see.
    Exits 1 when the engine plays something otherwise than recorded; the difference is shown.
    """
    match, count = _match(path, which)
    if count > 1 and which is None:
        click.echo(f"{path} holds {count} logs; this is the first, --log chooses", err=True)
    if seat is not None and seat >= match.players:
        raise click.UsageError(f"--seat {seat}: the match has {match.players} players")
    given: Rules | None = None if profile is None else load(profile)
    verified, used = judged(match, given)
    followed = _chosen(list(follow(match, used, [])), number)
    differ = any(f.differences for f in followed) and bool(verified.mismatches)
    if out is not None:
        Path(out).write_text(page(match, followed, seat), encoding="utf-8")
        click.echo(f"{len(followed)} rounds written to {out}", err=True)
        return 1 if differ else 0
    names = ", ".join(f"{s} {name}" for s, name in enumerate(match.names) if name)
    click.echo(f"{match.log} ({match.form}), rules {used.profile or 'of its own'}")
    if names:
        click.echo(f"players     {names}")
    for note in verified.notes:
        click.echo(f"note        {note}")
    for one in followed:
        click.echo("")
        for line in lines(one, seat):
            click.echo(line)
    return 1 if differ else 0
