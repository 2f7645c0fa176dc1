"""Kuhn poker: a pack of one card more than players, a card each, and one bet.

1. Each player puts a chip into the pot and is dealt a card. No two cards are equal, and nobody sees another's.
2. In turn, a player checks or bets one chip. Once there is a bet, each of the others has one turn to call it, for a chip
   too, or to fold.
3. When all have checked, or have answered the bet, the highest card of those who have not folded takes the pot. These
   show their cards then, if there are two of them or more.

Sources: H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games I, 1950; for more players
M. Lanctot, Further developments of extensive-form replicator dynamics using the sequence-form representation, AAMAS 2014.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import BARE, CARD, CARD_BACK, CHIPS, Board, Piece
from zermelo.errors import PositionError, SpecError
from zermelo.game import CHANCE, Game, replace
from zermelo.values import counted

MOST_PLAYERS: Final = 10
NO_CARD: Final = -1
"""In the place of a card that is not dealt yet."""
FACE_DOWN: Final = -2
"""In the place of a card that the observer does not see."""
NOTHING, PASS, BET = -1, 0, 1
RANKS: Final = "3456789TJQK"
"""The cards are the last of these."""
_SIGNS: Final = {NO_CARD: "-", FACE_DOWN: "?"}


class State(NamedTuple):
    """Each player's card, 0 the lowest; and what was done in turn: PASS (check, fold) or BET (bet, call), else NOTHING."""

    cards: tuple[int, ...]
    bets: tuple[int, ...]


