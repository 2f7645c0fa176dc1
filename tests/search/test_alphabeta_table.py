"""Alpha-beta with a table: the values of minimax whatever the window and whatever the table holds, and each answer from where it says."""

from __future__ import annotations

import random
from math import inf

import pytest

import zermelo as z
from zermelo.errors import SearchError
from zermelo.explain.compare import compared
from zermelo.explain.export import exported
from zermelo.explain.intervals import intervals
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.explain.searchtree import ANSWER, EXACT, LOWER, NEVER, NO_NODE, ROOT, UNKNOWN, UPPER
from zermelo.languages import LANGUAGES
from zermelo.search.alphabeta import alphabeta
from zermelo.search.alphabeta_table import Table, alphabeta_table
from zermelo.search.minimax import minimax


class Woven(z.Game):
    """Four plies over three positions each, so that most are reached in several ways; who moves where is drawn, too."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.mover = [[draw.randrange(2) for _ in range(3)] for _ in range(5)]
        self.after = [[[draw.randrange(3) for _ in range(3)] for _ in range(3)] for _ in range(5)]
        self.worth = [[draw.randint(-3, 3) for _ in range(3)] for _ in range(5)]

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return self.mover[state[0]][state[1]]

    def actions(self, state):
        return range(3)

    def result(self, state, action):
        return (state[0] + 1, self.after[state[0]][state[1]][action])

    def is_terminal(self, state):
        return state[0] == 4

    def utility(self, state, player):
        return self.worth[state[0]][state[1]] * (1 if player == 0 else -1)

    def evaluate(self, state, player):
        return self.utility(state, player)


SMALL = [("pawns", 9), ("nim((3, 2))", 9), ("mnk(3, 2, 2)", 9), ("tictactoe", 3), ("hexapawn", 5), ("kalah(3, 2)", 5)]
GAMES = [*((Woven(seed), depth) for seed in range(12) for depth in (3, 4)), *((z.load_game(spec), depth) for spec, depth in SMALL)]


@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda one: str(one)[:20])
def test_under_one_table_every_window_gets_a_bound_that_is_true(game, depth):
    root, table, draw = game.initial(), Table(), random.Random(1)
    value = minimax(game, root, depth)
    tree = observe(game, algorithm="minimax", depth=depth)
    worth = {(game.key(state), depth - ply): found for state, ply, found in zip(tree.state, tree.ply, tree.value, strict=True)}
    for window in [*((v := draw.uniform(-4, 4), v + draw.choice([0.1, 3])) for _ in range(12)), (value, value + 1), (-inf, inf)]:
        found = alphabeta_table(game, root, *window, depth, table)
        assert value >= found if found >= window[1] else value <= found if found <= window[0] else value == found
        for key, entry in table.entries.items():
            assert entry.low <= worth[key, entry.depth] <= entry.high


@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda one: str(one)[:20])
def test_each_answer_comes_from_an_earlier_search_of_the_same_position_and_says_no_more_than_is_true(game, depth):
    plain, tree = (observe(game, algorithm=name, depth=depth) for name in (alphabeta, alphabeta_table))
    assert tree.returned[ROOT] == plain.returned[ROOT]
    assert tree.visited <= plain.visited
    whole = observe(game, algorithm="minimax", depth=depth)
    worth = {(game.key(state), ply): value for state, ply, value in zip(whole.state, whole.ply, whole.value, strict=True)}
    for node, entry in enumerate(tree.entry):
        real, value = worth[game.key(tree.state[node]), tree.ply[node]], tree.value[node]
        known = {EXACT: real == value, UPPER: real <= value, LOWER: real >= value, UNKNOWN: tree.order[node] == NEVER}
        assert known[tree.bound[node]]
        if entry != NO_NODE:
            assert (game.key(tree.state[entry]), tree.ply[entry]) == (game.key(tree.state[node]), tree.ply[node])
            assert tree.order[entry] < tree.order[node]
            assert not tree.children[node]
    assert tree.answered == sum(step.kind == ANSWER for step in tree.steps)
    assert all(low <= worth[game.key(tree.state[node]), tree.ply[node]] <= high for node, (low, high) in enumerate(intervals(tree)))


def test_what_a_table_saves_is_told_by_the_entry_that_answers():
    game = z.load_game("tictactoe")
    plain, tree = (observe(game, algorithm=name, depth=4) for name in ("alphabeta", "alphabeta_table"))
    found = compared(plain, tree)
    assert (plain.visited, tree.visited, tree.answered, found.right) == (206, 178, 28, ())
    assert {node for node, _ in found.left} <= {node for node in range(len(tree)) if tree.entry[node] != NO_NODE}
    node = next(node for node, entry in enumerate(tree.entry) if entry != NO_NODE)
    for code in LANGUAGES:
        telling = Narration(tree, code)
        assert telling.label(tree.entry[node]) in telling.answer(node)
        assert "28 " in telling.summary()
        assert all("{" not in told and "nan" not in told for told in telling.steps())
    for ending in ("txt", "svg", "html", "json"):
        assert Narration(tree).label(tree.entry[node]) in exported(tree, ending).decode()


def test_a_table_is_watched_and_not_compiled():
    with pytest.raises(SearchError, match="can be watched"):
        z.best(z.load_game("nim"), algorithm=alphabeta_table)
    with pytest.raises(SearchError, match="alphabeta_table knows no chance"):
        observe(z.load_game("pig"), algorithm="alphabeta_table", depth=2)
