"""Hare and hounds: its rules, and counts of another program."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.games.hare_and_hounds import HareAndHounds

GAME = HareAndHounds()


def names(text):
    state = GAME.read(text)
    return [GAME.name(state, action) for action in GAME.actions(state)]


def test_hounds_never_go_to_the_left():
    assert names("#.x.#/..x.o/#..x# hounds") == ["c3-d3", "c2-d3", "c2-d2", "c2-c1", "d1-d2"]


def test_the_hare_goes_anywhere():
    assert names("#x..#/x.o../#x..# hare") == ["c2-c3", "c2-d3", "c2-b2", "c2-d2", "c2-c1", "c2-d1"]


def test_the_hounds_win_when_the_hare_cannot_move():
    state = GAME.read("#..x#/...xo/#..x# hare")
    assert (GAME.is_terminal(state), GAME.utility(state, z.MAX), GAME.utility(state, z.MIN)) == (True, 1, -1)


def test_the_hare_wins_when_no_hound_is_to_the_left_of_it():
    escaped = GAME.read("#.x.#/..ox./#x..# hounds")
    assert not GAME.is_terminal(escaped)
    escaped = GAME.read("#x..#/..xx./#o..# hounds")
    assert (GAME.is_terminal(escaped), GAME.utility(escaped, z.MAX)) == (True, -1)
    assert not GAME.is_terminal(GAME.read("#x..#/..xx./#o..# hare"))
    assert GAME.show(escaped).endswith("the hare has escaped")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#x..#/x...o/#x..# dogs", "is not to move"),
        ("#x..#/x...o/#...# hounds", "there are three and one"),
        (".x..#/x...o/#x..# hounds", "the corners"),
        ("#x..#/x...o hounds", "3 are needed"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, why):
    with pytest.raises(z.PositionError, match=why):
        GAME.read(text)


def test_states_and_values_are_those_of_another_program(tmp_path):
    assert z.count_states(GAME, fold=False).states == 2_303
    states, waiting = {GAME.initial()}, [GAME.initial()]
    while waiting:
        state = waiting.pop()
        for action in [] if GAME.is_terminal(state) else GAME.actions(state):
            if (child := GAME.result(state, action)) not in states:
                states.add(child)
                waiting.append(child)
    with z.make_database(GAME, tmp_path / "made") as database:
        for_hounds = [state for state in states if database.worth(state).value == (1 if state.player == z.MAX else -1)]
        assert (len(states), len(for_hounds)) == (2_303, 435)
        assert str(database.probe()) == "won in 23 plies"