class Kuhn(Game):
    """Kuhn poker for 2 to 10 `players`.

    The rules are at the top of this file. Action 0 is to check or to fold, 1 to bet or to call; chance deals the card of
    that number. Utility: the chips won or lost. A position is the cards in the order of the players and what was done,
    p for pass and b for bet: `KQ pb`; an observation has ? for a card face down, and - stands for one not yet dealt.

    >>> game = Kuhn()
    >>> state = game.read("KQ p")
    >>> print(game.show(game.observe(state, 1)))
    player 1  ?  1 chip   check
    player 2  Q  1 chip
    player 2 to move
    >>> game.write(game.observe(state, 0))
    'K? p'
    """

    chance = True
    hidden = True
    phrases: ClassVar = {
        "es": {
            "check": "pasar",
            "bet": "apostar",
            "fold": "retirarse",
            "call": "igualar",
            "the cards are dealt": "se reparten las cartas",
            "the highest card takes the pot": "la carta más alta se lleva el bote",
            "{} takes the pot and has won {}": "{} se lleva el bote y gana {}",
        },
        "pt": {
            "check": "passar",
            "bet": "apostar",
            "fold": "desistir",
            "call": "pagar",
            "the cards are dealt": "as cartas são distribuídas",
            "the highest card takes the pot": "a carta mais alta leva o pote",
            "{} takes the pot and has won {}": "{} leva o pote e ganha {}",
        },
    }

    def __init__(self, players: int = 2) -> None:
        if not 2 <= players <= MOST_PLAYERS:
            raise SpecError(f"players={players} is not possible; 2 to {MOST_PLAYERS} are")
        self.players = players
        self.max_actions = players + 1
        self.utility_range = (-2.0, 2.0 * (players - 1))
        self._names = RANKS[-players - 1 :]

    # The rules

    def initial(self) -> State:
        return State((NO_CARD,) * self.players, (NOTHING,) * (2 * self.players - 1))

    def to_move(self, state: State) -> int:
        return CHANCE if state.cards[self.players - 1] == NO_CARD else self._turns(state) % self.players

    def actions(self, state: State) -> Iterable[int]:
        yield PASS
        yield BET

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        left = self.players + 1 - self._dealt(state)
        for card in range(self.players + 1):
            if not self._is_out(state, card):
                yield card, 1 / left

    def result(self, state: State, action: int) -> State:
        if self.to_move(state) == CHANCE:
            return State(replace(state.cards, self._dealt(state), action), state.bets)
        return State(state.cards, replace(state.bets, self._turns(state), action))

    def is_terminal(self, state: State) -> bool:
        bettor = self._bettor(state)
        return self._turns(state) == (self.players if bettor == NOTHING else bettor + self.players)

    def utility(self, state: State, player: int) -> float:
        pot, winner = 0, -1
        for other in range(self.players):
            pot += self._paid(state, other)
            if self._is_in(state, other) and (winner == -1 or state.cards[other] > state.cards[winner]):
                winner = other
        return (pot if player == winner else 0) - self._paid(state, player)

    def observe(self, state: State, player: int) -> State:
        cards = state.cards
        for other in range(self.players):
            if other != player and cards[other] != NO_CARD and not self._is_shown(state, other):
                cards = replace(cards, other, FACE_DOWN)
        return State(cards, state.bets)

    def _dealt(self, state: State) -> int:
        dealt = 0
        for card in state.cards:
            if card != NO_CARD:
                dealt += 1
        return dealt

    def _is_out(self, state: State, card: int) -> bool:
        """Whether a player holds the card."""
        for held in state.cards:  # noqa: SIM110  what compiles has no `any`
            if held == card:
                return True
        return False

    def _turns(self, state: State) -> int:
        """How many turns there were."""
        turns = 0
        for bet in state.bets:
            if bet != NOTHING:
                turns += 1
        return turns

    def _bettor(self, state: State) -> int:
        """The player who has bet, or NOTHING."""
        for player in range(self.players):
            if state.bets[player] == BET:
                return player
        return NOTHING

    def _paid(self, state: State, player: int) -> int:
        """The chips that a player has put into the pot."""
        paid = 1
        for turn in range(player, len(state.bets), self.players):
            if state.bets[turn] == BET:
                paid += 1
        return paid

    def _is_in(self, state: State, player: int) -> bool:
        """Whether a player has a claim on the pot once all have had their turns."""
        return self._bettor(state) == NOTHING or self._paid(state, player) == 2

    def _is_shown(self, state: State, player: int) -> bool:
        """Whether the others see the card of a player: at the end, if others are still in."""
        if not self.is_terminal(state) or not self._is_in(state, player):
            return False
        still_in = 0
        for other in range(self.players):
            if self._is_in(state, other):
                still_in += 1
        return still_in > 1

    # For people

    def name(self, state: State, action: int) -> str:
        if self.to_move(state) == CHANCE:
            return self._names[action]
        return self._called(self._bettor(state) != NOTHING, action)

    def _called(self, is_answer: bool, action: int) -> str:
        return (("check", "bet"), ("fold", "call"))[is_answer][action]

    def show(self, state: State) -> str:
        wide = max(2, len(str(self.players)))
        rows = []
        for player in range(self.players):
            paid = self._paid(state, player)
            chips = counted(paid, "chip")
            row = f"player {player + 1:<{wide - 1}}  {self._card(state.cards[player])}  {chips:<8} {self._history(state, player)}"
            rows.append(row.rstrip())
        return "\n".join([*rows, self._news(state)])

    def _history(self, state: State, player: int) -> str:
        turns = range(player, self._turns(state), self.players)
        return " ".join(self._called(BET in state.bets[:turn], state.bets[turn]) for turn in turns)

    def sees(self, state: State) -> Iterable[str]:
        """The own card, and what was done in turn."""
        yield self._card(state.cards[self.to_move(state)])
        for turn in range(self._turns(state)):
            yield self._called(BET in state.bets[:turn], state.bets[turn])

    def _card(self, card: int) -> str:
        return _SIGNS.get(card) or self._names[card]

    def _news(self, state: State) -> str:
        if self.is_terminal(state):
            return self._result(state)
        return "the cards are dealt" if self.to_move(state) == CHANCE else f"player {self.to_move(state) + 1} to move"

    def _result(self, state: State) -> str:
        claims = [player for player in range(self.players) if self._is_in(state, player)]
        if len(claims) > 1 and any(state.cards[player] == FACE_DOWN for player in claims):
            return "the highest card takes the pot"
        winner = max(claims, key=lambda player: state.cards[player])
        return f"player {winner + 1} takes the pot and has won {self.utility(state, winner):g}"

    def picture(self, state: State) -> Board:
        rows = tuple(
            (self._piece(state.cards[player]), Piece(CHIPS, text=str(self._paid(state, player)))) for player in range(self.players)
        )
        return Board(rows, BARE, upwards=tuple(str(player + 1) for player in range(self.players)), news=self._news(state))

    def _piece(self, card: int) -> Piece | None:
        if card == NO_CARD:
            return None
        return Piece(CARD_BACK) if card == FACE_DOWN else Piece(CARD, text=self._names[card])

    def write(self, state: State) -> str:
        """The cards, and what was done: `KQ pb`."""
        cards = "".join(map(self._card, state.cards))
        bets = "".join("pb"[bet] for bet in state.bets if bet != NOTHING)
        return f"{cards} {bets}".rstrip()

    def read(self, text: str) -> State:
        words = text.split()
        if not 1 <= len(words) <= 2:
            raise PositionError(f"{text!r} is not a position; that is the cards and what was done, as {self._example()}")
        cards, letters = self._read_cards(words[0]), words[1] if len(words) == 2 else ""
        if letters and NO_CARD in cards:
            raise PositionError(f"{text!r} bets before all cards are dealt; write only the cards, as {words[0]!r}")
        state = State(cards, self.initial().bets)
        for letter in letters:
            if letter not in "pb":
                raise PositionError(f"{letter!r} in {text!r} is not what a player does: p to pass or b to bet, as in {self._example()}")
            if self.is_terminal(state):
                raise PositionError(f"{text!r} goes on after the game is over; {self.write(state)!r} is its end")
            state = self.result(state, "pb".index(letter))
        return state

    def _read_cards(self, word: str) -> tuple[int, ...]:
        if len(word) != self.players:
            raise PositionError(f"{word!r} has {len(word)} cards; {self.players} are needed, as in {self._example()}")
        known = {"-": NO_CARD, "?": FACE_DOWN, **{name: card for card, name in enumerate(self._names)}}
        for letter in word:
            if letter not in known:
                raise PositionError(f"{letter!r} in {word!r} is not a card: {' '.join(self._names)}, ? face down or - not dealt")
        cards = tuple(known[letter] for letter in word)
        twice = [letter for letter in word if letter in self._names and word.count(letter) > 1]
        if twice:
            raise PositionError(f"{word!r} has {twice[0]!r} twice; there is one of each card")
        if "-" in word.rstrip("-"):
            raise PositionError(f"{word!r} deals out of turn; the cards are dealt in the order of the players")
        return cards

    def _example(self) -> str:
        return repr(self._names[: -self.players - 1 : -1] + " pb")
