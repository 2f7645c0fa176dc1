"""States that are arrays of NumPy, or hold one: nothing compiles over them, and all that searches them in plain Python tells them apart."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

import zermelo as z
from zermelo.databases import check_database
from zermelo.values import frozen, is_same
from zermelo.words import fingerprint, is_plain

HEAPS = (20, 20), (21, 21), (20, 22)
"""Where the heaps lie: in the middle, which NumPy leaves out where it prints an array of more than a thousand numbers."""


class ArrayNim(z.Game):
    """Nim in an array: who cannot take loses."""

    def __init__(self, *heaps: int):
        self.heaps = heaps

    def initial(self):
        array = np.zeros((40, 40), dtype=np.int16)
        for place, heap in zip(HEAPS, self.heaps, strict=False):
            array[place] = heap
        return array

    def to_move(self, state):
        return int(state[20, 23])

    def actions(self, state):
        return [10 * heap + taken for heap, place in enumerate(HEAPS) for taken in range(1, int(state[place]) + 1)]

    def result(self, state, action):
        after = state.copy()
        after[HEAPS[action // 10]] -= action % 10
        after[20, 23] ^= 1
        return after

    def is_terminal(self, state):
        return not any(state[place] for place in HEAPS)

    def utility(self, state, player):
        return -1 if self.to_move(state) == player else 1


class Held(NamedTuple):
    board: object
    player: int


class HeldNim(ArrayNim):
    """The same, where a tuple holds the array."""

    def initial(self):
        return Held(super().initial(), 0)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return super().actions(state.board)

    def result(self, state, action):
        return Held(super().result(state.board, action), 1 - state.player)

    def is_terminal(self, state):
        return super().is_terminal(state.board)


def won_by_first(*heaps):
    """Bouton (1901): the player to move wins if the heaps' exclusive or is not 0."""
    total = 0
    for heap in heaps:
        total ^= heap
    return total != 0


@pytest.mark.parametrize("made", [ArrayNim, HeldNim])
@pytest.mark.parametrize("heaps", [(1, 1), (1, 2), (2, 2), (1, 2, 3), (2, 2, 1)])
def test_every_search_of_arrays_finds_who_wins(made, heaps):
    worth = 1 if won_by_first(*heaps) else -1
    game = made(*heaps)
    found = z.best(game)
    assert (found.algorithm, found.mode, found.value, found.proved) == ("engine", "interpreted", worth, True)
    assert z.best(game, algorithm="alphabeta").value == worth
    assert z.best(game, algorithm="mcts", simulations=1000).value * worth > 0.5
    assert z.solve(game).value == worth


def test_databases_of_arrays_hold_each_state_once(tmp_path):
    for heaps in ((1, 2), (1, 1)):
        game, folder = ArrayNim(*heaps), tmp_path / "-".join(map(str, heaps))
        z.make_database(game, folder)
        states, waiting = set(), [game.initial()]
        while waiting:
            state = waiting.pop()
            if state.tobytes() not in states:
                states.add(state.tobytes())
                waiting += [game.result(state, action) for action in game.actions(state)]
        with z.open_database(folder, game) as database:
            assert database.count == len(states)
            assert database.probe().value == (1 if won_by_first(*heaps) else -1)
            assert check_database(database).states == len(states)


def test_a_fingerprint_of_an_array_is_of_all_its_numbers_whatever_their_type():
    array = np.arange(2500).reshape(50, 50)
    other = array.copy()
    other[25, 25] += 1
    assert repr(array) == repr(other)
    assert fingerprint(array) != fingerprint(other)
    assert fingerprint(array) != fingerprint(array.reshape(25, 100))
    assert fingerprint(array.astype(np.int16)) == fingerprint(array)
    assert fingerprint(array[0, 7]) == fingerprint(7)
    assert fingerprint((array / 4, 1)) != fingerprint((other / 4, 1))
    assert is_plain(array)
    assert not is_plain(np.array([object()]))
    assert is_same((array, 1), (array.copy(), 1))
    assert not is_same((array, 1), (other, 1))


