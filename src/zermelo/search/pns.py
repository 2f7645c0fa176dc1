"""Proof-number search: whether a player can force so much, by a tree that grows where it takes the fewest leaves to decide that.

Source: L. V. Allis, M. van der Meulen and H. J. van den Herik, Proof-number search, Artificial Intelligence 66, 1994.

It keeps the whole tree in memory. What solves larger games is its depth-first form, zermelo.search.dfpn.
"""

from __future__ import annotations

from math import inf

from zermelo.game import Game, State


class Node:
    """A state in the tree, and how many leaves below it have to be proved, at least, to prove it, or to be disproved, to disprove it."""

    def __init__(self, game: Game, state: State, parent: Node | None, attacker: int, target: float) -> None:
        self.state, self.parent = state, parent
        self.children: list[Node] = []
        self.proof, self.disproof = 1.0, 1.0
        if game.is_terminal(state):
            proved = game.utility(state, attacker) >= target
            self.proof, self.disproof = (0, inf) if proved else (inf, 0)
        elif comes_back(game, self):
            self.proof, self.disproof = inf, 0
        self.attacks = game.to_move(state) == attacker


def proof_number_search(game: Game, state: State, attacker: int, target: float, nodes: int) -> bool | None:
    """Whether `attacker` can force an end that is worth at least `target` to them, where a position that comes back is their failure.

    None where the tree has more than so many nodes before that is known. O(nodes) memory.
    """
    root = Node(game, state, None, attacker, target)
    made = 1
    while root.proof > 0 and root.disproof > 0:
        if made > nodes:
            return None
        leaf = most_proving(root)
        for action in game.actions(leaf.state):
            leaf.children.append(Node(game, game.result(leaf.state, action), leaf, attacker, target))
        made += len(leaf.children)
        update(leaf)
    return root.proof == 0


def most_proving(node: Node) -> Node:
    """The leaf that both a proof and a disproof with the fewest leaves go by: proving it brings the one nearer, disproving it the other."""
    while node.children:
        attacks = node.attacks
        node = min(node.children, key=lambda child: child.proof if attacks else child.disproof)
    return node


def update(node: Node | None) -> None:
    """Count anew in a node whose children have changed, and in all above it: one has to be proved where the attacker moves, else all."""
    while node is not None:
        proofs, disproofs = [child.proof for child in node.children], [child.disproof for child in node.children]
        if node.attacks:
            node.proof, node.disproof = min(proofs), sum(disproofs)
        else:
            node.proof, node.disproof = sum(proofs), min(disproofs)
        node = node.parent


def comes_back(game: Game, node: Node) -> bool:
    """Whether the state of a node stands above it, too."""
    above, key = node.parent, game.key(node.state)
    while above is not None:
        if game.key(above.state) == key:
            return True
        above = above.parent
    return False
