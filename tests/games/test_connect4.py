"""Connect four: published counts, the text forms, and a slow plain second implementation that must agree."""

from __future__ import annotations

import itertools
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games.connect4 import EVEN, ODD, OTHER, TO_MOVE, ConnectFour, State
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

GAME = ConnectFour()


class Blind(ConnectFour):
    """Connect four as other libraries search it: a state at the depth limit is worth 0."""

    def evaluate(self, state: State, player: int) -> float:
        return 0.0


SIZES = ((7, 6, 4), (5, 4, 4), (4, 5, 3), (6, 3, 5), (3, 3, 2), (9, 6, 4), (2, 31, 4))
GAMES = tuple(ConnectFour(*size) for size in SIZES)


# Published facts


def positions_by_ply(plies: int) -> list[int]:
    """How many different positions there are after 0, 1, ... plies; a finished game is not continued."""
    counts, layer = [1], {GAME.initial()}
    for _ in range(plies):
        layer = {GAME.result(state, action) for state in layer if not GAME.is_terminal(state) for action in GAME.actions(state)}
        counts.append(len(layer))
    return counts


def test_distinct_positions_by_ply():
    assert positions_by_ply(6) == [1, 7, 49, 238, 1120, 4263, 16422]


@pytest.mark.slow
def test_distinct_positions_by_ply_further():
    assert positions_by_ply(8)[7:] == [54859, 184275]


@pytest.mark.parametrize(("depth", "nodes"), [(8, 12_574), (10, 155_590), (11, 1_692_129)])
def test_alphabeta_from_left_to_right_visits_the_known_tree(depth, nodes):
    found = z.best(Blind(), depth=depth, algorithm="alphabeta", ties=False)
    assert (found.nodes, found.value) == (nodes, 0)


def plain_evaluation(columns: str) -> int:
    """What the evaluation is to MAX, cell by cell: each of the 69 lines, and each empty cell that one lacks."""
    stones: dict[tuple[int, int], str] = {}
    for number, column in enumerate(columns):
        height = sum(1 for x, _ in stones if x == int(column))
        stones[int(column), height + 1] = "xo"[number % 2]
    worth, threats = 0, set()
    for x, y, dx, dy in itertools.product(range(1, 8), range(1, 7), (0, 1), (-1, 0, 1)):
        line = [(x + step * dx, y + step * dy) for step in range(4)]
        if (dx, dy) in ((0, 0), (0, -1)) or not all(1 <= a <= 7 and 1 <= b <= 6 for a, b in line):
            continue
        held = [stones[cell] for cell in line if cell in stones]
        if len(set(held)) == 1:
            worth += len(held) if held[0] == "x" else -len(held)
            if len(held) == 3:
                threats.add((held[0], next(cell for cell in line if cell not in stones)))
    for who, (_, row) in threats:
        worth += {"x": (0, ODD), "o": (-EVEN, -OTHER)}[who][row % 2]
    return worth + (TO_MOVE if len(columns) % 2 == 0 else -TO_MOVE)


@pytest.mark.parametrize("columns", ["", "21314", "273747", "4455", "445", "44444", "1223334255463", "62756163435", "7765443221"])
def test_the_evaluation_counts_threats_and_open_lines(columns: str):
    assert GAME.evaluate(GAME.played(columns), 0) / GAME.evaluation_unit == plain_evaluation(columns)


@given(positions([GAME]))
def test_the_evaluation_is_the_same_for_the_mirror_image_and_opposite_for_the_other_player(position: tuple[z.Game, State]) -> None:
    game, here = position
    (mirrored,) = game.symmetries(here)
    assert game.evaluate(here, 0) == -game.evaluate(here, 1) == game.evaluate(mirrored, 0)
    assert -1 < game.evaluate(here, 0) < 1


def test_perft():
    # 7 ** 7 but for the game that is over after 7 plies, in one column of 6 no seventh stone: 7 ** 7 - 7
    assert [Runner(perft, GAME)(GAME.initial(), depth) for depth in (1, 4, 6)] == [(7, 0), (2401, 0), (117_649, 0)]
    assert Runner(perft, GAME)(GAME.initial(), 7) == (823_536, 13_032)


