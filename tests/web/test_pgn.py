"""Games of chess come as PGN and go as PGN; what is wrong with one is told with the game and the line."""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import ADDRESS, begun, played
from zermelo.analysis import pgn
from zermelo.protocols.pgn import read_pgn, write_pgn
from zermelo.web.app import create_app
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
    view = begun(studio, first["game"], pgn=first["pgn"])
    assert [move["name"] for move in view["moves"]] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert (view["over"], view["pgn"]) == (True, True)
    earlier = studio.get(f"/api/games/{view['number']}", params={"ply": 1}).json()
    assert earlier["position"].startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    assert begun(studio, second["game"], pgn=second["pgn"])["position"].startswith("N3k3/8/")


def test_games_that_cannot_be_read_are_told_beside_those_that_can(studio, monkeypatch):
    text = f'[White "Cy"]\n\n1. e4 e5 2. Ke5 *\n\n{TWO}\n[White "Di"]\n\n1. d4 d5 2. Nd5 *\n'
    found = studio.post("/api/pgn", json={"text": text, "lang": "es"}).json()
    assert [one["title"] for one in found["games"]] == ["Ana - Bo, Club: 1-0", "Bo - ?: *"]
    first, second = found["unread"]
    assert first.startswith("partida 1, línea 3: 2. Ke5: 'Ke5' no es una jugada legal aquí")
    assert second.startswith("partida 4, línea 19: 2. Nd5: ")
    tree = studio.post("/api/analyse/open", json={"text": text}).json()
    assert tree["nodes"][2]["name"] == "Qh5"
    assert [why[:15] for why in tree["unread"]] == ["game 1, line 3:", "game 4, line 19"]
    assert tree["games"] == ["Ana - Bo, Club: 1-0", "Bo - ?: *"]
    second = studio.post("/api/analyse/open", json={"text": text, "which": 1}).json()
    assert (second["position"][:8], second["games"]) == ("4k3/P7/8", tree["games"])
    third = studio.post("/api/analyse/open", json={"text": text, "which": 2, "lang": "es"})
    assert (third.status_code, third.json()["error"]) == (422, "no hay partida 3; de este texto se pueden leer 2")
    monkeypatch.setattr(pgn, "MOST_PLIES", 3)
    found = studio.post("/api/pgn", json={"text": TWO}).json()
    assert ([one["title"] for one in found["games"]], found["unread"]) == (
        ["Bo - ?: *"],
        ["Ana - Bo, Club: 1-0: 7 plies; a game of more than 3 is too long for the studio"],
    )


def test_variations_are_shown_to_their_null_move_and_kept_whole(studio):
    text = "1. e4 e5 (1... c5 2. -- d5 (2... Nc6 3. c3)) 2. Nf3 (2. -- Nc6) *"
    view = loaded(studio, text)
    nodes = studio.post("/api/analyse/open", json={"number": view["number"]}).json()["nodes"]
    assert [one["name"] for one in nodes] == ["e4", "e5", "Nf3", "c5"]
    assert moves_in(saved(studio, view)) == text


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
    assert begun(studio, again["game"], pgn=again["pgn"])["position"] == view["position"]


LEFT = """[Event "Club \\"A\\""]
[Site "Lima"]
[Date "2026.01.05"]
[Round "3"]
[White "Ana"]
[Black "?"]
[Result "1-0"]
[WhiteElo "1500"]
[Termination "time forfeit"]

1. e4 e5 1-0
"""


def loaded(studio, text):
    """The game of a text, begun as the page begins it."""
    [game] = pasted(studio, text).json()["games"]
    seats = [{"kind": "human", **({"name": name} if name else {})} for name in game["names"]]
    return begun(studio, game["game"], pgn=game["pgn"], seats=seats)


def saved(studio, view):
    return studio.get(f"/api/games/{view['number']}/pgn").json()["text"]


def test_a_game_that_was_left_is_saved_with_all_headers_and_its_result(studio):
    assert saved(studio, loaded(studio, LEFT)) == LEFT


