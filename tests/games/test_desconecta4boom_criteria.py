"""The criteria of DESCONECTA-4 BOOM: positions worked out by hand, and a recount cell by cell that must agree."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.games.desconecta4boom import Desconecta4Boom, State
from zermelo.games.desconecta4boom.criteria import (
    BEFORE_THE_END,
    EVALUATIONS,
    BlockedColumns,
    BombOnEnemy,
    BombRow,
    BombThreats,
    Groups,
    Material,
    SecondPlayer,
    greatest_before_the_end,
)

GAME = Desconecta4Boom()
NAMES = ("result", "material", "groups", "bomb_row", "bomb_on_enemy", "columns", "bomb_threats", "second_player")


def position(*low: str, turn: str = "1 6") -> State:
    """The position whose lowest rows, from the top, are these; the rows above are empty."""
    return GAME.read("/".join(["0000000"] * (7 - len(low)) + list(low)) + " " + turn)


def worth(name: str, state: State) -> float:
    """What the criterion says to player 1."""
    return EVALUATIONS[name].value(GAME, state, z.MAX)


def test_the_criteria_have_names():
    assert tuple(EVALUATIONS) == (*NAMES, "preset")
    assert GAME.evaluations is EVALUATIONS


# Worked out by hand


def test_result():
    assert worth("result", position("1111000")) == -inf  # a line of player 1, who loses
    assert worth("result", position("2222000")) == inf
    assert worth("result", position("1110000")) == 0
    assert worth("result", GAME.read("2122112/1221121/1112212/2221221/1122112/2422151/1112112 1 26")) == 0  # a draw


def test_material():
    # Two full rows; player 1 has 4 + 3 + 1 = 8 tokens, player 2 has 3 + 4 = 7: (7 - 8) * 2
    assert worth("material", position("1000000", "2121212", "1212121")) == -2
    # One full row, 7 tokens of player 1 against 6: (6 - 7) * 1
    assert worth("material", position("2121210", "1212121")) == -1
    assert worth("material", position("1110000")) == 0  # no full row
    assert Material(weight=0.5).value(GAME, position("1000000", "2121212", "1212121"), z.MIN) == 1


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(["1110000"], -18, id="a three in a row: 6 * 3, and no pair within it"),
        pytest.param(["2220000"], 18, id="a three of the opponent"),
        pytest.param(["0110000"], -6, id="a pair in a row: 2 * 3"),
        pytest.param(["1101000"], -6, id="a pair and one apart: one pair"),
        pytest.param(["1101100"], -12, id="two pairs"),
        pytest.param(["2110000"], -6, id="a pair that can grow to the right only"),
        pytest.param(["2112000"], 0, id="a pair between two of the opponent cannot grow"),
        pytest.param(["0211102"], -18, id="a three with one free cell beside it"),
        pytest.param(["0021112"], 0, id="a three shut in cannot grow"),
        pytest.param(["1000000", "1000000"], -4, id="a pair in a column: 2 * 2"),
        pytest.param(["1000000", "1000000", "1000000"], -12, id="a three in a column: 6 * 2"),
        pytest.param(["2000000", "1000000", "1000000", "1000000"], 0, id="a column that is shut"),
        # column 1 from below 2 2 1 2 1 1 1: the three has no cell above it, the pair has a 1 above it
        pytest.param(["1000000", "1000000", "1000000", "2000000", "1000000", "2000000", "2000000"], 0, id="a full column"),
        pytest.param(["0100000", "1200000"], -4, id="a pair in a rising diagonal: 2 * 2"),
        pytest.param(["0000010", "0000021"], -4, id="a pair in a falling diagonal"),
        pytest.param(["4000000", "1000000"], -4, id="a live bomb is a token"),
    ],
)
def test_groups(rows, expected):
    assert worth("groups", position(*rows)) == expected


def test_groups_have_weights():
    pairs = position("1000000", "1100000")  # a pair in the row, one in the column and, from (1, 2) to (2, 1), a falling one
    # the falling pair lies in no four cells of the board: in that diagonal there are but two
    assert worth("groups", pairs) == -2 * 3 - 2 * 2
    assert Groups(pair=1, rows=10, columns=100).value(GAME, pairs, z.MAX) == -110
    three = position("1000000", "1000000", "1000000")
    assert Groups(three=7, columns=1).value(GAME, three, z.MIN) == 7


def test_bomb_row():
    assert worth("bomb_row", position("1241000")) == 3  # the bomb and two more
    assert worth("bomb_row", position("1241050")) == 3 - 2  # player 2: the bomb and one more
    assert worth("bomb_row", position("1211000")) == 0  # no live bomb
    assert BombRow(weight=4).value(GAME, position("1241050"), z.MIN) == -4


def test_bomb_on_enemy():
    assert worth("bomb_on_enemy", position("4000000", "2000000")) == 1
    assert worth("bomb_on_enemy", position("4000000", "1000000")) == 0
    assert worth("bomb_on_enemy", position("4000000")) == 0
    assert worth("bomb_on_enemy", position("4500000", "2100000")) == 0  # one each
    assert BombOnEnemy(weight=2).value(GAME, position("0500000", "0100000"), z.MAX) == -2


@pytest.mark.parametrize(
    ("rows", "own_blocked", "enemy_blocked"),
    [
        pytest.param(["1110000"], 1, 0, id="one end"),
        pytest.param(["0111000"], 2, 0, id="both ends"),
        pytest.param(["1101000"], 1, 0, id="a gap"),
        pytest.param(["0222000"], 0, 2, id="the opponent's"),
        pytest.param(["1000000", "1000000", "1000000"], 1, 0, id="a column"),
        pytest.param(["1110000", "2220000"], 0, 1, id="the cell of player 1 hangs in the air"),
        pytest.param(["1110000", "2221000"], 1, 0, id="and now it has ground: the cell below is taken"),
        pytest.param(["0010000", "0120000", "1210000"], 0, 0, id="a rising diagonal, with no ground for its end"),
        pytest.param(["0010000", "0121000", "1212000", "2211000"], 0, 1, id="its end is two above ground; player 2 has a gap at column 4"),
    ],
)
def test_blocked_columns(rows, own_blocked, enemy_blocked):
    state = position(*rows)
    assert BlockedColumns(weight=1).value(GAME, state, z.MAX) == enemy_blocked - own_blocked
    assert worth("columns", state) == 100 * (enemy_blocked - own_blocked)


@pytest.mark.parametrize(
    ("rows", "threats"),
    [
        pytest.param(["2000000", "2000000", "2000000", "4000000", "2000000"], 1, id="a column closes over the bomb"),
        pytest.param(["0002000", "2224000"], 1, id="a token falls into a row"),
        pytest.param(["0002000", "0224000"], 0, id="only three of player 2"),
        pytest.param(["0001000", "1115000"], -1, id="the same for player 2"),
        pytest.param(["2000001", "2000001", "2000001", "4000005", "2000001"], 0, id="both threaten"),
        pytest.param(["2000000", "2000000", "2000000", "1000000", "2000000"], 0, id="no live bomb"),
    ],
)
def test_bomb_threats(rows, threats):
    state = position(*rows)
    assert not GAME.is_terminal(state)
    assert worth("bomb_threats", state) == 1000 * threats
    endless = BombThreats(weight=inf)
    assert endless.value(GAME, state, z.MAX) == -endless.value(GAME, state, z.MIN) == (threats * inf if threats else 0)


def test_a_bomb_that_would_lose_is_no_threat():
    # BOOM clears row 2 of columns 4, 5, 6. Row 3 becomes 1111 and row 4 becomes 2222: the lower line is that of player 1.
    state = position("0002220", "0001112", "0002121", "0004112", "0001222")
    assert not GAME.is_terminal(state)
    assert GAME.utility(GAME.result(state, GAME.boom), z.MAX) == -1
    assert worth("bomb_threats", state) == 0


def test_second_player():
    game = Desconecta4Boom(period=1)
    moves = ("PUT1", "PUT2", "PUT3", "BOOM")  # player 2 drops a bomb and explodes it
    state = game.initial()
    values = []
    for move in moves:
        state = game.result(state, game.parse(state, move))
        values.append(EVALUATIONS["second_player"].value(game, state, z.MIN))
    assert values == [0, 0, 0, 2]  # one turn and one token
    assert EVALUATIONS["second_player"].value(game, state, z.MAX) == -2
    assert SecondPlayer(weight=10).value(game, state, z.MIN) == 20


def test_the_explosions_of_the_first_player_do_not_count():
    state = GAME.initial()
    for action in (0, 5, 4, 0, 1, 5, 6, 2, 2, 5, 7):  # the last one is player 1's BOOM
        state = GAME.result(state, action)
    assert worth("second_player", state) == 0


def test_preset():
    state = position("0004000", "2221000")
    # Groups: the three of player 2 is shut in by the border and column 4; player 1 has a pair in column 4, -2 * 2.
    # Nobody's next token makes a line, and BOOM lets nothing fall.
    assert worth("preset", state) == -4
    # A three of player 2 that is open on both sides: 6 * 3, and two columns blocked for player 2.
    assert worth("preset", position("0222000")) == 18 + 2 * 100
    assert worth("preset", position("1111000")) == -inf


# Recounted cell by cell

STEPS = {"rows": (1, 0), "columns": (0, 1), "rising": (1, 1), "falling": (1, -1)}


class Recount:
    """The criteria on a dict from (column, row) to the digit of a written position, as slowly as they are defined."""

    def __init__(self, text: str) -> None:
        rows, player, self.round = text.split()
        self.player = int(player)
        lines = rows.split("/")
        self.height, self.width = len(lines), len(lines[0])
        self.cells = {(c, self.height - 1 - r): digit for r, line in enumerate(lines) for c, digit in enumerate(line)}

    def owner(self, cell: tuple[int, int]) -> int | None:
        """The player whose token lies there, 0 if it is empty, None outside the board."""
        return {None: None, "0": 0, "1": 1, "4": 1, "2": 2, "5": 2}[self.cells.get(cell)]

    def count(self, player: int) -> int:
        return sum(self.owner(cell) == player for cell in self.cells)

    def bomb(self, player: int) -> tuple[int, int] | None:
        return next((cell for cell, digit in self.cells.items() if digit == "45"[player - 1]), None)

    def material(self, player: int) -> float:
        full = sum(all(self.owner((column, row)) for column in range(self.width)) for row in range(self.height))
        return (self.count(3 - player) - self.count(player)) * full

    def groups(self, player: int) -> float:
        return self.own_groups(3 - player) - self.own_groups(player)

    def own_groups(self, player: int) -> float:
        total = 0.0
        for direction, (right, up) in STEPS.items():
            for column, row in self.cells:
                for length, weight in ((2, 2), (3, 6)):
                    line = [self.owner((column + i * right, row + i * up)) for i in range(-4, 8)]  # the group begins at place 4
                    is_group = line[4 : 4 + length] == [player] * length and line[3] != player and line[4 + length] != player
                    fours = [line[start : start + 4] for start in range(length, 5)]
                    if is_group and any(set(four) <= {0, player} for four in fours):
                        total += weight * {"rows": 3, "columns": 2, "rising": 2, "falling": 2}[direction]
        return total

    def bomb_row(self, player: int) -> float:
        return self.own_bomb_row(player) - self.own_bomb_row(3 - player)

    def own_bomb_row(self, player: int) -> int:
        bomb = self.bomb(player)
        return sum(self.owner((column, bomb[1])) == player for column in range(self.width)) if bomb else 0

    def bomb_on_enemy(self, player: int) -> float:
        return self.lies_on_enemy(player) - self.lies_on_enemy(3 - player)

    def lies_on_enemy(self, player: int) -> bool:
        bomb = self.bomb(player)
        return bomb is not None and self.owner((bomb[0], bomb[1] - 1)) == 3 - player

    def columns(self, player: int) -> float:
        return 100 * (self.blocked(3 - player) - self.blocked(player))

    def blocked(self, player: int) -> int:
        blocked = 0
        for column in range(self.width):
            empty = [row for row in range(self.height) if self.owner((column, row)) == 0]
            if empty:
                cell = (column, min(empty))
                blocked += any(self.owners_with(cell, player, start, step) for step in STEPS.values() for start in range(4))
        return blocked

    def owners_with(self, cell: tuple[int, int], player: int, place: int, step: tuple[int, int]) -> bool:
        """Whether the four cells in that direction that have `cell` at that place are the player's, but for it."""
        four = [(cell[0] + (i - place) * step[0], cell[1] + (i - place) * step[1]) for i in range(4)]
        return all(self.owner(other) == player for other in four if other != cell)

    def bomb_threats(self, player: int) -> float:
        return 1000 * (self.boom_wins(player) - self.boom_wins(3 - player))

    def boom_wins(self, player: int) -> bool:
        """By the rules themselves, with the board handed to the player."""
        if not self.bomb(player):
            return False
        game = Desconecta4Boom(5, self.width, self.height)
        rows = ["".join(self.cells[column, row] for column in range(self.width)) for row in reversed(range(self.height))]
        state = game.read(f"{'/'.join(rows)} {player} {self.round}")
        return game.utility(game.result(state, game.boom), player - 1) == 1

    def second_player(self, player: int) -> float:
        turns = int(self.round) - 1  # of player 2, who has played in every round before this one
        exploded = max(0, turns - self.count(2))
        return exploded if player == 2 else -exploded


