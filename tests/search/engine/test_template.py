"""The kernel for given options: nothing is left of what is off, and what is left does the same."""

from __future__ import annotations

import ast
import builtins
import os
import random
import subprocess
import sys
from dataclasses import replace
from math import inf
from types import FunctionType
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import zermelo
from tests.search.engine.hooked import Hooked
from tests.search.engine.webs import Garden, Lottery, State
from tests.search.wild import Wild
from zermelo import Game
from zermelo.native.fingerprint import names_in
from zermelo.search.engine import kernel
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.layout import Frame, Outcome, Slot
from zermelo.search.engine.options import DRIVERS, FACTS, NAMES, Options
from zermelo.search.engine.template import PARTS, Kernel
from zermelo.search.runtime.insertion import with_steps
from zermelo.search.runtime.records import Records
from zermelo.search.runtime.specialisation import Fold, source_of
from zermelo.search.runtime.specialisation import folded as folded_names

GAMES = (Hooked(), Garden(), Wild(), *map(zermelo.load_game, ("nim", "tictactoe", "connect4", "checkers", "othello")))
TINY = 64 * 16 / 2**20
"""MiB of a table of 64 entries."""


def values_of(name: str) -> list[Any]:
    """Some values that an option can have."""
    match getattr(Options, name):
        case bool():
            return [False, True]
        case int():
            return [0, 1, 2, 3, 5, 12]
        case _:
            return [0.0, 0.5, 1.0, 2.5]


CHOICES = {name: values_of(name) for name in (*NAMES, "rewards", "kinds", "ranked", "keyed", "endless")}
any_options = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}).map(
    lambda changes: replace(Options(), **changes)
)
any_kernel = st.builds(lambda game, options: Kernel(game, options.for_game(game)), st.sampled_from(GAMES), any_options)
few = settings(max_examples=30)  # each makes a kernel or two
ALL_ON = Options(**{name: True for name in CHOICES if getattr(Options, name) is False}, symmetries=12).changed(exact=False).within(-2, 2)


def functions_of(source: ast.Module) -> dict[str, ast.FunctionDef]:
    return {part.name: part for part in source.body if isinstance(part, ast.FunctionDef)}


def read_in(*functions: ast.FunctionDef) -> set[str]:
    """The names in them."""
    return {node.id for function in functions for node in ast.walk(function) if isinstance(node, ast.Name)}


def attributes_of(thing: str, *functions: ast.FunctionDef) -> set[str]:
    """The attributes of `thing` in them."""
    nodes = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if isinstance(node.value, ast.Name) and node.value.id == thing}


def fields_of(row: str, *functions: ast.FunctionDef) -> set[str]:
    """The fields of the records of a row that are named in them."""
    nodes = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if isinstance(node.value, ast.Subscript) and ast.unparse(node.value.value) == row}


def reached(functions: dict[str, ast.FunctionDef], name: str) -> list[ast.FunctionDef]:
    """A function, those that it calls, those that these call, and so on."""
    names = [name]
    for known in names:
        names += sorted(read_in(functions[known]) & functions.keys() - {*names})
    return [functions[known] for known in names]


def folded(made: Kernel) -> list[ast.FunctionDef]:
    """The functions of a kernel that are ever called, with its steps in their places; the fields of records still have their names."""
    return reached(functions_of(with_steps(Fold(made.options, made.lacks).visit(ast.parse(source_of(kernel))), "kernel.py")), "run")


def code_of(made: Kernel) -> str:
    return "\n".join(map(ast.unparse, folded(made)))


# What is off is gone


def test_the_kernel_asks_for_every_option_but_those_of_the_driver():
    asked = attributes_of("options", *functions_of(ast.parse(source_of(kernel))).values())
    told = {"ply_worth", "undecided", "farthest", "known"}  # what follows from others
    assert (asked - told) | {"candidates"} == {*NAMES, *FACTS} - {*DRIVERS}  # for these it calls `candidates`, or `actions` in its place


@few
@given(any_kernel)
def test_no_option_is_left(made):
    assert "options" not in read_in(*folded(made))


