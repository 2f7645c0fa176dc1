"""Chess: published counts, the rules one by one, the ends, and both modes alike.

The counts: Chess Programming Wiki, *Perft Results*. Chess960 is held to python-chess (test_chess_judge.py) and to bench/chess_perft.py.
"""

from __future__ import annotations

import random

import pytest

import zermelo as z
from zermelo.errors import SpecError
from zermelo.games.chess import Chess, first_rank
from zermelo.games.chess.board import turned
from zermelo.play.play import BY_REPETITION, play_game
from zermelo.search.engine.engine import Engine
from zermelo.search.perft import perft, perft_in_bulk
from zermelo.search.runner import Runner

CHESS, COUNTING = Chess(), Chess(draws=0)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PUBLISHED = {
    "start": (START, (20, 400, 8_902, 197_281, 4_865_609)),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2_039, 97_862, 4_085_603)),
    "en passant and pins": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2_812, 43_238, 674_624)),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9_467, 422_333)),
    "the same mirrored": ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", (6, 264, 9_467, 422_333)),
    "castling": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1_486, 62_379, 2_103_487)),
    "the middle game": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2_079, 89_890, 3_894_594)),
}


def names(position, game=CHESS):
    state = game.read(position)
    return sorted(game.name(state, action) for action in game.actions(state))


def moves_of(square, position, game=CHESS):
    """Where the piece on a square may go, as UCI writes it."""
    state = game.read(position)
    return sorted(uci[2:] for uci in (game.uci(state, action) for action in game.actions(state)) if uci[:2] == square)


def divided(game, state, depth):
    """The count that follows each action: what to look at when one is wrong."""
    return {
        game.uci(state, action): Runner(perft, game, "compiled")(game.result(state, action), depth - 1)[0] for action in game.actions(state)
    }


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(name):
    position, counts = PUBLISHED[name]
    state, runner = COUNTING.read(position), Runner(perft_in_bulk, COUNTING, "compiled")
    for depth, count in enumerate(counts, 1):
        assert runner(state, depth)[0] == count, divided(COUNTING, state, depth)


@pytest.mark.slow
def test_more_published_counts():
    runner = Runner(perft_in_bulk, COUNTING, "compiled")
    assert runner(COUNTING.initial(), 6)[0] == 119_060_324
    assert runner(COUNTING.read(PUBLISHED["kiwipete"][0]), 5)[0] == 193_690_690


def test_mates_are_counted_as_published():
    nodes, ended = Runner(perft, COUNTING, "compiled")(COUNTING.initial(), 5)
    assert (nodes, ended) == (4_865_609, 347)


@pytest.mark.parametrize("spec", ["chess", "chess(draws=0)", "chess(variant=960, start=0)", "chess(variant=960, start=713)"])
def test_both_modes_count_the_same(spec):
    game = z.load_game(spec)
    lot = random.Random(spec)
    (plain, compiled), (plain_in_bulk, compiled_in_bulk) = (
        [Runner(algorithm, game, mode) for mode in ("interpreted", "compiled")] for algorithm in (perft, perft_in_bulk)
    )
    state = game.initial()
    for _ in range(60):
        if game.is_terminal(state):
            state = game.initial()
        assert plain_in_bulk(state, 1) == compiled_in_bulk(state, 1)
        assert plain(state, 1) == compiled(state, 1)
        state = game.result(state, lot.choice(list(game.actions(state))))
    assert plain(state, 2) == compiled(state, 2)


def test_turning_the_board_turns_the_rules():
    """White's moves in a position are Black's in its mirror image."""
    lot = random.Random(7)
    for _ in range(5):
        state = CHESS.initial()
        for _ in range(50):
            if CHESS.is_terminal(state):
                break
            mirrored = state._replace(ply=state.ply ^ 1)
            assert list(CHESS.actions(mirrored)) == list(CHESS.actions(state))
            assert CHESS.evaluate(mirrored, 0) == -CHESS.evaluate(state, 0)
            rows = CHESS.write(state).split()[0].swapcase().split("/")
            assert CHESS.write(mirrored).split()[0] == "/".join(reversed(rows))
            state = CHESS.result(state, lot.choice(list(CHESS.actions(state))))


# Pieces


