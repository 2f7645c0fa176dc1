"""What rules say of a state and of what follows, mixed into two words: to hold compiled rules against the same rules in plain Python."""

from __future__ import annotations

from zermelo.game import CHANCE, MAX, Game, State
from zermelo.search.algorithm import Counts, algorithm
from zermelo.words import fingerprint, mix64, word_of


@algorithm
def survey(game: Game, state: State, depth: int) -> Counts:
    """All states that up to `depth` actions lead to from a state, with who is to move and the actions; and what ends are worth to MAX, with
    how likely the outcomes of chance are. The order of actions counts for nothing.
    """
    told = fingerprint(game.key(state))
    if game.is_terminal(state):
        return mix64(told), word_of(float(game.utility(state, MAX)))
    worth = 0
    mover = game.to_move(state)
    told = mix64(told ^ mover)
    if depth == 0:
        return told, worth
    if mover == CHANCE:
        for action, chance in game.outcomes(state):
            below, worths = survey(game, game.result(state, action), depth - 1)
            told ^= mix64(below ^ mix64(action))
            worth ^= mix64(worths ^ mix64(word_of(chance)))
        return told, worth
    for action in game.actions(state):
        below, worths = survey(game, game.result(state, action), depth - 1)
        told ^= mix64(below ^ mix64(action))
        worth ^= mix64(worths ^ mix64(action))
    return told, worth
