"""Domineering: its rules one by one, who wins on which board, and the README's game beside it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo as z
from zermelo.games.domineering import Domineering

README_GAME = Path(__file__).parents[2] / "docs" / "examples" / "domineering.py"
OUTCOMES = {1: "PHHHHH", 2: "VNNHVN", 3: "VNNHHH", 4: "VVVNVN", 5: "VHVHP"}
"""By rows and columns, from 1: who wins, upright (V) or flat (H) whoever begins, the first (N) or the second player (P)."""


def names(game, text):
    state = game.read(text)
    return [game.name(state, action) for action in game.actions(state)]


def test_max_lays_upright_and_min_flat():
    game = Domineering(3, 2)
    assert names(game, ".../... x") == ["a2-a1", "b2-b1", "c2-c1"]
    assert names(game, ".../... o") == ["a2-b2", "b2-c2", "a1-b1", "b1-c1"]
    state = game.result(game.initial(), game.parse(game.initial(), "b2-b1"))
    assert game.write(state) == ".x./.x. o"
    assert game.is_terminal(state)
    assert (game.utility(state, z.MAX), game.utility(state, z.MIN)) == (1, -1)


def test_a_flat_domino_does_not_go_on_in_the_next_row():
    assert names(Domineering(2, 3), ".x/.x/.. o") == ["a1-b1"]


@pytest.mark.parametrize(("rows", "columns"), [(rows, column) for rows, row in OUTCOMES.items() for column in range(1, len(row) + 1)])
def test_who_wins_is_as_published(rows, columns):
    outcome = OUTCOMES[rows][columns - 1]
    assert z.best(Domineering(columns, rows)).value == (1 if outcome in "VN" else -1)
    assert z.best(Domineering(rows, columns)).value == (1 if outcome in "HN" else -1)  # turned, so that flat begins


def test_it_plays_as_the_game_of_the_readme():
    game, plain, draw = Domineering(5, 5), z.load_game(str(README_GAME)), random.Random(1)
    for _ in range(20):
        state, other = game.initial(), plain.initial()
        while not game.is_terminal(state):
            assert not plain.is_terminal(other)
            mine = [6 * (action // 5) + action % 5 for action in game.actions(state)]
            assert mine == list(plain.actions(other))
            action = draw.choice(list(game.actions(state)))
            other = plain.result(other, 6 * (action // 5) + action % 5)
            state = game.result(state, action)
        assert plain.is_terminal(other)
        assert game.utility(state, z.MAX) == plain.utility(other, z.MAX)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("xo./x.. x", "the cells with o are no flat dominoes, each of which covers two"),
        ("x../... x", "the cells with x are no upright dominoes"),
        (".../... y", "'y' is no player"),
        ("..o/o.. x", "the cells with o are no flat dominoes"),
    ],
)
def test_what_is_no_position_is_refused(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        Domineering(3, 2).read(text)


@pytest.mark.parametrize("size", [(0, 3), (9, 8), (2.5, 2), (27, 1)])
def test_a_board_has_64_cells_at_most(size):
    with pytest.raises(z.SpecError, match="boards of up to 64 cells"):
        Domineering(*size)
