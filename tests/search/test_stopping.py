"""A rule that never returns: a search ends all the same, by Ctrl-C or its time, and what its thread still writes in is not used again."""

import re
import subprocess
import sys

import pytest

import zermelo as z

PROGRAM = """
import os, signal, sys, threading
import zermelo as z
from zermelo.search.engine.engine import Engine
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.minimax import minimax
from zermelo.search.multiplayer.search import Maxn
from zermelo.search.runner import Runner
from zermelo.search.runtime import workers

searcher, mode, ended_by = sys.argv[1:]
workers.OVERDUE = 0.5

class Hangs(z.Game):
    players = 3 if searcher == "maxn" else 2
    max_actions = 2
    def initial(self): return 0
    def to_move(self, state): return state % self.players
    def actions(self, state):
        at = state
        while state >= 3 and at != -1:
            at = (at * 5 + 1) % 64
        return (1, 2)
    def result(self, state, action): return state + action
    def is_terminal(self, state): return state > 60
    def utility(self, state, player): return 0.0

def ctrl_c(_):
    if not heard and ended_by == "ctrl-c":
        heard.append(True)
        os.kill(os.getpid(), signal.SIGINT)

heard = []
game = Hangs()
makers = {
    "engine": lambda: Engine(game, mode=mode).search,
    "solving": lambda: Engine(game, mode=mode).value,
    "mcts": lambda: MonteCarlo(game, mode=mode).search,
    "maxn": lambda: Maxn(game, mode=mode).search,
    "minimax": lambda: lambda progress: Runner(minimax, game, mode, progress)(0, 9),
}
search = makers[searcher]()
try:
    search(progress=ctrl_c, **({"seconds": 0.5} if ended_by == "time" else {}))
except KeyboardInterrupt:
    print("stopped")
except z.SearchError as error:
    print(error)
try:
    if searcher != "minimax":
        search()
except z.SearchError as error:
    print(error)
"""


HANGING = [(searcher, mode) for searcher in ("engine", "solving", "mcts", "maxn", "minimax") for mode in ("interpreted", "compiled")]


REFUSED = "this engine is searching already; make another one for a second search at the same time\n"


def said(folder, *words):
    """What the program prints."""
    (folder / "hangs.py").write_text(PROGRAM)
    done = subprocess.run([sys.executable, str(folder / "hangs.py"), *words], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("searcher", "mode"), HANGING)
def test_ctrl_c_ends_a_search_whose_rules_hang(searcher, mode, tmp_path):
    assert said(tmp_path, searcher, mode, "ctrl-c") == "stopped\n" + (REFUSED if searcher != "minimax" else "")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("searcher", ["engine", "mcts", "maxn"])
def test_so_does_the_end_of_its_time_and_says_where(searcher, mode, tmp_path):
    line = PROGRAM[: PROGRAM.index("at = (at * 5")].count("\n") + 1
    first, refused = said(tmp_path, searcher, mode, "time").splitlines(keepends=True)
    where = re.escape('it is compiled; `zermelo check`, or mode="interpreted" (`--mode interpreted`), says which one')
    if mode == "interpreted" or searcher == "engine":  # which asks plain Python about what it looked at
        where = rf"{re.escape(str(tmp_path))}/hangs\.py, line ({line - 1}|{line}), in actions; position: \d+"
    assert re.fullmatch(f"a rule has not returned for 0\\.5 s after the time was over: {where}\n", first)
    assert refused == REFUSED


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize("bulk", [False, True])
def test_counting_and_searching_by_the_book_tell_how_far_they_are_in_both_modes(mode: str, bulk: bool) -> None:
    told: list[int] = []
    looks: list[int] = []

    class EnoughError(Exception):
        pass

    def look(nodes: int) -> None:
        looks.append(nodes)
        if not told or nodes != told[-1]:  # on a busy machine a look may come before the search has gone on
            told.append(nodes)
        if len(told) == 3 or len(looks) == 100:
            raise EnoughError

    game = z.load_game("othello")
    with pytest.raises(EnoughError):
        z.perft(game, 14, bulk=bulk, mode=mode, progress=look)
    assert 0 < told[0] < told[1] < told[2]
    told.clear()
    looks.clear()
    with pytest.raises(EnoughError):
        z.best(game, algorithm="minimax", depth=14, mode=mode, progress=look)
    assert 0 < told[0] < told[1] < told[2]


def test_what_is_counted_with_progress_is_what_is_counted_without() -> None:
    game = z.load_game("connect4")
    plain, watched = (z.perft(game, 5, mode="interpreted", progress=look) for look in (None, lambda nodes: None))
    assert (plain.nodes, plain.finished, plain.divide) == (watched.nodes, watched.finished, watched.divide)
