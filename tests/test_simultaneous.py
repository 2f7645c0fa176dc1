"""Games in which all choose at once: as they are written, in turns, at every door, and what searches that cannot take them say."""

from __future__ import annotations

import copy
import random
from typing import NamedTuple

import pytest

import zermelo as z
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.morra import Morra
from zermelo.games.rps import RockPaperScissors
from zermelo.simultaneous import NOT_CHOSEN, UNSEEN, InTurns, Turn
from zermelo.solving.backward_induction import BackwardInduction

RPS = RockPaperScissors()


class Shown(NamedTuple):
    coins: tuple[int, ...]


class Odd(z.Game):
    """Players show one coin or none; whoever differs from both others wins 2."""

    simultaneous = True
    players = 3
    max_actions = 2

    def initial(self):
        return Shown((-1, -1, -1))

    def actions(self, state, player):
        yield from range(2)

    def result(self, state, actions):
        return Shown(actions)

    def is_terminal(self, state):
        return state.coins[0] >= 0

    def utility(self, state, player):
        coins = state.coins[0] + state.coins[1] + state.coins[2]
        if coins in (0, 3):
            return 0
        return 2 if (state.coins[player] == 1) == (coins == 1) else -1


class Sealed(Odd):
    """The same for two, each with a card of two that only the other sees; whoever guesses the own card wins a coin."""

    players = 2
    chance = True
    hidden = True

    def initial(self):
        return (-1, -1, -1, -1)  # cards, guesses

    def to_move(self, state):
        return z.CHANCE if state[1] == -1 else z.ALL

    def outcomes(self, state):
        yield from ((0, 0.5), (1, 0.5))

    def chance_result(self, state, action):
        return z.replace(state, 0 if state[0] == -1 else 1, action)

    def result(self, state, actions):
        return (state[0], state[1], actions[0], actions[1])

    def is_terminal(self, state):
        return state[2] != -1

    def utility(self, state, player):
        won = (state[0] == state[2]) - (state[1] == state[3])
        return won if player == z.MAX else -won

    def observe(self, state, player):
        return state if self.is_terminal(state) or state[player] == -1 else z.replace(state, player, -2)


# The same game in turns


def test_players_choose_one_after_the_other_and_see_no_other_s_choice():
    game = z.in_turns(RPS)
    assert isinstance(game, InTurns)
    assert (game.hidden, game.players, game.max_actions, game.utility_range) == (True, 2, 3, (-1, 1))
    begun = game.initial()
    assert (begun, game.to_move(begun)) == (Turn(RPS.initial(), (NOT_CHOSEN, NOT_CHOSEN)), z.MAX)
    half = game.result(begun, 2)
    assert (half, game.to_move(half), list(game.actions(half))) == (Turn(RPS.initial(), (2, NOT_CHOSEN)), z.MIN, [0, 1, 2])
    assert game.observe(half, z.MAX) == half
    assert game.observe(half, z.MIN) == Turn(RPS.initial(), (UNSEEN, NOT_CHOSEN)) == game.observe(game.result(begun, 0), z.MIN)
    assert not game.is_terminal(half)
    over = game.result(half, 1)
    assert (over.state, game.is_terminal(over), game.utilities(over)) == (RPS.result(RPS.initial(), (2, 1)), True, (1, -1))


def test_three_choose_in_the_order_of_their_numbers():
    game = z.in_turns(Odd())
    state = game.initial()
    for player, coin in enumerate((1, 0, 0)):
        assert game.to_move(state) == player
        state = game.result(state, coin)
    assert game.utilities(state) == (2, -1, -1)


def test_chance_moves_before_them():
    game = z.in_turns(Goofspiel(2))
    state = game.initial()
    assert (game.chance, game.to_move(state), list(game.outcomes(state))) == (True, z.CHANCE, [(1, 0.5), (2, 0.5)])
    state = game.result(state, 2)
    assert (game.to_move(state), game.write(state)) == (z.MAX, "1,2 1,2 1 2 0")


def test_what_the_game_hides_besides_stays_hidden():
    game = z.in_turns(Sealed())
    state = game.result(game.result(game.result(game.initial(), 1), 0), 1)
    assert game.observe(state, z.MIN) == Turn((1, -2, -1, -1), (UNSEEN, NOT_CHOSEN))
    assert z.check(Sealed(), compile=False).ok


