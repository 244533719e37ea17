"""``oshihiki trace``: one round from the wall to the match score, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from oshihiki import _core, logs, wall
from oshihiki.cli.simulate import split_strategies
from oshihiki.errors import Error
from oshihiki.logs.record import simulated
from oshihiki.play import Action, Event, Round
from oshihiki.rules import Rules, load
from oshihiki.score import score
from oshihiki.settle import Standing, place
from oshihiki.strategy import built_in

__all__ = [
    "Table",
    "command",
    "deal_lines",
    "decision_line",
    "end_lines",
    "event_line",
    "points",
    "round_name",
    "trace",
]

_WINDS = "ESWN"
_STICKS = (10000, 5000, 1000, 500, 100)


def round_name(standing: Standing) -> str:
    return f"{_WINDS[standing.wind]}{standing.dealer + 1}.{standing.honba}"


def points(values: list[int] | tuple[int, ...], sign: bool = False) -> str:
    return "  ".join(f"{value:+d}" if sign else str(value) for value in values)


def _sticks(points: int) -> str:
    """A score as the fewest point sticks."""
    owed = "owes " if points < 0 else ""
    left, parts = abs(points), []
    for stick in _STICKS:
        count, left = divmod(left, stick)
        if count:
            parts.append(f"{count} x {stick}")
    return owed + (", ".join(parts) or "none")


class Table:
    """Who sits where in one round."""

    def __init__(self, rules: Rules, standing: Standing) -> None:
        self.players: int = rules.players
        self.dealer = standing.dealer

    def seat(self, seat: int | None) -> str:
        if seat is None:
            return ""
        return f"{seat} {_WINDS[(seat - self.dealer) % self.players]}"

    def seats(self) -> list[int]:
        """In turn order from the dealer."""
        return [(self.dealer + i) % self.players for i in range(self.players)]


def _dead_wall(tiles: list[str], replacement: int) -> Iterator[str]:
    order = ", ".join(tiles[i ^ 1] for i in range(replacement))
    yield f"replacement tiles, first to last: {order}"
    stacks = range(replacement, 14, 2)
    pairs = ", ".join(f"{tiles[i + 1]} over {tiles[i]}" for i in stacks)
    yield f"indicators over ura indicators:   {pairs}"


def _wall_lines(given: wall.Wall) -> Iterator[str]:
    tiles = _tiles(given.codes)
    live = tiles[:13:-1]
    yield f"wall of {len(tiles)} tiles, in the order they are taken"
    for at in range(0, len(live), 34):
        yield "  " + " ".join(live[at : at + 34])
    yield "dead wall"
    for line in _dead_wall(tiles, given.replacement):
        yield "  " + line


def _tiles(codes: bytes) -> list[str]:
    names = []
    for code in codes:
        kind = code & 63
        rank, suit = kind % 9 + 1, "mpsz"[kind // 9]
        red = bool(code & 64)
        names.append(f"0{suit}" if red and rank == 5 else f"{rank}{'r' if red else ''}{suit}")
    return names


def _physical_lines(table: wall.Physical, given: wall.Wall, standing: Standing) -> Iterator[str]:
    players, length = len(table.rows), len(table.rows[0])
    seating = f"{table.seating_dice[0]} + {table.seating_dice[1]} = {sum(table.seating_dice)}"
    chairs = "the thrower" if table.east == 0 else f"{table.east} to the right of the thrower"
    yield f"seating: dice {seating}, counted from the thrower: the first dealer sits {chairs}"
    for seat in range(players):
        chair = (table.east + seat) % players
        yield f"  chair {chair} (from the thrower, counter-clockwise): seat {seat}"
    yield "point sticks"
    for seat in range(players):
        yield f"  seat {seat}: {standing.scores[seat]} = {_sticks(standing.scores[seat])}"
    if standing.honba:
        yield f"  counters: {standing.honba} x 100 beside the dealer"
    if standing.deposits:
        yield f"  riichi sticks on the table: {standing.deposits} x 1000"
    broken = _WINDS[table.broken]
    yield (
        f"dice {table.dice[0]} + {table.dice[1]} = {sum(table.dice)}: counted from East, "
        f"{broken}'s row is broken behind stack {table.count} from its right"
    )
    dead = {table.right_of_break(stack): stack for stack in range(7)}
    indicator = given.replacement // 2
    yield (
        f"rows of {length} stacks from the right end, upper tile over lower; "
        "| the break, ( ) dead, [ ] the indicator"
    )
    for row in range(players):
        upper, lower = [], []
        for stack in range(length):
            top, bottom = table.rows[row][stack]
            number = dead.get((row, stack))
            if number is None:
                top, bottom = f" {top} ", f" {bottom} "
            elif number == indicator:
                top, bottom = f"[{top}]", f"({bottom})"
            else:
                top, bottom = f"({top})", f"({bottom})"
            at_break = row == table.broken and stack == table.count - 1
            upper.append(top + ("|" if at_break else ""))
            lower.append(bottom + ("|" if at_break else ""))
        yield f"  {_WINDS[row]} upper {' '.join(upper)}"
        yield f"    lower {' '.join(lower)}"
    yield "taken clockwise from the stack left of the break, upper before lower:"
    names = " ".join(_WINDS[:players])
    if players == 4:
        yield f"  {names} two stacks each, three times; then East the first and third upper tile,"
        yield "  the others one each; the first draw of East is that third upper tile"
    else:
        yield f"  {names} two stacks each, three times; then one tile each, and one more for"
        yield "  East, its first draw"
    yield "the dead wall stays at 14: a replacement tile is made up for by the last live tile"


def _hand(round_: Round, seat: int) -> str:
    melds = " ".join(round_.melds(seat))
    return f"{round_.hand(seat)} {melds}".rstrip()


def event_line(event: Event, table: Table) -> str | None:
    """What an event says that no decision before it has said."""
    who = table.seat(event.seat)
    kind = event.type.name
    if kind == "draw":
        return f"{who}  draws {event.tile}"
    if kind == "replacement":
        return f"{who}  draws {event.tile} from the dead wall"
    if kind == "dora":
        return f"indicator {event.tile}"
    if kind == "deposit":
        return f"{who}  puts 1000 on the table"
    if kind in ("chi", "pon", "daiminkan"):
        return f"{who}  calls {event.tile} of {table.seat(event.other)}: {event.action}"
    if kind == "tenpai":
        return f"{who}  is tenpai"
    if kind == "nagashi":
        return f"{who}  has nagashi mangan"
    return None


def decision_line(round_: Round, seat: int, action: Action, table: Table) -> str:
    legal = round_.legal(seat)
    count = "only choice" if len(legal) == 1 else f"of {len(legal)}"
    return f"{table.seat(seat)}  {_hand(round_, seat)}  ->  {action}  ({count})"


def _play(round_: Round, players: list[_core.Strategy]) -> Iterator[tuple[int, Action]]:
    """Decide and step until the round is over; yields each decision before its step."""
    while not round_.over:
        seat = round_.waiting[0]
        action = Action(_core.decide(round_._round, seat, players[seat]))
        yield seat, action
        round_.step(action, seat)


def deal_lines(round_: Round, table: Table) -> Iterator[str]:
    yield "hands dealt"
    dealt: dict[int, list[str]] = {seat: [] for seat in table.seats()}
    for event in round_.events:
        if event.type.name == "deal" and event.seat is not None and event.tile is not None:
            dealt[event.seat].append(event.tile)
    for seat, tiles in dealt.items():
        yield f"  {table.seat(seat)}  {' '.join(tiles)}"


def end_lines(
    round_: Round, table: Table, before: list[int], wins: dict[int, dict[str, Any]]
) -> Iterator[str]:
    result = round_.result
    outcome = result["outcome"]
    tenpai = ", ".join(table.seat(seat) for seat in result["tenpai"])
    yield f"end: {outcome}" + (f", tenpai: {tenpai or 'nobody'}" if outcome == "exhaustive" else "")
    for seat in result["winners"]:
        if seat in wins:  # nagashi mangan is no hand
            yield from win_lines(round_, seat, wins[seat], table)
    yield f"settlement  {points(result['delta'], sign=True)}"
    yield f"scores      {points(round_.scores)}"
    change = [now - then for now, then in zip(round_.scores, before, strict=True)]
    yield f"round       {points(change, sign=True)}"


def win_lines(round_: Round, seat: int, asked: dict[str, Any], table: Table) -> Iterator[str]:
    result = round_.result
    points = result["scores"][seat]["points"]
    payer = result["payer"]
    source = "by tsumo" if asked["tsumo"] else f"off {table.seat(payer)}"
    melds = " ".join(asked["melds"])
    held = f"{asked['hand']} {melds}".rstrip()
    yield f"{table.seat(seat)}  wins on {asked['win']} {source} with {held}"
    yield f"  indicators {' '.join(asked['dora'])}, ura {' '.join(asked['ura']) or 'none'}"
    scored = score(**asked, rules=round_.rules)
    # The scorer asked again says what the engine has settled.
    assert scored.total == points
    for line in scored.explain().splitlines():
        yield "  " + line


def trace(
    key: int,
    match: int,
    number: int,
    rules: Rules,
    strategies: list[str],
    physical: bool,
) -> Iterator[str]:
    """The lines of one round.

    Raises
    ------
    Error
        The match ends before that round.
    """
    if len(strategies) != rules.players:
        raise Error(f"{len(strategies)} strategies given; {rules.players} players need as many")
    players = [built_in(one) for one in strategies]
    standing: Standing | None = None
    for played in range(number):
        earlier = Round(rules, key=key, match=match, round=played, standing=standing)
        for _ in _play(earlier, players):
            pass
        standing = earlier.next_standing()
        if standing is None:
            raise Error(
                f"match {match} of key {key} ends after {played + 1} rounds; no round {number}"
            )
    round_ = Round(rules, key=key, match=match, round=number, standing=standing)
    start = round_.standing
    before = list(start.scores[: rules.players])
    table = Table(rules, start)

    yield f"key {key}, match {match}, round {number}; rules {rules.profile or 'of its own'}"
    yield f"strategies {', '.join(strategies)}"
    yield f"{round_name(start)}  dealer seat {start.dealer}, {start.deposits} sticks on the table"
    yield f"scores      {points(before)}"
    yield ""
    given = wall.uniform(rules, key=key, match=match, round=number)
    if physical:
        laid = wall.physical(rules, key=key, match=match, round=number)
        yield from _physical_lines(laid, given, start)
        yield ""
    yield from _wall_lines(given)
    yield ""
    yield from deal_lines(round_, table)
    yield ""
    yield "play: seat and wind; hand -> action (of how many legal ones)"
    # What lies in the events before the first decision: the deal, the indicator, the first draw.
    shown = 0
    wins: dict[int, dict[str, Any]] = {}
    for seat, action in _play(round_, players):
        events = round_.events
        for event in events[shown:]:
            line = event_line(event, table)
            if line is not None:
                yield "  " + line
        shown = len(events)
        if action.type.name in ("tsumo", "ron"):
            wins[seat] = _core.win_arguments(round_._round, seat)
        yield "  " + decision_line(round_, seat, action, table)
    for event in round_.events[shown:]:
        line = event_line(event, table)
        if line is not None:
            yield "  " + line
    yield ""
    yield from end_lines(round_, table, before, wins)
    following = round_.next_standing()
    if following is not None:
        yield f"next        {round_name(following)}, {following.deposits} sticks on the table"
        return
    final = place(round_.standing, rules)
    yield "the match is over"
    yield f"scores      {points(final.scores)}"
    yield f"places      {points(final.rank)}"
    yield f"results     {points(final.result, sign=True)}"


@click.command("trace")
@click.option("--key", default=7, show_default=True, type=click.IntRange(0, 2**64 - 1))
@click.option("--match", default=0, show_default=True, type=click.IntRange(min=0))
@click.option("--round", "number", default=0, show_default=True, type=click.IntRange(min=0))
@click.option("--rules", default="tenhou", show_default=True, help="A profile's name or file.")
@click.option(
    "--strategies", default=None, help="One a player, between commas. [default: balanced]"
)
@click.option(
    "--wall",
    "walls",
    default="uniform",
    show_default=True,
    type=click.Choice(["uniform", "physical"]),
    help="physical also shows the table: seating, rows of stacks, dice and break, point sticks.",
)
@click.option("--log", type=click.Path(), help="Write the match as a log: .mjlog, .json, .mjson.")
def command(
    key: int,
    match: int,
    number: int,
    rules: str,
    strategies: str | None,
    walls: str,
    log: str | None,
) -> None:
    """Print one round of a match, from the wall to the match score."""
    loaded = load(rules)
    names = split_strategies(strategies) if strategies else ["balanced"] * loaded.players
    if log is not None:
        logs.write(simulated(names, loaded, key=key, match=match), log)
    for line in trace(key, match, number, loaded, names, walls == "physical"):
        click.echo(line)
