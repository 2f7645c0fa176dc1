"""Games of go and draughts that are pasted as SGF and PDN."""

from __future__ import annotations

import pytest

GO = "(;GM[1]SZ[9]KM[6.5]PB[Ana]PW[Bo];B[ee];W[cc];B[])"
DRAUGHTS = """[White "Ana"]
[Black "Bo"]
[GameType "20"]
[Result "2-0"]

{a game} 1. 32-28 {as usual} 19-23! (1... 20-25 (1... 18-22) 2. 28-22) 2. 28x19 $1 14x23 2-0
"""


def opened(studio, **facts):
    answer = studio.post("/api/analyse/open", json=facts)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(studio, **facts):
    answer = studio.post("/api/analyse/open", json=facts)
    assert answer.status_code == 422, answer.text
    return answer.json()["error"]


def names(tree):
    return [node["name"] for node in tree["nodes"]]


def test_a_game_of_go_has_the_board_and_the_komi_that_its_sgf_tells(studio):
    tree = opened(studio, game="go(7)", text=GO)
    assert (tree["game"], names(tree), tree["initial"]) == ("go(9, komi=6.5)", ["E5", "C7", "pass"], True)
    assert [tree["headers"][side] for side in tree["sides"]] == ["Ana", "Bo"]
    assert (tree["games"], tree["unread"]) == (["Bo - Ana: *"], [])


def test_what_is_wrong_in_an_sgf_is_told_and_its_games_are_offered(studio):
    text = f"(;GM[1]SZ[5];B[aa](;W[bb])(;W[aa]))\n{GO}(;GM[1]SZ[9];B[zz])(;GM[1]SZ[5];B[aa]C[a corner])(;GM[1]SZ[5];B[aa];B[bb])"
    tree = opened(studio, game="go(9)", text=text, lang="es")
    assert (tree["game"], names(tree), len(tree["games"])) == ("go(5, komi=0)", ["A5", "B4"], 3)
    assert tree["unread"] == [
        "partida 3: nodo 1: [zz] no es un punto de un tablero de 9 x 9; los puntos son [aa], [ab], etcétera",
        "partida 5: jugada 2, B B4 (nodo 2): es el turno de Blancas; quien deja de jugar tiene que pasar",
        "partida 1: se omiten las variantes que no siguen las reglas o que no caben aquí",
    ]
    assert names(opened(studio, game="go(9)", text=text, which=1)) == ["E5", "C7", "pass"]


def test_variations_comments_and_the_result_of_an_sgf_are_kept(studio):
    text = """(;GM[1]SZ[5]RE[B+3]C[who
        begins];B[aa]C[a \\] corner](;W[bb](;B[cc];W[dd])(;B[dd](;W[cc])(;W[])))(;C[rather];W[cc]C[the middle]))"""
    tree = opened(studio, game="go(9)", text=text)
    assert (tree["comment"], tree["headers"]["Result"], tree["unread"]) == ("who begins", "B+3", [])
    assert [(node["parent"], node["name"]) for node in tree["nodes"]] == [
        *((0, "A5"), (1, "B4"), (2, "C3"), (3, "D2")),
        *((1, "C3"), (2, "D2"), (6, "C3"), (6, "pass")),
    ]
    said = [node["said"] for node in tree["nodes"]]
    assert (said[0]["comment"], said[1]) == ("a ] corner", None)
    assert (said[4]["before"], said[4]["comment"]) == ("rather", "the middle")


@pytest.mark.parametrize(
    ("game", "kind", "made"),
    [
        ("checkers", "20", "draughts"),
        ("draughts", "20,W,10,0,N2,0", "draughts"),
        ("draughts", "21", "checkers"),
        ("draughts", "24", "draughts(rules='spanish')"),
        ("checkers", "26", "draughts(rules='brazilian')"),
    ],
)
def test_the_rules_of_draughts_are_those_that_a_pdn_tells(studio, game, kind, made):
    moves = {"20": "32-28 19-23", "21": "11-15 22-18", "24": "10-14 21-18", "26": "22-18 11-15"}[kind[:2]]
    assert opened(studio, game=game, text=f'[GameType "{kind}"] 1. {moves} *')["game"] == made


def test_a_game_of_draughts_is_analysed_with_what_its_pdn_says(studio):
    tree = opened(studio, game="draughts", text=DRAUGHTS)
    assert [(node["parent"], node["name"]) for node in tree["nodes"]] == [
        *((0, "32-28"), (1, "19-23"), (2, "28x19"), (3, "14x23")),
        *((1, "20-25"), (5, "28-22"), (1, "18-22")),
    ]
    assert [node["said"]["signs"] for node in tree["nodes"][1:3]] == [["!"], ["!"]]
    assert (tree["comment"], tree["nodes"][0]["said"]["comment"], tree["headers"]["Result"]) == ("a game", "as usual", "2-0")
    assert [tree["headers"][side] for side in tree["sides"]] == ["Ana", "Bo"]
    assert (tree["games"], tree["unread"]) == (["Ana - Bo: 2-0"], [])


