"""`adapt`: classes with the method names of lectures and of AIMA run unchanged, and search as our own games do."""

from __future__ import annotations

import functools
from collections import namedtuple
from types import ModuleType, SimpleNamespace

import pytest

import zermelo as z
from zermelo.adapters import adapt
from zermelo.checker import check
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.search.textbook import ALGORITHMS

# Four ways to write tic-tac-toe

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class AimaGame:
    """What AIMA's games inherit."""

    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def utility(self, state, player):
        raise NotImplementedError

    def terminal_test(self, state):
        return not self.actions(state)

    def to_move(self, state):
        return state.to_move

    def display(self, state):
        print(state)


class AimaTicTacToe(AimaGame):
    """As in AIMA, 3rd ed.: a board is a dict of the squares taken, the utility is X's and kept in the state."""

    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        if move not in state.moves:
            return state
        board = state.board.copy()
        board[move] = state.to_move
        moves = list(state.moves)
        moves.remove(move)
        utility = self.compute_utility(board, move, state.to_move)
        return GameState("O" if state.to_move == "X" else "X", utility, board, moves)

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def display(self, state):
        for x in range(1, self.h + 1):
            for y in range(1, self.v + 1):
                print(state.board.get((x, y), "."), end=" ")
            print()

    def compute_utility(self, board, move, player):
        if any(self.k_in_row(board, move, player, delta) for delta in ((0, 1), (1, 0), (1, -1), (1, 1))):
            return 1 if player == "X" else -1
        return 0

    def k_in_row(self, board, move, player, delta):
        n = -1  # the square of the move is counted twice
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                n += 1
                x, y = x + sign * delta[0], y + sign * delta[1]
        return n >= self.k


LINES = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


class LectureTicTacToe:
    """As in a lecture: lists of lists, `initial` a method, a utility that is MAX's, and a result that changes its state."""

    def initial(self):
        return [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]

    def player(self, board):
        return "MAX" if sum(row.count(" ") for row in board) % 2 else "MIN"

    def actions(self, board):
        return {(r, c) for r in range(3) for c in range(3) if board[r][c] == " "}

    def result(self, board, action):
        board[action[0]][action[1]] = "x" if self.player(board) == "MAX" else "o"
        return board

    def winner(self, board):
        for line in LINES:
            marks = {board[r][c] for r, c in line}
            if marks in ({"x"}, {"o"}):
                return marks.pop()
        return None

    def is_terminal(self, board):
        return self.winner(board) is not None or not self.actions(board)

    def utility(self, board):
        return {"x": 1, "o": -1, None: 0}[self.winner(board)]


class NumpyTicTacToe:
    """Boards as arrays of 1 and -1, which are also the names of the players."""

    def __init__(self):
        import numpy

        self.numpy = numpy
        self.board = numpy.zeros((3, 3), dtype=int)

    def to_move(self, board):
        return 1 if board.sum() == 0 else -1

    def actions(self, board):
        return self.numpy.flatnonzero(board == 0)

    def result(self, board, cell):
        board = board.copy()
        board.flat[cell] = self.to_move(board)
        return board

    def sums(self, board):
        return [*board.sum(axis=0), *board.sum(axis=1), board.trace(), self.numpy.fliplr(board).trace()]

    def is_terminal(self, board):
        return max(map(abs, self.sums(board))) == 3 or (board != 0).all()

    def utility(self, board, player):
        return player * (3 in self.sums(board)) - player * (-3 in self.sums(board))


class Board:
    """A state that compares by identity."""

    def __init__(self, cells, turn):
        self.cells, self.turn = cells, turn