# The rules, one by one


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        pytest.param("1122334", z.MAX, id="row"),
        pytest.param("71122334", z.MIN, id="row of the second player"),
        pytest.param("1212121", z.MAX, id="column"),
        pytest.param("12233434464", z.MAX, id="rising diagonal"),
        pytest.param("76655454424", z.MAX, id="falling diagonal"),
    ],
)
def test_a_line_of_four_wins(columns, winner):
    state = GAME.played(columns)
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, winner), GAME.utility(state, 1 - winner)) == (1, -1)
    assert not GAME.is_terminal(GAME.played(columns[:-1]))


def test_a_line_does_not_run_around_the_border():
    # x on top of column 1 (rows 4, 5, 6) and at the bottom of column 2: neighbours in memory, not on the board
    state = GAME.read("x....../x....../x....../o....../o....../o...... x")
    assert not GAME.is_terminal(GAME.result(state, 1))


def test_a_full_board_without_a_line_is_a_draw():
    game = ConnectFour(3, 3, line=3)
    state = game.read(".xo/oox/xox x")
    assert not game.is_terminal(state)
    full = game.result(state, 0)
    assert game.is_terminal(full)
    assert (full.lost, game.utility(full, z.MAX), game.utility(full, z.MIN)) == (False, 0, 0)


def test_a_full_column_is_closed():
    state = GAME.played("111111")
    assert list(GAME.actions(state)) == [1, 2, 3, 4, 5, 6]


def test_evaluate_is_zero():
    assert GAME.evaluate(GAME.played("4455"), z.MAX) == 0


# A slow plain second implementation


