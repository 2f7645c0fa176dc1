"""A tree that is drawn by hand: one change to its text after the other, each of which leaves a whole tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import CHANCE
from zermelo.games.tree_text import Node, descendants, read_tree, written

MOST_PLAYERS: Final = 6
_DECIMALS: Final = 4
"""Places after the point of a probability that is not written as a fraction."""


def changed(text: str, change: str, node: int = 0, /, **facts: Any) -> tuple[str, int]:
    """The text of a tree after a change (`CHANGES`) at a node, by its number as in `Tree`; and the node where that leaves one.

    Raises TreeTextError for a text that is no tree, or none after the change, and SpecError where there is no such node.
    """
    edited = _Edited(text)
    if not 0 <= node < len(edited.nodes):
        raise SpecError(f"the tree has no node {node}; it has {len(edited.nodes)}")
    at = CHANGES[change](edited, edited.nodes[node], **facts)
    made = written(edited.root)
    read_tree(made)
    return made, next(number for number, one in enumerate(descendants(edited.root)) if one is at)


def arranged(text: str, children: Sequence[Sequence[int]]) -> str:
    """The text of a tree with the children of each node, by their numbers, in this order."""
    edited = _Edited(text)
    for node, order in zip(edited.nodes, children, strict=True):
        node.children = [edited.nodes[child] for child in order]
    return written(edited.root)


class _Edited:
    def __init__(self, text: str) -> None:
        self.root, self.players = read_tree(text)
        self.nodes = list(descendants(self.root))
        self.parent = {id(child): node for node in self.nodes for child in node.children}

    def nothing(self) -> str:
        """A leaf worth nothing to anybody."""
        return "0" if self.players == 2 else f"<{' '.join('0' * self.players)}>"


def _add(edited: _Edited, node: Node) -> Node:
    """A child comes behind the others; what a leaf is worth goes down to its first one."""
    child = Node(0, worth=edited.nothing() if node.children else node.worth)
    node.worth = ""
    if node.player == CHANCE:
        count = len(node.children)
        _share([share * count / (count + 1) for share in _shares(node)] + [Fraction(1, count + 1)], [*node.children, child])
    node.children.append(child)
    return node


def _remove(edited: _Edited, node: Node) -> Node:
    """A node goes, with all below it. A parent without children becomes a leaf."""
    parent = edited.parent.get(id(node))
    if parent is None:
        _become(node, Node(0, worth=edited.nothing()))
        return node
    place = _place(parent, node)
    parent.children.pop(place)
    if not parent.children:
        _become(parent, Node(0, worth=edited.nothing() if node.children else node.worth))
        return parent
    if parent.player == CHANCE:
        shares = _shares(parent)
        _share([share / sum(shares) for share in shares], parent.children)
    return parent.children[min(place, len(parent.children) - 1)]


def _move(edited: _Edited, node: Node, to: int) -> Node:
    """A branch goes to this place among its sisters, from 0."""
    parent = edited.parent.get(id(node))
    if parent is not None:
        parent.children.pop(_place(parent, node))
        parent.children.insert(to, node)
    return node


def _mover(edited: _Edited, node: Node, mover: int) -> Node:
    """Another player moves there, or CHANCE. A leaf gets a child."""
    if not 0 <= mover < edited.players and mover != CHANCE:
        raise SpecError(f"there is no player {mover + 1}; the tree has {edited.players}")
    if not node.children:
        _add(edited, node)
    if mover == CHANCE and node.player != CHANCE:
        _share([Fraction(1, len(node.children))] * len(node.children), node.children)
        node.label = ""
    if mover != CHANCE:
        for child in node.children:
            child.odds = ""
    node.player = mover
    node.word = "" if mover == node.turn else word_of(mover, edited.players)
    return node


def _worth(edited: _Edited, node: Node, text: str) -> Node:
    """A node becomes a leaf that is worth this; or what else the text of a tree says."""
    _become(node, read_tree(text)[0])
    return node


def _name(edited: _Edited, node: Node, text: str) -> Node:
    """A node is called so; by its place, where the text is empty."""
    node.name = text
    return node


def _odds(edited: _Edited, node: Node, texts: Sequence[str]) -> Node:
    """The outcomes of a node of chance have these probabilities."""
    if node.player != CHANCE or len(texts) != len(node.children):
        raise SpecError(f"{len(node.children)} probabilities are needed, one for each outcome, and here are {len(texts)}")
    for child, text in zip(node.children, texts, strict=True):
        child.odds = text
    return node


def _players(edited: _Edited, node: Node, count: int) -> Node:
    """The tree is one of so many players; the numbers of leaves and the words for players follow."""
    for one in edited.nodes:
        if one.utilities:
            parts = (*one.utilities, *(0.0,) * count)[:count]
            shown = [f"{part:.15g}" for part in parts]
            one.worth = shown[0] if count == 2 else f"<{' '.join(shown)}>"
        if one.word and one.player != CHANCE:
            one.word = word_of(one.player, count) if one.player < count else ""
    return node


CHANGES: Final[dict[str, Callable[..., Node]]] = {
    "add": _add, "remove": _remove, "move": _move, "mover": _mover, "worth": _worth, "name": _name, "odds": _odds, "players": _players,
}  # fmt: skip
"""What can be done at a node, by name."""


def _become(node: Node, other: Node) -> None:
    """A node has what another one has, but for its name and probability."""
    node.word, node.label, node.player = other.word, other.label, other.player
    node.worth, node.utilities, node.children = other.worth, other.utilities, other.children


def _place(parent: Node, node: Node) -> int:
    return next(place for place, child in enumerate(parent.children) if child is node)


def word_of(player: int, players: int) -> str:
    """The word for whoever moves at a node, of so many players."""
    return "chance" if player == CHANCE else ("MAX", "MIN")[player] if players == 2 else f"P{player + 1}"


def _shares(node: Node) -> list[Fraction]:
    return [Fraction(child.odds) for child in node.children]


def _share(shares: Sequence[Fraction], children: Sequence[Node]) -> None:
    for child, share in zip(children, shares, strict=True):
        child.odds = odds_of(share)


def odds_of(share: Fraction) -> str:
    """A probability as it is written: as a decimal number where few digits are enough, else as a fraction."""
    return f"{float(share):g}" if round(share, _DECIMALS) == share else str(share)