def functions_only() -> ModuleType:
    """A module of plain functions over objects."""
    module = ModuleType("my_tictactoe")
    module.initial_state = lambda: Board(["."] * 9, 0)
    module.to_move = lambda board: board.turn
    module.actions = lambda board: (cell for cell in range(9) if board.cells[cell] == ".")
    module.won = lambda board, mark: any(all(board.cells[3 * r + c] == mark for r, c in line) for line in LINES)
    module.is_terminal = lambda board: module.won(board, "x") or module.won(board, "o") or "." not in board.cells

    def result(board, cell):
        board.cells[cell] = "xo"[board.turn]
        board.turn = 1 - board.turn
        return board

    def utility(board, player):
        return module.won(board, "xo"[player]) - module.won(board, "xo"[1 - player])

    module.result, module.utility = result, utility
    return module


WAYS = [AimaTicTacToe, LectureTicTacToe, NumpyTicTacToe, functions_only]
TICTACTOE = z.load_game("tictactoe")


def played(game: Game, cells: tuple[int, ...]):
    """The state after these cells, which are the actions of our own tic-tac-toe."""
    state, free = game.initial(), list(range(9))
    for cell in cells:
        state = game.result(state, free.index(cell))
        free.remove(cell)
    return state


def ours(cells: tuple[int, ...]):
    state = TICTACTOE.initial()
    for cell in cells:
        state = TICTACTOE.result(state, cell)
    return state


def made(way) -> Game:
    return adapt(way() if way is functions_only else way)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("cells", [(0, 4, 8), (1, 0, 2, 4)])
def test_every_algorithm_finds_what_it_finds_in_our_own_game(way, algorithm, cells):
    game = made(way)
    found = z.best(game, played(game, cells), algorithm=algorithm)
    known = z.best(TICTACTOE, ours(cells), algorithm=algorithm, mode="interpreted")
    assert (found.value, found.nodes, found.leaves, found.cutoffs, found.depth) == (
        known.value,
        known.nodes,
        known.leaves,
        known.cutoffs,
        known.depth,
    )
    free = [cell for cell in range(9) if cell not in cells]
    assert free[found.action] == known.action
    assert found.mode == "interpreted"


@pytest.mark.parametrize("way", WAYS)
def test_it_keeps_the_contract_of_our_own_games(way):
    report = check(made(way), games=5, budget=2)
    assert report.ok, report


@pytest.mark.parametrize("way", WAYS)
def test_searching_leaves_the_student_s_state_as_it_was(way):
    game = made(way)
    state = played(game, (0, 4, 8, 1, 7))
    before = repr(state) if way is not functions_only else list(state.state.cells)
    z.best(game, state)
    assert before == (repr(state) if way is not functions_only else list(state.state.cells))


@pytest.mark.parametrize("way", WAYS)
def test_equal_states_are_equal_values(way):
    game = made(way)
    one, other = played(game, (0, 4, 8)), played(game, (8, 4, 0))
    assert one == other
    assert hash(one) == hash(other)
    assert one != played(game, (0, 4, 7))
    assert one != "another thing"


# States, actions and players keep the student's names


def test_a_student_s_own_state_may_be_searched():
    """X has two in the second column, O in the first."""
    student = AimaTicTacToe()
    state = functools.reduce(student.result, [(2, 2), (1, 1), (2, 1), (1, 2)], student.initial)
    found = z.best(adapt(student), state, depth=1)
    assert (found.names()[0], found.value) == ("(2, 3)", 1)


def test_actions_keep_their_own_form_as_names():
    game = adapt(AimaTicTacToe)
    state = game.initial()
    assert [game.name(state, action) for action in game.actions(state)][:4] == ["(1, 1)", "(1, 2)", "(1, 3)", "(2, 1)"]
    assert game.parse(state, "(1, 3)") == game.parse(state, "(1,3)") == game.parse(state, "2") == 2
    with pytest.raises(z.ActionError, match="not a legal action"):
        game.parse(state, "(4, 4)")


def test_display_is_shown():
    game = adapt(AimaTicTacToe)
    assert game.show(played(game, (0, 4))) == "X . . \n. O . \n. . . "


def test_lists_of_lists_are_shown_as_rows():
    game = adapt(LectureTicTacToe())
    assert game.show(played(game, (0, 4))) == "x    \n  o  \n     "


