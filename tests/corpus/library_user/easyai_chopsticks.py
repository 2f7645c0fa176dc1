"""Chopsticks, with two hands of one finger each at the beginning.

In a turn you either tap: one of your hands, which has fingers up, touches a hand of the opponent which has fingers up, too,
and this hand gets as many fingers more as yours has; from five on it is dead (0). Or you split: you move some fingers from
one of your hands to the other, such that no hand gets five or more and the hands are not just swapped; a
dead hand comes alive again in this way. Who has two dead hands loses. After 30 turns it is a draw.
"""

from copy import deepcopy

from zermelo import Game

HANDS = 2
DRAW = 30


class ChopsticksState:
    """What easyAI would hold in the game itself: `hands`, `player`, and how many turns have been played."""

    def __init__(self):
        self.hands = [[1] * HANDS for _ in range(2)]
        self.player = 0
        self.turns = 0

    def key(self):
        return tuple(tuple(hand) for hand in self.hands), self.player, self.turns

    def __eq__(self, other):
        return isinstance(other, ChopsticksState) and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())

    def __repr__(self):
        return f"ChopsticksState{self.key()}"

    @property
    def mine(self):
        return self.hands[self.player]

    @property
    def theirs(self):
        return self.hands[1 - self.player]

    def possible_moves(self):
        moves = []
        for i in range(HANDS):
            for j in range(HANDS):
                if self.mine[i] != 0 and self.theirs[j] != 0:
                    moves.append("tap %d %d" % (i, j))
        for i in range(HANDS):
            for n in range(1, self.mine[i] + 1):
                after = [self.mine[i] - n, self.mine[1 - i] + n]
                if after[1] < 5 and sorted(after) != sorted(self.mine):
                    moves.append("split %d %d" % (i, n))
        return moves

    def make_move(self, move):
        kind, a, b = move.split()
        a, b = int(a), int(b)
        if kind == "tap":
            self.theirs[b] += self.mine[a]
            if self.theirs[b] >= 5:
                self.theirs[b] = 0
        else:
            self.mine[a] -= b
            self.mine[1 - a] += b
        self.player = 1 - self.player
        self.turns += 1

    def lose(self):
        return max(self.mine) == 0

    def win(self):
        return max(self.theirs) == 0

    def is_over(self):
        return self.lose() or self.win() or self.turns >= DRAW


class Chopsticks(Game):
    """An action is the place of a move in the list of possible moves."""

    def initial(self):
        return ChopsticksState()

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return list(range(len(state.possible_moves())))

    def result(self, state, action):
        state = deepcopy(state)
        state.make_move(state.possible_moves()[action])
        return state

    def is_terminal(self, state):
        return state.is_over()

    def utility(self, state, player):
        if state.lose():
            score = -1
        elif state.win():
            score = 1
        else:
            score = 0
        return score if state.player == player else -score

    def name(self, state, action):
        return state.possible_moves()[action]

    def show(self, state):
        lines = []
        for i in range(2):
            lines.append("Player %d: " % (i + 1) + " ".join(str(n) for n in state.hands[i]))
        return "\n".join(lines)
