"""Books of games: counts against games counted by hand, ratings, folding, records and PGN, and what is refused."""

from __future__ import annotations

import json

import pytest

import zermelo as z
from zermelo.books.games import Played, Tally, read_records

HEXAPAWN = z.load_game("hexapawn")


def game_of(names, utilities=(1, -1), game=HEXAPAWN, **others):
    state, actions = game.initial(), []
    for name in names.split():
        actions.append(game.parse(state, name))
        state = game.result(state, actions[-1])
    return Played(game.initial(), tuple(actions), utilities, **others)


def record_of(names, **others):
    moves = [{"ply": ply, "action": name} for ply, name in enumerate(names.split(), 1)]
    return {"game": repr(HEXAPAWN), "moves": moves, "utilities": [1, -1], **others}


GAMES = [
    game_of("a1-a2 b3xa2 b1xa2", (1, -1), ratings=(1500, 1700)),
    game_of("a1-a2 b3-b2", (0, 0), ratings=(1500, None)),
    game_of("c1-c2 b3xc2 b1xc2", (-1, 1)),
    game_of("b1-b2 a3xb2 c1xb2", (-1, 1), ratings=(2100, 1900)),
]


@pytest.fixture
def book(tmp_path):
    return z.gather_games(HEXAPAWN, tmp_path / "games.book", GAMES)


def test_games_are_counted_for_who_is_to_move(book):
    found = book.probe()
    assert found.tally == (1, 1, 2)
    moves = {HEXAPAWN.name(found.state, action): tally for action, tally in found.moves}
    assert moves == {"a1-a2": (1, 1, 1), "c1-c2": (1, 1, 1), "b1-b2": (0, 0, 1)}  # a1-a2 and c1-c2 are mirror images
    assert [HEXAPAWN.name(found.state, action) for action, _ in found.moves] == ["a1-a2", "c1-c2", "b1-b2"]
    after = HEXAPAWN.result(HEXAPAWN.initial(), GAMES[0].actions[0])
    assert book.probe(after).tally == (1, 1, 1)
    assert book.probe(HEXAPAWN.result(HEXAPAWN.initial(), GAMES[3].actions[0])).tally == (1, 0, 0)


def test_games_are_counted_apart_by_the_mean_of_the_ratings(book):
    assert book.bands == [None, 1400, 1600, 2000]
    assert book.probe().by_rating == ((None, (0, 0, 1)), (1400, (0, 1, 0)), (1600, (1, 0, 0)), (2000, (0, 0, 1)))
    after = HEXAPAWN.result(HEXAPAWN.initial(), GAMES[3].actions[0])
    assert book.probe(after).by_rating == ((2000, (1, 0, 0)),)


def test_a_tally_has_points_a_game():
    assert (Tally(1, 2, 1).played, Tally(1, 2, 1).score, Tally(0, 0, 0).score) == (4, 0.5, None)
    assert Tally(1, 0, 2).as_dict() == {"played": 3, "won": 1, "drawn": 0, "lost": 2, "score": 0.333333}


def test_only_so_many_plies_are_told(tmp_path):
    book = z.gather_games(HEXAPAWN, tmp_path / "games.book", GAMES, plies=1)
    assert (book.count, book.games, repr(book)) == (3, 4, "<book of 4 games of Hexapawn(width=3, height=3): 3 positions>")
    state = HEXAPAWN.result(HEXAPAWN.initial(), GAMES[0].actions[0])
    assert book.probe(state).moves == ()
    with pytest.raises(z.PositionError, match="no game came to it in the first 1 plies"):
        book.probe(HEXAPAWN.result(state, GAMES[0].actions[1]))


def test_a_game_counts_once_however_often_a_position_comes_back(tmp_path):
    morris = z.load_game("three_mens_morris")
    moves = "b2 a3 c2 a2 a1 c3 c2-c1 c3-b3 c1-c2 b3-c3"
    found = z.gather_games(morris, tmp_path / "games.book", [game_of(moves, (0, 0), morris)])
    state = morris.initial()
    for action in game_of(moves, (0, 0), morris).actions:
        state = morris.result(state, action)
    assert found.probe(state).tally == (0, 1, 0)


def test_positions_that_no_rules_lead_to_from_the_first_one_are_told(tmp_path):
    start = HEXAPAWN.read("bbb/.w./w.w b")
    found = z.gather_games(HEXAPAWN, tmp_path / "games.book", [Played(start, (), (1, -1))])
    assert found.probe(start).tally == (0, 0, 1)
    assert found.count == 1


def test_a_book_of_games_is_not_asked_by_searches(book):
    with pytest.raises(z.SpecError, match="is a book of games, which says how they went"):
        z.open_book(book.path)
    with pytest.raises(z.SpecError, match="is no book of games: it says what positions are worth"):
        z.open_games(z.make_book(HEXAPAWN, book.path.with_name("values.book"), plies=1, mode="interpreted").path)
    assert z.open_games(book.path).probe().tally == book.probe().tally


# Records


def test_records_are_read_a_line_each_or_whole(tmp_path):
    one, other = record_of("a1-a2 b3xa2 b1xa2", ratings=[1500, None]), record_of("b1-b2", utilities=None)
    file = tmp_path / "games"
    for text in ("\n".join(map(json.dumps, (one, other))), json.dumps([one, other], indent=2), json.dumps(one, indent=1)):
        file.write_text(text)
        assert list(read_records(HEXAPAWN, file)) == [game_of("a1-a2 b3xa2 b1xa2", ratings=(1500, None))]
    assert z.gather_games(HEXAPAWN, tmp_path / "games.book", [file]).games == 1


def test_what_play_tells_is_read(tmp_path):
    record = z.play_game(HEXAPAWN, ["random", "random"], seed=3)
    (tmp_path / "game.json").write_text(json.dumps(record.as_dict()))
    (read,) = read_records(HEXAPAWN, tmp_path / "game.json")
    assert (read.start, read.actions, read.utilities) == (record.start, record.actions, record.utilities)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no json", "holds no records of games: .*; `zermelo match GAME --records FILE` writes some"),
        ("", "no game that was played to its end"),
        ("[3]", "game 1: no record of a game of Hexapawn"),
        (json.dumps(record_of("a1-a2", game="TicTacToe()")), r"game 1: no record of a game of Hexapawn.*: it is of TicTacToe\(\)"),
        (json.dumps(record_of("a1-a2 a1-a2")), "game 1: no record of a game of Hexapawn.*a1-a2"),
        (json.dumps(record_of("a1-a2", utilities=[1])), "it has 1 utilities"),
        (json.dumps(record_of("a1-a2", ratings=[-5, None])), "are no ratings"),
        (json.dumps({"game": repr(HEXAPAWN)}), "'moves'"),
        (json.dumps(record_of("", start="nowhere")), "game 1: no record"),
        (json.dumps(record_of("a1-a2 b3xa2 b1xa2 a3-a2")), "game 1: no record"),
    ],
)
def test_what_is_no_record_is_told(text, told, tmp_path):
    (tmp_path / "games").write_text(text)
    with pytest.raises(z.SpecError, match=told):
        z.gather_games(HEXAPAWN, tmp_path / "games.book", [tmp_path / "games"])
    assert not (tmp_path / "games.book").exists()


@pytest.mark.parametrize("spec", ["pig", "kuhn", "nim((1, 2), players=3)"])
def test_games_that_these_books_are_not_for_are_told(spec, tmp_path):
    with pytest.raises(z.SpecError, match="for two players without chance and with nothing hidden"):
        z.gather_games(z.load_game(spec), tmp_path / "games.book", [])
