"""Monte Carlo tree search: simulations a second beside OpenSpiel's in C++, two threads beside one, and matches at equal simulations.

    speed    both search from the start on one thread, with playouts at random and UCT; a simulation is a node here
    threads  simulations a second of two threads beside one: wall-clock time, so only an idle machine tells
    match    both have the same number of simulations a move; ours keeps its tree from move to move, or with --fresh does not

Both prove wins and losses, but for speed at tic-tac-toe, which would be proved too soon: there neither does.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from _common import Race, arguments, aside, in_turns, show
from zermelo.game import MAX, MIN, State
from zermelo.play.match import interval
from zermelo.search.mcts.search import MonteCarlo
from zermelo.spec import load_game

LASTING = 500_000
"""At least this many simulations has a run of two threads."""
PEER_EXPLORATION = 1.4
"""OpenSpiel's UCT takes the square root of the logarithm of visits over visits times this."""


@dataclass(frozen=True)
class Case:
    """A game by our name and theirs, and how many simulations of ours and of theirs a run has."""

    spec: str
    peer: str
    ours: int
    theirs: int
    solve: bool = True
    target: float = 10.0


CASES = (
    Case("tictactoe", "tic_tac_toe", 100_000, 100_000, solve=False),
    Case("connect4", "connect_four", 1_000_000, 100_000),
    Case("othello", "othello", 50_000, 4_000),
    Case("hex(11)", "hex(board_size=11)", 200_000, 20_000),
)


class Ours:
    """This many simulations of ours from the start, in a new tree. Calling it gives processor seconds."""

    def __init__(self, case: Case, threads: int = 1) -> None:
        self.case, self.threads = case, threads
        self.search = MonteCarlo(load_game(case.spec), threads=threads, mode="compiled", solver=case.solve)
        self.simulations = 0
        self.wall = 0.0

    def __call__(self) -> float:
        self.search.clear()
        begin, passed = time.process_time(), time.perf_counter()
        self.simulations = self.search.search(simulations=self.case.ours).simulations
        self.wall = time.perf_counter() - passed
        return time.process_time() - begin

    def waited(self) -> float:
        """The same in seconds that pass."""
        aside(self)
        return self.wall


class OpenSpiel:
    """The same of OpenSpiel's MCTSBot, solving as ours does."""

    def __init__(self, case: Case) -> None:
        spiel = import_module("pyspiel")
        self.case, self.rules = case, spiel.load_game(case.peer)
        self.state = self.rules.new_initial_state()
        self.bot = peer_bot(spiel, self.rules, case.theirs, 1, solve=case.solve)

    def __call__(self) -> float:
        begin = time.process_time()
        self.bot.mcts_search(self.state)
        return time.process_time() - begin


def peer_bot(spiel: Any, rules: Any, simulations: int, seed: int, *, solve: bool = True) -> Any:
    """OpenSpiel's bot: one random playout a simulation, UCT."""
    rollouts = spiel.RandomRolloutEvaluator(1, seed)
    return spiel.MCTSBot(rules, rollouts, PEER_EXPLORATION, simulations, 4000, solve, seed, False, spiel.ChildSelectionPolicy.UCT)


def speeds(cases: list[Case], repeats: int) -> list[Race]:
    """Ours beside theirs, game by game."""
    rows = []
    for case in cases:
        ours, peer = Ours(case), OpenSpiel(case)
        ours()
        times, peer_times = in_turns([ours, peer], repeats)
        rows.append(Race(case.spec, "OpenSpiel's MCTSBot", ours.simulations, times, case.theirs, peer_times, case.target))
    return rows


def of_two(cases: list[Case], repeats: int) -> list[Race]:
    """Two threads beside one, in runs that are long beside the start of a thread."""
    rows = []
    for case in [replace(case, ours=max(LASTING, case.ours)) for case in cases]:
        one, two = Ours(case), Ours(case, threads=2)
        one(), two()
        two_times, one_times = in_turns([two.waited, one.waited], repeats)
        rows.append(Race(f"{case.spec}, two threads", "one thread", two.simulations, two_times, one.simulations, one_times, 1.6))
    return rows


