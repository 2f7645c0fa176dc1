"""Leduc poker: two players, six cards, two rounds of betting, and a card on the table between them.

1. The pack has two jacks, two queens and two kings. Each player puts a chip into the pot and is dealt a card, face down.
2. A round of betting: in turn, a player folds, calls (or checks: puts in as much as the other has), or raises. Nobody
   folds who has nothing to call. Raises are of 2 chips in the first round and of 4 in the second, at most two a round. The
   round is over when a raise is called or both have checked.
3. Then a card is dealt on the table, face up, and there is a second round, which the same player begins.
4. Who folds loses the pot. Else, in the end, a pair with the card on the table wins, and without a pair the higher card;
   equal cards share the pot.

Source: F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, Bayes' bluff: opponent
modelling in poker, UAI 2005.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import BARE, CARD, CARD_BACK, CHIPS, Board, Piece
from zermelo.errors import PositionError
from zermelo.game import CHANCE, MAX, Game, replace

NO_CARD: Final = -1
"""In the place of a card that is not dealt yet."""
FACE_DOWN: Final = -2
"""In the place of a card that the observer does not see."""
NOTHING, FOLD, CALL, RAISE = -1, 0, 1, 2
CARDS: Final = 6
MOST_RAISES: Final = 2
TURNS: Final = 4
"""The most of one round: check, raise, raise, call."""
FIRST, SECOND, OVER = 0, 1, 2
NOBODY: Final = -1
_LETTERS: Final = "fcr"
_EXAMPLE: Final = "'JhQs crc Ks rr'"


class State(NamedTuple):
    """What both hold (two cards of a rank are 2 * rank and 2 * rank + 1), what lies on the table, and the betting.

    bets    the actions of the first round in four places, then those of the second
    round   FIRST, SECOND or OVER
    turn    how many turns the round has had
    chips   what each player has put into the pot
    folded  who has, or NOBODY
    """

    cards: tuple[int, ...]
    table: int
    bets: tuple[int, ...]
    round: int
    turn: int
    chips: tuple[int, ...]
    folded: int


class Leduc(Game):
    """Leduc poker for two players.

    The rules are at the top of this file. The actions are 0 to fold, 1 to call or check, 2 to raise; chance deals the card
    of that number, 0 the jack of spades and 5 the king of hearts. Utility: the chips won or lost, at most 13. A position
    is both cards, the first round, the card on the table and the second round: `JhQs crc Ks rr`; an observation has ?? for
    a card face down, and -- stands for one not yet dealt.

    >>> game = Leduc()
    >>> state = game.read("JhQs crc Ks r")
    >>> print(game.show(game.observe(state, 0)))
    player 1  Jh   7 chips
    player 2  ??   3 chips
    table     Ks
    check raise call, raise
    player 2 to move
    """

    players = 2
    chance = True
    hidden = True
    max_actions = CARDS
    utility_range = (-13.0, 13.0)
    phrases: ClassVar = {
        "es": {
            "check": "pasar",
            "call": "igualar",
            "fold": "retirarse",
            "raise": "subir",
            "a card is dealt": "se reparte una carta",
            "the cards decide": "deciden las cartas",
            "the pot is shared": "el bote se reparte",
        },
        "pt": {
            "check": "passar",
            "call": "pagar",
            "fold": "desistir",
            "raise": "aumentar",
            "a card is dealt": "uma carta é distribuída",
            "the cards decide": "as cartas decidem",
            "the pot is shared": "o pote é dividido",
        },
    }

    # The rules

    def initial(self) -> State:
        return State((NO_CARD, NO_CARD), NO_CARD, (NOTHING,) * (2 * TURNS), FIRST, 0, (1, 1), NOBODY)

    def to_move(self, state: State) -> int:
        if state.cards[1] == NO_CARD or (state.round == SECOND and state.table == NO_CARD):
            return CHANCE
        return state.turn % 2

    def actions(self, state: State) -> Iterable[int]:
        player = state.turn % 2
        if state.chips[player] < state.chips[1 - player]:
            yield FOLD
        yield CALL
        if self._raises(state) < MOST_RAISES:
            yield RAISE

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        first, second = state.cards
        left = CARDS - (first != NO_CARD) - (second != NO_CARD)
        for card in range(CARDS):
            if card != first and card != second:
                yield card, 1 / left

    def result(self, state: State, action: int) -> State:
        cards, table, bets, round_, turn, chips, folded = state
        if self.to_move(state) == CHANCE:
            if cards[1] != NO_CARD:
                table = action
            else:
                cards = replace(cards, 0 if cards[0] == NO_CARD else 1, action)
            return State(cards, table, bets, round_, turn, chips, folded)
        player = turn % 2
        bets = replace(bets, TURNS * round_ + turn, action)
        if action == FOLD:
            return State(cards, table, bets, OVER, turn + 1, chips, player)
        if action == RAISE:
            chips = replace(chips, player, chips[1 - player] + (2 if round_ == FIRST else 4))
            return State(cards, table, bets, round_, turn + 1, chips, folded)
        chips = replace(chips, player, chips[1 - player])
        if turn == 0:
            return State(cards, table, bets, round_, 1, chips, folded)
        return State(cards, table, bets, round_ + 1, 0, chips, folded)

    def is_terminal(self, state: State) -> bool:
        return state.round == OVER

    def utility(self, state: State, player: int) -> float:
        other = 1 - player
        if state.folded != NOBODY:
            return -state.chips[player] if state.folded == player else state.chips[other]
        own, others = self._strength(state, player), self._strength(state, other)
        return state.chips[other] if own > others else -state.chips[player] if own < others else 0

    def observe(self, state: State, player: int) -> State:
        cards = state.cards
        shown = state.round == OVER and state.folded == NOBODY
        if cards[1 - player] != NO_CARD and not shown:
            cards = replace(cards, 1 - player, FACE_DOWN)
        return State(cards, state.table, state.bets, state.round, state.turn, state.chips, state.folded)

    def _raises(self, state: State) -> int:
        """How many raises the round has had."""
        raises = 0
        for turn in range(state.turn):
            if state.bets[TURNS * state.round + turn] == RAISE:
                raises += 1
        return raises

    def _strength(self, state: State, player: int) -> int:
        """The higher, the better: the rank of the card, and above all ranks for a pair."""
        rank = state.cards[player] // 2
        return rank + CARDS if rank == state.table // 2 else rank

    # For people

    def name(self, state: State, action: int) -> str:
        if self.to_move(state) == CHANCE:
            return card_name(action)
        return _called(state.chips[0] != state.chips[1], action)

    def show(self, state: State) -> str:
        rows = [
            f"player {player + 1}  {card_name(state.cards[player])}  {chips:>2} chip{'s' if chips > 1 else ''}"
            for player, chips in enumerate(state.chips)
        ]
        rows.append(f"table     {card_name(state.table)}")
        told = ", ".join(" ".join(_history(bets)) for bets in self._rounds(state) if bets)
        return "\n".join([*rows, *([told] if told else []), self._news(state)])

    def sees(self, state: State) -> Iterable[str]:
        """The own card, what was done in the first round, the card on the table, and what was done then."""
        first, second = self._rounds(state)
        yield card_name(state.cards[self.to_move(state)])
        yield from _history(first)
        if state.table != NO_CARD:
            yield card_name(state.table)
        yield from _history(second)

    def _rounds(self, state: State) -> list[list[int]]:
        """The actions of both rounds."""
        return [[bet for bet in state.bets[first : first + TURNS] if bet != NOTHING] for first in (0, TURNS)]

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return "a card is dealt" if self.to_move(state) == CHANCE else f"player {self.to_move(state) + 1} to move"
        if state.folded == NOBODY and FACE_DOWN in state.cards:
            return "the cards decide"
        won = self.utility(state, MAX)
        return "the pot is shared" if won == 0 else f"player {1 if won > 0 else 2} has won {abs(won):g}"

    def picture(self, state: State) -> Board:
        rows = [(_piece(state.cards[player]), Piece(CHIPS, text=str(state.chips[player]))) for player in (0, 1)]
        made = (rows[0], (_piece(state.table), None), rows[1])
        return Board(made, BARE, upwards=("1", "", "2"), news=self._news(state))

    def write(self, state: State) -> str:
        """Both cards, the first round, the card on the table, the second round: `JhQs crc Ks rr`."""
        first, second = ("".join(_LETTERS[bet] for bet in bets) for bets in self._rounds(state))
        cards = "".join(map(card_name, state.cards))
        table = "" if state.table == NO_CARD else card_name(state.table)
        return " ".join(word for word in (cards, first, table, second) if word)

    def read(self, text: str) -> State:
        words = text.split()
        if not 1 <= len(words) <= 4:
            raise PositionError(f"{text!r} is not a position; that is cards, bets, a card and bets, as {_EXAMPLE}")
        cards = words[0]
        if len(cards) != 4:
            raise PositionError(f"{cards!r} are not two cards of two letters each, as in {_EXAMPLE}")
        pair = _read_card(cards[:2]), _read_card(cards[2:])
        if pair[0] == NO_CARD and pair[1] != NO_CARD:
            raise PositionError(f"{cards!r} deals out of turn; the first player's card comes first")
        state = self.initial()._replace(cards=pair)
        if len(words) > 1:
            state = self._bet(state, words[1], text)
        if len(words) > 2:
            if not (state.round == SECOND and state.table == NO_CARD):
                raise PositionError(f"{text!r} has {words[2]!r} on the table before the first round is over")
            state = state._replace(table=_read_card(words[2]))
        if len(words) > 3:
            state = self._bet(state, words[3], text)
        dealt = [card for card in (*pair, state.table) if card >= 0]
        if len(set(dealt)) < len(dealt):
            raise PositionError(f"{text!r} has a card twice; there is one of each")
        return state

    def _bet(self, state: State, letters: str, text: str) -> State:
        for letter in letters:
            if self.is_terminal(state) or self.to_move(state) == CHANCE:
                raise PositionError(f"{text!r} bets on where the round is over or a card is to be dealt; a position reads as {_EXAMPLE}")
            legal = [_LETTERS[action] for action in self.actions(state)]
            if letter not in legal:
                raise PositionError(f"{letter!r} in {text!r} is not what can be done there: {' '.join(legal)} (fold, call or check, raise)")
            state = self.result(state, _LETTERS.index(letter))
        return state


def card_name(card: int) -> str:
    """The card as people write it: `Ks` the king of spades."""
    return {NO_CARD: "--", FACE_DOWN: "??"}.get(card) or "JQK"[card // 2] + "sh"[card % 2]


def _read_card(word: str) -> int:
    known = {card_name(card): card for card in range(FACE_DOWN, CARDS)}
    if word not in known:
        raise PositionError(f"{word!r} is not a card: {' '.join(map(card_name, range(CARDS)))}, ?? face down or -- not dealt")
    return known[word]


def _called(is_answer: bool, action: int) -> str:
    return ("fold", "call" if is_answer else "check", "raise")[action]


def _history(bets: list[int]) -> list[str]:
    return [_called(RAISE in bets[:turn], bet) for turn, bet in enumerate(bets)]


def _piece(card: int) -> Piece | None:
    if card == NO_CARD:
        return None
    return Piece(CARD_BACK) if card == FACE_DOWN else Piece(CARD, player=card % 2, text="JQK"[card // 2] + "♠♥"[card % 2])
