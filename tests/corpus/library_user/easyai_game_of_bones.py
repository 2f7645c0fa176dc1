"""Game of Bones: there is a pile of bones, and in turn the players take 1, 2 or 3 of them. Who takes the last bone loses."""

import copy

from zermelo import Game


class Position:
    def __init__(self, pile, player):
        self.pile = pile
        self.player = player  # 0 or 1

    def opponent(self):
        return 1 - self.player

    def possible_moves(self):
        return [move for move in ["1", "2", "3"] if int(move) <= self.pile]

    def make_move(self, move):
        self.pile -= int(move)

    def switch_player(self):
        self.player = self.opponent()

    def win(self):
        """The opponent took the last bone."""
        return self.pile <= 0

    def is_over(self):
        return self.win()

    def __eq__(self, other):
        return (self.pile, self.player) == (other.pile, other.player)

    def __hash__(self):
        return hash((self.pile, self.player))


class GameOfBones(Game):
    def __init__(self, pile=20):
        self.pile = pile

    def initial(self):
        return Position(self.pile, 0)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return [int(move) for move in state.possible_moves()]

    def result(self, state, action):
        new = copy.copy(state)
        new.make_move(str(action))
        new.switch_player()
        return new

    def is_terminal(self, state):
        return state.is_over()

    def utility(self, state, player):
        return 100 if (state.player == player) == state.win() else -100

    def scoring(self, state):
        return 100 if state.win() else 0

    def evaluate(self, state, player):
        return self.scoring(state) if player == state.player else -self.scoring(state)

    def show(self, state):
        return f"{state.pile} bones left in the pile, player {state.player + 1} to move"
