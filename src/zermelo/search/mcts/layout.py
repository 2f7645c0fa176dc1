"""Where things lie in the memory of a Monte Carlo tree. Nodes have numbers from 1; the children of a node stand side by side.

cells    a row of words for the search itself: counters, the path from the root, marks of what was played
nodes    a head; eight words a node, by the names below, which fill a line of the processor's cache; then rows of one number
         a node, or as many as there are players, of what is seldom asked for; cells say where each row begins
floats   the same memory: which of its numbers are words and which are floats is said with their names
states   of each node that was seen, the state
"""

from __future__ import annotations

from typing import Final

from zermelo.search.runtime.records import Field, Record

ROOT: Final = 1
"""The number of the root; 0 stands for no node."""

NODE: Final = 8
"""How many words a node has, beside the rows."""

UNSEEN: Final = 0
OPEN: Final = 1
SOLVED: Final = 2
FORBIDDEN: Final = 3
"""A move that brings a position back, where superko forbids it."""

# Cells
STOP: Final = 0
"""The search ends if it is not 0, in the middle of a playout too. The driver writes it."""
SIMULATIONS: Final = 1
"""How many simulations have begun. Those that count are the head's COUNTED."""
USED: Final = 2
"""The number of the last node."""
CAPACITY: Final = 3
"""The greatest number that a node may have."""
LOTS: Final = 4
"""How many random words have been drawn; the seed is where it begins."""
FAULT: Final = 5
"""Which promise the game has broken; 0 for none."""
DEEPEST: Final = 6
PLIES: Final = 7
"""Plies of all simulations together."""
PLAYOUT: Final = 8
"""After how many plies a playout is cut short and evaluated; UNLIMITED where nobody has said it."""
UNLIMITED: Final = -1
BEFORE: Final = 9
"""How many positions were played before the root, where superko counts them."""

ACTIONS: Final = 10
"""Where a row of one number a node begins, as have all but one of the next seven: the fields of Node from `action` on."""
UNSOLVED: Final = 11
REWARDS: Final = 12
EXACT: Final = 13
"""Floats, as many a node as there are players: of a solved node, what it is worth to each, side by side."""
PRIORS: Final = 14
AMAF_REWARDS: Final = 15
AMAF_VISITS: Final = 16
POSITIONS: Final = 17
WIDEST: Final = 18
"""The game's max_actions, if it is more than FEW_ACTIONS. Of a constant LLVM sought to prove for each step of an unrolled `actions` that
the count stays below it, and took twice as long for each step more: 8 s for twelve squares, no end for twenty-four."""
FEW_ACTIONS: Final = 10
DATABASE: Final = 19
"""Where what a database knows lies that is looked up by rank (see zermelo.search.lookup); 0 where it is not in this search."""
DESK: Final = 20
"""Where the desk lies from which is looked up by key; 0 where it is not."""
PLAYED: Final = 21
"""How many playouts there were that nobody has limited ..."""
ENDED_PLIES: Final = 22
"""... and the plies of those that came to their end, together."""
CUT: Final = 23
"""How many playouts were cut short, as they had gone on for long."""

PATH: Final = 24
"""The nodes of a simulation, from the root."""
MOST_DEPTH: Final = 2048
"""The most plies that the tree may be deep."""
HISTORY: Final = PATH + MOST_DEPTH + 1
"""The fingerprints of positions played before the root."""
MOST_HISTORY: Final = 4096
MOVES: Final = HISTORY + MOST_HISTORY
"""The actions of a state of a playout, to choose one of them."""
MOST_ACTIONS: Final = 4096
MARKS: Final = MOVES + MOST_ACTIONS
"""For each player and action (its last 12 bits), the last simulation in which it was played."""
BY_ACTION: Final = 4096

# The head, all floats
EXPLORATION: Final = 0
SCALE: Final = 1
"""Half of the range of the rewards: known, or as far as it was seen."""
LEAST: Final = 2
MOST: Final = 3
"""The least and the greatest reward: known, or as far as it was seen."""
EQUIVALENCE: Final = 4
"""This many simulations are worth as much as all that RAVE says."""
COUNTED: Final = 5
"""How many simulations the totals are of."""
MOST_PLAYERS: Final = 24
REWARD: Final = 8
"""What the last simulation brought each player."""
TOTAL: Final = REWARD + MOST_PLAYERS
"""What all simulations since the root was put there brought each player."""
TABLES: Final = 64
"""Where the tables of functions of visits begin: see `step` in kernel.py."""
DIGITS: Final = 7
"""Numbers of visits are distinguished by this many binary digits after the first."""
STEPS: Final = 40 << DIGITS
"""The entries of a table."""
SQRT_LOG_VISITS: Final = TABLES
"""The square root of the logarithm of the visits."""
INV_SQRT_VISITS: Final = TABLES + STEPS
"""1 through the square root of the visits; of 0, 1."""
HEAD: Final = TABLES + 2 * STEPS
"""How many floats stand before the nodes."""


def _word(place: int) -> Field[int]:
    return Field("nodes", HEAD + place, NODE)


def _number(place: int) -> Field[float]:
    return Field("floats", HEAD + place, NODE)


class Node(Record):
    """A node of the tree."""

    worth = _number(0)
    """What selection takes it to be worth to who chooses it."""
    bonus = _number(1)
    """What is added to that for want of visits, before it is scaled."""
    visits = _word(2)
    """Simulations through it."""
    first_child = _word(3)
    """The number of the first child; 0 as long as there are none."""
    children = _word(4)
    """How many."""
    selected = _word(5)
    """The child that selection takes next, where a player chooses."""
    status = _word(6)
    """UNSEEN, OPEN, SOLVED or FORBIDDEN."""
    player = _word(7)
    """Who is to move, or CHANCE; known once the node was seen."""

    action = Field[int]("nodes", 0, 1, after=ACTIONS)
    """The action, or outcome, that leads to it."""
    unsolved = Field[int]("nodes", 0, 1, after=UNSOLVED)
    """How many of its children are not solved."""
    reward_sum = Field[float]("floats", 0, 1, after=REWARDS)
    """The rewards of the simulations through it, to who chooses it."""
    prior = Field[float]("floats", 0, 1, after=PRIORS)
    """With chance or PUCT: the probability of an outcome, or the prior of an action."""
    amaf_sum = Field[float]("floats", 0, 1, after=AMAF_REWARDS)
    """With RAVE: the rewards of simulations in which the action was played later."""
    amaf_visits = Field[float]("floats", 0, 1, after=AMAF_VISITS)
    """With RAVE: how many these were."""
    position = Field[int]("nodes", 0, 1, after=POSITIONS)
    """With superko: the fingerprint of the position."""
