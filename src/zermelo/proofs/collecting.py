"""A strategy gathered from the table of a search, which is asked again where the table has forgotten.

What the table says of a state is true, whatever else it has forgotten since. But proved states may be so by way of each other, so that a
strategy which goes from one to the next need not come to an end. Hence the plies to the end are counted anew, backwards, over the states
that were gathered; where that leaves some without a number, other actions that are proved join them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Final, Protocol

from zermelo.errors import GameError, SearchError
from zermelo.game import Game, State
from zermelo.proofs.walk import Line
from zermelo.search.dfpn.search import checked_hash

Ask = Callable[[State, int | None], bool | None]
"""Whether the attacker can force it from a state; None where that is not known within so many nodes, or within all limits."""
FIRST_LOOK: Final = 1 << 10
"""Nodes for each action that may do, before any of them is given more."""
MORE: Final = 16
"""So many times as many they are given after that, again and again."""
LAST_LOOK: Final = 1 << 26
"""The most that they are given in turn; then each as many as it takes."""


HINTS_ARE_BELIEVED: Final = "the rules, or what the game says of itself beyond them (`bounds`, ...), are wrong; `zermelo check` tests them"


class Search(Protocol):
    """What is asked of a search, of one question.

    known   what it knows without searching: whether the attacker can force it from a state, and in how many plies at most, 0 for an end
    is_end  whether a state is one: the game is over in it, or a database knows what it is worth
    """

    @property
    def game(self) -> Game: ...

    def known(self, state: State) -> tuple[bool | None, int | None]: ...

    def is_end(self, state: State) -> bool: ...


@dataclass
class Node:
    """A state, not terminal, that the strategy may come to.

    after  the actions that may be played, each with the key of the state that follows; None for an end
    plies  to the end, where that is known
    """

    state: State
    chooses: bool
    after: dict[int, Hashable | None] = field(default_factory=dict)
    plies: int | None = None


class Collection:
    """The states that a strategy may come to: of the attacker of a search (`reach`), or of the other player, who has to keep them off."""

    def __init__(self, search: Search, root: State, player: int, *, reach: bool, ask: Ask, progress: Callable[[int], None]) -> None:
        self.search, self.game, self.player, self.reach, self._ask, self._progress = search, search.game, player, reach, ask, progress
        self.nodes: dict[Hashable, Node] = {}
        self._waiting: list[Node] = []
        self.root = self._key(root)
        self._close()
        if reach:
            self._count()
            while unnumbered := [node for node in self.nodes.values() if node.plies is None]:
                self._widen(unnumbered)
                self._count()

    def lines(self) -> dict[Hashable, Line]:
        """The strategy, as far as play comes to it."""
        found: dict[Hashable, Line] = {}
        met, waiting = {self.root}, [self.root]
        while waiting:
            key = waiting.pop()
            node = self.nodes[key] if key is not None else None
            if node is None:
                continue
            after = dict(node.after)
            if node.chooses:
                action = min(after, key=lambda one: self._plies(after[one]) or 0) if self.reach else next(iter(after))
                after = {action: after[action]}
                found[key] = Line(node.state, action, node.plies)
            fresh = [child for child in after.values() if child not in met]
            met.update(fresh)
            waiting += fresh
        return found

    @property
    def plies(self) -> int | None:
        """Of the root to the end; None where there need not be one."""
        return self._plies(self.root)

    def _plies(self, key: Hashable | None) -> int | None:
        return (0 if self.reach else None) if key is None else self.nodes[key].plies

    def _key(self, state: State) -> Hashable | None:
        """The key under which a state is kept, or one that is the same by symmetry; None for an end."""
        game = self.game
        if self.search.is_end(state):
            return None
        own = checked_hash(game, game.key(state))
        chooses = game.to_move(state) == self.player
        for key in (own, *map(game.key, game.symmetries(state))):
            if key in self.nodes:
                found: Hashable = key
                if self.nodes[found].chooses != chooses:
                    raise GameError(
                        f"two states of {game!r} have one key, {game.write(state)!r} and {game.write(self.nodes[found].state)!r}, or the "
                        f"same by `symmetries`, and different players are to move in them: `zermelo check` says more"
                    )
                return found
        node = self.nodes[own] = Node(state, chooses)
        self._waiting.append(node)
        return own

    def _close(self) -> None:
        """Give each state the actions that may be played in it."""
        while self._waiting:
            node = self._waiting.pop()
            if len(self.nodes) % 100 == 0:
                self._progress(len(self.nodes))
            children = [self._chosen(node)] if node.chooses else self._children(node)
            node.after = {action: self._key(child) for action, child in children}

    def _children(self, node: Node) -> Iterator[tuple[int, State]]:
        for action in self.game.actions(node.state):
            yield action, self.game.result(node.state, action)

    def _chosen(self, node: Node) -> tuple[int, State]:
        """An action that does, with what follows: one that the table says so of, of these the nearest to the end as far as was looked."""
        enough = (self.search.known(node.state)[1] or 0) - 1
        best: tuple[tuple[float, bool], int, State] | None = None
        unknown = []
        for action, child in self._children(node):
            proved, plies = self.search.known(child)
            if proved is None:
                unknown.append((action, child))
            elif proved is self.reach:
                rank = (inf if plies is None else plies, self.game.key(child) not in self.nodes)
                if best is None or rank < best[0]:
                    best = rank, action, child
                if rank[0] <= enough or rank == (inf, False):
                    break
        return best[1:] if best is not None else self._found_out(node, unknown)

    def _found_out(self, node: Node, unknown: list[tuple[int, State]]) -> tuple[int, State]:
        """The first of these actions that is proved to do: all have their turns, since one that does not may take long to say so."""
        nodes: int | None = FIRST_LOOK
        while unknown:
            left = []
            for action, child in unknown:
                proved = self._ask(child, nodes)
                if proved is self.reach:
                    return action, child
                if proved is None:
                    left.append((action, child))
            if nodes is None:
                raise self._lost(node)
            unknown, nodes = left, nodes * MORE if nodes < LAST_LOOK else None
        raise GameError(
            f"what was proved of {self.game!r} is contradicted in position {self.game.write(node.state)!r}: {HINTS_ARE_BELIEVED}"
        )

    def _lost(self, node: Node) -> SearchError:
        where = self.game.write(node.state)
        return SearchError(f"what was proved was not found again, in position {where!r}, within the limits; allow more, or a larger table")

    def _count(self) -> None:
        """The plies to the end, ply by ply from the ends backwards, of all states from which they are certain."""
        before: dict[Hashable, list[Hashable]] = {}
        left: dict[Hashable, int] = {}
        known: list[Hashable] = []
        for key, node in self.nodes.items():
            node.plies = None
            open_ = {child for child in node.after.values() if child is not None}
            for child in open_:
                before.setdefault(child, []).append(key)
            left[key] = len(open_)
            if not open_ or (node.chooses and None in node.after.values()):
                node.plies = 1
                known.append(key)
        plies = 1
        while known:
            plies, reached = plies + 1, []
            for key in known:
                for parent in before.get(key, ()):
                    left[parent] -= 1
                    node = self.nodes[parent]
                    if node.plies is None and (node.chooses or not left[parent]):
                        node.plies = plies
                        reached.append(parent)
            known = reached

    def _widen(self, unnumbered: list[Node]) -> None:
        """Let every action be played that does, in the states from which the end is not certain yet."""
        added = False
        for node in unnumbered:
            if node.chooses:
                for action, child in self._children(node):
                    if action not in node.after:
                        proved = self.search.known(child)[0]
                        if proved or (proved is None and self._ask(child, None)):
                            node.after[action] = self._key(child)
                            added = True
        self._close()
        if not added:
            raise self._lost(unnumbered[0])
