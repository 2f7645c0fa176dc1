"""Rules as people write them, compiled: what each method gives is what it gives in plain Python, position for position."""

from __future__ import annotations

import inspect
import platform
import random
import re
import struct
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

import pytest

import zermelo as z
from tests.native.plain import games
from zermelo import CompileError, Game, native
from zermelo.errors import SharingError
from zermelo.game import CHANCE
from zermelo.games import CATALOGUE
from zermelo.games.othello import Othello
from zermelo.native import compiler
from zermelo.native.objects import PlainType, object_type
from zermelo.native.plain import profile, rules, sampling
from zermelo.native.plain.program import Program
from zermelo.search.algorithm import Value, algorithm
from zermelo.words import fingerprint

ALL = [
    games.Growing(), games.Knights(), games.Stones(), games.Dealt(), games.Letters(), games.Guarded(), games.Heaps(), games.InAList(),
    games.InADict(), games.Built(),
    games.OwnHands(), games.Cleared(),
]  # fmt: skip


def positions(game: Game, count: int = 120) -> Iterator[Any]:
    """Positions of games played at random."""
    chosen = random.Random(7)
    state = game.initial()
    for _ in range(count):
        yield state
        if game.is_terminal(state):
            state = game.initial()
            continue
        given = [action for action, _ in game.outcomes(state)] if game.to_move(state) == CHANCE else list(game.actions(state))
        state = game.result(state, chosen.choice(given))


@pytest.mark.parametrize("game", ALL, ids=lambda game: type(game).__name__)
def test_each_method_gives_what_it_gives_in_plain_python(game):
    laid = sampling.layouts(sampling.seen(game, [game.initial()]))
    made = rules.Rules(rules.compiled(game, laid), laid)

    def word(name: str, *arguments: Any) -> int:
        status, out = made.call(name, *arguments)
        assert status == 0, made.machine.failures[rules.FIRST_FAILURE - status]
        return int(struct.unpack("<q", out[:8])[0])

    start = made.pack(game.initial())
    for state in positions(game):
        packed = made.pack(state)
        assert bool(word("same_key", packed, start)) == (game.key(state) == game.key(game.initial()))
        assert word("same_key", packed, made.pack(state))
        assert word("key", packed) == fingerprint(game.key(state))
        assert bool(word("is_terminal", packed)) == bool(game.is_terminal(state))
        if game.is_terminal(state):
            for player in range(game.players):
                _, out = made.call("utility", packed, player)
                assert struct.unpack("<d", out[:8])[0] == game.utility(state, player)
            continue
        assert word("to_move", packed) == game.to_move(state)
        chance = game.to_move(state) == CHANCE
        given = [action for action, _ in game.outcomes(state)] if chance else list(game.actions(state))
        count, out = made.call("outcomes" if chance else "actions", packed, room=16 * (len(given) + 1))
        found = struct.unpack(f"<{(1 + chance) * count}q", out[: 8 * (1 + chance) * count])[:: 1 + chance]
        assert list(found) == given
        for name in [name for name in ("candidates", "tactical") if name in made.machine.names]:
            few = list(getattr(game, name)(state))
            count, out = made.call(name, packed, room=8 * (len(few) + 1))
            assert list(struct.unpack(f"<{count}q", out[: 8 * count])) == few
        for action in given:
            status, out = made.call("result", packed, action)
            assert status == 0
            after = game.result(state, action)
            assert word("key", out[: 8 * laid.words]) == fingerprint(game.key(after))


@pytest.mark.parametrize("game", [games.Growing(), games.Stones(), games.Letters(), games.InADict()], ids=lambda game: type(game).__name__)
def test_states_are_listed_by_compiled_code_as_by_plain_python(game):
    found = [z.solve(game, algorithm="value-iteration", mode=mode) for mode in ("compiled", "interpreted")]
    assert found[0].value == pytest.approx(found[1].value, abs=1e-9)
    assert str(found[0]) == str(found[1])