def test_a_knight_jumps():
    assert moves_of("d4", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1") == ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]
    assert moves_of("h8", "4k2N/8/8/8/8/8/8/4K3 w - - 0 1") == ["f7", "g6"]


def test_sliders_stop_before_own_pieces_and_on_others():
    assert moves_of("a1", "4k3/8/8/p7/8/8/8/R2K4 w - - 0 1") == ["a2", "a3", "a4", "a5", "b1", "c1"]
    assert moves_of("c1", "4k3/6p1/8/8/5P2/8/1p6/2B1K3 w - - 0 1") == ["b2", "d2", "e3"]
    assert len(moves_of("d4", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1")) == 27


def test_pawns_go_one_or_two_and_take_aslant():
    assert moves_of("e2", "4k3/8/8/8/8/3p1p2/4P3/4K3 w - - 0 1") == ["d3", "e3", "e4", "f3"]
    assert moves_of("e2", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1") == ["e3"]
    assert moves_of("e7", "4k3/4p3/3P1P2/8/8/8/8/4K3 b - - 0 1") == ["d6", "e5", "e6", "f6"]
    assert moves_of("a2", "4k3/8/8/8/8/7p/P7/4K3 w - - 0 1") == ["a3", "a4"]  # not round the edge


def test_a_pawn_becomes_one_of_four():
    state = CHESS.read("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
    assert moves_of("e7", CHESS.write(state)) == sorted(f"{end}{piece}" for end in ("d8", "e8") for piece in "qrbn")
    assert CHESS.write(CHESS.played("exd8=N", state)) == "3N4/6k1/8/8/8/8/8/4K3 b - - 0 1"


# The king


def test_the_king_does_not_hide_behind_itself():
    assert moves_of("e4", "4k3/8/8/8/r3K3/8/8/8 w - - 0 1") == ["d3", "d5", "e3", "e5", "f3", "f5"]


def test_a_check_is_taken_blocked_or_left():
    assert names("4k3/8/8/8/8/8/3P1P2/R3K2r w Q - 0 1") == ["Ke2"]
    assert names("6k1/8/8/1B6/8/8/3P1PP1/R3K2r w Q - 0 1") == ["Bf1", "Ke2"]
    assert names("4k3/8/8/8/8/8/3P1PB1/R3K2r w Q - 0 1") == ["Bf1", "Bxh1", "Ke2"]


def test_of_two_checks_only_the_king_escapes():
    assert names("4k3/8/8/8/1b6/8/4r3/R2QK3 w - - 0 1") == ["Kf1", "Kxe2"]


def test_a_pinned_piece_stays_on_its_line():
    assert moves_of("e3", "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1") == ["e2", "e4", "e5", "e6", "e7", "e8"]
    assert moves_of("d2", "4k3/8/8/b7/8/8/3N4/4K3 w - - 0 1") == []
    assert moves_of("d2", "4k3/8/8/8/8/2b5/3P4/4K3 w - - 0 1") == ["c3"]
    assert moves_of("e2", "4r1k1/8/8/8/8/3p1p2/4P3/4K3 w - - 0 1") == ["e3", "e4"]


# En passant


def test_a_pawn_is_taken_as_if_it_had_gone_one_square():
    state = CHESS.played("1. e4 a6 2. e5 d5")
    assert CHESS.write(state).split()[3] == "d6"
    assert CHESS.write(CHESS.played("exd6", state)) == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
    assert "exd6" not in names(CHESS.write(CHESS.played("a3 a5", state)))  # only at once


@pytest.mark.parametrize(
    "position",
    [
        pytest.param("4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2", id="both pawns would leave the king's rank"),
        pytest.param("4k3/8/1b6/2pP4/8/8/5K2/8 w - c6 0 2", id="the pawn that is taken is the king's shield"),
        pytest.param("3rk3/8/8/2pP4/8/8/8/3K4 w - c6 0 2", id="the pawn that takes is"),
        pytest.param("4k3/8/8/2p5/3P4/8/8/3K4 w - c6 0 2", id="no pawn stands beside it"),
    ],
)
def test_en_passant_is_a_part_of_the_position_only_where_it_is_legal(position):
    assert CHESS.write(CHESS.read(position)) == position.replace("c6", "-")
    assert "dxc6" not in names(position)


def test_a_pawn_that_gives_check_may_be_taken_so():
    state = CHESS.played("c5", CHESS.read("4k3/2p5/8/3P4/1K6/8/8/8 b - - 0 1"))
    assert state.checkers
    assert "dxc6" in names(CHESS.write(state))


# Castling


def test_castling_puts_king_and_rook_where_they_belong():
    position = "r3k2r/8/8/8/8/8/8/R3K2R {} KQkq - 0 1"
    for turn, moves, after in [
        ("w", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("w", "O-O-O", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("b", "O-O", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("b", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ]:
        assert CHESS.write(CHESS.played(moves, CHESS.read(position.format(turn)))) == after


@pytest.mark.parametrize(
    ("position", "castles"),
    [
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O", id="free"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O-O", id="without the right"),
        pytest.param("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "", id="over pieces"),
        pytest.param("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "", id="out of check"),
        pytest.param("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", id="over an attacked square"),
        pytest.param("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", id="onto an attacked square"),
        pytest.param("4k3/1r6/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O", id="the rook may pass one"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2r w Q - 0 1", "", id="in check along the rank"),
    ],
)
def test_when_castling_is_legal(position, castles):
    assert [name for name in names(position) if name.startswith("O")] == castles.split()


def test_rights_go_with_king_and_rooks():
    position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for moves, rights in [("Ke2", "kq"), ("Rb1", "Kkq"), ("Rg1", "Qkq"), ("Rxa8+", "Kk"), ("Rxh8+ Kd7", "Q")]:
        assert CHESS.write(CHESS.played(moves, CHESS.read(position))).split()[2] == rights
    there_and_back = CHESS.played("Rb1 Rb8 Ra1 Ra8", CHESS.read(position))
    assert CHESS.write(there_and_back).split()[2] == "Kk"


def test_chess960_castles_from_anywhere():
    game = Chess("960")
    position = "1r1k3r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1"
    assert game.write(game.played("O-O", game.read(position))) == "1r1k3r/8/8/8/8/8/8/1R3RK1 b kq - 1 1"
    assert game.write(game.played("O-O-O", game.read(position))) == "1r1k3r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    assert game.write(game.played("O-O", game.read("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"))) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


def test_in_chess960_the_rook_may_be_the_king_s_shield():
    assert "O-O-O" in names("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", Chess("960"))
    assert "O-O-O" not in names("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", Chess("960"))


def test_starts_of_chess960():
    starts = [first_rank(number) for number in range(960)]
    assert len(set(starts)) == 960
    assert (starts[0], starts[518], starts[959]) == ("BBQNNRKR", "RNBQKBNR", "RKRNNQBB")
    for start in starts:
        assert start.index("R") < start.index("K") < start.rindex("R")
        assert start.index("B") % 2 != start.rindex("B") % 2
    assert Chess("960", 518).initial() == CHESS.initial()


# The end


@pytest.mark.parametrize(
    ("position", "worth", "news"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1, "checkmate: black has won"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 1, "checkmate: white has won"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, "stalemate: draw"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "draw: neither can mate"),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", 0, "draw: neither can mate"),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 0, "draw: neither can mate"),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", 0, "draw: neither can mate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", 0, "draw: 50 moves of each without a capture or a move of a pawn"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", 1, "checkmate: white has won"),
    ],
)
def test_how_a_game_ends(position, worth, news):
    state = CHESS.read(position)
    assert CHESS.is_terminal(state)
    assert CHESS.utilities(state) == (worth, -worth)
    assert CHESS.show(state).splitlines()[-1] == news


@pytest.mark.parametrize(
    "position",
    [
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",  # bishops on squares of both colours
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4k3/7p/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 99 80",
    ],
)
def test_a_game_goes_on_while_there_is_a_way_to_mate(position):
    assert not CHESS.is_terminal(CHESS.read(position))


def test_draws_may_wait_for_75_moves_or_never_come():
    rook = "4k3/8/8/8/8/8/8/R3K3 w - - {} 80"
    later = Chess(draws=75)
    assert not later.is_terminal(later.read(rook.format(149)))
    assert later.is_terminal(later.read(rook.format(150)))
    assert later.is_terminal(later.read("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert not COUNTING.is_terminal(COUNTING.read(rook.format(150)))
    assert not COUNTING.is_terminal(COUNTING.read("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert COUNTING.repetition is None


def test_a_position_that_comes_for_the_third_time_is_a_draw():
    moves = iter(3 * ["Nf3", "Nf6", "Ng1", "Ng8"])

    def there_and_back(state):
        return CHESS.parse(state, next(moves))

    record = play_game(CHESS, [there_and_back, there_and_back])
    assert (len(record.actions), record.ending, record.utilities) == (8, BY_REPETITION, (0, 0))


def test_rights_make_a_position_another_one():
    first = CHESS.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    back = CHESS.played("Rh2 Kd8 Rh1 Ke8", first)
    again = CHESS.played("Rh2 Kd8 Rh1 Ke8", back)
    assert CHESS.position(first) != CHESS.position(back) == CHESS.position(again)
    assert CHESS.position(first) != CHESS.position(CHESS.read("4k3/8/8/8/8/8/8/4K2R b K - 0 1"))


# What searches are told


def test_a_key_leaves_out_the_count_while_it_does_not_matter():
    def key(quiet, game=CHESS):
        return game.key(game.read(f"4k3/8/8/8/8/8/8/R3K3 w - - {quiet} 80"))

    assert key(0) == key(50) != key(51) != key(52)
    assert key(0, Chess(draws=75)) == key(100, Chess(draws=75)) != key(101, Chess(draws=75))
    assert key(0, COUNTING) == key(149, COUNTING)


def test_tactical_actions():
    state = CHESS.read("4k3/P7/8/3pP3/8/8/3p4/R3K3 w Q d6 0 1")
    assert state.checkers  # all evasions
    assert sorted(CHESS.tactical(state)) == sorted(CHESS.actions(state))
    state = CHESS.read("4k3/P7/8/3pP3/8/8/3p4/R4K2 w - d6 0 1")
    assert sorted(CHESS.name(state, action) for action in CHESS.tactical(state)) == ["a8=B", "a8=N", "a8=Q+", "a8=R+", "exd6"]


def test_the_best_capture_is_looked_at_first():
    state = CHESS.read("4k3/8/1q3r2/2P1P3/8/8/1R6/4K3 w - - 0 1")
    ordered = sorted(CHESS.actions(state), key=lambda action: -CHESS.order(state, action, CHESS.result(state, action)))
    assert [CHESS.name(state, action) for action in ordered[:3]] == ["cxb6", "Rxb6", "exf6"]


def test_the_engine_mates_unless_the_count_of_quiet_plies_comes_first():
    mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90"
    found = z.best(CHESS, CHESS.read(mate_in_one), depth=3)
    assert (found.names(), found.value, found.proved) == (("Rd8#",), 1, True)
    mate_in_two = "7k/8/8/8/8/8/R7/1R4K1 w - - {} 90"
    assert z.best(CHESS, CHESS.read(mate_in_two.format(97)), depth=5).value == 1
    assert z.best(CHESS, CHESS.read(mate_in_two.format(98)), depth=5).value == 0


def test_the_engine_takes_a_draw_by_repetition():
    """White is a queen down, and checks for ever on e8 and h5."""
    state = CHESS.read("6k1/6p1/8/7Q/8/7P/qr4P1/7K w - - 60 60")
    assert z.best(CHESS, state, depth=7).value == 0


def test_what_was_proved_holds_no_more_when_a_position_on_the_way_may_not_come_again():
    """After Kb6 and the only answer a rook mates, unless that position came twice before: then it ends the game."""
    root = CHESS.read("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    on_the_way = CHESS.played("Kb6 Kb8", root)
    engine = Engine(CHESS, deepening=False)
    (king_first,) = [action for action in CHESS.actions(root) if CHESS.name(root, action) == "Kb6"]
    played_before = [((), 1), ([on_the_way], 1), ([on_the_way, on_the_way], 0), ((), 1)]
    for history, value in played_before:
        found = engine.search(root, depth=6, among=[king_first], history=history)
        assert (found.value, found.proved) == (value, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"variant": "atomic"}, "there is no variant 'atomic' of chess"),
        ({"start": 0}, "with variant=960 it is a number from 0 to 959, else 518"),
        ({"variant": "960", "start": 960}, "start=960 is not possible"),
        ({"draws": 40}, "it is 50 or 75 moves, or 0"),
    ],
)
def test_parameters_that_are_not_possible(arguments, complaint):
    with pytest.raises(SpecError, match=complaint):
        Chess(**arguments)


def test_turned_is_its_own_inverse():
    state = CHESS.initial()
    assert turned(turned(state.knights)) == state.knights
    assert turned(state.own) == state.other
