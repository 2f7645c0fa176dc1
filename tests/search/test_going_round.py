"""Games in which positions come back: a search to their end, which does not come, says so soon."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.search import textbook
from zermelo.search.size import coming_back


class Ludo(z.Game):
    """Three race over four squares, by a coin; who steps on another sends them back to the start."""

    players = 3
    chance = True

    def initial(self):
        return ((0, 0, 0), 0, 0)

    def to_move(self, state):
        return state[1] if state[2] else z.CHANCE

    def outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        at, turn, coin = state
        if not coin:
            return (at, turn, action)
        goal = at[turn] + coin * action
        moved = tuple(goal if one == turn else 0 if place == goal and 0 < goal < 4 else place for one, place in enumerate(at))
        return (moved, (turn + 1) % 3, 0)

    def is_terminal(self, state):
        return max(state[0]) >= 4

    def utility(self, state, player):
        return int(state[0][player] >= 4)


class Ring(z.Game):
    """Three walk round a ring of 9; who meets another wins."""

    players = 3

    def initial(self):
        return ((0, 3, 6), 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        moved = (state[0][state[1]] + action - 1) % 9
        return (tuple(moved if one == state[1] else place for one, place in enumerate(state[0])), (state[1] + 1) % 3)

    def is_terminal(self, state):
        return len(set(state[0])) < 3

    def utility(self, state, player):
        return int(player == (state[1] + 2) % 3)


TOLD = r"goes round \(.* comes back\), and maxn does not come to its end: say how many plies .*depth=4.*algorithm='mcts'"


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize("search", [z.best, z.solve])
def test_a_game_for_three_with_chance_that_goes_round_is_told(search, mode, monkeypatch):
    monkeypatch.setattr(textbook, "_ROUND_SECONDS", 0.3)
    with pytest.raises(z.SearchError, match=TOLD):
        search(Ludo(), mode=mode)


def test_with_a_depth_it_is_searched():
    assert len(z.best(Ludo(), depth=5).value) == 3


def test_without_chance_solve_says_so_too(monkeypatch):
    with pytest.raises(z.SearchError, match=r"Ring.* goes round .*, and engine does not come to its end"):
        z.solve(Ring())
    monkeypatch.setattr(textbook, "_ROUND_SECONDS", 0.3)
    with pytest.raises(z.SearchError, match=TOLD):
        z.best(Ring(), algorithm="maxn")


def test_what_comes_back_is_found_and_nothing_else():
    assert coming_back(Ring(), Ring().initial()) is not None
    game = z.load_game("nim(players=3)")
    assert coming_back(game, game.initial()) is None
    assert coming_back(Ring(), Ring().initial(), 1) is None
