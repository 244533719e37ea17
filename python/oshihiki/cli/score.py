"""``oshihiki score``: one hand for people, a stream of hands for tools."""

from __future__ import annotations

import sys
from typing import Any, BinaryIO

import click
import msgspec

from oshihiki import _core
from oshihiki.errors import Error, HandError
from oshihiki.score import score

__all__ = ["command"]

_FLAGS = (
    "tsumo",
    "riichi",
    "double_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "tenhou",
    "chiihou",
    "renhou",
    "kanfuri",
    "tsubame_gaeshi",
    "parenchan",
)
_FLUSH = 1 << 16


def _flag_options(function: Any) -> Any:
    for name in reversed(_FLAGS):
        function = click.option(f"--{name.replace('_', '-')}", name, is_flag=True)(function)
    return function


def _error_line(error: str, row: Any) -> bytes:
    answer = {"error": error}
    if isinstance(row, dict) and "id" in row:
        answer = {"id": row["id"], "error": error}
    return msgspec.json.encode(answer) + b"\n"


def _stream(source: BinaryIO, out: BinaryIO, rules: str) -> None:
    """Answer row by row; what is held is one row and the answers not yet written."""
    decode = msgspec.json.Decoder().decode
    encode = msgspec.json.encode
    score_json = _core.score_json
    answers = bytearray()
    for line in source:
        if line.isspace():
            continue
        row = None
        try:
            row = decode(line)
            if not isinstance(row, dict):
                raise HandError("a row is an object: the keyword arguments of oshihiki.score")
            arguments = row
            name = None
            if "id" in row:
                arguments = row.copy()
                name = encode(arguments.pop("id"))
            if "rules" not in arguments:
                arguments = {**arguments, "rules": rules}
            answers += score_json(arguments, name)
        except msgspec.DecodeError as error:
            answers += _error_line(f"not JSON: {error}", None)
        except (Error, TypeError, ValueError) as error:
            answers += _error_line(str(error), row)
        if len(answers) >= _FLUSH:
            out.write(answers)
            answers.clear()
    out.write(answers)
    out.flush()


@click.command("score")
@click.argument("hand", required=False)
@click.option("--win", help="The winning tile.")
@_flag_options
@click.option("--melds", default="", help='Such as "chi:340m pon:555z ankan:1111p".')
@click.option("--seat-wind", default="S", show_default=True, help="E (dealer), S, W or N.")
@click.option("--round-wind", default="E", show_default=True, help="E, S, W or N.")
@click.option("--dora", default="", help="Indicators.")
@click.option("--ura", default="", help="Indicators under them.")
@click.option("--kita", default=0, help="Norths set aside.")
@click.option("--honba", default=0, help="Counters.")
@click.option("--deposits", default=0, help="Riichi sticks on the table.")
@click.option("--rules", default="tenhou", show_default=True, help="A profile or a TOML file.")
@click.option("--lang", type=click.Choice(["en", "ja", "fr"]), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.option("--jsonl", is_flag=True, help="Answer rows of JSON from standard input.")
def command(
    hand: str | None, win: str | None, lang: Any, as_json: bool, jsonl: bool, **arguments: Any
) -> None:
    """Score HAND (concealed tiles without the winning tile) won on --win TILE.

    With --jsonl each line of standard input holds the keyword arguments of oshihiki.score and
    each line of standard output a scored hand, in the same order; a bad row answers an error.
    """
    if jsonl:
        if hand is not None or win is not None:
            raise HandError("--jsonl reads hands from standard input, not from the command line")
        _stream(sys.stdin.buffer, sys.stdout.buffer, arguments["rules"])
        return
    if hand is None or win is None:
        raise click.UsageError("give HAND and --win TILE, or --jsonl")
    scored = score(hand, win, **arguments)
    if as_json:
        click.echo(msgspec.json.encode(scored.to_dict()))
    else:
        click.echo(scored.explain(lang))
