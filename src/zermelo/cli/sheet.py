"""`zermelo sheet`: a sheet of exercises for a class, and its solutions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.errors import fail
from zermelo.cli.files import checked_target
from zermelo.cli.options import Lang
from zermelo.explain.exercise import KINDS
from zermelo.explain.exercise_kind import ALPHABETA
from zermelo.explain.sheet import ENDINGS, MOST, written
from zermelo.explain.sheet import sheet as made_sheet
from zermelo.files import write_whole
from zermelo.languages import language
from zermelo.spec import load_game


def sheet(
    kinds: Annotated[str, typer.Option(metavar="K,K,...", help=f"The kinds in turn: {', '.join(KINDS)}.")] = ALPHABETA,
    count: Annotated[int, typer.Option(metavar="N", help=f"How many exercises, from 1 to {MOST}.")] = 4,
    level: Annotated[int, typer.Option(metavar="N", help="From 1, small, to 5, with deep cut-offs.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="Chooses the exercises; the same number gives the same ones.")] = 0,
    title: Annotated[str, typer.Option(metavar="TEXT", help="What stands above the sheet.")] = "",
    lang: Lang = "en",
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Take positions of this game, in place of trees of their own.")] = None,
    depth: Annotated[int | None, typer.Option(metavar="D", help="With --game: how many plies deep (2).")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solutions, in place of the sheet.")] = False,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help=f"Write the sheet, and beside it its solutions, as {', '.join(ENDINGS)} by the ending."),
    ] = None,
) -> None:
    """Make a sheet of exercises for a class, with their points.

    With --out sheet.html, the solutions are written to sheet-solution.html. A pdf is printed by Chromium or Chrome, where one is installed.
    `zermelo web` hands a sheet out by an address, marks it, and keeps the results.
    """
    language(lang)
    if depth is not None and game is None:
        fail("--depth is for --game GAME")
    path = None if out is None else Path(out)
    if path is not None and path.suffix[1:].lower() not in ENDINGS:
        fail(f"{out}: the ending of the name says what is written; there are {', '.join(f'.{one}' for one in ENDINGS)}")
    rules = None if game is None else load_game(game)
    wanted = [kind.strip() for kind in kinds.split(",") if kind.strip()]
    made = made_sheet(wanted, count, level, seed, title=title, language=lang, game=rules, depth=depth)
    if path is None:
        sys.stdout.write(written(made, "txt", solution=solution).decode())
        return
    beside = path.with_name(f"{path.stem}-solution{path.suffix}")
    for target, solved in ((path, False), (beside, True)):
        write_whole(checked_target(str(target)), written(made, path.suffix[1:].lower(), solution=solved))


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo sheet --kinds windows,failing --count 4 --level 2 --lang es --out sheet.pdf")(sheet)
