"""Rewards on the way: every searcher finds what a plain recursion finds, in both modes, and so do those who play, watch and solve."""

from __future__ import annotations

import json
import random
from math import inf
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

import zermelo as z
from zermelo.cli.app import app
from zermelo.errors import GameError, SearchError, SpecError
from zermelo.explain.simulations import watched
from zermelo.game import CHANCE, MAX, MIN, rewards
from zermelo.games.kuhn import Kuhn
from zermelo.play.play import Playing, dice
from zermelo.search.ladder import Climb
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.minimax import minimax
from zermelo.search.solutions import solve as scores_of
from zermelo.solving.value_iteration import ValueIteration
from zermelo.verify.games import random_game, random_root
from zermelo.verify.positions import verify
from zermelo.verify.trials import TRIALS, Judged

MODES = ["interpreted", "compiled"]


class Purse(NamedTuple):
    """What is left, and who is to move."""

    coins: int
    player: int


class Coins(z.Game):
    """Who moves takes 1 to 3 coins of a heap, and wins as many where that is odd and loses as many where it is even; so may move again.

    Nothing is left to win at the end. With `dice` a coin may fall between two moves; each player of more has only the own coins.
    """

    def __init__(self, coins: int = 9, players: int = 2, dice: bool = False) -> None:
        self.coins, self.players, self.chance, self.max_actions = coins, players, dice, 3
        self.utility_range = (-2 * coins, 2 * coins)

    def initial(self) -> Purse:
        return Purse(self.coins, MAX)

    def to_move(self, state: Purse) -> int:
        return CHANCE if self.chance and state.coins % 4 == 3 else state.player

    def actions(self, state: Purse) -> Any:
        for taken in range(1, min(3, state.coins) + 1):
            yield taken

    def outcomes(self, state: Purse) -> Any:
        yield 1, 0.25
        yield 2, 0.75

    def reward(self, state: Purse, action: int) -> float:
        return action if action % 2 == 1 else -action

    def result(self, state: Purse, action: int) -> Purse:
        again = action == 2 or (self.chance and state.coins % 4 == 3)
        return Purse(state.coins - action, state.player if again else (state.player + 1) % self.players)

    def is_terminal(self, state: Purse) -> bool:
        return state.coins == 0

    def utility(self, state: Purse, player: int) -> float:
        return 0.0

    def evaluate(self, state: Purse, player: int) -> float:
        return float(state.coins % 3 if player == state.player else -(state.coins % 3)) if self.players == 2 else 0.0


def plain(game: Coins, coins: int, player: int, depth: int) -> tuple[float, ...]:
    """What a heap is still worth to each player, by the rules above written once more."""
    if coins == 0 or depth == 0:
        return tuple(game.evaluate(Purse(coins, player), one) if coins else 0.0 for one in range(game.players))

    def taken(count: int, mover: int, following: int) -> tuple[float, ...]:
        won = count if count % 2 else -count
        after = plain(game, coins - count, following, depth - 1)
        loses = won if game.players == 2 else 0
        return tuple(part + (won if one == mover else -loses) for one, part in enumerate(after))

    if game.chance and coins % 4 == 3:
        one, two = taken(1, MAX, player), taken(2, MAX, player)
        return tuple(0.25 * first + 0.75 * second for first, second in zip(one, two, strict=True))
    values = [taken(count, player, player if count == 2 else (player + 1) % game.players) for count in range(1, min(3, coins) + 1)]
    return max(values, key=lambda value: value[player])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "alphabeta_hard", "expectiminimax", "engine", "maxn"])
def test_two_players_find_what_is_still_to_be_won(algorithm: str, mode: str) -> None:
    game = Coins()
    searched = z.best(game, algorithm=algorithm, mode=mode)
    assert searched.value in (plain(game, 9, MAX, 99), plain(game, 9, MAX, 99)[0])
    for coins, player, depth in ((9, MIN, 3), (7, MAX, 2), (5, MIN, 1)):
        found = z.best(game, Purse(coins, player), algorithm=algorithm, depth=depth, mode=mode, **_exactly(algorithm))
        expected = plain(game, coins, player, depth)
        assert found.value == (expected if algorithm == "maxn" else expected[0])
        assert found.state == Purse(coins, player)


