"""Othello: published counts and values, the rules one by one, and a slow plain second implementation that must agree."""

from __future__ import annotations

import random
from itertools import accumulate, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games.othello import PASS, Othello, State
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

GAME = Othello()
SMALL = Othello(4)
GAMES = (GAME, Othello(6), SMALL, Othello(4, empties_to_winner=True))
PUBLISHED = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]


# Published facts


def sequences(depth: int) -> list[int]:
    """Those of 1, 2, ... `depth` plies as they are published: a game that ended earlier is kept as one leaf."""
    count = Runner(perft, GAME, "compiled")
    counts = [count(GAME.initial(), plies) for plies in range(1, depth + 1)]
    ended = [0, *accumulate(finished for _, finished in counts)]
    return [nodes + before for (nodes, _), before in zip(counts, ended, strict=False)]


def test_perft():
    assert sequences(8) == PUBLISHED[:8]


@pytest.mark.slow
def test_perft_further():
    assert sequences(11) == PUBLISHED


def test_the_shortest_games_have_nine_plies():
    assert [Runner(perft, GAME, "compiled")(GAME.initial(), plies)[1] for plies in (8, 9)] == [0, 228]


def test_the_second_player_wins_on_4x4():
    assert z.best(SMALL, algorithm="alphabeta").value == -8


def test_the_squares_that_stay_empty_on_4x4_make_it_more():
    assert z.best(Othello(4, empties_to_winner=True), algorithm="alphabeta").value == -10


# The rules, one by one


def squares(game: Othello, state: State) -> list[str]:
    return [game.name(state, action) for action in game.actions(state)]


def after(game: Othello, text: str, action: str) -> str:
    state = game.read(text)
    return game.write(game.result(state, game.parse(state, action)))


def test_black_begins_and_has_four_moves():
    state = GAME.initial()
    assert GAME.write(state) == "......../......../......../...ox.../...xo.../......../......../........ x"
    assert GAME.to_move(state) == z.MAX
    assert squares(GAME, state) == ["d3", "c4", "f5", "e6"]


def test_a_disc_turns_rows_in_all_eight_directions():
    star = "x..x..x./.o.o.o../..ooo.../xoo.ooox/..ooo.../.o.o.o../x..o..x./...x.... x"
    assert after(GAME, star, "d4") == "x..x..x./.x.x.x../..xxx.../xxxxxxxx/..xxx.../.x.x.x../x..x..x./...x.... o"


def test_a_disc_turns_only_the_rows_that_it_encloses():
    assert after(SMALL, ".oox/o.../o.../.... x", "a1") == "xxxx/o.../o.../.... o"
    assert after(SMALL, ".oox/.o../o.o./.x.. x", "a1") == "xxxx/.o../o.o./.x.. o"


def test_a_row_does_not_go_on_across_the_border_or_an_empty_square():
    assert squares(GAME, GAME.read("......oo/x......./......../......../......../......../......../........ x")) == ["pass"]
    assert squares(GAME, GAME.read(".o.ox.../......../......../......../......../......../......../........ x")) == ["c1"]
    assert after(GAME, ".o.ox.../......../......../......../......../......../......../........ x", "c1") == (
        ".oxxx.../......../......../......../......../......../......../........ o"
    )


def test_who_cannot_move_passes_and_a_pass_turns_nothing():
    state = SMALL.read("xo../..../..../.... o")
    assert (squares(SMALL, state), SMALL.is_terminal(state)) == (["pass"], False)
    passed = SMALL.result(state, PASS)
    assert SMALL.write(passed) == "xo../..../..../.... x"
    assert squares(SMALL, passed) == ["c1"]


def test_the_game_ends_when_neither_can_move():
    for end in (
        "xxxx/xxxx/oooo/oooo x",
        "xxx./..../..../.... o",
        "xxx./..../..../.... x",
        "x.o./..../..../.... x",
        "..../..../..../.... o",
    ):
        assert SMALL.is_terminal(SMALL.read(end))


