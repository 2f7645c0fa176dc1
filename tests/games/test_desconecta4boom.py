"""DESCONECTA-4 BOOM against all that the original simulator printed (tests/data), and against plain slow rules."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.game import Game
from zermelo.games.desconecta4boom import DRAW, UNDECIDED, Desconecta4Boom, State
from zermelo.search.algorithm import Counts, algorithm
from zermelo.search.alphabeta import alphabeta
from zermelo.search.minimax import minimax
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

ORACLE = json.loads((Path(__file__).parent.parent / "data" / "desconecta4boom.json").read_text())
GAME = Desconecta4Boom()
PLAYED_GAMES = [*ORACLE["playouts"], *(case for cases in ORACLE["special_cases"].values() for case in cases)]


class Endless(Desconecta4Boom):
    """The same game, gone on with after its end."""

    def is_terminal(self, state: State) -> bool:
        return False


class Blind(Desconecta4Boom):
    """The same game, worth 0 at the depth limit."""

    def evaluate(self, state: State, player: int) -> float:
        return 0.0


@algorithm
def ends(game: Game, state: object, depth: int, worth: int) -> Counts:
    """Perft, with the number of finished games that are worth so much to MAX."""
    if depth == 0:
        return 1, int(game.is_terminal(state) and game.utility(state, 0) == worth)
    if game.is_terminal(state):
        return 0, 0
    nodes, finished = 0, 0
    for action in game.actions(state):
        more, over = ends(game, game.result(state, action), depth - 1, worth)
        nodes, finished = nodes + more, finished + over
    return nodes, finished


@algorithm
def booms(game: Game, state: object, depth: int) -> Counts:
    """How many sequences of `depth` actions, one or more, there are, and how many end with BOOM."""
    if game.is_terminal(state):
        return 0, 0
    nodes, last = 0, 0
    for action in game.actions(state):
        if depth == 1:
            more, boom = 1, int(action == game.boom)
        else:
            more, boom = booms(game, game.result(state, action), depth - 1)
        nodes, last = nodes + more, last + boom
    return nodes, last


def after(prefix: str, game: Desconecta4Boom = GAME) -> State:
    """The state after these action codes."""
    state = game.initial()
    for code in prefix:
        assert int(code) in game.actions(state)
        state = game.result(state, int(code))
    return state


# Perft


def count_all(state: State, known: dict[str, int], mode: str) -> None:
    """Hold every number of one row of the oracle's perft tables against the rules."""
    depth, endless = known["depth"], Endless()
    assert Runner(booms, GAME, mode)(state, depth) == (known["sequences"], known["sequences_ending_in_boom"])
    assert Runner(booms, endless, mode)(state, depth) == (
        known["sequences_ignoring_game_end"],
        known["sequences_ignoring_game_end_ending_in_boom"],
    )
    if "terminal" in known:
        assert Runner(perft, GAME, mode)(state, depth) == (known["sequences"], known["terminal"])
        for worth, name in ((1, "p1_wins"), (-1, "p2_wins"), (0, "draws")):
            assert Runner(ends, GAME, mode)(state, depth, worth) == (known["sequences"], known[name])


def rows(tables: list[tuple[str, dict[str, int]]], interpreted_up_to: int, quick_up_to: int) -> list[pytest.param]:
    """Each row of the tables in the modes in which it takes a bearable time."""
    made = []
    for prefix, known in tables:
        sequences, name = known["sequences"], f"{prefix or 'start'}-{known['depth']}"
        if sequences <= interpreted_up_to:
            made.append(pytest.param(prefix, known, "interpreted", id=f"{name}-interpreted"))
        slow = [pytest.mark.slow] if sequences > quick_up_to else []
        made.append(pytest.param(prefix, known, "compiled", id=f"{name}-compiled", marks=slow))
    return made


TABLES = [("", row) for row in ORACLE["perft_initial"]] + [(p["prefix"], row) for p in ORACLE["perft_positions"] for row in p["depths"]]


