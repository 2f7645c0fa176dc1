"""Chess beside python-chess, on positions of random games, of both variants; `bench/chess_judge.py` does 100,000 of them."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import zermelo as z
from zermelo.game import MAX
from zermelo.games.chess import first_rank
from zermelo.search.engine.engine import Engine
from zermelo.search.forced.search import ForcedWin

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


def won_positions(lot):
    """Positions drawn at random, in which one side has some pieces more than the other."""
    while True:
        board, strong = chess.Board(None), lot.choice(chess.COLORS)
        ahead = [(lot.choice((chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)), strong) for _ in range(3)]
        pieces = [(chess.KING, True), (chess.KING, False), *ahead, (lot.choice((chess.KNIGHT, chess.BISHOP)), not strong)]
        for square, (piece, colour) in zip(lot.sample(chess.SQUARES, len(pieces)), pieces, strict=True):
            board.set_piece_at(square, chess.Piece(piece, colour))
        board.turn = lot.choice(chess.COLORS)
        if board.is_valid() and not board.is_game_over():
            yield board


def test_every_mate_that_the_engine_tells_is_played_out_within_its_moves():
    """Whatever is answered; moves and mates are python-chess's, and the mating moves those of a search that leaves nothing out."""
    game, lot, told = z.load_game("chess"), random.Random(75), 0
    engine, forced = Engine(game, table=16), ForcedWin(game, table=16)

    def mates(board, plies):
        """Whether who is to move mates within so many plies."""
        found = forced.search(game.read(board.fen()), plies)
        if not found.proved:
            return False
        board.push_uci(game.uci(found.state, found.action))
        mated = board.is_checkmate() or is_mated(board, plies - 1)
        board.pop()
        return mated

    def is_mated(board, plies):
        """Whether who is to move is mated within so many plies."""
        if plies < 2:
            return board.is_checkmate()
        answers = list(board.legal_moves)
        for answer in answers:
            board.push(answer)
            mated = mates(board, plies - 1)
            board.pop()
            if not mated:
                return False
        return bool(answers)

    for board in islice(won_positions(lot), 150):
        found = engine.search(game.read(board.fen()), depth=6)
        if found.proved and found.distance:
            wins = (found.value > 0) == (board.turn == chess.WHITE)
            assert (mates if wins else is_mated)(board, found.distance), board.fen()
            told += 1
    assert told >= 30, "too few mates to judge by"
