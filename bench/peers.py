"""Our compiled alpha-beta beside other libraries for games in Python: connect four from the start, the same depth.

    easyAI      its own ConnectFour (numpy) under its Negamax, no transposition table
    OpenSpiel   its connect_four (C++) under its `minimax.alpha_beta_search` (Python)
                its compiled alpha-beta is not in the wheel: a figure measured once and quoted, not run here

All visit the same tree, columns left to right: 12,574 nodes at depth 8, the root counted, a state at the depth limit
worth 0. The peers' nodes are counted in a run apart, by wrapping the function that recurs; timed runs are left as
they are. A peer that is not installed (`make peers`) is skipped. Times are processor seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from _boards import Blind
from _common import ALPHABETA_NODES, Race, arguments, in_turns, must_equal, search, show

SHALLOW_CALLS = 500  # a search of 12,574 nodes is too short to be timed alone
QUOTED = "OpenSpiel's C++ alpha-beta, quoted"
QUOTED_SPEED, QUOTED_TARGET = 5.1e6, 5  # nodes a second: the faster end of the 4.4 to 5.1 M once measured


@dataclass
class Peer:
    """Another library's search to one depth. Calling it gives the processor seconds of one search, out of `calls`."""

    name: str
    target: float
    calls: int
    module: Any
    recursive: str  # the name, in the module, of the function that recurs
    run: Callable[[], object]

    def __call__(self) -> float:
        begin = time.process_time()
        for _ in range(self.calls):
            self.run()
        return (time.process_time() - begin) / self.calls

    def nodes(self) -> int:
        """The nodes of a search: how often the function that recurs is called, by its name, as it calls itself."""
        plain = getattr(self.module, self.recursive)
        count = 0

        def counted(*arguments: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            return plain(*arguments, **named)

        setattr(self.module, self.recursive, counted)
        try:
            self.run()
        finally:
            setattr(self.module, self.recursive, plain)
        return count


def easyai(depth: int) -> Peer:
    """Its own game under its own Negamax, with the scoring of its game: 0 unless lost."""
    module = import_module("easyAI.AI.Negamax")
    game = import_module("easyAI.games.ConnectFour").ConnectFour
    players = [import_module("easyAI").Human_Player() for _ in range(2)]
    name = f"easyAI Negamax, depth {depth}"
    return Peer(name, 5000, 1, module, "negamax", lambda: module.Negamax(depth, lambda state: state.scoring())(game(players)))


def openspiel(depth: int) -> Peer:
    """Its compiled game under its search in Python."""
    module = import_module("open_spiel.python.algorithms.minimax")
    game = import_module("pyspiel").load_game("connect_four")
    name = f"OpenSpiel alpha_beta_search, depth {depth}"
    run = partial(module.alpha_beta_search, game, value_function=lambda state: 0.0, maximum_depth=depth)
    return Peer(name, 100, 10, module, "_alpha_beta", run)


def installed(depth: int, notes: list[str]) -> list[Peer]:
    """The peers that are there; the notes say which are not."""
    found = []
    for maker in (easyai, openspiel):
        try:
            found.append(maker(depth))
        except ImportError as error:
            notes.append(f"{maker.__name__} is skipped: {error}; `make peers` installs it.")
    return found


def main() -> None:
    """Count, race, show."""
    options = arguments(__doc__, repeats=5)
    options.add_argument("--depth", type=int, default=8, metavar="D", help="depth that all search (8)")
    options.add_argument("--deep", type=int, default=13, metavar="D", help="depth that only we search, where a call costs nothing (13)")
    chosen = options.parse_args()
    notes = [f"All visit the same tree, asserted: {ALPHABETA_NODES[chosen.depth]:,} nodes at depth {chosen.depth}."]
    peers = installed(chosen.depth, notes)
    for peer in peers:
        must_equal(f"{peer.name}, nodes", peer.nodes(), ALPHABETA_NODES[chosen.depth])
    game = Blind()
    ours = [search("alphabeta", game, chosen.depth, calls=SHALLOW_CALLS), search("alphabeta", game, chosen.deep)]
    times = in_turns([*ours, *peers], chosen.repeats)
    rows = []
    for mine, taken in zip(ours, times, strict=False):
        must_equal(f"our nodes at depth {mine.depth}", mine.nodes, ALPHABETA_NODES[mine.depth])
        what = f"alphabeta, depth {mine.depth}"
        for peer, theirs in zip(peers, times[len(ours) :], strict=True):
            rows.append(Race(what, peer.name, mine.nodes, taken, ALPHABETA_NODES[chosen.depth], theirs, peer.target))
        rows.append(Race(what, QUOTED, mine.nodes, taken, 1, [1 / QUOTED_SPEED], QUOTED_TARGET))
    show("Connect four: the Python class compiled, beside other libraries", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
