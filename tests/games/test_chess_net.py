"""The net of the chess evaluation: what it sees, and the file in which it is kept."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import zermelo as z
from zermelo.games.chess import Chess, State
from zermelo.games.chess.net import PLACES, UNITS, judged
from zermelo.games.chess.net_file import GREATEST, NUMBERS, TITLE, numbers_in, packed, rows, shipped


def positions(number: int, seed: int) -> list[State]:
    """Of games at random."""
    game, lot, found = Chess(), random.Random(seed), list[State]()
    while len(found) < number:
        state = game.initial()
        for _ in range(lot.randrange(4, 120)):
            if game.is_terminal(state):
                break
            state = game.result(state, lot.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            found.append(state)
    return found


def plainly(game: Chess, state: State, numbers: tuple[int, ...]) -> int:
    """What the net says, by its definition: unit by unit, piece by piece."""
    sides = (state.own, state.other)
    kinds = (
        state.pawns, state.knights, state.diagonal & ~state.straight, state.straight & ~state.diagonal, state.diagonal & state.straight,
        game.kings(state),
    )  # fmt: skip
    said = 0
    for sees in (0, 1):
        turn = 56 * sees
        if (game.kings(state) & sides[sees]).lowest() & 7 > 3:
            turn ^= 7
        for unit in range(UNITS):
            total = numbers[PLACES * UNITS + unit]
            for whose in (0, 1):
                for kind, men in enumerate(kinds):
                    for square in men & sides[whose]:
                        total += numbers[UNITS * (384 * (whose ^ sees) + 64 * kind + (square ^ turn)) + unit]
            said += max(0, total) * (1 if unit < UNITS // 2 else -1) * (1 - 2 * sees)
    return said


def test_it_says_what_its_definition_says_also_with_numbers_as_great_as_there_is_room_for() -> None:
    game, lot = Chess(), random.Random(5)
    nets = [
        shipped(), tuple(lot.randint(-200, 200) for _ in range(NUMBERS)), (GREATEST,) * NUMBERS, (-GREATEST,) * NUMBERS,
        tuple(lot.choice((-GREATEST, GREATEST)) for _ in range(NUMBERS)),
    ]  # fmt: skip
    for state in [game.initial(), *positions(12, 3)]:
        for numbers in nets:
            assert judged(state, game.kings(state), rows(numbers)) == plainly(game, state, numbers)


def test_a_mirrored_board_is_worth_the_same_and_the_other_player_s_turn_the_opposite() -> None:
    game = Chess()
    white = game.read("r4rk1/pp3ppp/2n5/3q4/8/2N2N2/PP3PPP/R2QR1K1 w - - 0 1")
    mirrored = game.read("1kr4r/ppp3pp/5n2/4q3/8/2N2N2/PPP3PP/1K1RQ2R w - - 0 1")
    black = game.read("r4rk1/pp3ppp/2n5/3q4/8/2N2N2/PP3PPP/R2QR1K1 b - - 0 1")
    assert game.added(white) == game.added(mirrored) == -game.added(black) != 0
    assert game.added(game.initial()) == 0


def test_it_is_part_of_the_evaluation_and_has_a_name() -> None:
    game = Chess()
    state = game.read("r4rk1/pp3ppp/2n5/3q4/8/2N2N2/PP3PPP/R2QR1K1 b - - 0 1")
    total = game.in_pawns(state, game.total(state, game.weights))
    assert game.evaluate(state, 1) == pytest.approx((total + game.added(state)) / 64)
    assert game.evaluations["net"].value(game, state, 1) == game.added(state) == -game.evaluations["net"].value(game, state, 0)


def test_a_file_holds_what_was_written(tmp_path: Path) -> None:
    lot = random.Random(1)
    numbers = tuple(lot.randint(-GREATEST, GREATEST) for _ in range(NUMBERS))
    file = tmp_path / "a.net"
    file.write_bytes(packed(numbers, {"command": "by hand"}))
    assert numbers_in(file) == numbers
    assert json.loads(file.read_bytes().split(b"\n")[1])["command"] == "by hand"


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (lambda good: b"", "holds no net of chess"),
        (lambda good: good[:-3], "its numbers are not those that were written"),
        (lambda good: good.replace(b'"units": 32', b'"units": 16'), "holds a net of 16 units; this one has 32"),
        (lambda good: TITLE + b"{}\n", "is damaged"),
        (lambda good: packed((GREATEST + 1,) * NUMBERS, {}), "for which there is no room"),
    ],
)
def test_what_is_no_net_is_told(tmp_path: Path, spoilt: Callable[[bytes], bytes], why: str) -> None:
    file = tmp_path / "a.net"
    file.write_bytes(spoilt(packed((1,) * NUMBERS, {})))
    with pytest.raises(z.SpecError, match=why):
        numbers_in(file)
