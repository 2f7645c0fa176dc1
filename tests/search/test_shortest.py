"""The shortest way to the goal of a puzzle: A*, iterative deepening A* and a plain breadth-first search find equal ones."""

from __future__ import annotations

import random
import time
from math import inf

import pytest

import zermelo as z
from tests.games.test_sliding import distances, neighbours, state_of
from zermelo import Game
from zermelo.checker import check
from zermelo.errors import GameError, SearchError
from zermelo.games.sliding import Sliding
from zermelo.search.registry import chosen
from zermelo.search.shortest import NotReachedError

EIGHT = Sliding()
SEARCHES = [("idastar", "compiled"), ("idastar", "interpreted"), ("astar", "interpreted")]


class Jugs(Game):
    """Two jugs, of 4 and 3 litres: fill, empty, pour over. The goal is 2 litres in the larger one."""

    players = 1
    utility_range = (0, 1)

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return 0

    def actions(self, state):
        return [action for action in range(6) if self.result(state, action) != state]

    def result(self, state, action):
        four, three = state
        to_three, to_four = min(four, 3 - three), min(three, 4 - four)
        return [
            (4, three), (four, 3), (0, three), (four, 0), (four - to_three, three + to_three), (four + to_four, three - to_four),
        ][action]  # fmt: skip

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return 1


class WithDeadEnds(Jugs):
    """Filling the larger jug first is a dead end."""

    def is_terminal(self, state):
        return state[0] == 2 or state == (4, 0)

    def utility(self, state, player):
        return 1 if state[0] == 2 else 0


def shortest(game, root):
    """How far the goal is, breadth first, by the game's rules."""
    layer, seen, away = [root], {root}, 0
    while layer:
        if any(game.is_terminal(state) and game.utility(state, 0) == 1 for state in layer):
            return away
        going = [state for state in layer if not game.is_terminal(state)]
        layer = list(dict.fromkeys(game.result(state, action) for state in going for action in game.actions(state)))
        layer = [state for state in layer if state not in seen]
        seen.update(layer)
        away += 1
    return inf


def end_of(game, state, line):
    for action in line:
        assert action in game.actions(state)
        state = game.result(state, action)
    return state


@pytest.mark.parametrize(("name", "mode"), SEARCHES)
def test_it_is_as_long_as_the_one_found_breadth_first(name, mode):
    chooser = random.Random(8)
    for cells in chooser.sample(sorted(distances(3)), 12 if mode == "interpreted" and name == "idastar" else 60):
        state = state_of(cells)
        found = z.best(EIGHT, state, algorithm=name, mode=mode)
        assert (len(found.line), found.mode) == (distances(3)[cells], mode)
        assert EIGHT.is_terminal(end_of(EIGHT, state, found.line))
        assert (found.value, found.proved, found.algorithm) == (1, True, name)
        assert found.action == (found.line[0] if found.line else None)


@pytest.mark.parametrize("game", [Jugs(), WithDeadEnds()])
@pytest.mark.parametrize(("name", "mode"), SEARCHES)
def test_without_a_heuristic_in_rules_as_people_write_them(game, name, mode):
    found = z.best(game, algorithm=name, mode=mode)
    assert len(found.line) == shortest(game, (0, 0)) == 6
    assert game.utility(end_of(game, (0, 0), found.line), 0) == 1


def test_both_modes_visit_the_same_nodes():
    for text in ("7 2 4/5 . 6/8 3 1", "1 4 2/3 . 5/6 7 8", ". 1 2/3 4 5/6 7 8"):
        found = [z.best(EIGHT, EIGHT.read(text), algorithm="idastar", mode=mode) for mode in ("compiled", "interpreted")]
        one, other = ((each.line, each.nodes, each.leaves, each.cutoffs, each.depth) for each in found)
        assert one == other


