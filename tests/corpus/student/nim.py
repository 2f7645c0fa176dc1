"""Nim (misere)

There are some heaps of matches. A player takes as many matches as he likes from one heap, at least one. Who
takes the last match LOSES.
"""

import copy

from zermelo import Game


class Nim(Game):
    def __init__(self, heaps=[1, 3, 5, 7]):
        self.heaps = heaps

    # the state is a dictionary
    def initial(self):
        return {"heaps": list(self.heaps), "turn": 0}

    def to_move(self, state):
        return state["turn"]

    # action 23 means: from heap 2 take 3 matches
    def actions(self, state):
        moves = []
        heap_number = 0
        for heap in state["heaps"]:
            for matches in range(1, heap + 1):
                moves.append(heap_number * 10 + matches)
            heap_number += 1
        return moves

    def result(self, state, action):
        new = copy.deepcopy(state)
        new["heaps"][action // 10] -= action % 10
        if new["turn"] == 0:
            new["turn"] = 1
        else:
            new["turn"] = 0
        return new

    def is_terminal(self, state):
        return sum(state["heaps"]) == 0

    def utility(self, state, player):
        # the player who took the last match is not the one to move now
        if state["turn"] == player:
            return 1
        return -1

    def name(self, state, action):
        return "take " + str(action % 10) + " from heap " + str(action // 10 + 1)

    def show(self, state):
        s = ""
        for i in range(len(state["heaps"])):
            s += "heap " + str(i + 1) + ": " + "|" * state["heaps"][i] + "\n"
        return s + "player " + str(state["turn"] + 1)
