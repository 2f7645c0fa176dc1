"""The engine at a tenth of a second a move against other programs: matches from varied openings, each played from both sides.

    mcts     OpenSpiel's Monte Carlo tree search in C++ (random playouts, solving), one second a move: connect4, othello
    pymcts   the same in Python
    easyai   easyAI's Negamax, depth 6, on its own connect four
    grhino   gtp-rhino, an Othello program (Debian's grhino), at its default level

Where a book comes with the package, as for connect four, the engine asks it first; `--book FILE` gives another one, `--book none` none.

A game that is won counts 1, a draw 1/2; the interval is Wilson's, of 95 %. Each peer plays on its own board, and every
action of either side is made on both boards, so the rules are held against each other too.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import zermelo
from _common import arguments
from _gtp import LostError, Program
from zermelo.books import SHIPPED, has_book, open_book
from zermelo.errors import SpecError
from zermelo.game import MAX, MIN, Game, State
from zermelo.play.match import interval
from zermelo.search.engine.engine import Engine
from zermelo.search.known import Known, known_result

TARGETS = {"mcts": 0.95, "pymcts": 0.95, "grhino": 0.60, "easyai": 0.95}
GAMES = {"mcts": ("connect4", "othello"), "pymcts": ("connect4", "othello"), "easyai": ("connect4",), "grhino": ("othello",)}
PATIENCE = 60.0
"""Seconds that a peer in a process of its own may be silent."""
RHINO = (shutil.which("gtp-rhino"), "/usr/games/gtp-rhino")


class Ours:
    """The engine, which does not search what a book knows.

    seconds  of searching a move
    known    so many of its moves the book knew
    """

    def __init__(self, game: Game, seconds: float, book: Known | None) -> None:
        self.engine, self.seconds, self.book, self.moves, self.known = Engine(game, table=64), seconds, book, 0, 0
        self.engine.search(depth=2)  # compiled, before the clock runs

    def choose(self, state: State) -> int:
        """The engine's action."""
        found = known_result(self.book, self.engine.game, state) if self.book else None
        self.moves, self.known = self.moves + 1, self.known + (found is not None)
        return (found or self.engine.search(state, seconds=self.seconds)).action


def book_of(game: Game, named: str) -> Known | None:
    """The book that was asked for, if there is one of this game. Raises SpecError for a file that is none of it."""
    if named == "none" or (named == SHIPPED and not has_book(game)):
        return None
    return open_book(named, game)


class OpenSpiel:
    """A board of OpenSpiel's, whose actions have the same numbers as ours, and its MCTS."""

    def __init__(self, game: str, seconds: float, seed: int) -> None:
        spiel = import_module("pyspiel")
        rules = spiel.load_game({"connect4": "connect_four"}.get(game, game))
        rollouts = spiel.RandomRolloutEvaluator(1, seed)
        self.state = rules.new_initial_state()
        self.bot = spiel.MCTSBot(rules, rollouts, 2.0, 1 << 30, 2000, True, seed, False, spiel.ChildSelectionPolicy.UCT, seconds)

    def play(self, action: int, name: str, player: int) -> None:
        """Make an action of either side."""
        self.state.apply_action(action)

    def choose(self, player: int) -> Any:
        """The peer's action, as a number or as a name."""
        return self.bot.step(self.state)

    def close(self) -> None:
        """Nothing to end."""


class OpenSpielInPython(OpenSpiel):
    """OpenSpiel's MCTS in Python, on its board in C++. It counts playouts: this many as it made in a second before."""

    def __init__(self, game: str, seconds: float, seed: int) -> None:
        super().__init__(game, seconds, seed)
        library, numbers = import_module("open_spiel.python.algorithms.mcts"), import_module("numpy.random")
        chance = numbers.RandomState(seed)
        self.seconds = seconds
        self.bot = library.MCTSBot(
            self.state.get_game(), 2.0, 500, library.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance
        )

    def choose(self, player: int) -> Any:
        """The peer's action; the next one takes as long as it may."""
        begin = time.perf_counter()
        action = self.bot.step(self.state)
        taken = time.perf_counter() - begin
        if taken > 0.2 * self.seconds:  # less where the position is solved
            self.bot.max_simulations = max(100, int(self.bot.max_simulations * self.seconds / taken))
        return action


