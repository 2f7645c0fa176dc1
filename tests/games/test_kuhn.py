"""Kuhn poker: beside OpenSpiel, its rules one by one, and its text and picture."""

from __future__ import annotations

import pytest

import zermelo as z
from tests.games.side_by_side import walk_both
from zermelo.board import CARD, CARD_BACK, CHIPS, Piece
from zermelo.errors import PositionError, SpecError
from zermelo.games.kuhn import Kuhn

GAME = Kuhn()


def after(text: str) -> object:
    return GAME.read(text)


def test_it_is_the_published_game():
    """Kuhn (1950): 12 information sets; with the deals of chance its tree has 58 nodes."""
    pyspiel = pytest.importorskip("pyspiel")
    assert walk_both(GAME, pyspiel.load_game("kuhn_poker")) == (58, 12)


@pytest.mark.parametrize(("players", "nodes", "sets"), [(3, 617, 48)])
def test_so_it_is_for_more_players(players, nodes, sets):
    """Lanctot (2014): with three players there are 48 information sets."""
    pyspiel = pytest.importorskip("pyspiel")
    assert walk_both(Kuhn(players), pyspiel.load_game(f"kuhn_poker(players={players})")) == (nodes, sets)


@pytest.mark.parametrize(
    ("text", "utilities"),
    [
        ("KQ pp", (1, -1)),
        ("JQ pp", (-1, 1)),
        ("KQ pbb", (2, -2)),
        ("JQ bb", (-2, 2)),
        ("JQ bp", (1, -1)),
        ("KQ pbp", (-1, 1)),
    ],
)
def test_what_the_ends_are_worth(text, utilities):
    state = after(text)
    assert GAME.is_terminal(state)
    assert GAME.utilities(state) == utilities


def test_with_three_players_who_folds_loses_the_ante_and_the_best_hand_left_wins():
    game = Kuhn(3)
    assert game.utilities(game.read("KJQ pbpb")) == (3, -2, -1)
    assert game.utilities(game.read("TQK pbpb")) == (-2, 3, -1)  # whoever has the highest card of all has folded
    assert game.utilities(game.read("TQK pbpp")) == (-1, 2, -1)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("--", ("--", "--")),
        ("K-", ("K-", "?-")),
        ("KQ", ("K?", "?Q")),
        ("KQ pb", ("K? pb", "?Q pb")),
        ("KQ bp", ("K? bp", "?Q bp")),
        ("KQ bb", ("KQ bb", "KQ bb")),
        ("KQ pp", ("KQ pp", "KQ pp")),
    ],
)
def test_what_each_player_sees(text, seen):
    """The own card only, and at a showdown both; who folds shows nothing, and nothing is shown to those who fold."""
    assert tuple(GAME.write(GAME.observe(after(text), player)) for player in (0, 1)) == seen


def test_at_a_showdown_those_who_folded_stay_face_down():
    game = Kuhn(3)
    assert game.write(game.observe(game.read("KJQ pbpb"), 0)) == "KJ? pbpb"
    assert game.write(game.observe(game.read("KJQ pbpb"), 2)) == "KJQ pbpb"


def test_actions_have_the_players_own_names():
    state = after("KQ")
    assert [GAME.name(state, action) for action in GAME.actions(state)] == ["check", "bet"]
    state = after("K? b")
    assert [GAME.name(state, action) for action in GAME.actions(state)] == ["fold", "call"]
    assert GAME.name(GAME.initial(), 2) == "K"


def test_the_terminal_shows_cards_chips_and_what_was_done():
    assert GAME.show(after("KQ pb")).splitlines() == [
        "player 1  K  1 chip   check",
        "player 2  Q  2 chips  bet",
        "player 1 to move",
    ]
    assert GAME.show(after("KQ pbb")).splitlines()[-1] == "player 1 takes the pot and has won 2"
    assert GAME.show(after("?Q pp")).splitlines()[-1] == "the highest card takes the pot"


def test_a_hidden_card_lies_face_down():
    assert GAME.picture(GAME.observe(after("KQ b"), 0)).rows == (
        (Piece(CARD, text="K"), Piece(CHIPS, text="2")),
        (Piece(CARD_BACK), Piece(CHIPS, text="1")),
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "that is the cards and what was done"),
        ("K", "1 cards; 2 are needed"),
        ("KX", "'X' in 'KX' is not a card"),
        ("KK", "'K' twice"),
        ("-K", "deals out of turn"),
        ("K- b", "before all cards are dealt"),
        ("KQ x", "'x' in 'KQ x' is not what a player does"),
        ("KQ ppp", "after the game is over; 'KQ pp' is its end"),
    ],
)
def test_what_is_no_position_is_told(text, complaint):
    with pytest.raises(PositionError, match=complaint.replace("(", r"\(")):
        GAME.read(text)


def test_how_many_can_play():
    assert z.load_game("kuhn(players=10)").players == 10
    with pytest.raises(SpecError, match="players=11 is not possible; 2 to 10 are"):
        z.load_game("kuhn(11)")
