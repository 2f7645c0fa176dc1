"""Dots and Boxes with 2 x 2 boxes

There are 9 dots. A turn is to draw one line between two dots that are beside each other. Who draws the fourth
side of a box gets the box and has another turn. When all lines are drawn, the number of boxes counts.

The lines have these numbers:

    +  0  +  1  +
    2     3     4
    +  5  +  6  +
    7     8     9
    + 10  + 11  +
"""

from zermelo import MAX, MIN, Game

BOXES = {
    "upper left": {0, 2, 3, 5},
    "upper right": {1, 3, 4, 6},
    "lower left": {5, 7, 8, 10},
    "lower right": {6, 8, 9, 11},
}
LINES = list(range(12))


class State:
    def __init__(self, lines, scores, player):
        self.lines = lines  # the set of the lines that are drawn
        self.scores = scores  # a dictionary from the player to the number of boxes
        self.player = player

    def __eq__(self, other):
        return self.lines == other.lines and self.scores == other.scores and self.player == other.player

    def __hash__(self):
        return hash((frozenset(self.lines), self.scores[MAX], self.scores[MIN], self.player))

    def __repr__(self):
        return f"State({sorted(self.lines)}, {self.scores}, {self.player})"


class DotsAndBoxes(Game):
    """Dots and Boxes. The utility is the own boxes minus the boxes of the other player."""

    utility_range = (-4, 4)

    def initial(self):
        return State(set(), {MAX: 0, MIN: 0}, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for line in LINES:
            if line not in state.lines:
                yield line

    def result(self, state, action):
        lines = state.lines | {action}
        scores = state.scores.copy()
        finished = 0
        for box, sides in BOXES.items():
            if action in sides and sides <= lines:
                finished += 1
        scores[state.player] += finished
        if finished > 0:
            player = state.player
        elif state.player == MAX:
            player = MIN
        else:
            player = MAX
        return State(lines, scores, player)

    def is_terminal(self, state):
        return len(state.lines) == len(LINES)

    def utility(self, state, player):
        if player == MAX:
            return state.scores[MAX] - state.scores[MIN]
        else:
            return state.scores[MIN] - state.scores[MAX]

    def evaluate(self, state, player):
        lead = state.scores[player] - state.scores[1 - player]
        # a box with three sides is a present for the player whose turn it is
        presents = 0
        for sides in BOXES.values():
            if len(sides & state.lines) == 3:
                presents += 1
        if state.player == player:
            lead += presents
        else:
            lead -= presents
        return max(-4, min(4, lead))

    def show(self, state):
        def horizontal(line):
            return "--" if line in state.lines else "  "

        def vertical(line):
            return "|" if line in state.lines else " "

        s = ""
        for first in [0, 5, 10]:
            s += "+" + horizontal(first) + "+" + horizontal(first + 1) + "+\n"
            if first < 10:
                s += vertical(first + 2) + "  " + vertical(first + 3) + "  " + vertical(first + 4) + "\n"
        s += "MAX has %d, MIN has %d" % (state.scores[MAX], state.scores[MIN])
        return s
