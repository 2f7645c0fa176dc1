"""A strategy gathered from the table of a proof-number search, which is asked again where the table has forgotten.

What the table says of a state is true, whatever else it has forgotten since. But proved states may be so by way of each other, so that a
strategy which goes from one to the next need not come to an end. Hence the plies to the end are counted anew, backwards, over the states
that were gathered; where that leaves some without a number, other actions that are proved join them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from zermelo.errors import SearchError
from zermelo.game import State
from zermelo.proofs.walk import Line
from zermelo.search.dfpn.search import ProofNumberSearch

Ask = Callable[[State], bool | None]
"""Whether the attacker can force it from a state; None where that is not known within the limits."""


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

    def __init__(
        self, search: ProofNumberSearch, root: State, player: int, *, reach: bool, ask: Ask, progress: Callable[[int], None]
    ) -> None:
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
        if game.is_terminal(state):
            return None
        own: Hashable = game.key(state)
        for key in (own, *map(game.key, game.symmetries(state))):
            if key in self.nodes:
                found: Hashable = key
                return found
        node = self.nodes[own] = Node(state, game.to_move(state) == self.player)
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
        best: tuple[tuple[int, bool], int, State] | None = None
        unknown = []
        for action, child in self._children(node):
            proved, plies = self.search.known(child)
            if proved is None:
                unknown.append((action, child))
            elif proved is self.reach:
                rank = (plies or 0, self.game.key(child) not in self.nodes)
                if best is None or rank < best[0]:
                    best = rank, action, child
                if rank[0] <= enough or rank == (0, False):
                    break
        if best is not None:
            return best[1:]
        for action, child in unknown:
            if self._ask(child) is self.reach:
                return action, child
        raise self._lost(node)

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
                        if proved or (proved is None and self._ask(child)):
                            node.after[action] = self._key(child)
                            added = True
        self._close()
        if not added:
            raise self._lost(unnumbered[0])
