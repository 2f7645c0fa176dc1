"""Endings of chess: what they are, and what the published tables of endings say of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.bits import Bits
from zermelo.databases.files.table import decoded
from zermelo.games.chess import ChessEnding
from zermelo.games.chess.board import mirrored, transposed

NAMES = ("KQK", "KBNK", "KPKP", "KQKR")
BARE = 462
"""Positions of two kings alone, to which a capture leads."""


def test_both_stand_at_home_at_first():
    assert ChessEnding("KQRRKP").write(ChessEnding("KQRRKP").initial()) == "4k3/4p3/8/8/8/8/8/R2QK2R w - - 0 1"


@pytest.mark.parametrize("pieces", ["QK", "KQ", "KK", "KQKQKQ", "KXK", "KRRRKRR", "", 7])
def test_what_is_no_ending_is_refused(pieces):
    with pytest.raises(z.SpecError, match="is no ending of chess"):
        ChessEnding(pieces)


def test_nobody_castles():
    game = ChessEnding("KRK")
    with pytest.raises(z.PositionError, match="nobody castles"):
        game.read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert "O-O-O" not in [game.name(game.initial(), action) for action in game.actions(game.initial())]


def test_play_is_over_when_neither_can_mate_and_no_moves_are_counted():
    game = ChessEnding("KQK")
    assert game.show(game.read("8/8/8/3k4/8/8/8/4K3 w - - 0 1")).endswith("draw: neither can mate")
    assert not game.is_terminal(game.read("8/8/8/3k4/8/8/8/4QK2 w - - 200 300"))


@given(squares=st.integers(0, (1 << 64) - 1).map(Bits))
def test_the_board_in_a_mirror(squares):
    assert set(mirrored(squares)) == {square ^ 7 for square in squares}
    assert set(transposed(squares)) == {square // 8 + square % 8 * 8 for square in squares}


@settings(max_examples=20)
@given(data=st.data())
def test_symmetric_positions_are_positions_of_the_same_game(data):
    """Each is what its own text reads as, so that what a state holds beside the pieces (who gives check) is right."""
    game, state = data.draw(positions([ChessEnding(name) for name in NAMES]))
    images = {game.write(image): image for image in game.symmetries(state)}
    assert len(images) <= (1 if state.pawns else 7)
    for text, image in images.items():
        assert game.read(text) == image
        assert game.position(state) in map(game.position, game.symmetries(image))


# What databases say, as published (those that are the same but for a turn or a mirror are one position)


class Solved:
    """The positions of an ending, by a database: whose turn it is in each, what it is worth to that player, how far the end is."""

    def __init__(self, pieces, folder):
        with z.make_database(ChessEnding(pieces), folder / "made") as database:
            index = database.table.index
            keys = np.concatenate([decoded(index.blocks.read(block), index.fields.words) for block in range(index.blocks.count - 1)])
            *_, self.pawns, _, diagonal, straight, _, _, turns = np.moveaxis(index.fields.unpacked(keys), 1, 0)
            values, self.plies = database.table.columns()
            self.worths = np.array(database.table.values)[values]
            self.turns, self.queens = turns & 1, diagonal & straight

    def counts(self, turn, among=True):
        """Won, drawn, lost."""
        return tuple(int((among & (self.turns == turn) & (self.worths == worth)).sum()) for worth in (1, 0, -1))


def test_rook_against_king(tmp_path):
    solved = Solved("KRK", tmp_path)
    assert solved.counts(z.MAX) == (21_959, BARE, 0)
    assert solved.counts(z.MIN) == (0, 2_796, 25_260)
    lost = np.bincount(solved.plies[solved.worths < 0])
    assert lost[1::2].sum() == 0
    assert lost[::2].tolist() == [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]


@pytest.fixture(scope="module")
def pawn(tmp_path_factory):
    """King and pawn against king, with all that the pawn becomes; of a queen that is every position, of a rook all but five."""
    return Solved("KPK", tmp_path_factory.mktemp("pawn"))


def test_queen_against_king(pawn):
    with_queen = pawn.queens != 0
    assert pawn.counts(z.MAX, with_queen) == (18_081, 0, 0)
    assert pawn.counts(z.MIN, with_queen) == (0, 2_896, 25_160)
    assert pawn.plies[with_queen & (pawn.worths != 0)].max() == 20


def test_pawn_against_king(pawn):
    with_pawn = pawn.pawns != 0
    assert pawn.counts(z.MAX, with_pawn) == (62_480, 19_184, 0)
    assert pawn.counts(z.MIN, with_pawn) == (0, 35_210, 48_802)