def test_headers_that_hold_no_more_go(studio):
    """Of a game that was played on the result is not known, and a seat may be another's."""
    view = loaded(studio, LEFT)
    onward = played(studio, view, "Nf3")
    told = read_pgn(saved(studio, onward))[0]
    assert (told.result, told.headers["Result"], told.headers["Event"], "Termination" in told.headers) == ("*", "*", 'Club "A"', False)
    studio.post(f"/api/games/{view['number']}/back", json={"ply": 2})
    assert saved(studio, view) == LEFT
    studio.post(f"/api/games/{view['number']}/seats", json={"seats": [{"kind": "human", "name": "Eva"}, {"kind": "computer"}]})
    told = read_pgn(saved(studio, view))[0]
    assert (told.headers["White"], told.headers["Black"], told.result) == ("Eva", "computer, level 3", "1-0")


def test_the_headers_are_there_when_the_studio_is_opened_again(studio, tmp_path):
    view = loaded(studio, LEFT)
    with TestClient(create_app(tmp_path / "studio.sqlite"), base_url=ADDRESS) as later:
        assert saved(later, view) == LEFT


@pytest.mark.parametrize("pgn", ["", "1. e5 *", "(", "e" * (2 * LONGEST_PGN + 1)])
def test_a_pgn_that_is_none_begins_no_game(studio, pgn):
    assert studio.post("/api/games", json={"game": "chess", "seats": [{"kind": "human"}] * 2, "pgn": pgn}).status_code == 422


def test_only_chess_begins_from_a_pgn(studio):
    asked = {"game": "tictactoe", "seats": [{"kind": "human"}] * 2, "pgn": "1. e4 *"}
    assert studio.post("/api/games", json=asked).status_code == 422


ANNOTATED = """[Event "Club"]
[Site "?"]
[Date "2026.01.05"]
[Round "?"]
[White "Ana"]
[Black "Bo"]
[Result "1-0"]
[TimeControl "600+5"]
[ECO "C20"]

{A game for the club} 1. e4 {[%clk 0:10:05] [%eval 0.3] the best by test} e5!
{[%clk 0:10:02]} ({after this,} 1... c5 2. Nf3 (2. Nc3 $14 Nc6 $146 {closed} (2... d6 3. f4) 3. g3) 2... d6)
(1... e6?!) 2. Qh5 $2 $36 Nc6 ; a threat
3. Bc4 Nf6?? 4. Qxf7# {at last} 1-0
"""


def test_comments_opinions_clocks_and_variations_within_variations_are_saved_as_they_came(studio, tmp_path):
    view = loaded(studio, ANNOTATED)
    assert read_pgn(saved(studio, view)) == read_pgn(ANNOTATED)
    with TestClient(create_app(tmp_path / "studio.sqlite"), base_url=ADDRESS) as later:
        assert read_pgn(saved(later, view)) == read_pgn(ANNOTATED)


def moves_in(text):
    return " ".join(text.partition("\n\n")[2].split())


def test_what_is_said_of_moves_that_are_left_stays_with_them(studio):
    view = loaded(studio, ANNOTATED)
    back = studio.post(f"/api/games/{view['number']}/back", json={"ply": 3}).json()
    assert moves_in(saved(studio, back)).endswith("(1... e6 $6) 2. Qh5 $2 $36 *")
    on = played(studio, back, "g6", "Qf3")
    assert moves_in(saved(studio, on)).endswith("2. Qh5 $2 $36 g6 (2... Nc6 {a threat} 3. Bc4 Nf6 $4 4. Qxf7# {at last}) 3. Qf3 *")


def test_moves_after_the_end_that_a_repetition_is_here_are_saved_too(studio):
    [pgn] = read_pgn(saved(studio, loaded(studio, BACK_AND_FORTH + " 1-0")))
    assert (len(pgn.moves), pgn.result) == (12, "1-0")


def test_a_brace_in_a_comment_of_a_line_can_be_saved(studio):
    assert moves_in(saved(studio, loaded(studio, "1. e4 ; a smile :}\n1... e5 *"))) == "1. e4 {a smile :)} 1... e5 *"


