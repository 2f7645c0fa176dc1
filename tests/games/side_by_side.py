"""A game of ours and the same one of OpenSpiel, walked side by side from the root to every leaf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from zermelo import CHANCE, Game

NODES, INFORMATION_SETS = 0, 1


def walk_both(game: Game, theirs: Any, chance: Callable[[int], int] = lambda action: action) -> tuple[int, int]:
    """How many nodes the tree has and how many information sets.

    Holds at each node that both say the same: who moves, what is legal, with which probability, what the end is worth; and
    that an observation of ours tells as much as an information state of theirs: no more and no less. Actions have the same
    numbers but for those of chance, which `chance` translates to theirs.
    """
    ours_to_theirs: dict[Any, str] = {}
    theirs_to_ours: dict[Any, Any] = {}
    nodes = 0
    waiting = [(game.initial(), theirs.new_initial_state())]
    while waiting:
        state, other = waiting.pop()
        nodes += 1
        assert game.is_terminal(state) == other.is_terminal()
        if other.is_terminal():
            assert game.utilities(state) == pytest.approx(other.returns())
        elif other.is_chance_node():
            assert game.to_move(state) == CHANCE
            outcomes = dict(game.outcomes(state))
            assert {chance(action): pytest.approx(p) for action, p in outcomes.items()} == dict(other.chance_outcomes())
            waiting += [(game.result(state, action), other.child(chance(action))) for action in outcomes]
        else:
            player = game.to_move(state)
            assert player == other.current_player()
            assert sorted(game.actions(state)) == other.legal_actions()
            ours, known = (player, game.observe(state, player)), (player, other.information_state_string(player))
            assert ours_to_theirs.setdefault(ours, known) == known
            assert theirs_to_ours.setdefault(known, ours) == ours
            waiting += [(game.result(state, action), other.child(action)) for action in game.actions(state)]
    return nodes, len(ours_to_theirs)