def _exactly(algorithm: str) -> dict[str, bool]:
    return {"deeper": False} if algorithm == "engine" else {}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "engine", "maxn"])
def test_with_chance_which_has_rewards_too(algorithm: str, mode: str) -> None:
    game = Coins(11, dice=True)
    for depth in (1, 2, 3, 5, 20):
        expected = plain(game, 11, MAX, depth)
        found = z.best(game, algorithm=algorithm, depth=depth, mode=mode, **_exactly(algorithm))
        assert found.value == pytest.approx(expected if algorithm == "maxn" else expected[0])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("algorithm", ["maxn", "engine"])
def test_of_three_players_only_who_moves_has_the_reward(algorithm: str, mode: str) -> None:
    game = Coins(8, players=3)
    found = z.best(game, algorithm=algorithm, mode=mode)
    assert found.value == plain(game, 8, 0, 99)
    assert found.equals is None or found.value in found.equals


@pytest.mark.parametrize("mode", MODES)
def test_simulations_count_what_is_won_on_the_way(mode: str) -> None:
    game = Coins(6)
    found = z.best(game, algorithm="mcts", simulations=3000, mode=mode)
    assert (found.value, found.proved) == (plain(game, 6, MAX, 99)[0], True)
    assert found.game is game
    assert found.state == game.initial()


def test_a_tree_is_kept_from_move_to_move_and_its_values_are_still_from_the_root_on() -> None:
    game = Coins(9)
    monte_carlo, state, states = MonteCarlo(game, mode="interpreted"), game.initial(), list[Purse]()
    while not game.is_terminal(state):
        found = monte_carlo.search(state, simulations=2000, history=states)
        if found.proved:
            assert found.value == plain(game, state.coins, state.player, 99)[0]
        states.append(state)
        state = game.result(state, found.action)
    assert len(states) > 3


def test_where_the_rules_end_a_game_that_goes_round_simulations_prove_nothing() -> None:
    """To go round may pay there."""

    class Round(Coins):
        repetition = 0.0

    assert not z.best(Round(6), algorithm="mcts", simulations=3000, mode="interpreted").proved


@pytest.mark.parametrize("algorithm", ["pimc", "ismcts"])
def test_searches_that_deal_count_rewards(algorithm: str) -> None:
    game = Coins(5)
    options: dict[str, Any] = {"simulations": 4000} if algorithm == "ismcts" else {}
    found = z.best(game, algorithm=algorithm, seed=1, mode="interpreted", **options)
    assert found.action == z.best(game, algorithm="minimax").action
    assert found.value == pytest.approx(plain(game, 5, MAX, 99)[0], abs=0.3)


@pytest.mark.parametrize("mode", MODES)
def test_the_textbook_finds_ties_and_lines_and_what_is_sooner(mode: str) -> None:
    game = Coins(7)
    worths = {count: rewards(game, game.initial(), count)[0] + plain(game, 7 - count, int(count != 2), 99)[0] for count in (1, 2, 3)}
    best = max(worths.values())
    for sooner in (False, True):
        found = z.best(game, algorithm="alphabeta", ties=True, sooner=sooner, mode=mode)
        assert found.value == best
        state, won = game.initial(), 0.0
        for action in found.line:
            won += rewards(game, state, action)[MAX]
            state = game.result(state, action)
        assert (won, state.coins) == (best, 0)
    assert z.best(game, algorithm="alphabeta", ties=True, mode=mode).actions == tuple(count for count in worths if worths[count] == best)


def test_an_algorithm_called_by_itself_counts_them_too() -> None:
    assert minimax(Coins(), Purse(9, MAX), 99) == plain(Coins(), 9, MAX, 99)[0]