@st.composite
def positions(draw):
    """Boards of any tokens and bombs, most of which no game reaches."""
    width, height = draw(st.sampled_from([(7, 7), (7, 7), (4, 5), (8, 7), (5, 11), (3, 3)]))
    heights = draw(st.lists(st.integers(0, height), min_size=width, max_size=width))
    cells = draw(st.lists(st.sampled_from("12"), min_size=width * height, max_size=width * height))
    board = [[cells[column * height + row] if row < heights[column] else "0" for column in range(width)] for row in range(height)]
    for bomb, place in zip("45", draw(st.tuples(st.integers(0, 99), st.integers(0, 99))), strict=True):
        tokens = [(row, column) for row in range(height) for column in range(width) if board[row][column] == str("45".index(bomb) + 1)]
        if tokens and place < 70:
            row, column = tokens[place % len(tokens)]
            board[row][column] = bomb
    text = "/".join("".join(row) for row in reversed(board))
    turn = draw(st.tuples(st.sampled_from("12"), st.integers(1, 60)))
    game = Desconecta4Boom(5, width, height)
    return game, game.read(f"{text} {turn[0]} {turn[1]}")


@pytest.mark.parametrize("name", NAMES[1:])
@given(positions())
def test_the_recount_agrees(name, drawn):
    game, state = drawn
    plain = Recount(game.write(state))
    for player in (z.MAX, z.MIN):
        assert EVALUATIONS[name].value(game, state, player) == getattr(plain, name)(player + 1)


