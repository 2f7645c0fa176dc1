"""Analysis of puzzles: how far the goal is by each move, and which make the way longer or lead nowhere."""

from __future__ import annotations

from collections import deque

import pytest

import zermelo as z
from tests.web.test_analyse import last, post
from zermelo.analysis import thinking
from zermelo.analysis.engines import Engines
from zermelo.analysis.thoughts import Judged, Question
from zermelo.analysis.verdicts import cost, told, told_cost, told_end
from zermelo.languages import language
from zermelo.spec import Named


def plainly(game, state):
    """How many moves the goal is away, by looking at all that is so near."""
    seen, waiting = {state}, deque([(state, 0)])
    while waiting:
        here, plies = waiting.popleft()
        if game.is_terminal(here):
            return plies
        for action in game.actions(here):
            child = game.result(here, action)
            if child not in seen:
                seen.add(child)
                waiting.append((child, plies + 1))
    raise AssertionError("there is no way")


@pytest.mark.parametrize("position", ["1 . 2/3 4 5/6 7 8", "1 4 2/3 7 5/6 . 8", "3 1 2/6 4 5/. 7 8"])
def test_every_move_tells_how_far_the_goal_is(studio, position):
    game = z.load_game("sliding")
    state = game.read(position)
    found = last(studio, "lines", game="sliding", position=position, seconds=20, lines=2)
    assert (found["by"], found["settled"], len(found["moves"])) == ("shortest", True, len(list(game.actions(state))))
    for one in found["moves"]:
        plies = 1 + plainly(game, game.result(state, int(one["moves"][0]["action"])))
        assert one["told"] == (f"solved in {plies} moves" if plies > 1 else "solved in one move")
        assert (one["share"], one["end"]) == (None, "won")
    assert len(found["lines"][0]["moves"]) == plainly(game, state)


def test_a_move_that_makes_the_way_longer_is_marked(studio):
    line = {"game": "sliding", "position": "1 . 2/3 4 5/6 7 8"}
    why = post(studio, "why", **line, action="4", lang="es")
    assert (why["mark"], why["cost"]) == ("?!", "Alarga el camino 2 jugadas (demostrado).")
    assert why["sentences"][0].startswith("Tras 4: resuelto en 3 jugadas")
    report = last(studio, "report", **line, actions=["4", "1", "0"], effort="quick")
    assert [row["mark"] for row in report["rows"]] == ["?!", "", ""]
    assert report["end"] == {"told": "solved", "share": None}


class Stairs(z.Game):
    """Go up by one or two steps to the fourth; who comes to the third has lost the way."""

    players = 1
    utility_range = (0.0, 1.0)

    def initial(self):
        return 0

    def to_move(self, state):
        return z.MAX

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action if state != 3 else 6

    def is_terminal(self, state):
        return state >= 4

    def utility(self, state, player):
        return 1.0 if state == 4 else 0.0

    def distance(self, state):
        return 1 if state < 4 else 0


@pytest.mark.parametrize(
    ("state", "best", "dead"),
    [(0, (2, 2), ()), (2, (2,), (1,)), (3, (1,), (1, 2))],
)
def test_a_move_from_which_the_goal_cannot_be_reached_is_told(state, best, dead):
    game, engines, speech = Stairs(), Engines(), language("en")
    question = Question(Named("stairs", game, 0), state, ())
    thought = thinking.think(engines, question, None, 2, 5.0, lambda thought: None, lambda done=0: None)
    assert thought.best[0].line == best
    assert {action for action, one in thought.moves.items() if told(game, one, speech) == "cannot be solved"} == set(dead)
    if thought.best[0].value:  # else all lead nowhere, and none costs more than another
        for action in dead:
            first, own = thinking.judge(engines, question, None, 5.0, action, lambda done=0: None)
            price = cost(game, 0, first, own)
            assert (price.mark, told_cost(game, price, own, speech)) == ("??", "The goal cannot be reached from there (proved).")


def test_where_the_way_is_not_found_in_time_moves_are_estimated():
    game, engines = z.load_game("sliding"), Engines()
    question = Question(Named("sliding", game, 0), game.initial(), ())
    thought = thinking.think(engines, question, None, 2, 0.0, lambda thought: None, lambda done=0: None)
    assert (thought.by, len(thought.moves), thought.settled) == ("textbook", 4, False)
    best, own = thinking.judge(engines, question, None, 0.0, thought.best[-1].action, lambda done=0: None)
    assert not best.proved
    assert own is not None


def test_values_of_one_player_are_no_wins():
    speech, tiles, merging = language("en"), z.load_game("sliding"), z.load_game("2048")
    assert told_end(tiles, 1.0, speech) == "solved"
    assert told_end(merging, 24.0, speech) == "24 points"
    assert told(tiles, Judged((0,), 1.0, proved=True, distance=7, shortest=True), speech) == "solved in 7 moves"
    assert cost(tiles, 0, Judged((0,), 1.0, proved=True, distance=7), Judged((1,), 1.0, proved=True, distance=7)).mark == ""
