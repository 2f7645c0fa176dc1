"""Counterfactual regret minimisation, held to published values, to OpenSpiel's numbers, and to itself in both modes."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import zermelo as z
from tests.solve.peer import THEIRS, pairs, policy
from zermelo.errors import GameError, SearchError
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.solving.solver import ALGORITHMS, Solver, equilibrium
from zermelo.solving.strategy import Strategy
from zermelo.solving.tree import GameTree, estimated_size


def solved(spec: str, algorithm: str, iterations: int, **options: Any) -> Solver:
    solver = Solver(z.load_game(spec), algorithm, **options)
    solver.run(iterations)
    return solver


# The tree


@pytest.mark.parametrize(
    ("spec", "nodes", "sets"),
    [("kuhn", 58, 12), ("kuhn(3)", 617, 48), ("leduc", 9457, 936), ("liars_dice(1, 3)", 1147, 192)],
)
def test_trees_have_their_published_sizes(spec, nodes, sets):
    tree = GameTree(z.load_game(spec))
    assert tree.count == nodes
    assert tree.set_count == sets


def test_where_nothing_is_hidden_an_information_set_is_a_state():
    tree = GameTree(z.load_game("tictactoe"))
    assert (tree.count, tree.leaves, tree.set_count) == (549_946, 255_168, 5_478 - 958)  # less those that end the game


@pytest.mark.parametrize("spec", ["kuhn(3)", "leduc", "liars_dice(dice=2, faces=2)"])
def test_trees_are_the_same_in_both_modes(spec):
    trees = [GameTree(z.load_game(spec), mode) for mode in ("compiled", "interpreted")]
    assert [tree.mode for tree in trees] == ["compiled", "interpreted"]
    for row in ("nodes", "links", "chances", "utilities", "sets", "actions"):
        one, other = (list(getattr(tree, row)) for tree in trees)
        assert one == other, row
    assert list(trees[0].information_sets()) == list(trees[1].information_sets())


def test_each_information_set_is_told_by_what_its_player_sees():
    game = z.load_game("kuhn")
    told = {game.write(seen): [game.name(seen, action) for action in actions] for seen, actions, _ in GameTree(game).information_sets()}
    assert told == {
        **{f"{card}?": ["check", "bet"] for card in "JQK"},
        **{f"?{card} p": ["check", "bet"] for card in "JQK"},
        **{f"?{card} b": ["fold", "call"] for card in "JQK"},
        **{f"{card}? pb": ["fold", "call"] for card in "JQK"},
    }


def test_a_tree_too_large_is_refused_with_its_size():
    with pytest.raises(SearchError, match=r"the tree of Leduc\(\) has about [0-9,]+ nodes; at most 9,000 can be unrolled"):
        GameTree(z.load_game("leduc"), most=9_000)
    with pytest.raises(SearchError, match=r"the tree of Kuhn\(players=10\) has about [0-9,]+ nodes; at most 1,000"):
        Solver(z.load_game("kuhn(10)"), most=1_000)


def test_what_is_observed_as_lists_has_no_strategy():
    class Listed(Game):
        """MAX sees a coin, and bets or folds."""

        chance, hidden, max_actions, utility_range = True, True, 2, (-1.0, 1.0)

        def initial(self):
            return []

        def to_move(self, state):
            return MAX if state else CHANCE

        def actions(self, state):
            return (0, 1)

        def outcomes(self, state):
            return ((0, 0.5), (1, 0.5))

        def result(self, state, action):
            return [*state, action]

        def is_terminal(self, state):
            return len(state) == 2

        def utility(self, state, player):
            return (1.0 if state[0] == state[1] else -1.0) * (1 if player == MAX else -1)

        def observe(self, state, player):
            return list(state) if player == MAX else []

    class ListedLater(Listed):
        """At one side of the coin alone."""

        def observe(self, state, player):
            return list(state) if state == [1] else tuple(state)

    told = r"no strategy as data, as what is observed cannot be looked up: unhashable type: 'list'; hold tuples"
    with pytest.raises(SearchError, match=told):
        Solver(Listed(), mode="interpreted")
    solver = Solver(ListedLater(), mode="interpreted")
    solver.run(1)
    with pytest.raises(SearchError, match=told):
        solver.strategy()


def test_the_estimated_size_is_about_right():
    assert estimated_size(z.load_game("kuhn")) == pytest.approx(58, rel=0.1)
    assert estimated_size(z.load_game("leduc")) == pytest.approx(9457, rel=0.3)


class Endless(Game):
    def initial(self):
        return 0

    def to_move(self, state):
        return MAX

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0


def test_an_endless_game_is_refused():
    with pytest.raises(SearchError, match="go on for more than 512 plies"):
        GameTree(Endless(), "interpreted")


class Revealing(Game):
    """MIN has other actions after 0 than after 1, and is not told which it was."""

    hidden = True

    def initial(self):
        return (0, 0, 0)

    def to_move(self, state):
        return MAX if state[0] == 0 else MIN

    def actions(self, state):
        yield 0
        if state[1] == 0:
            yield 1

    def result(self, state, action):
        return (state[0] + 1, action if state[0] == 0 else state[1], 0)

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return 0

    def observe(self, state, player):
        return (state[0], 0, 0) if player == MIN else state


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_game_whose_actions_tell_what_is_hidden_is_refused(mode):
    with pytest.raises(
        GameError, match=r"has other actions in '\(1,1,0\)' than in another state that looks to the player the same, '\(1,0,0\)'"
    ):
        GameTree(Revealing(), mode)


# The values


def test_kuhn_is_worth_a_minus_eighteenth():
    """Kuhn 1950: -1/18 to the first player."""
    found = solved("kuhn", "cfr+", 20_000).judge()
    assert found.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-5)
    assert found.exploitability < 1e-5


def test_the_equilibrium_of_kuhn_is_one_of_its_family():
    """Kuhn 1950: bluff with the jack as often as a third of how often the king is bet; the second player has one strategy."""
    game = z.load_game("kuhn")
    bets = {seen: shares.get("bet", shares.get("call")) for seen, shares in equilibrium(game, iterations=20_000).rows()}
    bluffs = bets["J?"]
    assert 0 <= bluffs <= 1 / 3
    assert [bets["Q?"], bets["K?"]] == pytest.approx([0, 3 * bluffs], abs=5e-3)
    assert [bets["J? pb"], bets["Q? pb"], bets["K? pb"]] == pytest.approx([0, bluffs + 1 / 3, 1], abs=5e-3)
    assert [bets["?J b"], bets["?Q b"], bets["?K b"]] == pytest.approx([0, 1 / 3, 1], abs=5e-3)
    assert [bets["?J p"], bets["?Q p"], bets["?K p"]] == pytest.approx([1 / 3, 0, 1], abs=5e-3)


def test_leduc_is_worth_a_little_less_than_nothing():
    """-0.0856 to the first player, as Southey et al. and all after them have it."""
    found = solved("leduc", "cfr+", 1000).judge()
    assert found.values[0] == pytest.approx(-0.0856, abs=1e-4)
    assert found.exploitability < 1e-3


def test_liar_s_dice_with_three_faces_is_solved():
    found = solved("liars_dice(1, 3)", "cfr+", 2000).judge()
    assert found.exploitability < 1e-4
    assert found.values[0] == -found.values[1]


@pytest.mark.parametrize(("algorithm", "iterations", "near"), [("cfr", 3000, 2e-3), ("cfr+", 300, 1e-3), ("mccfr", 300_000, 5e-3)])
def test_all_come_near_an_equilibrium(algorithm, iterations, near):
    solver = solved("kuhn", algorithm, iterations)
    begun = Solver(z.load_game("kuhn"), algorithm).judge()
    found = solver.judge()
    assert found.exploitability < near < begun.exploitability
    assert found.values[0] == pytest.approx(-1 / 18, abs=near)


def test_where_nothing_is_hidden_it_plays_the_game_that_minimax_plays():
    game = z.load_game("pawns")
    assert solved("pawns", "cfr+", 200).judge().values[MAX] == pytest.approx(z.best(game, algorithm="minimax").value, abs=1e-3)


# Beside OpenSpiel


@pytest.mark.parametrize("spec", THEIRS)
@pytest.mark.parametrize(("algorithm", "peer"), [("cfr", "CFRSolver"), ("cfr+", "CFRPlusSolver")])
def test_after_so_many_iterations_it_has_openspiel_s_numbers(spec, algorithm, peer):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(THEIRS[spec])
    solver = getattr(pyspiel, peer)(theirs)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    strategy = solved(spec, algorithm, 6).strategy()
    for known, seen in pairs(strategy.game, theirs).items():
        told = dict(average.get_state_policy(known))
        assert strategy.mixed[seen] == pytest.approx(told, abs=1e-9), strategy.game.write(seen)


@pytest.mark.parametrize("spec", THEIRS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_openspiel_finds_the_same_values_and_the_same_nash_conv(spec, algorithm):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(THEIRS[spec])
    solver = solved(spec, algorithm, 5)
    found, told = solver.judge(), policy(solver.strategy(), theirs)
    assert found.nash_conv == pytest.approx(pyspiel.nash_conv(theirs, told), abs=1e-9)
    expected = pyspiel.expected_returns(theirs.new_initial_state(), told, -1, True)
    assert found.values == pytest.approx(tuple(expected), abs=1e-9)
    assert found.exploitability == found.nash_conv / z.load_game(spec).players


# Best responses


def test_a_best_response_is_the_best_of_all_pure_strategies():
    """Against the uniform strategy at Kuhn, by trying all 64 pure strategies of a player."""
    game = z.load_game("kuhn")
    judged = Solver(game, "cfr").judge()
    uniform = {seen: dict.fromkeys(actions, 1 / len(actions)) for seen, actions, _ in GameTree(game).information_sets()}
    for player in (MAX, MIN):
        own = [seen for seen in uniform if game.to_move(seen) == player]
        worths = [
            worth_of(game, game.initial(), Strategy(game, uniform | {seen: {a: 1.0} for seen, a in zip(own, pure, strict=True)}), player)
            for pure in product((0, 1), repeat=len(own))
        ]
        assert judged.best_responses[player] == pytest.approx(max(worths))


def worth_of(game: Game, state: Any, strategy: Strategy, player: int) -> float:
    if game.is_terminal(state):
        return game.utility(state, player)
    shares = dict(game.outcomes(state)) if game.to_move(state) == CHANCE else strategy.at(state)
    return sum(share * worth_of(game, game.result(state, action), strategy, player) for action, share in shares.items())


# Runs


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_both_modes_find_the_same_to_the_last_bit(algorithm):
    one, other = (solved("kuhn(3)", algorithm, 20, mode=mode) for mode in ("compiled", "interpreted"))
    assert (one.mode, other.mode) == ("compiled", "interpreted")
    assert one.strategy().mixed == other.strategy().mixed
    assert one.judge().best_responses == other.judge().best_responses


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_in_two_parts_is_the_run_in_one(algorithm):
    whole, first, second = (Solver(z.load_game("leduc"), algorithm, seed=3) for _ in range(3))
    whole.run(50)
    first.run(20)
    second.resume(first.progress())
    assert second.iterations == 20
    second.run(30)
    assert second.strategy().mixed == whole.strategy().mixed


def test_the_seed_chooses_what_is_sampled():
    runs = [solved("kuhn", "mccfr", 100, seed=seed).strategy().mixed for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"algorithm": "cfr"}, r"made with algorithm 'cfr', not 'cfr\+'"),
        ({"seed": 9}, "made with seed 9, not 0"),
        ({"regrets": "AAAA"}, "damaged, or of another game"),
        ({"sums": "?"}, "damaged"),
        ({"iterations": None}, "damaged"),
    ],
)
def test_what_cannot_be_gone_on_with_is_told(change, complaint):
    solver = solved("kuhn", "cfr+", 5)
    with pytest.raises(SearchError, match=complaint):
        Solver(z.load_game("kuhn")).resume(solver.progress() | change)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"algorithm": "cfr-"}, "there is no algorithm 'cfr-' for strategies; there are cfr, "),
        ({"seed": -1}, "a seed is"),
        ({"mode": "x"}, "mode 'x'"),
    ],
)
def test_what_a_solver_does_not_know_is_told(options, complaint):
    with pytest.raises(SearchError, match=complaint):
        Solver(z.load_game("kuhn"), **options)
