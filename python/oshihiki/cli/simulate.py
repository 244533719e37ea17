"""``oshihiki simulate``: matches between strategies, rates with intervals, rows."""

from __future__ import annotations

import json
import re
import sys

import click

from oshihiki.simulate import WALLS, Results
from oshihiki.simulate import simulate as play

__all__ = ["command"]


def split_strategies(text: str) -> list[str]:
    """Strategies between commas; `key=value` behind a comma belongs to the one before."""
    names: list[str] = []
    for part in text.split(","):
        if names and re.match(r"\s*\w+=", part):
            names[-1] += f",{part.strip()}"
        else:
            names.append(part.strip())
    return names


@click.command("simulate")
@click.option(
    "--strategies",
    default="balanced,balanced,balanced,balanced",
    show_default=True,
    help="One a player, between commas, in the order of the seats; with parameters as in "
    "'balanced:fold=never,calls=50'.",
)
@click.option("--matches", default=1000, show_default=True, type=click.IntRange(min=1))
@click.option("--rules", default="tenhou", show_default=True, help="A profile's name or file.")
@click.option("--threads", default=None, type=click.IntRange(min=1), help="Default: all cores.")
@click.option("--key", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1))
@click.option("--first", default=0, type=click.IntRange(min=0), help="Number of the first match.")
@click.option(
    "--wall",
    default="uniform",
    show_default=True,
    type=click.Choice(WALLS),
    help="stable: each seat draws from a queue of its own, whatever is called.",
)
@click.option(
    "--rows",
    default=None,
    type=click.Path(file_okay=False),
    help="Folder for rounds.parquet and matches.parquet.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table.")
def command(
    strategies: str,
    matches: int,
    rules: str,
    threads: int | None,
    key: int,
    first: int,
    wall: str,
    rows: str | None,
    as_json: bool,
) -> None:
    """Play matches between strategies and print rates, placement and speed.

    The same key gives the same matches on any number of threads.
    """
    show = sys.stderr.isatty()

    def progress(done: int) -> None:
        if show:
            click.echo(f"\r{done} of {matches} matches", nl=False, err=True)

    results: Results = play(
        split_strategies(strategies),
        matches,
        rules,
        key,
        threads,
        rows,
        first=first,
        progress=progress,
        wall=wall,
    )
    if show:
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    click.echo(json.dumps(results.summary()) if as_json else str(results))
