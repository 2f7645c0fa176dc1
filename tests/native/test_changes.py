"""What compiled rules depend on may change between two searches: then they are compiled anew, and never lent to others."""

from __future__ import annotations

import linecache
import os
import sys
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import zermelo as z
from zermelo import Evaluation, Game
from zermelo.native import cache, compiler, listings, objects
from zermelo.native.objects import object_type
from zermelo.search.algorithm import Value, algorithm
from zermelo.search.mcts.search import MonteCarlo

HELPER = """
FACTOR = 1

def worth(number):
    return FACTOR * number
"""
RULES = """
from array import array
from typing import NamedTuple
from zermelo import Evaluation, Game
import helper
from helper import worth

SCALE = 1
GLOBAL = [1, 2, 3]
PAIRS = (10, 20)

class State(NamedTuple):
    left: int
    player: int

class Weight(Evaluation):
    def __init__(self, k=1.0):
        self.k = k
        self.parts = [1.0, 2.0]

    def value(self, game, state, player):
        return self.k * self.parts[0] * (1 if player == 0 else -1)

def outer(base):
    offset = base

    def inner(number):
        return number + offset

    def change(new):
        nonlocal offset
        offset = new

    return inner, change

shifted, shift = outer(0)

class Take(Game):
    bonus = 1
    table = [1, 1]
    utility_range = (-10.0**6, 10.0**6)

    def __init__(self, k=1):
        self.k = k
        self.numbers = [1, 2, 3]
        self.nested = [[1, 2], [3, 4]]
        self.row = array("q", [1, 2, 3])
        self.weight = Weight()
        self.notes = {"seen": 0}

    def initial(self):
        return State(5, 0)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for taken in range(1, min(2, state.left) + 1):
            yield taken

    def result(self, state, action):
        return State(state.left - action, 1 - state.player)

    def is_terminal(self, state):
        return state.left == 0

    def points(self):
        return 0

    def utility(self, state, player):
        value = self.k * SCALE * self.bonus + worth(1) + helper.worth(2) + shifted(0) + self.points() + self.table[0]
        value += self.numbers[0] + self.nested[1][0] + self.row[0] + int(self.weight.value(self, state, 0)) + PAIRS[0]
        return value if state.player != player else -value

class Listed(Take):
    def utility(self, state, player):
        return GLOBAL[0] if state.player != player else -GLOBAL[0]
"""


OWN = """
from typing import NamedTuple
from zermelo import Game
from zermelo.search.algorithm import Value, algorithm

SIGN = 1

class State(NamedTuple):
    number: int

class Own(Game):
    def initial(self): return State(0)
    def to_move(self, state): return 0
    def actions(self, state):
        yield 1
    def result(self, state, action): return State(state.number + action)
    def is_terminal(self, state): return state.number == 3
    def utility(self, state, player): return state.number if player == 0 else -state.number

@algorithm
def first(game: Game, state: State, depth: int) -> Value:
    \"\"\"What follows from the first action.\"\"\"
    if game.is_terminal(state):
        return SIGN * game.utility(state, 0)
    if depth == 0:
        return 0.0
    best = -1e9
    for action in game.actions(state):
        worth = first(game, game.result(state, action), depth - 1)
        if worth > best:
            best = worth
    return best
"""


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is known, in memory or on disk."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(compiler, "_kernels", type(compiler._kernels)())
    monkeypatch.setattr(compiler, "_living", type(compiler._living)())


