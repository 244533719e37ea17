"""``oshihiki danger``: the danger of tiles, measured on the players that use the table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from oshihiki.study.census import of_play
from oshihiki.study.danger import table_of

__all__ = ["command"]


@click.command("danger")
@click.option("--matches", default=20000, show_default=True, type=click.IntRange(min=1))
@click.option("--strategy", default="balanced", show_default=True, help="Who plays every seat.")
@click.option("--rules", default="tenhou", show_default=True, help="A profile's name or file.")
@click.option("--key", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1))
@click.option("--threads", default=1, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--iteration", default=1, show_default=True, help="How often a table was measured so far, +1."
)
@click.option(
    "-o",
    "--out",
    default=None,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it as cpp/oshihiki/strategy/danger.def.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def command(
    matches: int,
    strategy: str,
    rules: str,
    key: int,
    threads: int,
    iteration: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure how often a tile is in a riichi hand's wait, by class and turn.

    Counted are the tiles that players not in riichi hold when they discard, whether or not they
    discard them, against each riichi.
    """
    from oshihiki.rules import load

    show = sys.stderr.isatty()

    def progress(done: int) -> None:
        if show:
            click.echo(f"\r{done} of {matches} matches", nl=False, err=True)

    players = load(rules).players
    census = of_play([strategy] * players, matches, rules, key, threads, progress=progress)
    if show:
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    table = table_of(census)
    if out is not None:
        words = f"oshihiki danger --matches {matches} --key {key} --iteration {iteration}"
        if strategy != "balanced":
            words += f" --strategy {strategy}"
        if rules != "tenhou":
            words += f" --rules {rules}"
        out.write_text(table.render(words, census.rounds, iteration), encoding="utf-8")
    if as_json:
        click.echo(json.dumps({"rounds": census.rounds, **table.to_dict()}))
    else:
        click.echo(str(table))
