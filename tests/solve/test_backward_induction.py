"""Games with simultaneous moves, solved by backward induction and by regret minimisation, beside a plain recursion of the test's own."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.solve.judge import exploitability, matrix_value, value
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.morra import Morra
from zermelo.games.rps import RockPaperScissors
from zermelo.simultaneous import NOT_CHOSEN, Turn, in_turns
from zermelo.solving.backward_induction import BackwardInduction
from zermelo.verify.hidden import value as value_by_plans


class Standing(NamedTuple):
    round: int
    score: int
    coin: bool


class Duel(z.Game):
    """A few rounds of matrix games drawn at random; what has been won so far says which comes next. With luck, a coin between them."""

    simultaneous = True

    def __init__(self, seed: int, rounds: int = 2, luck: bool = False) -> None:
        self.seed, self.rounds, self.chance = seed, rounds, luck

    def initial(self):
        return Standing(0, 0, self.chance)

    def to_move(self, state):
        return z.CHANCE if state.coin else z.ALL

    def outcomes(self, state):
        return (0, 0.25), (1, 0.75)

    def chance_result(self, state, action):
        return state._replace(score=state.score + 2 * action, coin=False)

    def actions(self, state, player):
        return range(self._drawn(state, player).randint(1, 3))

    def result(self, state, actions):
        won = self._drawn(state, *actions).randint(-3, 3)
        over = state.round + 1 == self.rounds
        return Standing(state.round + 1, state.score + won, self.chance and not over)

    def is_terminal(self, state):
        return state.round == self.rounds

    def utility(self, state, player):
        return state.score if player == z.MAX else -state.score

    def _drawn(self, *facts: Any) -> random.Random:
        return random.Random(f"{self.seed} {facts}")


@pytest.mark.parametrize(
    ("game", "worth"),
    [
        (RockPaperScissors(), 0), (RockPaperScissors(5), 0), (Morra(), 0), (Morra(3), 0), (Goofspiel(3), 0),
        (Goofspiel(4, "up"), 0), (Goofspiel(4, "down"), 0), (Goofspiel(4), 0), (Goofspiel(5, "down"), 0), (Goofspiel(4, wins=True), 0),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_the_same_for_both_is_worth_nothing(game, worth):
    found = BackwardInduction(game)
    assert found.value == worth
    assert found.low <= 0 <= found.high
    assert found.high - found.low < 1e-12


@pytest.mark.slow
def test_goofspiel_with_five_cards_turned_up_by_chance_is_worth_nothing():
    found = BackwardInduction(Goofspiel(5))
    assert (found.value, found.states) == (0, 45_446)


@pytest.mark.parametrize("fingers", [(2, 3), (3, 2), (1, 3), (2, 4), (3, 5)])
def test_morra_with_other_hands_is_worth_what_the_linear_program_says(fingers):
    game = Morra(*fingers)
    found = z.solve(game)
    assert found.value == pytest.approx(value(game, game.initial()), abs=1e-9)
    assert abs(found.value) > 0.1
    assert found.error < 1e-12


@pytest.mark.parametrize(
    ("cards", "prizes", "position"),
    [
        (4, "up", "1,2,4 1,3,4 3,4 2 -1"),
        (4, "random", "1,2,4 1,2,3 1,2,3 - 0"),
        (4, "random", "2,3 1,4 4 1 2"),
        (5, "down", "1,2,5 2,3,4 1,2 3 5"),
    ],
)
def test_goofspiel_with_other_hands_is_worth_what_plain_recursion_says(cards, prizes, position):
    game = Goofspiel(cards, prizes)
    state = game.read(position)
    found = z.solve(game, state)
    assert found.value == pytest.approx(value(game, state), abs=1e-9)
    assert found.error < 1e-12


@pytest.mark.parametrize(("prizes", "theirs"), [("down", "descending"), ("up", "ascending")])
def test_goofspiel_is_that_of_open_spiel(prizes, theirs):
    """From state to state beside theirs, with the linear program of the test in each: the same matrices, the same values."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"goofspiel(num_cards=4,points_order={theirs},returns_type=point_difference,imp_info=false)")
    found, compared = BackwardInduction(Goofspiel(4, prizes)), 0

    def walk(state, other) -> float:
        nonlocal compared
        if other.is_terminal():  # the last card is laid by itself there, and what is won is counted from the mean: half of ours
            return 2 * float(other.player_return(0))
        mine, yours = (other.legal_actions(player) for player in (0, 1))
        payoffs = []
        for one in mine:
            row = []
            for two in yours:
                child = other.clone()
                child.apply_actions([one, two])
                row.append(walk(found.game.result(state, (one + 1, two + 1)), child))
            payoffs.append(row)
        stage = found.stage(state)
        assert stage.actions == (tuple(one + 1 for one in mine), tuple(two + 1 for two in yours))
        assert [list(row) for row in stage.payoffs] == [pytest.approx(row, abs=1e-9) for row in payoffs]
        compared += 1
        assert stage.value == pytest.approx(matrix_value(payoffs), abs=1e-9)
        return stage.value

    walk(found.root, theirs.new_initial_state())
    assert compared == 1 + 4**2 + (4 * 3) ** 2


