"""A database of endings serves the whole game, as far as its rules let an ending be played to its end (`Game.plays_as`)."""

from __future__ import annotations

import functools
import random

import pytest

import zermelo as z
from zermelo.games.chess.notation import Setup, write_fen
from zermelo.protocols.uci import Conversation
from zermelo.search.known import Borrowed, Together, if_of, known_moves, known_result, of_game


@pytest.fixture(scope="module")
def endings(tmp_path_factory):
    """All checkers endings of two pieces."""
    with z.make_database(z.load_game("checkers_ending(2)"), tmp_path_factory.mktemp("made") / "two", mode="interpreted") as database:
        yield database


@pytest.fixture(scope="module")
def queen(tmp_path_factory):
    """King and queen against king."""
    with z.make_database(z.load_game("chess_ending('KQK')"), tmp_path_factory.mktemp("made") / "kqk") as database:
        yield database


def plain(game):
    """Minimax of a game that its rules end soon: what a state is worth to its player to move."""

    @functools.cache
    def worth(state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        return max(-worth(game.result(state, action)) for action in game.actions(state))

    return worth


def late_kings(game, dice, quiet):
    """Two kings at random, with so many quiet plies behind them."""
    squares = dice.sample(range(1, 33), 2)
    return game.read(f"{dice.choice('WB')}:WK{squares[0]}:BK{squares[1]}:H{quiet}")


def test_what_is_known_is_what_minimax_says_by_the_rules_of_the_whole_game(endings):
    game, dice = z.load_game("checkers"), random.Random(1)
    known, judge = of_game(endings, game), plain(game)
    found = set()
    for _ in range(300):
        state = late_kings(game, dice, dice.randrange(74, 80))
        worth = known.find(state)
        if worth is None:
            assert endings.find(state).value != 0  # too late to be played out, as far as that is known
        else:
            assert worth.value == judge(state), game.write(state)
            found.add(worth.value)
        moves = known_moves(known, game, state)
        for move in moves or ():
            assert -move.value == judge(game.result(state, move.action)) or move.distance == 1
        result = known_result(known, game, state)
        assert result is None or result.value == judge(state) * (1 if game.to_move(state) == z.MAX else -1)
    assert found == {-1, 0, 1}


def test_a_win_that_comes_too_late_is_not_known(endings):
    game = z.load_game("checkers")
    known = of_game(endings, game)
    kings = (late_kings(game, random.Random(seed), 0) for seed in range(1000))
    won = next(state for state in kings if endings.find(state).value == 1 and endings.find(state).distance > 1)
    assert str(known.find(won)) == f"won in {(plies := endings.find(won).distance)} plies"
    assert known.find(won._replace(quiet=80 - plies)) is not None
    assert known.find(won._replace(quiet=81 - plies)) is None
    assert z.best(game, won, database=endings, mode="interpreted").reason == f"known: won in {plies} plies"


def test_positions_with_more_pieces_are_not_known(endings):
    game = z.load_game("checkers")
    assert of_game(endings, game).find(game.initial()) is None
    assert of_game(endings, game).find(game.read("B:WK1,K5:BK10")) is None


@pytest.mark.parametrize("spec", ["draughts", "draughts('brazilian')", "chess", "tictactoe"])
def test_games_that_are_played_otherwise_are_refused(endings, spec):
    game = z.load_game(spec)
    with pytest.raises(z.SpecError, match="is of CheckersEnding"):
        of_game(endings, game)
    assert if_of(endings, game) is None


def test_it_is_lent_but_once_and_with_others(endings):
    game = z.load_game("checkers")
    both = of_game(Together(endings, endings), game)
    assert [type(part) for part in both.parts] == [Borrowed, Borrowed]
    again = of_game(both, z.load_game("checkers"))
    assert all(part.lender is endings for part in again.parts)
    assert of_game(both.parts[0], endings.game) is endings


def test_players_and_engines_take_it(endings):
    game = z.load_game("checkers")
    state = game.read("B:WK1:BK15")
    assert endings.find(state).value == 0
    played = z.play_game(game, ["computer:nodes=10", "computer:nodes=10"], state, database=endings, mode="interpreted")
    assert played.utilities == (0, 0)
    lines = []
    ours = Conversation(game, lines.append, mode="interpreted", known=endings)
    for said in ("position fen B:WK1:BK15", "go nodes 10"):
        ours.hear(said + "\n")
    assert ours.finish(60)
    assert any(line.startswith("info string known: drawn") for line in lines)


@pytest.mark.parametrize("pieces", ["K7/8/8/8/8/8/{}/7k", "k7/8/8/8/8/8/{}/7K"])
def test_chess_has_it_from_both_sides(queen, pieces):
    game = z.load_game("chess")
    known = of_game(queen, game)
    for piece in "Qq":
        for turn in "wb":
            text = f"{pieces.format(f'3{piece}4')} {turn} - - 0 1"
            worth, moves = known.find(game.read(text)), known_moves(known, game, game.read(text))
            assert worth.value == (1 if piece.isupper() == (turn == "w") else -1)
            assert (moves[0].value, moves[0].distance) == (worth.value, worth.distance)


def test_chess_counts_its_quiet_moves(queen):
    game, dice, found = z.load_game("chess"), random.Random(1), set()
    known, judge = of_game(queen, game), plain(game)
    for _ in range(250):
        setup = Setup(dict(zip(dice.sample(range(64), 3), "KQk", strict=True)), dice.choice("wb"), (), None, 97, 1)
        try:
            state = game.read(write_fen(setup))
        except z.PositionError:  # kings side by side, or who has just moved left the own one in check
            continue
        worth = known.find(state)
        if worth is not None:
            assert worth.value == judge(state), game.write(state)
            found.add(worth.value)
    assert {0, 1} <= found


def test_chess_with_rights_to_castle_or_without_a_limit_is_another_game(queen):
    game = z.load_game("chess")
    known = of_game(queen, game)
    assert known.find(game.read("4k2r/8/8/8/8/8/8/4K3 w k - 0 1")) is None
    assert if_of(queen, z.load_game("chess(draws=0)")) is None
    assert known.find(game.read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")) is None  # a rook, no queen
