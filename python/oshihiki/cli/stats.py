"""``oshihiki stats``: how play went, in logs or among the strategies."""

from __future__ import annotations

import json
import sys

import click

from oshihiki.cli.simulate import split_strategies
from oshihiki.errors import StudyError
from oshihiki.study.census import Census, of_logs, of_play

__all__ = ["command"]


@click.command("stats")
@click.argument("logs", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--strategies", default=None, help="Of simulated matches instead: one a player, with commas."
)
@click.option("--matches", default=1000, show_default=True, type=click.IntRange(min=1))
@click.option("--rules", default=None, help="A profile's name or file; logs tell their own.")
@click.option("--rounds", default=None, help="Only these rounds, as in E1-E3.")
@click.option(
    "--type", "kind", default=None, type=int, help="Only Tenhou logs of this type (169: houou)."
)
@click.option("--key", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1))
@click.option("--threads", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    logs: tuple[str, ...],
    strategies: str | None,
    matches: int,
    rules: str | None,
    rounds: str | None,
    kind: int | None,
    key: int,
    threads: int,
    as_json: bool,
) -> None:
    """Rates of LOGS, or of matches between --strategies, with intervals.

    Both are counted alike: every round played, aborts included, by players x rounds.
    """
    if bool(logs) == (strategies is not None):
        raise StudyError("stats: give log files, or --strategies")
    show = sys.stderr.isatty()

    def progress(done: int) -> None:
        if show:
            click.echo(f"\r{done} matches", nl=False, err=True)

    found: list[Census]
    if strategies is not None:
        found = [
            of_play(
                split_strategies(strategies),
                matches,
                rules or "tenhou",
                key,
                threads,
                rounds=rounds,
                progress=progress,
            )
        ]
    else:
        found = list(
            of_logs(logs, rules, threads, rounds=rounds, kind=kind, progress=progress).values()
        )
        if not found:
            raise StudyError("stats: the logs hold no round that can be followed")
    if show:
        click.echo("\r" + " " * 30 + "\r", nl=False, err=True)
    if as_json:
        click.echo(json.dumps({"censuses": [one.to_dict() for one in found]}))
        return
    click.echo("\n\n".join(str(one) for one in found))
