"""``oshihiki mjai-bot``: a built-in strategy as a bot that speaks mjai on standard input."""

from __future__ import annotations

import sys

import click

from oshihiki.strategy.mjai_player import MjaiPlayer

__all__ = ["command"]


@click.command("mjai-bot")
@click.argument("strategy", default="balanced")
@click.option("--rules", default="tenhou", show_default=True, help="A profile's name or file.")
@click.option("--key", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1))
@click.option("--match", default=0, type=click.IntRange(min=0), help="Number of the first match.")
def command(strategy: str, rules: str, key: int, match: int) -> None:
    """Play STRATEGY as a bot: read mjai's messages, a line each, and answer each with a line.

    Random numbers, for those who need them, are those of the match's address.
    """
    player = MjaiPlayer(strategy, rules, key, match)
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(player.react(line) + "\n")
            sys.stdout.flush()
