"""`zermelo explain`: each step of a textbook algorithm on a game, as text, picture, page or slide."""

from __future__ import annotations

import sys
from itertools import count
from typing import Annotated, Any, Final

import typer

from zermelo.cli.errors import fail
from zermelo.cli.files import checked_target
from zermelo.cli.options import GameSpec, Lang, Moves, Position, known_of, opened
from zermelo.cli.output import reporting_on, watching
from zermelo.evaluate.with_evaluation import unvalued
from zermelo.explain.export import ENDINGS, cairo, exported
from zermelo.explain.observe import MOST, WATCHED, TreeTooLargeError, observe
from zermelo.explain.picture import NOTES, steps_shown
from zermelo.explain.searchtree import EVALUATION, SearchTree
from zermelo.explain.simulated import ENDINGS as SIMULATED_ENDINGS
from zermelo.explain.simulated import MOST as MOST_SHOWN
from zermelo.explain.simulated import simulated
from zermelo.explain.sized import checked_size
from zermelo.files import write_whole
from zermelo.game import Game, State
from zermelo.languages import language
from zermelo.search.best import best
from zermelo.search.mcts.result import MonteCarloResult
from zermelo.search.searcher import MCTS
from zermelo.values import counted

BOARDS_IN: Final = ("svg", "png", "pdf", "html")
"""The kinds of files in which boards can be drawn."""
SIMULATIONS: Final = 1000
"""Games that mcts simulates unless told."""
READABLE: Final = 1000
"""Nodes that are shown of a tree too large to be shown whole ..."""
STEPS_READ: Final = 120
"""... and steps, where they are read as text, one below the other."""
NOTES_IN: Final = ("svg", "png", "pdf", "tex", "dot")
"""Those in which one kind of notes is chosen; a page has all."""


