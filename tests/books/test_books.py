"""Books: every value against a database of the whole game, what searches make of them, and the checker."""

from __future__ import annotations

import numpy as np
import pytest

import zermelo as z
from tests.databases.examples import Forgetful, Walk, Words
from zermelo.books import positions as positions_module
from zermelo.books.file import BookFile, in_order, write
from zermelo.explain.narration import Narration
from zermelo.play.players import player
from zermelo.search.known import KnownResult, Together


def made(game, folder, plies=3, **options):
    return z.make_book(game, folder / "made.book", plies=plies, **{"mode": "interpreted", **options})


def within(game, plies):
    """The states of the first plies in which the game is not over, by the plies that they take at least."""
    layers, met = [[game.initial()]], {game.key(game.initial())}
    for _ in range(plies):
        layers.append([])
        for state in layers[-2]:
            for action in game.actions(state):
                child = game.result(state, action)
                if game.key(child) not in met and not game.is_terminal(child):
                    met.add(game.key(child))
                    layers[-1].append(child)
    return layers


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        (z.load_game("hexapawn"), 3),
        (z.load_game("nim((2, 3))"), 2),
        (z.load_game("kalah(2, 1)"), 3),
        (z.load_game("hexapawn"), 60),
        (Walk(), 4),
        (Walk(9, -1.0), 3),
        (Words(), 2),
        (Forgetful(), 4),
    ],
    ids=repr,
)
def test_every_position_is_worth_what_a_database_says(game, plies, tmp_path):
    with z.make_database(game, tmp_path / "database", mode="interpreted") as database:
        book = made(game, tmp_path, plies)
        layers = within(game, plies)
        for state in (state for layer in layers for state in layer):
            assert book.find(state).value == database.find(state).value
            assert book.probe(state).value == database.find(state).value
        assert book.count <= sum(map(len, layers))
        assert sum(book.depths) == book.count


def test_as_many_positions_as_are_published(tmp_path):
    game = z.load_game("tictactoe")
    assert [len(layer) for layer in within(game, 4)] == [1, 9, 72, 252, 756]  # S. Schaefer's table; no game is over before 5 plies
    assert made(game, tmp_path, 4).depths == [1, 3, 12, 38, 108]  # and that without turned and mirrored boards


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_a_book_is_the_same_bytes_in_both_modes_with_any_threads_and_table(mode, tmp_path):
    game = z.load_game("tictactoe")
    one = made(game, tmp_path, 3, mode=mode, threads=2, table=1).path.read_bytes()
    assert z.make_book(game, tmp_path / "other.book", plies=3, mode="interpreted").path.read_bytes() == one


def test_positions_that_come_back_in_few_plies_are_solved_and_not_followed(tmp_path):
    """In `Walk` MIN may wait: the stone is on the same point one ply later, and after MAX's step and MIN's on the first one again."""
    found = positions_module.Positions(Walk(), 3)
    assert set(found.to_solve) > set(range(found.count - found.depths[-1], found.count))
    assert made(Walk(), tmp_path).probe().value == z.best(Walk(), mode="interpreted").value


def test_a_game_that_is_over_within_the_book_has_no_deeper_positions(tmp_path):
    book = made(z.load_game("nim((1, 1))"), tmp_path, 9)
    assert (book.plies, book.depths, book.probe().value) == (9, [1, 2], -1)


# Scores


def test_a_book_of_scores_answers_for_the_game_without_them(tmp_path):
    game = z.load_game("connect4(3, 3, line=3)")
    scored = z.load_game("connect4(3, 3, line=3, score=True)")
    book = z.open_book(made(scored, tmp_path, 3).path, game)
    for state in (state for layer in within(game, 2) for state in layer):
        plain, known = z.best(game, state, mode="interpreted"), z.best(game, state, database=book)
        assert isinstance(known, KnownResult)
        assert known.value == plain.value
        with_scores = z.best(scored, state, mode="interpreted")
        assert known.moves[0].score == with_scores.value * (1 if game.to_move(state) == z.MAX else -1)
    assert {"drawn", "won in 5 plies, with score 1"} <= {str(book.find(state)) for layer in within(game, 3) for state in layer}


def test_of_wins_that_of_the_greatest_score_is_played_and_of_losses_too(tmp_path):
    game = z.load_game("connect4(3, 3, line=3)")
    book = z.open_book(made(z.load_game("connect4(3, 3, line=3, score=True)"), tmp_path, 4).path, game)
    lost = 0
    for state in (state for layer in within(game, 3) for state in layer):
        moves = z.best(game, state, database=book).moves
        assert [move.score for move in moves] == sorted((move.score for move in moves), reverse=True)
        lost += moves[0].value < 0 and len({move.score for move in moves}) > 1
    assert lost > 0


def test_a_book_without_scores_is_none_of_the_game_with_them(tmp_path):
    book = made(z.load_game("connect4(3, 3, line=3)"), tmp_path, 1)
    with pytest.raises(z.SpecError, match=r"is of ConnectFour\(.*score=False\), not of ConnectFour\(.*score=True\)"):
        z.open_book(book.path, z.load_game("connect4(3, 3, line=3, score=True)"))


def test_a_book_that_was_opened_with_scores_says_so_where_they_are_not_asked_for(tmp_path):
    book = made(z.load_game("connect4(3, 3, line=3, score=True)"), tmp_path, 1)
    with pytest.raises(z.SpecError, match=r"was opened as a book of ConnectFour\(.*score=True\); open it for .*: open_book\(file, game\)"):
        z.best(z.load_game("connect4(3, 3, line=3)"), database=book)


# Searches and players


