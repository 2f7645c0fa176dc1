"""Trees at random in which something is hidden, and what they are worth by a linear program over all pure strategies."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from zermelo.game import CHANCE, MAX, Game, State
from zermelo.games.tree import Tree
from zermelo.solving.solver import ALGORITHMS, Solver
from zermelo.verify.trials import Check

SLACK = 1e-7
"""What a linear program may be off, for want of digits."""


def random_tree(chooser: random.Random) -> Tree:
    """A deal that MAX sees, an action that both see, a reply of MIN, who has not seen the deal, and at times another of MAX."""
    deals, actions, replies = chooser.randint(2, 3), chooser.randint(1, 3), 2
    weights = [chooser.randint(1, 5) for _ in range(deals)]
    again = [[chooser.random() < 0.3 for _ in range(replies)] for _ in range(actions)]

    def leaf() -> str:
        return str(chooser.choice((-10, -3, -1, 0, 0.5, 1, 1, 2)))

    def after(action: int, reply: int) -> str:
        return f"MAX({leaf()} {leaf()})" if again[action][reply] else leaf()

    parts = []
    for weight in weights:
        moves = [f"MIN@m{action}({' '.join(after(action, reply) for reply in range(replies))})" for action in range(actions)]
        parts.append(f"{weight}/{sum(weights)}: MAX({' '.join(moves)})")
    return Tree(f"chance({' '.join(parts)})")


def value(game: Game) -> float:
    """What a small game is worth to MAX, who mixes all ways to play at all information sets."""
    from scipy.optimize import linprog

    mine, theirs = (list(_plans(game, player)) for player in (0, 1))
    payoffs = [[_expected(game, game.initial(), (one, other)) for one in mine] for other in theirs]
    below = [[-payoff for payoff in row] + [1.0] for row in payoffs]  # v <= what the mixture has against each plan of MIN
    found = linprog(
        [0.0] * len(mine) + [-1.0], A_ub=below, b_ub=[0.0] * len(theirs),
        A_eq=[[1.0] * len(mine) + [0.0]], b_eq=[1.0], bounds=[(0, None)] * len(mine) + [(None, None)],
    )  # fmt: skip
    return float(found.x[-1])


def _plans(game: Game, player: int) -> Iterator[dict[State, int]]:
    """All pure strategies of a player: an action for each observation."""
    sets: dict[State, Sequence[int]] = {}
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        mover = game.to_move(state)
        actions = [action for action, _ in game.outcomes(state)] if mover == CHANCE else list(game.actions(state))
        if mover == player:
            sets[game.observe(state, player)] = actions
        waiting += [game.result(state, action) for action in actions]
    for chosen in product(*sets.values()):
        yield dict(zip(sets, chosen, strict=True))


def _expected(game: Game, state: State, plans: tuple[dict[State, int], dict[State, int]]) -> float:
    if game.is_terminal(state):
        return float(game.utility(state, MAX))
    mover = game.to_move(state)
    if mover == CHANCE:
        return sum(chance * _expected(game, game.result(state, action), plans) for action, chance in game.outcomes(state))
    return _expected(game, game.result(state, plans[mover][game.observe(state, mover)]), plans)


def regret(chooser: random.Random, mode: str) -> Iterator[Check]:
    """Regret minimisation: the value lies between what each player is sure of, and the two come close."""
    game = random_tree(chooser)
    true, algorithm = value(game), chooser.choice(ALGORITHMS)
    solver = Solver(game, algorithm, mode=mode)
    solver.run(iterations=20_000 if algorithm == "mccfr" else 1000)
    mine, theirs = solver.judge().best_responses
    what = f"{algorithm} on tree({game.tree!r})"
    yield Check(what, (-theirs, mine), true, -theirs - SLACK <= true <= mine + SLACK)
    near: dict[str, Any] = {"cfr": 0.5, "cfr+": 0.05, "mccfr": 2.0}
    yield Check(f"{what}: near", (-theirs, mine), true, mine + theirs <= near[algorithm])