def test_other_games_are_what_they_are():
    nim = z.load_game("nim")
    assert z.in_turns(nim) is nim
    assert z.in_turns(z.in_turns(RPS)).game is RPS


def test_a_method_that_is_missing_is_named():
    class NoResult(Odd):
        result = z.Game.result

    class NoToss(Sealed):
        chance_result = z.Game.chance_result

    with pytest.raises(
        z.GameError, match=r"NoResult does not define `result\(self, state, actions\)`; every game with `simultaneous = True`"
    ):
        z.in_turns(NoResult())
    with pytest.raises(z.GameError, match=r"NoToss does not define `chance_result\(self, state, action\)`; .* `chance = True`, too"):
        z.in_turns(NoToss())


def test_rewards_on_the_way_are_refused_at_every_door():
    class Paid(Odd):
        players = 2

        def reward(self, state, action):
            return 1

    for door in (
        z.in_turns,
        z.solve,
        z.Solver,
        z.best,
        z.observe,
        lambda game: z.perft(game, 2),
        lambda game: z.play_game(game, ["random"] * 2),
    ):
        with pytest.raises(z.ZermeloError, match=r"keep what each has won in the state|here all choose at once"):
            door(Paid())
    with pytest.raises(z.GameError, match=r"keep what each has won in the state, and count it in `utility`"):
        z.in_turns(Paid())


@pytest.mark.parametrize("spec", ["rps", "morra(2, 3)", "goofspiel", "goofspiel(3, 'down')"])
def test_names_of_games_give_them_in_turns(spec):
    game = z.load_game(spec)
    assert isinstance(game, InTurns)
    assert repr(game) == repr(game.game)
    again = copy.deepcopy(game)
    assert (repr(again), again.initial()) == (repr(game), game.initial())


def test_positions_are_the_game_s_own_with_what_was_chosen():
    game = z.load_game("morra")
    half = game.result(game.initial(), 21)
    assert (game.write(half), game.write(game.observe(half, 1))) == ("- | 21", "- | ?")
    assert game.read("- | ?") == game.observe(half, 1)
    assert game.show(half).endswith("player 1 has chosen 2-1")
    assert game.show(game.observe(half, 1)).endswith("player 1 has chosen")
    assert repr(half) == "Turn(state=State(first=0, second=0), chosen=(21, NOT_CHOSEN))"
    for text, told in (
        ("- | 1 2", "has 2 actions after the bar"),
        ("- | rock", "'rock' in '- | rock' is not what was chosen"),
        ("x", "not a position"),
    ):
        with pytest.raises(z.PositionError, match=told):
            game.read(text)


def test_a_bar_in_the_game_s_own_positions_is_no_bar_of_ours():
    class Barred(Odd):
        def write(self, state):
            return " | ".join(map(str, state.coins))

        def read(self, text):
            return Shown(tuple(map(int, text.split(" | "))))

    game = z.in_turns(Barred())
    state = game.initial()
    for coin in (1, 0, 1):
        assert game.read(game.write(state)) == state
        state = game.result(state, coin)
    assert game.read(game.write(state)) == state


# Doors


DOORS = {
    "solve": lambda game: z.solve(game).value,
    "equilibrium": lambda game: len(z.equilibrium(game, iterations=10).mixed),
    "Solver": lambda game: z.Solver(game).tree.count,
    "check": lambda game: z.check(game, compile=False).ok,
    "play_game": lambda game: z.play_game(game, ["random", "ismcts:simulations=20"], seed=1).utilities,
    "strategy": lambda game: z.play_game(game, ["strategy", "random"], seed=4).names(),
    "match": lambda game: z.match(game, ["random", "strategy"], 4, seed=2).score(0),
    "perft": lambda game: z.perft(game, 2).nodes,
    "best": lambda game: z.best(game, algorithm="ismcts", seed=1, simulations=50).action,
    "shown": lambda game: repr(z.shown(game)),
    "Strategy": lambda game: str(z.Strategy(game, {z.in_turns(game).initial(): {0: 0.5, 1: 0.5, 2: 0}})),
}