class EasyAI:
    """easyAI's own board and its Negamax, without a table."""

    def __init__(self, game: str, seconds: float, seed: int) -> None:
        library = import_module("easyAI")
        self.board = import_module("easyAI.games.ConnectFour").ConnectFour([library.Human_Player(), library.Human_Player()])
        self.search = library.Negamax(6)

    def play(self, action: int, name: str, player: int) -> None:
        """Make an action of either side."""
        self.board.play_move(action)

    def choose(self, player: int) -> Any:
        """The peer's action."""
        return int(self.search(self.board))

    def close(self) -> None:
        """Nothing to end."""


class Rhino:
    """gtp-rhino in a process of its own, spoken to in the Go Text Protocol. Who must pass is passed over: it takes no pass."""

    def __init__(self, game: str, seconds: float, seed: int) -> None:
        self.program = Program(next(path for path in RHINO if path and os.path.exists(path)), 0, PATIENCE)

    def play(self, action: int, name: str, player: int) -> None:
        """Make an action of the engine's, or of the opening."""
        if name != "pass":
            self.program.ask(f"play {('black', 'white')[player]} {name}")

    def choose(self, player: int) -> Any:
        """The peer's action, by name. The program has made it on its board."""
        return self.program.ask(f"genmove {('black', 'white')[player]}").lower()

    def close(self) -> None:
        """End the program."""
        self.program.close()


PEERS: dict[str, Callable[..., Any]] = {"mcts": OpenSpiel, "pymcts": OpenSpielInPython, "easyai": EasyAI, "grhino": Rhino}


def opening(game: Game, plies: int, chooser: random.Random, judge: Engine | None = None) -> list[int]:
    """Random actions that do not end the game; with a judge, that neither side could win from."""
    while True:
        state, actions = game.initial(), []
        while len(actions) < plies and not game.is_terminal(state):
            actions.append(chooser.choice(list(game.actions(state))))
            state = game.result(state, actions[-1])
        if not game.is_terminal(state) and (judge is None or judge.value(state).low == 0):
            return actions


def played(game: Game, ours: Ours, peer: Any, seat: int, begun: list[int]) -> float:
    """The points that the engine makes in one game, sitting in a seat."""
    state = game.initial()
    ours.engine.clear()
    for action in begun:
        peer.play(action, game.name(state, action), game.to_move(state))
        state = game.result(state, action)
    while not game.is_terminal(state):
        player = game.to_move(state)
        if player == seat:
            action = ours.choose(state)
            peer.play(action, game.name(state, action), player)
        else:
            chosen = peer.choose(player)
            action = game.parse(state, chosen) if isinstance(chosen, str) else chosen
            if not isinstance(peer, Rhino):
                peer.play(action, game.name(state, action), player)
        assert action in list(game.actions(state)), f"{action} is not legal here for us: {game.write(state)}"
        state = game.result(state, action)
    worth = game.utility(state, seat)
    return 1.0 if worth > 0 else 0.5 if worth == 0 else 0.0


