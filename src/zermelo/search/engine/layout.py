"""Where things lie in the memory of one searching thread, a row of 64-bit words called `cells` (see runtime/records.py).

0 .. 32           counters and switches: the thread
by ply            the frames of the search stack
by action         which root actions are left out
lines             the principal variation from each ply
what is learned   history, counter moves, continuations
slots             what waits in each list of children: first the scores of all, then the actions, then which were taken; with chance, four
                  words
"""

from __future__ import annotations

from typing import Final

from zermelo.hints import BY_PIECE
from zermelo.search.runtime.records import CELLS, Field, Record, Row

PLIES: Final = 512
"""The most plies that a line can have below the root."""
HISTORY_PLIES: Final = 512
"""The most positions that came twice before the root that are remembered."""
MOST_ACTIONS: Final = 4096
BY_ACTION: Final = 4096
"""History and counter moves are kept by the last 12 bits of an action."""
CUT_PLACES: Final = 8
NOWHERE: Final = 1 << 20
"""Stands for no ply, and is greater than any."""
NEVER: Final = -(1 << 62)

_ROWS: Final = PLIES + 2
_KILLERS: Final = 33
_CURRENT_MOVES: Final = _KILLERS + 2 * _ROWS
_KEYS: Final = _CURRENT_MOVES + _ROWS + HISTORY_PLIES
_EXCLUDED_MOVES: Final = _KEYS + _ROWS
_PROBES: Final = _EXCLUDED_MOVES + _ROWS
_STATICS: Final = _PROBES + _ROWS
_PIECES_TO: Final = _STATICS + _ROWS + 2
_EXCLUDED_AT_ROOT: Final = _PIECES_TO + _ROWS
_LINES: Final = _EXCLUDED_AT_ROOT + MOST_ACTIONS
_LINE: Final = PLIES + 4
_HISTORY: Final = _LINES + _ROWS * _LINE
_COUNTER_MOVES: Final = _HISTORY + 2 * BY_ACTION
_CONTINUATIONS: Final = _COUNTER_MOVES + 2 * BY_ACTION
_SLOTS: Final = _CONTINUATIONS + 2 * BY_PIECE * BY_PIECE


def _word(first: int, step: int = 0) -> Field[int]:
    return Field(CELLS, first, step)


def _words(first: int, step: int = 0) -> Row[int]:
    return Row(CELLS, first, step)


class Thread(Record):
    """What a thread has once."""

    nodes = _word(0)
    leaves = _word(1)
    """Finished games, and states that were evaluated."""
    probes = _word(2)
    hits = _word(3)
    deepest = _word(4)
    cuts = _words(16)
    """Cut-offs by the place of the action that caused them: the first seven places, the others in the eighth."""

    stop = _word(5)
    """The search ends early if this is not 0. The driver writes it, or the thread itself when its nodes are used up."""
    node_limit = _word(6)
    heuristic = _word(7)
    """Whether the value just returned depends on an evaluation (the horizon, a forward pruning) and not only on the rules."""
    repetition_ply = _word(8)
    """The least ply whose position came back below the node just left; NOWHERE if none did."""
    fault = _word(9)
    """Which part of its contract the game has broken (runtime/faults.py); 0 for none."""
    ply = _word(10)
    """Of the node that is searched; the current moves of the plies before say how it was reached."""
    threads = _word(11)
    """How many share the table."""
    stored = _word(12)
    """Entries written to the table since it grew, about, in the thread that makes it grow; NEVER in others."""
    age = _word(13)
    """Of the entries that it stores."""
    root_depth = _word(14)
    excluded_count = _word(15)
    """How many of the root's actions are left out."""
    came_twice = _word(25)
    """Which positions came twice before the root, as one word; 0 for none."""
    actions_at = _word(26)
    """Where the actions of the slots begin ..."""
    taken_at = _word(27)
    """... and which of them were taken, or the lower bounds of outcomes; a row of as many words follows, with the upper ones."""
    most_at = _word(28)

    database = _word(29)
    """Where what a database knows lies that is looked up by rank (see lookup.py)."""
    desk = _word(31)
    """Where the desk lies from which is looked up by key; 0 where it is not in this search."""
    known = _word(30)
    """States that were found there."""
    evaluations = _word(32)
    """Where the evaluations lie that are remembered, two words each: the fingerprint of the state, and what it is worth to MAX."""

    excluded_at_root = _words(_EXCLUDED_AT_ROOT)
    """Whether the root's action at a place is left out: for the second best, the third best, ..."""
    history = _words(_HISTORY)
    """How often, and how far from the leaves, an action has cut: for each player, by the action."""
    continuations = _words(_CONTINUATIONS)
    """The same of what follows an action at once, then of what follows it at the player's next turn: by the `piece_to` of both."""
    counter_moves = _words(_COUNTER_MOVES)
    """One more than the action that last refuted an action of the other player: for each player, by the action."""


class Frame(Record):
    """What a ply of the search has for itself."""

    killer = _word(_KILLERS, 2)
    """One more than the action that last cut at this ply; 0 if none did."""
    second_killer = _word(_KILLERS + 1, 2)
    """The one before it."""
    current_move = _word(_CURRENT_MOVES, 1)
    """The action that leads to the next ply; -1 for a null move."""
    key = _word(_KEYS, 1)
    """The fingerprint of the position. At plies below 0 stand those of the positions played before the root, 0 before the first."""
    excluded_move = _word(_EXCLUDED_MOVES, 1)
    """One more than the place of the action that a singular search leaves out; -1 for none, in a search at the ply of another."""
    probed = _word(_PROBES, 1)
    """Whether only the first action in the order is searched: a probe of Star2."""
    static = _word(_STATICS, 1)
    """What the evaluation says, to MAX: a float kept as a word, infinite where it was not asked."""
    piece_to = _word(_PIECES_TO, 1)
    """What the current move is remembered by where it is learned what follows it; 0 for a null move and at plies below 0."""
    line_length = _word(_LINES, _LINE)
    line = _words(_LINES + 1, _LINE)
    """The principal variation from here: its actions."""


def _column(after: Field[int]) -> Field[int]:
    return Field(CELLS, 0, 1, after=after.place())


class Slot(Record):
    """A child that waits to be searched. The scores of all stand side by side, as the greatest is looked for again and again."""

    score = _word(_SLOTS, 1)
    """How soon it is to be searched; in its last 12 bits, LAST_PLACE less its place among the children."""
    action = _column(Thread.actions_at)
    taken = _column(Thread.taken_at)
    """Of slot n: the place of the child that was searched as the nth."""


class Outcome(Record):
    """An outcome of chance, in the place of a slot: floats, kept as words."""

    probability = _word(_SLOTS, 1)
    action = _column(Thread.actions_at)
    least = _column(Thread.taken_at)
    """What it is known to be worth, to MAX, at least and at most."""
    most = _column(Thread.most_at)


FORGOTTEN: Final = range(_KILLERS, _LINES)
"""The words that a new search finds empty."""
HISTORIES: Final = range(_HISTORY, _CONTINUATIONS)
"""The words where it is learned how good actions are."""
CONTINUATIONS: Final = range(_CONTINUATIONS, _SLOTS)
"""The words where it is learned how good they are after which."""
SLOTS: Final = _SLOTS
"""Where the part begins that is as long as the game needs: the columns of the slots."""
