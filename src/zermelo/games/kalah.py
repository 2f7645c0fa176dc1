"""Kalah: seeds are sown round the board, one by one; who has the most of them in the own store wins.

The cells in the order of sowing, with six houses a side; south is MAX and begins:

        12 11 10  9  8  7          north's houses, 6 5 4 3 2 1 for north
     13                   6        north's store and south's store
         0  1  2  3  4  5          south's houses, 1 2 3 4 5 6 for south

1. The mover takes all seeds of one of their houses and sows them one by one into the cells that follow, the own
   store among them, the other's left out. Sowing may go round; the house it began in gets a seed then too.
2. If the last seed falls into the own store, the same player moves again.
3. If it falls into an own house that was empty, and there are seeds in the house opposite, the mover puts both that
   seed and those opposite into the own store. (By the rule of *empty captures* the mover takes the seed in any case.)
4. The game ends as soon as all houses of a side are empty, whoever is to move; the other side's seeds go to its own store.

Sources: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000 (with empty captures).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.board import PITS, SEEDS, Board, Piece
from zermelo.board_text import parts_of, player_of
from zermelo.display import verdict
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, Game, replace
from zermelo.units import Unit

MOST_HOUSES: Final = 20
MOST_SEEDS: Final = 50


class State(NamedTuple):
    """The seeds in each cell, in the order of sowing from south's first house, and the player to move."""

    cells: tuple[int, ...]
    player: int