@pytest.mark.parametrize(
    ("by", "game"),
    [*(("engine", game) for game in ALL), *(("mcts", game) for game in ALL[1::2])],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_searches_find_the_same_compiled_and_interpreted(by, game):
    limits: dict[str, Any] = {"depth": 4, "table": 1} if by == "engine" else {"simulations": 200, "memory": 1}
    if game.players > 2:
        pytest.skip("the engine is for two")
    found = [z.best(game, algorithm=by, mode=mode, **limits) for mode in ("compiled", "interpreted")]
    assert found[0].value == found[1].value
    assert found[0].nodes == found[1].nodes


@pytest.mark.parametrize("by", ["minimax", pytest.param("engine", marks=pytest.mark.slow)])
def test_a_position_that_outgrows_its_room_makes_the_search_begin_anew_with_more(by):
    """A total leaps where all players always choose 1, which no random game does."""
    game = games.Growing()
    found, plain = (z.best(game, algorithm=by, mode=mode) for mode in ("compiled", "interpreted"))
    assert found.nodes == plain.nodes
    assert found.value == z.best(game, algorithm="minimax", mode="interpreted").value


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("minimax", r"line \d+, in utility: IndexError: list index out of range; position: "),
        pytest.param("engine", "Failing.*IndexError.*in position", marks=pytest.mark.slow),
    ],
    ids=["minimax", "engine"],
)
def test_an_error_in_a_rule_says_where_it_is(by, told):
    with pytest.raises(z.GameError, match=told):
        z.best(games.Failing(), algorithm=by, depth=8, mode="compiled")


def test_where_a_number_grows_beyond_64_bits_the_search_begins_anew_as_plain_python():
    plain = z.best(games.Overflowing(), algorithm="minimax", mode="interpreted")
    found = z.best(games.Overflowing(), algorithm="minimax")
    assert (found.value, found.line, found.mode) == (plain.value, plain.line, "interpreted")
    with pytest.raises(CompileError, match=r"Overflowing\.utility, line \d+ of games\.py: a whole number of more than 64 bits"):
        z.best(games.Overflowing(), algorithm="minimax", mode="compiled")


def test_all_that_does_not_compile_is_said_at_once_with_its_line():
    lines, first = inspect.getsourcelines(games.Refused)
    refused = [first + number for number, line in enumerate(lines) if "refused" in line and "#" in line]
    told = native.explain(games.Refused())
    assert [words.partition(" of games.py")[0] for words in told] == [
        f"Refused.result, line {refused[0]}",
        f"Refused.is_terminal, line {refused[1]}",
    ]


def test_a_game_that_does_not_compile_runs_in_plain_python():
    assert z.best(games.Refused(), algorithm="minimax").mode == "interpreted"
    with pytest.raises(CompileError, match=r"Refused\.result, line"):
        z.best(games.Refused(), algorithm="minimax", mode="compiled")


# Kernels know nothing of the rules


@algorithm
def farthest(game: Game, state: Any, depth: int) -> Value:
    """A value that depends on an attribute of the game's own."""
    if depth == 0 or game.is_terminal(state):
        return float(game.longest * game.utility(state, 0))
    best = -1e9
    for action in game.actions(state):
        best = max(best, farthest(game, game.result(state, action), depth - 1))
    return best


@pytest.fixture
def compiled(monkeypatch):
    """The names of the kernels that were compiled, rather than found."""
    names: list[str] = []
    original = compiler._compiled
    monkeypatch.setattr(compiler, "_compiled", lambda name, *rest: names.append(name) or original(name, *rest))
    return names


class Lamp(NamedTuple):
    lit: int
    plies: int


class Lamps(z.Game):
    """A lamp of a board of 64 is lit each time; nobody writes lists here, and a board in a number has no room for the last of them."""

    def initial(self):
        return Lamp(0, 0)

    def to_move(self, state):
        return state.plies % 2

    def actions(self, state):
        yield 62
        yield 63

    def result(self, state, action):
        return Lamp(state.lit | 1 << action, state.plies + 1)

    def is_terminal(self, state):
        return state.plies == 2

    def utility(self, state, player):
        return (state.lit >> 62) * (1 - 2 * player)


@pytest.mark.parametrize("by", ["engine", "alphabeta"])
def test_a_number_of_few_that_outgrows_64_bits_is_left_to_plain_python_and_never_wrapped(by):
    found = z.best(Lamps(), algorithm=by)
    assert (found.value, found.mode) == (2, "interpreted")
    with pytest.raises(CompileError, match=r"Lamps\.result, line \d+ of test_rules\.py: a whole number of more than 64 bits"):
        z.best(Lamps(), algorithm=by, mode="compiled")


