"""`zermelo check`: whether a game keeps the contract that every search relies on."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zermelo.cli.options import GameSpec, Json
from zermelo.cli.output import alive, print_json
from zermelo.spec import load_game


def check(
    game: GameSpec,
    seed: Annotated[int, typer.Option(metavar="S", help="Chooses the random games that are looked at.")] = 0,
    games: Annotated[int | None, typer.Option(metavar="N", help="How many random games to look at.")] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long the look may take, compiling left out.")] = 5.0,
    compiled: Annotated[bool, typer.Option("--compile/--no-compile", help="Whether to try if the game compiles.")] = True,
    costs: Annotated[bool, typer.Option("--costs", help="Measure which lines of the compiled rules cost most.")] = False,
    json: Json = False,
) -> None:
    """Look for broken rules in a game.

    The exit code is 1 if there are any.
    """
    from zermelo.checker import check as check_game

    rules = load_game(game)
    given: dict[str, Any] = {} if games is None else {"games": games}
    with alive("looking for broken rules"):
        report = check_game(rules, seed=seed, budget=seconds, compile=compiled, costs=costs, **given)
    if json:
        print_json({"game": repr(rules), "problems": [str(problem) for problem in report.problems]})
    else:
        print(report)
    if report.problems:
        raise typer.Exit(1)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo check my_game.py:MyGame")(check)
