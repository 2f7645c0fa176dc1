"""The tree of a Monte Carlo tree search as text, picture, slide or data: its most visited nodes, with visits and values.

A value is the mean of the simulations through a node, to MAX; with more than two players, to who chose the action that leads
there. A box holds one that is proved. The thick line is the line of the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from zermelo.draw import tree as drawing
from zermelo.draw.dot import dot
from zermelo.draw.palette import plain
from zermelo.draw.tikz import tikz
from zermelo.errors import SpecError
from zermelo.explain.export import by_cairo
from zermelo.explain.picture import board_below
from zermelo.explain.simulations import how_valued
from zermelo.game import CHANCE, MIN, Game, State
from zermelo.languages import Language
from zermelo.languages import language as spoken
from zermelo.search.mcts.result import MonteCarloResult, TreeNode
from zermelo.search.playouts import LONG
from zermelo.titles import titled

MOST: Final = 40
"""Nodes that are shown unless told."""


@dataclass(frozen=True)
class Shown:
    """A node, the place of the one above (-1 of the root), its depth and state, and whether it is on the line of the result."""

    node: TreeNode
    parent: int
    ply: int
    state: State
    best: bool


def shown(found: MonteCarloResult, most: int = MOST) -> tuple[Shown, ...]:
    """The nodes visited most, each after the one above it. Ask before the next search. Raises SpecError for fewer than one."""
    if most < 1:
        raise SpecError(f"a tree is shown with 1 node or more, not {most}")
    made: list[Shown] = []
    waiting = [Shown(found.tree(most), -1, 0, found.state, True)]
    while waiting:
        one = waiting.pop()
        place = len(made)
        made.append(one)
        for child in reversed(one.node.children):
            assert child.action is not None
            on_line = one.best and found.line[one.ply : one.ply + 1] == (child.action,)
            waiting.append(Shown(child, place, one.ply + 1, found.game.result(one.state, child.action), on_line))
    return tuple(made)


def simulated(found: MonteCarloResult, ending: str, *, language: str = "en", boards: bool = False, most: int = MOST) -> bytes:
    """The contents of a file that ends in `ending`, one of `ENDINGS`. Raises SpecError for another, or where a program is missing.

    boards  draw the states below the nodes
    most    how many nodes
    """
    if ending not in ENDINGS:
        raise SpecError(f"there is no way to write a simulated tree as {ending!r}; there are {', '.join(ENDINGS)}")
    made = ENDINGS[ending](_Tree(found, shown(found, most), spoken(language)), boards)
    return made if isinstance(made, bytes) else made.encode()


@dataclass(frozen=True)
class _Tree:
    """What is written, and the language."""

    found: MonteCarloResult
    nodes: tuple[Shown, ...]
    speech: Language

    @property
    def game(self) -> Game:
        return self.found.game

    def title(self) -> str:
        return self.speech.say("simulated.title", game=titled(self.game, self.speech))

    def summary(self) -> str:
        """What came of it, and how much is shown."""
        found, say = self.found, self.speech.say
        facts = [
            say("summary.value", value=self.speech.worth(found.value, digits=4)) + f" ({say('simulated.proved')})" * found.proved,
            say("simulated.simulations", count=found.simulations),
            say("simulated.shown", number=len(self.nodes), all=found.nodes),
            *self._cut_short(),
            *([say("summary.line", line=" ".join(map(self._named, found.names())))] if found.line else []),
        ]
        return "; ".join(facts)

    def _cut_short(self) -> list[str]:
        """What is to be known of playouts that did not come to the end of the game."""
        found, say = self.found, self.speech.say
        if found.playout is not None:
            how = how_valued(self.game, self.speech, by_rules=False)
            return [say("simulated.limited", found.playout, how=how) if found.playout else say("simulated.no_playouts", how=how)]
        return [say("simulated.cut", found.cut, plies=LONG, how=how_valued(self.game, self.speech))] if found.cut else []

    def value(self, node: TreeNode) -> str:
        """What a node is worth: to MAX, or with more than two players to who chose it."""
        worth = node.value if node.player != MIN or self.game.players != 2 else -node.value
        return self.speech.number(worth, 3)

    def name(self, one: Shown) -> str:
        """The action that leads there, and the probability of an outcome."""
        if one.node.action is None:
            return ""
        name = self._named(self.game.name(self.nodes[one.parent].state, one.node.action))
        return f"{name}: {self.speech.number(one.node.prior, 3)}" if one.node.player == CHANCE else name

    def _named(self, text: str) -> str:
        return self.speech.spoken(text, self.game.phrases)

    def shape(self, one: Shown) -> str:
        if one.node.solved is not None or self.game.is_terminal(one.state):
            return drawing.LEAF
        player = self.game.to_move(one.state)
        if player == CHANCE:
            return drawing.CHANCE
        if self.game.players > 2:
            return drawing.PLAYER
        return drawing.MIN if player == MIN else drawing.MAX

    def drawn(self, boards: bool) -> list[drawing.Node]:
        """Every node as it is drawn: the visits beside it."""
        return [
            drawing.Node(
                one.parent,
                self.shape(one),
                self.value(one.node),
                self.name(one),
                str(one.node.visits),
                best=one.best and one.ply > 0,
                board=board_below(self.game, one.state, self.speech) if boards else (),
            )
            for one in self.nodes
        ]


def _text(tree: _Tree, boards: bool) -> str:
    say = tree.speech.say
    children: list[list[int]] = [[] for _ in tree.nodes]
    for place, one in enumerate(tree.nodes[1:], 1):
        children[one.parent].append(place)
    lines = []
    stack = [(0, "", "")]
    while stack:
        place, before, below = stack.pop()
        one = tree.nodes[place]
        name = f"{tree.name(one)}: " if one.parent >= 0 else ""
        proved = f", {say('simulated.proved')}" if one.node.solved is not None else ""
        lines.append(f"{before}{name}{tree.value(one.node)}, {say('simulated.visits', count=one.node.visits)}{proved}")
        for nth, child in reversed(list(enumerate(children[place], 1))):
            branch, under = ("└─ ", "   ") if nth == len(children[place]) else ("├─ ", "│  ")
            stack.append((child, below + branch, below + under))
    return "\n".join([tree.title(), tree.summary(), "", *lines]) + "\n"


def _svg(tree: _Tree, boards: bool) -> str:
    nodes = tree.drawn(boards)
    return drawing.tree(nodes, title=tree.title(), most=len(nodes)).svg


def _tex(tree: _Tree, boards: bool) -> str:
    nodes = tree.drawn(boards)
    return tikz(nodes, drawing.tree(nodes, most=len(nodes)))


def _json(tree: _Tree, boards: bool) -> str:
    rows = [
        {
            "parent": one.parent, "action": tree.name(one), "state": tree.game.write(one.state), "player": one.node.player,
            "visits": one.node.visits, "value": one.node.value, "solved": one.node.solved, "best": one.best,
        }
        for one in tree.nodes
    ]  # fmt: skip
    facts = tree.found.as_dict()
    return json.dumps({**facts, "tree": rows}, indent=1, allow_nan=False, ensure_ascii=False) + "\n"


ENDINGS: Final[dict[str, Callable[[Any, bool], str | bytes]]] = {
    "txt": _text,
    "svg": _svg,
    "png": lambda tree, boards: by_cairo("svg2png", plain(_svg(tree, boards)), scale=2),
    "pdf": lambda tree, boards: by_cairo("svg2pdf", plain(_svg(tree, boards))),
    "tex": _tex,
    "dot": lambda tree, boards: dot(tree.drawn(boards)),
    "json": _json,
}
"""The kinds of files, by the endings of their names."""
