"""Databases of games whose states lie in memory as people write them, texts, sets, objects: compiled the same bytes as in plain Python."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

import zermelo as z
from tests.kills import killed
from tests.native.plain import games
from zermelo import native
from zermelo.databases.checkers import twin
from zermelo.search.engine.engine import Engine


class Columns(z.Game):
    """Three in a row on three columns of three, which are tuples: so the keys of no two plies have one form."""

    def initial(self) -> Any:
        return ((), (), ()), 0

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [column for column in range(3) if len(state[0][column]) < 3]

    def result(self, state: Any, action: int) -> Any:
        columns = list(state[0])
        columns[action] = (*columns[action], state[1])
        return tuple(columns), 1 - state[1]

    def symmetries(self, state: Any) -> Any:
        yield tuple(reversed(state[0])), state[1]

    def has_won(self, state: Any) -> bool:
        columns, player = state[0], 1 - state[1]
        for height in range(3):
            if all(len(column) > height and column[height] == player for column in columns):
                return True
        return any(column == (player, player, player) for column in columns)

    def is_terminal(self, state: Any) -> bool:
        return self.has_won(state) or all(len(column) == 3 for column in state[0])

    def utility(self, state: Any, player: int) -> int:
        return 0 if not self.has_won(state) else 1 if player != state[1] else -1


class Rare(z.Game):
    """A tuple that grows by one action of eight, up to ten times: so far no game at random comes."""

    def initial(self) -> Any:
        return (), 0

    def to_move(self, state: Any) -> int:
        return (len(state[0]) + state[1]) % 2

    def actions(self, state: Any) -> Any:
        return range(8)

    def result(self, state: Any, action: int) -> Any:
        return ((*state[0], len(state[0]) * 500), 0) if action == 0 else (state[0], state[1] + action)

    def is_terminal(self, state: Any) -> bool:
        return state[1] > 0 or len(state[0]) == 10

    def utility(self, state: Any, player: int) -> int:
        return 1 if (state[1] + len(state[0])) % 2 == player else -1


class Row(z.Game):
    """Each player in turn colours one or two cells of a row side by side, a text; who colours the last one wins. Numbered."""

    def __init__(self, cells: int = 6) -> None:
        self.cells = cells

    def initial(self) -> Any:
        return "." * self.cells, 0

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        for cell in range(self.cells):
            if state[0][cell] == ".":
                yield cell
                if state[0][cell : cell + 2] == "..":
                    yield self.cells + cell

    def result(self, state: Any, action: int) -> Any:
        cell, count = action % self.cells, 1 + action // self.cells
        return state[0][:cell] + "x" * count + state[0][cell + count :], 1 - state[1]

    def is_terminal(self, state: Any) -> bool:
        return "." not in state[0]

    def utility(self, state: Any, player: int) -> int:
        return -1 if player == state[1] else 1

    def tier(self, state: Any) -> int:
        return state[0].count("x")

    def tier_sizes(self) -> Any:
        return [2 << self.cells] * (self.cells + 1)

    def rank(self, state: Any) -> int:
        return 2 * sum(1 << cell for cell, sign in enumerate(state[0]) if sign == "x") + state[1]

    def unrank(self, tier: int, index: int) -> Any:
        cells = "".join("x" if index >> cell + 1 & 1 else "." for cell in range(self.cells))
        return cells if cells.count("x") == tier else self.none(cells), index & 1

    def none(self, cells: str) -> str:
        return ""

    def possible(self, state: Any) -> bool:
        return len(state[0]) == self.cells


class Wide(Row):
    """The same with states of long texts in the place of those that there are not, which games at random never show."""

    def none(self, cells: str) -> str:
        return cells * 40


SOUND = [
    Columns(), games.Heaps(), games.InADict(), games.Growing(), games.Knights(), games.Letters(), games.Cleared(), games.Words(),
    games.OwnHands(), Rare(),
]  # fmt: skip


def files_of(folder: Any) -> dict[str, Any]:
    """What a database is, but for how it was made."""
    files = {one.name: one.read_bytes() for one in folder.iterdir()}
    told = json.loads(files.pop("manifest.json"))
    return {**files, "manifest": {name: fact for name, fact in told.items() if name not in ("mode", "sha256")}}


@pytest.mark.parametrize("game", SOUND, ids=lambda game: type(game).__name__)
def test_a_database_is_the_same_bytes_compiled_and_in_plain_python(game, tmp_path):
    for mode in ("compiled", "interpreted"):
        with z.make_database(game, tmp_path / mode, mode=mode) as database:
            assert z.check_database(database).ok
    assert json.loads((tmp_path / "compiled" / "manifest.json").read_text())["mode"] == "compiled"
    assert files_of(tmp_path / "compiled") == files_of(tmp_path / "interpreted")


def test_states_are_counted_compiled():
    counted = z.count_states(Columns(), mode="compiled", fold=False)
    assert counted.mode == "compiled"
    assert counted.states == z.count_states(Columns(), mode="interpreted", fold=False).states > 500


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_another_process_goes_on_with_states_that_have_outgrown_their_first_room(tmp_path):
    folder = tmp_path / "made"
    z.make_database(Rare(), tmp_path / "undisturbed").close()
    assert native.room(Rare())["parts"] != "()"
    killed("from tests.databases.test_plain_states import Rare\nz.make_database(Rare(), place, every=0, progress=progress)", folder, 14)
    kept = json.loads((folder / "work" / "listing.json").read_text())
    assert (kept["mode"], kept["room"]["parts"] != "()", kept["expanded"] > 0) == ("compiled", True, True)
    native.make_room(Rare(), {"reshaped": False, "parts": "()"})  # as in a process that knows nothing of it
    told = []
    z.make_database(Rare(), folder, progress=told.append).close()
    assert int(told[0].split()[0]) > kept["expanded"]  # of the states that had been found
    assert native.room(Rare()) == kept["room"]
    assert files_of(folder) == files_of(tmp_path / "undisturbed")


@pytest.mark.parametrize("game", [games.Heaps(), games.Letters(), games.Words()], ids=lambda game: type(game).__name__)
def test_the_twin_finds_every_single_fault_in_states_in_memory(game, tmp_path):
    with z.make_database(game, tmp_path / "made", mode="compiled") as database:
        found = twin.check(game, database.table)
        assert (found.ok, found.by, found.states) == (True, "twin", database.count)
        values, distances = database.table.columns()
        for place in range(0, database.count, 1 + database.count // 40):
            wrong = distances.copy()
            wrong[place] += 2
            database.table.columns = lambda wrong=wrong: (values, wrong)
            assert not twin.check(game, database.table).ok


def test_searches_of_states_in_memory_look_up_by_key(tmp_path):
    game = games.Heaps()
    with z.make_database(game, tmp_path / "made", mode="compiled") as database:
        engines = [Engine(game, database=database, mode=mode, table=1) for mode in ("compiled", "interpreted")]
        plain, fewer = Engine(game, mode="interpreted", table=1), 0
        for action in game.actions(game.initial()):
            state = game.result(game.initial(), action)
            fast, slow, without = (engine.search(state, depth=1 if engine is not plain else 99) for engine in (*engines, plain))
            assert (fast.value, fast.nodes, fast.known, fast.proved) == (slow.value, slow.nodes, slow.known, True)
            assert fast.value == without.value
            fewer += without.nodes - fast.nodes
        assert fewer > 0


def test_states_that_a_game_numbers_may_be_of_any_kind(tmp_path):
    for game, folder in ((Row(), tmp_path / "row"), (Wide(5), tmp_path / "wide")):
        for mode in ("compiled", "interpreted"):
            with z.make_database(game, folder / mode, mode=mode) as database:
                assert z.check_database(database, mode=mode).ok
        assert files_of(folder / "compiled") == files_of(folder / "interpreted")
        assert z.count_states(game, mode="compiled").states == z.count_states(game, mode="interpreted").states
