"""`zermelo exercise`: a sheet to solve by hand, and its solution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.errors import fail
from zermelo.cli.files import checked_target
from zermelo.cli.options import Lang
from zermelo.explain.exercise import KINDS
from zermelo.explain.exercise import exercise as made_exercise
from zermelo.explain.exercise_kind import ALPHABETA
from zermelo.explain.worksheet import ENDINGS, worksheet
from zermelo.files import write_whole
from zermelo.languages import language
from zermelo.spec import load_game


def exercise(
    kind: Annotated[str, typer.Option(metavar="K", help=f"{', '.join(KINDS)}.")] = ALPHABETA,
    level: Annotated[int, typer.Option(metavar="N", help="From 1, small, to 5, with deep cut-offs.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="Chooses the exercise; the same number gives the same one.")] = 0,
    lang: Lang = "en",
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Take a position of this game, in place of a tree of its own.")] = None,
    depth: Annotated[int | None, typer.Option(metavar="D", help="With --game: how many plies deep (2).")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution, with the reasons, in place of the sheet.")] = False,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help=f"Write the sheet, and beside it its solution, as {', '.join(ENDINGS)} by the ending."),
    ] = None,
) -> None:
    """Make an exercise with one solution: a tree with empty nodes to fill in.

    With --out sheet.html, the solution is written to sheet-solution.html.
    """
    language(lang)
    if depth is not None and game is None:
        fail("--depth is for --game GAME")
    rules = None if game is None else load_game(game)
    made = made_exercise(kind, level, seed, language=lang, game=rules, depth=depth)
    if out is None:
        print(worksheet(made, "txt", solution=solution), end="")
        return
    path = Path(out)
    ending = path.suffix[1:].lower()
    if ending not in ENDINGS:
        fail(f"{out}: the ending of the name says what is written; there are {', '.join(f'.{one}' for one in ENDINGS)}")
    beside = path.with_name(f"{path.stem}-solution{path.suffix}")
    for target, solved in ((path, False), (beside, True)):
        write_whole(checked_target(str(target)), worksheet(made, ending, solution=solved))


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo exercise --kind alphabeta --level 3 --lang pt --out sheet.html")(exercise)