def test_against_who_plays_at_random_match_the_prize():
    """S. M. Ross, Goofspiel - the game of pure strategy, 1971: then it is best to lay the card of the prize's own number."""
    game = Goofspiel(4)

    def worth(state, reply) -> float:
        """What is won in the mean by laying `reply(state)` against a card at random."""
        if game.is_terminal(state):
            return state.lead
        if game.to_move(state) == z.CHANCE:
            return sum(chance * worth(game.chance_result(state, prize), reply) for prize, chance in game.outcomes(state))
        cards = list(state.second)
        return max(sum(worth(game.result(state, (own, other)), reply) for other in cards) / len(cards) for own in reply(state))

    best = worth(game.initial(), lambda state: list(state.first))
    assert worth(game.initial(), lambda state: [state.prize]) == pytest.approx(best)
    assert worth(game.initial(), lambda state: [max(state.first)]) < best - 1


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_games_drawn_at_random_are_worth_what_plain_recursion_says(seed, luck):
    game = Duel(seed, luck=luck)
    found = BackwardInduction(game)
    plain = value(game, game.initial())
    assert found.low - 1e-9 <= plain <= found.high + 1e-9
    assert found.high - found.low < 1e-9


@pytest.mark.parametrize(("luck", "rounds"), [(False, 2), (True, 1)])
def test_small_ones_are_worth_what_one_linear_program_over_all_plans_for_the_whole_game_says(luck, rounds):
    solved = [BackwardInduction(Duel(seed, rounds, luck)) for seed in range(300)]
    small = [found for found in solved if 4 <= len(found.strategy().mixed) <= 8][:10]
    assert len(small) == 10
    for found in small:
        assert value_by_plans(found.turns) == pytest.approx(found.value, abs=1e-7)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_the_strategies_that_are_found_cannot_be_exploited(seed, luck):
    assert exploitability(BackwardInduction(Duel(seed, rounds=3, luck=luck)).strategy()) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("game", [RockPaperScissors(), Morra(2, 3), Goofspiel(3), Goofspiel(4, "up")], ids=repr)
def test_neither_can_those_of_our_own_games(game):
    assert exploitability(z.solve(game).strategy()) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "mccfr"])