def test_a_pgn_is_analysed_with_all_that_it_says(studio):
    view = loaded(studio, ANNOTATED)
    for asked in ({"number": view["number"]}, {"text": ANNOTATED}):
        tree = studio.post("/api/analyse/open", json=asked).json()
        nodes = tree["nodes"]
        assert (tree["comment"], [one["name"] for one in nodes[:7]]) == (
            "A game for the club",
            ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"],
        )
        told = {one["name"]: one["said"] for one in nodes}
        commands = {"clk": "0:10:05", "eval": "0.3"}
        assert told["e4"] == {
            "before": "", "signs": [], "nags": [], "comment": "the best by test", "clock": "0:10:05", "commands": commands
        }  # fmt: skip
        assert (told["c5"]["before"], told["c5"]["comment"], told["c5"]["clock"]) == ("after this,", "", "")
        assert [told[name]["signs"] for name in ("e5", "Qh5", "Nc3")] == [["!"], ["?", "→"], ["+/="]]
        assert told["Bc4"] is None
        parents = {(one["name"], nodes[one["parent"] - 1]["name"]) for one in nodes if one["parent"]}
        assert parents >= {("c5", "e4"), ("e6", "e4"), ("Nf3", "c5"), ("Nc3", "c5"), ("d6", "Nc3"), ("d6", "Nf3"), ("f4", "d6")}


def kept_of(tree, **facts):
    """What the page of analysis sends to have a tree written that it was sent: all in one variation after another."""
    nodes = tree["nodes"]
    variations = [f"{one['parent']} {one['word']}" for one in nodes]
    said = [{"number": number, **one["said"]} for number, one in enumerate(nodes, 1) if one["said"]]
    said = [{key: one[key] for key in ("number", "before", "nags", "comment", "commands")} for one in said]
    return {"game": tree["game"], "variations": variations, "said": said, "comment": tree["comment"], "headers": tree["headers"], **facts}


@pytest.mark.parametrize("text", [ANNOTATED, TWO, LEFT])
def test_an_analysis_is_saved_as_a_pgn_with_all_that_it_came_with(studio, text):
    tree = studio.post("/api/analyse/open", json={"text": text}).json()
    answer = studio.post("/api/analyse/file", json=kept_of(tree))
    assert answer.status_code == 200, answer.text
    assert answer.json()["text"] == write_pgn(read_pgn(text)[0])


@pytest.mark.parametrize(
    ("game", "moves", "names"), [("othello", "f5 d6 c3", ["f5", "d6", "c3"]), ("pig", "roll 4 hold", ["roll", "4", "hold"])]
)
def test_an_analysis_of_another_game_is_saved_as_the_page_of_play_does(studio, game, moves, names):
    answer = studio.post("/api/analyse/file", json={"game": game, "moves": moves, "variations": [f"1 {names[1]}"]})
    facts = json.loads(answer.json()["text"])
    view = begun(studio, facts["game"], position=facts["start"], moves=[one["action"] for one in facts["moves"]], seats=facts["seats"])
    assert ([one["name"] for one in view["moves"]], view["position"]) == (names, facts["final"])
    file = studio.get(f"/api/games/{view['number']}/file").json()
    assert {name: file[name] for name in facts} == facts


def test_moves_of_chess_have_the_numbers_that_chess_people_give_them_and_players_their_names(studio):
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"
    view = begun(studio, "chess", position=fen, moves=["Kd7", "e4"])
    assert [move["number"] for move in view["moves"]] == [30, 31]
    assert (view["players"], view["news"]) == (["White", "Black"], "Black to move")
    assert studio.get(f"/api/games/{view['number']}?lang=pt").json()["players"] == ["Brancas", "Pretas"]
    line = {"game": "chess", "position": fen}
    assert [one["number"] for one in studio.post("/api/analyse/open", json={**line, "moves": "Kd7 e4"}).json()["nodes"]] == [30, 31]
    assert studio.post("/api/analyse/look", json=line).json()["number"] == 30
    assert [move["number"] for move in played(studio, begun(studio), "(0,0)")["moves"]] == [0]