def won(case: Case, simulations: int, games: int, *, fresh: bool, opening: int) -> tuple[float, int, int]:
    """Our points in this many games, and how many were won and lost; each opening is played from both sides."""
    spiel = import_module("pyspiel")
    game, rules = load_game(case.spec), spiel.load_game(case.peer)
    chooser = random.Random(case.spec)  # noqa: S311  # games, not secrets
    points, wins, losses, begun = 0.0, 0, 0, []
    for number in range(games):
        if number % 2 == 0:
            begun = moves(game, opening, chooser)
        worth = played(game, rules, begun, (MAX, MIN)[number % 2], simulations, number, fresh=fresh)
        points, wins, losses = points + (worth + 1) / 2, wins + (worth > 0), losses + (worth < 0)
        print(f"{case.spec}: {points:g} of {number + 1}", file=sys.stderr, flush=True)
    return points, wins, losses


def moves(game: Any, plies: int, chooser: random.Random) -> list[int]:
    """Random actions that do not end the game."""
    while True:
        state, actions = game.initial(), []
        while len(actions) < plies and not game.is_terminal(state):
            actions.append(chooser.choice(list(game.actions(state))))
            state = game.result(state, actions[-1])
        if not game.is_terminal(state):
            return actions


def played(game: Any, rules: Any, begun: list[int], seat: int, simulations: int, seed: int, *, fresh: bool) -> int:
    """1 if we win, sitting in that seat, -1 if we lose. Both boards see every action."""
    board, states = rules.new_initial_state(), [game.initial()]
    search, bot = MonteCarlo(game, seed=seed, mode="compiled"), peer_bot(import_module("pyspiel"), rules, simulations, seed)
    for action in begun:
        board.apply_action(action)
        states.append(game.result(states[-1], action))
    while not game.is_terminal(states[-1]):
        state: State = states[-1]
        if game.to_move(state) == seat:
            if fresh:
                search.clear()
            action = search.search(state, history=states[:-1], simulations=simulations).action
        else:
            action = bot.step(board)
        board.apply_action(action)
        states.append(game.result(state, action))
    worth = game.utility(states[-1], seat)
    return (worth > 0) - (worth < 0)


def main() -> None:
    """Measure, and show."""
    options = arguments(__doc__, repeats=5)
    options.add_argument("what", nargs="?", choices=("speed", "threads", "match"), default="speed", help="see above (speed)")
    options.add_argument("--game", action="append", choices=[case.spec for case in CASES], help="only this game; may be repeated")
    options.add_argument("--games", type=int, default=100, metavar="N", help="games of a match, an even number (100)")
    options.add_argument("--simulations", type=int, default=1000, metavar="N", help="simulations a move in a match (1,000)")
    options.add_argument("--opening", type=int, default=2, metavar="N", help="random moves before a match's game (2)")
    options.add_argument("--fresh", action="store_true", help="ours forgets its tree at each move of a match, as theirs does")
    chosen = options.parse_args()
    cases = [case for case in CASES if not chosen.game or case.spec in chosen.game]
    try:
        import_module("pyspiel")
    except ImportError:
        if chosen.what != "threads":
            print("OpenSpiel is not installed; `make peers` installs it", file=sys.stderr)
            return
    if chosen.what == "match":
        for case in cases:
            points, wins, losses = won(case, chosen.simulations, chosen.games, fresh=chosen.fresh, opening=chosen.opening)
            low, high = interval(points, chosen.games)
            print(
                f"{case.spec}, {chosen.simulations} simulations a move: {points / chosen.games:.1%} ({low:.1%} to {high:.1%}) of "
                f"{chosen.games} games: {wins} won, {chosen.games - wins - losses} drawn, {losses} lost"
            )
        return
    rows = (speeds if chosen.what == "speed" else of_two)(cases, chosen.repeats)
    note = "A node is a simulation here. Wins and losses are proved (solve on); at tic-tac-toe neither ours nor theirs does that."
    show("Monte Carlo tree search", rows, chosen.json, [note])


if __name__ == "__main__":
    main()