@pytest.mark.parametrize(("prefix", "known", "mode"), rows(TABLES, interpreted_up_to=700, quick_up_to=50_000_000))
def test_perft(prefix, known, mode):
    count_all(after(prefix), known, mode)


def test_perft_facts_of_the_rules():
    known = {n: (7**n, 0) for n in range(1, 7)} | {7: (823_543, 13_032), 8: (5_673_570, 44_430)}
    run = Runner(perft, GAME)
    depths = known if run.mode == "compiled" else range(1, 5)
    assert {n: run(GAME.initial(), n) for n in depths} == {n: known[n] for n in depths}


# Values


@pytest.mark.parametrize("known", ORACLE["depth_limited_minimax"], ids=lambda known: known["prefix"][-8:])
@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_depth_limited_values(search, known):
    game, depth = Blind(), known["depth"]
    run = Runner(search, game)
    if run.mode == "interpreted" and depth > 4:
        pytest.skip("takes minutes unless it is compiled")
    window = (-inf, inf) if search.windowed else ()
    state = after(known["prefix"], game)
    assert game.to_move(state) == known["to_move"] - 1
    assert run(state, *window, depth) == known["value_p1"]
    children = {str(action): run(game.result(state, action), *window, depth - 1) for action in game.actions(state)}
    assert children == known["child_values_p1"]


@pytest.mark.parametrize(
    "known", [k for k in ORACLE["depth_limited_minimax"] if k["depth"] == 4][:3], ids=lambda known: known["prefix"][-8:]
)
def test_depth_limited_values_interpreted(known):
    assert Runner(alphabeta, Blind(), "interpreted")(after(known["prefix"]), -inf, inf, 4) == known["value_p1"]


@pytest.mark.parametrize("known", ORACLE["depth_limited_minimax"][2:6], ids=lambda known: known["prefix"][-8:])
def test_best_finds_all_best_actions(known):
    found = z.best(Blind(), after(known["prefix"]), depth=known["depth"], ties=True)
    assert found.value == known["value_p1"]
    assert found.actions == tuple(int(action) for action, value in known["child_values_p1"].items() if value == known["value_p1"])


# Played games


def board(state: State) -> list[str]:
    return GAME.write(state).split()[0].split("/")


def check_position(state: State, known: dict) -> None:
    """Every field that the oracle gives of a position."""
    first, second = GAME.tokens(state, z.MAX), GAME.tokens(state, z.MIN)
    assert board(state) == known.get("final_board", known.get("board"))
    assert GAME.to_move(state) + 1 == known["to_move"]
    assert GAME.round_of(state) == known["round"]
    assert (bool(state.bombs & first), bool(state.bombs & second)) == (known["bomb1"], known["bomb2"])
    assert 49 - (first | second).count() == known["free"]
    assert GAME.is_terminal(state) == known["terminal"]
    assert {UNDECIDED: 0, DRAW: 0, z.MAX: 1, z.MIN: 2}[state.winner] == known["winner"]
    assert list(GAME.actions(state)) == known["legal"]
    assert GAME.utility(state, z.MAX) == -GAME.utility(state, z.MIN) == {0: 0, 1: 1, 2: -1}[known["winner"]]
    if "next_put_is_bomb" in known:
        assert GAME.drops_bomb(state) == known["next_put_is_bomb"]
    if "result" in known:
        results = {UNDECIDED: "unfinished", DRAW: "draw", z.MAX: "P1 wins", z.MIN: "P2 wins"}
        assert results[state.winner] == known["result"]


@pytest.mark.parametrize("known", PLAYED_GAMES, ids=lambda known: known.get("note", known["result"]).replace(" ", "-"))
def test_played_games(known):
    state = after(known["actions"])
    check_position(state, known)
    assert not GAME.is_terminal(after(known["actions"][:-1]))


