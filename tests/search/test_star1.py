"""Star1 by the book: the value of expectiminimax on random trees, fewer nodes, and the same in both modes."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.languages import LANGUAGES

SHARES = {2: (0.25, 0.75), 3: (0.25, 0.25, 0.5)}


class Loaded(z.Game):
    """A die that never shows 0: 1 with certainty, and then the game is over."""

    chance = True
    utility_range = (-5.0, 5.0)
    max_actions = 2

    def initial(self):
        return -1

    def to_move(self, state):
        return z.CHANCE

    def actions(self, state):
        yield 0

    def outcomes(self, state):
        yield 0, 0.0
        yield 1, 1.0

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state >= 0

    def utility(self, state, player):
        worth = 1.0 if state == 1 else -5.0
        return worth if player == z.MAX else -worth


def random_tree(chooser, plies):
    """Chances are eighths and leaves whole numbers, so that averages are exact."""
    if plies == 0 or chooser.random() < 0.1:
        return str(chooser.randint(-9, 9))
    count = chooser.randint(2, 3)
    below = [random_tree(chooser, plies - 1) for _ in range(count)]
    if chooser.random() < 0.4:
        return f"chance({' '.join(f'{share}: {part}' for share, part in zip(SHARES[count], below, strict=True))})"
    return f"({' '.join(below)})"


def games(count):
    chooser = random.Random(7)
    while count:
        text = random_tree(chooser, 5)
        if "chance" in text:
            count -= 1
            yield z.load_game(f"tree('{text}')")


def test_it_finds_the_value_of_expectiminimax_with_fewer_nodes():
    fewer = 0
    for game in games(150):
        plain, cut = (z.best(game, algorithm=name) for name in ("expectiminimax", "star1"))
        assert cut.value == plain.value
        assert cut.nodes <= plain.nodes
        fewer += cut.nodes < plain.nodes
    assert fewer > 130


def test_what_is_watched_is_what_a_search_does_and_every_step_is_told():
    for game in games(30):
        tree, found = observe(game, algorithm="star1"), z.best(game, algorithm="star1")
        assert (tree.visited, tree.leaves, tree.cutoffs, tree.returned[0]) == (found.nodes, found.leaves, found.cutoffs, found.value)
        for code in LANGUAGES:
            assert all("{" not in told and "nan" not in told for told in Narration(tree, code).steps())


def test_why_an_outcome_is_left_out_is_told():
    tree = observe(z.load_game("tree('(chance(.5: (2 4) .5: (7 4)) chance(.5: (-6 0) .5: (5 -2)))')"), algorithm="star1")
    assert Narration(tree).why()[-1] == (
        "2 2 is not searched: at 2 the average is 0.5 at most, even if each of them were worth 7, and MAX has 3 at the root by playing 1."
    )


@pytest.mark.parametrize(("name", "depth"), [("pig(20)", 5), pytest.param("backgammon", 3, marks=pytest.mark.slow)])
def test_it_means_the_same_in_both_modes_and_by_expectiminimax(name, depth):
    game = z.load_game(name)
    one, other = (z.best(game, algorithm="star1", depth=depth, mode=mode) for mode in ("compiled", "interpreted"))
    assert (one.value, one.nodes, one.leaves, one.cutoffs) == (other.value, other.nodes, other.leaves, other.cutoffs)
    plain = z.best(game, algorithm="expectiminimax", depth=depth, mode="compiled")
    assert one.value == pytest.approx(plain.value, abs=1e-12)
    assert one.nodes < plain.nodes


def test_what_it_cannot_take_is_said():
    pig = z.load_game("pig(10)")
    with pytest.raises(z.SearchError, match="sooner"):
        z.best(pig, algorithm="star1", depth=2, sooner=True)
    boundless = type("Boundless", (type(pig),), {"utility_range": None})(10)
    with pytest.raises(z.SearchError, match="utility_range"):
        z.best(boundless, algorithm="star1", depth=2)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_an_outcome_that_cannot_be_is_left_out(mode):
    game = Loaded()
    assert z.best(game, algorithm="star1", mode=mode).value == z.best(game, algorithm="expectiminimax", mode=mode).value == 1.0
