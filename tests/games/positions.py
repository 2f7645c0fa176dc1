"""Positions that random play reaches, for the property tests of the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from zermelo import CHANCE, Game


@st.composite
def positions(draw: Any, games: Sequence[Game], longest: int = 60) -> tuple[Game, Any]:
    """One of the games, with a state that at most `longest` random actions lead to."""
    game = draw(st.sampled_from(games))
    state = game.initial()
    for choice in draw(st.lists(st.integers(0, 1000), max_size=longest)):
        if game.is_terminal(state):
            break
        by_chance = game.to_move(state) == CHANCE
        actions = [action for action, _ in game.outcomes(state)] if by_chance else list(game.actions(state))
        state = game.result(state, actions[choice % len(actions)])
    return game, state