@pytest.mark.parametrize("algorithm", ["engine", "alphabeta", "mcts"])
def test_whoever_is_asked_to_search_what_is_known_is_not_asked(algorithm, tmp_path):
    game = z.load_game("hexapawn")
    book = made(game, tmp_path, 2)
    found = z.best(game, algorithm=algorithm, database=book)
    assert (found.value, found.reason, found.algorithm, found.proved) == (-1, "known: lost", "book", True)
    assert len(found.line) == 2


def test_beyond_the_book_there_is_a_search(tmp_path):
    game = z.load_game("hexapawn")
    book = made(game, tmp_path, 2)
    for state in within(game, 2)[2]:
        assert book.find(state) is not None
        found = z.best(game, state, algorithm="alphabeta", database=book, mode="interpreted")
        assert found.algorithm == "alphabeta"
        assert found.value == book.find(state).value * (1 if game.to_move(state) == z.MAX else -1)


def test_a_solution_by_a_book_says_what_to_play_to_the_end(tmp_path):
    game = z.load_game("hexapawn")
    found = z.solve(game, database=made(game, tmp_path, 2))
    assert (found.value, found.algorithm, found.why) == (-1, "book", "the position is in it")
    state = game.initial()
    while not game.is_terminal(state):
        ((action, share),) = found.at(state).items()
        assert share == 1
        state = game.result(state, action)
    assert game.utility(state, z.MAX) == -1


def test_players_name_a_book_and_a_database(tmp_path):
    game = z.load_game("hexapawn")
    book = made(game, tmp_path, 2)
    z.make_database(game, tmp_path / "database", mode="interpreted").close()
    one = player(f"engine:nodes=10,book={book.path}", game, mode="interpreted")
    assert one.search(game.initial()).reason == "known: lost"
    both = player(f"computer:nodes=10,book={book.path},database={tmp_path / 'database'}", game, mode="interpreted")
    assert isinstance(both.database, Together)
    assert (both.search(game.initial()).reason, both.database.kind) == ("known: lost in 6 plies", "database and book")
    record = z.play_game(game, ["random:seed=1", f"alphabeta:depth=1,book={book.path}"], mode="interpreted")
    assert record.utilities is not None


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "a1-a2: known: won for MIN. Its value is -1."),
        ("es", "a1-a2: conocida: ganada para MIN. Su valor es -1."),
        ("pt", "a1-a2: conhecida: ganha para MIN. O seu valor é -1."),
    ],
)
def test_the_step_of_an_explained_search_says_what_is_known(code, told, tmp_path):
    game = z.load_game("hexapawn")
    tree = z.observe(game, depth=1, database=made(game, tmp_path, 2))
    assert told in Narration(tree, code).steps()


def test_scores_are_said_to_be_exact(tmp_path):
    game = z.load_game("kalah(2, 1)")
    tree = z.observe(game, depth=1, database=made(game, tmp_path, 1))
    assert "2: known: its score is exact. Its value is 2." in Narration(tree).steps()


# The checker


class Altered:
    """A book of which some positions are said to be worth something else."""

    def __init__(self, book, values):
        self.book, self.altered = book, values

    def __getattr__(self, name):
        return getattr(self.book, name)

    def value(self, number):
        return self.altered.get(number, self.book.value(number))


@pytest.mark.parametrize("game", [z.load_game("tictactoe"), Walk(), Words(), z.load_game("connect4(3, 3, line=3, score=True)")], ids=repr)
def test_a_book_holds_before_the_checker(game, tmp_path):
    book = made(game, tmp_path, 3)
    found = z.check_book(book, sample=5, mode="interpreted")
    assert (found.ok, found.states, found.faults) == (True, book.count, [])
    assert found.searched == min(5, book.depths[-1]) if len(book.depths) == 4 else found.searched == 0


def test_every_single_fault_is_found(tmp_path):
    game = z.load_game("connect4(3, 3, line=3, score=True)")
    book = made(game, tmp_path, 2)
    for number in range(book.count):
        for value in book.values:
            if value != book.value(number):
                assert not z.check_book(Altered(book, {number: value}), sample=book.count, mode="interpreted").ok


def test_positions_that_are_not_there_or_come_about_in_no_game_are_found(tmp_path):
    game = z.load_game("tictactoe")
    book, deeper = made(game, tmp_path, 2), z.make_book(game, tmp_path / "deeper.book", plies=3, mode="interpreted")
    deeper.plies = 2
    assert "positions that come about in no game of 2 plies: " in z.check_book(deeper, sample=0).faults[0]
    deeper.plies = 0
    assert "positions that come about in no game of 0 plies: " in z.check_book(deeper, sample=0).faults[0]
    book.plies = 3
    assert any("which play comes to in 3 plies, is not there" in fault for fault in z.check_book(book, sample=0).faults)


# Lookup


@pytest.mark.parametrize("game", [Words(), z.load_game("desconecta4boom"), z.load_game("hex(6)")], ids=repr)
def test_every_key_is_looked_up_whatever_it_is_made_of(game, tmp_path):
    found = positions_module.Positions(game, 2)
    fields, keys, order = in_order(found.numbers)
    column = np.arange(found.count, dtype="<u4")[order]
    write(tmp_path / "made.book", game, None, {"kind": "numbers"}, (found.keys, fields, keys), {"places": column})
    book = BookFile(tmp_path / "made.book", game)
    places = np.frombuffer(book.columns["places"], dtype="<u4")
    for layer in within(game, 2):
        for state in layer:
            assert found.numbers[places[book.number(state)]] == found.keys.least(state)[0]
    assert book.number(game.initial()) is not None