def test_what_was_taken_back_is_a_variation_of_the_analysis_of_any_game(studio):
    view = played(studio, begun(studio), "(0,0)", "(1,1)")
    back = studio.post(f"/api/games/{view['number']}/back", json={"ply": 1}).json()
    played(studio, back, "(2,2)")
    nodes = studio.post("/api/analyse/open", json={"number": view["number"]}).json()["nodes"]
    assert [(one["parent"], one["name"]) for one in nodes] == [(0, "(0,0)"), (1, "(2,2)"), (1, "(1,1)")]


def test_a_game_that_is_over_is_saved_with_its_result(studio):
    won = begun(studio, "chess", moves=["f3", "e5", "g4", "Qh4"])
    assert studio.get(f"/api/games/{won['number']}/pgn").json()["text"].endswith("1. f3 e5 2. g4 Qh4# 0-1\n")
    drawn = begun(studio, "chess", moves=["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"])
    assert drawn["over"]
    assert '[Result "1/2-1/2"]' in studio.get(f"/api/games/{drawn['number']}/pgn").json()["text"]


def test_what_comes_after_the_third_time_of_a_position_is_left_out(studio):
    [game] = pasted(studio, BACK_AND_FORTH).json()["games"]
    assert game["left_out"] == 4
    view = begun(studio, game["game"], pgn=game["pgn"])
    assert (view["plies"], view["over"]) == (8, True)


def test_a_game_that_nobody_claimed_to_be_drawn_goes_on_to_75_moves(studio):
    fen = "4k2r/8/8/8/8/8/8/R3K3 w - - 99 80"
    [late] = pasted(studio, f'[FEN "{fen}"]\n\n1. Ra2 Rh7 2. Ra3 *').json()["games"]
    assert late["game"] == "chess(draws=75)"
    assert begun(studio, late["game"], pgn=late["pgn"])["plies"] == 3


def test_what_comes_after_a_draw_by_the_rules_is_left_out(studio):
    fen = "8/8/4k3/8/8/8/3p4/4K3 w - - 0 1"
    [game] = pasted(studio, f'[FEN "{fen}"]\n\n1. Kxd2 (1. Ke2 d1=Q+ 2. Kxd1 Kd5 3. Kd2) Kd5 2. Ke3 *').json()["games"]
    assert game["left_out"] == 2
    view = begun(studio, game["game"], pgn=game["pgn"])
    assert (view["plies"], view["over"]) == (1, True)
    nodes = studio.post("/api/analyse/open", json={"number": view["number"]}).json()["nodes"]
    assert [one["name"] for one in nodes] == ["Kxd2", "Ke2", "d1=Q+", "Kxd1"]


def test_chess960_keeps_its_rules(studio):
    text = '[Variant "Chess960"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n\n1. g3 *'
    [game] = pasted(studio, text).json()["games"]
    assert game["game"] == "chess(variant='960')"
    assert begun(studio, game["game"], pgn=game["pgn"])["plies"] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5\n2. Ke5 *", "game 1, line 2: 2. Ke5: 'Ke5' is not a legal action here; legal: "),
        ("\n1. e4 { no end", "game 1, line 2: '{ no end' begins a comment that never ends; write its }"),
        ('[FEN "8/8"]\n\n1. e4 *', "game 1, line 1: the header FEN: "),
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


UCI = "e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 e1g1 c8d7"


@pytest.mark.parametrize("text", [UCI, UCI.replace(" ", ""), "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 d7d6 4. e1g1 c8d7 *", f"{{a}} {UCI}"])
def test_moves_are_pasted_as_chess_programs_write_them(studio, text):
    facts = {"text": text} if "{" in text else {"game": "chess", "moves": text}
    tree = studio.post("/api/analyse/open", json=facts).json()
    assert [one["name"] for one in tree["nodes"]] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "d6", "O-O", "Bd7"]


@pytest.mark.parametrize("text", ["e7e8n a2a3 e8d6", "e7e8na2a3e8d6"])
def test_what_a_pawn_becomes_is_read_as_chess_programs_write_it(studio, text):
    facts = {"game": "chess", "position": "8/4P3/8/8/8/7p/k7/2K5 w - - 0 1", "moves": text}
    tree = studio.post("/api/analyse/open", json=facts).json()
    assert [one["name"] for one in tree["nodes"]] == ["e8=N", "Ka3", "Nd6"]


# The letters of other languages

