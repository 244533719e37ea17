"""``oshihiki verify``: real logs replayed and compared."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from itertools import chain

import click

from oshihiki import rules
from oshihiki.errors import LogError
from oshihiki.logs import located, parse, replay, sources

_Job = tuple[str, str, str, str, "str | None"]


def _one(job: _Job) -> replay.Verified | str:
    path, name, kind, text, profile = job
    try:
        match = parse(kind, text, name)
    except LogError as error:
        return located(path, error)
    return replay.verify(match, None if profile is None else rules.load(profile))


def _jobs(files: tuple[str, ...], profile: str | None, errors: list[str]) -> Iterator[_Job]:
    for path in files:
        for name, kind, text in sources(path, errors):
            yield path, name, kind, text, profile


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--rules", "profile", help="Profile instead of the rules the logs tell.")
@click.option("--threads", type=click.IntRange(1), help="Processes at work; all cores by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(files: tuple[str, ...], profile: str | None, threads: int | None, as_json: bool) -> int:
    """Replay FILES in the engine and compare everything recorded in them.

    FILES are mjlog XML, tenhou.net/6 or kobalab JSON, mjai, or JSON lines whose rows carry a log,
    plain or gzipped. Exits 1 when something differs, 2 when a log or a file cannot be read (the
    rest is verified all the same).
    """
    if profile is not None:
        rules.load(profile)
    errors: list[str] = []
    total = replay.Verified()
    jobs = _jobs(files, profile, errors)
    first = next(jobs, None)
    second = next(jobs, None)
    # One log is not worth starting processes for.
    workers = 1 if second is None else threads or os.cpu_count() or 1
    all_jobs = chain((j for j in (first, second) if j is not None), jobs)
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        results = map(_one, all_jobs) if pool is None else pool.map(_one, all_jobs, chunksize=16)
        for result in results:
            if isinstance(result, str):
                errors.append(result)
            else:
                total.add(result)
    if as_json:
        click.echo(json.dumps({**total.to_dict(), "errors": errors}, ensure_ascii=False))
    else:
        _print(total, len(errors))
    for error in errors:
        click.echo(f"oshihiki: {error}", err=True)
    return 1 if total.mismatches else 2 if errors else 0


def _print(total: replay.Verified, refused: int) -> None:
    profiles = ", ".join(f"{name} {n:,}" for name, n in sorted(total.profiles.items()))
    click.echo(f"logs        {total.logs:>10,}   {profiles}")
    click.echo(f"rounds      {total.rounds:>10,}")
    click.echo(f"actions     {total.actions:>10,}   each legal when it was made")
    click.echo(f"wins        {total.wins:>10,}   yaku, han, fu, points")
    if total.offers:
        click.echo(f"offers      {total.offers:>10,}")
    if refused:
        click.echo(f"refused     {refused:>10,}   named below")
    click.echo(f"mismatches  {len(total.mismatches):>10,}")
    for m in total.mismatches:
        click.echo(
            f"  {m.log} {m.round}, {m.event}: {m.kind}: the log has {m.expected}, we have {m.got}"
        )
    for kind, n in sorted(Counter(m.kind for m in total.mismatches).items()):
        click.echo(f"  {n:,} of kind {kind}")
    for mismatch, fact in total.explained:
        click.echo(f"explained: {mismatch.log} {mismatch.round}, {mismatch.event}: {fact}")
    for note in total.notes:
        click.echo(f"note: {note}")