class Kalah(Game):
    """Kalah with `pits` houses a side (1 to 20) and `seeds` in each (1 to 50).

    The rules are at the top of this file. An action is the number of a house, from 1, counted by its owner from left to
    right. Utility: the seeds in the own store less those in the other's, as in the literature. The evaluation is the
    same before the end.

    >>> game = Kalah()
    >>> state = game.result(game.initial(), 3)
    >>> print(game.show(state))
        6  5  4  3  2  1
        4  4  4  4  4  4
     0                    1
        4  4  0  5  5  5
        1  2  3  4  5  6
    south to move
    >>> game.write(state)
    '4,4,0,5,5,5 1 4,4,4,4,4,4 0 south'
    """

    def __init__(self, pits: int = 6, seeds: int = 4, empty_capture: bool = False) -> None:
        if not 1 <= pits <= MOST_HOUSES:
            raise SpecError(f"{pits} pits a side are not possible; 1 to {MOST_HOUSES} are")
        if not 1 <= seeds <= MOST_SEEDS:
            raise SpecError(f"{seeds} seeds a pit are not possible; 1 to {MOST_SEEDS} are")
        self.pits, self.seeds, self.empty_capture = pits, seeds, bool(empty_capture)
        self.max_actions = pits
        self._all = 2 * pits * seeds
        self._ring = 2 * pits + 2
        self.measured_in = Unit("seed", digits=0)
        self.utility_range = (-float(self._all), float(self._all))

    # The rules

    def initial(self) -> State:
        side = (self.seeds,) * self.pits + (0,)
        return State(side + side, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        first = self._first(state.player)
        for house in range(self.pits):
            if state.cells[first + house] > 0:
                yield house + 1

    def result(self, state: State, action: int) -> State:
        player, store = state.player, self._store(state.player)
        cell = self._first(player) + action - 1
        hand = state.cells[cell]
        cells = replace(state.cells, cell, 0)
        while hand > 0:
            cell = (cell + 1) % self._ring
            if cell != self._store(1 - player):
                cells = replace(cells, cell, cells[cell] + 1)
                hand -= 1
        if cell == store:
            return self._swept(cells, player)
        if self._owns(player, cell) and cells[cell] == 1:
            opposite = 2 * self.pits - cell
            if cells[opposite] > 0 or self.empty_capture:
                cells = replace(cells, store, cells[store] + cells[opposite] + 1)
                cells = replace(replace(cells, cell, 0), opposite, 0)
        return self._swept(cells, 1 - player)

    def is_terminal(self, state: State) -> bool:
        return self.stored(state, MAX) + self.stored(state, MIN) == self._all

    def utility(self, state: State, player: int) -> int:
        return self.stored(state, player) - self.stored(state, 1 - player)

    def stored(self, state: State, player: int) -> int:
        """The seeds in a player's store."""
        return state.cells[self._store(player)]

    def _swept(self, cells: tuple[int, ...], player: int) -> State:
        """The state with these cells and `player` to move; once a side has no seeds in its houses, the rest goes to the stores."""
        south, north = self._in_houses(cells, MAX), self._in_houses(cells, MIN)
        if south == 0 or north == 0:
            for cell in range(self._ring):
                seeds = cells[cell]
                if cell == self._store(MAX):
                    seeds += south
                elif cell == self._store(MIN):
                    seeds += north
                else:
                    seeds = 0
                cells = replace(cells, cell, seeds)
        return State(cells, player)

    def _in_houses(self, cells: tuple[int, ...], player: int) -> int:
        seeds = 0
        for house in range(self.pits):
            seeds += cells[self._first(player) + house]
        return seeds

    def _first(self, player: int) -> int:
        """The cell of a player's first house."""
        return player * (self.pits + 1)

    def _store(self, player: int) -> int:
        """The cell of a player's store."""
        return self._first(player) + self.pits

    def _owns(self, player: int, cell: int) -> bool:
        return self._first(player) <= cell < self._store(player)

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """The lead in the stores."""
        return self.stored(state, player) - self.stored(state, 1 - player)

    # For people

    def show(self, state: State) -> str:
        """The board as at the top of this file: north's houses and their numbers, the stores, south's houses and theirs."""
        south, north = (state.cells[self._first(p) : self._store(p)] for p in (MAX, MIN))
        numbers = range(1, self.pits + 1)
        stores = f"{self.stored(state, MIN):>2}{'   ' * self.pits}{self.stored(state, MAX):>3}"
        rows = [self._row(reversed(numbers)), self._row(reversed(north)), stores, self._row(south), self._row(numbers)]
        return "\n".join([*rows, self._news(state)])

    def picture(self, state: State) -> Board:
        south, north = ([self._seeds(seeds) for seeds in state.cells[self._first(p) : self._store(p)]] for p in (MAX, MIN))
        stores = [self._seeds(self.stored(state, player)) for player in (MIN, MAX)]
        middle = (stores[0], *(None for _ in south), stores[1])
        numbers = ["", *(str(number) for number in range(1, self.pits + 1)), ""]
        return Board(((None, *reversed(north), None), middle, (None, *south, None)), PITS, tuple(numbers), news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        wide = self.pits + 2
        return (2 * wide + action,) if state.player == MAX else (self.pits + 1 - action,)

    def _seeds(self, seeds: int) -> Piece:
        return Piece(SEEDS, text=str(seeds))

    def _row(self, cells: Iterable[int]) -> str:
        return "  " + "".join(f"{seeds:>3}" for seeds in cells)

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return f"{('south', 'north')[state.player]} to move"
        return verdict(self.utility(state, MAX), ("south", "north"), by=True)

    def write(self, state: State) -> str:
        """South's houses and store, north's houses and store, and who is to move: `4,4,4 0 4,4,4 0 south`."""
        sides = (f"{','.join(map(str, state.cells[self._first(p) : self._store(p)]))} {self.stored(state, p)}" for p in (MAX, MIN))
        return f"{' '.join(sides)} {('south', 'north')[state.player]}"

    def read(self, text: str) -> State:
        parts = ("south's houses", "south's store", "north's houses", "north's store", "the player to move")
        *sides, mover = parts_of(text, parts, self._example())
        player = player_of(mover, ("south", "north"), self._example())
        south, north = (self._read_side(name, *two) for name, two in (("south", sides[:2]), ("north", sides[2:])))
        cells = south + north
        if sum(cells) != self._all:
            raise PositionError(f"{text!r} has {sum(cells)} seeds; {self._all} are needed")
        if (sum(south[:-1]) == 0) != (sum(north[:-1]) == 0):
            raise PositionError(f"{text!r} has seeds in the houses of one side only; the game is over then, and they go to its store")
        return State(cells, player)

    def _read_side(self, name: str, houses: str, store: str) -> tuple[int, ...]:
        numbers = houses.split(",")
        if len(numbers) != self.pits:
            raise PositionError(f"{name} has {len(numbers)} houses in {houses!r}; {self.pits} are needed, as {self._example()}")
        for number in (*numbers, store):
            if not (number.isascii() and number.isdecimal() and len(number) < 10):
                raise PositionError(f"{name} has {number!r} seeds in a cell; that is not a number from 0 up")
        return tuple(int(number) for number in (*numbers, store))