def test_it_says_what_it_is():
    assert [repr(made(way)) for way in WAYS] == [
        "adapt(AimaTicTacToe)",
        "adapt(LectureTicTacToe)",
        "adapt(NumpyTicTacToe)",
        "adapt(my_tictactoe)",
    ]


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (["X", "O"], [MAX, MIN]),  # who moves first is MAX
        (["black", "white"], [MAX, MIN]),
        ([1, 2], [MAX, MIN]),
        ([1, -1], [MAX, MIN]),
        ([1, 0], [MIN, MAX]),  # numbered as here
        (["MIN", "MAX"], [MIN, MAX]),  # named as here
        (["a", "b", "c"], [0, 1, 2]),
        ([True, False], [MAX, MIN]),
    ],
)
def test_players_are_found_by_their_turns(names, numbers):
    game = adapt(turns(names))
    state, found = game.initial(), []
    for _ in names:
        found.append(game.to_move(state))
        state = game.result(state, 0)
    assert found == numbers
    assert game.players == len(names)


def turns(names, **more):
    """A game of one round, in which a player wins a point for naming the own place."""
    return SimpleNamespace(
        initial=(),
        to_move=lambda state: names[len(state)],
        actions=lambda state: ["stay", "go"],
        result=lambda state, action: (*state, action),
        is_terminal=lambda state: len(state) == len(names),
        utility=lambda state, player: 1 if player == names[0] else -1,
        **more,
    )


def test_the_class_may_say_who_plays():
    game = adapt(turns(["O", "X"], players=["X", "O"]))
    assert game.to_move(game.initial()) == MIN


def test_who_plays_may_be_said_to_adapt():
    game = adapt(turns(["O", "X"]), players=["X", "O"])
    assert game.to_move(game.initial()) == MIN


def test_names_of_players_that_are_for_show_only_are_left_alone():
    game = adapt(turns([0, 1], players=["Ana", "Luis"]))
    assert [game.to_move(()), game.to_move(("go",))] == [MAX, MIN]


def test_a_player_who_never_moves_still_has_a_utility():
    game = adapt(turns(["solo"]))
    end = game.result(game.initial(), 0)
    assert game.utilities(end) == (1.0, -1.0)


def test_a_player_met_late_is_asked_for():
    def to_move(state):
        return "A" if len(state) < 3 or "go" not in state else "B"

    student = turns(["A"] * 12)
    student.to_move = to_move
    student.actions = lambda state: [f"stay{i}" for i in range(400)] + ["go"]
    game = adapt(student)
    with pytest.raises(z.GameError, match=r"it is the turn of 'B', and the players are 'A'; name them all, as adapt\(game, players="):
        game.to_move(("stay", "go", "stay"))
    assert adapt(student, players=["A", "B"]).to_move(("stay", "go", "stay")) == MIN


# Utilities in every form


def test_a_utility_for_each_player_at_once():
    student = turns(["a", "b", "c"])
    student.utility = lambda state: (len(state), 5, 7)
    game = adapt(student)
    assert z.best(game).value == (3, 5, 7)
    student.utility = lambda state: {"a": 1, "b": 2, "c": 3}
    assert z.best(game).value == (1, 2, 3)


def test_a_utility_kept_in_the_state():
    class Kept(AimaTicTacToe):
        utility = None

    game = adapt(Kept())
    end = played(game, (0, 3, 1, 4, 2))
    assert game.utilities(end) == (1.0, -1.0)


def test_an_evaluation_is_used_at_the_depth_limit():
    class Evaluated(AimaTicTacToe):
        def evaluate(self, state, player):
            return 0.25 if player == "X" else -0.25

    assert z.best(adapt(Evaluated()), depth=1).value == 0.25
    assert z.best(adapt(AimaTicTacToe()), depth=1).value == 0


