"""Pawns: the tree of the whole game worked out by hand, all orders of its moves, and slow plain rules that must agree."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games.hexapawn import Hexapawn
from zermelo.games.pawns import Pawns, State
from zermelo.search.alphabeta import alphabeta
from zermelo.search.minimax import minimax
from zermelo.search.runner import Runner

GAME = Pawns()


def children(state: State) -> list[State]:
    return [] if GAME.is_terminal(state) else [GAME.result(state, action) for action in GAME.actions(state)]


def levels() -> list[list[State]]:
    """The full tree, level by level, from left to right."""
    made = [[GAME.initial()]]
    while made[-1]:
        made.append([child for state in made[-1] for child in children(state)])
    return made[:-1]


# The full tree


def test_the_levels_of_the_full_tree():
    assert [len(level) for level in levels()] == [1, 2, 5, 10, 13, 8]
    found = z.best(GAME, algorithm="minimax")
    assert (found.nodes, found.leaves, found.depth) == (39, 18, 5)


def test_the_leaves_of_the_full_tree():
    leaves = [GAME.utility(state, z.MAX) for level in levels() for state in level if GAME.is_terminal(state)]
    assert (len(leaves), leaves.count(1), leaves.count(0), leaves.count(-1)) == (18, 11, 1, 6)


def test_the_backed_up_values_of_every_level():
    values = [[minimax(GAME, state, 10) for state in level] for level in levels()]
    assert values == [
        [1],
        [1, -1],
        [1, 1, 1, 0, -1],
        [1, -1, 1, 1, 1, -1, 1, -1, 0, -1],
        [1, -1, -1, 1, 1, -1, 1, 1, 1, -1, -1, 1, -1],
        [1, 1, 1, 1, 1, 1, 1, 1],
    ]


def test_the_left_pawn_forward_wins():
    found = z.best(GAME, ties=True)
    assert (found.value, [GAME.name(found.state, action) for action in found.actions]) == (1, ["a1-a2"])


# Alpha-beta on it


def test_alphabeta_in_the_game_s_own_order():
    found = z.best(GAME, algorithm="alphabeta")
    assert (found.nodes, found.leaves, found.cutoffs) == (17, 6, 5)


def extreme(count, choose) -> int:
    """The least or greatest (`choose`) sum of `count(state)` over the nodes that alpha-beta visits, over all orders of children.

    Fail-hard alpha-beta visits what fail-soft does, and there the value of a node in a window does not depend on the order
    below it: so the best order of each node is found for each window apart.
    """

    def value(state: State, alpha: float, beta: float) -> float:
        return max(alpha, min(beta, minimax(GAME, state, 10)))

    @cache
    def visited(state: State, alpha: float, beta: float) -> int:
        sums = []
        for order in permutations(children(state)):
            low, high, total = alpha, beta, count(state)
            for child in order:
                total += visited(child, low, high)
                if GAME.to_move(state) == z.MAX:
                    low = max(low, value(child, low, high))
                else:
                    high = min(high, value(child, low, high))
                if low >= high:
                    break
            sums.append(total)
        return choose(sums)

    return visited(GAME.initial(), -inf, inf)


def test_alphabeta_over_all_orders_of_the_children():
    def node(state: State) -> int:
        return 1

    def leaf(state: State) -> int:
        return int(GAME.is_terminal(state))

    assert extreme(node, min) == 14
    assert extreme(leaf, min) == 4
    assert extreme(node, max) == 38


def test_the_order_of_the_game_lies_between():
    visited = Runner(alphabeta, GAME, "interpreted")
    visited(GAME.initial(), -inf, inf, 10)
    assert extreme(lambda state: 1, min) <= visited.nodes <= extreme(lambda state: 1, max)


# The rules, one by one


def names(text: str, game: Pawns = GAME) -> list[str]:
    state = game.read(text)
    return [game.name(state, action) for action in game.actions(state)]


def test_moves_come_by_from_column_then_from_row_then_to_column():
    assert names("b.b/.w./w.. w") == ["a1-a2", "b2xa3", "b2-b3", "b2xc3"]
    assert names("..b/b../.ww w") == ["b1xa2", "b1-b2", "c1-c2"]
    assert names(".b./.../www b", Hexapawn()) == ["b3-b2"]


def test_a_pawn_ahead_is_not_captured_but_stops():
    assert names("b../w../.w. b") == []
    assert GAME.utility(GAME.read("b../w../... b"), z.MAX) == 0


def test_captures_do_not_run_around_the_border():
    assert names("..b/b../..w w") == ["c1-c2"]
    assert names("b../..w/w.. b") == ["a3-a2"]


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        pytest.param("w.b/.../.w. b", 1, id="white on the far row"),
        pytest.param(".../.../ww. b", 1, id="no black pawn left"),
        pytest.param(".b./.../w.b w", -1, id="black on the far row"),
        pytest.param(".bb/.../... w", -1, id="no white pawn left"),
        pytest.param(".b./.w./... w", 0, id="white has a pawn and no move"),
        pytest.param(".b./.w./... b", 0, id="black has a pawn and no move"),
    ],
)
def test_the_ends_of_the_game(text, worth):
    state = GAME.read(text)
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, z.MAX), GAME.utility(state, z.MIN)) == (worth, -worth)


# A slow plain second implementation, for hexapawn too


class Plain:
    """The pawns as two sets of (column, row); `stuck` is what it is worth to be to move and have no move."""

    def __init__(self, rows: str, stuck: int) -> None:
        self.rows = rows.split("/")
        self.width, self.height, self.stuck, self.player = len(self.rows[0]), len(self.rows), stuck, 0
        cells = [(c, self.height - 1 - r, mark) for r, row in enumerate(self.rows) for c, mark in enumerate(row)]
        self.pawns = [{(c, r) for c, r, mark in cells if mark == side} for side in "wb"]

    def moves(self) -> list[tuple[int, int, int]]:
        """(from column, from row, to column), sorted."""
        own, enemy = self.pawns[self.player], self.pawns[1 - self.player]
        made = []
        for column, row in own:
            ahead = row + (1, -1)[self.player]
            if 0 <= ahead < self.height and (column, ahead) not in own | enemy:
                made.append((column, row, column))
            made += [(column, row, side) for side in (column - 1, column + 1) if (side, ahead) in enemy]
        return sorted(made)

    def play(self, move: tuple[int, int, int]) -> None:
        column, row, to = move
        reached = (to, row + (1, -1)[self.player])
        self.pawns[self.player] = self.pawns[self.player] - {(column, row)} | {reached}
        self.pawns[1 - self.player] = self.pawns[1 - self.player] - {reached}
        self.player = 1 - self.player

    def result(self) -> int | None:
        """What the game is worth to white, once it is over."""
        white, black = self.pawns
        if any(row == self.height - 1 for _, row in white) or not black:
            return 1
        if any(row == 0 for _, row in black) or not white:
            return -1
        return None if self.moves() else (-self.stuck if self.player else self.stuck)


def named(move: tuple[int, int, int], player: int) -> str:
    column, row, to = move
    return f"{'abcdefgh'[column]}{row + 1}{'-' if column == to else 'x'}{'abcdefgh'[to]}{row + 1 + (1, -1)[player]}"


BEGINNINGS = {(3, 3): "bbb/.../www", (4, 4): "bbbb/..../..../wwww", (5, 3): "bbbbb/...../wwwww", (1, 3): "b/./w", (8, 8): ""}
BEGINNINGS[8, 8] = "/".join(["b" * 8, *["." * 8] * 6, "w" * 8])
VARIANTS = [(GAME, ".bb/.../ww.", 0), *((Hexapawn(*size), rows, -1) for size, rows in BEGINNINGS.items())]


@settings(deadline=None)
@given(st.sampled_from(VARIANTS), st.data())
def test_random_games_agree_with_plain_rules(variant, data):
    game, rows, stuck = variant
    state, plain = game.initial(), Plain(rows, stuck)
    while plain.result() is None:
        assert not game.is_terminal(state)
        assert game.to_move(state) == plain.player
        assert [game.name(state, action) for action in game.actions(state)] == [named(move, plain.player) for move in plain.moves()]
        move = data.draw(st.sampled_from(plain.moves()))
        state = game.result(state, game.parse(state, named(move, plain.player)))
        plain.play(move)
    assert game.is_terminal(state)
    assert (game.utility(state, z.MAX), game.utility(state, z.MIN)) == (plain.result(), -plain.result())


def test_both_modes_agree():
    for algorithm in ("minimax", "alphabeta"):
        compiled, interpreted = (z.best(GAME, algorithm=algorithm, mode=mode) for mode in ("auto", "interpreted"))
        assert (compiled.value, compiled.line, compiled.nodes) == (interpreted.value, interpreted.line, interpreted.nodes)


# Texts and mirrors


@given(positions([game for game, _, _ in VARIANTS]))
def test_the_mirror_image_mirrors_the_rules(position):
    game, state = position
    (mirror,) = game.symmetries(state)
    assert list(game.symmetries(mirror)) == [state]
    assert game.is_terminal(mirror) == game.is_terminal(state)
    if game.is_terminal(state):
        assert game.utility(mirror, z.MAX) == game.utility(state, z.MAX)
    else:
        flipped = {next(iter(game.symmetries(game.result(state, action)))) for action in game.actions(state)}
        assert flipped == {game.result(mirror, action) for action in game.actions(mirror)}


def test_show():
    assert GAME.show(GAME.initial()) == "3 . b b\n2 . . .\n1 w w .\n  a b c\nwhite (w) to move"
    assert GAME.show(GAME.read("w.b/.../.w. b")).endswith("white (w) has won")
    assert GAME.show(GAME.read(".b./.../w.b w")).endswith("black (b) has won")
    assert GAME.show(GAME.read(".b./.w./... w")).endswith("draw")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        (".bb/.../ww.", "has 1 part"),
        (".bb/ww. w", "has 2 rows; 3 are needed"),
        (".bb/.../ww w", "row 1, 'ww', has 2 cells; 3 are needed"),
        (".bb/.x./ww. w", "row 2, '.x.', has 'x' in column b; a cell is w, b or ."),
        (".bb/.../ww. x", "'x' is not the player to move, w or b"),
        ("wbb/.../ww. b", "white has 3 pawns; it begins with 2"),
        ("bbb/.../ww. w", "black has 3 pawns; it begins with 2"),
        ("w.b/.../.w. w", "white has won already and cannot be to move"),
        (".b./.../w.b b", "black has won already and cannot be to move"),
        (".../.../ww. w", "white has won already"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        GAME.read(text)


def test_an_illegal_move_is_refused_by_name():
    with pytest.raises(z.ActionError, match="legal: a1-a2, b1-b2"):
        GAME.parse(GAME.initial(), "a1xb2")


def test_the_catalogue_knows_it():
    assert repr(z.load_game("pawns")) == "Pawns()"