@pytest.mark.parametrize("known", ORACLE["perft_positions"], ids=lambda known: known["prefix"])
def test_positions(known):
    check_position(after(known["prefix"]), known["position"])


def test_every_case_of_the_oracle_is_used():
    assert set(ORACLE) == {"meta", "perft_initial", "perft_positions", "depth_limited_minimax", "playouts", "special_cases"}
    assert len(ORACLE["special_cases"]) == 14


# The rules one by one, where the oracle has no word for it


def test_first_bombs_fall_at_plies_9_and_10_and_the_first_boom_is_ply_11():
    state = after("01234560")
    assert GAME.drops_bomb(state)
    state = GAME.result(GAME.result(state, 1), 2)
    assert state.bombs.count() == 2
    assert 7 not in GAME.actions(after("012345601"))
    assert 7 in GAME.actions(state)


def test_a_bomb_with_period_1_falls_at_once_and_only_while_there_is_none():
    game = Desconecta4Boom(period=1)
    state = game.result(game.result(game.result(game.initial(), 0), 0), 0)
    assert game.write(state) == "0000000/0000000/0000000/0000000/1000000/5000000/4000000 2 2"
    assert game.write(game.result(game.result(state, 7), 7)) == "0000000/0000000/0000000/0000000/0000000/0000000/1000000 2 3"


def test_lines_of_both_are_decided_by_the_row_then_by_the_column():
    lower = GAME.read("0000000/0000000/0000000/0002222/0001111/0002221/1112112 1 9")
    assert GAME.utility(lower, z.MAX) == -1  # the line of player 1 lies one row lower
    left = GAME.read("0000000/0000000/0000000/2000001/2000001/2000001/2000001 1 9")
    assert GAME.utility(left, z.MIN) == -1  # both begin in the lowest row: the left one is met first
    falling = GAME.read("0000000/0000000/0000000/1000002/1100002/2110002/2221002 1 9")
    assert GAME.utility(falling, z.MIN) == -1  # a line down to the right is met at its upper left end, in row 4


def test_a_mirrored_board_may_have_another_winner():
    beside = GAME.read("0000000/0000000/0000000/1000002/1000002/1000002/1000002 1 9")
    assert GAME.utility(beside, z.MAX) == -1
    assert list(GAME.symmetries(beside)) == []


def test_a_line_does_not_run_around_the_border():
    state = GAME.read("1000000/1000000/1000000/2000000/2000000/2000000/1000000 1 5")
    assert not GAME.is_terminal(GAME.result(state, 1))


def test_the_key_counts_rounds_modulo_the_period():
    empty = "0000000/" * 6 + "1200000 "
    assert GAME.key(GAME.read(empty + "1 2")) == GAME.key(GAME.read(empty + "1 7"))
    assert len({GAME.key(GAME.read(empty + turn)) for turn in ("1 2", "2 2", "1 3", "1 5", "2 7")}) == 4


# A slow plain second implementation