def test_chance():
    student = SimpleNamespace(
        initial="",
        to_move=lambda state: "chance" if len(state) % 2 else "me",
        actions=lambda state: ["bold", "timid"],
        outcomes=lambda state: [("heads", 0.75), ("tails", 0.25)] if state == "b" else [("edge", 1.0)],
        result=lambda state, action: state + action[0],
        is_terminal=lambda state: len(state) == 2,
        utility=lambda state, player: {"bh": 8, "bt": -4, "te": 4}[state] * (1 if player == "me" else -1),
    )
    game = adapt(student)
    assert game.to_move("b") == CHANCE
    found = z.best(game)
    assert (found.value, found.names(), found.algorithm) == (5, ("bold",), "expectiminimax")
    assert check(game, compile=False).ok


# What is missing or wrong is said in the student's terms


@pytest.mark.parametrize(
    ("left_out", "complaint"),
    [
        ("initial", r"no the initial state \(initial, initial_state or board\)"),
        ("to_move", r"no to_move\(state\) \(or player\(state\), or state.to_move\)"),
        ("actions", r"no actions\(state\)"),
        ("result", r"no result\(state, action\)"),
        ("is_terminal", r"no is_terminal\(state\) \(or terminal_test\(state\)\)"),
        ("utility", r"no utility\(state, player\) \(or utility\(state\), or state.utility\)"),
    ],
)
def test_what_is_missing_is_named(left_out, complaint):
    student = turns([0, 1])
    delattr(student, left_out)
    with pytest.raises(z.GameError, match=complaint):
        adapt(student)


def test_all_that_is_missing_is_named_at_once():
    with pytest.raises(z.GameError, match=r"int has no .*, no to_move.*, no actions.*, no result.*, no is_terminal.*, no utility"):
        adapt(3)


def test_a_class_that_needs_arguments():
    class Sized(LectureTicTacToe):
        def __init__(self, size):
            self.size = size

    with pytest.raises(z.GameError, match=r"Sized\(\) cannot be made: .*size.*; adapt an object of it, as adapt\(Sized\(\.\.\.\)\)"):
        adapt(Sized)


def test_our_own_games_stay_as_they_are():
    assert adapt(TICTACTOE) is TICTACTOE
    assert isinstance(adapt(type(TICTACTOE)), type(TICTACTOE))


def test_a_rule_that_raises_at_once():
    student = turns([0, 1])
    student.result = lambda state, action: state[7]
    with pytest.raises(z.GameError, match=r"SimpleNamespace raised IndexError: .* in the first states of the game"):
        adapt(student)


@pytest.mark.parametrize(
    ("rule", "answer", "complaint"),
    [
        ("utility", "won", r"utility\(state, 0\) gave 'won', which is not a number"),
        ("actions", None, r"actions\(state\) gave None; it must return a list"),
        ("result", None, r"result\(state, 'stay'\) gave None; it must return the next state"),
    ],
)
def test_answers_of_the_wrong_kind(rule, answer, complaint):
    student = turns([0, 1])
    game = adapt(student)
    setattr(student, rule, lambda *arguments: answer)
    with pytest.raises(z.GameError, match=complaint):
        z.best(game)


def test_one_utility_is_not_enough_for_three():
    student = turns(["a", "b", "c"])
    student.utility = lambda state: 1
    with pytest.raises(z.GameError, match=r"utility\(state\) is one number, and there are 3 players"):
        z.best(adapt(student))


def test_states_that_cannot_be_copied():
    class Locked(list):
        def __deepcopy__(self, memo):
            raise TypeError("no")

    student = turns([0, 1])
    student.initial = Locked()
    with pytest.raises(z.GameError, match=r"a state cannot be copied \(no\); give Locked a __deepcopy__"):
        adapt(student)


def test_positions_have_no_text_to_read():
    game = adapt(AimaTicTacToe)
    start = game.initial()
    later = game.result(start, next(iter(game.actions(start))))
    with pytest.raises(z.PositionError, match="define"):
        game.read(game.write(later))
    assert game.write(game.read(game.write(start))) == game.write(start)  # which is known by how it is shown