def test_what_to_hold_in_place_of_an_array_is_told():
    with pytest.raises(z.CompileError, match=r"NumPy's ndarray is no value that rules compile over; hold tuples: `tuple\(map\("):
        z.best(ArrayNim(1, 1), mode="compiled")
    with pytest.raises(z.CompileError, match=r"a state, `board`: NumPy's ndarray is no value"):
        z.best(HeldNim(1, 1), mode="compiled")
    with pytest.raises(z.SearchError, match="make it a tuple"):
        z.prove(ArrayNim(1, 1))


class Judged(ArrayNim):
    """Heaps whose ends, and positions before, are worth numbers of a type; who is to move is one of NumPy's, too."""

    utility_range = (-1, 1)

    def __init__(self, *heaps: int, number=float):
        super().__init__(*heaps)
        self.number = number

    def to_move(self, state):
        return state[20, 23]

    def utility(self, state, player):
        return self.number(super().utility(state, player))

    def evaluate(self, state, player):
        return self.number(0.1 * (1 - 2 * player) * (sum(int(state[place]) for place in HEAPS) % 3 - 1))


@pytest.mark.parametrize("number", [float, np.float64, np.longdouble])
def test_numbers_of_64_bits_and_players_of_any_are_taken_from_the_rules(number):
    for heaps in ((1, 2), (2, 2)):
        worth = 1 if won_by_first(*heaps) else -1
        assert z.best(Judged(*heaps, number=number)).value == worth
        assert z.best(Judged(*heaps, number=number), algorithm="mcts", simulations=1000).value * worth > 0.5
        assert z.solve(Judged(*heaps, number=np.int64)).value == worth
    shallow = {name: z.best(Judged(3, 3, number=number), algorithm=name, depth=2).value for name in ("engine", "minimax")}
    assert shallow["engine"] == shallow["minimax"]


@pytest.mark.parametrize("number", [np.float32, np.float16, np.int8])
@pytest.mark.parametrize("algorithm", ["engine", "alphabeta"])
def test_numbers_that_round_otherwise_are_refused_and_what_to_write_is_told(number, algorithm):
    """In null windows between neighbours among Python's numbers there is none, and a wrong value was called proved."""
    with pytest.raises(z.GameError, match=r"write `float\(...\)` around it"):
        z.best(Judged(1, 1, number=number), algorithm=algorithm)
    with pytest.raises(z.GameError, match="no number"):
        z.best(Judged(1, 1, number=number), algorithm="mcts", simulations=10)


class Stake(z.Game):
    """MAX chooses a stake, the larger wins; it is held for two plies more."""

    def __init__(self, *stakes):
        self.stakes = stakes

    def initial(self):
        return (self.stakes[0], 0)

    def to_move(self, state):
        return state[1] % 2

    def actions(self, state):
        return [0, 1] if state[1] == 0 else [0]

    def result(self, state, action):
        return (self.stakes[action] if state[1] == 0 else state[0], state[1] + 1)

    def is_terminal(self, state):
        return state[1] == 3

    def utility(self, state, player):
        return (1 if state[0] == max(self.stakes) else -1) * (1 - 2 * player)


class Placed(ArrayNim):
    """Its actions are rows of two numbers, where and how many."""

    def actions(self, state):
        return np.argwhere(np.ones((2, 2)))


class Listed(ArrayNim):
    """Its actions are numbers of NumPy's, of which each is an int."""

    def actions(self, state):
        return np.array(super().actions(state))


def test_actions_that_are_numbers_of_an_array_are_taken_and_rows_of_it_are_not():
    assert z.best(Listed(1, 2)).value == 1
    with pytest.raises(z.GameError, match=r"gives array\(\[0, 0\]\) \(of type ndarray\); an action is an int"):
        z.best(Placed(1, 2))
    report = z.check(Listed(1, 2))
    assert "write `int(...)` around it, or `array.tolist()` for all of them" in repr(report)


