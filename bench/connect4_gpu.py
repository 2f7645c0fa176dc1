"""The book of connect four by a graphics card: what its deepest positions are worth, in a minute where a core takes a day or more.

    python bench/connect4_gpu.py connect4.book --plies 8
    zermelo book connect4 --plies 8 --out connect4.book

The first command writes `connect4.book.work`, as `zermelo book` keeps what it has found; the second goes on with it, and writes the same
bytes as if it had found all that by itself. Needs an NVIDIA card and the package numba-cuda. Several searches work at each position, with
actions in other orders and other windows, over one table that fills the card's memory.

A search asks whether a position is worth at least so many points to its player to move, depth first, with a stack in arrays, so that it
can be stopped after so many steps and gone on with. `solver` makes it for any compiler of numba: a test holds it, compiled for a CPU,
against the engine. Order and what is left out are those of P. Pons, Solving Connect 4: how to build a perfect AI, 2015 to 2019.

A board is two words, the own stones and all stones, with `height + 1` bits for each column, the lowest cell first, as in the game. A word
of the table is a position (own + all stones, which no other one has, or its mirror image's if that is less), the least and the most that
it is worth, and how early in the game it is: 49, 6, 6 and 2 bits. One look reads a bucket of four. The empty board is 0, as an empty
word is: it is not for this program.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import cuda

import zermelo
from zermelo.books.positions import Positions
from zermelo.books.work import Work
from zermelo.databases.identity import identity

IDLE, TO_ENTER = -2, -1
"""Depths of a search that is over, or has not begun."""
OPEN, NO, YES = -1, 0, 1
"""What is known of a question."""
KEY: Final = (1 << 49) - 1
LEAST, MOST, EARLY = 49, 55, 61
"""The lowest bits of the parts of a word of the table behind the position."""
ZERO: Final = 32
"""How a bound of 0 is written."""
BUCKET: Final = 4
MIX: Final = -7046029254386353131
"""An odd number whose product with a position is spread over all words."""
THREADS, BLOCK = 98_304, 128
"""Searches at the same time, and in a block of the card's."""
LEVELS: Final = 36
"""Of the stack of each."""
KEPT_FREE: Final = 4 << 30
"""Bytes of the card's memory that the table leaves."""


