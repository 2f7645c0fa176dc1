"""A small race with one die, in the manner of backgammon.

The track has the points 1 to 8. White (MAX) has two men on point 1 and one on point 4 and goes up; Black (MIN) has two
men on 8 and one on 5 and goes down. A player throws a die with the faces 1, 2 and 3 and moves one man by so many
points, but not onto a point with two or more men of the opponent. A single man there is hit and goes
back to its begin, White's to point 0, Black's to point 9, from where it comes in by a throw as any other man.
A man that goes beyond the last point is home. Without a move the turn is lost. Who first has
all three men home wins.
"""

from collections import namedtuple

from zermelo import CHANCE, MAX, MIN, Game

POINTS = 8
FACES = (1, 2, 3)
PASS = 99

StochasticGameState = namedtuple("StochasticGameState", "to_move, utility, board, moves, chance")


class BackgammonRace(Game):
    """The board is a pair (White's men, Black's men), each a sorted tuple of points; a man at home is not there.

    `chance` is the number thrown or None, `moves` the legal moves with it: the points from which a man can go.
    """

    chance = True
    utility_range = (-1, 1)

    def initial(self):
        board = ((1, 1, 4), (5, 8, 8))
        return StochasticGameState(to_move="W", utility=0, board=board, moves=(), chance=None)

    def to_move(self, state):
        if state.chance is None:
            return CHANCE
        return MAX if state.to_move == "W" else MIN

    def chances(self, state):
        """All the numbers that can be thrown."""
        return FACES

    def probability(self, chance):
        return 1 / len(FACES)

    def outcomes(self, state):
        return [(chance, self.probability(chance)) for chance in self.chances(state)]

    def outcome(self, state, chance):
        """The state in which this number has been thrown."""
        return state._replace(chance=chance, moves=self.compute_moves(state.board, state.to_move, chance))

    def compute_moves(self, board, player, dice):
        own, other = board if player == "W" else reversed(board)
        moves = []
        for point in sorted(set(own)):
            end = self.move_point(point, player, dice)
            if self.is_home(end) or other.count(end) < 2:
                moves.append(point)
        return tuple(moves) or (PASS,)

    def move_point(self, point, player, dice):
        return point + dice if player == "W" else point - dice

    def is_home(self, point):
        return point < 1 or point > POINTS

    def actions(self, state):
        return list(state.moves)

    def result(self, state, action):
        if state.chance is None:
            return self.outcome(state, action)
        player = state.to_move
        board = state.board
        if action != PASS:
            own, other = map(list, board if player == "W" else reversed(board))
            end = self.move_point(action, player, state.chance)
            own.remove(action)
            if not self.is_home(end):
                own.append(end)
                if end in other:
                    other.remove(end)
                    other.append(POINTS + 1 if player == "W" else 0)
            men = tuple(sorted(own)), tuple(sorted(other))
            board = men if player == "W" else men[::-1]
        return StochasticGameState(
            to_move="B" if player == "W" else "W",
            utility=self.compute_utility(board),
            board=board,
            moves=(),
            chance=None,
        )

    def compute_utility(self, board):
        """1 if White has no man left on the board, -1 if Black has none, otherwise 0."""
        white, black = board
        if not white:
            return 1
        if not black:
            return -1
        return 0

    def is_terminal(self, state):
        return state.utility != 0

    def utility(self, state, player):
        return state.utility if player == MAX else -state.utility

    def evaluate(self, state, player):
        """The lead in pips, as a share of what there is at most."""
        white, black = state.board
        white_pips = sum(POINTS + 1 - point for point in white)
        black_pips = sum(black)
        lead = (black_pips - white_pips) / (3 * (POINTS + 1))
        return lead if player == MAX else -lead

    def name(self, state, action):
        if state.chance is None:
            return f"threw {action}"
        if action == PASS:
            return "no move"
        end = self.move_point(action, state.to_move, state.chance)
        return f"{action}/{'home' if self.is_home(end) else end}"

    def show(self, state):
        white, black = state.board
        rows = ["".join(f"{p:3}" for p in range(POINTS + 2))]
        for name, men in (("W", white), ("B", black)):
            rows.append("".join(f"  {name}" * (men.count(p) > 0) or "  ." for p in range(POINTS + 2)))
        rows.append(f"White {white}, Black {black}, {state.to_move} has {state.chance or 'to throw'}")
        return "\n".join(rows)