@pytest.mark.parametrize("unit", [0.1, 1 / 3])
def test_windows_between_neighbours_do_not_close_where_digits_are_short(unit: float) -> None:
    """Sums of such rewards are rounded: one that is moved by the last digit has once been taken for a bound on the wrong side."""

    class Pennies(Coins):
        def reward(self, state: Purse, action: int) -> float:
            return unit * super().reward(state, action)

    for coins in range(1, 12):
        game = Pennies(coins)
        expected = unit * plain(game, coins, MAX, 99)[0]
        for found in (z.best(game, mode="interpreted"), z.best(game, algorithm="alphabeta", ties=True, mode="interpreted")):
            assert found.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("enough", [20, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TRIALS)
def test_games_at_random_that_pay_are_held_against_the_judge(name: str, enough: int) -> None:
    compared = 0
    for seed in range(400):
        game, chooser = random_game(seed), random.Random(f"{seed} {name}")
        trial = TRIALS[name](game, chooser, "interpreted") if game.paid else None
        for _ in range(2 if trial else 0):
            for check in trial(Judged(game, random_root(game, chooser)), chooser):  # type: ignore[misc]
                compared += 1
                assert check.right, (seed, check)
        if compared > enough:
            break
    assert compared > 20


class Ring(z.Game):
    """MAX goes from a to b and c for 0.3 and 0.1, then back to a for -0.2 or stays at c for 0.1. To come back ends the game and costs 1."""

    max_actions, repetition, utility_range = 2, -1.0, (-10, 10)
    ways = ((1, 1), (2, 2), (0, 2))
    gains = ((0.3, 0.3), (0.1, 0.1), (-0.2, 0.1))

    def initial(self) -> Purse:
        return Purse(0, MIN)

    def to_move(self, state: Purse) -> int:
        return state.player

    def actions(self, state: Purse) -> Any:
        yield 0
        if state.coins == 2:
            yield 1

    def reward(self, state: Purse, action: int) -> float:
        return self.gains[state.coins][action]

    def result(self, state: Purse, action: int) -> Purse:
        return Purse(self.ways[state.coins][action], MAX)

    def is_terminal(self, state: Purse) -> bool:
        return False

    def utility(self, state: Purse, player: int) -> float:
        return 0.0


def around(game: Ring, state: Purse, before: tuple[Purse, ...] = ()) -> float:
    """What a state of the ring is worth to MAX after these."""
    if state in before:
        return -1.0
    sign = 1 if state.player == MAX else -1
    ways = [
        sign * game.reward(state, action) + around(game, game.result(state, action), (*before, state)) for action in game.actions(state)
    ]
    return max(ways) if state.player == MAX else min(ways)


@pytest.mark.parametrize("mode", MODES)
def test_no_proof_is_taken_over_from_another_way_where_going_round_pays(mode: str) -> None:
    """At c it has once been proved by what c is worth that to stay at c is worth 0.1 more, though the rules end the game there."""
    game = Ring()
    changes = {"early_from": 2, "internal_from": 2, "deeper": False, "order": False, "repetition": False}
    for root in (game.initial(), *(Purse(place, MAX) for place in range(3))):
        expected = around(game, root)
        for depth in range(1, 14):
            for more in ({}, changes):
                found = z.Engine(game, mode=mode, **more).search(root, depth=depth)
                assert not found.proved  # the rules end the game the third time
        assert found.value == pytest.approx(expected, abs=1e-12)
    with pytest.raises(SearchError, match="an action is worth depends on the positions before it"):
        scores_of(z.Engine(game, mode="interpreted"))


@pytest.mark.parametrize("name", ["engine to a depth", "engine's proofs", "Monte Carlo"])
def test_games_at_random_that_pay_and_go_round(name: str) -> None:
    found = 0
    for seed in [100031, *range(1500)]:
        game, chooser = random_game(seed), random.Random(f"{seed} net")
        if not (game.paid and game.circles) or found > 9:
            continue
        trial = TRIALS[name](game, chooser, "interpreted")
        if trial is None:
            continue
        found += 1
        for _ in range(3 if name == "Monte Carlo" else 12):
            for check in trial(Judged(game, random_root(game, chooser)), chooser):
                assert check.right, (seed, check)
    assert found > 5


# Solving


@pytest.mark.parametrize("mode", MODES)
def test_value_iteration_adds_them_up(mode: str) -> None:
    game = Coins(15, dice=True)
    found = ValueIteration(game, mode=mode).run()
    for one in found.values():
        expected = plain(game, one.state.coins, one.state.player, 99)[0]
        assert one.low <= expected + 1e-9
        assert one.high >= expected - 1e-9
        assert one.value == pytest.approx(expected)
    assert z.solve(game, mode=mode).value == pytest.approx(plain(game, 15, MAX, 99)[0])


def test_value_iteration_where_one_goes_round_and_pays() -> None:
    """Who rolls a die until a six comes pays 1 for each roll: 6 on average."""

    class Rolls(z.Game):
        players, chance, max_actions, utility_range = 1, True, 2, (-1e6, 0.0)

        def initial(self) -> Purse:
            return Purse(1, 0)

        def to_move(self, state: Purse) -> int:
            return CHANCE if state.coins else 0

        def actions(self, state: Purse) -> Any:
            yield 0

        def outcomes(self, state: Purse) -> Any:
            yield 0, 1 / 6
            yield 1, 5 / 6

        def reward(self, state: Purse, action: int) -> float:
            return -1

        def result(self, state: Purse, action: int) -> Purse:
            return Purse(action, 0)

        def is_terminal(self, state: Purse) -> bool:
            return state.coins == 0

        def utility(self, state: Purse, player: int) -> float:
            return 0

    found = ValueIteration(Rolls()).run().root
    assert found.value == pytest.approx(-6)
    assert found.high - found.low < 1e-6
    Rolls.utility_range = None  # type: ignore[assignment]
    with pytest.raises(SearchError, match="give it `utility_range`"):
        ValueIteration(Rolls())


def test_a_utility_range_that_cannot_hold_is_told_by_value_iteration() -> None:
    game = Coins(6)
    game.utility_range = (-1, 1)
    with pytest.raises(z.GameError, match=r"utility_range of Coins.* is \(-1, 1\), and position .* brings at least \S+ and at most"):
        ValueIteration(game).run()


@pytest.mark.parametrize("mode", MODES)
def test_the_engine_solves_a_state_where_chance_moves(mode: str) -> None:
    game = Coins(7, dice=True)
    for player in (MAX, MIN):
        found = scores_of(z.Engine(game, mode=mode), Purse(7, player))
        assert found.score == pytest.approx(plain(game, 7, player, 99)[MAX])
        assert (found.scores, found.best, found.line, found.stopped) == ({}, (), (), "solved")


def test_strategies_are_judged_with_them() -> None:
    game = Coins(4)
    solver = z.Solver(game, "cfr+", mode="interpreted")
    solver.run(300)
    assert solver.judge().values[MAX] == pytest.approx(plain(game, 4, MAX, 99)[0], abs=0.05)
    assert {state for state, _, _ in solver.tree.information_sets()} <= {Purse(coins, player) for coins in range(5) for player in (0, 1)}


class Paying(Kuhn):
    """Kuhn poker: chips go to the other as they are bet, MAX has half a chip for the rank of each card; the end makes up for it."""

    of_the_end = Kuhn.utility

    def __init__(self) -> None:
        super().__init__()
        self.utility_range = (-9.0, 9.0)

    def reward(self, state: Any, action: int) -> float:
        if self.to_move(state) == CHANCE:
            return 0.5 * action
        return -1.0 if action == 1 else 0.0

    def won(self, state: Any) -> float:
        """What all rewards have brought MAX."""
        dealt, bets = 0, 0
        for card in state.cards:
            dealt += card if card >= 0 else 0
        for turn in range(len(state.bets)):
            bets += (1 if turn % 2 == 1 else -1) if state.bets[turn] == 1 else 0
        return 0.5 * dealt + bets

    def utility(self, state: Any, player: int) -> float:
        return self.of_the_end(state, player) - (self.won(state) if player == MAX else -self.won(state))


@pytest.mark.parametrize("mode", MODES)
def test_hands_that_are_hidden_are_worth_what_is_published(mode: str) -> None:
    """Kuhn poker is worth -1/18 to who begins (H. W. Kuhn, 1950)."""
    found = z.solve(Paying(), tolerance=1e-3, mode=mode)
    assert found.value == pytest.approx(-1 / 18, abs=2e-3)


def test_deals_are_worth_what_they_are_without_rewards_less_what_was_won() -> None:
    game, plain_game = Paying(), Kuhn()
    for actions in ((0, 1), (1, 2, 0), (2, 1, 0, 1), (2, 0, 1), (0, 2, 0, 1)):
        states = [game.initial()]
        for action in actions:
            states.append(game.result(states[-1], action))
        state, mover = states[-1], game.to_move(states[-1])
        seen = game.observe(state, mover)
        mine, theirs = (z.best(one, state, algorithm="pimc", mode="interpreted", history=states[:-1]) for one in (game, plain_game))
        unseen = sum(0.5 * card for card in range(3) if card != state.cards[mover]) / 2  # the other's card, on average
        won = game.won(seen) + unseen
        assert mine.action == theirs.action
        assert mine.value + won == pytest.approx(theirs.value)


class Row(z.Game):
    """Rules as people write Python: a coin from either end, with half of its neighbour's worth; an even one lets its player go on."""

    max_actions = 4
    utility_range = (-60, 60)

    def initial(self) -> Any:
        return {"coins": [3, 1, 4, 1, 5, 9], "player": MAX}

    def key(self, state: Any) -> Any:
        return (tuple(state["coins"]), state["player"])

    def to_move(self, state: Any) -> int:
        return int(state["player"])

    def actions(self, state: Any) -> Any:
        return sorted({0, len(state["coins"]) - 1})

    def reward(self, state: Any, action: int) -> float:
        coins = state["coins"]
        return float(coins[action] + 0.5 * sum(coin for place, coin in enumerate(coins) if abs(place - action) == 1))

    def result(self, state: Any, action: int) -> Any:
        left = [coin for place, coin in enumerate(state["coins"]) if place != action]
        return {"coins": left, "player": state["player"] if state["coins"][action] % 2 == 0 else 1 - state["player"]}

    def is_terminal(self, state: Any) -> bool:
        return not state["coins"]

    def utility(self, state: Any, player: int) -> float:
        return 0


def still(coins: tuple[int, ...]) -> float:
    """What who moves in a Row is ahead by from here on."""
    found = []
    for place in {0, len(coins) - 1} if coins else ():
        won = coins[place] + sum(coins[near] for near in (place - 1, place + 1) if 0 <= near < len(coins)) / 2
        rest = still(coins[:place] + coins[place + 1 :])
        found.append(won + (rest if coins[place] % 2 == 0 else -rest))
    return max(found, default=0)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("algorithm", ["engine", "alphabeta", "mcts"])
def test_rules_as_people_write_python_win_on_the_way(algorithm: str, mode: str) -> None:
    wishes = {"simulations": 2000} if algorithm == "mcts" else {}
    found = z.best(Row(), algorithm=algorithm, mode=mode, **wishes)
    assert found.mode == mode
    if algorithm != "mcts" or found.proved:
        assert found.value == still((3, 1, 4, 1, 5, 9))
    assert found.value == pytest.approx(still((3, 1, 4, 1, 5, 9)), abs=1.5)


@pytest.mark.parametrize("player", [MAX, MIN])
def test_the_score_of_an_action_has_its_reward(player: int) -> None:
    game = Coins()
    solution = scores_of(z.Engine(game, mode="interpreted"), Purse(7, player))
    for count, score in solution.scores.items():
        assert (
            score
            == rewards(game, Purse(7, player), count)[player] + plain(game, 7 - count, player if count == 2 else 1 - player, 99)[player]
        )
    assert solution.score == max(solution.scores.values())


# Playing


def test_a_game_is_worth_what_was_won_in_it() -> None:
    game = Coins()
    played = z.play_game(game, ["random", "random"], seed=3)
    won = [0.0, 0.0]
    for turn in played.turns:
        won = [sum_ + part for sum_, part in zip(won, rewards(game, turn.state, turn.action), strict=True)]
    assert played.utilities == tuple(won)
    best = z.play_game(game, ["alphabeta", "engine"], mode="interpreted")
    assert best.utilities == (plain(game, 9, MAX, 99)[0], -plain(game, 9, MAX, 99)[0])


def test_the_actions_of_an_opening_count_in_a_match() -> None:
    game = Coins()
    for record in z.match(game, ["random", "random"], games=6, seed=1).records:
        won = sum(rewards(game, turn.state, turn.action)[MAX] for turn in record.turns)
        assert (record.opening, record.utilities) == (2, (won, -won))


def test_what_is_taken_back_is_not_won() -> None:
    game = Coins()
    playing = Playing(game, [lambda state: 1] * 2, [game.initial()], dice(1))
    for action in (3, 1, 2):
        playing.take(action)
    assert [playing.won(ply) for ply in range(4)] == [(0, 0), (3, -3), (2, -2), (0, 0)]
    other = playing.copy()
    playing.take_back(1)
    assert (playing.won(), other.won()) == ((3, -3), (0, 0))
    again = Playing(game, playing.players, other.states, dice(1))
    assert again.won() == other.won()
    assert Playing(z.load_game("nim"), playing.players, [z.load_game("nim").initial()], dice(1)).won() is None


# Seen


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "maxn"])
def test_who_watches_sees_the_reward_on_each_branch(algorithm: str) -> None:
    game = Coins(4)
    tree = z.observe(game, algorithm=algorithm)
    assert tree.value[0] in (plain(game, 4, MAX, 99), plain(game, 4, MAX, 99)[0])
    assert [tree.name(child) for child in tree.children[0]] == ["1 +1", "2 -2", "3 +3"]
    assert repr(tree.game) == repr(game)


