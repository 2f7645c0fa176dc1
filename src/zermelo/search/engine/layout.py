"""Where things lie in the memory of one searching thread, a row of 64-bit words called `cells`.

0 .. 31           counters and switches, by the names below
ordered           what is left of each list of children: a score with the place of the child, and the action
tables by ply     killers, path, trail, principal variation
tables by action  history, counter moves
"""

from __future__ import annotations

from typing import Final

PLIES: Final = 512
"""The most plies that a line can have below the root."""
HISTORY_PLIES: Final = 512
"""The most positions before the root that are remembered."""

# Counters
NODES: Final = 0
LEAVES: Final = 1
"""Finished games, and states that were evaluated."""
PROBES: Final = 2
HITS: Final = 3
DEEPEST: Final = 4
CUTS: Final = 16
"""Cut-offs by the place of the action that caused them: the first eight places, the rest in the eighth."""
CUT_PLACES: Final = 8

# Switches and news
STOP: Final = 5
"""The search ends early if this is not 0. The driver writes it, or the thread itself when its nodes are used up."""
NODE_LIMIT: Final = 6
HEURISTIC: Final = 7
"""Whether the value just returned leans on an evaluation (the horizon, a forward pruning) and not only on the rules."""
REPETITION_PLY: Final = 8
"""The least ply whose position came back below the node just left; NOWHERE if none did."""
NOWHERE: Final = 1 << 20
FAULT: Final = 9
"""Which promise the game has broken (runtime/faults.py); 0 for none."""
HERE: Final = 10
"""The ply of the node that is searched; the trail says how it was reached."""
THREADS: Final = 11
STORED: Final = 12
"""Entries written to the table since it grew, about, in the thread that makes it grow; NEVER in others."""
NEVER: Final = -(1 << 62)
AGE: Final = 13
ROOT_DEPTH: Final = 14
ROOT_CHOICE: Final = 15
"""The action at the root that the value returned belongs to, as a place among its actions."""

EXCLUDED_COUNT: Final = 24
"""How many of the root's actions are left out (see EXCLUDED_AT_ROOT)."""
ENDS: Final = 25
"""Where the intervals of the outcomes lie, two words each, in a game with chance."""

# By ply
KILLERS: Final = 32
CURRENT_MOVE: Final = KILLERS + 2 * (PLIES + 2)
"""The action that leads from a ply to the next."""
PATH: Final = CURRENT_MOVE + PLIES + 2 + HISTORY_PLIES
"""The fingerprint of the position at a ply; before it, those of the positions played before the root."""
EXCLUDED_MOVE: Final = PATH + PLIES + 2
"""One more than the place of the action that a singular search leaves out, at a ply."""
PROBED: Final = EXCLUDED_MOVE + PLIES + 2
"""Whether only the first action in the order is searched, at a ply: a probe of Star2."""
EXCLUDED_AT_ROOT: Final = PROBED + PLIES + 2
"""Whether the root's action at a place is left out: for the second best, the third best, ..."""
MOST_ACTIONS: Final = 4096

# By action
HISTORY: Final = EXCLUDED_AT_ROOT + MOST_ACTIONS
"""How often, and how far from the leaves, an action has cut: for each player, by the action's last 12 bits."""
BY_ACTION: Final = 4096
COUNTERS: Final = HISTORY + 2 * BY_ACTION
"""One more than the action that last refuted an action of the other player."""

LINE: Final = COUNTERS + 2 * BY_ACTION
"""The principal variation from each ply, as its length and its actions."""
LINE_ROOM: Final = PLIES + 4

ORDERED: Final = LINE + (PLIES + 2) * LINE_ROOM
"""Two words a child: its score and place, and its action."""
