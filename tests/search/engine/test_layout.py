"""Where things lie in a thread's memory: each range has words of its own, and the longest search stays within them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from zermelo import MAX, Game
from zermelo.search.engine import layout
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.layout import (
    AGE,
    BY_ACTION,
    COUNTERS,
    CURRENT_MOVE,
    CUT_PLACES,
    CUTS,
    EXCLUDED_AT_ROOT,
    EXCLUDED_MOVE,
    HISTORY,
    HISTORY_PLIES,
    KILLERS,
    LINE,
    LINE_ROOM,
    MOST_ACTIONS,
    NEVER,
    NODE_LIMIT,
    ORDERED,
    PATH,
    PLIES,
    PROBED,
    STORED,
    THREADS,
)
from zermelo.search.engine.memory import COUNTERS_OF_A_SEARCH, UNLIMITED, Sparse, Workspace

NO_PLACES = {"CUT_PLACES", "BAD_EVALUATION", "BAD_UTILITY", "NO_ACTION", "TOO_MANY_ACTIONS", "BAD_PLAYER", "BAD_CHANCES", "NEVER"}
ROWS = PLIES + 2


class Stairs(Game):
    """Each ply a player steps aside and loses, or goes on to the next stair. At the last one nobody has won."""

    max_actions = 2
    repetition = 0.0

    def __init__(self, stairs: int) -> None:
        self.stairs = stairs

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> Any:
        yield MOST_ACTIONS - 1
        yield MOST_ACTIONS

    def result(self, state: int, action: int) -> int:
        return state + 1 if action == MOST_ACTIONS else -state - 1

    def is_terminal(self, state: int) -> bool:
        return state < 0 or state == self.stairs

    def utility(self, state: int, player: int) -> float:
        loser = (-state - 1) % 2
        return 0.0 if state > 0 else -1.0 if player == loser else 1.0

    def evaluate(self, state: int, player: int) -> float:
        return 1.0 if player == MAX else -1.0

    def tactical(self, state: int) -> Any:
        return self.actions(state)

    def forced(self, state: int) -> bool:
        return True


def ranges(max_actions: int) -> dict[str, range]:
    """What each part of the cells may use, in their order."""
    return {
        "counters": range(KILLERS),
        "killers": range(KILLERS, KILLERS + 2 * ROWS),
        "trail": range(CURRENT_MOVE, CURRENT_MOVE + ROWS),
        "positions before the root": range(PATH - HISTORY_PLIES, PATH),
        "path": range(PATH, PATH + ROWS),
        "skipped": range(EXCLUDED_MOVE, EXCLUDED_MOVE + ROWS),
        "probed": range(PROBED, PROBED + ROWS),
        "barred": range(EXCLUDED_AT_ROOT, EXCLUDED_AT_ROOT + MOST_ACTIONS),
        "history": range(HISTORY, HISTORY + 2 * BY_ACTION),
        "counter moves": range(COUNTERS, COUNTERS + 2 * BY_ACTION),
        "lines": range(LINE, LINE + ROWS * LINE_ROOM),
        "ordered": range(ORDERED, ORDERED + 2 * ROWS * max_actions),
    }


def test_each_range_begins_where_the_one_before_it_ends():
    for (name, before), (_, after) in itertools.pairwise(ranges(256).items()):
        assert before.stop == after.start, name


def test_each_counter_has_a_word_of_its_own():
    named = {name: value for name, value in vars(layout).items() if isinstance(value, int) and name not in NO_PLACES and value < KILLERS}
    words = sorted([*named.values(), *range(CUTS + 1, CUTS + CUT_PLACES)])
    assert len(words) == len(set(words)), named


def test_a_line_from_the_root_has_room_for_every_ply_and_its_length():
    assert LINE_ROOM >= 1 + PLIES


@pytest.mark.parametrize("max_actions", [1, 7, MOST_ACTIONS - 1])
def test_raw_memory_is_as_large_as_the_ranges(max_actions):
    game = Stairs(3)
    game.max_actions = max_actions
    workspace = Workspace(game, 1, compiled=True)
    assert len(workspace.cells) >= ranges(max_actions)["ordered"].stop
    assert len(workspace._states.words) >= ROWS * max_actions


@pytest.mark.parametrize("compiled", [False, True], ids=["sparse", "raw"])
@pytest.mark.parametrize("grows", [False, True])
def test_a_search_begins_with_its_age_what_was_played_and_all_else_forgotten(compiled, grows):
    workspace = Workspace(Stairs(3), 5, compiled=compiled)
    memory = ranges(2)
    del memory["counters"]
    for place in (STORED, *COUNTERS_OF_A_SEARCH, *(end for words in memory.values() for end in (words.start, words.stop - 1))):
        workspace.cells[place] = 7
    workspace.begin(3, [111, 222], grows=grows)
    told = {place: workspace.cells[place] for place in range(LINE) if workspace.cells[place]}
    told_to_grow = {} if grows else {STORED: NEVER}
    assert told == {AGE: 3, THREADS: 5, NODE_LIMIT: UNLIMITED, PATH - 1: 111, PATH - 2: 222} | told_to_grow


class Watched(Sparse):
    """Words that remember which of them were written."""

    def __init__(self, words: Sparse) -> None:
        super().__init__(words)
        self.written: set[int] = set()

    def __setitem__(self, place: int, word: int) -> None:
        self.written.add(place)
        super().__setitem__(place, word)


LEAN = {"deepening": False, "internal_deepening": False, "null_windows": False, "aspiration": False}
PLAYED = range(10_000, 10_000 + HISTORY_PLIES + 100)
"""More positions before the root than are remembered."""


def watched(stairs: int) -> tuple[Engine, Watched]:
    """An engine that goes each way once, and its cells."""
    engine = Engine(Stairs(stairs), mode="interpreted", table=1, **LEAN)
    engine._machine.workspaces[0].cells = cells = Watched(engine._machine.workspaces[0].cells)
    return engine, cells


def assert_all_is_used_and_nothing_else(engine: Engine, cells: Watched, unused: set[str]) -> None:
    own = ranges(2)
    assert all(any(place in words for words in own.values()) for place in cells.written)
    assert {name for name, words in own.items() if cells.written.isdisjoint(words)} == unused
    assert cells[PATH - HISTORY_PLIES] != 0 == cells[PATH - HISTORY_PLIES - 1]  # which ends the positions played
    assert max(engine._machine.workspaces[0].children) < 2 * ROWS


def test_the_longest_game_that_can_be_solved_stays_within_them():
    engine, cells = watched(PLIES - 3)
    found = engine.solve(history=PLAYED)
    assert (found.value, len(found.line)) == (0, PLIES - 3)
    assert_all_is_used_and_nothing_else(
        engine, cells, {"killers", "history", "counter moves", "probed"}
    )  # without chance nothing is probed


def test_so_does_the_deepest_search_with_the_longest_quiescence_below_it():
    engine, cells = watched(1 << 20)
    found = engine.search(depth=254, history=PLAYED, multipv=2)
    assert (found.value, found.selective_depth) == (1, PLIES - 1)
    assert_all_is_used_and_nothing_else(engine, cells, {"probed"})
