"""`zermelo scale`: what rescaling the leaves of a tree does to the choice, by minimax and by expectiminimax."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from zermelo.cli.errors import fail
from zermelo.cli.options import Json
from zermelo.cli.output import print_facts, print_json, print_table
from zermelo.explain.scale import LINEAR, NEITHER, ORDER, Choice, Scaled, scaled
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.spec import load_game

KEEPS = {LINEAR: "linear", ORDER: "keeps the order", NEITHER: "does not keep the order"}

_WRITTEN_OUT = re.compile(r"\s*(\w+\s*=\s*)?((max|min|chance|p\d+)\s*)?\(", re.IGNORECASE)
"""How the text of a tree begins."""


def scale(
    tree: Annotated[str, typer.Argument(metavar="TREE", help='A tree such as "(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))", or a game.')],
    to: Annotated[str | None, typer.Option(metavar="NUMBERS", help='What the leaves become, the least first: "10 20 30 400".')] = None,
    depth: Annotated[int | None, typer.Option(metavar="D", help="Of a game: how many plies to look ahead.")] = None,
    json: Json = False,
) -> None:
    """Show what rescaling the leaves does to the choice at the root: minimax and expectiminimax side by side.

    Minimax takes chance for MIN. Without --to, some rescalings are tried.
    """
    game = Tree(tree) if _WRITTEN_OUT.match(tree) else load_game(tree)
    found = scaled(game, to=None if to is None else _numbers(to), depth=depth)
    if json:
        print_json([_facts(game, one) for one in found])
        return
    print_table(("leaves", "are", "minimax", "expectiminimax"), [_row(game, one, found[0]) for one in found])
    print()
    print_facts([(one.name, "  ".join(f"{before:g}: {after:g}" for before, after in one.leaves)) for one in found[1:]])


def _numbers(text: str) -> list[float]:
    try:
        return [float(word) for word in re.split(r"[\s,]+", text.strip())]
    except ValueError:
        fail(f"--to takes numbers, the least leaf's first, such as '10 20 30 400', not {text!r}")


def _row(game: Game, one: Scaled, first: Scaled) -> tuple[str, str, str, str]:
    choices = [(one.minimax, first.minimax), (one.expectiminimax, first.expectiminimax)]
    return one.name, KEEPS[one.keeps], *(_told(game, now, before) for now, before in choices)  # type: ignore[return-value]


def _told(game: Game, choice: Choice, before: Choice) -> str:
    values = " ".join(f"{value:.4g}" for value in choice.values)
    changed = "" if choice.place == before.place else " CHANGED"
    return f"{_name(game, choice)} of {values}{changed}"


def _name(game: Game, choice: Choice) -> str:
    return game.name(game.initial(), list(game.actions(game.initial()))[choice.place])


def _facts(game: Game, one: Scaled) -> dict[str, Any]:
    return {
        "name": one.name,
        "keeps": one.keeps,
        "leaves": [list(pair) for pair in one.leaves],
        "minimax": {"choice": _name(game, one.minimax), "values": list(one.minimax.values)},
        "expectiminimax": {"choice": _name(game, one.expectiminimax), "values": list(one.expectiminimax.values)},
    }


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: zermelo scale "(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))"')(scale)
