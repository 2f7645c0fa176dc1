"""Games of chess come as PGN and go as PGN; what is wrong with one is told with the game and the line."""

from __future__ import annotations

import pytest

from tests.web.conftest import begun
from zermelo.protocols.pgn import read_pgn
from zermelo.web.schemas import LONGEST_PGN

TWO = """[White "Ana"]
[Black "Bo"]
[Event "Club"]

1. e4 e5 2. Qh5 Nc6 {is it?} 3. Bc4 Nf6?? (3... g6 4. Qf3) 4. Qxf7# 1-0

[White "Bo"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]

1. a8=N *
"""
BACK_AND_FORTH = " ".join(f"{4 * n + 1}. Nf3 Nf6 {4 * n + 2}. Ng1 Ng8" for n in range(3))


def pasted(studio, text):
    return studio.post("/api/pgn", json={"text": text})


def test_the_games_of_a_text_can_be_begun_and_stepped_through(studio):
    first, second = pasted(studio, TWO).json()["games"]
    assert (first["title"], second["title"]) == ("Ana - Bo, Club: 1-0", "Bo - ?: *")
    view = begun(studio, first["game"], position=first["position"], moves=first["moves"])
    assert [move["name"] for move in view["moves"]] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert (view["over"], view["pgn"]) == (True, True)
    earlier = studio.get(f"/api/games/{view['number']}", params={"ply": 1}).json()
    assert earlier["position"].startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    assert begun(studio, second["game"], position=second["position"], moves=second["moves"])["position"].startswith("N3k3/8/")


def test_who_plays_is_known(studio):
    text = f'[White " Ana "]\n\n1. e4 *\n\n[White "?"]\n[Black "{"long " * 20}"]\n\n1. e4 *'
    assert [game["names"] for game in pasted(studio, text).json()["games"]] == [["Ana", ""], ["", ("long " * 8).strip()]]


def test_what_is_saved_is_read_again(studio):
    view = begun(studio, "chess", position="4k3/P7/8/8/8/8/8/4K2R w K - 0 1", moves=["O-O", "Ke7", "a8=R"])
    text = studio.get(f"/api/games/{view['number']}/pgn", params={"lang": "es"}).json()["text"]
    assert '[White "una persona"]' in text
    [pgn] = read_pgn(text)
    assert pgn.game.write(pgn.states[-1]) == view["position"]
    [again] = pasted(studio, text).json()["games"]
    assert begun(studio, again["game"], position=again["position"], moves=again["moves"])["position"] == view["position"]


def test_a_game_that_is_over_is_saved_with_its_result(studio):
    won = begun(studio, "chess", moves=["f3", "e5", "g4", "Qh4"])
    assert studio.get(f"/api/games/{won['number']}/pgn").json()["text"].endswith("1. f3 e5 2. g4 Qh4# 0-1\n")
    drawn = begun(studio, "chess", moves=["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"])
    assert drawn["over"]
    assert '[Result "1/2-1/2"]' in studio.get(f"/api/games/{drawn['number']}/pgn").json()["text"]


def test_what_comes_after_the_third_time_of_a_position_is_left_out(studio):
    [game] = pasted(studio, BACK_AND_FORTH).json()["games"]
    assert (len(game["moves"]), game["left_out"]) == (8, 4)
    assert begun(studio, game["game"], moves=game["moves"])["over"]


def test_a_game_that_nobody_claimed_to_be_drawn_goes_on_to_75_moves(studio):
    fen = "4k2r/8/8/8/8/8/8/R3K3 w - - 99 80"
    [late] = pasted(studio, f'[FEN "{fen}"]\n\n1. Ra2 Rh7 2. Ra3 *').json()["games"]
    assert late["game"] == "chess(draws=75)"
    assert len(begun(studio, late["game"], position=late["position"], moves=late["moves"])["moves"]) == 3


def test_chess960_keeps_its_rules(studio):
    text = '[Variant "Chess960"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n\n1. g3 *'
    [game] = pasted(studio, text).json()["games"]
    assert game["game"] == "chess(variant='960')"
    assert begun(studio, game["game"], position=game["position"], moves=game["moves"])["plies"] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5\n2. Ke5 *", "game 1, line 2: 2. Ke5: 'Ke5' is not a legal action here; legal: "),
        (TWO + "\n1. e4 { no end", "line 13: '{ no end' begins a comment that never ends; write its }"),
        ('[FEN "8/8"]\n\n1. e4 *', "game 1, line 3: the header FEN: "),
        ("  \n", "the text holds no game; a PGN reads as: 1. e4 e5 2. Nf3 *"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(studio, text, told):
    answer = pasted(studio, text)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(told)


def test_a_text_has_a_greatest_length(studio):
    assert pasted(studio, "1. e4 *" + " " * (LONGEST_PGN - 7)).status_code == 200
    assert pasted(studio, "1. e4 *" + " " * (LONGEST_PGN - 6)).status_code == 422


def test_other_games_have_no_pgn(studio):
    view = begun(studio)
    assert view["pgn"] is False
    answer = studio.get(f"/api/games/{view['number']}/pgn")
    assert (answer.status_code, answer.json()["error"]) == (422, "PGN is written of chess, not of TicTacToe()")