@pytest.mark.parametrize("game", [RockPaperScissors(), Morra(2, 3), Goofspiel(3, "up")], ids=repr)
def test_regret_minimisation_comes_to_the_same_value(game, algorithm, mode):
    solver = z.Solver(game, algorithm, mode=mode)
    solver.run({"cfr": 1000, "cfr+": 300, "mccfr": 30_000 if mode == "compiled" else 3_000}[algorithm])
    judged = solver.judge()
    exact = z.solve(game).value
    high, low = judged.best_responses[z.MAX], -judged.best_responses[z.MIN]
    assert low - 1e-9 <= exact <= high + 1e-9
    assert high - low < {"cfr": 0.15, "cfr+": 0.02, "mccfr": 0.2 if mode == "compiled" else 0.7}[algorithm]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_so_it_does_for_games_drawn_at_random_and_its_exploitability_is_that_of_a_plain_walk(seed, luck):
    game = Duel(seed, rounds=3, luck=luck)
    solver = z.Solver(game, "cfr+", mode="interpreted")
    solver.run(200)
    judged, exact = solver.judge(), BackwardInduction(game)
    assert -judged.best_responses[z.MIN] - 1e-9 <= exact.high
    assert exact.low <= judged.best_responses[z.MAX] + 1e-9
    assert judged.exploitability == pytest.approx(exploitability(solver.strategy()), abs=1e-9)
    assert judged.exploitability < 0.1


def test_two_finger_morra_has_the_published_strategies():
    """Osborne (2004), exercise 344.2: (1,2) from 4/7 to 3/5 of the time and (2,1) else, so 7/12 and 5/12 will do; nothing else will."""
    game = in_turns(Morra())
    for one in (4 / 7, 7 / 12, 3 / 5):
        mix = {11: 0.0, 12: one, 21: 1 - one, 22: 0.0}
        both = z.Strategy(game, {game.read("-"): mix, game.read("- | ?"): mix})
        assert exploitability(both) == pytest.approx(0, abs=1e-12)
    for one in (4 / 7 - 0.01, 3 / 5 + 0.01):
        mix = {11: 0.0, 12: one, 21: 1 - one, 22: 0.0}
        assert exploitability(z.Strategy(game, {game.read("-"): mix, game.read("- | ?"): mix})) > 0.01
    for mix in z.solve(game).stage().mixed:
        assert 4 / 7 - 1e-9 <= mix[12] <= 3 / 5 + 1e-9
        assert mix[12] + mix[21] == pytest.approx(1)


# What a solution says


def test_a_solution_says_what_each_player_does_in_a_stage():
    game = Goofspiel(4, "up")
    found = z.solve(game)
    assert (found.algorithm, found.value, found.proved) == ("backward-induction", 0, False)
    assert found.error < 1e-12
    stage = found.stage()
    assert stage.actions == ((1, 2, 3, 4), (1, 2, 3, 4))
    assert stage.mixed[0] == found.at() == found.at(game.initial())
    turns = found.game
    second = turns.result(turns.initial(), 3)
    assert found.at(second) == stage.mixed[1]
    assert found.at(turns.observe(second, z.MIN)) == stage.mixed[1]
    later = game.result(game.initial(), (1, 4))
    assert found.stage(later) == found.stage(turns.turn(later))
    assert stage.payoffs[0][3] == found.stage(later).value
    strategy = found.strategy()
    assert all(found.at(seen) == shares for seen, shares in strategy.mixed.items())


def test_what_needs_no_mixing_and_no_chance_is_proved():
    found = z.solve(Goofspiel(3, "down"))
    assert (found.value, found.error, found.proved) == (0, 0, True)
    assert found.at() == {1: 0, 2: 0, 3: 1}


def test_where_chance_begins_nobody_chooses():
    found = z.solve(Goofspiel(3))
    for ask in (found.at, found.stage):
        with pytest.raises(z.SearchError, match="nobody chooses in '1,2,3 1,2,3 1,2,3 - 0'"):
            ask()


def test_the_end_of_a_game_is_worth_what_the_rules_say():
    game = Goofspiel(3)
    found = z.solve(game, game.read("- - - - 4"))
    assert (found.algorithm, found.value) == ("the rules", 4)