class Plain:
    """Columns as lists of players, every line looked for cell by cell."""

    def __init__(self, game: ConnectFour) -> None:
        self.game, self.columns, self.player = game, [[] for _ in range(game.width)], 0

    def open(self) -> list[int]:
        return [column for column, stones in enumerate(self.columns) if len(stones) < self.game.height]

    def play(self, column: int) -> None:
        self.columns[column].append(self.player)
        self.player = 1 - self.player

    def cell(self, column: int, row: int) -> int | None:
        inside = 0 <= column < self.game.width and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def winner(self) -> int | None:
        for column, row in product(range(self.game.width), range(self.game.height)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = {self.cell(column + i * right, row + i * up) for i in range(self.game.line)}
                if len(line) == 1 and line != {None}:
                    return line.pop()
        return None


@given(st.sampled_from(GAMES), st.data())
def test_random_games_agree_with_plain_rules(game, data):
    state, plain = game.initial(), Plain(game)
    while plain.winner() is None and plain.open():
        assert not game.is_terminal(state)
        assert game.to_move(state) == plain.player
        assert list(game.actions(state)) == plain.open()
        column = data.draw(st.sampled_from(plain.open()))
        before = tuple(state)
        after = game.result(state, column)
        assert tuple(state) == before
        state = after
        plain.play(column)
    assert game.is_terminal(state)
    worth = {None: 0, 0: 1, 1: -1}[plain.winner()]
    assert (game.utility(state, z.MAX), game.utility(state, z.MIN)) == (worth, -worth)


# Texts, keys and mirrors


@given(positions(GAMES))
def test_the_mirror_image_mirrors_the_rules(position):
    game, state = position
    (mirror,) = game.symmetries(state)
    assert list(game.symmetries(mirror)) == [state]
    assert game.is_terminal(mirror) == game.is_terminal(state)
    if not game.is_terminal(state):
        flipped = {next(iter(game.symmetries(game.result(state, action)))) for action in game.actions(state)}
        assert flipped == {game.result(mirror, action) for action in game.actions(mirror)}


def test_keys_tell_all_positions_apart():
    layer, keys = {GAME.initial()}, set()
    for _ in range(5):
        layer = {GAME.result(state, action) for state in layer for action in GAME.actions(state)}
        keys |= {GAME.key(state) for state in layer}
    assert len(keys) == 7 + 49 + 238 + 1120 + 4263


def test_played_takes_the_position_strings_of_the_literature():
    assert GAME.write(GAME.played("4455")) == "......./......./......./......./...oo../...xx.. x"
    assert GAME.played("") == GAME.initial()
    with pytest.raises(z.ActionError, match=r"'4444444', stone 7: '4' is not a legal action here; legal: 1, 2, 3, 5, 6, 7"):
        GAME.played("4444444")
    with pytest.raises(z.ActionError, match=r"stone 8: .* none, the game is over"):
        GAME.played("11223344")
    with pytest.raises(z.ActionError, match="stone 1"):
        GAME.played("8")


def test_a_full_column_is_not_mistaken_for_its_neighbour():
    with pytest.raises(z.ActionError, match="legal: 2, 3, 4, 5, 6, 7"):
        GAME.parse(GAME.played("111111"), "1")
    assert GAME.parse(GAME.initial(), " 1 ") == 0


def test_show():
    lines = GAME.show(GAME.played("1122334")).splitlines()
    assert lines[-3:] == ["x x x x . . .", "1 2 3 4 5 6 7", "x has won"]
    small = ConnectFour(3, 3, line=3)
    assert small.show(small.read("xxo/oox/xox o")) == "x x o\no o x\nx o x\n1 2 3\ndraw"
    assert GAME.show(GAME.played("4")).endswith("o to move")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("......./......./......./......./......./.......", "has 1 part"),
        ("......./......./......./......./....... x", "has 5 rows; 6 are needed"),
        ("......./......./......./......./......./...... x", "has 6 cells; 7 are needed"),
        ("......./......./......./......./......./......z x", "'z' in column 7"),
        ("......./......./......./......./...o.../....x.. x", "column 4 has nothing in row 1 from the bottom and a stone above it"),
        ("......./......./......./......./......./....oo. x", "x has 0 stones and o 2"),
        ("......./......./......./......./......./....xx. x", "x has 2 stones and o 0"),
        ("......./......./......./......./......./....... o", "'o' cannot be to move"),
        ("......./......./......./......./......./....... w", "'w' cannot be to move"),
        ("......./......./......./......./ooo..../xxxx..o x", "x has a line and is to move"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        GAME.read(text)


@pytest.mark.parametrize("size", [(8, 8), (9, 7), (0, 4), (4, 0), (64, 1)])
def test_boards_that_do_not_fit_are_refused(size):
    with pytest.raises(z.SpecError, match="does not fit"):
        ConnectFour(*size)


@pytest.mark.parametrize("line", [1, 8, 0, -4])
def test_lines_that_do_not_fit_are_refused(line):
    with pytest.raises(z.SpecError, match="a line of"):
        ConnectFour(line=line)


def test_the_catalogue_knows_it():
    game = z.load_game("connect4(width=5, height=4)")
    assert repr(game) == "ConnectFour(width=5, height=4, line=4, score=False)"
    assert isinstance(game.initial(), State)


# What the game has proved of itself, beside minimax

SMALL = tuple(ConnectFour(*size, score=score) for size in ((4, 4, 3), (4, 4, 4), (3, 5, 3), (5, 3, 4)) for score in (False, True))


@given(positions(SMALL))
def test_bounds_hold_and_a_candidate_is_best(position: tuple[ConnectFour, State]) -> None:
    game, state = position
    if game.is_terminal(state) or game.plies_left(state) > 9:
        return
    sign = 1 if game.to_move(state) == z.MAX else -1
    worths = {action: sign * value_of(game, game.result(state, action)) for action in game.actions(state)}
    low, high = game.bounds(state)
    assert low <= max(worths.values()) <= high
    if low < high:
        assert max(worths.values()) in [worths[action] for action in game.candidates(state)]


def value_of(game: ConnectFour, state: State) -> float:
    return game.utility(state, z.MAX) if game.is_terminal(state) else z.best(game, state, algorithm="alphabeta", mode="interpreted").value


@pytest.mark.parametrize(("moves", "score"), [("1122334", 18), ("112233", 18), ("44444", None)])
def test_a_win_counts_the_more_the_sooner_it_comes(moves: str, score: int | None) -> None:
    game = ConnectFour(score=True)
    state = game.played(moves)
    if score is None:
        assert not game.is_terminal(state)
    elif game.is_terminal(state):
        assert (game.utility(state, z.MAX), game.utility(state, z.MIN)) == (score, -score)  # 22 less the winner's 4 stones
    else:
        assert game.bounds(state) == (score, score)


@pytest.mark.parametrize("spec", ["connect4(score=True)", "connect4(4, 5, 3, score=True)"])
def test_a_score_says_in_how_many_plies_the_game_ends(spec):
    game, rng = z.load_game(spec), random.Random(3)
    for _ in range(20):
        states = [game.initial()]
        while not game.is_terminal(states[-1]):
            states.append(game.result(states[-1], rng.choice([*game.actions(states[-1])])))
        for left, state in enumerate(reversed(states)):
            score = game.utility(states[-1], game.to_move(state))
            assert game.plies_of_score(state, score) == (left if score else None)