def test_who_watches_simulations_sees_what_the_games_brought() -> None:
    found = watched(Coins(5), simulations=6)
    assert {abs(one.reward) for one in found.simulations} != {0.0}


def test_the_terminal_says_what_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    told = CliRunner().invoke(
        app, ["play", "dots_and_boxes(1, 1)", "--players", "random", "random", "--seed", "1", "--mode", "interpreted"]
    )
    assert "(+1)" in told.output
    assert "utility -1, MIN won" in told.output
    asked = CliRunner().invoke(app, ["best", "dots_and_boxes(1, 1)", "--mode", "interpreted", "--json"])
    assert json.loads(asked.output)["value"] == -1


@pytest.mark.parametrize("unit", [1, 0.1])
def test_the_rungs_of_a_ladder_find_one_value_and_verify_says_so(unit: float) -> None:
    class Pennies(Coins):
        def reward(self, state: Purse, action: int) -> float:
            return unit * super().reward(state, action)

        def evaluate(self, state: Purse, player: int) -> float:
            return unit * super().evaluate(state, player)

    game = Pennies(9)
    climb = Climb(game, depth=5, mode="interpreted")
    found = [climb.measure(rung) for rung in climb.rungs]
    exact = [one.last.value for one in found if one.rung.keeps_value and one.last]
    assert len(exact) > 3
    assert exact == [pytest.approx(unit * plain(Coins(9), 9, MAX, 5)[0])] * len(exact)
    assert verify(game, depth=5, positions=10, mode="interpreted").ok
    with pytest.raises(SearchError, match="knows no repetition"):
        Climb(Ring(), depth=3)


