"""Awele (oware), small: two rows of four houses with three seeds each.

Player 1 has the houses a to d, player 2 e to h. A move takes all seeds of one house and sows them into the houses
that follow, one by one, leaving out the house that they come from. If the last seed makes 2 or 3
seeds in a house of the opponent, these are captured, and so are those of the houses before it, as long as they are the
opponent's and have 2 or 3 seeds. A move that would capture all seeds of the opponent captures none. If the opponent has no
seeds, one must play a move that gives some, if there is one. The game ends when a player has more than 12 seeds,
when the player to move has no seeds, or when nothing has been captured for 20 moves. The seeds that are then
still in the houses belong to nobody. Who has more seeds wins.
"""

from zermelo import Game

HOUSES = 4
SEEDS = 3
TOTAL = 2 * HOUSES * SEEDS


class AweleState(object):
    def __init__(self, board, scores, player=0, quiet=0):
        self.board = board
        self.scores = scores
        self.player = player
        self.quiet = quiet

    def copy(self):
        return AweleState(self.board[:], self.scores[:], self.player, self.quiet)

    def as_tuple(self):
        return tuple(self.board), tuple(self.scores), self.player, self.quiet

    def __eq__(self, other):
        return self.as_tuple() == other.as_tuple()

    def __hash__(self):
        return hash(self.as_tuple())

    def __repr__(self):
        return "AweleState(%r, %r, %d, %d)" % (self.board, self.scores, self.player, self.quiet)


class Awele(Game):
    utility_range = (-1, 1)

    def initial(self):
        return AweleState(2 * HOUSES * [SEEDS], [0, 0])

    def to_move(self, state):
        return state.player

    def houses_of(self, player):
        return range(player * HOUSES, (player + 1) * HOUSES)

    def possible_moves(self, state):
        """The moves as letters, as one says them."""
        moves = [h for h in self.houses_of(state.player) if state.board[h] != 0]
        if sum(state.board[h] for h in self.houses_of(1 - state.player)) == 0:
            feeding = [h for h in moves if self.gives(state, h)]
            moves = feeding or moves
        return ["abcdefgh"[h] for h in moves]

    def gives(self, state, house):
        last_own = (state.player + 1) * HOUSES - 1
        return state.board[house] > last_own - house

    def make_move(self, state, move):
        house = "abcdefgh".index(move)
        board = state.board
        hand, board[house] = board[house], 0
        pos = house
        while hand:
            pos = (pos + 1) % (2 * HOUSES)
            if pos != house:
                board[pos] += 1
                hand -= 1
        theirs = self.houses_of(1 - state.player)
        captured = []
        while pos in theirs and board[pos] in (2, 3):
            captured.append(pos)
            pos = (pos - 1) % (2 * HOUSES)
        won = sum(board[h] for h in captured)
        if won and won < sum(board[h] for h in theirs):
            state.scores[state.player] += won
            for h in captured:
                board[h] = 0
            state.quiet = 0
        else:
            state.quiet += 1
        state.player = 1 - state.player

    def actions(self, state):
        return ["abcdefgh".index(move) for move in self.possible_moves(state)]

    def result(self, state, action):
        new = state.copy()
        self.make_move(new, "abcdefgh"[action])
        return new

    def is_terminal(self, state):
        return max(state.scores) > TOTAL / 2 or state.quiet == 20 or self.possible_moves(state) == []

    def utility(self, state, player):
        mine, theirs = state.scores[player], state.scores[1 - player]
        return 1 if mine > theirs else -1 if mine < theirs else 0

    def evaluate(self, state, player):
        return (state.scores[player] - state.scores[1 - player]) / TOTAL

    def name(self, state, action):
        return "abcdefgh"[action]

    def show(self, state):
        upper = "    ".join("hgfe")
        lower = "    ".join("abcd")
        top = "  ".join("%02d " % state.board[h] for h in reversed(self.houses_of(1)))
        bottom = "  ".join("%02d " % state.board[h] for h in self.houses_of(0))
        score = "player 1: %d, player 2: %d, player %d to move" % (*state.scores, state.player + 1)
        return "\n".join([" " + upper, top, bottom, " " + lower, score])
