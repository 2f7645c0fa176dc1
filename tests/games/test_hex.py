"""Hex: no draws, chains, the swap, solved small boards, OpenSpiel's games, and a slow plain second implementation."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games.hex import STEPS, Hex
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

SMALL = Hex(3)
GAMES = (Hex(2), SMALL, Hex(4, swap=True), Hex(5), Hex(8), Hex(9), Hex(11, swap=True))


# No draws


@given(st.sampled_from([2, 3, 5, 8, 9, 11, 13, 19]), st.randoms(use_true_random=False))
def test_a_full_board_is_won_by_exactly_one(size, dice):
    game = Hex(size)
    cells = list(range(game.cells))
    dice.shuffle(cells)
    stones = {cell: "xo"[number % 2] for number, cell in enumerate(cells)}
    assert [joins(size, stones, mark) for mark in "xo"].count(True) == 1
    state = game.initial()
    for cell in cells:
        if not game.is_terminal(state):
            state = game.result(state, cell)
    winner = 0 if joins(size, stones, "x") else 1
    assert game.is_terminal(state)
    assert (game.utility(state, winner), game.utility(state, 1 - winner)) == (1, -1)


def joins(size: int, stones: dict[int, str], mark: str) -> bool:
    """Whether the player has joined both sides: every stone reached from the first one is looked at."""
    seen = {cell for cell in stones if stones[cell] == mark and divmod(cell, size)[mark == "o"] == 0}
    left = list(seen)
    while left:
        row, column = divmod(left.pop(), size)
        if (row, column)[mark == "o"] == size - 1:
            return True
        for down, right in STEPS:
            cell = (row + down) * size + column + right
            inside = 0 <= row + down < size and 0 <= column + right < size
            if inside and stones.get(cell) == mark and cell not in seen:
                seen.add(cell)
                left.append(cell)
    return False


# The rules one by one


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        pytest.param(".x./.xo/ox. o", z.MAX, id="down-left and down"),
        pytest.param("..x/.xo/xo. o", z.MAX, id="up-right"),
        pytest.param("x.x/ooo/x.. x", z.MIN, id="a row"),
        pytest.param("x.o/.ox/o.x x", z.MIN, id="rising"),
    ],
)
def test_a_chain_from_side_to_side_wins(position, winner):
    state = SMALL.read(position)
    assert SMALL.is_terminal(state)
    assert SMALL.utility(state, winner) == 1
    assert SMALL.show(state).endswith(f"\n{'xo'[winner]} has won")


@pytest.mark.parametrize("position", ["x.o/.xo/o.x x", "o.x/x.o/xo. x"])
def test_cells_that_only_touch_across_a_corner_are_not_joined(position):
    assert not SMALL.is_terminal(SMALL.read(position))


def test_a_chain_does_not_run_round_the_border():
    # x on the right of rows 1 and 2 and on the left of row 3: neighbours in memory, not on the board
    assert not SMALL.is_terminal(SMALL.read("..x/o.x/xo. o"))


def test_stones_far_from_the_side_join_once_the_gap_is_closed():
    game = Hex(4)
    state = game.read("..o./.x.o/.x.o/.x.. x")
    assert not game.is_terminal(state)
    assert game.is_terminal(game.result(state, game.parse(state, "b1")))


def test_what_is_missing():
    game = Hex(4)
    assert [game.missing(game.initial(), player) for player in (z.MAX, z.MIN)] == [4, 4]
    state = game.read(".x../..../.xo./o... x")
    assert [game.missing(state, player) for player in (z.MAX, z.MIN)] == [2, 2]
    assert game.evaluate(state, z.MAX) == 0
    wall = game.read("xxxx/oooo/..../.... x")
    assert [game.missing(wall, player) for player in (z.MAX, z.MIN)] == [17, 0]
    assert game.evaluate(wall, z.MIN) == 1


# The swap


def test_the_second_player_may_take_over_the_first_stone():
    game = Hex(4, swap=True)
    state = game.result(game.initial(), game.parse(game.initial(), "c1"))
    assert "swap" not in [game.name(game.initial(), action) for action in game.actions(game.initial())]
    assert len(list(game.actions(state))) == 16
    swapped = game.result(state, game.parse(state, "swap"))
    assert game.write(swapped) == "..../..../o.../.... x"  # c1, 1st row and 3rd column, is now a3
    assert "swap" not in [game.name(swapped, action) for action in game.actions(swapped)]
    assert game.action_squares(state, game.parse(state, "swap")) == ()


def test_it_comes_only_at_the_second_ply_and_only_if_asked_for():
    game = Hex(4, swap=True)
    for position, times in (("x.../..../..../.... o", 1), ("..../..o./..../.... x", 0), ("x.../..o./..x./.... o", 0)):
        state = game.read(position)
        assert [game.name(state, action) for action in game.actions(state)].count("swap") == times
    plain = Hex(4)
    assert len(list(plain.actions(plain.read("x.../..../..../.... o")))) == 15


# Solved boards


@pytest.mark.parametrize(
    ("size", "winning"),
    [
        (2, "b1 a2"),
        (3, "c1 a2 b2 c2 a3"),
    ],
)
def test_which_first_stones_win_by_a_plain_solver(size, winning):
    first = [
        f"{'abc'[cell % size]}{cell // size + 1}"
        for cell in range(size * size)
        if not plain_wins(size, "." * cell + "x" + "." * (size**2 - cell - 1), "o")
    ]
    assert sorted(first) == sorted(winning.split())
    game = Hex(size)
    found = [game.name(game.initial(), action) for action in game.actions(game.initial()) if value_after(game, action) == 1]
    assert found == first


@cache
def plain_wins(size: int, board: str, mover: str) -> bool:
    """Whether the player to move wins; the board as text."""
    other = "xo"[mover == "x"]
    if joins(size, dict(enumerate(board)), other):
        return False
    return any(not plain_wins(size, board[:cell] + mover + board[cell + 1 :], other) for cell in range(size**2) if board[cell] == ".")


def value_after(game: Hex, action: int) -> float:
    return z.best(game, game.result(game.initial(), action), algorithm="alphabeta").value


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_player_wins_and_with_the_swap_the_second(size):
    for game, value in ((Hex(size), 1), (Hex(size, swap=True), -1)):
        assert z.best(game, algorithm="alphabeta", mode="interpreted").value == value


@pytest.mark.slow
def test_so_does_the_engine_say_of_a_larger_board():
    found = z.best(Hex(4), depth=16)
    assert (found.value, found.proved) == (1, True)


# Other implementations


@pytest.mark.parametrize("size", [3, 7, 11])
def test_random_games_agree_with_open_spiel(size):
    spiel = pytest.importorskip("pyspiel").load_game(f"hex(board_size={size})")
    dice, game = random.Random(size), Hex(size)
    for _ in range(6):
        state, other = game.initial(), spiel.new_initial_state()
        while not other.is_terminal():
            assert not game.is_terminal(state)
            assert list(game.actions(state)) == other.legal_actions()  # cells have the same numbers there
            assert game.to_move(state) == other.current_player()
            action = dice.choice(other.legal_actions())
            state = game.result(state, action)
            other.apply_action(action)
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in (z.MAX, z.MIN)] == other.returns()


@given(positions(GAMES))
def test_what_a_state_keeps_of_chains_is_what_the_stones_say(position):
    game, state = position
    assert game.state(state.max_stones, state.min_stones, state.player) == state
    stones = {cell: mark for cell, mark in enumerate(game.write(state).split()[0].replace("/", "")) if mark != "."}
    won = [joins(game.size, stones, mark) for mark in "xo"]
    assert won == [state.won and state.player == z.MIN, state.won and state.player == z.MAX]
    assert [game.missing(state, player) == 0 for player in (z.MAX, z.MIN)] == won


def test_a_board_of_three_words_means_the_same_in_both_modes():
    game, dice = Hex(12), random.Random(4)
    compiled, interpreted = (Runner(perft, game, mode) for mode in ("compiled", "interpreted"))
    state = game.initial()
    while not game.is_terminal(state):
        if game.plies_left(state) <= 40:
            assert compiled(state, 2) == interpreted(state, 2)
        state = game.result(state, dice.choice(list(game.actions(state))))


# For a search


@given(positions(GAMES))
def test_turned_by_half_a_turn_the_rules_are_the_same(position):
    game, state = position
    (other,) = game.symmetries(state)
    assert list(game.symmetries(other)) == [state]
    assert game.write(other).split()[0] == game.write(state).split()[0][::-1]
    assert (other.won, other.player) == (state.won, state.player)
    assert game.evaluate(other, z.MAX) == game.evaluate(state, z.MAX)
    if not game.is_terminal(state):
        assert {game.key(game.result(other, a)) for a in game.actions(other)} == {
            game.key(next(iter(game.symmetries(game.result(state, a))))) for a in game.actions(state)
        } or game.may_swap(state)  # the stone that is swapped is turned, too


@given(positions(GAMES))
def test_playouts_choose_the_actions_each_as_likely(position):
    game, state = position
    if not game.is_terminal(state):
        actions = list(game.actions(state))
        step = 2**32 // len(actions)
        assert sorted(game.playout(state, step * number + step // 2) for number in range(len(actions))) == actions


# Texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("... z", "'z' is not the player to move, x or o"),
        (".../... x", "has 2 rows; 3 are needed"),
        ("../.../... x", "row 1, '..', has 2 cells; 3 are needed"),
        (".../.w./... x", "row 2, '.w.', has 'w' in column b; a cell is x, o or ."),
        ("x../.../... x", "1 x and 0 o with x to move cannot be"),
        ("o../.../... x", "0 x and 1 o with x to move cannot be"),
        ("x.o/x.o/x.o x", "x has joined both sides, and cannot be to move"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError) as caught:
        SMALL.read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("size", [-1, 0, 1, 20])
def test_other_sizes_are_refused(size):
    with pytest.raises(z.SpecError, match="2 x 2 to 19 x 19 are"):
        Hex(size)