def test_a_variation_ends_before_what_breaks_the_rules(studio):
    text = "1. 32-28 19-23 (1... 20-25 2. 1-2 (2. 28-22) 25-30) (1... 50-1) ( ) 2. 28x19 *"
    tree = opened(studio, game="draughts", text=text)
    assert [(node["parent"], node["name"]) for node in tree["nodes"]] == [(0, "32-28"), (1, "19-23"), (2, "28x19"), (1, "20-25")]
    assert tree["unread"] == ["game 1: variations that break the rules, or are more than fit here, are left out"]
    text = "1. 32-28 19-23 (1... 20-25 1-2 {of no move} (1... 18-22)) (1... 50-1 (1... 18-22)) 2. 28x19 *"
    tree = opened(studio, game="draughts", text=text)
    assert names(tree) == ["32-28", "19-23", "28x19", "20-25"]
    assert (tree["nodes"][3]["said"], len(tree["unread"])) == (None, 1)
    assert "a variation stands after the move that it is played for" in refused(studio, game="draughts", text="(1. 32-28) *")


def test_a_game_with_more_variations_than_fit_comes_without_them(studio, monkeypatch):
    monkeypatch.setattr("zermelo.analysis.pasted.MOST_NODES", 6)
    tree = opened(studio, game="draughts", text=DRAUGHTS)
    assert (names(tree), len(tree["unread"])) == (["32-28", "19-23", "28x19", "14x23"], 1)


@pytest.mark.parametrize(("game", "sides"), [("chess", "WB"), ("draughts", "WB"), ("checkers", "BW"), ("go(9)", "BW")])
def test_players_are_told_by_the_colours_that_headers_call_them(studio, game, sides):
    assert [side[0] for side in opened(studio, game=game)["sides"]] == list(sides)


def test_the_games_of_a_pdn_are_offered_and_a_position_is_begun(studio):
    text = f'{DRAUGHTS}\n1. 32-27 1-1\n\n[FEN "W:W28:B12,13,22,23"]\n\n1. 28x28 *\n\n1. 32-28 32-28 *'
    tree = opened(studio, game="draughts", text=text, which=2, lang="pt")
    assert (names(tree), tree["position"], tree["games"][1:]) == (["28x28"], "W:W28:B12,13,22,23", ["? - ?: 1-1", "? - ?: *"])
    assert tree["unread"][0].startswith("partida 4, linha 14: 2. 32-28: '32-28' não é uma jogada legal aqui")


@pytest.mark.parametrize("text", ["32-28 19-23", "1. 32-28 19-23 2-0", "1.32-28 19-23 1-1", "1. 32-28 19-23 0-2"])
def test_moves_of_draughts_are_pasted_with_its_results(studio, text):
    assert names(opened(studio, game="draughts", moves=text)) == ["32-28", "19-23"]
    assert names(opened(studio, game="draughts", text=text)) == ["32-28", "19-23"]


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("draughts", '[GameType "25"]\n1. 32-28 *', "20 (international), 21 (english), 24 (spanish), 26 (brazilian)"),
        ("draughts", '[FEN "W:W1"]\n1. 32-28 *', "game 1, line 1: the header FEN: "),
        ("draughts", "1. 32-28 (1. 31-27 *", "game 1, line 1: a variation is never closed; write a )"),
        ("draughts", "1. 32-28 ) *", "game 1, line 1: a variation is closed that was never opened"),
        ("draughts", "{a} 1. 32-28 ] *", "game 1, line 1: ']' is no part of a PDN"),
        ("draughts", "", "the text holds no game; SGF reads as"),
        ("draughts", '[FEN "W:W28:BK5,6"] 1. 28-23 6-11 2. 23-18 11-17 3. 18-13 *', "game 1, line 1: "),
        ("go(9)", "(;GM[2])", "the SGF is of another game (GM[2])"),
        ("go(9)", "(;SZ[25])", "the SGF is of a game that cannot be played here"),
        ("go(9)", "(;SZ[9];B[ee]", "the SGF cannot be read, line 1, at its end"),
        ("go(9)", "B[ee]", "the SGF cannot be read, since it has no (; with which games begin"),
        ("othello", "(;GM[2])", "of othello no files of other programs are read"),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_its_place(studio, game, text, told):
    assert told in refused(studio, game=game, text=text)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "The moves cannot be read: game 1, line 1: "),
        ("es", "Las jugadas no se pueden leer: partida 1, línea 1: "),
        ("pt", "As jogadas não se podem ler: partida 1, linha 1: "),
    ],
)
@pytest.mark.parametrize(("game", "text"), [("chess", "1. e4 e5 {open"), ("draughts", "1. 32-28 (1. 31-27 *")])
def test_moves_that_cannot_be_read_are_not_called_a_position(studio, game, text, lang, told):
    assert refused(studio, game=game, text=text, lang=lang).startswith(told)
