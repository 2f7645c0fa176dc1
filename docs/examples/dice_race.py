"""A race with two dice to choose from: the calm one goes 2 or 3 steps, the wild one 1, or 6 once in three rolls."""

from typing import NamedTuple

from zermelo import CHANCE, MAX, Game, replace

CALM, WILD, NONE = 0, 1, 2


class State(NamedTuple):
    left: tuple[int, int]  # the steps that each player still has to go
    player: int  # whose turn it is
    die: int  # the die that is in the air, or NONE while the player chooses


class DiceRace(Game):
    """Who first goes all the steps wins. MAX begins."""

    chance = True
    utility_range = (-1, 1)

    def __init__(self, steps=12):
        self.steps = steps

    def initial(self):
        return State((self.steps, self.steps), MAX, NONE)

    def to_move(self, state):
        return state.player if state.die == NONE else CHANCE

    def actions(self, state):
        yield CALM
        yield WILD

    def outcomes(self, state):
        if state.die == CALM:
            yield 2, 0.5
            yield 3, 0.5
        else:
            yield 1, 2 / 3
            yield 6, 1 / 3

    def result(self, state, action):
        if state.die == NONE:
            return State(state.left, state.player, action)
        left = max(0, state.left[state.player] - action)
        return State(replace(state.left, state.player, left), 1 - state.player, NONE)

    def is_terminal(self, state):
        return min(state.left) == 0

    def utility(self, state, player):
        return 1 if state.left[player] == 0 else -1

    def evaluate(self, state, player):  # the lead in steps, as a share of the way
        return (state.left[1 - player] - state.left[player]) / self.steps

    def name(self, state, action):
        return ("calm", "wild")[action] if state.die == NONE else str(action)

    def show(self, state):
        lanes = ["." * (self.steps - left) + ">" + "." * left + "|" for left in state.left]
        turn = f"{('MAX', 'MIN')[state.player]} {'chooses a die' if state.die == NONE else 'rolls'}"
        return f"MAX {lanes[0]}\nMIN {lanes[1]}\n{turn}"
