"""Kalah, small: 3 pits and 2 seeds in each pit

South owns the pits A1, A2, A3 and the store "A", North owns B1, B2, B3 and the store "B". In a turn you take all seeds of one
of your pits and sow them one by one counterclockwise, also into your own store, but never into the store of
the other player. If the last seed falls into your store, you have another turn. If it falls into an
empty pit of yours and there are seeds opposite, you take these seeds and your last one into your store.
When all pits of one player are empty, the game is over, and the other player gets the seeds that are left. The
difference of the stores is what you win.
"""

from dataclasses import dataclass

from zermelo import MAX, MIN, Game

SEEDS = 2
PITS = [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
STORES = ["A", "B"]
CIRCLE = ["A1", "A2", "A3", "A", "B1", "B2", "B3", "B"]
OPPOSITE = {"A1": "B3", "A2": "B2", "A3": "B1", "B1": "A3", "B2": "A2", "B3": "A1"}


@dataclass
class Position:
    pits: dict
    player: int = MAX

    # check() wanted that states can be hashed
    def __hash__(self):
        return hash((tuple(self.pits.items()), self.player))


def side_is_empty(pits, player):
    for pit in PITS[player]:
        if pits[pit] > 0:
            return False
    return True


def next_pit(pit, skip):
    i = CIRCLE.index(pit) + 1
    if i == len(CIRCLE):
        i = 0
    if CIRCLE[i] == skip:
        return next_pit(CIRCLE[i], skip)
    return CIRCLE[i]


class Kalah(Game):
    utility_range = (-12, 12)

    def initial(self):
        pits = {}
        for name in CIRCLE:
            if name in STORES:
                pits[name] = 0
            else:
                pits[name] = SEEDS
        return Position(pits)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        result = []
        for i in range(3):
            if state.pits[PITS[state.player][i]] != 0:
                result.append(i)
        return result

    def result(self, state, action):
        player = state.player
        pits = dict(state.pits)
        pit = PITS[player][action]
        hand = pits[pit]
        pits[pit] = 0
        while hand > 0:
            pit = next_pit(pit, STORES[1 - player])
            pits[pit] += 1
            hand -= 1
        # capture
        if pit in PITS[player] and pits[pit] == 1 and pits[OPPOSITE[pit]] > 0:
            pits[STORES[player]] += pits[OPPOSITE[pit]] + 1
            pits[pit] = 0
            pits[OPPOSITE[pit]] = 0
        if pit == STORES[player]:
            next_player = player
        else:
            next_player = 1 - player
        # the end: who has seeds left puts them into the own store
        if side_is_empty(pits, MAX) or side_is_empty(pits, MIN):
            for p in [MAX, MIN]:
                for name in PITS[p]:
                    pits[STORES[p]] += pits[name]
                    pits[name] = 0
        return Position(pits, next_player)

    def is_terminal(self, state):
        return side_is_empty(state.pits, MAX) and side_is_empty(state.pits, MIN)

    def utility(self, state, player):
        return state.pits[STORES[player]] - state.pits[STORES[1 - player]]

    def evaluate(self, state, player):
        return self.utility(state, player)

    def name(self, state, action):
        return PITS[state.player][action]

    def show(self, state):
        p = state.pits
        return f"""   {p["B3"]} {p["B2"]} {p["B1"]}
{p["B"]:2}       {p["A"]}
   {p["A1"]} {p["A2"]} {p["A3"]}
{"South" if state.player == MAX else "North"} to move"""
