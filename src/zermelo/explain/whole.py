"""A tree that is written out, drawn whole: what a search visited as in its own picture, and all that it did not, dashed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.draw.palette import plain
from zermelo.draw.tikz import tikz
from zermelo.explain.export import by_cairo
from zermelo.explain.picture import NOTHING, nodes, player_note, shape_of
from zermelo.explain.searchtree import NEVER, NOBODY, SearchTree
from zermelo.games.tree import Tree
from zermelo.games.tree_text import Node
from zermelo.languages import Language


def whole(game: Tree, written: Sequence[Node], found: SearchTree | None, speech: Language, *, notes: str = NOTHING) -> list[drawing.Node]:
    """Every node of the tree as it is drawn, by its number.

    written  the nodes as the text of the tree has them, by their numbers
    found    a search of it, from the root; None draws the tree as it is
    notes    what stands beside the nodes that were searched (`zermelo.explain.picture`)
    """
    made = [_node(game, node, one, speech, visited=found is None) for node, one in enumerate(written)]
    for node, one in enumerate(written):
        for action, _ in enumerate(one.children, 1):
            child = game.result(node, action)
            made[child] = replace(made[child], parent=node)
    if found is not None:
        for seen, drawn in zip(range(len(found)), nodes(found, speech, notes=notes), strict=True):
            place = found.state[seen]
            made[place] = replace(drawn, parent=made[place].parent) if found.order[seen] != NEVER else replace(made[place], cut=drawn.cut)
    return made


def _node(game: Tree, node: int, one: Node, speech: Language, *, visited: bool) -> drawing.Node:
    """A node as it is written."""
    worth = tuple(one.utilities)
    value = "" if one.children else speech.worth(worth if game.players > 2 else worth[0], digits=4) if worth else "?"
    name = "" if not node else one.path.rpartition("/")[2]
    if one.odds:
        name = f"{name}: {speech.probability(one.probability)}"
    shape = shape_of(one.player if one.children else NOBODY, game.players)
    return drawing.Node(-1, shape, value, name, player_note(one.player, shape), visited=visited)


def drawn_as(shown: Sequence[drawing.Node], ending: str) -> bytes:
    """A picture of these nodes, as a file with one of the `ENDINGS`."""
    if ending == "tex":
        return tikz(shown, drawing.tree(shown)).encode()
    svg = drawing.tree(shown).svg
    if ending == "svg":
        return svg.encode()
    return by_cairo("svg2png", plain(svg), scale=2) if ending == "png" else by_cairo("svg2pdf", plain(svg))


ENDINGS: Final = ("svg", "png", "pdf", "tex")
"""The kinds of files in which a tree is drawn."""
