"""``oshihiki rules``: the profiles, one profile with its sources, the differences of two."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from oshihiki import rules

__all__ = ["command"]


def _text(value: Any) -> str:
    """A value as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)


def _print_columns(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


@click.group("rules")
def command() -> None:
    """List, show and compare rule profiles."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def _list(as_json: bool) -> None:
    """Print the built-in profiles."""
    rows = []
    for name in rules.names():
        entries = rules.entries(name)
        unconfirmed = sum(entry.unconfirmed for entry in entries)
        rows.append((name, rules.title(name), len(entries), unconfirmed))
    if as_json:
        keys = ("name", "title", "rules", "unconfirmed")
        _print_json({"profiles": [dict(zip(keys, row, strict=True)) for row in rows]})
        return
    _print_columns([(name, title, f"{unsure} unconfirmed") for name, title, _, unsure in rows])


@command.command("show")
@click.argument("profile")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def _show(profile: str, as_json: bool) -> None:
    """Print every rule of PROFILE (a name, or the path of a TOML file) with its source.

    A value that no source confirms is marked with a question mark.
    """
    entries = rules.entries(profile)
    if as_json:
        shown = {
            entry.key: {
                "value": entry.value,
                "source": entry.source,
                "unconfirmed": entry.unconfirmed,
            }
            for entry in entries
        }
        _print_json(
            {"name": rules.load(profile).profile, "title": rules.title(profile), "rules": shown}
        )
        return
    click.echo(rules.title(profile))
    groups = {field.name: field.group for field in rules.fields()}
    width = max(len(entry.key) for entry in entries)
    value_width = max(len(_text(entry.value)) for entry in entries)
    group = ""
    for entry in entries:
        if groups[entry.key] != group:
            group = groups[entry.key]
            click.echo(f"\n[{group}]")
        mark = "?" if entry.unconfirmed else " "
        value = _text(entry.value).ljust(value_width)
        click.echo(f"{entry.key.ljust(width)}  {value} {mark} {entry.source}".rstrip())
    unsure = sum(entry.unconfirmed for entry in entries)
    click.echo(f"\n{len(entries)} rules, {unsure} unconfirmed (marked ?)")


@command.command("diff")
@click.argument("a")
@click.argument("b")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def _diff(a: str, b: str, as_json: bool) -> None:
    """Print the rules in which profiles A and B differ."""
    found = rules.diff(a, b)
    if as_json:
        _print_json({"a": a, "b": b, "differences": [list(row) for row in found]})
    elif not found:
        click.echo(f"{a} and {b} have the same rules")
    else:
        rows = [("rule", a, b)]
        rows += [(key, _text(left), _text(right)) for key, left, right in found]
        _print_columns(rows)
