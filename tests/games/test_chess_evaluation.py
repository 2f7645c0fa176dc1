"""The features of chess, each on positions worked out by hand; their weights, and the file of weights."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo as z
from zermelo.games.chess import Chess
from zermelo.games.chess.evaluation import Feature, Terms
from zermelo.games.chess.weights import (
    COUNT,
    DANGER,
    FIRST,
    HALF,
    MOBILITY,
    PLACES,
    SHELTER,
    SHIPPED,
    SIZES,
    as_text,
    first_weights,
    row,
    shipped,
    weights_in,
)

CHESS = Chess()


def counts(feature: str, fen: str) -> list[int]:
    """How often each weight of a feature counts in a position, to the player to move."""
    state, found = CHESS.read(fen), []
    for weight in range(FIRST[feature], FIRST[feature] + SIZES[feature]):
        total = CHESS.total(state, [int(place == weight) for place in PLACES])
        assert getattr(CHESS.terms(state, [int(place == weight) for place in PLACES]), feature) == total
        found.append(total)
    return found


# The features


def test_material_counts_pieces_by_kind() -> None:
    assert counts("material", "4k3/ppp5/8/8/8/8/P7/QRRBNK2 w - - 0 1") == [1 - 3, 1, 1, 2, 1, 1, 1 * (1 - 5), 2 * (1 - 5)]


def test_a_square_is_worth_the_same_as_its_mirror_image_and_the_other_player_sees_it_from_the_other_side() -> None:
    pawns = counts("squares", "4k3/8/2p5/8/8/2P2P2/8/4K3 w - - 0 1")[:32]
    assert [(place, count) for place, count in enumerate(pawns) if count] == [(2 * 4 + 2, 2 - 1)]
    kings = counts("squares", "4k3/8/8/8/8/8/8/1K6 b - - 0 1")[5 * 32 :]
    assert [(place, count) for place, count in enumerate(kings) if count] == [(1, -1), (3, 1)]


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("7k/8/8/8/3N4/8/8/7K w - - 0 1", {"knight 8": 1}),
        ("7k/3p4/8/8/3N4/8/2P5/7K w - - 0 1", {"knight 5": 1}),  # c2 is taken, c6 and e6 are guarded
        ("7k/8/8/4p3/8/2B5/8/7K w - - 0 1", {"bishop 7": 1}),  # a1 b2 d2 e1 b4 a5 e5 but for d4, which is guarded
        ("6k1/8/8/8/8/8/R6R/7K w - - 0 1", {"rook 12": 1, "rook 13": 1}),  # h1 is the king's
        ("7k/8/8/8/8/8/8/Q6K b - - 0 1", {"queen 20": -1}),
        ("7k/8/8/8/8/8/PP6/BK6 w - - 0 1", {"bishop 0": 1}),
        ("8/7k/8/8/8/8/R6K/R7 w - - 0 1", {"rook 12": 1, "rook 13": 1}),  # a1 sees a3 to a8 through the rook before it
    ],
)
def test_mobility_counts_squares_that_are_not_own_and_not_guarded_by_pawns(fen: str, found: dict[str, int]) -> None:
    names = [
        f"{piece} {number}" for piece, most in zip(("knight", "bishop", "rook", "queen"), MOBILITY, strict=True) for number in range(most)
    ]
    assert {name: count for name, count in zip(names, counts("mobility", fen), strict=True) if count} == found


@pytest.mark.parametrize(
    ("fen", "doubled", "isolated", "backward", "connected"),  # the last by rank, from the second on
    [
        ("4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1", 1, 2, 0, {}),
        ("4k3/8/8/8/2P5/8/8/4K3 b - - 0 1", 0, -1, 0, {}),
        ("4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1", 0, 0, 0, {4: 2}),  # side by side
        ("4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 1", 0, 0, 0, {4: 1}),  # d4 is guarded
        ("4k3/8/8/3pp3/3P4/8/2P5/4K3 w - - 0 1", 0, 0, 0, {4: -2}),  # c2 is not backward: c3 is not attacked
        ("4k3/8/2p5/3p4/3P4/8/2P1P3/4K3 w - - 0 1", 0, 0, -1, {4: -1}),  # but c6 is: d4 guards c5, and d5 has gone by; it guards d5
        ("4k3/8/8/8/3p4/8/1PP5/4K3 w - - 0 1", 0, -1, -1, {2: 2}),  # nor is c2: b2 guards c3 as well; but d4
    ],
)
def test_pawns_are_doubled_isolated_backward_or_connected(fen: str, doubled: int, isolated: int, backward: int, connected: dict[int, int]):
    assert counts("pawns", fen) == [doubled, isolated, backward, *(connected.get(rank, 0) for rank in range(2, 8))]


def passed(fen: str) -> dict[str, list[int]]:
    """The counts of passed pawns by rank, from the second to the seventh."""
    found = counts("passed", fen)
    return {name: found[6 * row : 6 * row + 6] for row, name in enumerate(("passed", "free", "safe", "own king", "other king"))}


def test_passed_pawns_count_by_rank_those_that_may_go_on_and_the_kings_steps_to_the_square_before_them() -> None:
    found = passed("4k3/8/8/8/p2P4/2P5/1P6/4K3 w - - 0 1")  # a4 stops b2, and b2 stops a4
    assert found["passed"] == found["free"] == found["safe"] == [0, 1, 1, 0, 0, 0]
    assert (found["own king"], found["other king"]) == ([0, 3, 4, 0, 0, 0], [0, 4, 3, 0, 0, 0])
    found = passed("8/8/8/3k4/3P4/3P4/8/4K3 w - - 0 1")  # of doubled pawns the first one, which is blocked, by the king that guards it
    assert found == {
        "passed": [0, 0, 1, 0, 0, 0], "free": [0] * 6, "safe": [0, 0, 1, 0, 0, 0], "own king": [0, 0, 4, 0, 0, 0], "other king": [0] * 6,
    }  # fmt: skip
    found = passed("4k3/8/8/8/8/8/p4r2/4K3 b - - 0 1")
    assert found["free"] == found["safe"] == [0, 0, 0, 0, 0, 1]
    assert (found["own king"][5], found["other king"][5]) == (7, 4)
    assert passed("4k3/8/8/8/8/8/p7/3RK3 b - - 0 1")["safe"] == [0] * 6  # the rook guards a1
    assert counts("passed", "4k3/8/2p5/3p4/3P4/8/2P1P3/4K3 w - - 0 1") == [0] * 30


def test_two_bishops_are_a_pair() -> None:
    assert counts("minors", "2b1k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")[0] == 1
    assert counts("minors", "2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1")[0] == 0


@pytest.mark.parametrize(
    ("fen", "knights", "bishops"),
    [
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", 1, 0),
        ("4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", 0, 1),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", 0, 0),  # c7 can go on and attack it
        ("4k3/8/8/2pN4/4P3/8/8/4K3 w - - 0 1", 1, 0),  # c5 cannot any more
        ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 0, 0),  # no pawn guards it
        ("4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", 0, 0),  # it is on the third rank
    ],
)
def test_an_outpost_is_guarded_by_a_pawn_and_out_of_reach_of_the_other_s(fen: str, knights: int, bishops: int) -> None:
    assert counts("minors", fen)[1:3] == [knights, bishops]


def test_own_pawns_on_the_colour_of_a_bishop_are_counted() -> None:
    assert counts("minors", "4k3/8/8/8/8/8/PP1P4/2B1K3 w - - 0 1")[3] == 2  # b2 and d2 are dark, as c1
    assert counts("minors", "4k3/8/8/8/8/8/PP1P4/4KB2 b - - 0 1")[3] == -1


def test_rooks_stand_on_open_and_half_open_files() -> None:
    assert counts("rooks", "r3k2r/p7/8/8/8/8/7P/RR2K2R w - - 0 1")[:2] == [1, 1 - 1]  # b1; a1 and h8; a8 and h1 on neither


def test_rooks_on_the_seventh_rank_attack_pawns_or_keep_the_king_behind_it() -> None:
    assert counts("rooks", "4k3/R6R/8/8/8/8/8/4K3 w - - 0 1")[2] == 2
    assert counts("rooks", "8/R5p1/4k3/8/8/8/8/4K3 w - - 0 1")[2] == 1
    assert counts("rooks", "8/R7/4k1p1/8/8/8/8/4K3 w - - 0 1")[2] == 0


THREATS = (
    "pawn on minor", "pawn on rook", "pawn on queen", "minor on rook", "minor on queen", "rook on queen", "loose pawn", "loose piece",
    "step",
)  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("4k3/8/8/2n1r3/3P4/8/8/4K3 w - - 0 1", {"pawn on minor": 1, "pawn on rook": 1, "loose piece": 1}),  # the rook guards the knight
        ("4k3/8/8/2q5/3P4/4K3/8/8 w - - 0 1", {"pawn on queen": 1, "loose piece": 1}),
        ("4k3/8/1p1p4/2r5/8/1N6/8/4K3 w - - 0 1", {"minor on rook": 1}),  # it is guarded; the knight it does not attack
        ("4k3/8/1p1p4/2q5/8/1N6/2R5/3K4 w - - 0 1", {"minor on queen": 1, "rook on queen": 1}),
        ("4k3/8/8/8/4p3/8/8/4R1K1 w - - 0 1", {"loose pawn": 1}),
        ("4k3/8/2n1n3/1p6/8/3P4/8/4K3 w - - 0 1", {}),  # d4 would be taken by a knight
        ("4k3/1p3p2/2n1b3/8/8/3P4/3K4/8 w - - 0 1", {}),  # and d5 is two steps away
        ("4k3/1p3p2/2b1b3/8/3P4/3K4/8/8 w - - 0 1", {}),  # that both bishops would take
        ("4k3/1p3p2/2r1r3/8/3P4/3K4/8/8 w - - 0 1", {"step": 2}),  # but d5 attacks both rooks, and neither can take it
    ],
)
def test_threats_are_of_lesser_pieces_on_others_on_what_is_loose_and_of_pawns_by_a_step(fen: str, found: dict[str, int]) -> None:
    assert {name: count for name, count in zip(THREATS, counts("threats", fen), strict=True) if count} == found


def test_a_king_has_pawns_before_it_or_files_without_any_and_the_other_s_may_come_near() -> None:
    assert sheltered("6k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1") == {
        ("own", "f", 1): 1, ("own", "g", 1): 1, ("own", "h", 2): 1, ("other", "f", 0): 1, ("other", "g", 0): 1, ("other", "h", 0): 1,
        ("own", "f", 0): -1, ("own", "g", 0): -1, ("own", "h", 0): -1, ("other", "f", 6): -1, ("other", "g", 6): -1, ("other", "h", 5): -1,
    }  # fmt: skip
    edge = sheltered("k7/8/8/8/6P1/8/5P2/7K w - - 0 1")  # in the corner the files are those of the king's neighbour
    assert (edge["own", "f", 1], edge["own", "g", 3]) == (1, 1)
    assert ("own", "h", 0) not in edge  # there is none on h, nor on a before the other king
    assert ("own", "f", 1) not in sheltered("k7/8/8/8/8/6K1/5P2/8 w - - 0 1")  # it is behind the king


def test_a_pawn_that_an_own_one_stops_counts_apart() -> None:
    blocked = counts("king", "k7/8/8/6p1/6P1/8/8/6K1 w - - 0 1")[2 * SHELTER : 2 * SHELTER + 7]
    assert blocked == [0, 0, 0, 1, 0, 0, 0]


def sheltered(fen: str) -> dict[tuple[str, str, int], int]:
    """How often a pawn of either player stands nearest to a king: whose it is, on which file, as from e to h, on which rank; 0: none."""
    names = [(whose, "hgfe"[edge], rank) for whose in ("own", "other") for edge in range(4) for rank in range(7)]
    return {name: count for name, count in zip(names, counts("king", fen)[: 2 * SHELTER], strict=True) if count}


def test_pieces_that_may_not_leave_their_line_to_the_king_are_counted() -> None:
    assert counts("king", "4k3/4n3/8/8/8/8/8/K3R3 w - - 0 1")[2 * SHELTER + 7] == 1
    assert counts("king", "4k3/4n3/8/8/8/8/8/K3B3 w - - 0 1")[2 * SHELTER + 7] == 0
    assert counts("king", "4k3/4n3/4p3/8/8/8/8/K3R3 w - - 0 1")[2 * SHELTER + 7] == 0
    assert counts("king", "7k/6n1/8/8/8/8/8/Q5K1 b - - 0 1")[2 * SHELTER + 7] == -1


@pytest.mark.parametrize(
    ("fen", "row", "points"),
    [
        # a rook near it; it attacks g7 and g8, which the king alone guards; a check on f8 is safe, and on g8 is not
        ("7k/8/8/8/8/8/8/K4RR1 w - - 0 1", 0, 1 * 5 + 2 * 8 + 2 * 21 + 100 + 17),
        ("7k/8/8/4N3/8/8/8/K7 w - - 0 1", 0, 1 * 10 + 90),  # a knight near it, on g6; checks on g6 and f7 are safe
        ("6rk/8/5q2/4N3/8/8/8/K7 w - - 0 1", 0, 1 * 10 + 2 * 17),  # g6 and f7 are guarded
        ("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", 1, 1 * 1 + 2 * 8 + 2 * 21 + 75),
        ("7k/8/8/8/8/8/8/K4RQ1 w - - 0 1", 1, 1 * 1 + 2 * 8 + 2 * 21 + 75 + 100),  # the queen's g8 and the rook's f8
    ],
)
def test_the_danger_to_a_king_is_counted_in_units_of_points_apart_with_a_queen(fen: str, row: int, points: int) -> None:
    assert counts("king", fen)[2 * SHELTER + 8 :][row * DANGER + points // 16] == 1


def test_a_king_out_of_reach_is_in_no_danger() -> None:
    assert counts("king", "7k/8/8/8/8/8/8/K3N3 w - - 0 1")[2 * SHELTER + 8 :] == [0] * 2 * DANGER


def test_it_is_an_advantage_to_be_the_one_to_move() -> None:
    assert counts("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1") == [1]


@pytest.mark.parametrize(
    ("fen", "found"),
    [
        ("7k/8/8/8/8/8/8/K3R3 w - - 0 1", [6, 0, 0]),  # a rook is enough
        ("8/8/8/4k3/8/4K3/8/R7 b - - 0 1", [0, 5, 0]),  # who is behind sees the board from the other side, and minds
        ("7k/8/8/8/8/8/P7/K7 w - - 0 1", [0, 0, 0]),  # there is something else to do
        ("7k/7p/8/8/8/8/8/K3R3 w - - 0 1", [0, 0, 0]),
        ("7k/8/6r1/8/8/8/8/K3Q3 w - - 0 1", [6, 0, 0]),
        ("8/8/8/8/8/7k/8/K3BN2 w - - 0 1", [3 + 1, 0, 7 - 5]),  # h8 has the bishop's colour
        ("8/8/8/8/8/7k/8/KB2N3 w - - 0 1", [3 + 1, 0, 7 - 2]),  # h1 has
    ],
)
def test_a_king_without_pawns_that_is_to_be_mated_is_driven_to_the_edge(fen: str, found: list[int]) -> None:
    own, sign = counts("mating", fen), -1 if " b " in fen else 1
    assert own == [sign * one for one in found]


# The sum


def random_states(seed: int, number: int) -> list[z.game.State]:
    lot, found, state = random.Random(seed), [], CHESS.initial()
    while len(found) < number:
        state = CHESS.initial() if CHESS.is_terminal(state) else CHESS.result(state, lot.choice(list(CHESS.actions(state))))
        found.append(state)
    return found


def test_the_other_side_of_the_board_gives_the_negative() -> None:
    for state in random_states(3, 150):
        mirrored = state._replace(ply=state.ply ^ 1)
        assert CHESS.evaluate(mirrored, 0) == -CHESS.evaluate(state, 0) == CHESS.evaluate(state, 1)
        assert Feature(2).value(CHESS, mirrored, 0) == -Feature(2).value(CHESS, state, 0)


def test_the_sum_of_the_features_is_the_evaluation_within_the_utilities() -> None:
    for state in random_states(4, 150):
        features = {name: feature.value(CHESS, state, 0) for name, feature in CHESS.evaluations.items()}
        total = sum(features.values())
        share = CHESS.winnable(state, by_own=(total > 0) == (CHESS.to_move(state) == z.MAX))
        assert total * share / 64 == pytest.approx(CHESS.evaluate(state, 0))
        assert set(features) == {*SIZES, "net"} == {*Terms._fields, "net"}


@pytest.mark.parametrize(
    ("fen", "by_white", "by_black"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1, 0),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 0, 0),  # a bishop alone
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", 0, 0),  # two knights
        ("4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", 1, 0),
        ("4kb2/8/8/8/8/8/8/4KR2 w - - 0 1", 0.0625, 0),
        ("4kr2/8/8/8/8/8/8/3RKB2 w - - 0 1", 0.25, 0.25),
        ("4kr2/8/8/8/8/8/8/4KQ2 w - - 0 1", 1, 0.25),
        ("4kb2/4p3/8/8/8/8/4P3/4KB2 w - - 0 1", 0.375, 0.375),  # bishops on squares of different colours
        ("2b1k3/4p3/8/8/8/8/4P3/4KB2 w - - 0 1", 1, 1),
        ("4kbr1/4p3/8/8/8/8/4P3/4KBR1 w - - 0 1", 0.75, 0.75),
        ("k7/8/8/P7/8/8/8/4KB2 w - - 0 1", 1, 0),  # f1 and a8 are light
        ("k7/8/8/P7/8/8/8/2B1K3 w - - 0 1", 0, 0),  # c1 is dark
        ("4k3/8/8/P7/8/8/8/2B1K3 w - - 0 1", 1, 0),  # the king is not there
        ("k7/8/8/PP6/8/8/8/2B1K3 w - - 0 1", 1, 0),
        ("4kb2/8/8/8/7p/8/8/6K1 w - - 0 1", 0, 0),  # h1 is light, and f8 dark
    ],
)
def test_what_is_hard_to_win_with_counts_for_less(fen: str, by_white: float, by_black: float) -> None:
    state = CHESS.read(fen)
    assert (CHESS.winnable(state, by_own=True), CHESS.winnable(state, by_own=False)) == (by_white, by_black)


def test_no_lead_is_worth_a_win() -> None:
    state = CHESS.read("QQQQQQQQ/QRRBBNN1/8/8/8/8/5K2/7k b - - 0 1")
    assert CHESS.evaluate(state, 0) == 0.95 == -CHESS.evaluate(state, 1)


def test_between_middle_game_and_endgame_it_is_in_proportion() -> None:
    state = CHESS.read("r3k3/8/8/8/8/8/8/4K2N w - - 0 1")
    assert CHESS.phase(state) == 3
    assert CHESS.in_pawns(state, 240 * HALF - 480) == (3 * 2.4 - 21 * 4.8) / 24
    assert CHESS.phase(CHESS.initial()) == 24
    assert CHESS.in_pawns(CHESS.initial(), -240 * HALF + 480) == -2.4


def test_compiled_it_is_the_same() -> None:
    for state in random_states(5, 150)[::5]:
        if not CHESS.is_terminal(state):
            plain, compiled = (z.best(CHESS, state, algorithm="minimax", depth=1, mode=mode) for mode in ("interpreted", "compiled"))
            assert plain.value == compiled.value


# Weights


def test_the_package_s_weights_are_those_of_its_file_and_say_where_they_come_from() -> None:
    assert CHESS.weights == row(weights_in(SHIPPED))
    assert '"command": "zermelo learn chess' in SHIPPED.read_text()


def test_without_its_file_the_package_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.games.chess.weights.SHIPPED", Path("nowhere"))
    assert shipped() == first_weights()


def test_weights_are_read_back(tmp_path: Path) -> None:
    weights = {name: (list(range(size)), [-one for one in range(size)]) for name, size in SIZES.items()}
    file = tmp_path / "mine.weights"
    file.write_text(as_text(weights, {"note": 1}))
    assert weights_in(file) == weights
    word = row(weights)[FIRST["squares"] + 64 + 7]  # h1 for a knight, as a1
    assert word == 32 * HALF - 32


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no weights of chess"),
        ("{}", "holds no weights of chess"),
        ("[1]", "holds no weights of chess"),
        (as_text({**first_weights(), "tempo": ([1, 2], [1, 2])}, {}), "tempo has two rows of 1 here"),
        (as_text({**first_weights(), "tempo": ([10**9], [1])}, {}), "greater than"),
    ],
)
def test_what_is_no_file_of_weights_is_told(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.weights"
    file.write_text(text)
    with pytest.raises(z.SpecError, match=told):
        weights_in(file)


def test_the_first_weights_are_few() -> None:
    assert (len(PLACES), COUNT) == (FIRST["squares"] + 6 * 64, FIRST["squares"] + 6 * 32)
    assert {name for name, (middle, end) in first_weights().items() if any(middle) or any(end)} == {
        "material", "mobility", "king", "mating", "squares",
    }  # fmt: skip