def plain_idastar(cells, size=3):
    """Iterative deepening A* as in Korf's paper, on plain tuples: the nodes generated, roots among them, in each deepening."""
    goal = tuple(range(size * size))

    def left(cells):
        places = [(place, tile) for place, tile in enumerate(cells) if tile]
        return sum(abs(place // size - tile // size) + abs(place % size - tile % size) for place, tile in places)

    def look(cells, before, actions, bound):
        nonlocal nodes
        nodes += 1
        if cells == goal:
            return True, bound
        if actions + left(cells) > bound:
            return False, actions + left(cells)
        least = inf
        for after in neighbours(cells, size):
            if after != before:
                reached, needed = look(after, cells, actions + 1, bound)
                if reached:
                    return True, bound
                least = min(least, needed)
        return False, least

    nodes, reached, bound = 0, False, left(cells)
    while not reached:
        reached, bound = look(cells, None, 0, bound)
    return nodes, bound


def test_the_nodes_are_those_of_korf_s_search():
    for cells in random.Random(2).sample(sorted(distances(3)), 10):
        found = z.best(EIGHT, state_of(cells), algorithm="idastar")
        nodes, bound = plain_idastar(cells)
        assert (found.nodes, len(found.line)) == (nodes + 1, bound)  # and one that asks how far it is


def test_a_star_expands_less_with_a_better_heuristic():
    class Blind(Sliding):
        def distance(self, state):
            return 0

    class Misplaced(Sliding):
        def distance(self, state):
            return sum(tile != place for place, tile in enumerate(state.cells) if tile)

    root = state_of(min(cells for cells, away in distances(3).items() if away == 16))
    found = [z.best(game, root, algorithm="astar") for game in (Blind(), Misplaced(), EIGHT)]
    assert [len(one.line) for one in found] == [16] * 3
    assert found[0].nodes > 4 * found[1].nodes > 8 * found[2].nodes


# What a game promises


def test_a_state_is_opened_again_where_the_heuristic_is_admissible_and_not_consistent():
    ways = {"s": "ab", "a": "c", "b": "d", "d": "c", "c": "e", "e": "f", "f": "g"}
    far = {"s": 4, "a": 4, "b": 0, "d": 0, "c": 0, "e": 0, "f": 0}  # a is 4 actions away; by b, c is reached first

    class Graph(Game):
        players = 1
        utility_range = (0, 1)

        def initial(self):
            return "s"

        def to_move(self, state):
            return 0

        def actions(self, state):
            return range(len(ways[state]))

        def result(self, state, action):
            return ways[state][action]

        def is_terminal(self, state):
            return state == "g"

        def utility(self, state, player):
            return 1

        def distance(self, state):
            return far[state]

    for name in ("astar", "idastar"):
        assert len(z.best(Graph(), algorithm=name, mode="interpreted").line) == 5 == shortest(Graph(), "s")


class TooFar(Sliding):
    def distance(self, state):
        return 3 * super().distance(state)


@pytest.mark.parametrize(("name", "mode"), SEARCHES)
def test_a_distance_that_is_seen_to_say_too_much_is_refused(name, mode):
    game = TooFar()
    with pytest.raises(GameError, match=r"`distance` says \d+ of position .* by \d+ actions?: it must never say more"):
        z.best(game, algorithm=name, mode=mode)


def test_check_finds_a_distance_that_says_too_much():
    (problem,) = [one for one in check(TooFar(2), compile=False).problems if one.rule == "distance"]
    assert "from where this end is reached by 1 action; it must never be more" in problem.message
    assert check(Sliding(2), compile=False).ok


@pytest.mark.parametrize("given", [-1, float("nan"), "far"])
def test_check_finds_a_distance_that_is_no_number_of_actions(given):
    class Wrong(Sliding):
        def distance(self, state):
            return given

    (problem,) = [one for one in check(Wrong(2), compile=False).problems if one.rule == "distance"]
    assert "it is a number of actions, from 0 up" in problem.message


@pytest.mark.parametrize(("name", "mode"), SEARCHES)
def test_a_goal_that_cannot_be_reached(name, mode):
    class Cornered(WithDeadEnds):
        def initial(self):
            return (4, 3)

        def actions(self, state):
            return [3]  # which empties the smaller jug

    with pytest.raises(NotReachedError, match=r"the goal of Cornered\(\) cannot be reached from '\(4,3\)'"):
        z.best(Cornered(), algorithm=name, mode=mode)

    class Hopeless(Jugs):
        def distance(self, state):
            return inf

    with pytest.raises(NotReachedError, match="cannot be reached"):
        z.best(Hopeless(), algorithm=name, mode=mode)


# Limits


@pytest.mark.parametrize("name", ["astar", "idastar"])
def test_what_is_not_reached_within_the_limits_says_how_far_the_goal_is_at_least(name):
    with pytest.raises(NotReachedError, match=r"by 12 actions from '7 2 4/5 . 6/8 3 1', and is at least (18|20) actions away"):
        z.best(EIGHT, algorithm=name, depth=12, mode="interpreted")
    with pytest.raises(NotReachedError, match=r"in [\d,]+ nodes from .* and is at least 2\d actions away"):
        z.best(EIGHT, algorithm=name, nodes=500, mode="interpreted")
    assert len(z.best(EIGHT, algorithm=name, depth=26, nodes=100_000, seconds=60, mode="interpreted").line) == 26


@pytest.mark.parametrize(("name", "mode"), SEARCHES)
def test_time_ends_a_search(name, mode):
    game = Sliding(4)
    far = game.read("0 15 14 13 12 11 10 9 8 7 6 5 4 3 1 2")
    z.best(game, algorithm=name, mode=mode, seconds=60) if mode == "compiled" else None
    began = time.process_time()
    with pytest.raises(NotReachedError, match=r"in 0.3 s from .* at least [4-7]\d actions away"):
        z.best(game, far, algorithm=name, mode=mode, seconds=0.3)
    assert time.process_time() - began < 5


# Which games, and where nothing is named


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("tictactoe", "is for 2 players"),
        ("2048", "has chance"),
        ("nim((2, 3), players=3)", "is for 3 players"),
        ("kuhn", "hides something"),
    ],
)
def test_what_is_no_puzzle_is_refused(spec, told):
    for name in ("astar", "idastar"):
        with pytest.raises(SearchError, match=told):
            z.best(z.load_game(spec), algorithm=name)


