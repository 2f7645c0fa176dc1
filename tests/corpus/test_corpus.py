"""The corpus: thirty games as new users write them, with the counts and values that each has to give.

`expected.toml` beside the games holds those, and says which games compile: so that their number cannot fall unseen, a test here
holds it to the truth. The programs in `independent/` count the same otherwise. How fast the games are, bench/corpus.py measures.

At each run of the tests: each game counts right, interpreted and compiled, and so does its independent program, as deep as there are
some sequences; where there is a dialect, random games go the same in both. Slow: deeper, other parameters, values, whole games, and
all that compiles a dialect.
"""

from __future__ import annotations

import importlib.util
import random

import pytest
from bench._corpus import CORPUS, entries, games

import zermelo as z
from tests.test_both_modes import along_a_game
from zermelo import native
from zermelo.checker.misspelt import misspelt

pytestmark = pytest.mark.filterwarnings("ignore:.*invalid escape sequence")  # drawings of boards in docstrings, as users make them

FEW, SOME, MANY = 1_000, 30_000, 300_000
BY_LISTING_STATES = {"library_user/easyai_chopsticks", "programmer/yahtzee_mini", "student/nim", "student/three_mens_morris"}
"""Games that come back to few states in many ways: value iteration lists these, where a search without a table goes the ways."""
LONG_IN_PYTHON = {"library_user/aima_connect_four square", "library_user/easyai_knights"}
"""Games whose value compiled code finds in a second, and plain Python in half a minute; it finds that of their smaller boards soon."""
TOO_LONG = {"numerical/hex"}
"""Games whose value takes minutes to search, and more memory than there is for their program; that of their smaller boards does not."""
OTHER_NUMBERS = {"programmer/breakthrough", "programmer/isola", "student/reversi"}
"""Games whose dialect gives the actions other numbers."""

ALL = pytest.mark.parametrize("entry", entries(), ids=str)
EACH_GAME = pytest.mark.parametrize("entry", games(), ids=str)
IN_DIALECT = pytest.mark.parametrize("entry", [entry for entry in entries() if entry.dialect], ids=str)
SEARCHED = [entry for entry in entries() if entry.value is not None and str(entry) not in TOO_LONG]
VALUED = pytest.mark.parametrize("entry", SEARCHED, ids=str)


def counted(entry, sequences, mode, game=None):
    """The counts to the depth where there are so many sequences, as the game gives them and as it has to."""
    depths = range(1, entry.depth_within(sequences) + 1)
    game = game or z.load_game(entry.spec)
    found = [z.perft(game, depth, mode=mode) for depth in depths]
    assert {count.mode for count in found} == {mode}
    return [count.nodes for count in found], list(entry.perft[: len(depths)])


def program(entry):
    """The independent program for a game."""
    folder, _, name = entry.game.partition("/")
    path = CORPUS / folder / "independent" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"independent_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# What is in it


def test_there_are_thirty_games_each_in_a_table_and_with_a_program_that_counts_it():
    told = {CORPUS / f"{entry.game}.py" for entry in games()}
    assert len(told) == 30
    assert told == set(CORPUS.glob("*/*.py"))
    assert {path.parent / "independent" / path.name for path in told} == set(CORPUS.glob("*/independent/*.py"))


def test_ten_games_are_there_in_the_compiler_s_best_dialect_too():
    assert sum(entry.dialect is not None for entry in games()) == 10


@EACH_GAME
def test_no_name_of_its_own_is_taken_for_a_misspelt_one(entry):
    assert list(misspelt(z.load_game(entry.spec))) == []


# In plain Python


@ALL
def test_a_game_counts_as_it_has_to(entry):
    found, known = counted(entry, FEW, "interpreted")
    assert found == known


@pytest.mark.slow
@ALL
def test_so_it_does_deeper(entry):
    found, known = counted(entry, SOME, "interpreted")
    assert found == known


@pytest.mark.slow
@pytest.mark.parametrize("entry", SEARCHED, ids=str)
def test_a_game_is_worth_what_it_has_to_be(entry):
    game = z.load_game(entry.spec)
    modes = [*(["interpreted"] if str(entry) not in LONG_IN_PYTHON else []), *(["compiled"] if entry.compiles else [])]
    for mode in modes:
        by_states = mode == "interpreted" and entry.game in BY_LISTING_STATES
        solution = z.solve(game, algorithm="value-iteration" if by_states else None, mode=mode)
        assert solution.proved
        assert solution.value == pytest.approx(entry.value, abs=1e-9)


# By the independent programs


@ALL
def test_the_independent_program_counts_the_same(entry):
    assert_program_agrees(entry, FEW)


@pytest.mark.slow
@ALL
def test_so_it_does_with_many_more(entry):
    assert_program_agrees(entry, MANY)