def solver(jit: Callable[..., Any], count: Callable[..., Any], width: int, height: int) -> Any:
    """The function that goes on with a search, compiled by `jit`; `count`, compiled already, counts the bits of a word."""
    column, cells = height + 1, width * height
    bottom = sum(1 << column * place for place in range(width))
    board = bottom * ((1 << height) - 1)
    cell = (1 << column) - 1
    middle = width // 2
    without_table = cells - 6

    @jit
    def completing(stones, filled):
        """The empty cells that complete a line of four of these stones."""
        found = (stones << 1) & (stones << 2) & (stones << 3)
        for turn in range(3):
            step = column - 1 + turn
            pair = (stones << step) & (stones << 2 * step)
            found |= pair & ((stones << 3 * step) | (stones >> step))
            pair = (stones >> step) & (stones >> 2 * step)
            found |= pair & ((stones << step) | (stones >> 3 * step))
        return found & (board ^ filled)

    @jit
    def position(own, filled):
        """What the table knows a position by."""
        key = own + filled
        other = 0
        for place in range(width):
            other |= ((key >> column * place) & cell) << column * (width - 1 - place)
        return min(key, other)

    @jit
    def bucket(key, bits):
        """The first of the four words in which the table may have a position."""
        mixed = key * MIX
        mixed ^= mixed >> 29
        return ((mixed >> 12) & ((1 << bits) - 1)) * BUCKET

    @jit
    def keep(own, filled, goal, answer, table, bits):
        """Write down that a position is worth at least `goal`, or less; in the place of the latest, if that is no earlier in the game."""
        stones = count(filled)
        if stones >= without_table:
            return
        key = position(own, filled)
        first = bucket(key, bits)
        early = min(3, stones >> 3)
        least, most, place, latest = 0, 63, first + BUCKET - 1, early - 1
        for at in range(first, first + BUCKET):
            word = table[at]
            if word & KEY == key:
                least, most, place = (word >> LEAST) & 63, (word >> MOST) & 63, at
                break
            age = (word >> EARLY) if word else 4
            if age > latest:
                place, latest = at, age
        if answer == YES:
            least = max(least, goal + ZERO)
        else:
            most = min(most, goal - 1 + ZERO)
        table[place] = key | least << LEAST | most << MOST | early << EARLY

    @jit
    def look(own, filled, goal, table, bits, seed):
        """Whether a position in which nobody wins at once is worth `goal`: -1 no, -2 yes, else the columns to try, a byte each.

        The best one is the greatest: by how many cells would complete a line then, by chance if there is a seed, the middle first.
        """
        stones = count(filled)
        others = completing(own ^ filled, filled)
        possible = (filled + bottom) & board
        forced = possible & others
        if forced:
            possible = 0 if forced & (forced - 1) else forced
        possible &= ~(others >> 1)
        if possible == 0:
            return -2 if -((cells - stones) >> 1) >= goal else -1
        if stones >= cells - 2:
            return -2 if goal <= 0 else -1
        if -((cells - 2 - stones) >> 1) >= goal:
            return -2
        if ((cells - 1 - stones) >> 1) < goal:
            return -1
        if stones < without_table:
            key = position(own, filled)
            first = bucket(key, bits)
            for at in range(first, first + BUCKET):
                word = table[at]
                if word & KEY == key:
                    if ((word >> LEAST) & 63) - ZERO >= goal:
                        return -2
                    if ((word >> MOST) & 63) - ZERO < goal:
                        return -1
        moves = 0
        chance = (own + filled) * seed
        for place in range(width):
            stone = possible & (cell << column * place)
            if stone:
                worth = count(completing(own | stone, filled | stone))
                if seed:
                    worth += (chance >> 20 + 5 * place) & (chance >> 22 + 5 * place) & 1
                aside = 2 * (place - middle) if place > middle else 2 * (middle - place) - (1 if place < middle else 0)
                moves |= (1 + 8 * min(worth, 14) + width - 1 - aside) << 8 * place
        return moves

    @jit
    def advance(thread, owns, filleds, moves, depths, goals, seeds, answers, table, bits, steps):
        """Go on with the search of a thread, for so many steps at most."""
        depth = depths[thread]
        if depth == IDLE:
            return
        goal, seed, said = goals[thread], seeds[thread], answers[thread]
        if depth == TO_ENTER:
            found = look(owns[0, thread], filleds[0, thread], goal, table, bits, seed)
            if found < 0:
                depths[thread], answers[thread] = IDLE, -1 - found
                return
            moves[0, thread] = found
            depth, said = 0, OPEN
        step = 0
        while step < steps and depth >= 0:
            step += 1
            own, filled, left = owns[depth, thread], filleds[depth, thread], moves[depth, thread]
            asked = 1 - goal if depth & 1 else goal
            if said == NO or left == 0:  # the child is not worth what it would need, or none was
                said = YES if said == NO else NO
                keep(own, filled, asked, said, table, bits)
                depth -= 1
            else:
                best, at = 0, 0
                for place in range(width):
                    byte = (left >> 8 * place) & 255
                    if byte > best:
                        best, at = byte, place
                moves[depth, thread] = left & ~(255 << 8 * at)
                child, after = own ^ filled, filled | (filled + (1 << column * at)) & (cell << column * at) & board
                found = look(child, after, 1 - asked, table, bits, seed)
                said = OPEN
                if found < 0:
                    said = -1 - found
                else:
                    depth += 1
                    owns[depth, thread], filleds[depth, thread], moves[depth, thread] = child, after, found
        depths[thread] = depth if depth >= 0 else IDLE
        answers[thread] = said

    return advance


