"""The commands, gathered. Nothing here imports the compiler: `zermelo --help` has to be quick."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated, Any

import typer
import typer.core

import zermelo
from zermelo.cli import (
    analyse,
    bench,
    best,
    book,
    cache,
    cfr,
    check,
    count,
    exercise,
    explain,
    games,
    gtp,
    ladder,
    learn,
    match,
    order,
    perft,
    play,
    probe,
    scale,
    sheet,
    solve,
    strategy,
    uci,
    verify,
    web,
    xboard,
)
from zermelo.cli.errors import WRONG, reporting
from zermelo.cli.screen import OutputLost, discard, screened
from zermelo.cli.stopping import heard, leave_by


class Commands(typer.core.TyperGroup):
    """A group of commands whose errors are one line of text each."""

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
for command in (
    games, play, best, explain, order, scale, exercise, sheet, solve, book, probe, cfr, strategy, perft, count, match, check, verify, bench,
    ladder, learn, gtp, uci, xboard, analyse, web, cache,
):  # fmt: skip
    command.add_to(app)


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