def explain(
    game: GameSpec,
    depth: Annotated[
        int | None,
        typer.Option(metavar="D", help="How many plies to look ahead; to the end of the game, or as deep as can be read, unless given."),
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(metavar="A", help=f"{MCTS}, {', '.join(WATCHED)}; the one that the game needs unless given.")
    ] = None,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    order: Annotated[
        str, typer.Option(metavar="O", help="given: the children as `actions` gives them; own: by the game's `order`.")
    ] = "given",
    fold: Annotated[bool, typer.Option("--fold", help="Search of symmetric children only the first.")] = False,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the states below the nodes.")] = False,
    animate: Annotated[bool, typer.Option("--animate", help="An .svg that moves: the steps one after the other.")] = False,
    notes: Annotated[str | None, typer.Option(metavar="N", help=f"What stands beside the nodes: {', '.join(NOTES)}.")] = None,
    simulations: Annotated[int | None, typer.Option(metavar="N", help=f"How many games {MCTS} simulates ({SIMULATIONS:,}).")] = None,
    most: Annotated[
        int | None, typer.Option(metavar="N", help=f"How many nodes of {MCTS} are shown, the most visited ({MOST_SHOWN}).")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="DIR", help="What a database knows is a leaf: it is not searched."),
    ] = None,
    book: Annotated[str | None, typer.Option("--book", metavar="FILE", help="So does what a book knows.")] = None,
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

    Of Monte Carlo tree search (mcts) the tree that it grew is shown: the most visited nodes, with visits and values.

    An .html file is one page that steps through it, with the tree, the sentence of the step and the running line.
    """
    language(lang)
    by_simulation = algorithm == MCTS
    no_use = {"--depth": depth is not None, "--order": order != "given", "--fold": fold, "--notes": notes is not None}
    no_use |= {"--animate": animate, "--database": database is not None, "--book": book is not None}
    if not by_simulation:
        no_use = {"--simulations": simulations is not None, "--most": most is not None}
    for name, given in no_use.items():
        if given:
            fail(f"{name} is for the textbook algorithms, not for {MCTS}" if by_simulation else f"{name} is for {MCTS}")
    endings_here = SIMULATED_ENDINGS if by_simulation else ENDINGS
    if notes is not None and notes not in NOTES:
        fail(f"--notes is one of {', '.join(NOTES)}")
    ending = "txt"
    if out is not None:
        ending = out.rpartition(".")[2].lower() if "." in out else ""
        if ending not in endings_here:
            fail(f"{out}: the ending of the name says what is written; there are {', '.join(f'.{one}' for one in endings_here)}")
    only_in = ((boards, "--boards", BOARDS_IN), (notes is not None, "--notes", NOTES_IN), (animate, "--animate", ("svg",)))
    for given, name, endings in only_in:
        if given and ending not in endings:
            fail(f"{name} is for {', '.join(f'.{one}' for one in endings)}, not .{ending}")
    if ending in ("png", "pdf"):
        cairo()  # before a search that may be long
    target = None if out is None else checked_target(out)
    rules, state = opened(game, position, moves)
    known = known_of(rules, database, book)
    if by_simulation:
        with watching("simulating", "simulations") as watch:
            found = best(
                rules,
                state,
                algorithm=MCTS,
                simulations=SIMULATIONS if simulations is None else simulations,
                evaluation=evaluation,
                progress=watch.progress,
            )
        assert isinstance(found, MonteCarloResult)
        made = simulated(found, ending, language=lang, boards=boards, most=MOST_SHOWN if most is None else most)
    else:
        with reporting_on("searching step by step") as tell:
            to_read = target is None
            how = {"algorithm": algorithm, "evaluation": evaluation, "order": order, "fold": fold, "database": known}
            tree = _observed(rules, state, depth, to_read, **how)
            tell(f"drawing {counted(len(tree), 'node')}")
            made = exported(tree, ending, language=lang, boards=boards, notes=notes, animated=animate)
    if target is None:
        print(made.decode(), end="", flush=True)
    else:
        write_whole(target, made)
        print(f"{out}: written, {len(made) / 1000:,.1f} kB")
    if not by_simulation and evaluation is None and EVALUATION in tree.origin and (why := unvalued(rules)):
        remedy = "" if rules.evaluations else "; give it `evaluate(self, state, player)`, or search to the end of the game"
        print(f"note: the search values {why}{remedy}", file=sys.stderr)
    if not by_simulation and depth is None and tree.depth is not None:
        print(_left_out(tree.depth, to_read=target is None), file=sys.stderr)


def _observed(game: Game, state: State, depth: int | None, to_read: bool, **how: Any) -> SearchTree:
    """The search to this depth; where none is given, to the end of the game, or as deep as can be taken in.

    to_read  whether it is read as text, step after step, and not seen in a picture, or gone through on a page
    """

    def look(depth: int | None, most: int) -> SearchTree | None:
        try:
            tree = observe(game, state, depth=depth, most=most, **how)
        except TreeTooLargeError:
            return None
        return None if to_read and len(steps_shown(tree)) > STEPS_READ else tree

    if depth is not None:
        try:
            return observe(game, state, depth=depth, most=MOST, **how)
        except TreeTooLargeError as error:
            fits = _deepest(game, state, depth, {name: how[name] for name in ("algorithm", "evaluation", "order")})
            raise TreeTooLargeError(f"{error}; --depth {fits} fits" if fits else str(error)) from None
    if whole := look(None, READABLE if to_read else MOST):
        return whole
    shown = observe(game, state, depth=1, most=MOST, **how)
    for plies in count(2):
        deeper = look(plies, READABLE)
        if deeper is None:
            break
        shown = deeper
    return shown


def _deepest(game: Game, state: State, too_deep: int, how: dict[str, Any]) -> int:
    """The greatest depth at which the tree is not too large, with all that is symmetric or known; 0 if no depth fits."""
    for plies in range(1, too_deep):
        try:
            checked_size(game, state, depth=plies, **how)
        except TreeTooLargeError:
            return plies - 1
    return too_deep - 1


def _left_out(depth: int, *, to_read: bool) -> str:
    """That the search was not shown to the end of the game, and what shows more of it."""
    if to_read:
        why, more = "is too long to be read", f"--depth {depth + 1} shows more, --out page.html goes through the steps one by one"
    else:
        why, more = f"has more than {MOST:,} nodes", f"--depth {depth + 1} shows more"
    return f"This is the search for --depth {depth}; the one to the end of the game {why}: {more}."


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo explain pawns --lang es --out pawns.html")(explain)
