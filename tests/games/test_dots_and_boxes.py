"""Dots and boxes: its rules side by side, values that are published, and an independent dynamic program."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache

import pytest

import zermelo as z
from zermelo.bits import Bits
from zermelo.errors import PositionError, SpecError
from zermelo.games.dots_and_boxes import DotsAndBoxes, State

VALUES = {(1, 1): -1, (1, 2): 0, (1, 3): -1, (1, 4): 0, (1, 5): -1, (1, 6): 0, (1, 7): -1, (2, 2): 2, (2, 3): -2, (2, 4): 2, (3, 3): -3}
"""The first player's boxes less the second's, by rows and columns; 3 x 3 as D. Wilson found it (Dots-and-boxes analysis, 2002)."""


def sides_of(rows: int, columns: int) -> list[list[frozenset[tuple[int, int]]]]:
    """The boxes, each as its sides: pairs of dots, which have numbers row by row."""

    def dot(row: int, column: int) -> int:
        return row * (columns + 1) + column

    def box(y: int, x: int) -> list[frozenset[int]]:
        corners = [dot(y, x), dot(y, x + 1), dot(y + 1, x + 1), dot(y + 1, x)]
        return [frozenset((corners[place], corners[(place + 1) % 4])) for place in range(4)]

    return [box(y, x) for y in range(rows) for x in range(columns)]  # type: ignore[return-value]


Sides = frozenset[frozenset[int]]


def by_dynamic_programming(rows: int, columns: int) -> Callable[[Sides], dict[frozenset[int], int]]:
    """From sets of sides alone: what drawing each other side wins the player to move more than the other, of the boxes that are left."""
    boxes = [frozenset(box) for box in sides_of(rows, columns)]
    sides = sorted({side for box in boxes for side in box}, key=sorted)
    masks = [sum(1 << sides.index(side) for side in box) for box in boxes]

    def worth(drawn: int, side: int) -> int:
        after = drawn | 1 << side
        won = sum(mask & after == mask and mask >> side & 1 for mask in masks)
        return won + left(after) if won else -left(after)

    @cache
    def left(drawn: int) -> int:
        return max((worth(drawn, side) for side in range(len(sides)) if not drawn >> side & 1), default=0)

    def worths(drawn: Sides) -> dict[frozenset[int], int]:
        number = sum(1 << sides.index(side) for side in drawn)
        return {side: worth(number, place) for place, side in enumerate(sides) if side not in drawn}

    return worths


def name_of(side: frozenset[int], columns: int) -> str:
    """What people call a side."""
    return "-".join(f"{'abcdefgh'[dot % (columns + 1)]}{dot // (columns + 1) + 1}" for dot in sorted(side))


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (3, 2)])
def test_games_at_random_go_as_on_paper(size: tuple[int, int]) -> None:
    """Sides are pairs of dots here, and whose box is whose is written down."""
    rows, columns = size
    game, chooser, boxes = DotsAndBoxes(rows, columns), random.Random(3), sides_of(rows, columns)
    for _ in range(30):
        state, mover, drawn, won = game.initial(), 0, set(), [0, 0]
        while not game.is_terminal(state):
            assert game.to_move(state) == mover
            names = {game.name(state, action): action for action in game.actions(state)}
            free = {name_of(side, columns): side for box in boxes for side in box if side not in drawn}
            assert names.keys() == free.keys()
            name = chooser.choice(sorted(names))
            drawn.add(free[name])
            closed = sum(free[name] in box and drawn.issuperset(box) for box in boxes)
            assert game.reward(state, names[name]) == closed
            won[mover] += closed
            state = game.result(state, names[name])
            assert game.read(game.write(state)) == state
            mover = mover if closed else 1 - mover
        assert sum(won) == rows * columns
        assert game.utility(state, 0) == 0


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)])
def test_the_dynamic_program_finds_the_known_values(size: tuple[int, int]) -> None:
    assert max(by_dynamic_programming(*size)(frozenset()).values()) == VALUES[tuple(sorted(size))]


SMALL = [(1, 1), (1, 2), (1, 3), (2, 1), (1, 4), (2, 2)]


COMPILED = [pytest.param((1, 3), "compiled", marks=pytest.mark.slow), ((2, 2), "compiled")]  # a kernel for each size


@pytest.mark.parametrize(("size", "mode"), [*((size, "interpreted") for size in SMALL), *COMPILED])
def test_small_boards_are_worth_what_is_known(size: tuple[int, int], mode: str) -> None:
    game = DotsAndBoxes(*size)
    found = z.best(game, mode=mode)
    assert (found.value, found.proved) == (VALUES[tuple(sorted(size))], True)
    line = z.play_game(game, [lambda state: found.line[state.drawn.count()]] * 2)
    assert (len(found.line), line.utilities) == (game.max_actions, (found.value, -found.value))
    assert z.play_game(game, ["engine", "engine"], mode=mode).utilities == (found.value, -found.value)


@pytest.mark.slow
@pytest.mark.parametrize("size", [size for size in VALUES if size[0] * size[1] > 4 and size != (3, 3)])
def test_larger_boards_compiled(size: tuple[int, int]) -> None:
    assert z.Engine(DotsAndBoxes(*size), mode="compiled").value().value == VALUES[size]


@pytest.mark.slow
def test_nine_boxes_are_solved_at_once() -> None:
    """The second player wins by 3. A state knows nothing of boxes won before, so its value is found in seconds."""
    found = z.Engine(DotsAndBoxes(3, 3), mode="compiled").solve()
    assert (found.value, found.proved) == (VALUES[3, 3], True)
    assert found.nodes < 500_000


def candidates_that_are_best(size: tuple[int, int], positions: Iterable[State]) -> tuple[int, int]:
    """Hold the best of `candidates` to the best of all sides; returns how many there are of both."""
    rows, columns = size
    game, worths = DotsAndBoxes(rows, columns), by_dynamic_programming(rows, columns)
    named = {name_of(side, columns): side for box in sides_of(rows, columns) for side in box}
    sides = {action: named[game.name(game.initial(), action)] for action in game.actions(game.initial())}
    kept = legal = 0
    for state in positions:
        chosen = list(game.candidates(state))
        found = worths(frozenset(sides[side] for side in state.drawn))
        assert set(chosen) <= set(game.actions(state))
        assert len(set(chosen)) == len(chosen)
        assert max(found[sides[action]] for action in chosen) == max(found.values()), game.write(state)
        kept, legal = kept + len(chosen), legal + len(found)
    return kept, legal


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2)])
def test_of_each_set_of_sides_a_best_one_is_a_candidate(size: tuple[int, int]) -> None:
    """On 2 x 2 there are rings of four, whole and cut open, and chains of each length to the rim and to boxes with three sides open."""
    count = DotsAndBoxes(*size).max_actions
    kept, legal = candidates_that_are_best(size, (State(Bits(drawn), 0) for drawn in range((1 << count) - 1)))
    assert kept < legal / 2


@pytest.mark.parametrize("size", [(1, 5), (2, 3), (3, 2)])
def test_of_sets_of_sides_at_random_a_best_one_is_a_candidate(size: tuple[int, int]) -> None:
    count, chooser = DotsAndBoxes(*size).max_actions, random.Random(5)
    drawn = [sum(1 << side for side in range(count) if chooser.random() < 0.6) for _ in range(1500)]
    kept, legal = candidates_that_are_best(size, (State(Bits(number), 0) for number in drawn if number < (1 << count) - 1))
    assert kept < legal / 2


@pytest.mark.parametrize(("size", "mode"), [((1, 2), "interpreted"), pytest.param((2, 2), "compiled", marks=pytest.mark.slow)])
def test_what_needs_no_search_changes_no_value(size: tuple[int, int], mode: str) -> None:
    """`candidates` and `bounds` are proofs: without them every position of games at random is worth the same."""
    game, chooser = DotsAndBoxes(*size), random.Random(1)
    plain = z.Engine(game, mode=mode, candidates=False, bounds=False, symmetries=0)
    engine = z.Engine(game, mode=mode)
    for _ in range(40):
        state = game.initial()
        while not game.is_terminal(state):
            assert engine.value(state).value == plain.value(state).value, game.write(state)
            state = game.result(state, chooser.choice(list(game.actions(state))))


def test_positions_that_are_none_are_refused() -> None:
    game = DotsAndBoxes(1, 2)
    for text in ("../.../.. z", "../... x", "../../.. x", "./|.|/.. x", "||/.../.. x", "x"):
        with pytest.raises(PositionError):
            game.read(text)
    for rows, columns in ((0, 3), (6, 6), (1, 21)):
        with pytest.raises(SpecError, match="63 sides at most"):
            DotsAndBoxes(rows, columns)
    assert DotsAndBoxes(5, 5).max_actions == 60


def test_the_check_finds_nothing() -> None:
    assert z.check(DotsAndBoxes(1, 2), compile=False, games=10, budget=5).ok