@pytest.mark.parametrize("name", [*NAMES, "preset"])
@given(positions())
def test_what_is_good_for_one_is_bad_for_the_other(name, drawn):
    game, state = drawn
    assert EVALUATIONS[name].value(game, state, z.MAX) == -EVALUATIONS[name].value(game, state, z.MIN)


# As the game's own evaluation


@given(positions())
def test_evaluate_keeps_the_order_and_stays_between_the_utilities(drawn):
    game, state = drawn
    value = game.evaluate(state, z.MAX)
    assert -1 < value < 1
    assert value == pytest.approx(BEFORE_THE_END.value(game, state, z.MAX) / (1 + greatest_before_the_end(game.width, game.height)))


def test_no_position_outdoes_the_bound():
    assert greatest_before_the_end(7, 7) == 6 * (3 * 42 + 2 * 42 + 2 * 72) + 7 * 100 + 1000
    assert greatest_before_the_end(1, 1) == 100 + 1000


# In a search

POSITIONS = (
    "0000000/0000000/0000001/0000002/0000001/0400002/1221501 2 6",
    "0000000/0200000/1100010/2120011/2110152/2220222/1122121 2 16",
    "1000020/1200022/1120112/2120111/2110152/2220222/1122121 2 21",
)


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("evaluation", [None, "preset", " + ".join(NAMES), "groups+columns"])
def test_both_modes_value_alike(evaluation, text):
    state = GAME.read(text)
    found = [z.best(GAME, state, depth=3, algorithm="alphabeta", evaluation=evaluation, mode=mode) for mode in ("interpreted", "compiled")]
    assert found[0].value == found[1].value
    assert (found[0].action, found[0].nodes, found[0].cutoffs) == (found[1].action, found[1].nodes, found[1].cutoffs)


def test_the_preset_finds_the_same_best_actions_as_the_evaluation_of_the_game():
    for text in POSITIONS:
        own, preset = (z.best(GAME, GAME.read(text), depth=3, evaluation=name, ties=True) for name in (None, "preset"))
        assert own.actions == preset.actions


def test_a_criterion_can_be_switched_off():
    state = GAME.read(POSITIONS[0])
    one, other = (z.best(GAME, state, depth=2, algorithm="alphabeta", evaluation=text) for text in ("groups + 0 * columns", "groups"))
    assert one.value == other.value
