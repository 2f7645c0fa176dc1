"""Chess beside python-chess, on positions of random games, of both variants; `bench/chess_judge.py` does 100,000 of them."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from zermelo.game import MAX
from zermelo.games.chess import first_rank

chess = pytest.importorskip("chess")
GAMES = [("chess", None), ("chess(variant=960, start=0)", 0), ("chess(variant=960, start=692)", 692)]


@pytest.mark.parametrize(("spec", "start"), GAMES)
def test_positions_of_a_random_game(spec, start):
    game, lot = z.load_game(spec), random.Random(spec)
    board = chess.Board() if start is None else chess.Board.from_chess960_pos(start)
    state = game.initial()
    for ply in range(120):
        assert game.write(state) == board.fen()
        assert game.write_shredder(state) == board.shredder_fen()
        assert game.read(board.fen()) == game.read(board.shredder_fen()) == game.from_board(board) == state
        drawn = board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100
        assert game.is_terminal(state) == (drawn or board.is_checkmate())
        if game.is_terminal(state):
            assert game.utility(state, MAX) == (0 if drawn else -1 if board.turn else 1)
            break
        actions = {game.uci(state, action): action for action in game.actions(state)}
        moves = {move.uci(): move for move in board.legal_moves}
        assert actions.keys() == moves.keys()
        for uci in moves if ply % 10 == 0 else lot.sample(sorted(moves), 1):
            name = board.san(moves[uci])
            assert game.name(state, actions[uci]) == name
            for text in (name, uci, board.lan(moves[uci]), game.long_name(state, actions[uci])):
                assert game.parse(state, text) == actions[uci]
        chosen = lot.choice(sorted(moves))
        state = game.result(state, actions[chosen])
        board.push(moves[chosen])


def test_a_board_of_another_game_and_no_board_are_refused():
    variant = pytest.importorskip("chess.variant")
    game = z.load_game("chess")
    for board in (variant.AtomicBoard(), variant.CrazyhouseBoard(), None, "8/8/8/8/8/8/8/8 w - - 0 1"):
        with pytest.raises(z.PositionError, match="from_board takes a Board of python-chess, of standard chess or Chess960, not "):
            game.from_board(board)


def test_every_start_of_chess960_is_the_judge_s():
    for number in range(960):
        assert first_rank(number).lower() == chess.Board.from_chess960_pos(number).fen().split("/")[0]
