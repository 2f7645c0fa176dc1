"""Value iteration: published values of Pig and Piglet, a plain solution of the same games, and random games that go round."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.solve.morris import Morris
from zermelo.errors import GameError, SearchError
from zermelo.games.pig import HOLD, ROLL, Pig, State
from zermelo.solving.value_iteration import TOLERANCE, ValueIteration


def chance_to_win(value: float) -> float:
    return (value + 1) / 2


class Coin(NamedTuple):
    scores: tuple[int, int]
    points: int
    player: int
    tossing: bool


class Piglet(z.Game):
    """Pig with a coin: heads is a point, tails loses those of the turn."""

    chance = True
    utility_range = (-1, 1)
    max_actions = 2

    def __init__(self, goal: int = 2) -> None:
        self.goal = goal

    def initial(self) -> Coin:
        return Coin((0, 0), 0, 0, False)

    def to_move(self, state: Coin) -> int:
        return z.CHANCE if state.tossing else state.player

    def actions(self, state: Coin) -> Any:
        yield 0
        yield 1

    def outcomes(self, state: Coin) -> Any:
        yield 0, 0.5
        yield 1, 0.5

    def result(self, state: Coin, action: int) -> Coin:
        if state.tossing and action == 0:
            return Coin(state.scores, 0, 1 - state.player, False)
        if state.tossing:
            return Coin(state.scores, state.points + 1, state.player, False)
        if action == 0 and state.scores[state.player] + state.points < self.goal:
            return Coin(state.scores, state.points, state.player, True)
        held = z.replace(state.scores, state.player, state.scores[state.player] + state.points)
        return Coin(held, 0, 1 - state.player, False)

    def is_terminal(self, state: Coin) -> bool:
        return max(state.scores) >= self.goal

    def utility(self, state: Coin, player: int) -> float:
        return 1.0 if state.scores[player] >= self.goal else -1.0


@pytest.mark.parametrize(
    ("mine", "others", "points", "wins"),
    [(0, 0, 0, 4 / 7), (0, 0, 1, 5 / 7), (0, 1, 0, 2 / 5), (0, 1, 1, 3 / 5), (1, 0, 0, 4 / 5), (1, 1, 0, 2 / 3)],
)
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_piglet_to_two_points_is_as_published(mode, mine, others, points, wins):
    """Neller and Presser (2004), section on Piglet. There one may hold with nothing: so the players could go round for ever."""
    found = ValueIteration(Piglet(), Coin((mine, others), points, 0, False), mode=mode).run()
    assert chance_to_win(found.root.value) == pytest.approx(wins, abs=1e-9)
    assert (found.root.action, found.open_states) == (0, 0)


@pytest.mark.slow
def test_pig_to_a_hundred_is_as_published():
    """Neller and Presser (2004): the first player wins with probability 0.5306."""
    found = ValueIteration(Pig()).run()
    assert chance_to_win(found.root.value) == pytest.approx(0.5306, abs=5e-5)
    assert found.root.high - found.root.low <= 1e-9


def plain_pig(goal: int) -> dict[tuple[int, int, int], tuple[float, float]]:
    """By own score, the other's and the points of the turn: the chance to win by a roll and by holding; as in the paper."""
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    wins = dict.fromkeys(states, 0.5)

    def known(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else wins[i, j, k]

    def roll(i: int, j: int, k: int) -> float:
        return (1 - wins[j, i, 0] + sum(known(i, j, k + number) for number in range(2, 7))) / 6

    def hold(i: int, j: int, k: int) -> float:
        return 1 - wins[j, i + k, 0] if k else 0.0

    change = 1.0
    while change > 1e-14:
        change = 0.0
        for state in states:
            new = max(roll(*state), hold(*state))
            change, wins[state] = max(change, abs(new - wins[state])), new
    return {state: (roll(*state), hold(*state)) for state in states}


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_every_state_of_a_small_pig_is_worth_what_a_plain_solution_says(mode):
    game, plain = Pig(12), plain_pig(12)
    seen = 0
    for one in ValueIteration(game, mode=mode).run().values():
        state: State = one.state
        if game.is_terminal(state) or state.rolling or state.scores[state.player] + state.points >= 12:
            continue
        roll, hold = plain[state.scores[state.player], state.scores[1 - state.player], state.points]
        value = one.value if state.player == 0 else -one.value
        assert chance_to_win(value) == pytest.approx(max(roll, hold), abs=1e-9)
        if abs(roll - hold) > 1e-8:
            assert one.action == (ROLL if roll > hold else HOLD)
        seen += 1
    assert seen > 500


def test_a_game_that_ends_is_worth_what_expectiminimax_says():
    race = z.load_game("docs/examples/dice_race.py")
    found = ValueIteration(race).run()
    assert found.root.value == pytest.approx(z.best(race, algorithm="expectiminimax").value, abs=1e-13)
    assert found.root.low == pytest.approx(found.root.high, abs=1e-15)
    assert found.sweeps == found.graph.count  # no state is looked at twice


def test_so_is_a_game_without_chance():
    found = ValueIteration(z.load_game("hexapawn")).run()
    assert (found.root.value, found.best()) == (-1, tuple(found.actions()))
    assert found.graph.count == len({one.state for one in found.values()})


def test_both_modes_do_the_same_to_the_last_bit():
    runs = [ValueIteration(Pig(9), mode=mode).run() for mode in ("compiled", "interpreted")]
    facts = [(run.graph.count, run.components, run.sweeps, run.updates, list(run.values())) for run in runs]
    assert facts[0] == facts[1]


# Random games that go round


class Maze(z.Game):
    """Places with doors drawn by a seed: at some a player chooses, at some chance, with a small chance that the game ends there."""

    chance = True
    max_actions = 4
    utility_range = (-1, 1)
    mode = "interpreted"

    def __init__(self, seed: int, places: int = 14, leak: float = 0.05) -> None:
        chooser = random.Random(seed)
        self.movers = [chooser.choice([0, 1, z.CHANCE]) for _ in range(places)]
        self.doors = [chooser.sample(range(places + 3), chooser.randint(1, 3)) for _ in range(places)]
        self.leak, self.places = leak, places

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return z.CHANCE if state >= 100 else self.movers[state]

    def actions(self, state: int) -> Any:
        yield from (self.doors[state])

    def outcomes(self, state: int) -> Any:
        if state >= 100:  # on the way through a door the game may end
            yield state - 100, 1 - self.leak
            yield self.places + state % 3, self.leak
        else:
            for door in self.doors[state]:
                yield door, 1 / len(self.doors[state])

    def result(self, state: int, action: int) -> int:
        return action + 100 if state < 100 and action < self.places else action

    def is_terminal(self, state: int) -> bool:
        return self.places <= state < 100

    def utility(self, state: int, player: int) -> float:
        value = (-1.0, 0.25, 1.0)[state - self.places]
        return value if player == 0 else -value


def plain_values(game: z.Game, choose: Any = None) -> dict[Any, float]:
    """Bellman's iteration from 0, as plain as can be; `choose` fixes what the players do."""
    states, waiting = {game.initial()}, [game.initial()]

    def moves(state: Any) -> list[int]:
        return [action for action, _ in game.outcomes(state)] if game.to_move(state) == z.CHANCE else list(game.actions(state))

    while waiting:
        state = waiting.pop()
        following = set() if game.is_terminal(state) else {game.result(state, action) for action in moves(state)} - states
        states |= following
        waiting += following
    values = {state: game.utility(state, 0) if game.is_terminal(state) else 0.0 for state in states}
    change = 1.0
    while change > 1e-13:
        new = {}
        for state in states:
            if game.is_terminal(state):
                new[state] = values[state]
            elif game.to_move(state) == z.CHANCE:
                new[state] = sum(share * values[game.result(state, action)] for action, share in game.outcomes(state))
            else:
                worths = [values[game.result(state, action)] for action in (choose(state) if choose else game.actions(state))]
                new[state] = max(worths) if game.to_move(state) == 0 else min(worths)
        change = max(abs(new[state] - values[state]) for state in states)
        values = new
    return values


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_random_games_are_worth_what_plain_iteration_says_and_the_policy_gets_it(seed):
    game = Maze(seed)
    found = ValueIteration(game).run()
    plain = plain_values(game)
    actions = {}
    for one in found.values():
        assert one.low - 1e-10 <= plain[one.state] <= one.high + 1e-10
        assert one.high - one.low <= 1e-9
        actions[one.state] = one.action
    assert plain_values(game, lambda state: [actions[state]])[game.initial()] == pytest.approx(plain[game.initial()], abs=1e-8)


class Ring(z.Game):
    """MAX on a ring of places goes round, or at place 0 stops for 1, at place 2 for -1. MIN may be there who goes round at place 1."""

    max_actions = 2
    mode = "interpreted"

    def __init__(self, places: int = 3, stops: bool = True) -> None:
        self.places, self.stops = places, stops

    def initial(self) -> int:
        return 1

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> Any:
        yield 0
        if state == 2 or (state == 0 and self.stops):
            yield 1

    def result(self, state: int, action: int) -> int:
        return 10 + state if action else (state + 1) % self.places

    def is_terminal(self, state: int) -> bool:
        return state >= 10

    def utility(self, state: int, player: int) -> float:
        return (1.0 if state == 10 else -1.0) * (1 if player == 0 else -1)


def test_of_two_actions_that_are_worth_the_same_the_one_that_ends_the_game_is_chosen():
    found = ValueIteration(Ring()).run()
    chosen = {one.state: one.action for one in found.values()}
    assert (found.root.value, chosen[0], chosen[2]) == (1, 1, 0)


def test_where_players_can_go_round_for_ever_the_interval_stays_open():
    found = ValueIteration(Ring(4)).run()  # place 0 stops for 1; MIN at 1 and 3 cannot help it
    assert found.open_states == 0
    both_ways = ValueIteration(Ring(4, stops=False)).run()  # -1 is all that is to be had: MAX goes round, whatever that is worth
    assert (both_ways.root.low, both_ways.root.high) == (-1, 1)


def test_a_circle_that_nobody_has_to_leave_is_said_to_be_open():
    class Swing(Ring):
        def actions(self, state: int) -> Any:
            yield 0
            if state in (1, 2):
                yield 1

        def utility(self, state: int, player: int) -> float:
            return (-1.0 if state == 12 else 1.0) * (1 if player == 0 else -1)  # who stops loses

    found = ValueIteration(Swing(4)).run()
    assert (found.root.low, found.root.high, found.open_states) == (-1, 1, 4)


# Games in which a position comes back


@pytest.mark.parametrize(
    ("diagonals", "flying", "won", "lost", "drawn", "value"),
    [(True, False, 2161, 773, 936, 1), (True, True, 2278, 820, 772, 0), (False, False, 1434, 410, 2066, 0)],
)
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_three_mens_morris_has_as_many_wins_losses_and_draws_as_are_known(mode, diagonals, flying, won, lost, drawn, value):
    """The facts of a separate program, for each state the value to the player to move in it."""
    found = ValueIteration(Morris(diagonals, flying), mode=mode).run()
    assert (found.root.value, found.open_states) == (value, 0)
    worths = {(one.state.own, one.state.other): one.value * (1 if one.state.player == 0 else -1) for one in found.values()}
    counts = Counter(worths.values())
    assert (counts[1], counts[-1], counts[0]) == (won, lost, drawn)


def test_whoever_follows_the_policy_where_games_go_round_gets_the_value_at_least():
    """Against every other play: of the states that come about so none is better for the other, who can only go round."""
    game = Morris()
    found = ValueIteration(game).run()
    value, policy = {one.state: one.value for one in found.values()}, found.policy()
    for player, sign in ((0, 1), (1, -1)):

        class Followed(Morris):
            def actions(self, state):
                yield from [max(mixed, key=mixed.get)] if state.player == player and (mixed := policy.at(state)) else super().actions(state)  # noqa: B023

        against = ValueIteration(Followed(), mode="interpreted").run()
        assert all(sign * one.value >= sign * value[one.state] for one in against.values())


def test_where_no_game_ends_the_value_is_that_of_going_round():
    class Round(Ring):
        repetition = 0.25

        def actions(self, state: int) -> Any:
            yield 0

    assert [one.value for one in ValueIteration(Round(4)).run().values()] == [0.25] * 4


def test_chance_and_repetition_together_are_refused():
    class Both(Ring):
        chance, repetition = True, 0.0

    with pytest.raises(SearchError, match="depends on those before"):
        ValueIteration(Both())


class Waiting(z.Game):
    """Chance waits, nearly always, or the game is won: for want of digits the two are less than 1 by half of what they may be."""

    players, chance, utility_range = 1, True, (0, 1)

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return z.CHANCE

    def actions(self, state: int) -> Any:
        return ()

    def outcomes(self, state: int) -> Any:
        return [(0, 0.9989999995), (1, 0.001)]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state == 1

    def utility(self, state: int, player: int) -> float:
        return 1.0


def test_what_chances_lack_for_want_of_digits_does_not_add_up_in_rounds():
    found = ValueIteration(Waiting(), mode="interpreted").run().root
    assert (found.low, found.high) == (pytest.approx(1, abs=TOLERANCE), pytest.approx(1, abs=TOLERANCE))


# The policy and what it is for


def test_the_policy_is_saved_and_plays(tmp_path):
    game = Pig(15)
    found = ValueIteration(game).run()
    found.policy().save(tmp_path / "pig.json")
    spec = f"strategy:file={tmp_path / 'pig.json'}"
    policy = found.policy()
    for players in ([spec, "random"], ["random", spec], [spec, spec]):
        for seed in range(6):
            record = z.play_game(game, players, seed=seed)
            assert (record.ending, sum(record.utilities)) == ("rules", 0)
            for turn in record.turns:
                if turn.player != z.CHANCE and players[turn.player] == spec:
                    assert policy.at(turn.state)[turn.action] == 1


def test_two_who_follow_the_policy_get_the_value():
    game = Pig(8)
    found = ValueIteration(game).run()
    policy = found.policy()

    @cache
    def mixed(state: State) -> Any:
        return [max(policy.at(state), key=policy.at(state).get)]

    class Followed(Pig):
        def actions(self, state: State) -> Any:
            yield from mixed(state)

    assert ValueIteration(Followed(8), mode="interpreted").run().root.value == pytest.approx(found.root.value, abs=1e-8)


# What it refuses, and how it is stopped


@pytest.mark.parametrize(
    ("spec", "options", "told"),
    [
        ("pig", {"most": 100}, "Pig.goal=100. has more than 100 states from '0-0 0 1' on"),
        ("kuhn", {}, "hides something"),
        ("nim(players=3)", {}, "3 players; states are listed for one or two"),
        ("go(2)", {}, "superko"),
        ("pig", {"most": 0}, "the most states are a whole number"),
        ("pig", {"tolerance": -1}, "a tolerance is a number from 0 up, not -1"),
        ("pig", {"mode": "quick"}, "mode 'quick' is not one of"),
    ],
)
def test_what_it_is_not_for_is_told(spec, options, told):
    with pytest.raises(SearchError, match=told):
        ValueIteration(z.load_game(spec), **options)


def test_a_game_that_never_ends_is_told():
    class Endless(Ring):
        def actions(self, state: int) -> Any:
            yield 0

    with pytest.raises(SearchError, match=r"no game .* ever ends"):
        ValueIteration(Endless())


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(("loaded", "told"), [((0.5, 0.4), "sum to 0.9"), ((1.5, -0.5), "the probability -0.5")])
def test_probabilities_that_are_none_are_told_with_the_position(mode, loaded, told):
    class Loaded(Piglet):
        def __init__(self, tails: float, heads: float) -> None:
            self.goal, self.tails, self.heads = 2, tails, heads

        def outcomes(self, state: Coin) -> Any:
            yield 0, self.tails
            yield 1, self.heads

    with pytest.raises(GameError, match=f"{told} in position '"):
        ValueIteration(Loaded(*loaded), mode=mode)


def test_after_ctrl_c_what_is_known_is_right_and_it_goes_on(monkeypatch):
    monkeypatch.setattr("zermelo.solving.value_iteration._CHUNK", {"interpreted": 100, "compiled": 100})
    calls = 0

    def interrupt(text: str) -> None:
        nonlocal calls
        calls += "component" in text
        if calls == 5:
            raise KeyboardInterrupt

    found = ValueIteration(Pig(9), progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        found.run()
    value = ValueIteration(Pig(9)).run().root.value
    assert not found.done
    assert found.root.low <= value <= found.root.high
    assert found.run().root.value == value


def test_more_states_than_are_listed_at_once_are_listed_by_compiled_code():
    few, many = (ValueIteration(z.load_game(f"pig({target})")) for target in (3, 20))
    assert (few.mode, many.mode) == ("interpreted", "compiled")
