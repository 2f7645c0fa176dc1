"""Nim: take as many as you like from one heap. Who takes the last one wins; in misère Nim, loses.

With two players the first one loses exactly when the xor of the heaps is 0 (Bouton 1901); in misère Nim too, but
where no heap has more than one: there the first player loses when the number of heaps is odd.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from typing import ClassVar, Final, NamedTuple

from zermelo.board import BARE, MATCH, Board, Piece, board_of
from zermelo.board_text import parts_of, player_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import Game, replace
from zermelo.values import counted

MOST_IN_ALL: Final = 500
"""What all heaps together may hold: a game is never longer than a search can follow it."""
MOST_PLAYERS: Final = 9


class State(NamedTuple):
    """What is left on each heap, and the player to move."""

    heaps: tuple[int, ...]
    player: int


class Nim(Game):
    """Nim with these heaps, for 2 to 9 players.

    An action takes some from one heap; people write the heap as a letter, A the first, and how many: `B3`. As a number
    it is heap * (greatest heap + 1) + how many. Utility: with two players 1 a win, -1 a loss; with n players, each of
    the others loses 1 / (n - 1) when one wins 1. In misère Nim one loses 1, and each of the others wins that much.

    >>> game = Nim((3, 4, 5))
    >>> state = game.result(game.initial(), game.parse(game.initial(), "A2"))
    >>> print(game.show(state))
    A |     1
    B ||||  4
    C ||||| 5
    player 2 to move
    >>> game.write(state)
    '1,4,5 2'
    """

    utility_sum = 0.0
    phrases: ClassVar = {
        "es": {
            "player {} took the last one and has won": "el jugador {} tomó la última y gana",
            "player {} took the last one and has lost": "el jugador {} tomó la última y pierde",
        },
        "pt": {
            "player {} took the last one and has won": "o jogador {} pegou a última e ganha",
            "player {} took the last one and has lost": "o jogador {} pegou a última e perde",
        },
    }

    def __init__(self, heaps: tuple[int, ...] = (3, 4, 5), players: int = 2, misere: bool = False) -> None:
        if not isinstance(heaps, (tuple, list)) or not all(type(heap) is int for heap in heaps):
            raise SpecError(f"heaps={heaps!r} are not numbers in brackets, such as heaps=(3, 4, 5); one heap is heaps=(7,)")
        if not 1 <= len(heaps) <= len(ascii_uppercase):
            raise SpecError(f"{len(heaps)} heaps are not possible; 1 to {len(ascii_uppercase)} are")
        if min(heaps) < 1 or sum(heaps) > MOST_IN_ALL:
            raise SpecError(f"heaps={tuple(heaps)} are not possible; each holds 1 or more, all together at most {MOST_IN_ALL}")
        if not 2 <= players <= MOST_PLAYERS:
            raise SpecError(f"players={players} is not possible; 2 to {MOST_PLAYERS} are")
        self.heaps, self.players, self.misere = tuple(heaps), players, bool(misere)
        self.max_actions = sum(heaps)
        share = 1 / (players - 1)
        self.utility_range = (-1.0, share) if misere else (-share, 1.0)
        self._stride = max(heaps) + 1

    # The rules

    def initial(self) -> State:
        return State(self.heaps, 0)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        for heap in range(len(state.heaps)):
            for taken in range(1, state.heaps[heap] + 1):
                yield heap * self._stride + taken

    def result(self, state: State, action: int) -> State:
        heap, taken = action // self._stride, action % self._stride
        return State(replace(state.heaps, heap, state.heaps[heap] - taken), (state.player + 1) % self.players)

    def is_terminal(self, state: State) -> bool:
        return max(state.heaps) == 0

    def utility(self, state: State, player: int) -> float:
        took_the_last = (state.player + self.players - 1) % self.players
        worth = 1.0 if player == took_the_last else -1.0 / (self.players - 1)
        return -worth if self.misere else worth

    # For people

    def name(self, state: State, action: int) -> str:
        heap, taken = divmod(action, self._stride)
        return f"{ascii_uppercase[heap]}{taken}"

    def show(self, state: State) -> str:
        most, digits = max(self.heaps), len(str(max(self.heaps)))
        rows = [f"{name} {'|' * heap:<{most}} {heap:>{digits}}" for name, heap in zip(ascii_uppercase, state.heaps, strict=False)]
        return "\n".join([*rows, self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return f"player {state.player + 1} to move"
        took_the_last = (state.player - 1) % self.players + 1
        return f"player {took_the_last} took the last one and has {'lost' if self.misere else 'won'}"

    def picture(self, state: State) -> Board:
        most = max(1, *self.heaps)
        rows = ["|" * heap + " " * (most - heap) for heap in state.heaps]
        return board_of(rows, {"|": Piece(MATCH)}, BARE, upwards=ascii_uppercase[: len(rows)], news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """The first of the matches that go; those after it go too."""
        heap, taken = divmod(action, self._stride)
        return (heap * max(1, *self.heaps) + state.heaps[heap] - taken,)

    def write(self, state: State) -> str:
        """The heaps with commas between, and the number of the player to move, from 1: `3,4,5 1`."""
        return f"{','.join(map(str, state.heaps))} {state.player + 1}"

    def read(self, text: str) -> State:
        written, mover = parts_of(text, ("the heaps", "the player to move"), self._example())
        heaps = tuple(self._number(word, text) for word in written.split(","))
        if len(heaps) != len(self.heaps):
            raise PositionError(f"{text!r} has {counted(len(heaps), 'heap')}; {len(self.heaps)} are needed, as {self._example()}")
        for name, heap, first in zip(ascii_uppercase, heaps, self.heaps, strict=False):
            if heap > first:
                raise PositionError(f"heap {name} has {heap}; it begins with {first}, and nothing is ever put on it")
        return State(heaps, player_of(mover, [str(player + 1) for player in range(self.players)], self._example()))

    def _number(self, word: str, text: str) -> int:
        if not (word.isascii() and word.isdecimal() and len(word) < 10):
            raise PositionError(f"{word!r} in {text!r} is not a number from 0 up; a position reads as {self._example()}")
        return int(word)