@pytest.fixture(params=["imported", "loaded"])
def rules(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The rules above, as a module of its own in each test: imported as Python does, or loaded as a file of a game."""
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "rules.py").write_text(RULES)
    if request.param == "loaded":
        yield sys.modules[type(z.load_game(tmp_path / "rules.py:Take")).__module__]
        return
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("helper", "rules"):
        sys.modules.pop(name, None)
    import rules  # type: ignore[import-not-found]

    yield rules
    for name in ("helper", "rules"):
        sys.modules.pop(name, None)


@algorithm
def simplest(game: Game, state: Any, depth: int) -> Value:
    """What comes of the first action, and the first after it, ...: as little as there is to compile."""
    value = 0.0
    if game.is_terminal(state) or depth == 0:
        return game.utility(state, 0)
    for action in game.actions(state):
        if value == 0.0:
            value = simplest(game, game.result(state, action), depth - 1)
    return value


def searched(game: Game, mode: str, by: str) -> Any:
    """What a search finds, and how it ran."""
    ways: dict[str, Callable[[], Any]] = {
        "simplest": lambda: z.best(game, algorithm=simplest, mode=mode),
        "alphabeta": lambda: z.best(game, algorithm="alphabeta", mode=mode),
        "engine": lambda: z.best(game, table=1, mode=mode),
        "mcts": lambda: z.best(game, algorithm="mcts", simulations=300, memory=1, mode=mode),
    }
    found = ways[by]()
    assert found.mode == mode
    return found.value


def by_class(rules: Any, name: str, value: Any) -> None:
    setattr(rules.Take, name, value)


CHANGES: dict[str, Callable[[Any, Any], None]] = {
    "a global": lambda rules, game: setattr(rules, "SCALE", 50),
    "a global tuple": lambda rules, game: setattr(rules, "PAIRS", (70, 80)),
    "a global of a helper's module": lambda rules, game: setattr(rules.helper, "FACTOR", 50),
    "a helper, as it was imported": lambda rules, game: setattr(rules, "worth", lambda number: 60 * number),
    "a helper in its module": lambda rules, game: setattr(rules.helper, "worth", lambda number: 60 * number),
    "the code of a helper": lambda rules, game: setattr(rules.helper.worth, "__code__", (lambda number: 60 * number).__code__),
    "a class attribute": lambda rules, game: by_class(rules, "bonus", 50),
    "a list of the class": lambda rules, game: rules.Take.table.__setitem__(0, 50),
    "a method": lambda rules, game: by_class(rules, "points", lambda self: 50),
    "a method of a base": lambda rules, game: setattr(rules.Weight, "value", lambda self, game, state, player: 50.0),
    "an attribute": lambda rules, game: setattr(game, "k", 50),
    "an attribute's type": lambda rules, game: setattr(game, "k", 1.5),
    "a list": lambda rules, game: game.numbers.__setitem__(0, 50),
    "a list in a list": lambda rules, game: game.nested[1].__setitem__(0, 50),
    "an array": lambda rules, game: game.row.__setitem__(0, 50),
    "a nested evaluation": lambda rules, game: setattr(game.weight, "k", 50.0),
    "a list of a nested evaluation": lambda rules, game: game.weight.parts.__setitem__(0, 50.0),
    "a variable of a closure": lambda rules, game: rules.shift(50),
}


SEARCHERS = ("alphabeta", "engine", "mcts")
IN_TURN = [
    pytest.param(rules, SEARCHERS[(number + first) % 3], what, marks=pytest.mark.slow)
    for first, rules in enumerate(("imported", "loaded"))
    for number, what in enumerate(CHANGES)
]
"""Each change by two of the searchers, once to rules that are imported and once to rules that are loaded."""


@pytest.mark.parametrize(("rules", "by", "what"), [*(("imported", "simplest", what) for what in CHANGES), *IN_TURN], indirect=["rules"])
def test_a_change_is_seen_by_the_next_search(rules: Any, by: str, what: str) -> None:
    game = rules.Take()
    before = searched(game, "compiled", by)
    assert before == searched(game, "interpreted", by)
    CHANGES[what](rules, game)
    after = searched(game, "compiled", by)
    assert after == searched(game, "interpreted", by)
    assert after != before
    if "attribute" in what and "class" not in what:
        assert searched(rules.Take(), "compiled", by) == before  # a fresh one is as it was


@pytest.mark.parametrize(("by", "what"), [("engine", "a nested evaluation"), ("mcts", "a helper in its module")])
def test_changes_are_seen_by_every_searcher(rules: Any, by: str, what: str) -> None:
    game = rules.Take()
    before = searched(game, "compiled", by)
    CHANGES[what](rules, game)
    after = searched(game, "compiled", by)
    assert after == searched(game, "interpreted", by) != before


def test_what_is_held_for_many_searches_sees_changes_too(rules: Any) -> None:
    game = rules.Take()
    engine, simulating = z.Engine(game, table=1, mode="compiled"), MonteCarlo(game, memory=1, mode="compiled")
    before = engine.solve().value
    assert simulating.search(simulations=300).value == before
    game.row[0] = 50
    rules.SCALE = 20
    expected = searched(game, "interpreted", "alphabeta")
    assert expected != before
    assert engine.solve().value == engine.value().value == engine.search().value == expected
    assert simulating.search(simulations=300).value == expected


@pytest.mark.parametrize("name", ["utility", "points"])
def test_a_method_that_is_set_on_an_object_does_not_compile(rules: Any, name: str) -> None:
    game = rules.Take()
    before = searched(game, "compiled", "alphabeta")
    setattr(game, name, lambda *given: -7.0 if given[1:] == (1,) else 7.0)  # to who is second the opposite
    with pytest.raises(z.CompileError, match=f"`{name}` that was set on the object; write it in a class"):
        searched(game, "compiled", "alphabeta")
    assert z.best(game).value == searched(game, "interpreted", "engine") != before


def test_an_algorithm_in_a_loaded_file_sees_its_globals_change(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    own = sys.modules[type(z.load_game(tmp_path / "own.py")).__module__]
    found = []
    for sign in (1, -1):
        own.SIGN = sign
        found += [z.best(own.Own(), algorithm=own.first, mode=mode).value for mode in ("interpreted", "compiled")]
    assert found == [3, 3, -3, -3]


def test_a_list_among_the_globals_that_has_changed_is_compiled_anew(rules: Any) -> None:
    game = rules.Listed()
    before = z.best(game, algorithm="alphabeta")
    rules.GLOBAL[0] = 9
    assert (before.mode, before.value, z.best(game, algorithm="alphabeta").value) == ("compiled", 1, 9)


def test_what_no_rule_reads_may_change_at_will(rules: Any) -> None:
    game = rules.Take()
    kind = object_type(game)
    game.notes["seen"] += 1
    game.more = [1]
    rules.Take.show = lambda self, state: "as it looks"
    rules.UNREAD = 7
    assert object_type(game).digest == kind.digest


@pytest.mark.parametrize(("old", "new"), [("min(2, state.left)", "min(3, state.left)"), ("for taken", "for  taken")])
def test_a_file_that_was_changed_after_it_was_loaded_is_not_compiled_from(rules: Any, old: str, new: str) -> None:
    """The fill of `actions` is made from the source, in which only what stands between the lines may have changed."""
    file = Path(rules.__file__)
    file.write_text(file.read_text().replace(old, new))
    os.utime(file, (1, 1))  # two edits of one size within a tick of the clock look alike
    linecache.checkcache()
    rules.SCALE = 77  # so that it has to be compiled
    try:
        found = searched(rules.Take(), "compiled", "alphabeta")
    except z.CompileError as error:
        found, refused = None, str(error)
    else:
        refused = ""
    assert found == searched(rules.Take(), "interpreted", "alphabeta") or ("was changed after it was loaded" in refused and "min" in old)


def test_a_change_in_a_method_with_a_variable_from_around_is_seen_in_its_source(tmp_path: Path) -> None:
    text = """
from tests.native.test_changes import Long, State

def made(step):
    class Around(Long):
        def actions(self, state):
            if state.left > 90:
                yield 4
            yield step
    return Around()

game = made(1)
"""
    file = tmp_path / "around.py"
    file.write_text(text)
    names: dict[str, Any] = {"__name__": "around"}
    exec(compile(text, str(file), "exec"), names)  # noqa: S102  the text above
    method = type(names["game"]).actions
    assert listings.fill_of(method)
    file.write_text(text.replace("yield 4", "yield 5"))
    linecache.checkcache()
    with pytest.raises(z.CompileError, match="was changed after it was loaded"):
        listings.fill_of(method)


# An object that was changed lends nothing to others


class W(Evaluation):
    def __init__(self, k: float) -> None:
        self.k = k

    def value(self, game: Any, state: Any, player: int) -> float:
        return self.k if player == 0 else -self.k


class State(NamedTuple):
    left: int
    player: int


class Long(Game):
    """Goes on for longer than anybody looks; what its states are worth says the evaluation."""

    def __init__(self, lasts: int = 50, evaluation: Evaluation | None = None) -> None:
        self.lasts = lasts
        self.evaluation = evaluation or W(0.25)

    def initial(self) -> State:
        return State(self.lasts, 0)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        yield 1

    def result(self, state: State, action: int) -> State:
        return State(state.left - action, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0

    def utility(self, state: State, player: int) -> float:
        return 0

    def evaluate(self, state: State, player: int) -> float:
        return self.evaluation.value(self, state, player)


def valued(game: Game, evaluation: Evaluation | None = None) -> float:
    found = z.best(game, depth=2, algorithm="alphabeta", evaluation=evaluation, mode="compiled")
    assert found.mode == "compiled"
    return float(found.value)


def test_a_changed_evaluation_does_not_lend_its_constants_to_a_fresh_one() -> None:
    w = W(1.0)
    assert valued(Long(50), w) == 1
    w.k = 7.0
    assert valued(Long(50), w) == 7
    assert valued(Long(51), W(1.0)) == 1
    assert valued(Long(51), w) == 7


def test_a_changed_game_does_not_lend_its_constants_to_a_fresh_one() -> None:
    game = Long(60, W(2.0))
    kind = object_type(game)
    game.evaluation = W(3.0)  # after its digest, before anything is compiled
    assert valued(Long(60, W(2.0))) == 2
    assert valued(game) == 3
    game.evaluation.k = 4.0  # type: ignore[attr-defined]
    assert (valued(game), valued(Long(60, W(3.0))), valued(Long(60, W(2.0)))) == (4, 3, 2)
    assert object_type(Long(60, W(2.0))) is kind


@pytest.mark.usefixtures("empty")
def test_what_changes_while_it_is_compiled_is_compiled_as_it_then_is(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A method is replaced after its rules' digest was taken and before they were compiled: neither is kept under the other's name."""
    game, real, changed = rules.Take(), compiler._compiled, []

    def compiled(*arguments: Any) -> Any:
        if not changed:
            changed.append(True)
            rules.Take.points = lambda self: 50
        return real(*arguments)

    monkeypatch.setattr(compiler, "_compiled", compiled)
    before = searched(game, "interpreted", "alphabeta")
    assert searched(game, "compiled", "alphabeta") == searched(game, "interpreted", "alphabeta") == before + 50
    rules.Take.points = lambda self: 0
    assert searched(game, "compiled", "alphabeta") == before


@pytest.mark.usefixtures("empty")
def test_rules_that_change_all_the_time_are_refused(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game, real = rules.Take(), compiler._compiled

    def compiled(*arguments: Any) -> Any:
        rules.SCALE += 1
        return real(*arguments)

    monkeypatch.setattr(compiler, "_compiled", compiled)
    with pytest.raises(z.CompileError, match="changes all the time"):
        z.best(game, algorithm="alphabeta", mode="compiled")


def test_another_class_is_another_object() -> None:
    class Twice(W):
        def value(self, game: Any, state: Any, player: int) -> float:
            return 2 * self.k if player == 0 else -2 * self.k

    game = Long(70, W(1.5))
    assert valued(game) == 1.5
    game.evaluation.__class__ = Twice
    assert valued(game) == 3


class Slotted(Evaluation):
    __slots__ = ("k",)

    def __init__(self, k: float) -> None:
        self.k = k

    def value(self, game: Any, state: Any, player: int) -> float:
        return self.k if player == 0 else -self.k


def test_what_stands_in_slots_counts() -> None:
    game = Long(80, Slotted(1.0))
    assert (valued(game), valued(Long(80, Slotted(2.0)))) == (1, 2)
    game.evaluation.k = 3.0  # type: ignore[attr-defined]
    assert valued(game) == 3


def test_an_array_that_grows_is_seen() -> None:
    class Rows(Long):
        def __init__(self) -> None:
            super().__init__(90)
            self.row = array("d", [1.0, 2.0])

        def evaluate(self, state: State, player: int) -> float:
            return self.row[1] if player == 0 else -self.row[1]

    game = Rows()
    assert valued(game) == 2
    game.row[1] = 5.0
    game.row.append(1.0)
    assert valued(game) == 5


# Algorithms of users


def test_an_algorithm_of_the_same_name_is_another() -> None:
    def made(worth: float) -> Any:
        @algorithm
        def mine(game: Game, state: Any, depth: int) -> Value:
            """Worth the same everywhere."""
            if game.is_terminal(state) or depth == 0:
                return LEVEL
            value = 0.0
            for action in game.actions(state):
                value = mine(game, game.result(state, action), depth - 1)
            return value

        return mine

    global LEVEL
    for level in (1.0, 2.0, 1.0):
        LEVEL = level
        for mode in ("compiled", "interpreted"):
            assert z.best(Long(33), algorithm=made(level), depth=3, mode=mode).value == level
    mine = made(0)
    for level in (3.0, 4.0):
        LEVEL = level
        for mode in ("compiled", "interpreted"):
            assert z.best(Long(33), algorithm=mine, depth=3, mode=mode).value == level


LEVEL = 0.0


# Cost


def test_looking_whether_anything_has_changed_takes_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    game = z.load_game("connect4")
    kind = object_type(game)

    def refuse(*things: Any) -> None:
        raise AssertionError("all of it was looked at again")

    monkeypatch.setattr(objects, "Look", refuse)
    assert object_type(game) is kind


def test_threads_that_change_and_search_get_what_is_true_for_each() -> None:
    """Each thread has a game of its own of the same class; none may be given another's constants."""
    wrong: list[Any] = []

    def work(number: int) -> None:
        game = Long(100, W(0.5))
        for step in range(3):
            game.evaluation = W(float(number))
            game.evaluation.k = float(10 * number + step % 2)
            found = valued(game)
            if found != 10 * number + step % 2:
                wrong.append((number, step, found))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
