"""Liar's dice: beside OpenSpiel, its rules one by one, and its text and picture."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.side_by_side import walk_both
from zermelo.board import CUP, DIE, Piece
from zermelo.errors import PositionError, SpecError
from zermelo.games.liars_dice import LiarsDice

GAME = LiarsDice()


@pytest.mark.parametrize(
    ("dice", "faces", "nodes", "sets"),
    [(1, 3, 1147, 192), (2, 2, 8191, 768), pytest.param(1, 6, 294_883, 24_576, marks=pytest.mark.slow)],
)
def test_it_is_openspiel_s_game(dice, faces, nodes, sets):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")
    assert walk_both(LiarsDice(dice, faces), theirs, chance=lambda face: face - 1) == (nodes, sets)


@given(st.data())
def test_the_bid_decides(data):
    dice, faces, players = data.draw(st.sampled_from([(1, 6, 2), (3, 4, 2), (2, 5, 3), (2, 6, 4)]))
    game = LiarsDice(dice, faces, players)
    state = game.initial()
    rolled = data.draw(st.lists(st.integers(1, faces), min_size=dice * players, max_size=dice * players))
    for face in rolled:
        state = game.result(state, face)
    assert state.dice == tuple(die for first in range(0, len(rolled), dice) for die in sorted(rolled[first : first + dice]))
    bids = sorted(data.draw(st.sets(st.integers(0, game.liar - 1), min_size=1)))
    for turn, action in enumerate([*bids, game.liar]):
        assert game.to_move(state) == turn % players
        assert list(game.actions(state)) == [*range(bids[turn - 1] + 1 if turn else 0, game.liar), *([game.liar] if turn else [])]
        state = game.result(state, action)
    count, face = divmod(bids[-1], faces)
    there = Counter(rolled)
    true = there[face + 1] + (there[faces] if face + 1 != faces else 0) >= count + 1
    bidder, caller = (len(bids) - 1) % players, len(bids) % players
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in range(players)] == [
        (1 if true else -1) if player == bidder else (-1 if true else 1) if player == caller else 0 for player in range(players)
    ]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("-,-", ("-,-", "-,-")),
        ("3,-", ("3,-", "?,-")),
        ("3,5 1x3", ("3,? 1x3", "?,5 1x3")),
        ("3,5 1x3 liar", ("3,5 1x3 liar", "3,5 1x3 liar")),
    ],
)
def test_what_each_player_sees(text, seen):
    assert tuple(GAME.write(GAME.observe(GAME.read(text), player)) for player in (0, 1)) == seen


def test_actions_have_the_players_own_names():
    state = GAME.read("3,5 1x6")
    assert [GAME.name(state, action) for action in GAME.actions(state)] == [
        "2 ones", "2 twos", "2 threes", "2 fours", "2 fives", "2 sixes", "liar",
    ]  # fmt: skip
    assert GAME.name(GAME.read("3,5"), 2) == "1 three"
    assert GAME.name(GAME.initial(), 2) == "2"


def test_the_terminal_shows_the_dice_and_who_said_what():
    game = LiarsDice(dice=2, players=3)
    assert game.show(game.read("25,44,16 1x3 2x5 2x6 3x1")).splitlines() == [
        "player 1  2 5  1 three, 3 ones",
        "player 2  4 4  2 fives",
        "player 3  1 6  2 sixes",
        "player 2 to move",
    ]
    assert GAME.show(GAME.read("3,5 1x3 liar")).splitlines() == ["player 1  3  1 three", "player 2  5  liar", "player 1 has won"]


def test_hidden_dice_are_under_a_cup():
    picture = GAME.picture(GAME.observe(GAME.read("3,5 1x3"), 0))
    assert picture.rows == ((Piece(DIE, text="3"),), (Piece(CUP),))
    assert picture.news == "1 three; player 2 to move"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "an empty text"),
        ("3", "not 1 dice for each of 2 players"),
        ("3,7", "'7' in '3,7' is not a die"),
        ("-,3", "rolls out of turn"),
        ("3,- 1x1", "before all dice are rolled"),
        ("3,5 liar", "nothing to call a lie"),
        ("3,5 1x3 1x2", "not higher than the bid before it"),
        ("3,5 3x1", "'3x1' is not a bid, 1x1 to 2x6"),
        ("3,5 x", "'x' is not a bid"),
        ("3,5 1x3 liar 1x4", "goes on after 'liar'"),
    ],
)
def test_what_is_no_position_is_told(text, complaint):
    with pytest.raises(PositionError, match=complaint):
        GAME.read(text)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("liars_dice(faces=10)", "dice with 10 faces are not possible; 2 to 9"),
        ("liars_dice(dice=0)", "2 players with 0 dice each cannot play"),
        ("liars_dice(players=1)", "1 players"),
        ("liars_dice(dice=6)", "12 dice with 6 faces make 72 bids; at most 63"),
    ],
)
def test_what_is_no_game_is_told(spec, complaint):
    with pytest.raises(SpecError, match=complaint):
        z.load_game(spec)
