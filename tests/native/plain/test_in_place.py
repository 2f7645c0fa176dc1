"""Long tuples that are changed where they lie: the same as in plain Python, where none ever changes."""
# ruff: noqa: E731  a lambda has a name here, as in rules

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import pytest

from tests.native.plain.running import compiled, runnable
from zermelo.game import replace


class Board(NamedTuple):
    cells: tuple[int, ...]
    mover: int
    marks: tuple[float, ...]


def row(k: int) -> tuple[int, ...]:
    return (k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7, k + 8, k + 9)


def board(k: int) -> Board:
    return Board(row(k), k & 1, (k / 2, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5))


def total(cells: tuple[int, ...]) -> int:
    made = 0
    for place in range(10):
        made = made * 31 % 1000003 + cells[place]
    return made


def sown(game: Any, k: int) -> int:
    cells, hand, cell = row(k), 23, k % 10
    while hand > 0:
        cells = replace(cells, cell, cells[cell] + 1)
        cell = (cell + 1) % 10
        hand -= 1
    return total(cells)


def a_copy_stays_as_it_is(game: Any, k: int) -> int:
    cells = row(k)
    before = cells
    cells = replace(cells, k % 10, 50)
    other = replace(before, (k + 1) % 10, 60)
    return total(cells) + 7 * total(before) + 11 * total(other) + cells[k % 10]


def what_is_put_is_looked_at_first(game: Any, k: int) -> int:
    cells, i, j = row(k), k % 10, (k + 3) % 10
    cells = replace(replace(cells, i, cells[j]), j, cells[i])
    cells = replace(replace(replace(cells, 0, cells[9]), 9, cells[0]), k % 10, cells[(k + 9) % 10] - 5)
    return total(cells)


def of_another(game: Any, k: int) -> int:
    cells, other = row(k), row(2 * k)
    cells = replace(other, k % 10, cells[(k + 2) % 10])
    return total(cells) * 3 + total(other)


def on_one_way_only(game: Any, k: int) -> int:
    cells = row(k)
    if k % 3 == 0:
        cells = replace(cells, k % 10, 99)
    elif k % 3 == 1:
        cells = row(k + 1)
    return total(cells) + cells[(k + 1) % 10]


def gone_through_while_it_changes(game: Any, k: int) -> int:
    cells = row(k)
    made = 0
    for cell in cells:
        cells = replace(cells, (cell + 1) % 10, 3)
        made = made * 7 % 10007 + cell
    return made + total(cells)


def named_meanwhile(game: Any, k: int) -> int:
    cells = row(k)
    made = cells[(cells := replace(cells, 3, 5))[3]]
    cells = replace(cells, (cells := row(3 * k))[0] % 10, 1)
    return made + total(cells)


def within_a_state(game: Any, k: int) -> int:
    state = board(k)
    state = Board(replace(state.cells, k % 10, state.cells[(k + 1) % 10]), 1 - state.mover, replace(state.marks, k % 9, 0.25))
    marks = replace(state.marks, (k + 4) % 9, 9.75)
    return total(state.cells) + state.mover + int(4 * (state.marks[k % 9] + state.marks[(k + 4) % 9] + marks[(k + 4) % 9]))


def of_wider_members(game: Any, k: int) -> int:
    cells = row(k)
    halves = replace(cells, k % 10, 0.5)
    return int(2 * (halves[k % 10] + halves[(k + 1) % 10])) + total(cells)


def from_the_end(game: Any, k: int) -> int:
    cells = row(k)
    return cells[-1 - k % 10] + cells[-10 + k % 10] * 3 + cells[True]


def seen_from_within(game: Any, k: int) -> int:
    cells = row(k)
    looked = lambda place: cells[place]
    cells = replace(cells, 4, 77)
    return looked(4) + sum(cells[place] for place in range(k % 10))


def square(k: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple((k + 3 * i + j) % 7 for j in range(4)) for i in range(4))


def at(cells: tuple[tuple[int, ...], ...], i: int, j: int) -> int:
    return cells[i][j]


def trace(cells: tuple[tuple[int, ...], ...]) -> int:
    return sum(at(cells, i, i) * 10**i for i in range(4))


def of_rows_of_rows(game: Any, k: int) -> int:
    cells = square(k)
    i, j = k % 4, (k + 1) % 4
    return cells[i][j] + 7 * cells[-1 - i][j] + 49 * cells[2][i] + 343 * cells[j][1] + 2401 * sum(cells[i])


def lent_to_functions_that_lend_it(game: Any, k: int) -> int:
    cells, before = square(k), square(k + 1)
    for i in range(3):
        before, cells = cells, tuple(cells[j] if j != i else before[i] for j in range(4))
    return trace(cells) + 3 * trace(before) + at((cells[1], cells[0], cells[3], cells[2]), k % 4, 1)


def lent_and_changed_meanwhile(game: Any, k: int) -> int:
    cells, found = row(k), 0
    summed = partial(total, cells)
    for _ in range(3):
        cells = replace(cells, k % 10, found % 100)
        found += total(cells) + summed()
    return found + taken(cells, total(cells := replace(cells, 2, 5)))


def taken(cells: tuple[int, ...], more: int) -> int:
    return 3 * cells[2] + more + cells[more % 10]


def lent_and_changed_where_it_is_used(game: Any, k: int) -> int:
    cells = row(k)
    return doubled(cells, k % 10) * 1000 + total(cells)


def doubled(cells: tuple[int, ...], place: int) -> int:
    cells = replace(cells, place, 2 * cells[place])
    return total(cells)


PIECES = [
    sown, a_copy_stays_as_it_is, what_is_put_is_looked_at_first, of_another, on_one_way_only, gone_through_while_it_changes,
    named_meanwhile, within_a_state, of_wider_members, from_the_end, seen_from_within, of_rows_of_rows, lent_to_functions_that_lend_it,
    lent_and_changed_meanwhile, lent_and_changed_where_it_is_used,
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.__name__)
def test_a_piece_gives_what_it_does_in_plain_python(piece):
    program, made = compiled(piece, None)
    assert not program.refusals([made])
    run = runnable(program, made)
    assert [run(k) for k in range(24)] == [piece(None, k) for k in range(24)]


def put(game: Any, k: int) -> int:
    cells = replace(row(0), 1, 1)
    cells = replace(cells, k, 1)
    return total(cells)


def looked_at(game: Any, k: int) -> int:
    cells = replace(row(0), 1, 1)
    return cells[k]


@pytest.mark.parametrize("piece", [put, looked_at])
@pytest.mark.parametrize("place", [10, -11, 1 << 62, -(1 << 63)])
def test_a_place_that_is_not_there_is_an_error(piece, place):
    with pytest.raises(IndexError):
        piece(None, place)
    with pytest.raises(RuntimeError, match="IndexError: "):
        runnable(*compiled(piece, None))(place)


def test_replace_counts_no_places_from_the_end():
    with pytest.raises(RuntimeError, match="IndexError: "):
        runnable(*compiled(put, None))(-1)