@pytest.mark.parametrize(
    ("board", "discs", "with_the_empty_squares"),
    [("xxxx/xxxx/oooo/oooo", 0, 0), ("xxxx/xxxx/xxxo/oooo", 6, 6), ("xxx./..../..../....", 3, 16), ("oo../..x./..../....", -1, -14)],
)
@pytest.mark.parametrize("player", ["x", "o"])
def test_utility_counts_discs_and_where_asked_the_empty_squares_for_the_winner(board, discs, with_the_empty_squares, player):
    state = SMALL.read(f"{board} {player}")
    for game, worth in ((SMALL, discs), (Othello(4, empties_to_winner=True), with_the_empty_squares)):
        assert (game.utility(state, z.MAX), game.utility(state, z.MIN)) == (worth, -worth)


# A slow plain second implementation


class Plain:
    """The board as a dictionary; every row walked square by square."""

    def __init__(self, size: int) -> None:
        self.size, self.player = size, "x"
        low, high = size // 2 - 1, size // 2
        self.discs = {(low, low): "o", (high, high): "o", (high, low): "x", (low, high): "x"}

    def turned(self, column: int, row: int, player: str) -> set[tuple[int, int]]:
        """The discs that turn, if the player places one there; nothing where there is a disc."""
        found: set[tuple[int, int]] = set()
        if (column, row) in self.discs:
            return found
        for right, down in product((-1, 0, 1), repeat=2):
            line, place = [], (column + right, row + down)
            while (right or down) and self.discs.get(place, player) != player:
                line.append(place)
                place = place[0] + right, place[1] + down
            if self.discs.get(place) == player:
                found.update(line)
        return found

    def moves(self, player: str) -> list[str]:
        """By rows, as `actions` gives them."""
        return [f"{'abcdefgh'[c]}{r + 1}" for r, c in product(range(self.size), repeat=2) if self.turned(c, r, player)]

    def play(self, move: str) -> None:
        if move != "pass":
            place = "abcdefgh".index(move[0]), int(move[1]) - 1
            for turned in [*self.turned(*place, self.player), place]:
                self.discs[turned] = self.player
        self.player = "xo"[self.player == "x"]

    def text(self) -> str:
        rows = ["".join(self.discs.get((column, row), ".") for column in range(self.size)) for row in range(self.size)]
        return f"{'/'.join(rows)} {self.player}"


@given(st.sampled_from(GAMES), st.randoms(use_true_random=False))
def test_random_games_agree_with_plain_rules(game, dice):
    state, plain = game.initial(), Plain(game.size)
    while plain.moves("x") or plain.moves("o"):
        assert not game.is_terminal(state)
        assert game.write(state) == plain.text()
        assert game.to_move(state) == "xo".index(plain.player)
        moves = plain.moves(plain.player) or ["pass"]
        assert squares(game, state) == moves
        move = dice.choice(moves)
        before = tuple(state)
        following = game.result(state, game.parse(state, move))
        assert tuple(state) == before
        state = following
        plain.play(move)
    assert game.is_terminal(state)
    lead = list(plain.discs.values()).count("x") - list(plain.discs.values()).count("o")
    empty = game.size**2 - len(plain.discs)
    worth = lead + empty * ((lead > 0) - (lead < 0)) if game.empties_to_winner else lead
    assert (game.utility(state, z.MAX), game.utility(state, z.MIN)) == (worth, -worth)


def test_random_games_agree_with_open_spiel():
    spiel = pytest.importorskip("pyspiel").load_game("othello")
    dice = random.Random(3)
    for _ in range(5):
        state, other = GAME.initial(), spiel.new_initial_state()
        while not other.is_terminal():
            assert other.current_player() == GAME.to_move(state)
            assert list(GAME.actions(state)) == other.legal_actions()  # squares and the pass have the same numbers there
            action = dice.choice(other.legal_actions())
            state = GAME.result(state, action)
            other.apply_action(action)
        assert GAME.is_terminal(state)
        lead = GAME.utility(state, z.MAX)
        assert [(lead > 0) - (lead < 0), (lead < 0) - (lead > 0)] == other.returns()


# Texts, keys and mirrors


@given(positions(GAMES), st.integers(0, 6))
def test_seen_from_elsewhere_the_rules_are_the_same(position, way):
    game, state = position
    views = {state, *game.symmetries(state)}
    other = list(game.symmetries(state))[way]
    assert {other, *game.symmetries(other)} == views
    assert other == game.state(other.own, other.other, state.player)  # the moves turn with the board
    if not game.is_terminal(state):
        assert following(game, state) == following(game, other)


