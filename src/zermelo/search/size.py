"""How large a tree is, without searching it: for who has to know beforehand whether it is too large."""

from __future__ import annotations

from itertools import islice

from zermelo.game import CHANCE, Game, State


def tree_size(game: Game, state: State, depth: int | None, most: int) -> int:
    """The nodes of the tree below `state`, itself among them, to `depth` or to the end of the game; `most` + 1 if there are more.

    Takes time and memory for `most` nodes at the most.
    """
    nodes, level = 1, [state]
    for _ in range(most if depth is None else depth):
        below: list[State] = []
        for one in level:
            if game.is_terminal(one):
                continue
            chances = game.to_move(one) == CHANCE
            actions = (action for action, _ in game.outcomes(one)) if chances else iter(game.actions(one))
            below += [game.result(one, action) for action in islice(actions, game.max_actions)]
            if nodes + len(below) > most:
                return most + 1
        if not below:
            break
        nodes, level = nodes + len(below), below
    return nodes
