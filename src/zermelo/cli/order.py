"""`zermelo order`: what the order of the children is worth to alpha-beta in a game."""

from __future__ import annotations

import random
from statistics import fmean
from typing import Annotated, Any, Final

import typer

from zermelo.cli.options import GameSpec, Json, Moves, Position, opened
from zermelo.cli.output import print_facts, print_json, print_table, sign_of_life
from zermelo.errors import SearchError
from zermelo.explain.export import outline
from zermelo.explain.narration import Narration
from zermelo.explain.orders import MOST, Count, Orders, checked_for_two, orders
from zermelo.game import Game, State
from zermelo.search.ladder import Branching
from zermelo.search.size import tree_size
from zermelo.search.textbook import Textbook
from zermelo.values import counted

SHOWN: Final = 120
"""A tree of this many nodes at most is printed in its best order."""
GAMES: Final = 200
"""Games at random in which the branching of a large tree is measured."""


def order(
    game: GameSpec,
    depth: Annotated[
        int | None, typer.Option(metavar="D", help="How many plies to look ahead; to the end of the game unless given.")
    ] = None,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    samples: Annotated[int, typer.Option(metavar="N", help="How many random orders to try.")] = 200,
    seed: Annotated[int, typer.Option(metavar="S", help="Chooses the random orders.")] = 0,
    position: Position = None,
    moves: Moves = None,
    json: Json = False,
) -> None:
    """Count what alpha-beta visits under one order of the children after the other.

    The best and the worst of all orders are exact where the tree has up to 100,000 nodes; else Knuth and Moore's bound
    takes their place. Small trees are printed in a best order.
    """
    rules, state = opened(game, position, moves)
    checked_for_two(rules)
    if tree_size(rules, state, depth, MOST) > MOST:
        _print_large(rules, state, depth, evaluation, json=json)
        return
    found = orders(rules, state, depth=depth, evaluation=evaluation, samples=samples, seed=seed)
    if json:
        print_json(_facts(found))
    else:
        _print(found)


def _print(found: Orders) -> None:
    rows: list[tuple[str, ...]] = [("all of it (minimax)", *_counts(found.plain)), ("in the order given", *_counts(found.given))]
    if found.own is not None:
        rows.append(("by the game's order", *_counts(found.own)))
    rows += [
        ("in the best order", f"{found.best:,}", f"{found.best_leaves:,}", ""),
        ("in the worst order", f"{found.worst:,}", f"{found.worst_leaves:,}", ""),
        ("at random, mean", f"{found.mean:,.1f}", "", ""),
    ]
    print_table(("alpha-beta", "nodes", "leaves", "cut-offs"), rows)
    print()
    least, most, count = min(found.at_random), max(found.at_random), len(found.at_random)
    tried = f"{count} orders" if count > 1 else "one order"
    facts = [
        ("at random", f"{tried}, from {least:,} to {most:,}, standard deviation {found.spread:,.1f}"),
        ("best, worst", "of all orders; the least and the most leaves each in an order of its own"),
        ("minimal tree", f"{found.minimal:,.0f} leaves if it were uniform (Knuth, Moore 1975)"),
    ]
    print_facts(facts)
    if len(found.tree) <= SHOWN:
        print()
        print(f"A best order, {counted(found.best, 'node')}; || is cut off:")
        best = found.best_tree()
        print("\n".join(outline(best, Narration(best))))


def _counts(count: Count) -> tuple[str, str, str]:
    return f"{count.nodes:,}", f"{count.leaves:,}", f"{count.cutoffs:,}"


def _facts(found: Orders) -> dict[str, Any]:
    own = None if found.own is None else found.own._asdict()
    return {
        "game": repr(found.tree.game),
        "depth": found.tree.depth,
        "minimax": found.plain._asdict(),
        "given": found.given._asdict(),
        "own": own,
        "best": {"nodes": found.best, "leaves": found.best_leaves, "exact": True},
        "worst": {"nodes": found.worst, "leaves": found.worst_leaves, "exact": True},
        "random": {"orders": len(found.at_random), "mean": round(found.mean, 3), "deviation": round(found.spread, 3)},
        "minimal_tree": round(found.minimal, 1),
    }


def _print_large(game: Game, state: State, depth: int | None, evaluation: str | None, *, json: bool) -> None:
    """Of a tree whose orders are too many: what alpha-beta visits as it is given, and the bound."""
    if depth is None:
        raise SearchError(f"the tree has more than {MOST:,} nodes; give a --depth")
    with sign_of_life("searching") as progress:
        given = Textbook(game, "alphabeta", evaluation=evaluation).search(state, depth=depth, ties=False, progress=progress)
    theory = Branching(_branching(game, state, depth), depth)
    if json:
        facts = {"game": repr(game), "depth": depth, "given": {"nodes": given.nodes, "leaves": given.leaves, "cutoffs": given.cutoffs}}
        bounds = {
            "best": {"leaves": round(theory.minimal_tree), "exact": False},
            "worst": {"leaves": round(theory.all_leaves), "exact": False},
        }
        print_json(facts | bounds | {"branching": round(theory.b, 3)})
        return
    rows: list[tuple[str, ...]] = [
        ("in the order given", f"{given.nodes:,}", f"{given.leaves:,}", f"{given.cutoffs:,}"),
        ("in the best order, about", "", f"{theory.minimal_tree:,.0f}", ""),
        ("in the worst order, about", "", f"{theory.all_leaves:,.0f}", ""),
        ("at random, about", "", f"{theory.by_chance:,.0f}", ""),
    ]
    print_table(("alpha-beta", "nodes", "leaves", "cut-offs"), rows)
    print()
    told = f"for a uniform tree with b = {theory.b:.2f}, m = {depth}: the tree has more than {MOST:,} nodes, too many to try its orders"
    print_facts([("about", told), ("best", "b^ceil(m/2) + b^floor(m/2) - 1 (Knuth, Moore 1975)"), ("random", "b^(3m/4)"), ("worst", "b^m")])


def _branching(game: Game, state: State, depth: int) -> float:
    """The mean number of actions in the first plies of games at random."""
    chooser, found = random.Random(0), []  # noqa: S311  games, not secrets
    for _ in range(GAMES):
        one = state
        for _ in range(depth):
            if game.is_terminal(one):
                break
            actions = list(game.actions(one))
            found.append(len(actions))
            one = game.result(one, chooser.choice(actions))
    return fmean(found)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo order pawns")(order)