LOCAL = {
    "es": "1. e4 e5 2. Cf3 Cc6 3. Ab5 d6 4. De2 Re7",
    "pt": "1. e4 e5 2. Cf3 Cc6 3. Bb5 d6 4. De2 Re7",
}


@pytest.mark.parametrize("lang", LOCAL)
@pytest.mark.parametrize("said", ["{}", "{} {{De2 dice Ana}} *"])
def test_moves_are_read_by_the_letters_of_the_reader_s_language(studio, lang, said):
    text = said.format(LOCAL[lang])
    facts = {"text": text} if "{" in text else {"game": "chess", "moves": text}
    tree = studio.post("/api/analyse/open", json={**facts, "lang": lang}).json()
    assert [one["word"] for one in tree["nodes"]] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "d6", "Qe2", "Ke7"]
    assert [one["name"] for one in tree["nodes"]] == [word for word in text.partition(" {")[0].split() if not word.endswith(".")]
    assert tree["nodes"][-1]["said"] is None or tree["nodes"][-1]["said"]["comment"] == "De2 dice Ana"
    elsewhere = studio.post("/api/analyse/open", json={**facts, "lang": "en"}).json()["nodes"]  # on whichever page
    assert [one["name"] for one in elsewhere] == [one["word"] for one in elsewhere] == [one["word"] for one in tree["nodes"]]


def test_the_games_of_a_pgn_are_read_by_one_language_and_variations_with_them(studio):
    text = f"{LOCAL['es']} *\n\n1. Cf3 ♞f6 (1... d5 2. Aa3) *\n\n1. e4 d5 (1... e5 2. Ac4) *\n"
    found = studio.post("/api/pgn", json={"text": text, "lang": "es"}).json()
    assert [moves_in(one["pgn"]) for one in found["games"]] == [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. Qe2 Ke7 *",
        "1. e4 d5 (1... e5 2. Bc4) *",
    ]
    assert [why.partition(": ")[0] for why in found["unread"]] == ["partida 2, línea 3"]
    tree = studio.post("/api/analyse/open", json={"game": "chess", "moves": "e4 e5 Cf3", "variations": ["2 Dh5"], "lang": "es"}).json()
    assert [one["name"] for one in tree["nodes"]] == ["e4", "e5", "Cf3", "Dh5"]


@pytest.mark.parametrize("lang", ["en", "es", "pt"])
def test_what_is_wrong_is_told_by_the_letters_that_fit_the_most(studio, lang):
    answer = studio.post("/api/analyse/open", json={"game": "chess", "moves": "1. e4 e5 2. Cf3 Cc6 3. Txa5 a6", "lang": lang})
    assert answer.status_code == 422
    told = answer.json()["error"]
    assert "3. Txa5" in told
    assert "Cc3" in told  # the knight, as who wrote it would
    assert "Nc3" not in told
    answer = studio.post("/api/analyse/open", json={"text": "1. e4 {peón} e5 2. Cf3 Cc6 3. Txa5 a6 *", "lang": lang})
    assert answer.status_code == 422
    assert "3. Txa5" in answer.json()["error"]


def test_a_game_of_go_is_told_to_be_none_of_chess(studio):
    answer = studio.post("/api/analyse/open", json={"game": "chess", "text": "(;GM[1]SZ[9];B[ee];W[cc])", "lang": "es"})
    assert answer.status_code == 422
    assert "eso es SGF" in answer.json()["error"]


def test_letters_of_an_address_are_english_first_typed_ones_the_reader_s_and_never_mixed(studio):
    rooks = {"game": "chess", "position": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "moves": "Rd1", "lang": "es"}
    for typed, read in ((False, ("Rd1", "Td1")), (True, ("Kd1", "Rd1"))):  # the rook's; in Spanish it is the king's
        node = studio.post("/api/analyse/open", json={**rooks, "typed": typed}).json()["nodes"][0]
        assert (node["word"], node["name"]) == read
    for moves in ("Cf3 Nf6", "Nf3 Cf6"):
        answer = studio.post("/api/analyse/open", json={"game": "chess", "moves": moves, "lang": "es"})
        assert (answer.status_code, "Cf" in answer.json()["error"]) == (422, True)
