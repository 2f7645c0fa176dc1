"""A searcher: greedy, which looks one ply ahead."""

import time

from zermelo import CHANCE, MAX, Result, SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.search.searcher import Searcher


class Greedy:
    """The actions whose results are worth most to the player to move."""

    def __init__(self, game, *, evaluation=None, mode="auto"):
        self.game = with_evaluation(game, evaluation)

    def search(self, state, *, history=(), progress=None):
        game, started, player = self.game, time.perf_counter(), self.game.to_move(state)
        if game.is_terminal(state) or player == CHANCE:
            raise SearchError("greedy searches where a player is to move")
        worth = {action: self.worth(game.result(state, action), player) for action in game.actions(state)}
        most = max(worth.values())
        actions = tuple(action for action in worth if worth[action] == most)
        return Result(
            game, state, "greedy", most if player == MAX else -most, actions[0], actions, line=actions[:1], nodes=1 + len(worth),
            leaves=len(worth), cutoffs=0, depth=1, seconds=time.perf_counter() - started, mode="interpreted",
        )  # fmt: skip

    def worth(self, state, player):
        return self.game.utility(state, player) if self.game.is_terminal(state) else self.game.evaluate(state, player)

    def clear(self):
        """It has learnt nothing that it could forget."""


def check(game):
    if game.players > 2 or game.hidden:
        raise SearchError("greedy searches games of one or two players that hide nothing")


GREEDY = Searcher("greedy", "one ply ahead, by `evaluate`", Greedy, check, takes=(), options=("evaluation",))
