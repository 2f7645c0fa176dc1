"""Chomp for three: a bar of chocolate, 3 rows of 4 squares, whose upper left square is poisoned.

In turn each player takes a square with all that are below or to the right of it. Who has to take the poisoned square loses 2, and the
two others win 1 each.
"""

from zermelo import Game

ROWS, COLUMNS = 3, 4
PLAYERS = 3


class ChompThreePlayers(Game):
    """A state is (lengths of the rows, player); an action is COLUMNS * row + column of the square that is taken."""

    players = PLAYERS
    utility_sum = 0
    utility_range = (-2, 1)

    def initial(self):
        return (COLUMNS,) * ROWS, 0

    def to_move(self, state):
        lengths, player = state
        return player

    def actions(self, state):
        lengths, player = state
        for y in range(ROWS):
            for x in range(lengths[y]):
                yield COLUMNS * y + x

    def result(self, state, action):
        lengths, player = state
        y, x = divmod(action, COLUMNS)
        left = tuple(length if row < y else min(length, x) for row, length in enumerate(lengths))
        return left, (player + 1) % PLAYERS

    def is_terminal(self, state):
        lengths, player = state
        return sum(lengths) == 0

    def utility(self, state, player):
        lengths, to_move = state
        poisoned = (to_move - 1) % PLAYERS  # who moved last
        return -2 if player == poisoned else 1

    def name(self, state, action):
        y, x = divmod(action, COLUMNS)
        return "abcd"[x] + str(y + 1)

    def show(self, state):
        lengths, player = state
        return "\n".join("#" * length + "." * (COLUMNS - length) for length in lengths) + f"\nplayer {player + 1} to move"
