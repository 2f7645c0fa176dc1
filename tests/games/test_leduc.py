"""Leduc poker: beside OpenSpiel, its rules one by one, and its text and picture."""

from __future__ import annotations

import pytest

from tests.games.side_by_side import walk_both
from zermelo.board import CARD, CARD_BACK, CHIPS, Piece
from zermelo.errors import PositionError
from zermelo.games.leduc import Leduc

GAME = Leduc()


def test_it_is_the_published_game():
    """936 information sets and 9,457 nodes, as OpenSpiel has them."""
    pyspiel = pytest.importorskip("pyspiel")
    assert walk_both(GAME, pyspiel.load_game("leduc_poker")) == (9457, 936)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("JsQs rf", 1),
        ("JsQs rrf", -3),
        ("JsQs cc Jh cc", 1),  # a pair
        ("JsQs cc Ks cc", -1),
        ("KsQs cc Qh cc", -1),
        ("JsJh rrc Ks rrc", 0),  # the same cards
        ("KsQs rrc Js rrc", 13),
        ("KsQs rrc Js crf", -5),
        ("KsQs rrc Js rrf", -9),
    ],
)
def test_what_the_ends_are_worth(text, worth):
    state = GAME.read(text)
    assert GAME.is_terminal(state)
    assert GAME.utilities(state) == (worth, -worth)


def test_nobody_folds_for_nothing_and_there_are_two_raises_a_round():
    def names(text):
        state = GAME.read(text)
        return [GAME.name(state, action) for action in GAME.actions(state)]

    assert names("JsQs") == ["check", "raise"] == names("JsQs c") == names("JsQs rrc Ks")
    assert names("JsQs r") == ["fold", "call", "raise"] == names("JsQs cc Ks cr")
    assert names("JsQs rr") == ["fold", "call"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("----", ("----", "----")),
        ("Js--", ("Js--", "??--")),
        ("JsKh rc Qs r", ("Js?? rc Qs r", "??Kh rc Qs r")),
        ("JsKh rf", ("Js?? rf", "??Kh rf")),
        ("JsKh cc Qs cc", ("JsKh cc Qs cc", "JsKh cc Qs cc")),
    ],
)
def test_what_each_player_sees(text, seen):
    assert tuple(GAME.write(GAME.observe(GAME.read(text), player)) for player in (0, 1)) == seen


def test_the_terminal_shows_cards_chips_and_what_was_done():
    assert GAME.show(GAME.read("JhQs cc")).splitlines() == [
        "player 1  Jh   1 chip",
        "player 2  Qs   1 chip",
        "table     --",
        "check check",
        "a card is dealt",
    ]
    assert GAME.show(GAME.read("JhQs cc Js rf")).splitlines()[-2:] == ["check check, raise fold", "player 1 has won 1"]
    assert GAME.show(GAME.read("Jh?? cc Js cc")).splitlines()[-1] == "the cards decide"


def test_a_hidden_card_lies_face_down():
    assert GAME.picture(GAME.observe(GAME.read("JhQs cc Ks r"), 1)).rows == (
        (Piece(CARD_BACK), Piece(CHIPS, text="5")),
        (Piece(CARD, text="K♠"), None),
        (Piece(CARD, text="Q♠"), Piece(CHIPS, text="1")),
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is not a position"),
        ("JsQ", "not two cards of two letters"),
        ("--Qs", "deals out of turn"),
        ("XsQs", "'Xs' is not a card"),
        ("JsJs", "has a card twice"),
        ("JsQs cc Qs", "has a card twice"),
        ("JsQs f", "'f' in 'JsQs f' is not what can be done there: c r"),
        ("JsQs rrr", "'r' in 'JsQs rrr' is not what can be done there: f c"),
        ("JsQs ccc", "bets on where the round is over"),
        ("JsQs rf c", "on the table before the first round is over"),
        ("JsQs c Ks", "on the table before the first round is over"),
        ("JsQs cc Ks ccc", "bets on where"),
    ],
)
def test_what_is_no_position_is_told(text, complaint):
    with pytest.raises(PositionError, match=complaint):
        GAME.read(text)