# What is refused


def test_rewards_that_are_none_are_told_with_their_position() -> None:
    class Bad(Coins):
        def reward(self, state: Purse, action: int) -> float:
            return inf if state.coins == 3 else 0.0

    with pytest.raises(GameError, match=r"`reward` of 1 is inf in position '3 "):
        z.best(Bad(), mode="interpreted")
    report = z.check(Bad(), compile=False)
    assert any(problem.rule == "reward" and "a reward is finite" in problem.message for problem in report.problems)


def test_rewards_beyond_the_utility_range_are_found() -> None:
    class Rich(Coins):
        def __init__(self) -> None:
            super().__init__(6)
            self.utility_range = (-3, 3)

    problems = [problem.message for problem in z.check(Rich(), compile=False).problems if problem.rule == "reward"]
    assert problems
    assert "outside utility_range = (-3, 3)" in problems[0]


def test_an_evaluation_estimates_what_is_to_come_and_the_end_counts_as_it_is() -> None:
    class Half(z.Evaluation):
        def value(self, game: Any, state: Purse, player: int) -> float:
            return 0.5 if player == state.player else -0.5

    class Judged_(Coins):  # noqa: N801
        evaluations = {"half": Half()}  # noqa: RUF012

    game = Judged_(9)
    expected = max(won + (0.5 if count == 2 else -0.5) for count, won in ((1, 1), (2, -2), (3, 3)))
    for algorithm in ("alphabeta", "engine"):
        assert z.best(game, algorithm=algorithm, evaluation="half", depth=1, mode="interpreted").value == expected
        assert z.best(game, algorithm=algorithm, evaluation="half", mode="interpreted").value == plain(game, 9, MAX, 99)[0]
    with pytest.raises(SpecError, match="leave 'result' out"):
        z.best(game, evaluation="half + 0 * result", mode="interpreted")
