"""What ``oshihiki study`` prints of a result."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from oshihiki.study import played_on
from oshihiki.study.counted import CountedResult
from oshihiki.study.result import StudyResult

__all__ = ["go_on", "print_json", "print_result"]


def print_json(data: Any) -> None:
    """One JSON value on standard output."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False))


def go_on(folder: Path) -> str:
    """How an interrupted study is gone on with."""
    return (
        "interrupted; everything finished is kept. Go on with: "
        f"oshihiki study resume {shlex.quote(str(folder))}"
    )


def print_result(
    result: StudyResult | CountedResult, folder: Path, why: str, as_json: bool
) -> None:
    """Write the report of a study and tell its result; exit 1 if an exact value was missed."""
    from oshihiki import report as reports
    from oshihiki.report import beside

    reports.write(result, folder)
    if isinstance(result, CountedResult):
        _print_counted(result, folder, why, as_json)
        return
    goal = float(result.spec.get("stop", {}).get("half_width", 0))
    reproduce = str(result.meta["command"])
    if as_json:
        print_json(
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
        print_json(
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