def following(game: Othello, state: State) -> set[frozenset[State]]:
    """The states that follow, each with all its views."""
    return {frozenset([after, *game.symmetries(after)]) for after in (game.result(state, action) for action in game.actions(state))}


def test_the_seven_other_views_of_a_board():
    state = SMALL.read("xo../.x../..../.... x")
    assert [SMALL.write(view) for view in SMALL.symmetries(state)] == [
        "..../..../.x../xo.. x",
        "..ox/..x./..../.... x",
        "..../..../..x./..ox x",
        "x.../ox../..../.... x",
        "...x/..xo/..../.... x",
        "..../..../ox../x... x",
        "..../..../..xo/...x x",
    ]


def test_keys_tell_all_positions_apart():
    layer, states, keys = {GAME.initial()}, set(), set()
    for _ in range(5):
        layer = {GAME.result(state, action) for state in layer for action in GAME.actions(state)}
        states |= layer
        keys |= {GAME.key(state) for state in layer}
    assert len(keys) == len(states)
    assert GAME.key(GAME.null_move(GAME.initial())) != GAME.key(GAME.initial())


def test_read_takes_published_positions_as_they_are_printed():
    start = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    assert GAME.read(f"{start} X") == GAME.initial()
    assert GAME.read(f"{start} O") == GAME.null_move(GAME.initial())


def test_played_takes_games_as_they_are_written_down():
    assert GAME.played("") == GAME.initial()
    assert GAME.write(GAME.played("F5d6")) == "......../......../......../...ox.../...oxx../...o..../......../........ x"
    with pytest.raises(z.ActionError, match="'f5f5', move 2: 'f5' is not a legal action here; legal: f4, d6, f6"):
        GAME.played("f5f5")
    with pytest.raises(z.ActionError, match="move 2: 'd' is not"):
        GAME.played("f5d")


def test_played_makes_the_passes_that_are_left_out():
    dice, passes = random.Random(1), 0
    for _ in range(20):
        state, moves = SMALL.initial(), ""
        while not SMALL.is_terminal(state):
            action = dice.choice(list(SMALL.actions(state)))
            passes += action == PASS
            moves += "" if action == PASS else SMALL.name(state, action)
            state = SMALL.result(state, action)
        assert SMALL.played(moves) == state
    assert passes > 5


def test_actions_are_told_in_any_case():
    assert GAME.parse(GAME.initial(), " D3 ") == GAME.parse(GAME.initial(), "d3") == 19
    assert SMALL.parse(SMALL.read("xo../..../..../.... o"), "Pass") == PASS


def test_show():
    assert SMALL.show(SMALL.initial()) == "  a b c d\n1 . . . .\n2 . o x .\n3 . x o .\n4 . . . .\nx 2, o 2; x to move"
    assert SMALL.show(SMALL.read("xxxx/xxxx/xxxo/oooo o")).endswith("\nx 11, o 5; x has won by 6")
    assert SMALL.show(SMALL.read("xxxx/xxxx/oooo/oooo x")).endswith("\nx 8, o 8; draw")
    assert Othello(4, empties_to_winner=True).show(SMALL.read("ooo./..../..../.... x")).endswith("\nx 0, o 3; o has won by 16")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("..../.ox./.xo./....", "has 1 part"),
        ("..../.ox./.xo./.... z", "'z' is not the player to move, x or o"),
        ("..../.ox./.xo. x", "has 3 rows; 4 are needed"),
        ("..../.ox./.xo./... x", "row 4, '...', has 3 squares; 4 are needed"),
        ("....-.ox.-.xo.-.... x", "has 19 squares; 16 are needed"),
        ("..../.oz./.xo./.... x", "row 2, '.oz.', has 'z' in column c; a square is x, o or ."),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError) as caught:
        SMALL.read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("size", [0, 2, 5, 7, 10])
def test_other_sizes_are_refused(size):
    with pytest.raises(z.SpecError, match="is not possible; the sizes are 4, 6, 8"):
        Othello(size)


def test_the_catalogue_knows_it():
    game = z.load_game("othello(size=6)")
    assert repr(game) == "Othello(size=6, empties_to_winner=False)"
    assert isinstance(game.initial(), State)