def test_the_strategy_is_saved_and_read_back(tmp_path):
    found = z.solve(Goofspiel(3, "up"))
    found.strategy().save(tmp_path / "bids.json")
    assert z.Strategy.load(tmp_path / "bids.json", Goofspiel(3, "up")).mixed == found.strategy().mixed


class Rounds(z.Game):
    """Matching pennies until somebody has won twice; equal coins change nothing, so games can go round."""

    simultaneous = True

    def initial(self):
        return 0

    def actions(self, state, player):
        return 0, 1

    def result(self, state, actions):
        return state if actions[0] == actions[1] else state + actions[0] - actions[1]

    def is_terminal(self, state):
        return abs(state) == 2

    def utility(self, state, player):
        return state if player == 0 else -state


class Three(Rounds):
    players = 3

    def result(self, state, actions):
        return 2


class Stuck(Rounds):
    def actions(self, state, player):
        return () if player else (0, 1)


class Endless(Rounds):
    def result(self, state, actions):
        return 2

    def utility(self, state, player):
        return float("inf")


UP = Goofspiel(3, "up")


class BadCoin(Duel):
    def outcomes(self, state):
        return (0, 0.25), (1, 0.7)


@pytest.mark.parametrize(
    ("solve", "error", "told"),
    [
        (lambda: z.solve(Rounds()), z.SearchError, "can go round for ever, as from '0'; .* let the state count its rounds"),
        (lambda: z.solve(Stuck()), z.GameError, "gives player 1 no action in '0'.* such as a pass"),
        (lambda: z.solve(Endless()), z.GameError, "is inf in '2'; there is no mean"),
        (lambda: z.solve(BadCoin(1, luck=True)), z.GameError, "do not sum to 1"),
        (lambda: BackwardInduction(Three()), z.SearchError, "for two players, and .* has 3"),
        (lambda: BackwardInduction(Goofspiel(4), most=100), z.SearchError, "more than 100 states"),
        (lambda: BackwardInduction(z.load_game("kuhn")), z.SearchError, "players move in turn"),
        (lambda: z.solve(UP, Turn(UP.initial(), (1, NOT_CHOSEN))), z.SearchError, "somebody has chosen already"),
        (lambda: z.solve(RockPaperScissors(), tolerance=0.1), z.SearchError, "takes no tolerance"),
        (lambda: z.solve(UP, UP.read("1,2 1,3 3 2 1"), algorithm="cfr+"), z.SearchError, "at once, .* only the whole game is solved"),
        (lambda: z.solve(z.load_game("hexapawn")).stage(), z.SearchError, "engine makes no matrix games"),
        (lambda: z.solve(Goofspiel(3)).stage(Goofspiel(3).read("1,2 1,3 1,2 - 4")), z.SearchError, "do not come to '1,2 1,3 1,2 - 4'"),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_is_told(solve, error, told):
    with pytest.raises(error, match=told):
        solve()


def test_three_players_who_choose_at_once_are_left_to_regret_minimisation():
    found = z.solve(Three(), mode="interpreted")
    assert (found.algorithm, found.proved, len(found.value)) == ("cfr+", False, 3)


def test_what_has_been_done_so_far_is_told():
    texts: list[str] = []
    z.solve(Goofspiel(4), progress=texts.append)
    assert texts[-1] == "3,432 of 3,432 states"


def test_a_strategy_for_states_that_cannot_be_looked_up_is_refused_and_says_why():
    class InLists(RockPaperScissors):
        def initial(self):
            return [super().initial()]

        def actions(self, state, player):
            return super().actions(state[0], player)

        def result(self, state, actions):
            return [super().result(state[0], actions)]

        def is_terminal(self, state):
            return super().is_terminal(state[0])

        def utility(self, state, player):
            return super().utility(state[0], player)

    found = z.solve(InLists())
    assert found.value == 0
    with pytest.raises(z.SearchError, match="looked up by its states: unhashable type: 'list'; hold tuples"):
        found.strategy()