@few
@given(any_kernel)
@example(Kernel(Garden(), ALL_ON.for_game(Garden())))
def test_a_game_is_asked_for_what_is_on_and_for_nothing_else(made):
    on, rules = made.options, type(made.game)
    by_evaluation = on.reverse_futility or on.futility
    judged = on.null_move or by_evaluation or on.late_move_pruning or on.improving
    forced = rules.forced is not Game.forced and (on.extensions or on.quiescence or judged or on.late_move_reductions)
    asked = {
        "order": on.order,
        "tactical": (on.tactical_first and not on.kinds) or on.quiescence,
        "kind": on.tactical_first and on.kinds,
        "exchange": on.exchange and (on.tactical_first or on.quiescence),
        "piece_to": on.continuation_history,
        "bounds": on.bounds,
        "endgame_value": on.endgame_value,
        "endgame_plies": on.endgame_value,
        "candidates": on.candidates,
        "actions": not on.candidates,
        "null_move": on.null_move,
        "may_pass": on.null_move and rules.may_pass is not Game.may_pass,
        "forced": forced,
        "symmetries": on.symmetries > 0,
        "repetition": on.repetition,
        "position": on.repetition,
        "key": on.table or on.repetition or on.symmetries > 0 or on.evaluation_memory > 0,
        "evaluation_unit": on.null_move or on.probcut or on.singular_extensions or by_evaluation or (on.exchange and on.quiescence),
    }
    always = {"to_move", "players", "is_terminal", "result", "utility", "evaluate", "plies_left", "max_actions"}
    assert attributes_of("game", *folded(made)) == always | {name for name, wanted in asked.items() if wanted}


@few
@given(any_kernel)
@example(Kernel(Garden(), ALL_ON.for_game(Garden())))
def test_no_method_is_asked_for_that_says_only_what_goes_without_saying(made):
    hooks = {
        "order",
        "tactical",
        "kind",
        "exchange",
        "piece_to",
        "bounds",
        "endgame_value",
        "candidates",
        "null_move",
        "forced",
        "may_pass",
        "symmetries",
    }
    asked = attributes_of("game", *folded(made))
    assert all(getattr(type(made.game), name) is not getattr(Game, name) for name in hooks & asked)
    assert made.game.repetition is not None or "repetition" not in asked


WORKED_WITH = {
    "table": {"found", "store", "prefetch", "bucket_of"},
    "killers": {".killer", ".second_killer"},
    "history_heuristic": {".history"},
    "continuation_history": {".continuations"},
    "counter_moves": {".counter_moves"},
    "repetition": {".key", "repeated"},
    "quiescence": {"quiesce"},
    "known": {".database", ".known"},
    "evaluation_memory": {".evaluations"},
    "ranked": {"place_of"},
    "keyed": {"place_by_key", ".desk"},
}
"""Functions and fields that only these options need."""


@few
@given(any_kernel)
def test_what_an_option_works_with_is_touched_only_where_it_is_on(made):
    functions = folded(made)
    read = read_in(*functions) | {f".{field}" for field in attributes_of("thread", *functions) | fields_of("stack", *functions)}
    assert [name for name, needed in WORKED_WITH.items() if not getattr(made.options, name) and needed & read] == []


@few
@given(any_kernel)
def test_no_test_is_left_that_is_decided(made):
    for function in folded(made):
        for node in ast.walk(function):
            tests = [node.test] if isinstance(node, (ast.If, ast.IfExp)) else node.values if isinstance(node, ast.BoolOp) else []
            assert not any(isinstance(test, ast.Constant) for test in tests), ast.unparse(node)


# What is left is whole


@few
@given(any_kernel)
def test_every_name_that_a_part_reads_is_there(made):
    names = folded_names(kernel, made.options, made.lacks)
    functions = [value for value in names.values() if isinstance(value, FunctionType) and value.__globals__ is names]
    assert {*PARTS} <= {function.__name__ for function in functions}
    for function in functions:
        called, _ = names_in(function.__code__)
        assert called - set(names) - set(dir(builtins)) == set(), function.__name__


