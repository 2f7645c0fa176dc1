"""Evaluations that a thread remembers: the search is the same with and without, and no state has the evaluation of another."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import zermelo as z
from tests.search.engine.webs import State, Web
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.signature import positions
from zermelo.words import SEED, fingerprint


class Counted(Web):
    """A web that counts how often each state is evaluated."""

    def __init__(self):
        super().__init__()
        self.asked = Counter()

    def evaluate(self, state, player):
        self.asked[state] += 1
        return Web.evaluate(self, state, player)


class Unmarked(z.Game):
    """One choice between two ends-to-be; the fingerprint of the second is 0, as what was never written is."""

    utility_range = (-9, 9)
    ROWS = (1, SEED - (1 << 64), 3)

    def initial(self):
        return 0

    def to_move(self, state):
        return z.MAX

    def actions(self, state):
        return [0] if state else [1]

    def result(self, state, action):
        return 1 if action else 2

    def is_terminal(self, state):
        return state == 2

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        return 5 if player == z.MAX else -5

    def key(self, state):
        return self.ROWS[state]


def told(found):
    return found.nodes, found.leaves, found.value, found.proved, found.line


def test_each_state_is_evaluated_once_and_the_search_is_the_same():
    plain, remembering = Counted(), Counted()
    engines = [Engine(game, mode="interpreted", table=1, evaluation_memory=bits) for game, bits in ((plain, 0), (remembering, 20))]
    for depth in (3, 5):
        assert len({told(engine.search(State(7, 0, 0, 0), depth=depth)) for engine in engines}) == 1
    assert set(plain.asked) == set(remembering.asked)
    assert max(plain.asked.values()) > 1 == max(remembering.asked.values())


def test_a_state_takes_the_place_of_another_and_is_not_taken_for_it():
    for seed in range(8):
        plain, small = (Engine(Web(), mode="interpreted", table=1, evaluation_memory=bits) for bits in (0, 1))
        for depth in (2, 4):
            assert told(plain.search(State(seed, 0, 0, 0), depth=depth)) == told(small.search(State(seed, 0, 0, 0), depth=depth))


def test_what_was_never_written_is_no_evaluation():
    game = Unmarked()
    assert fingerprint(game.key(1)) == 0
    assert Engine(game, mode="interpreted", evaluation_memory=3).search(depth=1).value == 5


def test_it_is_kept_from_search_to_search_until_all_is_forgotten():
    game = Counted()
    engine = Engine(game, mode="interpreted", table=1, evaluation_memory=20)
    first = told(engine.search(State(3, 0, 0, 0), depth=4))
    before = game.asked.total()
    engine.search(State(3, 0, 0, 0), depth=4)
    assert game.asked.total() == before
    engine.clear()
    assert told(engine.search(State(3, 0, 0, 0), depth=4)) == first
    assert game.asked.total() == 2 * before


def test_compiled_too_it_is_forgotten():
    engine = Engine(Web(), table=1, evaluation_memory=4)
    assert engine.mode == "compiled"
    engine.search(State(3, 0, 0, 0), depth=5)
    assert any(engine._machine.workspaces[0].evaluations)
    engine.clear()
    assert not any(engine._machine.workspaces[0].evaluations)


@pytest.mark.parametrize("spec", ["connect4", "othello", "checkers", "desconecta4boom"])
def test_games_are_searched_the_same_in_plain_python(spec):
    game = z.load_game(spec)
    evaluation = "material + groups" if spec == "desconecta4boom" else None
    engines = [Engine(game, mode="interpreted", table=1, evaluation=evaluation, evaluation_memory=bits) for bits in (0, 2, 12)]
    for state in positions(game)[:2]:
        assert len({told(engine.search(state, depth=2)) for engine in engines}) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "depth"), [("chess", 7), ("othello", 6), ("backgammon", 2)])
def test_and_compiled_from_positions_of_random_play(spec, depth):
    game, chooser = z.load_game(spec), random.Random(5)
    engines = [Engine(game, table=1, evaluation_memory=bits) for bits in (0, 3)]
    assert {engine.mode for engine in engines} == {"compiled"}
    evaluated = 0
    for _ in range(6):
        state = game.initial()
        for _ in range(chooser.randrange(24)):
            chance = game.to_move(state) == z.CHANCE
            actions = [action for action, _ in game.outcomes(state)] if chance else list(game.actions(state))
            following = game.result(state, chooser.choice(actions))
            state = state if game.is_terminal(following) else following
        found = {told(engine.search(state, depth=depth)) for engine in engines}
        assert len(found) == 1
        evaluated += next(iter(found))[1]
    assert evaluated > 1000


def test_a_game_without_an_evaluation_remembers_none():
    assert Engine(z.load_game("nim"), mode="interpreted", evaluation_memory=5).options.evaluation_memory == 0


def test_no_more_is_remembered_than_256_mib_a_thread():
    with pytest.raises(z.SearchError, match="option evaluation_memory is a whole number from 0 to 24, not 25"):
        Engine(z.load_game("othello"), evaluation_memory=25)
