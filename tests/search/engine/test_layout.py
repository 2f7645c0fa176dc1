"""Where things lie in a thread's memory: each range has words of its own, and the longest search stays within them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import zermelo
from zermelo import MAX, Game
from zermelo.hints import BY_PIECE
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.layout import (
    BY_ACTION,
    CUT_PLACES,
    FORGOTTEN,
    HISTORY_PLIES,
    MOST_ACTIONS,
    NEVER,
    PLIES,
    Frame,
    Outcome,
    Slot,
    Thread,
)
from zermelo.search.engine.memory import COUNTERS_OF_A_SEARCH, Workspace
from zermelo.search.engine.options import Options
from zermelo.search.runtime.memory import UNLIMITED, Sparse
from zermelo.search.runtime.records import Field
from zermelo.words import mix64

ROWS = PLIES + 2
COLUMNS = 3
"""Of the slots, in games without chance."""


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

    def piece_to(self, state: int, action: int) -> int:
        return BY_PIECE - 1

    def tactical(self, state: int) -> Any:
        return self.actions(state)

    def forced(self, state: int) -> bool:
        return True


def row(field: Any, records: int, first: int = 0) -> range:
    """The words of one field of records that stand side by side."""
    return range(field.place(first), field.place(first + records))


def ranges(max_actions: int) -> dict[str, range]:
    """What each part of the cells may use, in their order."""
    slots = range(Slot.score.place(), Slot.score.place(COLUMNS * ROWS * max_actions))
    return {
        "counters": range(FORGOTTEN.start),
        "killers": row(Frame.killer, ROWS),
        "current moves": row(Frame.current_move, ROWS),
        "positions before the root": row(Frame.key, HISTORY_PLIES, -HISTORY_PLIES),
        "keys": row(Frame.key, ROWS),
        "excluded moves": row(Frame.excluded_move, ROWS),
        "probed": row(Frame.probed, ROWS),
        "static": row(Frame.static, ROWS),
        "pieces to": row(Frame.piece_to, ROWS + 2, -2),
        "excluded at the root": range(Thread.excluded_at_root.place(), Thread.excluded_at_root.place() + MOST_ACTIONS),
        "lines": row(Frame.line_length, ROWS),
        "history": range(Thread.history.place(), Thread.history.place() + 2 * BY_ACTION),
        "counter moves": range(Thread.counter_moves.place(), Thread.counter_moves.place() + 2 * BY_ACTION),
        "continuations": range(Thread.continuations.place(), Thread.continuations.place() + 2 * BY_PIECE * BY_PIECE),
        "slots": slots,
    }


def test_each_range_begins_where_the_one_before_it_ends():
    for (name, before), (_, after) in itertools.pairwise(ranges(256).items()):
        assert before.stop == after.start, name


def test_each_counter_has_a_word_of_its_own():
    fields = {name: field.place() for name, field in vars(Thread).items() if isinstance(field, Field)}
    cuts = Thread.cuts.place()
    words = sorted([*fields.values(), *range(cuts, cuts + CUT_PLACES)])
    assert len(words) == len(set(words)), fields
    assert words[-1] < FORGOTTEN.start


def test_fields_of_one_record_stand_between_those_of_others():
    assert Frame.second_killer.place(3) == Frame.killer.place(3) + 1 == Frame.killer.place(4) - 1
    assert Slot.score.place(3) + 1 == Slot.score.place(4)
    assert (Outcome.probability.place(), Outcome.action.after) == (Slot.score.place(), Slot.action.after)


def test_a_line_from_the_root_has_room_for_every_ply_and_its_length():
    assert Frame.line.place() == Frame.line_length.place() + 1
    assert Frame.line_length.place(1) - Frame.line_length.place() >= 1 + PLIES


@pytest.mark.parametrize(("kind", "names"), [(Slot, ("score", "action", "taken")), (Outcome, ("probability", "action", "least", "most"))])
def test_the_columns_of_the_slots_stand_one_behind_the_other(kind, names):
    game = zermelo.load_game("pig")
    workspace, last = Workspace(game, 1, Options(), compiled=True), ROWS * game.max_actions - 1
    for number, name in enumerate(names):
        for place in (0, last):
            setattr(kind(workspace, place), name, 10 + number)
    first = Slot.score.place()
    found = [workspace.cells[first + place + number * (last + 1)] for number in range(len(names)) for place in (0, last)]
    assert found == [10 + number for number in range(len(names)) for _ in range(2)]


@pytest.mark.parametrize("max_actions", [1, 7, MOST_ACTIONS - 1])
def test_raw_memory_is_as_large_as_the_ranges(max_actions):
    game = Stairs(3)
    game.max_actions = max_actions
    workspace = Workspace(game, 1, Options(), compiled=True)
    assert len(workspace.cells) >= ranges(max_actions)["slots"].stop
    assert len(workspace._states.words) >= ROWS * max_actions


@pytest.mark.parametrize("compiled", [False, True], ids=["sparse", "raw"])
@pytest.mark.parametrize("grows", [False, True])
def test_a_search_begins_with_its_age_what_was_played_and_all_else_forgotten(compiled, grows):
    workspace = Workspace(Stairs(3), 5, Options(), compiled=compiled)
    memory = ranges(2)
    del memory["counters"]
    counters = [getattr(Thread, name).place() for name in (*COUNTERS_OF_A_SEARCH, "stored")]
    for place in (*counters, *(end for words in memory.values() for end in (words.start, words.stop - 1))):
        workspace.cells[place] = 7
    workspace.begin(3, [111, 222], grows=grows)
    found = {place: workspace.cells[place] for place in range(FORGOTTEN.stop) if workspace.cells[place]}
    thread = {"age": 3, "threads": 5, "node_limit": UNLIMITED, "stored": 0 if grows else NEVER}
    thread |= {name: getattr(workspace.thread, name) for name in ("actions_at", "taken_at", "most_at")}
    thread["came_twice"] = mix64(111 ^ 222)
    wanted = {getattr(Thread, name).place(): number for name, number in thread.items() if number}
    assert found == wanted | {Frame.key.place(-1): 111, Frame.key.place(-2): 222}


class Watched(Sparse):
    """Words that remember which of them were written."""

    def __init__(self, words: Sparse) -> None:
        super().__init__(words)
        self.written: set[int] = set()

    def __setitem__(self, place: int, word: int) -> None:
        self.written.add(place)
        super().__setitem__(place, word)


LEAN = {"deepening": False, "internal_deepening": False, "null_windows": False, "aspiration": False, "tactical_first": False}
PLAYED = [*range(10_000, 10_000 + HISTORY_PLIES + 100)] * 2
"""More positions that came twice before the root than are remembered."""


def watched(stairs: int) -> tuple[Engine, Watched]:
    """An engine that goes each way once, and its cells."""
    engine = Engine(Stairs(stairs), mode="interpreted", table=1, **LEAN)
    engine._machine.workspaces[0].cells = cells = Watched(engine._machine.workspaces[0].cells)
    return engine, cells


def assert_all_is_used_and_nothing_else(engine: Engine, cells: Watched, unused: set[str]) -> None:
    own = ranges(2)
    assert all(any(place in words for words in own.values()) for place in cells.written)
    assert {name for name, words in own.items() if cells.written.isdisjoint(words)} == unused
    assert cells[Frame.key.place(-HISTORY_PLIES)] != 0 == cells[Frame.key.place(-HISTORY_PLIES - 1)]  # which ends the positions played
    assert max(engine._machine.workspaces[0].children) < 2 * ROWS


def test_the_longest_game_that_can_be_solved_stays_within_them():
    engine, cells = watched(PLIES - 3)
    found = engine.solve(history=PLAYED)
    assert (found.value, len(found.line)) == (0, PLIES - 3)
    # without chance nothing is probed, and none but several variations exclude what is found
    unused = {"killers", "history", "counter moves", "continuations", "probed", "static", "excluded at the root"}
    assert_all_is_used_and_nothing_else(engine, cells, unused)


def test_so_does_the_deepest_search_with_the_longest_quiescence_below_it():
    engine, cells = watched(1 << 20)
    found = engine.search(depth=254, history=PLAYED, multipv=2)
    assert (found.value, found.selective_depth) == (1, PLIES - 1)
    assert_all_is_used_and_nothing_else(engine, cells, {"probed", "static"})