def match(
    kind: str,
    name: str,
    games: int,
    seconds: float,
    peer_seconds: float,
    seed: int,
    even: bool,
    book: str = SHIPPED,
    plies: tuple[int, int] = (2, 6),
) -> dict[str, Any]:
    """All games against one peer at one game."""
    game = zermelo.load_game(name)
    ours = Ours(game, seconds, book_of(game, book))
    judge = Engine(game, table=128) if even and name == "connect4" else None
    chooser = random.Random(seed)  # noqa: S311  # games, not secrets
    points, results, ended = 0.0, {1.0: 0, 0.5: 0, 0.0: 0}, None
    for number in range(games):
        if number % 2 == 0:
            begun = opening(game, chooser.randint(*plies), chooser, judge)
        peer = PEERS[kind](name, peer_seconds, seed + number)
        try:
            gained = played(game, ours, peer, (MAX, MIN)[number % 2], begun)
        except LostError as error:
            ended = f"in game {number + 1} {kind} {error}"
            print(f"{name}: {ended}; the games before it are counted", file=sys.stderr, flush=True)
            break
        finally:
            peer.close()
        points += gained
        results[gained] += 1
        print(f"{name} against {kind}: {points:g} of {number + 1}", file=sys.stderr, flush=True)
    whole = sum(results.values())
    low, high = interval(points, whole)
    return {
        "game": name, "peer": kind, "games": whole, "won": results[1.0], "drawn": results[0.5], "lost": results[0.0],
        "share": points / max(1, whole), "interval": [round(low, 3), round(high, 3)], "target": TARGETS[kind], "ended": ended,
        "book": None if ours.book is None else repr(ours.book), "moves": ours.moves, "from_book": ours.known,
    }  # fmt: skip


def missing(kind: str) -> str | None:
    """Why a peer cannot play here; None if it can."""
    if kind == "grhino":
        return None if any(path and os.path.exists(path) for path in RHINO) else "gtp-rhino is not installed (`make peers-system`)"
    try:
        import_module({"mcts": "pyspiel", "pymcts": "open_spiel", "easyai": "easyAI"}[kind])
    except ImportError as error:
        return f"{error}; `make peers` installs it"
    return None


def main() -> int:
    """Play, and tell the points; 1 where a peer has broken off."""
    options = arguments(__doc__, repeats=1)
    options.add_argument("peers", nargs="*", default=list(PEERS), help="mcts, pymcts, easyai, grhino (all)")
    options.add_argument("--game", choices=("connect4", "othello"), help="only this game")
    options.add_argument("--games", type=int, default=10, metavar="N", help="games a match, an even number (10)")
    options.add_argument("--seconds", type=float, default=0.1, metavar="S", help="the engine's time a move (0.1)")
    options.add_argument("--peer-seconds", type=float, default=1.0, metavar="S", help="the time a move of mcts (1)")
    options.add_argument(
        "--even", action="store_true", help="connect four from openings that are proved drawn: no side is lost before it begins"
    )
    options.add_argument(
        "--plies", type=int, nargs=2, metavar=("LEAST", "MOST"), help="of an opening (2 6; 6 8 with --even); 0 0: from the first position"
    )
    options.add_argument("--book", default=SHIPPED, metavar="FILE", help="that the engine asks first; none: no book (the package's)")
    options.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    chosen = options.parse_args()
    plies = tuple(chosen.plies or ((6, 8) if chosen.even else (2, 6)))
    if not 0 <= plies[0] <= plies[1]:
        options.error("--plies LEAST MOST: LEAST is 0 or more, and MOST no less")
    if chosen.book not in (SHIPPED, "none") and chosen.game is None:
        options.error("--book FILE is of one game: say which by --game")
    try:
        book_of(zermelo.load_game(chosen.game or "connect4"), chosen.book)
    except SpecError as error:
        options.error(f"--book: {error}")
    rows = []
    for kind in chosen.peers:
        why = missing(kind)
        if why:
            print(f"{kind} is skipped: {why}", file=sys.stderr)
            continue
        names = [name for name in GAMES[kind] if chosen.game in (None, name)]
        for name in names:
            row = match(kind, name, chosen.games, chosen.seconds, chosen.peer_seconds, chosen.seed, chosen.even, chosen.book, plies)
            rows.append(row)
            if not chosen.json:
                low, high = row["interval"]
                print(
                    f"{row['game']} against {row['peer']}: {row['share']:.1%} ({low:.1%} to {high:.1%}) of {row['games']} games: "
                    f"{row['won']} won, {row['drawn']} drawn, {row['lost']} lost; target {row['target']:.0%}; "
                    f"{row['from_book']} of {row['moves']} moves by {row['book'] or 'no book'}",
                    flush=True,
                )
    if chosen.json:
        print(json.dumps({"rows": rows}, indent=2))
    return int(any(row["ended"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