class Card:
    """The searches on the card, which share a table."""

    def __init__(self) -> None:
        free = cuda.current_context().get_memory_info().free - KEPT_FREE
        self.bits = (free // (8 * BUCKET)).bit_length() - 1
        self.table = cuda.device_array(BUCKET << self.bits, np.int64)
        self.kernel = self._compiled()
        self.stacks = [cuda.to_device(np.zeros((LEVELS, THREADS), np.int64)) for _ in range(3)]

    def _compiled(self) -> Any:
        @cuda.jit
        def clear(table):
            for at in range(cuda.grid(1), table.shape[0], cuda.gridsize(1)):
                table[at] = 0

        clear[1024, 256](self.table)

        @cuda.jit(device=True)
        def count(word):
            return cuda.popc(word)

        advance = solver(lambda function: cuda.jit(device=True)(function), count, 7, 6)

        @cuda.jit
        def kernel(owns, filleds, moves, depths, goals, seeds, answers, table, bits, steps):
            if cuda.grid(1) < THREADS:
                advance(cuda.grid(1), owns, filleds, moves, depths, goals, seeds, answers, table, bits, steps)

        return kernel

    def run(self, roots: tuple[Any, Any], depths: Any, goals: Any, seeds: Any, answers: Any, steps: int) -> float:
        """Go on with all searches, for so many steps each; `depths` and `answers` are what they come to. The seconds that it took."""
        for stack, row in zip(self.stacks, roots, strict=False):
            stack[0].copy_to_device(row)
        sent = [cuda.to_device(array) for array in (depths, goals, seeds, answers)]
        begun = time.perf_counter()
        self.kernel[THREADS // BLOCK, BLOCK](*self.stacks, *sent, self.table, self.bits, steps)
        cuda.synchronize()
        took = time.perf_counter() - begun
        sent[0].copy_to_host(depths)
        sent[3].copy_to_host(answers)
        return took


def solve(boards: tuple[Any, Any], least: Any, most: Any, run: Callable[..., float]) -> None:
    """Bring the least and the most that each board is worth together.

    boards     the own stones, and all stones, of each
    least, most  what is known of each to begin with
    run        see `Card.run`
    """
    chance = np.random.default_rng(1)
    roots = (np.zeros(THREADS, np.int64), np.zeros(THREADS, np.int64))
    depths, board = np.full(THREADS, IDLE), np.full(THREADS, -1)
    goals, seeds, answers = (np.zeros(THREADS, np.int64) for _ in range(3))
    steps, begun = 1000, time.perf_counter()
    while (unknown := np.flatnonzero(least < most)).size:
        idle = np.flatnonzero(board < 0)
        at_work = np.bincount(board[board >= 0], minlength=least.size)[unknown]
        order = np.argsort(at_work, kind="stable")
        chosen, helping = np.resize(unknown[order], idle.size), np.resize(at_work[order] > 0, idle.size)
        helping[unknown.size :] = True
        low, high = least[chosen], most[chosen]
        middle = np.where((low < 1) & (high >= 1), 1, np.where((low < 0) & (high >= 0), 0, (low + high + 1) // 2))
        other = low + 1 + chance.integers(0, 1 << 30, idle.size) % np.maximum(1, high - low)
        board[idle], depths[idle] = chosen, TO_ENTER
        goals[idle] = np.where(helping & (chance.random(idle.size) < 0.4), other, middle)
        seeds[idle] = np.where(helping & (chance.random(idle.size) < 0.8), chance.integers(1, 1 << 40, idle.size) * 2 + 1, 0)
        for row, words in zip(roots, boards, strict=True):
            row[idle] = words[chosen]
        took = run(roots, depths, goals, seeds, answers, steps)
        steps = int(steps * 1.5) if took < 0.4 else max(1000, int(steps / 1.5)) if took > 1.5 else steps
        done = np.flatnonzero((board >= 0) & (depths == IDLE))
        yes, no = done[answers[done] == YES], done[answers[done] == NO]
        np.maximum.at(least, board[yes], goals[yes])
        np.minimum.at(most, board[no], goals[no] - 1)
        board[done] = -1
        late = np.flatnonzero((board >= 0) & ((goals <= least[board]) | (goals > most[board])))
        board[late], depths[late] = -1, IDLE
        assert (least <= most).all(), "two searches contradict each other"
        print(f"{time.perf_counter() - begun:6.1f} s  {(least == most).sum():,} of {least.size:,} solved", flush=True)


def main() -> None:
    """Write what a graphics card finds where `zermelo book` goes on."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("book", type=Path, metavar="FILE", help="the book that `zermelo book` is to make")
    options.add_argument("--plies", type=int, default=8, metavar="N", help="how far it goes (8)")
    asked = options.parse_args()
    game = zermelo.load_game("connect4(score=True)")
    positions = Positions(game, asked.plies, None)
    states = list(positions.to_solve.values())
    own = np.array([int(state.own) for state in states])
    filled = np.array([int(state.own | state.other) for state in states])
    bounds = np.array([game.bounds(state) for state in states]).T
    least, most = bounds[0].copy(), bounds[1].copy()
    solve((own, filled), least, most, Card().run)
    work = Work(asked.book.with_name(f"{asked.book.name}.work"), game, identity(game, None), asked.plies)
    sign = 1 if game.to_move(states[0]) == zermelo.MAX else -1
    for number, worth in zip(positions.to_solve, least.tolist(), strict=True):
        work.add(number, float(sign * worth), float(sign * worth))
    work.close()
    print(f"{work.path} holds the values of {len(states):,} positions; now: zermelo book connect4 --plies {asked.plies} --out {asked.book}")


if __name__ == "__main__":
    main()
