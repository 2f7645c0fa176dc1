"""The commands, gathered. Each is imported when it is asked for, and none imports the compiler: `zermelo --help` has to be quick."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from typing import Annotated, Any, Final

import typer
import typer.core

import zermelo
from zermelo.cli.errors import WRONG, reporting
from zermelo.cli.screen import OutputLost, discard, screened
from zermelo.cli.stopping import heard, leave_by

COMMANDS: Final = (
    "games", "play", "best", "explain", "order", "scale", "exercise", "sheet", "solve", "book", "probe", "cfr", "strategy", "perft",
    "count", "match", "check", "verify", "bench", "ladder", "learn", "gtp", "uci", "xboard", "analyse", "web", "cache",
)  # fmt: skip
"""The commands in the order in which they are told; each is in the file of its name."""


class Commands(typer.core.TyperGroup):
    """A group of commands whose errors are one line of text each."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, imported by itself; None where there is none, and then all are there for what it may have meant."""
        for name in (cmd_name,) if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
                import_module(f"zermelo.cli.{name}").add_to(alone)
                self.commands[name] = typer.main.get_command(alone)
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        with heard(), reporting():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Commands,
    name="zermelo",
    help="Play, search and measure games whose rules are written in plain Python.",
    epilog="Example: zermelo play desconecta4boom",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"zermelo {zermelo.__version__}")
        raise typer.Exit


@app.callback()
def zermelo_command(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")] = False,
) -> None:
    """Play, search and measure games whose rules are written in plain Python."""


def run() -> None:
    """Read the command line, do what it says and leave the program."""
    warnings.formatwarning = lambda message, *_: f"zermelo: {message}\n"
    try:
        with screened():
            try:
                try:
                    app()
                finally:
                    sys.stdout.flush()
            except OutputLost as error:
                discard()
                if not error.by_reader:
                    print(f"zermelo: cannot write the output: {error}", file=sys.stderr)
                sys.exit(1 if error.by_reader else WRONG)
    except SystemExit as end:
        leave_by(end)
