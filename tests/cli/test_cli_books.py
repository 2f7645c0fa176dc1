"""`zermelo book`, `probe FILE` and `verify FILE`, and --book wherever it is taken: what is printed, and what is said of bad words."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def made(zermelo, tmp_path):
    """The file of a book of hexapawn."""
    file = tmp_path / "hexapawn.book"
    answer = zermelo("book", "hexapawn", "--plies", "2", "--out", file, "--mode", "interpreted", "--json")
    assert answer.code == 0, answer.error
    facts = json.loads(answer.out)
    assert (facts["positions"], facts["value"], facts["depths"], facts["bytes"]) == (8, -1, [1, 2, 5], file.stat().st_size)
    return file


def test_a_book_is_made_and_what_it_says_of_the_first_position_printed(zermelo, tmp_path):
    command = ("book", "connect4(3, 3, line=3)", "--plies", "1", "--out", tmp_path / "made.book", "--mode", "interpreted")
    answer = zermelo(*command)
    assert answer.code == 0
    assert "value      drawn for MAX, who is to move" in answer.out
    assert "positions  3 within 1 ply, 2 of them the deepest" in answer.out
    assert "by         engine, 1 thread, in " in answer.out
    assert "by         it was there" in zermelo(*command).out
    assert b'"game": "ConnectFour(width=3, height=3, line=3, score=True)"' in (tmp_path / "made.book").read_bytes()


def test_only_who_wins_is_kept_where_that_is_asked(zermelo, tmp_path):
    zermelo("book", "connect4(3, 3, line=3)", "--plies", "1", "--weak", "--out", tmp_path / "made.book", "--mode", "interpreted")
    assert b'"game": "ConnectFour(width=3, height=3, line=3, score=False)"' in (tmp_path / "made.book").read_bytes()
    answer = zermelo("book", "kalah(2, 1)", "--plies", "1", "--weak", "--out", tmp_path / "kalah.book")
    assert (answer.code, "has no way to tell only who wins" in answer.error) == (2, True)


def test_a_position_is_looked_up(zermelo, made):
    answer = zermelo("probe", made)
    assert answer.code == 0
    assert "a1-a2  lost\nb1-b2  lost\nc1-c2  lost\n\nvalue  lost for MAX, who is to move\nline   a1-a2 b3xa2\n" in answer.out
    facts = json.loads(zermelo("probe", made, "--json").out)
    assert (facts["value"], facts["distance"], [move["value"] for move in facts["moves"]]) == (-1, None, [-1, -1, -1])
    answer = zermelo("probe", made, "--moves", "a1-a2 b3xa2 b1xa2")
    assert (answer.code, "which has the positions of the first 2 plies" in answer.error) == (2, True)


def test_a_book_is_verified(zermelo, made):
    answer = zermelo("verify", made, "--mode", "interpreted")
    assert answer.code == 0
    assert "verdict   nothing is wrong: all 3 earlier positions follow, and so many of the deepest were found again: 5" in answer.out
    facts = json.loads(zermelo("verify", made, "--sample", "2", "--mode", "interpreted", "--json").out)
    assert (facts["ok"], facts["states"], facts["of"], facts["searched"], facts["wrong"]) == (True, 8, 8, 2, 0)
    answer = zermelo("verify", made, "--sample", "-2")
    assert (answer.code, "--sample is a whole number from 0 up" in answer.error) == (2, True)


def test_a_wrong_value_is_told_with_exit_code_1(zermelo, made, monkeypatch):
    from zermelo.books.book import Book

    monkeypatch.setattr(Book, "value", lambda self, number: 1.0)
    answer = zermelo("verify", made, "--mode", "interpreted")
    assert answer.code == 1
    assert "WRONG" in answer.out
    assert "said to be worth 1, and its best action leads to -1" in answer.out


def test_searches_and_players_take_it(zermelo, made):
    answer = zermelo("best", "hexapawn", "--book", made)
    assert answer.code == 0
    assert "value     MIN wins, proved\nreason    known: lost\n" in answer.out
    assert "by        book, interpreted, in " in answer.out
    answer = zermelo("solve", "hexapawn", "--book", made)
    assert f"reason  known: lost\nby      book {made}, in " in answer.out
    answer = zermelo("explain", "hexapawn", "--book", made)
    assert "b1-b2: known: won for MIN. Its value is -1." in answer.out
    answer = zermelo("play", "hexapawn", "--book", made, "--players", "computer", "alphabeta:depth=1", "--mode", "interpreted")
    assert "  1  MAX  " in answer.out
    assert "    known: lost" in answer.out
    players = ("--players", f"computer:book={made}", "random", "--opening-plies", "0")
    assert zermelo("match", "hexapawn", *players, "--games", "2", "--mode", "interpreted").code == 0
    answer = zermelo("match", "hexapawn", "--book", made, "--players", "computer", "random", "--games", "2", "--mode", "interpreted")
    assert answer.code == 0


def test_a_database_and_a_book_together(zermelo, made, tmp_path):
    assert zermelo("solve", "hexapawn", "--strong", "--out", tmp_path / "all", "--mode", "interpreted").code == 0
    answer = zermelo("solve", "hexapawn", "--database", tmp_path / "all", "--book", made)
    assert f"reason  known: lost in 6 plies\nby      database and book {tmp_path / 'all'} and {made}, in " in answer.out


@pytest.mark.parametrize(
    "command",
    [
        ("best", "tictactoe"),
        ("play", "tictactoe"),
        ("match", "tictactoe", "--players", "random", "computer"),
        ("explain", "tictactoe"),
        ("solve", "tictactoe"),
    ],
    ids=lambda command: command[0],
)
def test_a_book_of_another_game_is_refused(zermelo, made, command):
    answer = zermelo(*command, "--book", made)
    assert (answer.code, "is of Hexapawn(width=3, height=3), not of TicTacToe()" in answer.error) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["book", "hexapawn", "--plies", "0", "--out", "made.book"], "plies is a whole number from 1 up"),
        (["book", "pig", "--plies", "2", "--out", "made.book"], "has chance"),
        (["book", "hexapawn", "--plies", "2", "--out", "nowhere/made.book"], "cannot write nowhere/made.book.lock"),
        (["solve", "hexapawn", "--book", "nowhere"], "cannot read nowhere"),
        (["solve", "hexapawn", "--book", "nowhere", "--by", "engine"], "--book is not for --by"),
        (["solve", "hexapawn", "--book", "nowhere", "--strong", "--out", "made"], "--book is not for --strong"),
        (["solve", "hexapawn", "--book", "nowhere", "--weak", "--proof", "made"], "--book is not for --proof"),
        (["explain", "hexapawn", "--book", "nowhere", "--algorithm", "mcts"], "--book is for the textbook algorithms"),
    ],
)
def test_bad_words_get_one_line(zermelo, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = zermelo(*words)
    assert answer.code == 2
    assert said in answer.error
    assert not list(tmp_path.iterdir())


# Games that were played


def test_a_match_is_written_and_counted(zermelo, tmp_path):
    records, file = tmp_path / "games.jsonl", tmp_path / "games.book"
    players = ("--players", "random", "random", "--games", "10", "--seed", "1", "--mode", "interpreted")
    answer = zermelo("match", "hexapawn", *players, "--records", records)
    assert answer.code == 0
    assert len(records.read_text().splitlines()) == 10
    answer = zermelo("book", "hexapawn", "--games", records, records, "--out", file)
    assert (answer.code, "games      20, of 2 files" in answer.out) == (0, True)
    answer = zermelo("probe", file)
    assert answer.code == 0
    assert "move   played  won  drawn  lost  score\n" in answer.out
    assert "games, for MAX  played  won  drawn  lost  score\nany rating          20 " in answer.out
    assert json.loads(zermelo("probe", file, "--json").out)["played"] == 20
    assert "verdict  the file is what was written" in zermelo("verify", file).out
    answer = zermelo("best", "hexapawn", "--book", file)
    assert (answer.code, "is a book of games" in answer.error) == (2, True)


def test_pgn_is_counted_with_its_ratings(zermelo, tmp_path):
    headers = '[White "A"]\n[Black "B"]\n[WhiteElo "2700"]\n[BlackElo "2750"]\n[Result "1-0"]\n\n'
    (tmp_path / "games.pgn").write_text(f"{headers}1. e4 e5 1-0\n\n" + headers.replace("1-0", "*") + "1. d4 *\n")
    facts = json.loads(zermelo("book", "chess", "--games", tmp_path / "games.pgn", "--out", tmp_path / "games.book", "--json").out)
    assert (facts["games"], facts["positions"], facts["bands"]) == (1, 3, [2600])
    answer = zermelo("probe", tmp_path / "games.book", "--moves", "e4")
    assert "e5         1    0      0     1  0.000" in answer.out
    assert "2600 - 2799          1    0      0     1  0.000" in answer.out


def test_a_game_of_pgn_that_cannot_be_read_is_told_and_the_others_count(zermelo, tmp_path):
    games, bad = tmp_path / "games.pgn", '[White "A"]\n\n1. e4 e5 2. Ke3 1-0\n\n'
    games.write_text(f'{bad}[White "B"]\n\n1. e4 e5 1-0\n')
    answer = zermelo("book", "chess", "--games", games, "--out", tmp_path / "games.book", "--json")
    assert (answer.code, json.loads(answer.out)["games"]) == (1, 1)
    assert f"zermelo: {games}: game 1, line 3: 2. Ke3: " in answer.error
    assert "1 game could not be read, and the book does without" in answer.error
    games.write_text(bad)
    answer = zermelo("book", "chess", "--games", games, "--out", tmp_path / "none.book")
    assert answer.code == 2
    assert "game 1, line 3" in answer.error
    assert not (tmp_path / "none.book").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "nowhere", "--out", "made.book"], "cannot read nowhere"),
        (["--games", "nowhere", "--out", "made.book", "--weak"], "--weak is for a book of values"),
        (["--games", "nowhere", "--out", "made.book", "--threads", "2"], "--threads is for a book of values"),
        (["--games", "nowhere", "--out", "nowhere/made.book"], "there is no folder nowhere"),
        (["--out", "made.book"], "--plies: say how many plies"),
    ],
)
def test_bad_words_of_games_get_one_line(zermelo, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = zermelo("book", "hexapawn", *words)
    assert (answer.code, said in answer.error) == (2, True)


# The book that comes with the package


def test_solve_answers_from_it_unless_it_is_told_who_is_to_search(zermelo):
    answer = zermelo("solve", "connect4")
    assert answer.code == 0
    assert "move    1    2    3    4    5    6    7\nscore  -2   -1    0    1*   0   -1   -2\n" in answer.out
    assert "by      book that comes with the package, in " in answer.out
    answer = zermelo("solve", "connect4", "--weak")
    assert "score  -1   -1    0    1*   0   -1   -1\n" in answer.out


def test_a_search_takes_it_by_its_name(zermelo):
    assert "reason    known: won in 41 plies, with score 1\naction    4\n" in zermelo("best", "connect4", "--book", "shipped").out


def test_it_is_looked_up_and_checked_by_its_name(zermelo):
    assert "value  won in 41 plies, with score 1 for MAX, who is to move\n" in zermelo("probe", "shipped", "--game", "connect4").out
    answer = zermelo("probe", "shipped")
    assert (answer.code, answer.error) == (2, "zermelo: say of which game the book is\n")
    answer = zermelo("verify", "shipped", "--game", "tictactoe")
    assert (answer.code, answer.error) == (2, "zermelo: no book of TicTacToe() comes with the package\n")