def test_a_game_must_say_which_of_its_ends_are_the_goal():
    class Silent(Jugs):
        utility_range = None

    with pytest.raises(SearchError, match=r"which of its ends are the goal: .* state `utility_range`"):
        z.best(Silent(), algorithm="astar")


def test_a_game_that_pays_on_the_way_is_no_puzzle():
    class Paying(Jugs):
        def reward(self, state, action):
            return -1

    with pytest.raises(SearchError, match=r"the fewest actions, and Paying\(\) pays on the way"):
        z.best(Paying(), algorithm="idastar")


def test_a_puzzle_with_a_distance_is_searched_so_unless_something_else_is_asked():
    assert chosen(EIGHT).name == "idastar"
    assert chosen(Jugs()).name == "engine"
    assert chosen(EIGHT, None, ["multipv"]).name == "engine"
    assert z.best(EIGHT, depth=6, algorithm="engine", mode="interpreted").value == pytest.approx(1 / 13)


def test_the_engine_finds_ways_as_short():
    for text in ("1 4 2/3 . 5/6 7 8", "3 1 2/4 . 5/6 7 8", "1 4 2/3 7 5/. 6 8"):
        root = EIGHT.read(text)
        found = z.best(EIGHT, root, algorithm="engine", depth=10)
        assert (found.value, len(found.line)) == (1, len(z.best(EIGHT, root).line))


def test_players_solve_it():
    for player in ("idastar", "astar:nodes=100000", "computer"):
        record = z.play_game(Sliding(2), [player], seed=1, mode="interpreted")
        assert (record.utilities, len(record.actions)) == ((1,), 6)
