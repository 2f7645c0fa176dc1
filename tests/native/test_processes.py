"""Compiling in threads and in processes that fork, and what a process gives back."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zermelo as z
from tests.search.wild import Wild
from zermelo.native import cache, compiler, explain, kernel, objects
from zermelo.native.compiler import NewPassManager
from zermelo.search.alphabeta import alphabeta
from zermelo.search.perft import perft

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is known, in memory or on disk."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(compiler, "_kernels", type(compiler._kernels)())
    monkeypatch.setattr(compiler, "_living", type(compiler._living)())


FORK = """
import multiprocessing, os, sys, threading, warnings
import zermelo as z
from zermelo.native import compiler

warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12: that a process with threads forks is what is tried
begun, real = threading.Event(), compiler._compiled

def compiled(*arguments):
    begun.set()
    return real(*arguments)

compiler._compiled = compiled

def value(name="tictactoe"):
    return z.best(z.load_game(name), algorithm="alphabeta", depth=3, mode="compiled").value

def work(answers):
    answers.put(value("hexapawn"))

if __name__ == "__main__":
    thread = threading.Thread(target=value, args=("connect4",))
    thread.start()
    begun.wait()
    if sys.argv[1] == "fork":
        child = os.fork()
        if child == 0:
            value()
            os._exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    else:
        context = multiprocessing.get_context("fork")
        answers = context.SimpleQueue()
        child = context.Process(target=work, args=(answers,))
        child.start()
        child.join()
        print(child.exitcode, answers.get() == value("hexapawn"))
    thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="of systems that fork")
@pytest.mark.parametrize(("way", "said"), [("fork", "7"), ("multiprocessing", "0 True")])
def test_a_child_that_is_forked_while_a_thread_compiles_compiles_too(tmp_path: Path, way: str, said: str) -> None:
    (tmp_path / "forks.py").write_text(FORK)
    command = [sys.executable, str(tmp_path / "forks.py"), way]
    done = subprocess.run(command, env={**os.environ}, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout.strip()) == (0, said), done.stderr


# What a process gives back


def test_of_kernels_that_nobody_holds_the_least_used_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "KEPT", 2)
    games = [Wild(longest=longest) for longest in (3, 4, 5)]
    kernels = [weakref.ref(kernel(perft, game).kernel) for game in games[:2]]
    kernel(perft, games[0])  # asked for last
    kernel(perft, games[2])
    gc.collect()
    assert [reference() is not None for reference in kernels] == [True, False]


def test_a_kernel_that_is_held_goes_on_working(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "KEPT", 1)
    engine = z.Engine(Wild(longest=6), table=1, mode="compiled")
    expected = engine.search(depth=4).value
    held = engine._machine.kernel.kernel
    for longest in (3, 4):
        kernel(perft, Wild(longest=longest))
    gc.collect()
    engine.clear()
    assert engine.search(depth=4).value == expected
    assert engine._machine.kernel.kernel is held
    again = z.Engine(Wild(longest=6), table=1, mode="compiled")
    assert again._machine.kernel.kernel is held  # found again as long as somebody has it


def test_what_was_compiled_for_an_object_is_given_back_when_others_have_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "KEPT", 1)
    kernel(alphabeta, Wild(longest=3))
    kind = objects.object_type(Wild(longest=3))
    assert "called" in vars(kind)
    for longest in (4, 5):
        kernel(alphabeta, Wild(longest=longest))
    assert "called" not in vars(kind)


def test_what_was_given_back_compiles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "KEPT", 1)
    game = Wild(longest=7)
    held = objects.object_type(game)
    bound = objects.bound_method(held, "result")
    for longest in (3, 4):
        kernel(alphabeta, Wild(longest=longest))
    assert not held.dispatchers
    assert z.best(game, algorithm="minimax", depth=3, mode="compiled").value == z.best(game, algorithm="minimax", depth=3).value
    assert objects.bound_method(objects.object_type(game), "result") != bound


def test_pass_managers_are_freed() -> None:
    """llvmlite meant to: see zermelo.native.compiler."""
    from llvmlite.binding import newpassmanagers

    for manager in (newpassmanagers.ModulePassManager, newpassmanagers.FunctionPassManager):
        assert manager._dispose is NewPassManager._dispose


GROWTH = """
import gc, sys
import zermelo as z
from tests.search.wild import Wild
from zermelo.native import compiler, objects
compiler.KEPT = objects.KEPT = 2

def used():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4096

for number in range(4):
    z.best(Wild(longest=30 + number), algorithm="alphabeta", depth=2, mode="compiled")
before = used()
for number in range(12):
    z.best(Wild(longest=40 + number), algorithm="alphabeta", depth=2, mode="compiled")
print((used() - before) / 12 / 1e6)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="of Linux")
def test_a_variant_costs_little_memory_when_it_is_gone() -> None:
    """2.6 MB each, for ever, before kernels had engines of their own and pass managers were freed; measured since: 0.15 MB."""
    done = subprocess.run([sys.executable, "-c", GROWTH], env={**os.environ}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1.0


# What nobody thought of


class State(NamedTuple):
    left: int
    player: int = 0


def only_named(*, number: int = 1) -> int:
    return number


class Count(z.Game):
    def initial(self) -> State:
        return State(3)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> list[int]:
        return [1, 2]

    def is_terminal(self, state: State) -> bool:
        return state.left <= 0

    def utility(self, state: State, player: int) -> float:
        return 1 if state.player != player else -1


class Short(Count):
    def result(self, state: State, action: int) -> State:
        return State(state.left - action)


class Odd(Count):
    def result(self, state: State, action: int) -> State:
        return State(player=1 - state.player, left=state.left - action) if state.left else State(left=0)


class ByName(Count):
    def result(self, state: State, action: int) -> State:
        return State(state.left - only_named() * action, 1 - state.player)


@pytest.mark.parametrize("kind", [Short, Odd, ByName])
def test_what_numba_refuses_is_compiled_the_other_way(kind: type[z.Game]) -> None:
    assert explain(kind()) == []
    compiled, interpreted = (z.best(kind(), algorithm="alphabeta", mode=mode) for mode in ("compiled", "interpreted"))
    assert (compiled.value, compiled.line, compiled.nodes) == (interpreted.value, interpreted.line, interpreted.nodes)


@pytest.mark.parametrize("error", [IndexError("tuple index out of range"), AssertionError(), RecursionError("too deep")])
def test_any_error_of_the_compiler_means_plain_python(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise error

    monkeypatch.setattr(compiler, "_compiled", fail)
    assert z.best(Wild(longest=6), algorithm="alphabeta").mode == "interpreted"
    with pytest.raises(z.CompileError, match=f"Wild: the compiler failed .{type(error).__name__}"):
        z.best(Wild(longest=6), algorithm="alphabeta", mode="compiled")


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_what_is_no_error_of_the_compiler_is_passed_on(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise error

    monkeypatch.setattr(compiler, "_compiled", fail)
    with pytest.raises(error):
        z.best(Wild(longest=6), algorithm="alphabeta")
