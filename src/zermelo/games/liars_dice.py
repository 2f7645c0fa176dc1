"""Liar's dice: everyone rolls under a cup and bids on what lies under all of them, higher and higher, until one is called a liar.

1. Each player rolls the own dice and looks at them; nobody sees another's.
2. In turn, a player bids that there are at least this many dice of a face under all the cups, or calls the last bid a lie.
   A bid is higher than the one before: of more dice, or of as many of a higher face. The first player has to bid.
3. At "liar" all dice are shown. The highest face is wild: it counts as any face. If there are as many as the bid said, who
   made it wins and who called loses; else the other way round.

Source: the rules and the numbers of the actions are those of OpenSpiel (Lanctot et al., OpenSpiel: a framework for
reinforcement learning in games, 2019).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import BARE, CUP, DIE, Board, Piece
from zermelo.errors import PositionError, SpecError
from zermelo.game import CHANCE, Game, replace
from zermelo.values import counted

MOST_BIDS: Final = 63
NOT_ROLLED: Final = 0
"""In the place of a die that is not rolled yet."""
COVERED: Final = -1
"""In the place of a die that the observer does not see."""
WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BIDS: Final = {
    f"{{}} {name}": f"{{}} de {face}" for face, word in enumerate(WORDS, 1) for name in (word, "sixes" if word == "six" else f"{word}s")
}
"""How bids are told in Spanish and in Portuguese."""
_SIGNS: Final = {NOT_ROLLED: "-", COVERED: "?"}


class State(NamedTuple):
    """The dice of the first player, in order, then those of the second, and so on; the bids made; whether "liar" was called.

    Bid number (count - 1) * faces + face - 1 says that there are `count` dice of `face`. As bids go upwards, a set of
    them says who made which.
    """

    dice: tuple[int, ...]
    bids: Bits
    called: bool


class LiarsDice(Game):
    """Liar's dice for 2 or more `players`, each with this many `dice` of this many `faces` (2 to 9).

    The rules are at the top of this file. An action is the number of a bid, called "3 fives", or "liar" after the last of
    them. Chance rolls the dice one by one. Utility: 1 a win, -1 a loss, and with more than two players 0 to those who were
    not in it. A position is the dice, the bids and the call: `25,46 1x3 2x5 liar`; in an observation ? is a die under a
    cup, and - stands for one not yet rolled.

    >>> game = LiarsDice()
    >>> state = game.read("2,6 1x3 2x5")
    >>> print(game.show(game.observe(state, 0)))
    player 1  2  1 three
    player 2  ?  2 fives
    player 1 to move
    """

    chance = True
    hidden = True
    phrases: ClassVar = {
        "es": {
            **_BIDS,
            "liar": "mentiroso",
            "the dice are rolled": "se tiran los dados",
            "the dice decide": "deciden los dados",
        },
        "pt": {
            **_BIDS,
            "liar": "mentiroso",
            "the dice are rolled": "os dados são lançados",
            "the dice decide": "os dados decidem",
        },
    }

    def __init__(self, dice: int = 1, faces: int = 6, players: int = 2) -> None:
        if not 2 <= faces <= len(WORDS):
            raise SpecError(f"dice with {faces} faces are not possible; 2 to {len(WORDS)} faces are")
        if players < 2 or dice < 1:
            raise SpecError(f"{players} players with {dice} dice each cannot play; it takes 2 or more with 1 or more")
        if players * dice * faces > MOST_BIDS:
            raise SpecError(
                f"{players * dice} dice with {faces} faces make {players * dice * faces} bids; at most {MOST_BIDS} are possible"
            )
        self.dice, self.faces, self.players = dice, faces, players
        self.liar = players * dice * faces
        self.max_actions = max(self.liar, faces)
        self.utility_range = (-1.0, 1.0)

    # The rules

    def initial(self) -> State:
        return State((NOT_ROLLED,) * (self.players * self.dice), Bits(0), False)

    def to_move(self, state: State) -> int:
        if state.dice[self.players * self.dice - 1] == NOT_ROLLED:
            return CHANCE
        return state.bids.count() % self.players

    def actions(self, state: State) -> Iterable[int]:
        lowest = state.bids.highest() + 1 if state.bids else 0
        yield from range(lowest, self.liar)
        if state.bids:
            yield self.liar

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        for face in range(1, self.faces + 1):
            yield face, 1 / self.faces

    def result(self, state: State, action: int) -> State:
        if self.to_move(state) == CHANCE:
            return State(self._rolled(state.dice, action), state.bids, state.called)
        if action == self.liar:
            return State(state.dice, state.bids, True)
        return State(state.dice, state.bids | (Bits(1) << action), state.called)

    def is_terminal(self, state: State) -> bool:
        return state.called

    def utility(self, state: State, player: int) -> float:
        caller = state.bids.count() % self.players
        bidder = (caller + self.players - 1) % self.players
        holds = self._there(state) >= state.bids.highest() // self.faces + 1
        if player == bidder:
            return 1 if holds else -1
        if player == caller:
            return -1 if holds else 1
        return 0

    def observe(self, state: State, player: int) -> State:
        dice = state.dice
        if not state.called:
            for place in range(len(dice)):
                if place // self.dice != player and dice[place] != NOT_ROLLED:
                    dice = replace(dice, place, COVERED)
        return State(dice, state.bids, state.called)

    def _rolled(self, dice: tuple[int, ...], face: int) -> tuple[int, ...]:
        """The dice with one more, in its place among those of the same player, which are in order."""
        place = 0
        while dice[place] != NOT_ROLLED:
            place += 1
        while place % self.dice != 0 and dice[place - 1] > face:
            dice = replace(dice, place, dice[place - 1])
            place -= 1
        return replace(dice, place, face)

    def _there(self, state: State) -> int:
        """How many dice show the face of the last bid, or the wild one."""
        face = state.bids.highest() % self.faces + 1
        there = 0
        for die in state.dice:
            if die in (face, self.faces):
                there += 1
        return there

    # For people

    def name(self, state: State, action: int) -> str:
        if self.to_move(state) == CHANCE:
            return str(action)
        return "liar" if action == self.liar else self._bid(action)

    def _bid(self, bid: int) -> str:
        count, word = bid // self.faces + 1, WORDS[bid % self.faces]
        return counted(count, word, "sixes" if word == "six" else "")

    def show(self, state: State) -> str:
        bids = list(state.bids)
        rows = []
        for player in range(self.players):
            said = ", ".join(self._bid(bid) for bid in bids[player :: self.players])
            if state.called and len(bids) % self.players == player:
                said += ", liar" if said else "liar"
            rows.append(f"player {player + 1}  {' '.join(map(_sign, self._hand(state, player)))}  {said}".rstrip())
        return "\n".join([*rows, self._news(state)])

    def _hand(self, state: State, player: int) -> tuple[int, ...]:
        return state.dice[player * self.dice : (player + 1) * self.dice]

    def _news(self, state: State) -> str:
        if not state.called:
            return "the dice are rolled" if self.to_move(state) == CHANCE else f"player {self.to_move(state) + 1} to move"
        if COVERED in state.dice:
            return "the dice decide"
        winner = next(player for player in range(self.players) if self.utility(state, player) > 0)
        return f"player {winner + 1} has won"

    def picture(self, state: State) -> Board:
        rows = tuple(tuple(map(_piece, self._hand(state, player))) for player in range(self.players))
        numbers = tuple(str(player + 1) for player in range(self.players))
        last = f"{self._bid(state.bids.highest())}; " if state.bids else ""
        return Board(rows, BARE, upwards=numbers, news=last + self._news(state))

    def write(self, state: State) -> str:
        """The dice by player, the bids, and `liar` if it was called: `25,46 1x3 2x5 liar`."""
        hands = ",".join("".join(map(_sign, self._hand(state, player))) for player in range(self.players))
        bids = [f"{bid // self.faces + 1}x{bid % self.faces + 1}" for bid in state.bids]
        return " ".join([hands, *bids, *(["liar"] if state.called else [])])

    def read(self, text: str) -> State:
        words = text.split()
        if not words:
            raise PositionError(f"an empty text is not a position; one reads as {self._example()}")
        state = self.initial()._replace(dice=self._read_dice(words[0]))
        if len(words) > 1 and NOT_ROLLED in state.dice:
            raise PositionError(f"{text!r} bids before all dice are rolled; write only the dice, as {words[0]!r}")
        for word in words[1:]:
            if state.called:
                raise PositionError(f"{text!r} goes on after 'liar', which ends the game")
            action = self._read_bid(word)
            if action not in self.actions(state):
                told = "nothing to call a lie" if action == self.liar else "not higher than the bid before it"
                raise PositionError(f"{word!r} in {text!r} is {told}; a position reads as {self._example()}")
            state = self.result(state, action)
        return state

    def _read_dice(self, word: str) -> tuple[int, ...]:
        hands = word.split(",")
        known = {"-": NOT_ROLLED, "?": COVERED, **{str(face): face for face in range(1, self.faces + 1)}}
        if len(hands) != self.players or any(len(hand) != self.dice for hand in hands):
            raise PositionError(f"{word!r} are not {self.dice} dice for each of {self.players} players, as in {self._example()}")
        for sign in word.replace(",", ""):
            if sign not in known:
                raise PositionError(f"{sign!r} in {word!r} is not a die: 1 to {self.faces}, ? under a cup or - not rolled")
        dice = tuple(known[sign] for hand in hands for sign in sorted(hand, key=lambda sign: (sign == "-", sign)))
        if "-" in word.replace(",", "").rstrip("-"):
            raise PositionError(f"{word!r} rolls out of turn; dice are rolled in the order of the players")
        return dice

    def _read_bid(self, word: str) -> int:
        if word == "liar":
            return self.liar
        count, _, face = word.partition("x")
        if not (count.isdecimal() and face.isdecimal() and 1 <= int(count) <= self.players * self.dice and 1 <= int(face) <= self.faces):
            most = f"1x1 to {self.players * self.dice}x{self.faces}"
            raise PositionError(f"{word!r} is not a bid, {most}, nor 'liar'; a position reads as {self._example()}")
        return (int(count) - 1) * self.faces + int(face) - 1

    def _example(self) -> str:
        return repr(",".join(["2" * self.dice] * self.players) + " 1x1 1x2")


def _sign(die: int) -> str:
    return _SIGNS.get(die) or str(die)


def _piece(die: int) -> Piece | None:
    if die == NOT_ROLLED:
        return None
    return Piece(CUP) if die == COVERED else Piece(DIE, text=str(die))
