"""Tic-tac-toe and the m,n,k games: known counts, the teaching evaluation worked out by hand, and slow plain rules that must agree."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games.mnk import MNK, OpenLines, State, TicTacToe

GAME = TicTacToe()
SIZES = ((3, 3, 3, 2), (4, 3, 3, 3), (5, 2, 4, 2), (2, 5, 3, 3), (8, 8, 5, 2), (8, 8, 3, 3), (1, 4, 3, 2), (64, 1, 4, 2), (4, 4, 2, 3))
GAMES = tuple(MNK(*size) for size in SIZES)


def reachable(game: MNK) -> set[State]:
    """All states that play from the empty board reaches."""
    seen, layer = {game.initial()}, {game.initial()}
    while layer:
        layer = {game.result(state, action) for state in layer if not game.is_terminal(state) for action in game.actions(state)} - seen
        seen |= layer
    return seen


def one_of_each_kind(game: MNK, states: set[State]) -> set[State]:
    """One state for all that are alike but for a turn or a mirror."""
    return {min([state, *game.symmetries(state)], key=game.write) for state in states}


# Tic-tac-toe: published counts


def test_the_full_tree_of_tictactoe():
    found = z.best(GAME, algorithm="minimax", ties=False)
    assert (found.nodes, found.leaves) == (549_946, 255_168)


def test_who_wins_the_finished_games_of_tictactoe():
    @cache
    def ends(state: State) -> tuple[int, int, int]:
        """How many games from here are won by the first player, by the second, by nobody."""
        if GAME.is_terminal(state):
            worth = GAME.utility(state, z.MAX)
            return int(worth > 0), int(worth < 0), int(worth == 0)
        below = [ends(GAME.result(state, action)) for action in GAME.actions(state)]
        return tuple(map(sum, zip(*below, strict=True)))

    assert ends(GAME.initial()) == (131_184, 77_904, 46_080)


def test_the_positions_of_tictactoe():
    states = reachable(GAME)
    assert len(states) == 5_478
    assert len(one_of_each_kind(GAME, states)) == 765


def test_tictactoe_is_a_draw_and_the_perfect_game_goes_so():
    found = z.best(GAME, algorithm="minimax")
    assert found.value == 0
    assert " ".join(found.names()) == "(0,0) (1,1) (0,1) (0,2) (2,0) (1,0) (1,2) (2,1) (2,2)"


# The teaching evaluation, open lines


def worths_after(state: State) -> dict[str, float]:
    """What each action is worth by open lines, looking two plies ahead."""
    worths = {}
    for action in GAME.actions(state):
        child = GAME.result(state, action)
        found = z.best(GAME, child, depth=1, algorithm="minimax", evaluation="open_lines", mode="interpreted")
        worths[GAME.name(state, action)] = found.value
    return worths


def test_open_lines_on_the_empty_board():
    worths = worths_after(GAME.initial())
    assert worths.pop("(1,1)") == 1
    assert {worths[name] for name in ("(0,0)", "(0,2)", "(2,0)", "(2,2)")} == {-1}
    assert {worths[name] for name in ("(0,1)", "(1,0)", "(1,2)", "(2,1)")} == {-2}
    found = z.best(GAME, depth=2, evaluation="open_lines", ties=True)
    assert (found.value, [GAME.name(found.state, action) for action in found.actions]) == (1, ["(1,1)"])


def test_open_lines_of_the_three_openings_and_their_twelve_answers():
    openings = one_of_each_kind(GAME, {GAME.result(GAME.initial(), action) for action in range(9)})
    assert len(openings) == 3
    worths = {}
    for opening in openings:
        answers = one_of_each_kind(GAME, {GAME.result(opening, action) for action in GAME.actions(opening)})
        worths[kind_of(opening)] = sorted(OpenLines().value(GAME, answer, z.MAX) for answer in answers)
    assert worths == {"corner": [-1, 0, 0, 1, 1], "edge": [-2, -1, -1, 0, 0], "centre": [1, 2]}


def kind_of(opening: State) -> str:
    """Where the one stone lies."""
    (cell,) = opening.after
    return "centre" if cell == 4 else "corner" if cell in (0, 2, 6, 8) else "edge"


def test_open_lines_of_the_answers_to_the_centre():
    opening = GAME.read(".../.x./... o")
    assert OpenLines().value(GAME, GAME.result(opening, 0), z.MAX) == 1
    assert OpenLines().value(GAME, GAME.result(opening, 1), z.MAX) == 2


def test_open_lines_after_centre_and_top_edge():
    state = GAME.read(".o./.x./... x")
    assert worths_after(state) == {"(0,0)": 1, "(0,2)": 1, "(2,0)": 1, "(2,2)": 1, "(1,0)": 0, "(1,2)": 0, "(2,1)": 0}
    found = z.best(GAME, state, depth=2, evaluation="open_lines", ties=True)
    assert GAME.parse(state, "(2,0)") in found.actions
    assert len(found.actions) == 4


def test_open_lines_then_bottom_left_and_top_right():
    state = GAME.read(".oo/.x./x.. x")
    worths = worths_after(state)
    assert worths.pop("(0,0)") == 1
    assert set(worths.values()) == {-inf}
    found = z.best(GAME, state, depth=2, evaluation="open_lines", ties=True)
    assert [GAME.name(state, action) for action in found.actions] == ["(0,0)"]


def test_open_lines_of_a_finished_game():
    won = GAME.read("xxx/oo./... o")
    assert (OpenLines().value(GAME, won, z.MAX), OpenLines().value(GAME, won, z.MIN)) == (inf, -inf)


def test_open_lines_on_a_wide_board_count_every_place_of_a_line():
    game = MNK(5, 4, line=4)  # 2 places in each of 4 rows, 1 in each of 5 columns, 2 on each kind of diagonal
    assert game.open_lines(game.initial(), 0) == 8 + 5 + 4
    corner = game.result(game.initial(), 0)  # through the corner go a row, a column and a diagonal
    assert OpenLines().value(game, corner, z.MAX) == 3


def test_open_lines_of_three_players_sum_to_nothing():
    game = MNK(4, 4, 3, players=3)
    state = game.read("x.../.o../..#./.... x")
    values = [OpenLines().value(game, state, player) for player in range(3)]
    assert sum(values) == pytest.approx(0)
    assert values[0] != values[1]


# The rules, against a slow plain implementation


class Plain:
    """A board as a dictionary; every line looked for cell by cell."""

    def __init__(self, game: MNK) -> None:
        self.game, self.cells, self.player, self.last = game, {}, 0, -1

    def free(self) -> list[int]:
        cells = product(range(self.game.height), range(self.game.width))
        return [row * self.game.width + column for row, column in cells if (row, column) not in self.cells]

    def play(self, action: int) -> None:
        self.cells[divmod(action, self.game.width)] = self.last = self.player
        self.player = (self.player + 1) % self.game.players

    def winner(self) -> int | None:
        for (row, column), player in self.cells.items():
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if all(self.cells.get((row + i * down, column + i * right)) == player for i in range(self.game.line)):
                    return player
        return None


@settings(deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_random_games_agree_with_plain_rules(game, data):
    state, plain = game.initial(), Plain(game)
    while plain.winner() is None and plain.free():
        assert not game.is_terminal(state)
        assert game.to_move(state) == plain.player
        assert list(game.actions(state)) == plain.free()
        action = data.draw(st.sampled_from(plain.free()))
        state = game.result(state, action)
        plain.play(action)
    assert game.is_terminal(state)
    utilities = game.utilities(state)
    assert sum(utilities) == 0
    if plain.winner() is None:
        assert set(utilities) == {0}
    else:
        assert [player for player, worth in enumerate(utilities) if worth == 1] == [plain.winner()]
    assert game.utility_range[0] <= min(utilities)


def test_a_line_does_not_run_around_the_border():
    state = GAME.read("..x/xo./..o x")
    assert not GAME.is_terminal(GAME.result(state, GAME.parse(state, "(1,2)")))


def test_three_players_share_a_loss():
    game = MNK(4, 3, 3, players=3)
    state = game.read("xx../oo../##.. x")
    won = game.result(state, game.parse(state, "(0,2)"))
    assert game.utilities(won) == (1, -0.5, -0.5)


def test_both_modes_agree():
    for game in (MNK(4, 3, 3), MNK(3, 3, 3, players=3)):
        compiled, interpreted = (z.best(game, depth=4, evaluation="open_lines", ties=True, mode=mode) for mode in ("auto", "interpreted"))
        assert (compiled.value, compiled.line, compiled.nodes) == (interpreted.value, interpreted.line, interpreted.nodes)


# Texts and mirrors


@settings(deadline=None)
@given(positions(GAMES))
def test_mirrors_and_turns_mirror_the_rules(position):
    game, state = position
    images = list(game.symmetries(state))
    assert len(images) == (7 if game.width == game.height else 3)
    for image in images:
        assert state in game.symmetries(image)
        assert (game.to_move(image), game.is_terminal(image)) == (game.to_move(state), game.is_terminal(state))
        assert game.read(game.write(image)) == image
        assert [game.open_lines(image, turn) for turn in range(game.players)] == [game.open_lines(state, t) for t in range(game.players)]


def test_read_takes_the_positions_of_tictactoe_and_no_other():
    states = set()
    for marks in product("xo.", repeat=9):
        rows = "/".join("".join(marks[start : start + 3]) for start in (0, 3, 6))
        for mover in "xo":
            try:
                states.add(GAME.read(f"{rows} {mover}"))
            except z.PositionError:
                continue
    assert states == reachable(GAME)


def test_show():
    assert GAME.show(GAME.read("xxx/oo./... o")) == "  0 1 2\n0 x x x\n1 o o .\n2 . . .\nx has won"
    assert GAME.show(GAME.read("xox/xox/oxo o")).endswith("draw")
    wide = MNK(12, 2, 3, players=3)
    lines = wide.show(wide.result(wide.initial(), 11)).splitlines()
    assert lines[:2] == ["   0  1  2  3  4  5  6  7  8  9 10 11", "0  .  .  .  .  .  .  .  .  .  .  .  x"]
    assert lines[-1] == "o to move"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        (".../.../...", "has 1 part"),
        (".../... x", "has 2 rows; 3 are needed"),
        (".../.../.. x", "row 2, '..', has 2 cells; 3 are needed"),
        (".../..z/... x", "'z' in column 2; a cell is x, o or ."),
        (".../..#/... x", "'#' in column 2"),
        ("o../.../... x", r"these stones \(x 0, o 1\) cannot be"),
        ("xx./.../... o", r"these stones \(x 2, o 0\) cannot be"),
        ("x../.../... x", "'x' cannot be to move; with 1 stones on the board it is o's turn"),
        (".../.../... w", "'w' cannot be to move"),
        ("xxx/ooo/... x", "x has a line, and the game went on"),
        ("xxx/oo./..o x", "x has a line, and the game went on"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        GAME.read(text)


def test_read_sees_lines_that_no_single_stone_completes():
    game = MNK(6, 3, line=3)
    assert game.is_terminal(game.read("xxxxx./o...../oo.o.. o"))  # the middle one came last
    with pytest.raises(z.PositionError, match="two lines that no single stone"):
        game.read("xxx.../o..xxx/oo.oo. o")


@pytest.mark.parametrize("size", [(9, 8), (0, 3), (3, -1), (65, 1), (1, 1)])
def test_boards_that_do_not_fit_are_refused(size):
    with pytest.raises(z.SpecError, match="does not fit: it needs 2 to 64 cells"):
        MNK(*size, line=2)


@pytest.mark.parametrize("line", [1, 5, 0, -3])
def test_lines_that_do_not_fit_are_refused(line):
    with pytest.raises(z.SpecError, match=r"a line of .* it has 2 to 4 stones"):
        MNK(4, 3, line)


@pytest.mark.parametrize("players", [1, 4, 0])
def test_two_or_three_play(players):
    with pytest.raises(z.SpecError, match="2 or 3 are"):
        MNK(players=players)


def test_the_catalogue_knows_them():
    assert repr(z.load_game("tictactoe")) == "TicTacToe()"
    assert repr(z.load_game("mnk(4, 3, line=3, players=3)")) == "MNK(width=4, height=3, line=3, players=3)"
    assert repr(z.load_game("mnk")) == "MNK(width=3, height=3, line=3, players=2)"
