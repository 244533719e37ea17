"""``oshihiki study``: run, resume, report and merge Monte Carlo studies."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oshihiki import study as studies
from oshihiki.errors import StudyError
from oshihiki.study import played_on
from oshihiki.study import spec as specs
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.features import features as all_features
from oshihiki.study.fork_spec import Spec
from oshihiki.study.looks import BLOCK_ROUNDS
from oshihiki.study.result import StudyResult

if TYPE_CHECKING:
    from oshihiki.study.position import Position, PositionResult

__all__ = ["command"]


@click.group()
def command() -> None:
    """Monte Carlo studies of push and fold."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def list_(as_json: bool) -> None:
    """List the built-in studies."""
    rows = [{"name": name, "title": specs.read(name).title} for name in specs.names()]
    if as_json:
        _print_json({"studies": rows})
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        click.echo(f"{row['name']:{width}}  {row['title']}")


@command.command()
@click.argument("name", metavar="NAME|SPEC", required=False)
@click.option("--features", is_flag=True, help="List what predicates and cells can ask.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def show(name: str | None, features: bool, as_json: bool) -> None:
    """Print a study's TOML, or the features it can use."""
    if features:
        _show_features(as_json)
        return
    if name is None:
        raise click.UsageError("name a study, or give --features")
    if as_json:
        spec = specs.read(name)
        _print_json({"name": name, "id": spec.id, "spec": dict(spec.data)})
        return
    click.echo(specs.source(name), nl=False)


def _show_features(as_json: bool) -> None:
    rows = [
        {"name": f.name, "type": f.type, "labels": list(f.labels), "sentence": f.sentence}
        for f in all_features().values()
    ]
    if as_json:
        _print_json({"features": rows})
        return
    for row in rows:
        kind = " | ".join(row["labels"]) if row["labels"] else str(row["type"])
        click.echo(f"{row['name']}: {kind}\n    {row['sentence']}")


def _running(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output."),
        click.option(
            "--max-seconds",
            type=click.FloatRange(min=0),
            help="End at the last look complete after so many seconds; 0: no limit.",
        ),
        click.option(
            "--max-rounds",
            type=click.IntRange(min=0),
            help=f"End after so many rounds, in whole blocks of {BLOCK_ROUNDS:,}; 0: no limit.",
        ),
        click.option("--threads", type=click.IntRange(1, 1024), help="Default: all processors."),
    ):
        function = option(function)
    return function


@command.command()
@click.argument("name", metavar="NAME|SPEC")
@click.argument("more", metavar="[LOG]...", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the study; default ./NAME.")
@click.option(
    "--spots-from",
    multiple=True,
    metavar="LOG...",
    help="Take the spots from the recorded decisions of real matches.",
)
@click.option(
    "--fields",
    "over_fields",
    is_flag=True,
    help="Then the same cells against a passive and an aggressive field, or the study's own.",
)
@click.option("--rows", is_flag=True, help="Also keep a row of each spot, in rows.parquet.")
@click.option("--blocks", metavar="A:B", help="Play only these blocks, for `merge`.")
@_running
def run(
    name: str,
    more: tuple[str, ...],
    out: Path | None,
    spots_from: tuple[str, ...],
    over_fields: bool,
    rows: bool,
    blocks: str | None,
    threads: int | None,
    max_rounds: int | None,
    max_seconds: float | None,
    as_json: bool,
) -> None:
    """Run a study: a built-in one by name, or a TOML file.

    Results go to the folder: report.html, cells.csv, cells.parquet, merged.json. A folder that
    holds the same study is gone on with.
    """
    from oshihiki.study import run as runs

    if more and not spots_from:
        raise click.UsageError(f"unexpected argument {more[0]!r}")
    spec = specs.read(name)
    if over_fields or rows:
        from oshihiki.study import fields_run

        if not isinstance(spec, Spec):
            option = "--fields" if over_fields else "--rows"
            raise StudyError(f"{option}: a study of kind {spec.kind} has no arms to compare")
        if rows:
            spec = specs.with_section(spec, "output", {"rows": True})
        if over_fields:
            spec = fields_run.with_usual(spec)
    folder = out or Path(Path(name).stem)
    if blocks is not None:
        if rows or over_fields:
            raise StudyError("--blocks goes without --rows and --fields: they need the whole run")
        _run_blocks(spec, folder, blocks, threads)
        return
    logs = (*spots_from, *more)
    _carry_out(
        spec.title,
        folder,
        as_json,
        lambda progress: runs.run(
            spec,
            folder,
            threads=threads,
            max_rounds=max_rounds,
            max_seconds=max_seconds,
            spots_from=logs,
            progress=progress,
        ),
    )


def _run_blocks(spec: Spec | CountedSpec, folder: Path, blocks: str, threads: int | None) -> None:
    from oshihiki.study import ranges
    from oshihiki.study.progress import shown

    found = re.fullmatch(r"(\d+):(\d+)", blocks)
    if found is None:
        raise StudyError(f"--blocks {blocks}: allowed: A:B with 0 <= A < B")
    first, last = int(found[1]), int(found[2])
    with shown(spec.title) as progress:
        ranges.run_blocks(spec, folder, first, last, threads=threads, progress=progress)
    click.echo(
        f"blocks {first} to {last - 1} are in {folder}; join ranges with: "
        f"oshihiki study merge OUT {shlex.quote(str(folder))} ..."
    )


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@_running
def resume(
    folder: Path,
    threads: int | None,
    max_rounds: int | None,
    max_seconds: float | None,
    as_json: bool,
) -> None:
    """Go on with a study that was interrupted or ended by a limit.

    Of a position, --max-rounds counts worlds.
    """
    from oshihiki.study import position_resume
    from oshihiki.study import run as runs
    from oshihiki.study.sources import default_threads

    if position_resume.holds_position(folder):
        _decide(
            position_resume.position_of(folder),
            lambda: position_resume.resume(
                folder,
                threads=threads or default_threads(),
                worlds=max_rounds,
                seconds=max_seconds,
            ),
            None,
            folder,
            as_json,
        )
        return
    spec, _, _ = runs.opened(folder)
    _carry_out(
        spec.title,
        folder,
        as_json,
        lambda progress: runs.resume(
            folder,
            threads=threads,
            max_rounds=max_rounds,
            max_seconds=max_seconds,
            progress=progress,
        ),
    )


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--extra",
    "extras",
    multiple=True,
    metavar="KIND",
    help="Also write figures or the table: svg, png, csv, latex. May be given again.",
)
def report(folder: Path, extras: tuple[str, ...]) -> None:
    """Write a study's tables and page again from its stored result."""
    from oshihiki import report as reports
    from oshihiki.report import decision
    from oshihiki.study import position_resume
    from oshihiki.study.store import write_file

    if position_resume.holds_position(folder):
        if extras:
            raise StudyError(f"--extra {extras[0]}: a position has a page only")
        page = folder / "report.html"
        write_file(page, decision.page(*position_resume.read(folder)).encode())
        click.echo(str(page))
        return
    result = studies.read(folder)
    result.write_csv(folder / "cells.csv")
    result.write_parquet(folder / "cells.parquet")
    for path in reports.write(result, folder, extras):
        click.echo(str(path))


@command.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def merge(out: Path, folders: Sequence[Path], as_json: bool) -> None:
    """Join FOLDERS that hold ranges of blocks of one study into OUT."""
    from oshihiki.study import ranges

    result = ranges.merge(out, folders)
    _print_result(result, out, "joined", as_json)


@command.command()
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
def position(
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
    where = _position(source, round_, seat, turn, on, decision, given)
    if write:
        click.echo(positions.to_text(where), nl=False)
        return
    paged = out is not None and out.suffix in (".html", ".htm")
    folder = None if paged else out
    _decide(
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


def _decide(
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
            click.echo(_go_on(folder), err=True)
        raise
    if page is not None:
        page.parent.mkdir(parents=True, exist_ok=True)
        write_file(page, reports.page(where, result).encode())
    if as_json:
        _print_json(result.to_dict())
    else:
        click.echo(reports.text(where, result), nl=False)
        if page is not None:
            click.echo(f"Report: {page}")
    if stopped:
        again = f"--worlds {result.worlds} --key {result.identity['key']}"
        click.echo(f"Interrupted; these numbers again: {again}", err=True)
        if folder is not None:
            click.echo(_go_on(folder), err=True)
        raise SystemExit(130)


def _go_on(folder: Path) -> str:
    return (
        "interrupted; everything finished is kept. Go on with: "
        f"oshihiki study resume {shlex.quote(str(folder))}"
    )


def _position(
    source: Path,
    round_: str | None,
    seat: int | None,
    turn: int | None,
    on: str | None,
    decision: int | None,
    rules: Any,
) -> Any:
    from oshihiki.study import position as positions

    if round_ is not None:
        if seat is None:
            raise StudyError("a decision of a log needs --seat")
        return positions.from_log(
            source, round=round_, seat=seat, turn=turn, on=on, decision=decision, rules=rules
        )
    options = {"--seat": seat, "--turn": turn, "--on": on, "--decision": decision, "--rules": rules}
    told = [name for name, value in options.items() if value is not None]
    if told:
        raise StudyError(
            f"without --round {source} is a written position, which says itself what {told[0]} "
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


@command.command()
@click.option("--rules", default="tenhou", show_default=True, help="A profile or a TOML file.")
@click.option("--strategy", default="balanced", show_default=True, help="Everybody's.")
@click.option("--matches", type=click.IntRange(10), default=4000, show_default=True)
@click.option("--key", type=click.IntRange(0), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 1024), help="Default: all processors.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False))
def standings(
    rules: str, strategy: str, matches: int, key: int, threads: int | None, out: Path
) -> None:
    """Make the model behind the measures placement and points_next, from played matches."""
    from oshihiki.study import standings as models
    from oshihiki.study.sources import default_threads
    from oshihiki.study.store import write_file

    model = models.build(
        rules, strategy, matches=matches, key=key, threads=threads or default_threads()
    )
    write_file(out, (json.dumps(model, separators=(",", ":")) + "\n").encode())
    click.echo("place  predicted  came       n")
    for row in model["calibration"]:
        click.echo(f"{row['place']:5}  {row['predicted']:9.4f}  {row['came']:.4f}  {row['n']:6,}")
    click.echo("on the table         dealer  predicted    came       n")
    for row in model["on_the_table"]:
        many = "" if not row["least"] else " 1" if row["least"] == 1 else " 2 or more"
        click.echo(
            f"{row['what'] + many:19}  {'yes' if row['dealer'] else 'no':>6}  "
            f"{row['predicted']:9,}  {row['came']:6,}  {row['n']:6,}"
        )
    for who, (constant, honba, deposit) in zip(("others", "dealer"), model["next"], strict=True):
        click.echo(f"next round, {who}: {constant:+} {honba:+} a counter {deposit:+} a deposit")
    click.echo(f"model {model['id'][:16]} in {out}")


def _carry_out(title: str, folder: Path, as_json: bool, go: Callable[[Any], Any]) -> None:
    from oshihiki.study.progress import shown

    if find_spec("jinja2") is None:  # told before the work, not after it
        raise StudyError("a study's report needs jinja2: pip install 'oshihiki[study]'")
    try:
        with shown(title) as progress:
            ended = go(progress)
    except KeyboardInterrupt:
        click.echo(_go_on(folder), err=True)
        sys.exit(130)
    _print_result(ended.result, folder, ended.why, as_json)


def _print_result(
    result: StudyResult | CountedResult, folder: Path, why: str, as_json: bool
) -> None:
    from oshihiki import report as reports
    from oshihiki.report import beside

    reports.write(result, folder)
    if isinstance(result, CountedResult):
        _print_counted(result, folder, why, as_json)
        return
    goal = float(result.spec.get("stop", {}).get("half_width", 0))
    reproduce = str(result.meta["command"])
    if as_json:
        _print_json(
            {
                "id": result.id,
                "title": result.title,
                "folder": str(folder),
                "blocks": result.blocks,
                "rounds": result.rounds_played,
                "spots": result.spots,
                "source": result.meta["source"],
                "ended": why,
                "reproduce": reproduce,
                "half_width": goal or None,
                "cells_within": result.reached(goal)[0] if goal else None,
                "cells_all": len(result.cells),
                "fields": result.meta.get("fields"),
                "published": beside.told(result),
                "cells": result.rows(),
            }
        )
        return
    if sys.stdout.isatty():
        result.print()
    else:
        click.echo(result.table(), nl=False)
    for line in played_on.lines(result):
        click.echo(line)
    click.echo(f"\n{result.rounds_played:,} rounds, {result.spots:,} spots; ended because {why}.")
    if goal:
        done, of = result.reached(goal)
        click.echo(f"{done} of {of} cells are within ±{goal:g} points.")
    click.echo(f"The same numbers again: {reproduce}")
    click.echo(f"Report: {folder / 'report.html'}")


def _print_counted(result: CountedResult, folder: Path, why: str, as_json: bool) -> None:
    reproduce = str(result.meta["command"])
    if as_json:
        _print_json(
            {
                "id": result.id,
                "title": result.title,
                "kind": result.kind,
                "folder": str(folder),
                "blocks": result.blocks,
                result.unit: result.rounds_played,
                "ended": why,
                "reproduce": reproduce,
                "wrong": result.wrong,
                "rows": result.rows(),
            }
        )
    else:
        click.echo(result.table(), nl=False)
        click.echo(f"\n{result.rounds_played:,} {result.unit}; ended because {why}.")
        click.echo(f"The same numbers again: {reproduce}")
        click.echo(f"Report: {folder / 'report.html'}")
    if result.wrong:
        sys.exit(1)


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False))
