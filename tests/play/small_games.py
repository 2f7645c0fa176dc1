"""Some small games that the tests of players, matches and the command line play."""

from typing import NamedTuple

from zermelo import CHANCE, MAX, MIN, Game


class Heap(NamedTuple):
    matches: int
    player: int


class Race(Game):
    """Take 1 or 2 matches; who takes the last one wins. Won by the first player unless 3 divides the matches."""

    def __init__(self, matches=7, fault=""):
        self.matches = matches
        self._divisor = 0 if fault == "result" else 1
        self._fault = fault
        if fault == "init":
            raise RuntimeError("not today")

    def initial(self):
        return Heap(self.matches, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        yield 1
        if state.matches > 1:
            yield 2

    def result(self, state, action):
        if state.matches == 3:
            return Heap((state.matches - action) // self._divisor, 1 - state.player)
        return Heap(state.matches - action, 1 - state.player)

    def is_terminal(self, state):
        return state.matches == 0

    def utility(self, state, player):
        return 1 if state.player != player else -1

    def name(self, state, action):
        return f"TAKE{action}"

    def write(self, state):
        if self._fault == "write":
            raise KeyError("no words")
        return super().write(state)


class Coin(Game):
    """MAX bets 1 or 3, a coin is tossed (0 or 1), and MAX wins or loses the bet."""

    chance = True

    def initial(self):
        return (MAX, 0, 0)  # to move, bet, won

    def to_move(self, state):
        return state[0]

    def actions(self, state):
        return [1, 3]

    def result(self, state, action):
        if state[0] == MAX:
            return (CHANCE, action, 0)
        return (MIN, state[1], 1 if action else -1)

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def is_terminal(self, state):
        return state[0] == MIN

    def utility(self, state, player):
        return state[1] * state[2] * (1 if player == MAX else -1)


class Three(Race):
    """The race for three players: who takes the last match wins 2, the others lose 1."""

    players = 3

    def result(self, state, action):
        return Heap(state.matches - action, (state.player + 1) % 3)

    def utility(self, state, player):
        return 2 if player == (state.player + 2) % 3 else -1


class Forever(Game):
    """Both players pass, and pass, and pass."""

    def initial(self):
        return MAX

    def to_move(self, state):
        return state

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return 1 - state

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0


class Round(Forever):
    """The same, but a game in which a position comes back is worth 5 to MAX."""

    repetition = 5


class Stuck(Forever):
    """Nobody can move, yet the game is not over."""

    def actions(self, state):
        return []