class Plain:
    """The rules read aloud, on rows of cells: (owner, is it a live bomb) or None, the bottom row first."""

    def __init__(self, period: int, width: int, height: int) -> None:
        self.period, self.width, self.height = period, width, height
        self.cells: list[list[tuple[int, bool] | None]] = [[None] * width for _ in range(height)]
        self.player, self.round = 1, 1

    def bomb_of(self, player: int) -> tuple[int, int] | None:
        found = [(row, column) for row in range(self.height) for column in range(self.width) if self.cells[row][column] == (player, True)]
        assert len(found) <= 1
        return found[0] if found else None

    def actions(self) -> list[int]:
        puts = [column for column in range(self.width) if self.cells[self.height - 1][column] is None]
        return puts + [self.width] * (self.bomb_of(self.player) is not None)

    def play(self, action: int) -> None:
        bomb = self.bomb_of(self.player)
        if action < self.width:
            row = min(row for row in range(self.height) if self.cells[row][action] is None)
            self.cells[row][action] = (self.player, self.round % self.period == 0 and bomb is None)
        else:
            assert bomb is not None
            for column in range(self.width):
                cell = self.cells[bomb[0]][column]
                if cell is not None and cell[0] == self.player:
                    for row in range(bomb[0], self.height - 1):
                        self.cells[row][column] = self.cells[row + 1][column]
                    self.cells[self.height - 1][column] = None
        self.round += self.player == 2
        self.player = 3 - self.player

    def owner(self, row: int, column: int) -> int:
        inside = 0 <= row < self.height and 0 <= column < self.width
        cell = self.cells[row][column] if inside else None
        return cell[0] if cell else 0

    def loser(self) -> int:
        """The owner of the first line that the scan of rule 7 finds, or 0."""
        for row in range(self.height):
            for column in range(self.width):
                owner = self.owner(row, column)
                for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                    if owner and all(self.owner(row + i * up, column + i * right) == owner for i in range(4)):
                        return owner
        return 0

    def full(self) -> bool:
        return all(cell is not None for row in self.cells for cell in row)

    def text(self) -> str:
        codes = {None: "0", (1, False): "1", (2, False): "2", (1, True): "4", (2, True): "5"}
        return "/".join("".join(codes[cell] for cell in row) for row in reversed(self.cells)) + f" {self.player} {self.round}"


SIZES = [(5, 7, 7), (5, 7, 7), (1, 7, 7), (2, 4, 5), (3, 8, 4), (2, 5, 5), (1, 9, 6), (4, 3, 3)]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SIZES), st.lists(st.integers(0, 10_000), min_size=150, max_size=150))
def test_random_games_agree_with_plain_rules(size, choices):
    game, plain = Desconecta4Boom(*size), Plain(*size)
    state = game.initial()
    for choice in choices:
        assert game.write(state) == plain.text()
        assert game.read(plain.text()) == state
        over = plain.loser() != 0 or plain.full()
        assert game.is_terminal(state) == over
        if over:
            assert state.winner == {0: DRAW, 1: z.MIN, 2: z.MAX}[plain.loser()]
            break
        actions = plain.actions()
        assert list(game.actions(state)) == actions
        action = actions[-1 if choice % 3 == 0 else choice % len(actions)]  # a third of the turns BOOM, where it is legal
        before = tuple(state)
        after_it = game.result(state, action)
        assert tuple(state) == before
        state = after_it
        plain.play(action)


@st.composite
def boards(draw):
    """Boards of any tokens, lines of both included, of which random games meet too few."""
    heights = draw(st.lists(st.integers(0, 7), min_size=7, max_size=7))
    cells = draw(st.lists(st.sampled_from("12"), min_size=49, max_size=49))
    rows = ["".join(cells[7 * row + column] if heights[column] > row else "0" for column in range(7)) for row in reversed(range(7))]
    return "/".join(rows)


@given(boards(), st.sampled_from("12"))
def test_the_scan_for_the_first_line_on_any_board(text, mover):
    plain = Plain(5, 7, 7)
    for row, line in enumerate(reversed(text.split("/"))):
        plain.cells[row] = [None if code == "0" else (int(code), False) for code in line]
    state = GAME.read(f"{text} {mover} 9")
    assert state.winner == {0: DRAW if plain.full() else UNDECIDED, 1: z.MIN, 2: z.MAX}[plain.loser()]


# Texts


def test_the_form_of_a_position():
    assert GAME.write(GAME.initial()) == "0000000/0000000/0000000/0000000/0000000/0000000/0000000 1 1"
    assert GAME.read(GAME.write(GAME.initial())) == GAME.initial()


@pytest.mark.parametrize("known", PLAYED_GAMES, ids=lambda known: known["actions"][-8:])
def test_read_takes_back_what_write_wrote(known):
    state = GAME.initial()
    for code in known["actions"]:
        state = GAME.result(state, int(code))
        assert GAME.read(GAME.write(state)) == state


