"""``oshihiki study position``: one decision, of a log or written down."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oshihiki.cli.study_output import go_on, print_json
from oshihiki.errors import StudyError

if TYPE_CHECKING:
    from oshihiki.rules import Rules
    from oshihiki.study.position import Position, PositionResult

__all__ = ["command", "decide"]


@click.command()
@click.argument("source", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--round", "round_", metavar="E1.0", help="Of a log: wind, number, honba.")
@click.option("--seat", type=click.IntRange(0, 3), help="Of a log: from the first dealer.")
@click.option("--turn", type=click.IntRange(1), help="Own discards before the decision, + 1.")
@click.option("--on", metavar="TILE", help="The tile of another that is answered.")
@click.option("--decision", type=click.IntRange(1), help="Instead: its number, see --list.")
@click.option("--list", "list_", is_flag=True, help="List the decisions of the seat, and end.")
@click.option("--write", is_flag=True, help="Print the position as text, and end.")
@click.option(
    "--sampling",
    default="tenpai",
    show_default=True,
    help="tenpai: hands in riichi are; uniform: at random; likelihood: read from all play.",
)
@click.option("--base", default="balanced", show_default=True, help="Everybody's strategy.")
@click.option(
    "--then",
    "thens",
    multiple=True,
    help="The hero's strategy after his action; again: the better one counts. Default: that of "
    "everybody, and the same always folding.",
)
@click.option(
    "--value",
    default="points",
    show_default=True,
    help="points of the round; points_next; placement: the mean reward of the final place.",
)
@click.option("--rewards", metavar="N,N,...", help="Of the places; default uma and oka.")
@click.option("--model", type=click.Path(path_type=Path), help="Of standings; default built in.")
@click.option("--rules", help="Instead of those of the log.")
@click.option("--key", type=click.IntRange(0), default=1, show_default=True)
@click.option("--worlds", type=click.IntRange(0), default=0, help="Play so many hidden worlds.")
@click.option("--seconds", type=click.FloatRange(0), help="Default 10, for likelihood 60.")
@click.option("--half-width", type=click.FloatRange(0), default=0, help="Points; end when reached.")
@click.option("--drop", is_flag=True, help="Leave out actions that are plainly behind.")
@click.option("--threads", type=click.IntRange(1, 1024), help="Default: all processors.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write a page; or a folder that keeps what was played, to go on with.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(
    source: Path,
    round_: str | None,
    seat: int | None,
    turn: int | None,
    on: str | None,
    decision: int | None,
    list_: bool,
    write: bool,
    sampling: str,
    base: str,
    thens: tuple[str, ...],
    value: str,
    rewards: str | None,
    model: Path | None,
    rules: str | None,
    key: int,
    worlds: int,
    seconds: float | None,
    half_width: float,
    drop: bool,
    threads: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """What every action is worth at one decision: a discard, or the answer to another's tile.

    SOURCE is a log, and --round, --seat and one of --turn, --on, --decision say where in it; or,
    without --round, a position written in TOML or JSON (- is standard input). Hidden tiles are
    drawn anew, world by world; every action is played to the end of the round in the same worlds.
    """
    from oshihiki import rules as profiles
    from oshihiki.study import position as positions
    from oshihiki.study.sources import default_threads

    given = profiles.load(rules) if rules else None
    if list_:
        if round_ is None or seat is None:
            raise StudyError("--list needs a log, --round and --seat")
        for one in positions.decisions(source, round=round_, seat=seat, rules=given):
            click.echo(str(one))
        return
    where = _position(source, round_, given, seat=seat, turn=turn, on=on, decision=decision)
    if write:
        click.echo(positions.to_text(where), nl=False)
        return
    paged = out is not None and out.suffix in (".html", ".htm")
    folder = None if paged else out
    decide(
        where,
        lambda: positions.run(
            where,
            sampling=sampling,
            base=base,
            then=list(thens) or None,
            value=value,
            rewards=None if rewards is None else _numbers(rewards),
            model=model,
            key=key,
            worlds=worlds,
            seconds=seconds,
            half_width=half_width,
            drop=drop,
            threads=threads or default_threads(),
            out=folder,
        ),
        out if paged else None,
        folder,
        as_json,
    )


def decide(
    where: Position,
    go: Callable[[], PositionResult],
    page: Path | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Play the actions of a decision and tell what they are worth."""
    from oshihiki.report import decision as reports
    from oshihiki.study import position as positions
    from oshihiki.study.store import write_file

    stopped = False
    try:
        result = go()
        page = page if folder is None else folder / "report.html"
    except positions.Interrupted as stop:
        result, stopped = stop.result, True
    except KeyboardInterrupt:
        if folder is not None:
            click.echo(go_on(folder), err=True)
        raise
    if page is not None:
        page.parent.mkdir(parents=True, exist_ok=True)
        write_file(page, reports.page(where, result).encode())
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(reports.text(where, result), nl=False)
        if page is not None:
            click.echo(f"Report: {page}")
    if stopped:
        again = f"--worlds {result.worlds} --key {result.identity['key']}"
        click.echo(f"Interrupted; these numbers again: {again}", err=True)
        if folder is not None:
            click.echo(go_on(folder), err=True)
        raise SystemExit(130)


def _position(source: Path, round_: str | None, rules: Rules | None, **at: Any) -> Position:
    """A decision of a log, `at` by these options, or a written position."""
    from oshihiki.study import position as positions

    if round_ is not None:
        if at["seat"] is None:
            raise StudyError("a decision of a log needs --seat")
        return positions.from_log(source, round=round_, rules=rules, **at)
    told = [name for name, value in {**at, "rules": rules}.items() if value is not None]
    if told:
        raise StudyError(
            f"without --round {source} is a written position, which says itself what --{told[0]} "
            "would; a decision of a log needs --round"
        )
    if str(source) == "-":
        return positions.from_text(sys.stdin.read() + "\n", "standard input")
    return positions.from_text(source)


def _numbers(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise StudyError(f"--rewards {text!r}: whole numbers with commas between") from None
