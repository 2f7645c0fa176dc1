"""Paranoid and best-reply search: the engine on a view finds what the definitions say, on games of three and more."""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import inf
from typing import Any

import pytest

import zermelo as z
from tests.search.engine.webs import State, Web
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options
from zermelo.search.multiplayer.perspective import BestReply, Paranoid


class Hands(Web):
    """Some players in turn, or twice in a row; who passes lets the next one move."""

    max_actions = 5
    utility_range = (-2.0, 2.0)

    def __init__(self, players: int = 3, layers: int = 7, width: int = 6) -> None:
        super().__init__(layers, width)
        self.players = players

    def to_move(self, state: State) -> int:
        return (mixed_player(state) + state.side) % self.players

    def null_move(self, state: State) -> State:
        return State(state.seed, state.layer, state.number, (state.side + 1) % self.players)

    def worth(self, state: State, player: int) -> float:
        return ((state.number * 7 + player * 11 + state.layer * 3 + state.seed) % 13 - 6) / 3

    def utility(self, state: State, player: int) -> float:
        return self.worth(state, player)

    def evaluate(self, state: State, player: int) -> float:
        return self.worth(state, player) / 2

    def tactical(self, state: State) -> Iterable[int]:
        return ()


def mixed_player(state: State) -> int:
    return (state.layer + state.number * (state.seed % 2)) % 7


def paranoid(game: Hands, state: State, player: int, depth: int) -> float:
    """The definition: the player takes what is best, everybody else what is worst for the player."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    worths = [paranoid(game, game.result(state, action), player, depth - 1) for action in game.actions(state)]
    return max(worths) if game.to_move(state) == player else min(worths)


def best_reply(game: z.Game, state: Any, player: int, depth: int) -> float:
    """The definition: after the player's move the worst of all moves that any one of the others could make."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    if game.to_move(state) == player:
        return max(best_reply(game, game.result(state, action), player, depth - 1) for action in game.actions(state))
    worst, turn = inf, state
    while not game.is_terminal(turn) and game.to_move(turn) != player:
        for action in game.actions(turn):
            after = game.result(turn, action)
            while not game.is_terminal(after) and game.to_move(after) != player:
                after = game.null_move(after)
            worst = min(worst, best_reply(game, after, player, depth - 1))
        turn = game.null_move(turn)
    return worst


class Bidding(z.Game):
    """Three players bid 1 or 2, or pass; three passes in a row end it. The last bidder has what was bid."""

    players, max_actions = 3, 2
    utility_range = (0, 6)

    def initial(self) -> tuple[int, int, int, int]:
        return (0, 0, 0, 0)  # turns made, sum of the bids, the last bidder, passes in a row

    def to_move(self, state: tuple[int, int, int, int]) -> int:
        return state[0] % 3

    def actions(self, state: tuple[int, int, int, int]) -> Iterable[int]:
        if self.is_terminal(state):
            raise AssertionError("actions of a state that is terminal")
        yield from (1, 2)

    def result(self, state: tuple[int, int, int, int], action: int) -> tuple[int, int, int, int]:
        turns, bids, _, _ = state
        return (turns + 1, bids + action, turns % 3, 0)

    def null_move(self, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        turns, bids, last, passes = state
        return (turns + 1, bids, last, passes + 1)

    def is_terminal(self, state: tuple[int, int, int, int]) -> bool:
        return state[1] >= 5 or state[3] >= 2

    def utility(self, state: tuple[int, int, int, int], player: int) -> float:
        return float(state[1]) if state[2] == player else 0.0


@pytest.mark.parametrize("algorithm", ["minimax", "engine"])
def test_a_pass_may_end_the_game_and_then_nobody_is_asked_for_actions(algorithm: str) -> None:
    """The state before has a pass already: when the second player passes too, the third cannot reply."""
    game = Bidding()
    seen = BestReply(game)
    state = (1, 2, 0, 1)  # the second player to move, one has passed
    assert list(seen.actions(seen.seen(state)._replace(player=0))) == [3, 6]  # bids of the second player, none of the third
    for depth in (1, 2, 3, 4):
        found = z.best(seen, seen.seen(state)._replace(player=0), algorithm=algorithm, mode="interpreted", depth=depth)
        assert found.value == best_reply(game, state, 0, depth)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("view", "definition"), [(Paranoid, paranoid), (BestReply, best_reply)])
def test_the_engine_finds_what_the_definition_says(view: type[Paranoid], definition: type, players: int) -> None:
    game, chooser = Hands(players), random.Random(players)
    seen = view(game)
    engines = [Engine(seen, options=Options().strict(), table=1 / 64, mode=mode) for mode in ("compiled", "interpreted")]
    for number in range(60):
        root = State(chooser.randrange(10**9), 0, 0, chooser.randrange(players))
        depth = chooser.randint(1, 5)
        expected = definition(game, root, game.to_move(root), depth)
        for engine in engines if number < 15 else engines[:1]:
            assert engine.search(seen.seen(root), depth=depth).value == expected, (root, depth)
        assert z.best(seen, seen.seen(root), depth=depth, algorithm="minimax", mode="interpreted").value == expected


@pytest.mark.parametrize("algorithm", ["paranoid", "best_reply"])
def test_best_takes_them_by_name_and_answers_in_the_game_s_own_words(algorithm: str) -> None:
    game = z.load_game("mnk(3, 3, 3, players=3)")
    state = game.read("xo./x#./o.. #")
    found = z.best(game, state, algorithm=algorithm, depth=4)
    assert (found.game, found.state, found.algorithm) == (game, state, algorithm)
    assert found.action in game.actions(state)
    assert found.names()[0] == game.name(state, found.action)


def test_a_win_at_hand_is_taken_and_one_of_the_next_player_stopped() -> None:
    game = z.load_game("mnk(4, 4, 3, players=3)")
    win = game.read("xx../oo../##../.... x")
    for algorithm in ("paranoid", "best_reply"):
        assert game.name(win, z.best(game, win, algorithm=algorithm, depth=3).action) == "(0,2)"
    threatened = game.read("x..x/oo../#.../...# x")  # o moves next
    for algorithm in ("paranoid", "best_reply"):
        assert game.name(threatened, z.best(game, threatened, algorithm=algorithm, depth=3).action) == "(1,2)"


def test_a_game_without_passes_has_no_best_reply() -> None:
    with pytest.raises(z.SearchError, match="null_move"):
        z.best(z.load_game("nim((2, 3), players=3)"), algorithm="best_reply")


def test_views_are_for_three_or_more() -> None:
    with pytest.raises(z.SearchError, match="paranoid is for three players or more"):
        z.best(z.load_game("tictactoe"), algorithm="paranoid")