class Pile(np.ndarray):
    """An array with attributes of its own."""

    turn, used = 0, False

    def __array_finalize__(self, other):
        self.turn, self.used = getattr(other, "turn", 0), getattr(other, "used", False)


class PassingNim(z.Game):
    """A heap of which one, two or three are taken; one pass is allowed in a game."""

    def __init__(self, heap: int):
        self.heap = heap

    def made(self, heap, turn, used):
        pile = np.array([heap]).view(Pile)
        pile.turn, pile.used = turn, used
        return pile

    def initial(self):
        return self.made(self.heap, 0, False)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [np.int8(taken) for taken in (1, 2, 3) if taken <= state[0]] + ([] if state.used else [np.int8(9)])

    def result(self, state, action):
        return (
            self.made(int(state[0]), 1 - state.turn, True) if action == 9 else self.made(int(state[0]) - action, 1 - state.turn, state.used)
        )

    def is_terminal(self, state):
        return int(state[0]) == 0

    def utility(self, state, player):
        return -1 if state.turn == player else 1


def wins_with_a_pass(heap, used):
    """Whether the player to move wins, by the rules alone."""
    taken = [not wins_with_a_pass(heap - one, used) for one in (1, 2, 3) if one <= heap]
    return heap > 0 and (any(taken) or (not used and not wins_with_a_pass(heap, True)))


@pytest.mark.parametrize("heap", [3, 5, 8, 9])
def test_attributes_of_a_class_of_arrays_are_a_part_of_the_state(heap, tmp_path):
    game, worth = PassingNim(heap), 1 if wins_with_a_pass(heap, False) else -1
    assert (z.best(game).value, z.solve(game).value) == (worth, worth)
    with z.make_database(game, tmp_path / "made") as database:
        assert database.probe().value == worth


def test_arrays_of_two_classes_are_two_states():
    class Tiles(np.ndarray):
        """Another class of the same numbers."""

    pile, tiles = np.arange(4).view(Pile), np.arange(4).view(Tiles)
    assert len({fingerprint(one) for one in (pile, tiles, np.arange(4))}) == 3
    assert len({frozen(one) for one in (pile, tiles, np.arange(4))}) == 3
    other = pile.copy()
    other.turn = 1
    assert fingerprint(other) != fingerprint(pile)
    assert is_same(pile, pile.copy())
    assert not is_same(other, pile)


def test_long_doubles_are_numbers_like_others():
    assert is_plain(np.longdouble(1.5))
    assert fingerprint((np.longdouble(1.5), 1)) == fingerprint((1.5, 1))
    nearly = np.nextafter(np.longdouble(1.5), np.longdouble(2))
    assert nearly == 1.5 or fingerprint(nearly) != fingerprint(1.5)  # where they have no more digits, that is the next float
    assert fingerprint(np.array([1.5, 2], dtype=np.longdouble)) != fingerprint(np.array([1.5, 3], dtype=np.longdouble))


OTHER_NUMBERS = [(Decimal("0.5"), Decimal("1.5")), (Fraction(1, 2), Fraction(3, 2)), (np.int8(1), np.int8(2))]


@pytest.mark.parametrize("stakes", OTHER_NUMBERS)
def test_states_of_other_numbers_are_searched_in_plain_python_and_told(stakes):
    game = Stake(*stakes)
    assert z.best(game).value == z.solve(game).value == 1
    with pytest.raises(z.CompileError, match="hold an int"):
        z.best(game, mode="compiled")


def test_an_object_that_hides_its_value_is_not_compiled():
    game = Stake(date(2026, 1, 1), date(2026, 1, 2))
    assert z.best(game).value == 1
    with pytest.raises(z.CompileError, match=r"a date keeps its value out of sight"):
        z.best(game, mode="compiled")
