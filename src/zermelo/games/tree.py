"""Trees written out: the game whose states are the nodes of a tree that the user gives, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from math import nan
from typing import Any

from zermelo.errors import ActionError, GameError, PositionError
from zermelo.game import CHANCE, MAX, Game
from zermelo.games.tree_phrases import PHRASES
from zermelo.games.tree_text import descendants, read_tree, text_of
from zermelo.units import Unit

State = int
"""The number of a node: 0 the root, then level by level from left to right, so that sisters come one after another."""


class Tree(Game):
    """The tree that a text, or nested lists or tuples, describes.

        ((3 12 8) (2 4 6) (14 5 2))     a number is a leaf, worth so much to MAX; ( ) is an inner node. MAX moves
                                        at the root, MIN below, and so on
        (b=.03 c=MIN(-.05 g=?))         name= names a node, "a1-a2"= too. MAX, MIN before a ( say whose move it is; below, players
                                        take turns again. ? is a leaf whose worth is not known
        P1(P2(<1 2 6> <4 2 3>) P3(...)) with more than two players, they are P1, P2, ... and take turns in that order;
                                        a leaf has a number for each
        (chance(.9: 2 .1: 3) 1)         the outcomes of a move of chance, each with its probability; 1/36 is one too.
                                        Below, whoever is next moves
        chance(.5: @b(1 -1) .5: @b(-1 1))   nodes with the same word behind an @ are one information set: whoever moves
                                        there does not know at which of them. MAX@b and so on name the player too

    Blanks, commas and new lines separate. In lists, None is an unknown leaf, and any node may be text: `[[3, "g=?"], 2]`.
    SpecError shows the place of a fault. An action is the number of a child, from 1; its name is the child's, where it
    has one. A node is written as the path to it: `/c/1`, and `/` is the root. To ask an unknown leaf for its utility is
    a GameError; a search that never looks there never asks. In a tree with information sets, players see at their own nodes
    in which set they are, elsewhere nothing but how many moves there were, and at the end everything; what they see is
    written as the first node that looks so.

    >>> game = Tree("(b=3 c=(2 ?))")
    >>> print(game.show(game.read("/c")))
    MAX
    ├─ b: 3
    └─ c: MIN  <--
       ├─ 1: 2
       └─ 2: ?
    """

    phrases = PHRASES
    measured_in = Unit(size=1.0, digits=None)
    mode = "interpreted"  # a tree that a person writes is searched before it is compiled

    def __init__(self, tree: Any = "((3 12 8) (2 4 6) (14 5 2))") -> None:
        text = text_of(tree)
        root, self.players = read_tree(text)
        self.tree = " ".join(text.split())
        nodes = list(descendants(root))
        self._path = tuple(node.path for node in nodes)
        self._children = tuple(len(node.children) for node in nodes)
        self._first = tuple(accumulate(self._children[:-1], initial=1))
        self._mover = tuple(node.player for node in nodes)
        self.hidden = any(node.label for node in nodes)
        self._label = tuple(node.label for node in nodes)
        self._probability = tuple(node.probability for node in nodes)
        self._utility = tuple(worth for node in nodes for worth in node.utilities or (nan,) * self.players)
        self.chance = CHANCE in self._mover
        self.max_actions = max(1, *self._children)
        self._looks = tuple(self._looks_to(player) for player in range(self.players)) if self.hidden else ()
        known = [worth for node in nodes for worth in node.utilities]
        every_leaf_known = all(node.utilities or node.children for node in nodes)
        self.utility_range = (min(known), max(known)) if every_leaf_known else None
        least, most = self.utility_range or (0.0, 0.0)
        self._unknown = 0.0 if least <= 0 <= most else (least + most) / 2

    def __repr__(self) -> str:
        return f"Tree({self.tree!r})"

    # The rules

    def initial(self) -> State:
        return 0

    def to_move(self, state: State) -> int:
        return self._mover[state]

    def actions(self, state: State) -> Iterable[int]:
        yield from range(1, self._children[state] + 1)

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        for child in range(1, self._children[state] + 1):
            yield child, self._probability[self.result(state, child)]

    def result(self, state: State, action: int) -> State:
        return self._first[state] + action - 1

    def is_terminal(self, state: State) -> bool:
        return self._children[state] == 0

    def utility(self, state: State, player: int) -> float:
        worth = self._utility[state * self.players + player]
        if worth != worth:
            raise GameError("the utility of " + self._path[state] + " is not known (?), and the search asks for it")
        return worth

    def evaluate(self, state: State, player: int) -> float:
        """Nothing is known of what follows: 0, or the middle of the utilities where all lie on one side of it."""
        return self._unknown

    def observe(self, state: State, player: int) -> State:
        return self._looks[player][state] if self.hidden else state

    def information_set(self, state: State) -> str:
        """The word behind the @ of a node; empty where there is none."""
        return self._label[state]

    def _looks_to(self, player: int) -> tuple[int, ...]:
        """For each node the first one that looks the same to the player: with the same own moves before, and as many of others."""
        first: dict[Any, int] = {}
        ways: list[Any] = [None] * len(self._children)
        made = []
        ways[0] = (0, ())
        for node, count in enumerate(self._children):
            own = self._mover[node] == player
            information_set = self._label[node] or node
            looks = ("end", node) if count == 0 else ("own", information_set) if own else ways[node]
            made.append(first.setdefault(looks, node))
            ply, moves = ways[node]
            for action in range(1, count + 1):
                ways[self.result(node, action)] = ply + 1, (*moves, (information_set, action)) if own else moves
        return tuple(made)

    # For people

    def name(self, state: State, action: int) -> str:
        return self._path[self.result(state, action)].rpartition("/")[2]

    def write(self, state: State) -> str:
        """The path to a node: the names of the actions that lead there, each after a /."""
        return self._path[state]

    def read(self, text: str) -> State:
        path = text.strip()
        if not path.startswith("/"):
            raise PositionError(f"{text!r} is not a node; write the path to it from the root, as {self._path[-1]!r}")
        state = 0
        for word in path[1:].split("/") if path != "/" else ():
            try:
                state = self.result(state, self.parse(state, word))
            except ActionError:
                names = " ".join(self.name(state, action) for action in self.actions(state)) or "none, it is a leaf"
                raise PositionError(f"{text!r} is not a node: {self.write(state)!r} has no child {word!r}; its children: {names}") from None
        return state

    def show(self, state: State) -> str:
        """The whole tree, an arrow at the state."""
        lines: list[str] = []
        stack = [(0, "", "", "")]  # a node, what stands before it, before its children, and its name
        while stack:
            node, before, below, name = stack.pop()
            lines.append(before + name + self._picture(node) + ("  <--" if node == state else ""))
            last = self._children[node]
            for action in reversed(range(1, last + 1)):
                child = self.result(node, action)
                chance = f" ({_short(self._probability[child])})" if self._mover[node] == CHANCE else ""
                branch, under = ("└─ ", "   ") if action == last else ("├─ ", "│  ")
                stack.append((child, below + branch, below + under, f"{self.name(node, action)}{chance}: "))
        return "\n".join(lines)

    def _picture(self, node: State) -> str:
        """Whose move it is at a node, or what a leaf is worth."""
        if not self.is_terminal(node):
            player = self._mover[node]
            word = "chance" if player == CHANCE else ("MAX", "MIN")[player] if self.players == 2 else f"P{player + 1}"
            return f"{word} @{self._label[node]}" if self._label[node] else word
        worths = self._utility[node * self.players : (node + 1) * self.players]
        if worths[MAX] != worths[MAX]:
            return "?"
        return _short(worths[MAX]) if self.players == 2 else f"<{' '.join(map(_short, worths))}>"


def _short(number: float) -> str:
    """A number without needless digits: 3, 0.5."""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