def test_actions_go_by_name_and_by_the_number_of_the_column():
    state = after("62063166146")
    names = [GAME.name(state, action) for action in GAME.actions(state)]
    assert names == ["PUT1", "PUT2", "PUT3", "PUT4", "PUT5", "PUT6", "PUT7", "BOOM"]
    assert [GAME.parse(state, name) for name in names] == list(range(8))
    assert [GAME.parse(state, str(column)) for column in range(1, 8)] == list(range(7))
    for number in ("0", "8"):
        with pytest.raises(z.ActionError):
            GAME.parse(state, number)
    assert GAME.parse(state, " boom ") == 7
    with pytest.raises(z.ActionError, match=r"legal: PUT1, PUT2, PUT3, PUT4, PUT5, PUT6, PUT7$"):
        GAME.parse(GAME.initial(), "BOOM")


def lines(*low: str) -> str:
    """A board of seven rows of which these are the lowest, from the top."""
    return "/".join(["0000000"] * (7 - len(low)) + list(low))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        (lines() + " 1", "has 2 parts"),
        (lines() + " 1 1 1", "has 4 parts"),
        (lines()[8:] + " 1 1", "has 6 rows; 7 are needed"),
        (lines() + "/0000000 1 1", "has 8 rows; 7 are needed"),
        (lines("000000") + " 1 1", "row 7 from the top, '000000', has 6 cells; 7 are needed"),
        ("0000000/00000000" + lines()[15:] + " 1 1", "row 2 from the top, '00000000', has 8 cells"),
        (lines("0003000") + " 1 1", "has '3' in column 4"),
        (lines("000x000") + " 1 1", "has 'x' in column 4"),
        (lines("0200000", "0000000") + " 1 1", "floats in column 2: row 2 from the bottom holds one and row 1 is empty"),
        (lines("1000000", *["0000000"] * 6) + " 1 1", "floats in column 1: row 7"),
        (lines("0404000") + " 1 6", "player 1 has 2 live bombs"),
        (lines("0555000") + " 1 6", "player 2 has 3 live bombs"),
        (lines() + " 0 1", "'0' is not the player to move"),
        (lines() + " 3 1", "'3' is not the player to move"),
        (lines() + " 12 1", "'12' is not the player to move"),
        (lines() + " 1 0", "'0' is not a round"),
        (lines() + " 1 -3", "'-3' is not a round"),
        (lines() + " 1 x", "'x' is not a round"),
        (lines() + " 1 1.5", "'1.5' is not a round"),
        (lines() + " 1 ²", "'²' is not a round"),
        (lines() + " 1 99999999999999999999", "is not a round"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        GAME.read(text)


def test_show():
    assert GAME.show(after("01234560")).splitlines()[-3:] == [
        "x o x o x o x",
        "1 2 3 4 5 6 7",
        "round 5, player 1 (x) to move, and a PUT drops a bomb",
    ]
    assert "X" in GAME.show(after("012345601"))
    assert GAME.show(after(ORACLE["playouts"][2]["actions"])).endswith("player 2 (o) has won")
    assert GAME.show(after(ORACLE["special_cases"]["full_board_draw"][0]["actions"])).endswith("draw")


# Parameters


def test_the_catalogue_knows_it():
    assert repr(z.load_game("desconecta4boom")) == "Desconecta4Boom(period=5, width=7, height=7)"
    assert z.load_game("desconecta4boom(period=3)").period == 3


@pytest.mark.parametrize(("parameters", "complaint"), [((0,), "period of 0"), ((5, 8, 8), "does not fit"), ((5, 0, 7), "does not fit")])
def test_parameters_that_cannot_be_are_refused(parameters, complaint):
    with pytest.raises(z.SpecError, match=complaint):
        Desconecta4Boom(*parameters)
