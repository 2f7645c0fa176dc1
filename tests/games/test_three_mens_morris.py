"""Three men's morris: its rules one by one, the same game written plainly, and counts of another program."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo as z
from tests.solve.morris import Morris
from zermelo.games.three_mens_morris import ThreeMensMorris

GAME = ThreeMensMorris()
VARIANTS = [(True, False), (True, True), (False, False)]


def names(game, text):
    state = game.read(text)
    return [game.name(state, action) for action in game.actions(state)]


def test_stones_are_placed_on_free_points():
    assert names(GAME, "x../.o./... x") == ["b3", "c3", "a2", "c2", "a1", "b1", "c1"]


def test_then_they_move_along_lines_or_to_any_point():
    assert names(GAME, "x.x/.o./oxo x") == ["a3-b3", "a3-a2", "c3-b3", "c3-c2"]
    assert names(GAME, "xox/oxo/... x") == ["b2-a1", "b2-b1", "b2-c1"]
    assert names(ThreeMensMorris(diagonals=False), "xox/oxo/... x") == ["b2-b1"]
    flying = names(ThreeMensMorris(flying=True), "x.x/.o./oxo x")
    assert flying == [f"{stone}-{point}" for stone in ("a3", "c3", "b1") for point in ("b3", "a2", "c2")]


def test_a_line_wins():
    state = GAME.read("xxx/oo./... o")
    assert (GAME.is_terminal(state), GAME.utility(state, z.MAX), GAME.utility(state, z.MIN)) == (True, 1, -1)
    assert GAME.show(state).endswith("x has won")
    diagonal = "..x/ox./x.o o"
    assert GAME.is_terminal(GAME.read(diagonal))
    assert not ThreeMensMorris(diagonals=False).is_terminal(ThreeMensMorris(diagonals=False).read(diagonal))


def test_who_cannot_move_loses():
    game = ThreeMensMorris(diagonals=False)
    state = game.read("..x/.xo/xoo o")
    assert (game.is_terminal(state), game.utility(state, z.MAX)) == (True, 1)
    assert game.show(state).endswith("o cannot move and has lost")
    assert names(GAME, "..o/.xo/xox o") != []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x.o/.../...", "the player to move"),
        ("x.o/.../... z", "is no player"),
        ("x.o/.../... o", "it is x's turn"),
        ("xxx/.../... o", "cannot be"),
        ("xxx/oo./..o x", "has a line"),
        ("xxxx/oo./... o", "4"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, why):
    with pytest.raises(z.PositionError, match=why):
        GAME.read(text)


def walk(game):
    """Every state that play comes to."""
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in [] if game.is_terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_states_and_ends_as_of_the_game_written_plainly(variant):
    game, plain = ThreeMensMorris(*variant), Morris(*variant)
    states = walk(game)
    assert {tuple(state) for state in states} == {tuple(state) for state in walk(plain)}
    for state in states:
        assert game.is_terminal(state) == plain.is_terminal(state)
        if game.is_terminal(state):
            assert game.utility(state, z.MAX) == plain.utility(state, z.MAX)


@pytest.mark.parametrize(
    ("variant", "counts", "distance", "openings"),
    [  # by plain programs in C, with the player to move folded
        ((True, False), (2_161, 773, 936), 9, {"b2": 1, "a1": 0, "b1": -1}),
        ((True, True), (2_278, 820, 772), None, {"b2": 0, "a1": 0, "b1": 0}),
        ((False, False), (1_434, 410, 2_066), None, {"b2": 0, "a1": 0, "b1": 0}),
    ],
)
def test_values_are_those_of_another_program(variant, counts, distance, openings, tmp_path):
    game = ThreeMensMorris(*variant)
    with z.make_database(game, tmp_path / "made") as database:
        folded = {(state.own, state.other): database.worth(state).value for state in walk(game)}
        found = Counter(folded.values())
        assert (found[1], found[-1], found[0]) == counts
        probe = database.probe()
        assert probe.distance == distance
        by_name = {game.name(probe.state, move.action): move.value for move in probe.moves}
        assert {name: by_name[name] for name in openings} == openings
        if distance:
            edge = database.worth(game.result(game.initial(), game.parse(game.initial(), "b1")))
            assert (edge.value, edge.distance) == (1, 7)
