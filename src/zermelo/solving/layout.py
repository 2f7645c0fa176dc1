"""What the numbers of an unrolled tree mean: its nodes and its information sets are rows of words, this many for each.

Node 0 is the root. The children of a node have numbers one after the other, all greater than its own.
"""

from __future__ import annotations

from typing import Final

# The words of a node
MOVER: Final = 0
"""The player to move, CHANCE, or TERMINAL."""
PLACE: Final = 1
"""Of a player's node: the place of its first action in rows of one number for each action of each information set.

Of a terminal node: the place of its first utility."""
FIRST: Final = 2
"""The number of the first child."""
COUNT: Final = 3
"""How many children there are."""
NODE: Final = 4
"""Words of a node."""

TERMINAL: Final = -2

# The links of a node
SET: Final = 0
"""The information set of a player's node."""
NEXT: Final = 1
"""The next node of the same information set, -1 after the last."""
PARENT: Final = 2
LINKS: Final = 3

# The words of an information set
PLAYER: Final = 0
SET_PLACE: Final = 1
"""The place of its first action."""
SET_COUNT: Final = 2
"""How many actions there are."""
HEAD: Final = 3
"""One of its nodes, from which NEXT leads to the others."""
INFORMATION_SET: Final = 4

# What is counted while a tree is unrolled
NODES, LEAVES, SETS, PLACES = 0, 1, 2, 3
MOST: Final = 4
"""The most nodes."""
FAULT: Final = 5
"""Why it was given up: one of these, or 0."""
TOO_LARGE, TOO_DEEP, OTHER_ACTIONS, TOO_MANY_SETS, BAD_SUM = 1, 2, 3, 4, 5
WHERE: Final = 6
"""The node with the fault."""
COUNTERS: Final = 7

# What is counted while the states of a game are listed
KNOWN: Final = 0
"""States that have a number."""
LISTED: Final = 1
"""Of these, this many have their successors written down."""
EDGES: Final = 2
"""Successors in all."""
ROOM, EDGE_ROOM, SLOTS = 3, 4, 5
"""How many states, successors and places of the hash table there is memory for."""
ANEW: Final = 6
"""Not 0 where the hash table is new and empty."""
BROKEN: Final = 7
"""The promise that a state breaks, as the engine numbers them (zermelo.search.engine.layout), or 0; that state is the next to be listed."""
LIST_COUNTERS: Final = 8

# What is counted while values are iterated
COMPONENT: Final = 0
"""The component that is next, or under way."""
COMPONENTS: Final = 1
"""How many there are."""
SWEEPS: Final = 2
UPDATES: Final = 3
"""States whose values were computed anew."""
VALUE_COUNTERS: Final = 4
