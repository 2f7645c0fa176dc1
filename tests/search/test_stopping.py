"""Ctrl-C while a rule never returns: the search ends all the same, and what its thread still writes in is not used again."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys, threading
import zermelo as z
from zermelo.search.engine.engine import Engine
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.minimax import minimax
from zermelo.search.multiplayer.search import Maxn
from zermelo.search.runner import Runner

searcher, mode = sys.argv[1:]

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
    if not heard:
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
    search(progress=ctrl_c)
except KeyboardInterrupt:
    print("stopped")
try:
    if searcher != "minimax":
        search()
except z.SearchError as error:
    print(error)
"""


HANGING = [(searcher, mode) for searcher in ("engine", "solving", "mcts", "maxn") for mode in ("interpreted", "compiled")]
HANGING.append(("minimax", "compiled"))  # interpreted it runs in the caller's own thread, where Python itself hears Ctrl-C


@pytest.mark.slow
@pytest.mark.parametrize(("searcher", "mode"), HANGING)
def test_ctrl_c_ends_a_search_whose_rules_hang(searcher, mode, tmp_path):
    (tmp_path / "hangs.py").write_text(PROGRAM)
    done = subprocess.run([sys.executable, str(tmp_path / "hangs.py"), searcher, mode], capture_output=True, text=True, timeout=300)
    refused = "this engine is searching already; make another one for a second search at the same time\n"
    assert done.stderr == ""
    assert (done.returncode, done.stdout) == (0, "stopped\n" + (refused if searcher != "minimax" else ""))
