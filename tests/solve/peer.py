"""OpenSpiel's words for our games: the same information sets under other names."""

from __future__ import annotations

from typing import Any

from zermelo import CHANCE, Game
from zermelo.solving.strategy import Strategy

THEIRS = {"kuhn": "kuhn_poker", "kuhn(3)": "kuhn_poker(players=3)", "leduc": "leduc_poker", "liars_dice(1, 3)": "liars_dice(dice_sides=3)"}
"""Names of games of ours, and of theirs."""


def pairs(game: Game, theirs: Any) -> dict[str, Any]:
    """The observation of ours that belongs to each of their information states."""
    found: dict[str, Any] = {}
    waiting = [(game.initial(), theirs.new_initial_state())]
    while waiting:
        state, other = waiting.pop()
        if other.is_terminal():
            continue
        if game.to_move(state) == CHANCE:
            ours, others = [action for action, _ in game.outcomes(state)], other.legal_actions()
            waiting += [(game.result(state, a), other.child(b)) for a, b in zip(ours, others, strict=True)]
        else:
            found[other.information_state_string()] = game.observe(state, game.to_move(state))
            waiting += [(game.result(state, action), other.child(action)) for action in game.actions(state)]
    return found


def policy(strategy: Strategy, theirs: Any) -> Any:
    """The strategy as one of their policies."""
    import pyspiel

    table = {known: list(strategy.mixed[seen].items()) for known, seen in pairs(strategy.game, theirs).items()}
    return pyspiel.TabularPolicy(table)