@pytest.mark.parametrize("door", DOORS)
def test_functions_take_a_game_as_it_is_written_and_in_turns(door):
    assert DOORS[door](RPS) == DOORS[door](z.in_turns(RPS))


def test_a_state_of_the_game_itself_is_one_in_which_nobody_has_chosen():
    game = Goofspiel(3, "up")
    later = game.result(game.initial(), (1, 3))
    played = z.play_game(game, [min_card, min_card], later)
    assert (played.start.state, played.names()) == (later, ("2", "1", "3", "2"))
    assert z.perft(game, 2, later).nodes == 4
    assert z.solve(game, later).state.state == later


def min_card(turn):
    """A player's function, which is given the state and the own choices and no other's."""
    assert not any(action >= 0 for action in turn.chosen)
    return min(turn.state.second if turn.chosen[0] == UNSEEN else turn.state.first)


ALGORITHMS = ["engine", "alphabeta", "minimax", "expectiminimax", "maxn", "mcts", None]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("game", [RPS, z.in_turns(RPS), Goofspiel(3)], ids=["rps", "in turns", "with chance"])
def test_searches_of_whole_states_say_what_to_take_instead(game, algorithm):
    with pytest.raises(z.SearchError, match=r"here all choose at once.*`zermelo solve`.*`zermelo cfr`.*strategy, ismcts.*would show"):
        z.best(game, algorithm=algorithm)


@pytest.mark.parametrize(
    "ask",
    [
        z.Engine,
        z.observe,
        lambda game: z.play_game(game, ["alphabeta", "random"]),
        lambda game: z.solve(game, algorithm="minimax"),
        lambda game: z.solve(game, algorithm="value-iteration"),
    ],
)  # fmt: skip
def test_so_do_all_others(ask):
    with pytest.raises(z.ZermeloError, match=r"all choose at once.*`zermelo solve`"):
        ask(RPS)


def test_a_board_to_play_at_is_refused():
    with pytest.raises(z.SpecError, match="hides something from its players"):
        z.widget(RPS)


def test_the_player_who_mixes_plays_what_was_found():
    found = z.solve(Morra())
    shares = found.stage().mixed
    games = [z.play_game(Morra(), ["strategy", "strategy"], seed=seed).actions for seed in range(400)]
    for seat in (0, 1):
        for action, share in shares[seat].items():
            assert sum(played[seat] == action for played in games) / 400 == pytest.approx(share, abs=0.08)


def test_who_mixes_loses_to_nobody_in_the_mean():
    game = Goofspiel(3, "up")
    strategy = BackwardInduction(game).strategy()
    chooser = random.Random(5)
    turns, won = z.in_turns(game), []
    for _ in range(300):
        state = turns.initial()
        while not turns.is_terminal(state):
            mix = strategy.at(state)
            actions = list(mix) if turns.to_move(state) == z.MAX else [max(mix)]  # the other always lays the highest card
            state = turns.result(state, chooser.choices(actions, [mix[one] for one in actions] if len(actions) > 1 else None)[0])
        won.append(turns.utility(state, z.MAX))
    assert sum(won) / len(won) >= -0.3


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("game", "nodes", "sets"),
    [
        (RPS, 1 + 3 + 9, 2),
        (Morra(2, 3), 1 + 6 + 36, 2),
        (Odd(), 1 + 2 + 4 + 8, 3),
        (Goofspiel(2), 1 + 2 + 4 + 8 + 8 + 8 + 8, 2 * (2 + 2 * 4)),  # two prizes, then four pairs of hands that are left
    ],
    ids=repr,
)
def test_trees_have_as_many_nodes_as_there_are_ways_to_choose(game, nodes, sets, mode):
    tree = z.Solver(game, mode=mode).tree
    assert (tree.count, tree.set_count, tree.mode) == (nodes, sets, mode)


def test_three_mix_too():
    solver = z.Solver(Odd(), mode="interpreted")
    solver.run(200)
    assert solver.judge().values == pytest.approx((0, 0, 0), abs=1e-3)


def test_where_more_is_hidden_regret_minimisation_finds_what_to_do():
    found = z.solve(Sealed(), mode="interpreted")
    assert (found.algorithm, abs(found.value) < 1e-3) == ("cfr+", True)
