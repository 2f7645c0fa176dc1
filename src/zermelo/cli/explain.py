"""`zermelo explain`: each step of a textbook algorithm on a game, as text, picture, page or slide."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from zermelo.cli.errors import fail
from zermelo.cli.files import checked_target, write_whole
from zermelo.cli.options import GameSpec, Lang, Moves, Position, opened
from zermelo.explain.export import ENDINGS, exported
from zermelo.explain.observe import MOST, observe
from zermelo.explain.picture import NOTES
from zermelo.languages import language
from zermelo.search.textbook import ALGORITHMS

BOARDS_IN: Final = ("svg", "png", "pdf", "html")
"""The kinds of files in which boards can be drawn."""
NOTES_IN: Final = ("svg", "png", "pdf", "tex", "dot")
"""Those in which one kind of notes is chosen; a page has all."""


def explain(
    game: GameSpec,
    depth: Annotated[
        int | None, typer.Option(metavar="D", help="How many plies to look ahead; to the end of the game unless given.")
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(metavar="A", help=f"{', '.join(ALGORITHMS)}; the one that the game needs unless given.")
    ] = None,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    order: Annotated[
        str, typer.Option(metavar="O", help="given: the children as `actions` gives them; own: by the game's `order`.")
    ] = "given",
    fold: Annotated[bool, typer.Option("--fold", help="Search of symmetric children only the first.")] = False,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the states below the nodes.")] = False,
    notes: Annotated[str | None, typer.Option(metavar="N", help=f"What stands beside the nodes: {', '.join(NOTES)}.")] = None,
    lang: Lang = "en",
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help=f"Where to write it, as {', '.join(ENDINGS)} by its ending; text is shown unless given."
        ),
    ] = None,
    position: Position = None,
    moves: Moves = None,
) -> None:
    """Show how a textbook algorithm searches a game: each step with its bounds, what was cut off and why.

    An .html file is one page that steps through it, with the tree, the sentence of the step and the running line.
    """
    language(lang)
    if notes is not None and notes not in NOTES:
        raise typer.BadParameter(f"is one of {', '.join(NOTES)}", param_hint="--notes")
    ending = "txt"
    if out is not None:
        ending = out.rpartition(".")[2].lower() if "." in out else ""
        if ending not in ENDINGS:
            fail(f"{out}: the ending of the name says what is written; there are {', '.join(f'.{one}' for one in ENDINGS)}")
    for given, name, endings in ((boards, "--boards", BOARDS_IN), (notes is not None, "--notes", NOTES_IN)):
        if given and ending not in endings:
            raise typer.BadParameter(f"is for {', '.join(f'.{one}' for one in endings)}, not .{ending}", param_hint=name)
    target = None if out is None else checked_target(out)
    rules, state = opened(game, position, moves)
    tree = observe(rules, state, algorithm=algorithm, depth=depth, evaluation=evaluation, order=order, fold=fold, most=MOST)
    made = exported(tree, ending, language=lang, boards=boards, notes=notes)
    if target is None:
        print(made.decode(), end="")
    else:
        write_whole(target, made)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo explain pawns --lang es --out pawns.html")(explain)
