"""Where things lie in the memory of a Monte Carlo tree. Nodes have numbers from 1; the children of a node stand side by side.

cells    a row of words for the search itself: counters, the path from the root, marks of what was played
nodes    a head; eight words a node, by the names below, which fill a line of the processor's cache; then rows of one number
         a node, or as many as there are players, of what is seldom asked for; cells say where each row begins
floats   the same memory: which of its numbers are words and which are floats is said with their names
states   of each node that was seen, the state
"""

from __future__ import annotations

from typing import Final

ROOT: Final = 1
"""The number of the root; 0 stands for no node."""

# A node
NODE: Final = 8
"""How many words there are."""
WORTH: Final = 0
"""A float: what selection takes the node to be worth to who chooses it."""
BONUS: Final = 1
"""A float: what is added to that for want of visits, before it is scaled."""
VISITS: Final = 2
"""Simulations through the node."""
CHILDREN: Final = 3
"""The number of the first child; 0 as long as there are none."""
COUNT: Final = 4
"""How many children."""
NEXT: Final = 5
"""The number of the child that selection takes next, where a player chooses."""
STATUS: Final = 6
"""UNSEEN, OPEN, SOLVED or FORBIDDEN."""
PLAYER: Final = 7
"""Who is to move, or CHANCE; known once the node was seen."""

UNSEEN: Final = 0
OPEN: Final = 1
SOLVED: Final = 2
FORBIDDEN: Final = 3
"""A move that brings a position back, where superko forbids it."""

# Cells
STOP: Final = 0
"""The search ends after this simulation if it is not 0. The driver writes it."""
SIMULATIONS: Final = 1
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
"""After how many plies a playout is cut short and evaluated."""
BEFORE: Final = 9
"""How many positions were played before the root, where superko counts them."""

ACTION: Final = 10
"""Where a row begins, as have the next seven: the action, or outcome, that leads to a node."""
LEFT: Final = 11
"""How many children of a node are not solved."""
SUM: Final = 12
"""Floats: the rewards of the simulations through a node, to who chooses it."""
EXACT: Final = 13
"""Floats: of a solved node, what it is worth to each player, side by side."""
PRIOR: Final = 14
"""Floats, with chance or PUCT: the probability of an outcome, or the prior of an action."""
AMAF: Final = 15
"""Floats, with RAVE: the rewards of simulations in which the action was played later."""
AMAF_VISITS: Final = 16
"""Floats, with RAVE: how many these were."""
POSITION: Final = 17
"""With superko: the fingerprint of the position."""

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
"""So many simulations are worth as much as all that RAVE says."""
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
"""Numbers of visits are told apart by so many binary digits after the first."""
STEPS: Final = 40 << DIGITS
"""The entries of a table."""
SQRT_LOG_VISITS: Final = TABLES
"""The square root of the logarithm of the visits."""
INV_SQRT_VISITS: Final = TABLES + STEPS
"""1 through the square root of the visits; of 0, 1."""
HEAD: Final = TABLES + 2 * STEPS
"""How many floats stand before the nodes."""
