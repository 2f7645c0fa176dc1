"""Kalah against the published solutions of Irving, Donkers and Uiterwijk (2000), and against slow plain rules.

Solving Kalah, ICGA Journal 23(3), plays with empty captures; its table 9 gives margins and perfect games (holes from 0, a
dash where the turn passes), its table 10 who wins.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.games.kalah import Kalah, State

GAME = Kalah()
SMALL = Kalah(3, 2)

WON_BY_THE_FIRST = {(1, n): worth for n, worth in enumerate("DLWLWD", 1)}
WON_BY_THE_FIRST |= {(2, n): worth for n, worth in enumerate("WLLLWW", 1)}
WON_BY_THE_FIRST |= {(3, 1): "D", (3, 2): "W", (3, 3): "W", (4, 1): "W", (5, 1): "D"}

PERFECT_GAMES = {
    (4, 1): (2, "32-32-1"),
    (4, 2): (6, "3-3-230-231-1323"),
    (4, 3): (8, "13-1-032-2-3-0-1320-3-0-2"),
    (4, 5): (2, "0-2-1-3-0-2-1-0-32-3-021-2-0-02-2-1-3-3-313032-13031-1-2-2-3"),
    (5, 1): (0, "43-43-2-2"),
    (5, 4): (12, "12-04-03-2-20-41-1-42-32-3-2-40-0-1"),
    (6, 2): (10, "42-42-30-0-1-1-4-5"),
    (6, 4): (10, "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3"),
    (6, 5): (12, "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3"),
}


# Published solutions


def solved(game: Kalah) -> int:
    """What the game is worth to the first player; each position is solved once."""

    @cache
    def value(state: State) -> int:
        if game.is_terminal(state):
            return game.utility(state, z.MAX)
        choose = max if game.to_move(state) == z.MAX else min
        return choose(value(game.result(state, action)) for action in game.actions(state))

    return value(game.initial())


@pytest.mark.parametrize("shape", WON_BY_THE_FIRST)
def test_who_wins_small_games(shape):
    value = solved(Kalah(*shape, empty_capture=True))
    assert "DWL"[(value > 0) - (value < 0)] == WON_BY_THE_FIRST[shape]


@pytest.mark.parametrize("shape", PERFECT_GAMES)
def test_perfect_games_end_as_published(shape):
    margin, turns = PERFECT_GAMES[shape]
    game = Kalah(*shape, empty_capture=True)
    state = game.initial()
    for number, turn in enumerate(turns.split("-")):
        for hole in turn:
            assert not game.is_terminal(state)
            assert game.to_move(state) == number % 2
            state = game.result(state, game.parse(state, str(int(hole) + 1)))
    assert game.is_terminal(state)
    assert game.utility(state, z.MAX) == margin


def test_a_search_finds_the_published_margin():
    found = z.best(Kalah(4, 1, empty_capture=True), algorithm="alphabeta")
    assert (found.value, Kalah(4, 1).name(found.state, found.action)) == (2, "4")


# The rules, one by one


def after(text: str, *houses: int, game: Kalah) -> str:
    state = game.read(text)
    for house in houses:
        assert house in game.actions(state)
        state = game.result(state, house)
    return game.write(state)


def test_sowing_fills_the_own_store_and_leaves_out_the_other():
    assert after("2,2,2 0 2,2,2 0 south", 3, game=SMALL) == "2,2,0 1 3,2,2 0 north"
    assert after("0,1,4 2 1,1,1 2 south", 3, game=SMALL) == "0,1,0 3 2,2,2 2 north"
    assert after("1,1,0 2 1,1,4 2 north", 3, game=SMALL) == "2,2,1 2 1,1,0 3 south"


def test_a_last_seed_in_the_own_store_moves_again():
    assert after("4,4,4,4,4,4 0 4,4,4,4,4,4 0 south", 3, game=GAME) == "4,4,0,5,5,5 1 4,4,4,4,4,4 0 south"
    assert after("4,4,4,4,4,4 0 4,4,4,4,4,4 0 north", 3, game=GAME) == "4,4,4,4,4,4 0 4,4,0,5,5,5 1 north"


def test_a_last_seed_in_an_own_empty_house_captures_it_and_those_opposite():
    assert after("1,0,1 0 4,2,3 1 south", 1, game=SMALL) == "0,0,1 3 4,0,3 1 north"
    assert after("4,2,3 1 1,0,1 0 north", 1, game=SMALL) == "4,0,3 1 0,0,1 3 south"


def test_with_nothing_opposite_the_seed_stays_but_for_empty_captures():
    assert after("1,0,1 0 4,0,3 3 south", 1, game=SMALL) == "0,1,1 0 4,0,3 3 north"
    assert after("1,0,1 0 4,0,3 3 south", 1, game=Kalah(3, 2, empty_capture=True)) == "0,0,1 1 4,0,3 3 north"


def test_a_last_seed_in_an_empty_house_of_the_other_captures_nothing():
    assert after("1,0,2 0 0,5,3 1 south", 3, game=SMALL) == "1,0,0 1 1,5,3 1 north"


def test_a_last_seed_in_the_house_it_came_from_captures_too():
    assert after("7,0,1 0 1,2,1 0 south", 1, game=SMALL) == "0,1,2 4 2,3,0 0 north"


def test_the_game_ends_when_a_side_is_empty_and_the_other_side_keeps_its_seeds():
    assert after("0,0,1 3 3,2,0 3 south", 3, game=SMALL) == "0,0,0 4 0,0,0 8 south"
    assert after("1,0,2 2 0,3,0 4 south", 1, game=SMALL) == "0,0,0 8 0,0,0 4 north"
    end = SMALL.read("0,0,0 8 0,0,0 4 north")
    assert SMALL.is_terminal(end)
    assert (SMALL.utility(end, z.MAX), SMALL.utility(end, z.MIN)) == (4, -4)


def test_the_evaluation_is_the_lead():
    state = SMALL.read("1,0,1 5 4,0,0 1 north")
    assert (SMALL.evaluate(state, z.MAX), SMALL.evaluate(state, z.MIN)) == (4, -4)


class EndsEarly(Kalah):
    """Kalah that also ends as soon as a player has more than half of the seeds, and in which the seeds that are left stay in the houses."""

    def _swept(self, cells: tuple[int, ...], player: int) -> State:
        return State(cells, player)

    def is_terminal(self, state: State) -> bool:
        if 2 * self.stored(state, z.MAX) > self._all or 2 * self.stored(state, z.MIN) > self._all:
            return True
        return self._in_houses(state.cells, z.MAX) == 0 or self._in_houses(state.cells, z.MIN) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "states"),
    [
        (EndsEarly(4, 3, empty_capture=True), 4_604_996),  # the full game graph of Irving, Donkers and Uiterwijk
        (Kalah(4, 3, empty_capture=True), 4_582_462),  # these two as by a program in C that has nothing of this one
        (Kalah(4, 3), 5_193_524),
    ],
    ids=["as published", "with empty captures", "without"],
)
def test_as_many_states_as_are_counted(game, states):
    assert z.count_states(game).states == states


# A slow plain second implementation


class Plain:
    """Two lists of houses and two stores; the mover's round goes through their own houses, their store, the other's houses."""

    def __init__(self, pits: int, seeds: int, empty_capture: bool) -> None:
        self.houses, self.stores, self.player, self.empty_capture = [[seeds] * pits, [seeds] * pits], [0, 0], 0, empty_capture

    def moves(self) -> list[int]:
        return [house for house, seeds in enumerate(self.houses[self.player], 1) if seeds]

    def is_over(self) -> bool:
        return not (any(self.houses[0]) or any(self.houses[1]))

    def play(self, house: int) -> None:
        me, other, pits = self.player, 1 - self.player, len(self.houses[0])
        ways = [(self.houses[me], i) for i in range(pits)] + [(self.stores, me)] + [(self.houses[other], i) for i in range(pits)]
        seeds = self.houses[me][house - 1]
        self.houses[me][house - 1] = 0
        for step in range(house, house + seeds):
            row, place = ways[step % len(ways)]
            row[place] += 1
        if row is self.stores:
            self.player = me
        else:
            self.player = other
            opposite = pits - 1 - place
            if row is self.houses[me] and row[place] == 1 and (self.houses[other][opposite] or self.empty_capture):
                self.stores[me] += 1 + self.houses[other][opposite]
                row[place] = self.houses[other][opposite] = 0
        if not all(any(side) for side in self.houses):
            for player in (0, 1):
                self.stores[player] += sum(self.houses[player])
                self.houses[player] = [0] * pits


shapes = st.tuples(st.integers(1, 7), st.integers(1, 9), st.booleans())


@settings(deadline=None)
@given(shapes, st.data())
def test_random_games_agree_with_plain_rules(shape, data):
    game, plain = Kalah(*shape), Plain(*shape)
    state = game.initial()
    while not plain.is_over():
        assert not game.is_terminal(state)
        assert game.to_move(state) == plain.player
        assert list(game.actions(state)) == plain.moves()
        house = data.draw(st.sampled_from(plain.moves()))
        before = state.cells
        after = game.result(state, house)
        assert state.cells == before
        state = after
        plain.play(house)
        assert state.cells == (*plain.houses[0], plain.stores[0], *plain.houses[1], plain.stores[1])
    assert game.is_terminal(state)
    assert game.utility(state, z.MAX) == plain.stores[0] - plain.stores[1] == -game.utility(state, z.MIN)


def test_both_modes_agree():
    for game in (GAME, Kalah(3, 2, empty_capture=True)):
        compiled, interpreted = (z.best(game, depth=5, algorithm="alphabeta", mode=mode) for mode in ("auto", "interpreted"))
        assert (compiled.value, compiled.line, compiled.nodes) == (interpreted.value, interpreted.line, interpreted.nodes)


# Texts


@settings(deadline=None)
@given(shapes, st.lists(st.integers(0, 1000), max_size=40))
def test_texts_are_taken_back(shape, choices):
    game = Kalah(*shape)
    state = game.initial()
    for choice in choices:
        assert game.read(game.write(state)) == state
        if game.is_terminal(state):
            break
        actions = list(game.actions(state))
        assert [game.parse(state, game.name(state, action)) for action in actions] == actions
        state = game.result(state, actions[choice % len(actions)])


def test_an_empty_house_is_not_mistaken_for_its_neighbour():
    state = GAME.result(GAME.initial(), 3)
    with pytest.raises(z.ActionError, match="legal: 1, 2, 4, 5, 6"):
        GAME.parse(state, "3")


def test_show():
    game = Kalah(2, 3)
    assert game.show(game.read("3,0 6 1,2 0 north")) == "    2  1\n    2  1\n 0        6\n    3  0\n    1  2\nnorth to move"
    assert game.show(game.read("0,0 4 0,0 8 south")).endswith("north has won by 4")
    assert game.show(game.read("0,0 6 0,0 6 south")).endswith("draw")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("2,2,2 0 2,2,2 0", "has 4 parts; a position is south's houses, south's store, north's houses"),
        ("2,2,2 0 2,2,2 0 1", "'1' is not the player to move, south or north"),
        ("2,2 2 2,2,2 0 south", "south has 2 houses in '2,2'; 3 are needed"),
        ("2,2,2 0 2,2,x 0 south", "north has 'x' seeds in a cell"),
        ("2,2,2 0 2,3,-1 0 south", "north has '-1' seeds in a cell"),
        ("2,2,2 0 2,2,2 1 south", "has 13 seeds; 12 are needed"),
        ("0,0,0 6 2,2,2 0 south", "has seeds in the houses of one side only"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        SMALL.read(text)


@pytest.mark.parametrize(("pits", "seeds"), [(0, 4), (21, 4), (6, 0), (6, 51), (-1, -1)])
def test_boards_that_do_not_fit_are_refused(pits, seeds):
    with pytest.raises(z.SpecError, match=r"are not possible; 1 to (20|50) are"):
        Kalah(pits, seeds)


def test_the_catalogue_knows_it():
    assert repr(z.load_game("kalah")) == "Kalah(pits=6, seeds=4, empty_capture=False)"
    assert repr(z.load_game("kalah(4, seeds=3, empty_capture=True)")) == "Kalah(pits=4, seeds=3, empty_capture=True)"
