"""``oshihiki convert``: logs from one form into another."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import click

from oshihiki import rules
from oshihiki.errors import LogError
from oshihiki.logs import FORMS, LoggedMatch, form_of, located, parse, render, sources
from oshihiki.logs.complete import complete

_ENDINGS = {"mjlog": ".mjlog", "tenhou6": ".json", "mjai": ".mjson"}


def _matches(path: str, errors: list[str]) -> Iterator[LoggedMatch]:
    for name, kind, text in sources(path, errors):
        try:
            yield parse(kind, text, name)
        except LogError as error:
            errors.append(located(path, error))


def text_of(match: LoggedMatch, form: str, given: rules.Rules | None = None) -> str:
    """The match in a form; what the log does not tell is found by playing it again."""
    try:
        return render(match, form)
    except LogError:
        return render(complete(match, given), form)


@click.command("convert")
@click.argument("source", metavar="IN", type=click.Path())
@click.argument("target", metavar="[OUT]", required=False, type=click.Path())
@click.option("-o", "--out", type=click.Path(), help="The same as OUT.")
@click.option("--to", "form", type=click.Choice(FORMS), help="By default OUT's ending tells.")
@click.option("--rules", "profile", help="Rules for what the log does not tell.")
def command(
    source: str, target: str | None, out: str | None, form: str | None, profile: str | None
) -> int:
    """Write the logs of IN in another form.

    IN is anything that verify reads. OUT ends in .mjlog or .xml, .json (tenhou.net/6), or .mjai,
    .mjson or .jsonl (mjai), and .gz behind it packs it; a folder, or a name without an ending, gets
    one file a log (--to tells the form). Without OUT a log goes to standard output. Exits 2 when a
    log cannot be read or written; the others are written all the same.
    """
    if target is not None and out is not None:
        raise click.UsageError("OUT is given twice")
    given = None if profile is None else rules.load(profile)
    place = out if out is not None else target
    folder = place is not None and (Path(place).is_dir() or not Path(place).suffix)
    if form is None:
        if place is None or folder:
            raise click.UsageError(f"--to tells the form: {', '.join(FORMS)}")
        form = form_of(place)
    errors: list[str] = []
    texts: list[str] = []
    times: dict[str, int] = {}  # some files hold one log twice
    written = 0
    for match in _matches(source, errors):
        try:
            text = text_of(match, form, given)
        except LogError as error:
            errors.append(located(source, error))
            continue
        written += 1
        if folder and place is not None:
            Path(place).mkdir(parents=True, exist_ok=True)
            name = "".join(c if c.isalnum() or c in "-_." else "_" for c in match.log)
            times[name] = times.get(name, 0) + 1
            if times[name] > 1:
                name = f"{name}-{times[name]}"
            (Path(place) / f"{name}{_ENDINGS[form]}").write_text(text, encoding="utf-8")
        else:
            texts.append(text.rstrip("\n"))
    if len(texts) > 1 and form == "mjlog":
        raise LogError(f"{source}: {len(texts)} logs; an mjlog holds one: give a folder as OUT")
    if texts:
        joined = "\n".join(texts) + "\n"
        if place is None:
            click.echo(joined, nl=False)
        else:
            data = joined.encode()
            Path(place).write_bytes(gzip.compress(data, mtime=0) if place.endswith(".gz") else data)
    if place is not None:
        click.echo(f"{written} logs written to {place} as {form}", err=True)
    for message in errors:
        click.echo(f"oshihiki: {message}", err=True)
    return 2 if errors else 0
