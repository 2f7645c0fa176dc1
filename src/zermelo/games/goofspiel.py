"""Goofspiel, or the game of pure strategy: bids for prizes, made at once, each card once.

1. Both players hold the cards 1 to n, and see each other's. The prizes 1 to n are turned up one by one.
2. For each prize both lay a card at the same time. The higher card takes the prize, that is as many points as stand on it; equal
   cards take nothing. The two cards are out of the game.
3. When all prizes are gone, the points of the one less those of the other are what is won.

Sources: S. M. Ross, Goofspiel - the game of pure strategy, Journal of Applied Probability 8, 1971; G. C. Rhoads and L. Bartholdi,
Computer solution to the game of pure strategy, Games 3, 2012.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import BARE, CARD, CARD_BACK, Board, Piece
from zermelo.display import verdict
from zermelo.errors import PositionError, SpecError
from zermelo.game import ALL, CHANCE, MAX, Game

MOST_CARDS: Final = 13
NO_PRIZE: Final = 0
"""In the place of the prize while the next one is still to be turned up, and when there is none left."""
_NONE: Final = "-"
RANDOM, UP, DOWN = "random", "up", "down"
"""How prizes may come: by chance, the lowest first, or the highest first."""


class State(NamedTuple):
    """The cards of both players, the prizes still face down, the one for which they bid, and by how many points the first leads."""

    first: Bits
    second: Bits
    prizes: Bits
    prize: int
    lead: int


class Goofspiel(Game):
    """Goofspiel with the `cards` 1 to n (at most 13) for two. `prizes` come at "random", "up", "down", or as in (2, 3, 1).

    The rules are at the top of this file. An action is the number of a card, of chance that of a prize. Utility: the points of the
    player less those of the other; with `wins` 1 for more of them, -1 for fewer, 0 for as many. A position is the two hands, the
    prizes face down, the prize (`-` where there is none) and the lead of the first player: `1,2 1,3 1 2 -3`.

    >>> game = Goofspiel(3, "down")
    >>> state = game.result(game.initial(), (2, 3))
    >>> print(game.show(state))
    player 1  1 3
    player 2  1 2
    prize     2, and later 1
    player 2 leads by 3
    """

    simultaneous = True
    phrases: ClassVar = {
        "es": {
            "{} leads by {}": "{} lleva {} de ventaja",
        },
        "pt": {
            "{} leads by {}": "{} está {} à frente",
        },
    }

    def __init__(self, cards: int = 4, prizes: str | tuple[int, ...] = RANDOM, wins: bool = False) -> None:
        if not 1 <= cards <= MOST_CARDS:
            raise SpecError(f"goofspiel with {cards} cards is not possible; 1 to {MOST_CARDS} are")
        orders = {RANDOM: tuple(range(1, cards + 1)), UP: tuple(range(1, cards + 1)), DOWN: tuple(range(cards, 0, -1))}
        order = orders.get(prizes, ()) if isinstance(prizes, str) else tuple(prizes)
        if sorted(order) != list(range(1, cards + 1)):
            raise SpecError(
                f"prizes={prizes!r} is not how the prizes 1 to {cards} come: {', '.join(map(repr, orders))}, or each of them once"
            )
        self.cards, self.prizes, self.wins = cards, prizes, wins
        self.chance = prizes == RANDOM
        self.max_actions = cards
        most = 1.0 if wins else cards * (cards + 1) / 2
        self.utility_range = (-most, most)
        self._order = order

    # The rules

    def initial(self) -> State:
        return self._next(_cards(range(1, self.cards + 1)), _cards(range(1, self.cards + 1)), _cards(range(1, self.cards + 1)), 0)

    def to_move(self, state: State) -> int:
        return CHANCE if state.prize == NO_PRIZE else ALL

    def actions(self, state: State, player: int) -> Iterable[int]:  # type: ignore[override]  # all choose at once
        yield from state.first if player == MAX else state.second

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        for prize in state.prizes:
            yield prize, 1 / state.prizes.count()

    def chance_result(self, state: State, action: int) -> State:
        return State(state.first, state.second, state.prizes & ~(Bits(1) << action), action, state.lead)

    def result(self, state: State, actions: tuple[int, int]) -> State:  # type: ignore[override]
        won = 0 if actions[0] == actions[1] else state.prize if actions[0] > actions[1] else -state.prize
        first, second = state.first & ~(Bits(1) << actions[0]), state.second & ~(Bits(1) << actions[1])
        return self._next(first, second, state.prizes, state.lead + won)

    def is_terminal(self, state: State) -> bool:
        return not state.first

    def utility(self, state: State, player: int) -> float:
        worth = state.lead if player == MAX else -state.lead
        if not self.wins:
            return worth
        return 0 if worth == 0 else 1 if worth > 0 else -1

    def _next(self, first: Bits, second: Bits, prizes: Bits, lead: int) -> State:
        """The state in which the next prize is turned up, or chance is to do that."""
        if self.chance or not prizes:
            return State(first, second, prizes, NO_PRIZE, lead)
        prize = self._order[self.cards - first.count()]
        return State(first, second, prizes & ~(Bits(1) << prize), prize, lead)

    # For people

    def show(self, state: State) -> str:
        rows = [f"player 1  {_told(state.first)}", f"player 2  {_told(state.second)}"]
        if state.prize != NO_PRIZE:
            rows.append(f"prize     {state.prize}" + (f", and later {self._later(state)}" if state.prizes else ""))
        elif state.prizes:
            rows.append(f"a prize is turned up: {_told(state.prizes)}")
        news = self._news(state)
        return "\n".join([*rows, news] if news else rows)

    def _news(self, state: State) -> str:
        if self.is_terminal(state):
            return verdict(state.lead, ("player 1", "player 2"), by=True)
        return f"player {1 if state.lead > 0 else 2} leads by {abs(state.lead)}" if state.lead else ""

    def picture(self, state: State) -> Board:
        """The cards of the first player, the prizes between, those of the second; what comes by chance lies face down."""
        cards = range(1, self.cards + 1)
        hands = [tuple(Piece(CARD, text=str(card)) if card in hand else None for card in cards) for hand in (state.first, state.second)]
        prizes = [Piece(CARD_BACK) if self.chance else Piece(CARD, 1, str(prize)) for prize in self._prizes_to_come(state)]
        turned = [] if state.prize == NO_PRIZE else [Piece(CARD, 1, str(state.prize))]
        between = (*turned, *prizes, *[None] * (self.cards - len(turned) - len(prizes)))
        return Board((hands[0], between, hands[1]), BARE, upwards=("1", "", "2"), news=self._news(state))

    def _prizes_to_come(self, state: State) -> list[int]:
        """The prizes face down, in their order where that is known."""
        return list(state.prizes) if self.chance else [prize for prize in self._order if prize in state.prizes]

    def _later(self, state: State) -> str:
        """The prizes to come, in their order where that is known."""
        return " ".join(map(str, self._prizes_to_come(state)))

    def write(self, state: State) -> str:
        """Hands, prizes face down, the prize, the lead: `1,2 1,3 1 2 -3`."""
        hands = [",".join(map(str, cards)) or _NONE for cards in (state.first, state.second, state.prizes)]
        return " ".join([*hands, str(state.prize) if state.prize != NO_PRIZE else _NONE, str(state.lead)])

    def read(self, text: str) -> State:
        words = text.split()
        if len(words) != len(State._fields):
            raise PositionError(
                f"{text!r} is not a position; that is two hands, the prizes face down, the prize, the lead: {self._example()}"
            )
        first, second, prizes = (self._read_cards(word, text) for word in words[:3])
        prize = NO_PRIZE if words[3] == _NONE else self._read_number(words[3], text)
        lead = self._read_number(words[4], text)
        up = prize != NO_PRIZE
        if not first.count() == second.count() == prizes.count() + up:
            raise PositionError(f"{text!r} has hands that do not go with the prizes; there is a card for each, as in {self._example()}")
        if up and (not 1 <= prize <= self.cards or prize in prizes):
            raise PositionError(f"the prize {prize} in {text!r} is none of 1 to {self.cards}, or still face down")
        if not self.chance and State(first, second, prizes, prize, lead) != self._next(first, second, prizes | _cards([prize] * up), lead):
            raise PositionError(f"the prizes in {text!r} do not come in the order {' '.join(map(str, self._order))}")
        if abs(lead) > self.cards * (self.cards + 1) // 2:
            raise PositionError(f"nobody can lead by {abs(lead)} points, as in {text!r}")
        return State(first, second, prizes, prize, lead)

    def _read_cards(self, word: str, text: str) -> Bits:
        numbers = [] if word == _NONE else [self._read_number(part, text) for part in word.split(",")]
        if len(set(numbers)) != len(numbers) or not all(1 <= number <= self.cards for number in numbers):
            raise PositionError(f"{word!r} in {text!r} is not some of the cards 1 to {self.cards}, as {self._example()}")
        return _cards(numbers)

    def _read_number(self, word: str, text: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise PositionError(f"{word!r} in {text!r} is not a number; a position is written as {self._example()}") from None


def _cards(numbers: Iterable[int]) -> Bits:
    return Bits(sum(1 << number for number in numbers))


def _told(cards: Bits) -> str:
    return " ".join(map(str, cards)) or _NONE