@pytest.mark.parametrize("by", ["alphabeta", "engine"])
def test_games_whose_states_are_as_large_share_their_kernels(by, compiled):
    found = []
    for game in (games.Letters(), games.Words(5), games.Words(4)):
        compiled.clear()
        found.append([z.best(game, algorithm=by, mode=mode).value for mode in ("compiled", "interpreted")])
    assert compiled == []
    assert found == [[0, 0], [1, 1], [1, 1]]


def test_a_kernel_that_reads_an_attribute_of_the_game_is_for_that_game_alone():
    found = [
        [z.best(game, algorithm=farthest, mode=mode).value for mode in ("compiled", "interpreted")] for game in map(games.Words, (5, 4))
    ]
    assert found == [[5, 5], [4, 4]]


# How long it takes


@pytest.mark.parametrize("game", ALL, ids=lambda game: type(game).__name__)
def test_a_function_is_written_a_few_times_until_the_kinds_in_it_are_settled(game, monkeypatch):
    written = []
    original = Program._write_once
    monkeypatch.setattr(Program, "_write_once", lambda program, made: written.append(made) or original(program, made))
    program, _ = rules.written(game, sampling.layouts(sampling.seen(game, [game.initial()])))
    assert len(program.made) <= len(written) < 5 * len(program.made)


# Two parts of a state that are one


ONE_LIST = r"`state\[0\]\[0\]` and `state\[0\]\[1\]` are one list: .* write `\[\[\d.*\] for _ in range\(2\)\]`"


def test_a_game_that_begins_with_one_list_twice_runs_interpreted_which_is_said():
    with pytest.raises(SharingError, match="Hands: " + ONE_LIST):
        z.perft(games.Hands(), 3, mode="compiled")
    with pytest.warns(UserWarning, match=ONE_LIST + r".*plain Python"):
        found = z.perft(games.Hands(), 3)
    assert (found.mode, found.nodes) == ("interpreted", 3 * 2 * 1)
    assert re.search("Hands: " + ONE_LIST, native.explain(games.Hands())[0])


class ForMore(games.OwnHands):
    """Rules of each test's own, as they run interpreted from then on."""

    def __init__(self, worth: int) -> None:
        self.worth = worth

    def utility(self, state: Any, player: int) -> int:
        return self.worth * super().utility(state, player)


@pytest.mark.parametrize(("by", "worth"), [("engine", 1), ("minimax", 2), ("mcts", 3)])
def test_a_state_that_holds_one_list_twice_is_searched_as_plain_python_does(by, worth):
    game = ForMore(worth)
    limits: dict[str, Any] = {"simulations": 50} if by == "mcts" else {"depth": 9}
    assert z.best(game, algorithm=by, **limits).mode == "compiled"
    with pytest.warns(UserWarning, match="ForMore: " + ONE_LIST):
        found = z.best(game, games.Hands().initial(), algorithm=by, **limits)
    assert found.mode == "interpreted"
    assert found.value == worth * z.best(games.Hands(), algorithm=by, mode="interpreted", **limits).value
    with pytest.raises(SharingError, match=ONE_LIST):
        z.best(game, games.Hands().initial(), algorithm=by, mode="compiled", **limits)


# Which rules take this road


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_games_in_the_dialect_compile_with_the_kernels(name):
    assert not isinstance(object_type(z.load_game(name)), PlainType)


@pytest.mark.parametrize("game", ALL, ids=lambda game: type(game).__name__)
def test_rules_in_plain_python_compile_apart(game):
    assert isinstance(object_type(game), PlainType)


# Who waits is told


class Short(games.Words):
    """Rules that nobody else compiles."""

    def utility(self, state: Any, player: int) -> int:
        return 3 if state[1] != player else -3


