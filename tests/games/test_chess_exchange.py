"""What chess tells searches of captures: `tactical` and `kind` agree, and `exchange` is what a slow rule on python-chess finds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import zermelo
from zermelo.games.chess import Chess, State

chess = pytest.importorskip("chess")
WORTHS = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 15}
"""What pieces are worth, by python-chess's numbers."""


def met(games: int) -> Iterator[tuple[Chess, State]]:
    """The states of random games."""
    game, chooser = zermelo.load_game("chess"), random.Random(1)
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state) and state.ply < 160:
            yield game, state
            state = game.result(state, chooser.choice(list(game.actions(state))))


def expected(game: Chess, state: State, action: int) -> int:
    """What taking on a square brings, by the definition: each side takes with the least piece, or stops."""
    board, move = chess.Board(game.write(state)), chess.Move.from_uci(game.uci(state, action))
    square, stands = move.to_square, WORTHS[move.promotion or board.piece_type_at(move.from_square)]
    gain = WORTHS[board.piece_type_at(square)] if board.piece_at(square) else int(board.is_en_passant(move))
    left = chess.SquareSet(board.occupied)
    left.discard(move.from_square)
    left.add(square)
    if board.is_en_passant(move):
        left.discard(square + (-8 if board.turn else 8))

    def best(colour: bool, left: int, stands: int) -> int:
        takers = [one for one in chess.SquareSet(board.attackers_mask(colour, square, left) & left) if one != square]
        if not takers:
            return 0
        least = min(takers, key=lambda one: WORTHS[board.piece_type_at(one)])
        return max(0, stands - best(not colour, left & ~(1 << least), WORTHS[board.piece_type_at(least)]))

    return gain + (stands - 1 if move.promotion else 0) - best(not board.turn, int(left), stands)


def test_what_is_tactical_is_of_a_kind_and_the_other_way_round() -> None:
    for game, state in met(12):
        if not state.checkers:
            found = list(game.tactical(state))
            assert len(found) == len(set(found))
            assert set(found) == {action for action in game.actions(state) if game.kind(state, action)}, game.write(state)


def test_in_check_every_action_is_tactical() -> None:
    checked = [(game, state) for game, state in met(12) if state.checkers]
    assert checked
    for game, state in checked:
        assert list(game.tactical(state)) == list(game.actions(state))


def test_exchanges_bring_what_the_definition_says() -> None:
    for game, state in met(12):
        for action in game.actions(state):
            if game.kind(state, action):
                assert game.exchange(state, action) == expected(game, state, action), (game.write(state), game.name(state, action))


@pytest.mark.parametrize(
    ("position", "move", "brings"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "Rxe5", 1.0),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "Nxe5", -2.0),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", 1.0),
        ("r3k3/1P6/8/8/8/8/8/4K3 w - -", "bxa8=Q", 13.0),
        ("r3k3/1P6/8/8/8/8/8/R3K2R w KQ -", "O-O", 0.0),
    ],
)
def test_exchanges_that_can_be_counted_by_hand(position: str, move: str, brings: float) -> None:
    game = zermelo.load_game("chess")
    state = game.read(position)
    assert game.exchange(state, game.parse(state, move)) == brings


def test_sixteen_may_take_on_a_square() -> None:
    game = zermelo.load_game("chess")
    state = game.read("6k1/3r2b1/3r1b2/3rb3/RRQprr2/2BR4/1B1R4/B1KR4 w - - 0 1")
    action = game.parse(state, "Qcxd4")
    assert game.exchange(state, action) == expected(game, state, action)
    found = [zermelo.best(game, state, depth=2, mode=mode) for mode in ("interpreted", "compiled")]
    assert found[0].value == found[1].value


def test_a_king_with_pawns_alone_may_not_pass() -> None:
    game = zermelo.load_game("chess")
    assert not game.may_pass(game.read("4k3/4p3/8/8/8/8/4P3/4K3 w - -"))
    assert game.may_pass(game.read("4k3/4p3/8/8/8/8/4P3/4KB2 w - -"))
