"""The judge: what a state is worth, by the definition, in plain Python that shares nothing with the searches it judges.

A worth is a tuple with a number for each player. No bounds, no order, no table but a memory of states that were judged before;
where a position that comes back ends the game, what came before is a part of the state.
"""

from __future__ import annotations

from typing import Any

CHANCE = -1
Worth = tuple[float, ...]


def worth(
    game: Any, state: Any, depth: int, known: dict[Any, Worth], repetition: float | None = None, before: tuple[Any, ...] = ()
) -> Worth:
    """What a state is worth when everybody plays as well as can be, `depth` plies ahead; of equals the first action is taken.

    repetition  what a game is worth to MAX in which a position comes back, whose `key`s so far are `before`; None: nothing is
    """
    if game.is_terminal(state):
        return worths(game, game.utility, state)
    if depth == 0:
        return worths(game, game.evaluate, state)
    if repetition is not None:
        if game.key(state) in before:
            return (repetition, -repetition)[: game.players]
        before = (*before, game.key(state))
    if (state, depth, before) not in known:
        mover = game.to_move(state)
        outcomes = [(action, 1) for action in game.actions(state)] if mover != CHANCE else list(game.outcomes(state))
        children = [
            after(game, state, action, worth(game, game.result(state, action), depth - 1, known, repetition, before))
            for action, _ in outcomes
        ]
        known[state, depth, before] = max(children, key=lambda child: child[mover]) if mover != CHANCE else mean(outcomes, children)
    return known[state, depth, before]


def after(game: Any, state: Any, action: int, child: Worth) -> Worth:
    """What an action is worth that leads to a child worth so much: who moves has its reward, and the other of two pays it."""
    won = game.reward(state, action)
    mover = max(0, game.to_move(state))
    return tuple(won + part if player == mover else (part - won if len(child) == 2 else part) for player, part in enumerate(child))


def mean(outcomes: list[tuple[int, float]], children: list[Worth]) -> Worth:
    """The average of worths, by the probabilities of the outcomes that lead to them."""
    total = (0.0,) * len(children[0])
    for (_, chance), child in zip(outcomes, children, strict=True):
        total = tuple(whole + chance * part for whole, part in zip(total, child, strict=True))
    return total


def worths(game: Any, method: Any, state: Any) -> Worth:
    """`utility` or `evaluate` for each player."""
    return tuple(float(method(state, player)) for player in range(game.players))


def against_all(game: Any, state: Any, player: int, depth: int, passing: bool = False) -> float:
    """To `player`, what a state is worth if all others do nothing but harm; with `passing`, one of them a turn, and the rest pass."""
    if game.is_terminal(state) or depth == 0:
        return float((game.utility if game.is_terminal(state) else game.evaluate)(state, player))
    if game.to_move(state) == player:  # what others win on the way is nothing to the player
        return max(
            float(game.reward(state, action)) + against_all(game, game.result(state, action), player, depth - 1, passing)
            for action in game.actions(state)
        )
    return min(against_all(game, child, player, depth - 1, passing) for child in replies(game, state, player, passing))


def replies(game: Any, state: Any, player: int, passing: bool) -> list[Any]:
    """The states that follow a turn of others."""
    children = [game.result(state, action) for action in game.actions(state)]
    if not passing:
        return children
    made, turn = [], state
    while not game.is_terminal(turn) and game.to_move(turn) != player:
        made += [game.result(turn, action) for action in game.actions(turn)]
        turn = game.null_move(turn)
    for place, child in enumerate(made):
        while not game.is_terminal(child) and game.to_move(child) != player:
            child = game.null_move(child)
        made[place] = child
    return made
