"""The command ``oshihiki``: one module a command, loaded when it is used.

Exit codes: 0 fine, 1 a mismatch was found, 2 bad input, 130 interrupted with everything saved.
"""

from __future__ import annotations

import importlib
import sys

import click

from oshihiki import __version__
from oshihiki.errors import Error

__all__ = ["main"]

# command -> (module, one line for the list of commands)
_COMMANDS = {
    "study": ("oshihiki.cli.study", "Monte Carlo studies: run, resume, report, merge."),
    "score": ("oshihiki.cli.score", "Score one hand, or a stream of hands."),
    "simulate": ("oshihiki.cli.simulate", "Play matches between strategies."),
    "danger": ("oshihiki.cli.danger", "Measure the danger of tiles on the players that use it."),
    "mjai-bot": ("oshihiki.cli.mjai_bot", "Play a strategy as a bot that speaks mjai."),
    "stats": ("oshihiki.cli.stats", "Rates of real logs or of simulated matches."),
    "verify": ("oshihiki.cli.verify", "Replay real logs and compare everything."),
    "convert": ("oshihiki.cli.convert", "Write logs in another form."),
    "replay": ("oshihiki.cli.replay", "Show a recorded round step by step, or a match as a page."),
    "rules": ("oshihiki.cli.rules", "List, show and compare rule profiles."),
    "trace": ("oshihiki.cli.trace", "Print one round from the wall to the match score."),
    "bench": ("oshihiki.cli.bench", "Run a fixed workload; print its signature and rates."),
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(_COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


@click.command(cls=_Commands)
@click.version_option(__version__, prog_name="oshihiki")
def _root() -> None:
    """Riichi mahjong: scoring, simulation, push/fold studies."""


def main(argv: list[str] | None = None) -> None:
    """Run the command line; ends the process with the command's exit code."""
    try:
        code = _root.main(args=argv, prog_name="oshihiki", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except Error as error:
        click.echo(f"oshihiki: {error}", err=True)
        sys.exit(2)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo("oshihiki: interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