def test_who_listens_hears_when_something_is_compiled(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    native.missing()  # the compiler is loaded
    heard: list[str] = []
    with native.listening(lambda waited_for, left: heard.append(waited_for)):
        assert z.best(Short(), algorithm="minimax", mode="compiled").value == 3
        first = list(heard)
        assert z.best(Short(), algorithm="minimax", mode="compiled").value == 3
    assert z.best(Short(4), algorithm="minimax", mode="compiled").value == 3
    assert first == heard != []
    assert [words for words, _ in groupby(heard)] == ["compiling, once for these rules", ""] * (heard.count(""))


class Misere(Othello):
    """Rules that nobody else compiles, which become part of a search."""

    def utility(self, state: Any, player: int) -> int:
        return -super().utility(state, player)


def test_who_listens_hears_that_it_goes_on_while_one_compilation_waits_for_another(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    heard: list[str] = []
    with native.listening(lambda waited_for, left: heard.append(waited_for)):
        z.best(Misere(), algorithm="minimax", depth=1, mode="compiled")
    *during, last = heard
    assert len(during) > 1
    assert set(during) == {"compiling, once for these rules"}
    assert last == ""


def test_what_the_lines_of_the_rules_cost_is_measured():
    for _ in range(5):  # a processor that is given to others in the middle of a line makes that line dear
        found = {one.text: one for one in native.costs(games.Counting())}
        if not found and platform.machine() not in profile.CLOCKS:
            pytest.skip("no clock that a program may read")
        busy, making = found["seen += number * len(state.pile) % 7"], found["doubled = [seen, seen]"]
        if busy.share == max(one.share for one in found.values()):
            break
    assert (busy.function, busy.times, busy.makes) == ("Counting.is_terminal", 50, False)
    assert (making.times, making.makes) == (1, True)
    assert busy.share == max(one.share for one in found.values())
    assert sum(one.share for one in found.values()) == pytest.approx(1)
    assert native.costs(z.load_game("backgammon")) == []  # compiled by numba


def test_check_names_the_dearest_lines():
    report = z.check(games.Counting(), games=1, costs=True)
    said = r"% of the time of its rules goes to line \d+ of games.py, in Counting.is_terminal, which runs 50 times a position: `seen"
    assert any(re.search(said, note) for note in report.notes) == bool(native.costs(games.Counting()))


class Counting(z.Game):
    """Three turns; what was chosen is counted in a dict that makes what it has not."""

    def initial(self):
        return (defaultdict(int), 0)

    def to_move(self, state):
        return state[1] % 2

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        held = state[0].copy()
        held[action] += 1
        return (held, state[1] + 1)

    def is_terminal(self, state):
        return state[1] == 3

    def utility(self, state, player):
        return state[0].get(2, 0) * (1 - 2 * player)


def test_a_dict_that_makes_what_it_has_not_is_no_state_that_compiles():
    """It would lose what it makes; plain Python has it."""
    with pytest.raises(CompileError, match=r"a state: a defaultdict; hold a dict, and make it `defaultdict\(int, held\)` in the rule"):
        z.best(Counting(), mode="compiled")
    assert z.best(Counting()).value == 2


TURNS = 0


class Restless(Lamps):
    def result(self, state, action):
        global TURNS
        TURNS += 1
        return Lamp(state.lit | TURNS % 2, state.plies + 1)


def test_rules_that_write_a_global_are_told_by_its_name():
    with pytest.raises(CompileError, match=r"Restless\.result, line \d+ of test_rules\.py \(`global TURNS`\): it writes a global,"):
        z.best(Restless(), mode="compiled", depth=2)


class InHand(z.Game):
    """Give away what is in hand, one by one. Who begins has nothing: a game from the beginning ends after a ply."""

    def initial(self):
        return (0, frozenset())

    def to_move(self, state):
        return state[0] % 2

    def actions(self, state):
        return [one for one in range(3) if one in state[1] or (one == 0 and not state[1])]

    def result(self, state, action):
        return (state[0] + 1, frozenset([one for one in state[1] if one != action]))

    def is_terminal(self, state):
        return state[0] > 0 and not state[1]

    def utility(self, state, player):
        return -1 if player == state[0] % 2 else 1


def test_what_a_set_holds_that_was_always_empty_is_seen_when_it_is_searched():
    state = (0, frozenset([0, 1, 2]))
    found = [z.best(InHand(), state, depth=5, mode=mode).value for mode in ("compiled", "interpreted")]
    assert found[0] == found[1] == 1
