"""Positions are put together from pieces; the rules judge them."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.web.conftest import shown
from zermelo.games import CATALOGUE
from zermelo.web.catalogue import SHOWN

BARE = ["....k...", *["........"] * 6, "....K..."]


def asked(studio, game="chess", **facts):
    return studio.post("/api/setup", json={"game": game, **facts})


def facts_of(found):
    return {fact["name"]: (fact["value"], [one["value"] for one in fact["choices"]]) for fact in found["facts"]}


def test_every_position_of_a_game_is_put_together_again():
    for name in (name for name in CATALOGUE if z.load_game(name).palette):
        game, chooser = z.load_game(name), random.Random(3)
        state = game.initial()
        for _ in range(60):
            made = game.setup(state)
            assert all(made.facts[fact] in allowed for fact, allowed in game.setup_choices(made).items())
            assert game.picture(game.read(game.setup_text(made))).rows == game.picture(state).rows
            assert game.setup(game.read(game.setup_text(made))) == made
            state = game.result(state, chooser.choice(list(game.actions(state))))
            if game.is_terminal(state):
                break


def test_the_initial_position_and_one_that_is_read(studio):
    found = asked(studio).json()
    assert (found["text"], found["trouble"]) == ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None)
    assert [piece["sign"] for piece in found["palette"]] == list("PNBRQKpnbrqk")
    assert found["board"]["labels"][60] == "e 1: king (light)"
    fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    found = asked(studio, text=fen).json()
    assert facts_of(found)["en passant"] == ("f6", ["-", "d6", "f6"])
    assert found["text"] == "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1"


def test_how_near_a_draw_is_stays(studio):
    assert asked(studio, text="4k3/8/8/8/8/8/8/4K2R w K - 77 120").json()["text"] == "4k3/8/8/8/8/8/8/4K2R w K - 77 1"
    assert asked(studio, "checkers", text="W:WK1:BK10:H33").json()["text"] == "W:WK1:BK10:H33"
    assert "quiet plies" not in facts_of(asked(studio, "checkers_ending(2)").json())


def test_games_of_one_sign_for_each_player_need_no_more_than_their_pieces(studio):
    found = asked(studio, "othello(4)", lang="es").json()
    assert (found["text"], found["trouble"]) == ("..../.ox./.xo./.... x", None)
    assert found["facts"][0]["choices"] == [{"value": "x", "label": "ficha (bando oscuro)"}, {"value": "o", "label": "ficha (bando claro)"}]
    changed = asked(studio, "othello(4)", rows=["....", ".ox.", ".xx.", "...."], facts={"to move": "o"}).json()
    assert changed["text"] == "..../.ox./.xx./.... o"
    floating = asked(studio, "connect4", rows=["......x", *["......."] * 5], facts={"to move": "o"}).json()
    assert floating["trouble"] == "column 7 has nothing in row 5 from the bottom and a stone above it"


def test_a_palette_alone_is_not_enough_where_positions_are_written_otherwise():
    game = z.load_game("awari")
    game.palette = z.load_game("othello").palette
    with pytest.raises(NotImplementedError, match=r"Awari: positions are not written as rows and the player to move.* needs `setup`"):
        game.setup(game.initial())


def test_a_draughts_piece_on_a_square_on_which_nobody_plays_is_told(studio):
    rows = [list(row) for row in asked(studio, "checkers").json()["rows"]]
    rows[4][1] = "W"
    found = asked(studio, "checkers", rows=["".join(row) for row in rows], facts={"to move": "black"}).json()
    assert found["text"] == "B:WK17,21-32:B1-12"
    rows[4][0] = "w"
    found = asked(studio, "checkers", rows=["".join(row) for row in rows], lang="es").json()
    assert found["text"] == ""
    assert found["trouble"].startswith("la pieza de la fila 5 desde arriba, columna 1,")


def test_rights_to_castle_are_those_that_the_pieces_allow(studio):
    rows = ["r...k..r", *["........"] * 6, "....K..R"]
    found = asked(studio, rows=rows, facts={"to move": "black", "castling": "Kkq"}).json()
    assert found["text"] == "r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1"
    assert facts_of(found)["castling"][1] == ["Kkq", "Kk", "Kq", "kq", "K", "k", "q", "-"]
    without = asked(studio, rows=["....k..r", *rows[1:]], facts={"to move": "black", "castling": "Kkq"}).json()
    assert without["text"] == "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"
    assert asked(studio, "chess(variant='960')", rows=["........"] * 6 + ["....k...", "R.K....."]).json()["text"].split()[2] == "Q"


@pytest.mark.parametrize(
    ("rows", "trouble"),
    [
        (["........"] * 8, "white has no king"),
        (["P...k...", *BARE[1:]], "there is a pawn on a8"),
        (["....k...", "....R...", *BARE[2:]], "black's king on e8 is attacked while white is to move"),
        (BARE, "draw: neither can mate"),
    ],
)
def test_the_rules_say_what_is_wrong(studio, rows, trouble):
    found = asked(studio, rows=rows).json()
    assert found["trouble"].startswith(trouble)
    assert found["rows"] == rows


def test_what_is_no_position_is_refused(studio):
    for facts, told in (
        ({"rows": ["..."]}, "the board has 8 rows of 8 squares"),
        ({"rows": ["x......."] * 8}, "'x' is no piece of this game; there are P N B R Q K p n b r q k, and . for none"),
        ({"text": "8/8 w"}, "'8/8 w' has 2 fields"),
        ({"game": "awari"}, "Positions of Awari cannot be put together from pieces; the page of play takes one as text"),
    ):
        answer = asked(studio, **facts)
        assert answer.status_code == 422
        assert answer.json()["error"].startswith(told)
    assert asked(studio, rows=["........"] * 101).status_code == 422


def test_what_is_said_is_in_the_reader_s_language(studio):
    found = asked(studio, lang="es").json()["facts"][0]
    assert (found["label"], [one["label"] for one in found["choices"]]) == ("Le toca a", ["Blancas", "Negras"])
    assert "Componer" in studio.get("/setup?game=chess&lang=es").text


def test_the_games_on_offer_are_those_of_which_positions_are_put_together(studio):
    offered = shown(studio, "setup")["games"]
    assert {"chess", "tictactoe", "othello", "draughts"} <= {*offered}
    for name in {*SHOWN} - {*offered}:
        assert "cannot be put together" in studio.post("/api/setup", json={"game": name}).json()["error"]
    for name in offered:
        assert studio.post("/api/setup", json={"game": name}).json()["palette"]