def test_each_part_comes_after_those_that_it_calls():
    functions = functions_of(ast.parse(source_of(kernel)))
    for place, name in enumerate(PARTS):
        assert {function.name for function in reached(functions, name)} & {*PARTS} <= {*PARTS[: place + 1]}


@few
@given(st.sampled_from((Garden, Hooked)), any_options, st.integers(0, 1 << 20), st.integers(1, 6))
def test_it_visits_the_nodes_that_the_template_visits(rules, options, seed, depth):
    engine = Engine(rules(), options=options, mode="interpreted", table=TINY)
    found = engine.search(State(seed, 0, 5, 0), depth=depth)
    if not engine.options.candidates:
        rules = type("Plain", (rules,), {"candidates": Game.candidates})  # for which the template would ask
    template = Engine(rules(), options=options, mode="interpreted", table=TINY)
    template._machine = replace(template._machine, build=replace(template._machine.build, kernels=(kernel.run,)))
    memory = template._machine.workspaces[0]
    records = {
        "thread": memory.thread,
        "stack": Records(Frame, memory),
        "slots": Records(Slot, memory),
        "chances": Records(Outcome, memory),
    }
    with patch.multiple(kernel, options=engine.options, **records):
        expected = template.search(State(seed, 0, 5, 0), depth=depth)
    assert (found.value, found.nodes, found.leaves, found.line) == (expected.value, expected.nodes, expected.leaves, expected.line)
    assert engine._machine.workspaces[0].cells == template._machine.workspaces[0].cells
    assert engine.table.words == template.table.words


# Names


def test_a_kernel_shows_its_game_and_its_name():
    made = Kernel(GAMES[0], ALL_ON)
    assert repr(made) == f"Kernel({GAMES[0]!r}, {made.name})"


@pytest.mark.parametrize("name", sorted({*NAMES, *FACTS} - {*DRIVERS}))
def test_each_option_changes_the_code_and_with_it_the_name(name):
    if name in ("least", "most"):
        changed = [ALL_ON.within(-1, 1), ALL_ON.within(-3, 1), ALL_ON.within(-1, 3), ALL_ON.within(-inf, inf)]
    else:
        others = replace(ALL_ON, lazy_children=ALL_ON.lazy_children and name != "prefetch")  # what is made late is not fetched before
        changed = [replace(others, **{name: value}) for value in CHOICES[name]]
    game = Lottery() if name in ("star1", "star2", "probe_from") else GAMES[0]
    made = [Kernel(game, options) for options in changed]
    assert len({code_of(one) for one in made}) == len({one.name for one in made}) == len(made)


@given(any_options, st.fixed_dictionaries({name: st.sampled_from(CHOICES[name]) for name in DRIVERS}))
def test_what_the_driver_does_changes_neither(options, changes):
    assert Kernel(GAMES[0], options.changed(**changes)).name == Kernel(GAMES[0], options).name


def test_kernels_of_one_name_have_one_code():
    chooser, codes = random.Random(1), {}
    for _ in range(40):
        made = Kernel(GAMES[0], replace(Options(), **{name: chooser.choice(values) for name, values in CHOICES.items()}).for_game(GAMES[0]))
        assert codes.setdefault(made.name, code_of(made)) == code_of(made)


def test_a_name_is_the_same_in_every_process():
    command = """
from zermelo import load_game
from zermelo.search.engine.options import Options
from zermelo.search.engine.template import Kernel
print(Kernel(load_game("nim"), Options().strict().within(-0.5, 3)).name)
"""
    name = Kernel(zermelo.load_game("nim"), Options().strict().within(-0.5, 3)).name
    for seed in ("1", "2"):
        run = subprocess.run([sys.executable, "-c", command], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True)
        assert run.stdout.strip() == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Options().within(-1, 1), Options().within(-2, 1)),  # Python's hash of -1 is that of -2
        (Options(probcut=True, probcut_margin=1.5), Options(probcut=True, probcut_margin=1.5 * 2**-61)),  # and it is modulo 2 ** 61 - 1
    ],
)
def test_numbers_that_python_hashes_alike_make_kernels_with_names_of_their_own(one, other):
    assert Kernel(Hooked(), one).name != Kernel(Hooked(), other).name
