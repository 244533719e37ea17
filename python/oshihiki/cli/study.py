"""``oshihiki study``: run, resume, report and merge Monte Carlo studies."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from oshihiki import study as studies
from oshihiki.cli import study_position
from oshihiki.cli.study_output import go_on, print_json, print_result
from oshihiki.errors import StudyError
from oshihiki.study import spec as specs
from oshihiki.study.counted import CountedSpec
from oshihiki.study.features import features as all_features
from oshihiki.study.fork_spec import Spec
from oshihiki.study.looks import BLOCK_ROUNDS

__all__ = ["command"]


@click.group()
def command() -> None:
    """Monte Carlo studies of push and fold."""


command.add_command(study_position.command, "position")


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def list_(as_json: bool) -> None:
    """List the built-in studies."""
    rows = [{"name": name, "title": specs.read(name).title} for name in specs.names()]
    if as_json:
        print_json({"studies": rows})
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
        print_json({"name": name, "id": spec.id, "spec": dict(spec.data)})
        return
    click.echo(specs.source(name), nl=False)


def _show_features(as_json: bool) -> None:
    rows = [
        {"name": f.name, "type": f.type, "labels": list(f.labels), "sentence": f.sentence}
        for f in all_features().values()
    ]
    if as_json:
        print_json({"features": rows})
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
        study_position.decide(
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
    print_result(result, out, "joined", as_json)


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
        click.echo(go_on(folder), err=True)
        sys.exit(130)
    print_result(ended.result, folder, ended.why, as_json)