def assert_program_agrees(entry, sequences):
    known = entry.perft[: entry.depth_within(sequences)]
    independent = program(entry)
    assert [independent.count(depth, **entry.parameters) for depth in range(1, len(known) + 1)] == list(known)


@pytest.mark.slow
@VALUED
def test_the_independent_program_finds_the_same_value(entry):
    found = program(entry).value(**entry.parameters)
    assert float(found) == entry.value if not isinstance(found, tuple) else found == entry.value


def test_what_two_programs_derive_by_hand_agrees_with_plain_counting():
    gomoku, quarto = (program(entry) for entry in games() if entry.game in ("numerical/gomoku", "programmer/quarto"))
    assert [gomoku.whole(depth, 3, 3) for depth in range(1, 8)] == [9, 72, 504, 3024, 15_120, 54_720, 148_176]  # tic-tac-toe's, published
    assert [quarto.count_slowly(depth) for depth in range(1, 4)] == [quarto.count(depth) for depth in range(1, 4)]


# Compiled


@EACH_GAME
def test_it_compiles_if_and_only_if_the_table_says_so_and_then_it_counts_as_it_has_to(entry):
    """A game that has begun to compile: write `compiles = true` in its table, and run bench/corpus.py for it."""
    game = z.load_game(entry.spec)
    reasons = native.explain(game)
    assert (reasons == []) is entry.compiles, reasons
    if entry.compiles:
        found, known = counted(entry, FEW, "compiled", game)
        assert found == known
    else:
        with pytest.raises(z.CompileError):
            z.perft(game, 1, mode="compiled")


@pytest.mark.slow
@pytest.mark.parametrize("entry", [entry for entry in entries() if entry.compiles], ids=str)
def test_so_it_does_deeper_and_with_other_parameters(entry):
    found, known = counted(entry, MANY, "compiled")
    assert found == known


@pytest.mark.slow
@EACH_GAME
def test_it_means_the_same_all_along_a_game_compiled_where_it_compiles_and_else_left_to_itself(entry):
    game = z.load_game(entry.spec)
    depth = 2 if entry.perft[1] <= 3_000 else 1
    modes = ("compiled", "interpreted") if entry.compiles else ("auto", "interpreted")
    for state in along_a_game(game):
        counts = [z.perft(game, depth, state, mode=mode) for mode in modes]
        assert [(one.nodes, one.finished, one.divide) for one in counts[1:]] == [(counts[0].nodes, counts[0].finished, counts[0].divide)]
        found = [z.best(game, state, depth=depth, mode=mode) for mode in modes]
        assert [(one.value, one.action, one.nodes) for one in found[1:]] == [(found[0].value, found[0].action, found[0].nodes)]


# In the compiler's best dialect


@pytest.mark.slow
@IN_DIALECT
def test_the_dialect_compiles_and_counts_the_same(entry):
    game = z.load_game(entry.dialect_spec)
    depths = range(1, entry.depth_within(MANY) + 1)
    assert [z.perft(game, depth, mode="compiled").nodes for depth in depths] == list(entry.perft[: len(depths)])


@pytest.mark.slow
@IN_DIALECT
def test_the_dialect_ends_as_many_games(entry):
    depth = entry.depth_within(FEW)
    game, dialect = z.load_game(entry.spec), z.load_game(entry.dialect_spec)
    assert z.perft(game, depth, mode="interpreted").finished == z.perft(dialect, depth, mode="compiled").finished


@pytest.mark.slow
@pytest.mark.parametrize("entry", [entry for entry in SEARCHED if entry.dialect], ids=str)
def test_the_dialect_is_worth_what_the_game_is_worth(entry):
    solution = z.solve(z.load_game(entry.dialect_spec), mode="compiled")
    assert solution.proved
    assert solution.value == entry.value


@pytest.mark.parametrize("entry", [entry for entry in games() if entry.dialect and entry.game not in OTHER_NUMBERS], ids=str)
def test_the_dialect_s_games_go_as_the_game_s_to_their_ends(entry):
    game, dialect = z.load_game(entry.spec), z.load_game(entry.dialect_spec)
    chooser = random.Random(1)
    for _ in range(3):
        state, same = game.initial(), dialect.initial()
        while actions := legal(game, state):
            assert legal(dialect, same) == actions
            action = chooser.choice(actions)
            state, same = game.result(state, action), dialect.result(same, action)
            assert game.to_move(state) == dialect.to_move(same)
        assert legal(dialect, same) == []
        assert sign(game.utility(state, z.MAX)) == sign(dialect.utility(same, z.MAX))


def legal(game, state):
    """The actions, or the outcomes of chance, by number; none where the game is over."""
    if game.is_terminal(state):
        return []
    by_chance = game.to_move(state) == z.CHANCE
    return sorted(action for action, _ in game.outcomes(state)) if by_chance else sorted(game.actions(state))


def sign(number):
    return (number > 0) - (number < 0)
