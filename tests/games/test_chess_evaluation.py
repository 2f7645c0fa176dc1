"""The features of chess, each on positions worked out by hand; their weights, and the file of weights."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo as z
from zermelo.games.chess import Chess
from zermelo.games.chess.evaluation import Feature, Terms
from zermelo.games.chess.weights import COUNT, FIRST, HALF, PLACES, SHIPPED, SIZES, as_text, first_weights, row, shipped, weights_in

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
    assert counts("material", "4k3/ppp5/8/8/8/8/P7/QRRBNK2 w - - 0 1") == [1 - 3, 1, 1, 2, 1]


def test_a_square_is_worth_the_same_as_its_mirror_image_and_the_other_player_sees_it_from_the_other_side() -> None:
    pawns = counts("squares", "4k3/8/2p5/8/8/2P2P2/8/4K3 w - - 0 1")[:32]
    assert [(place, count) for place, count in enumerate(pawns) if count] == [(2 * 4 + 2, 2 - 1)]
    kings = counts("squares", "4k3/8/8/8/8/8/8/1K6 b - - 0 1")[5 * 32 :]
    assert [(place, count) for place, count in enumerate(kings) if count] == [(1, -1), (3, 1)]


@pytest.mark.parametrize(
    ("fen", "knights", "bishops", "rooks", "queens"),
    [
        ("7k/8/8/8/3N4/8/8/7K w - - 0 1", 8, 0, 0, 0),
        ("7k/3p4/8/8/3N4/8/2P5/7K w - - 0 1", 8 - 3, 0, 0, 0),  # c2 is taken, c6 and e6 are guarded
        ("7k/8/8/4p3/8/2B5/8/7K w - - 0 1", 0, 4 + 2 + 2 - 1, 0, 0),  # a1 b2 d2 e1 b4 a5 e5 but for d4, which is guarded
        ("6k1/8/8/8/8/8/R6R/7K w - - 0 1", 0, 0, 6 + 7 + 6 + 6, 0),  # h1 is the king's
        ("7k/8/8/8/8/8/8/Q6K b - - 0 1", 0, 0, 0, -(6 + 7 + 7)),
    ],
)
def test_mobility_counts_squares_that_are_not_own_and_not_guarded_by_pawns(fen: str, knights: int, bishops: int, rooks: int, queens: int):
    assert counts("mobility", fen) == [knights, bishops, rooks, queens]


@pytest.mark.parametrize(
    ("fen", "doubled", "isolated", "backward", "connected"),
    [
        ("4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1", 1, 2, 0, 0),
        ("4k3/8/8/8/2P5/8/8/4K3 b - - 0 1", 0, -1, 0, 0),
        ("4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1", 0, 0, 0, 2),  # side by side
        ("4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 1", 0, 0, 0, 1),  # d4 is guarded
        ("4k3/8/8/3pp3/3P4/8/2P5/4K3 w - - 0 1", 0, 0, 0, -2),  # c2 is not backward: c3 is not attacked
        ("4k3/8/2p5/3p4/3P4/8/2P1P3/4K3 w - - 0 1", 0, 0, -1, -1),  # but c6 is: d4 guards c5, and d5 has gone by; it guards d5
        ("4k3/8/8/8/3p4/8/1PP5/4K3 w - - 0 1", 0, -1, -1, 2),  # nor is c2: b2 guards c3 as well; but d4
    ],
)
def test_pawns_are_doubled_isolated_backward_or_connected(fen: str, doubled: int, isolated: int, backward: int, connected: int) -> None:
    assert counts("pawns", fen) == [doubled, isolated, backward, connected]


def test_passed_pawns_count_by_rank_those_that_may_go_on_and_the_kings_steps_to_the_square_before_them() -> None:
    found = counts("passed", "4k3/8/8/8/p2P4/2P5/1P6/4K3 w - - 0 1")  # a4 stops b2, and b2 stops a4
    assert found == [0, 1, 1, 0, 0, 0, *[0, 1, 1, 0, 0, 0], 3 + 4, 4 + 3]
    blocked = counts("passed", "8/8/8/3k4/3P4/3P4/8/4K3 w - - 0 1")  # of doubled pawns the first one
    assert blocked == [0, 0, 1, 0, 0, 0, *[0] * 6, 4, 0]
    assert counts("passed", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1") == [*[0] * 5, 1, *[0] * 5, 1, 7, 4]
    assert counts("passed", "4k3/8/2p5/3p4/3P4/8/2P1P3/4K3 w - - 0 1") == [0] * 14


def test_two_bishops_are_a_pair() -> None:
    assert counts("pair", "2b1k3/8/8/8/8/8/8/2B1KB2 w - - 0 1") == [1]
    assert counts("pair", "2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1") == [0]


def test_rooks_stand_on_open_and_half_open_files() -> None:
    assert counts("rooks", "r3k2r/p7/8/8/8/8/7P/RR2K2R w - - 0 1") == [1, 1 - 1]  # b1; a1 and h8; a8 and h1 on neither


def test_a_king_has_pawns_before_it_or_files_without_any() -> None:
    shelter = counts("king", "6k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1")[:3]
    assert shelter == [2, 1, 0 - 3]


def test_pieces_that_attack_the_squares_around_a_king_are_counted_and_so_are_the_squares() -> None:
    hits, *attackers = counts("king", "6k1/8/8/8/8/8/8/K4RR1 b - - 0 1")[3:]
    assert hits == -(3 + 3)  # f6 f7 f8, and g6 g7 g8
    assert attackers == [1, 0, -1, 0, 0, 0, 0, 0]  # two against the one king, none against the other
    hits, *attackers = counts("king", "6k1/8/8/8/8/8/8/K3N3 b - - 0 1")[3:]
    assert (hits, attackers) == (0, [0] * 8)


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
        assert sum(features.values()) / 64 == pytest.approx(CHESS.evaluate(state, 0))
        assert set(features) == set(SIZES) == set(Terms._fields)


def test_no_lead_is_worth_a_win() -> None:
    state = CHESS.read("QQQQQQQQ/Q7/8/8/8/8/5K2/7k b - - 0 1")
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
        (as_text({**first_weights(), "pair": ([1, 2], [1, 2])}, {}), "pair has two rows of 1 here"),
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
        "material", "mobility", "mating", "squares",
    }  # fmt: skip
