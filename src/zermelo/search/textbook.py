"""The textbook algorithms by name, and what they find: value, best actions, principal variation, counts."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isnan, nextafter
from typing import Any, Final

from zermelo.errors import GameError, SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import CHANCE, MAX, Game, State, has_rewards, rewards
from zermelo.hints import Evaluation
from zermelo.search.algorithm import WHOLE_TREE, Algorithm, Values, checked_depth, checked_game, checked_open
from zermelo.search.alphabeta import alphabeta, alphabeta_hard
from zermelo.search.alphabeta_table import alphabeta_table
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.known import Known, checked_known, known_line
from zermelo.search.maxn import maxn
from zermelo.search.minimax import minimax
from zermelo.search.result import Result, whole
from zermelo.search.runner import Runner, TimeIsOverError
from zermelo.search.runtime.faults import BAD_CHANCES
from zermelo.search.runtime.promises import bad_chances, breach, moves
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import Progress
from zermelo.search.scored import behind, within_estimates, without_rewards
from zermelo.search.searcher import Searcher
from zermelo.search.size import coming_back, going_round, with_endless_play
from zermelo.search.sooner import Sooner, Timed, sooner_view
from zermelo.search.star1 import star1

ALGORITHMS: dict[str, Algorithm[..., Any]] = {a.name: a for a in (minimax, alphabeta, alphabeta_hard, expectiminimax, star1, maxn)}
"""The textbook algorithms by name."""
BOOK: Final[dict[str, Algorithm[..., Any]]] = {**ALGORITHMS, alphabeta_table.name: alphabeta_table}
"""Those, and the one that keeps a table: it can be watched, in plain Python, and is not compiled."""
_LOOKED_AT = 40
"""States near the root whose chances are looked at before a search, about."""
_ROUND_SECONDS = 4.0
"""How long a search without a depth may take where a state comes back: a cut-off may spare it the circle; else it does not end."""


class Textbook:
    """Searches of one game by a textbook algorithm: that which the game needs, unless one is given.

    The arguments are those of `zermelo.best`: states that a database knows are leaves, for `sooner` those of which it also
    knows how far the end is, in games without rewards.
    Raises SearchError where algorithm and game do not fit.
    """

    def __init__(
        self,
        game: Game,
        algorithm: str | Algorithm[..., Any] | None = None,
        *,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        database: Known | None = None,
    ) -> None:
        self.algorithm = choose(game, algorithm)
        self.known = None if database is None else checked_known(database, game, evaluation)
        self.game, self.mode = game, mode
        self.rules = with_evaluation(game, evaluation)

    @with_more_room
    def search(
        self,
        root: State,
        *,
        depth: int | None = None,
        sooner: bool = False,
        ties: bool | None = None,
        history: Sequence[State] = (),
        progress: Progress | None = None,
    ) -> Result:
        """Search `root`, always as deep. `history` changes nothing: these algorithms know no repetition."""
        game, rules, chosen = self.game, self.rules, self.algorithm
        plies = WHOLE_TREE if depth is None else checked_depth(depth)
        if sooner and chosen is star1:
            raise SearchError(
                "star1 does not tell sooner wins from later ones, which are worth more than `utility_range` says; use expectiminimax"
            )
        if chosen is star1:
            rules = with_endless_play(rules, root)
        rules, standing = without_rewards(rules, root)
        if chosen is star1:
            rules = within_estimates(rules)
        known = None if sooner and rules is not self.rules else self.known  # there plies go to the next tier at most
        searched, inner = (sooner_view(rules, looked_up=known is not None), Timed(standing, 0)) if sooner else (rules, standing)
        again = None if depth is not None else coming_back(game, root)
        runner = Runner(chosen, searched, self.mode, progress, None if again is None else _ROUND_SECONDS, known)
        search = _Search(runner, searched, known)
        _check_chances(game, root, plies)
        started = time.perf_counter()
        with_ties = ties or (ties is None and not chosen.windowed)

        def found() -> tuple[_Node, tuple[int, ...] | None, tuple[int, ...], tuple[int, int, int, int]]:
            node = search.node(inner, plies)
            counts = runner.nodes, runner.leaves, runner.cutoffs, plies - runner.least_depth
            search.choose(inner, plies, node)
            if depth is None and runner.least_depth == 0:
                raise SearchError(f"the game goes on for more than {WHOLE_TREE} plies; give a depth")
            return node, tuple(search.ties(inner, plies, node)) if with_ties else None, tuple(search.line(inner, plies, node)), counts

        try:
            node, actions, line, (nodes, leaves, cutoffs, deepest) = runner.apart(found, plies)
        except TimeIsOverError:
            raise SearchError(going_round(game, again, chosen.name)) from None
        _check_along(game, root, line)
        value = _plain_value(runner, rules, standing, line, plies, node.value) if sooner else node.value
        return Result(
            self.rules, root, chosen.name, whole(value[MAX] if search.vector and game.players == 1 else value), node.action, actions, line,
            nodes, leaves, cutoffs, deepest, time.perf_counter() - started, runner.mode,
        )  # fmt: skip

    def clear(self) -> None:
        """There is nothing to forget: each search begins anew."""


def _check_chances(game: Game, root: State, plies: int) -> None:
    """Raise GameError if chances near the root do not sum to 1: a search by the book does not look at that."""
    states = [(root, plies)]
    for state, left in states if game.chance else ():
        if left == 0 or game.is_terminal(state):
            continue
        if bad_chances(game, state):
            raise breach(game, state, BAD_CHANCES)
        if len(states) < _LOOKED_AT:
            states += [(game.result(state, action), left - 1) for action in moves(game, state)]


def _check_along(game: Game, root: State, line: tuple[int, ...]) -> None:
    """Raise GameError if a state of the principal variation has a player that there is not, or a worth that cannot be."""
    state, won = root, 0.0
    for action in line:
        player = game.to_move(state)
        if player != CHANCE and not 0 <= player < game.players:
            players = ", ".join(map(str, range(game.players)))
            raise GameError(f"`to_move` returns {player} in position {game.write(state)!r} of {game!r}, and the players are {players}")
        won += rewards(game, state, action)[MAX]
        state = game.result(state, action)
    if game.is_terminal(state):
        worth = won + game.utility(state, MAX)
        least, most = game.utility_range or (-inf, inf)
        if not least <= worth <= most:
            told = "NaN" if isnan(worth) else f"{worth:g}"
            known = "" if game.utility_range is None else f", outside of the game's utility_range {game.utility_range}"
            what = f"the rewards on the way and `utility` come to {told}" if has_rewards(game) else f"`utility` returns {told}"
            raise GameError(f"{what} in position {game.write(state)!r} of {game!r}{known}")


def choose(game: Game, algorithm: str | Algorithm[..., Any] | None) -> Algorithm[..., Any]:
    """The algorithm of that name, or the one that the game needs. Raises SearchError where they do not fit."""
    checked_open(checked_game(game), str(getattr(algorithm, "name", algorithm or "a search")))
    if algorithm is None:
        algorithm = needed(game)
    if isinstance(algorithm, str):
        if algorithm not in BOOK:
            raise SearchError(f"there is no algorithm {algorithm!r}; there are {', '.join(BOOK)}")
        algorithm = BOOK[algorithm]
    if not isinstance(algorithm, Algorithm):
        raise SearchError(f"an algorithm is a name, one of {', '.join(BOOK)}, not {algorithm!r}")
    algorithm.arguments(-inf, inf, 1)  # raises where it takes others
    if game.players > 2 and algorithm is not maxn:
        raise SearchError(f"{algorithm.name} is for one or two players and {game!r} has {game.players}; use maxn")
    if game.chance and algorithm not in (expectiminimax, star1, maxn):
        raise SearchError(f"{algorithm.name} knows no chance and {game!r} has it; use expectiminimax")
    if game.chance and algorithm is star1 and game.utility_range is None:
        raise SearchError(f"star1 has to know what {game!r} is worth at least and at most; give it `utility_range`, or use expectiminimax")
    return algorithm


def needed(game: Game) -> Algorithm[..., Any]:
    """What a game needs that hides nothing: alpha-beta, with chance expectiminimax, but for more than two players max^n."""
    return maxn if game.players > 2 else expectiminimax if game.chance else alphabeta


def entered(algorithm: Algorithm[..., Any]) -> Searcher:
    """An algorithm as a searcher. Raises SearchError for what is none."""
    if not isinstance(algorithm, Algorithm):
        raise SearchError(f"an algorithm is a name, or an Algorithm, not {algorithm!r}")

    def check(game: Game) -> None:
        choose(game, algorithm)

    def is_needed(game: Game) -> bool:
        return not game.hidden and needed(game) is algorithm

    make = functools.partial(Textbook, algorithm=algorithm)
    return Searcher(
        algorithm.name,
        "a textbook algorithm",
        make,
        check,
        ("depth", "sooner", "ties"),
        ("evaluation",),
        is_needed,
        rewards=True,
        known=True,
    )


SEARCHERS: Final = tuple(map(entered, ALGORITHMS.values()))


@dataclass
class _Node:
    value: Any
    action: int | None
    worths: dict[int, Any]  # of each action searched: its value, or a bound on it that does not beat `value`


class _Search:
    """One algorithm on one game, a node at a time from the root, so that the worth of each action is seen.

    Of an algorithm that is not one of ours, nobody knows what it does at a node: it is called there, and then for each of the actions.
    """

    def __init__(self, runner: Runner, game: Game, known: Known | None) -> None:
        self.run, self.game, self.known = runner, game, known
        self.is_ours = runner.algorithm in ALGORITHMS.values()
        self.windowed = runner.algorithm.windowed
        self.vector = runner.algorithm.returns == Values

    def node(self, state: State, depth: int, alpha: float = -inf, beta: float = inf) -> _Node:
        """What the algorithm does at a node, with the same counts, written out to keep the worth of each action."""
        game = self.game
        if not self.is_ours or depth == 0 or game.is_terminal(state) or game.to_move(state) == CHANCE:
            return _Node(self._call(state, depth, alpha, beta), None, {})
        self.run.add(nodes=1)
        player = game.to_move(state)
        found = _Node(None, None, {})
        for action in game.actions(state):
            value = self._call(game.result(state, action), depth - 1, alpha, beta)
            found.worths[action] = value
            if found.action is None or self._better(player, value, found.value):
                found.value, found.action = value, action
            if self.windowed:
                if player == MAX:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    self.run.add(cutoffs=1)
                    break
        if found.action is None:
            raise GameError(f"{game!r} has no action in a state that is not terminal: {state!r}")
        return found

    def choose(self, state: State, depth: int, node: _Node) -> None:
        """Find the action behind the value of an algorithm that is not ours: the first after which it finds that value, else the best."""
        game = self.game
        if self.is_ours or depth == 0 or game.is_terminal(state) or game.to_move(state) == CHANCE:
            return
        player = game.to_move(state)
        best = None
        for action in game.actions(state):
            value = node.worths[action] = self._call(game.result(state, action), depth - 1, -inf, inf)
            if best is None or self._better(player, value, node.worths[best]):
                best = action
        node.action = next((action for action, value in node.worths.items() if value == node.value), best)

    def ties(self, state: State, depth: int, node: _Node) -> Iterator[int]:
        """All actions worth as much as the best: those of minimax, for alpha-beta too."""
        if node.action is None:
            return
        if not self.is_ours:
            yield from (action for action, value in node.worths.items() if value == node.worths[node.action])
            return
        player = self.game.to_move(state)
        for action in self.game.actions(state):
            if action == node.action:
                yield action
            elif action in node.worths and self._better(player, node.value, node.worths[action]):
                continue
            elif not self.windowed or self._reaches(player, state, action, depth, node.value):
                yield action

    def line(self, state: State, depth: int, node: _Node) -> Iterator[int]:
        """The principal variation, by looking again at one state a ply, for a value that is found; then best play as far as it is known."""
        while node.action is not None:
            yield node.action
            state, depth = self.game.result(state, node.action), depth - 1
            if following := self._known_line(*behind(self.game, state)):
                yield from following
                return
            node = self.node(state, depth, *_around(node.value)) if self.windowed and self.is_ours else self.node(state, depth)
            self.choose(state, depth, node)

    def _known_line(self, game: Game, state: State) -> tuple[int, ...]:
        """Best play from a state of the game as far as it is known; for a view that counts plies, where these are known, too."""
        if self.known is None:
            return ()
        if isinstance(self.game, Sooner):
            worth = self.known.find(state)
            if worth is None or not worth.is_timed:
                return ()
        return known_line(self.known, game, state)

    def _reaches(self, player: int, state: State, action: int, depth: int, value: float) -> bool:
        """Whether an action is worth `value` to the player, who has no better one."""
        below, above = _around(value)
        child = self.game.result(state, action)
        if player == MAX:
            return bool(self._call(child, depth - 1, below, value) >= value)
        return bool(self._call(child, depth - 1, value, above) <= value)

    def _call(self, state: State, depth: int, alpha: float, beta: float) -> Any:
        return self.run(state, *self.run.algorithm.arguments(alpha, beta, depth))

    def _better(self, player: int, one: Any, other: Any) -> bool:
        if self.vector:
            return bool(one[player] > other[player])
        return bool(one > other if player == MAX else one < other)


def _around(value: float) -> tuple[float, float]:
    """The window that holds this one value."""
    return nextafter(value, -inf), nextafter(value, inf)


def _plain_value(runner: Runner, rules: Game, root: State, line: tuple[int, ...], plies: int, hurried: Any) -> Any:
    """The value without the fading that made the sooner win better: the worth of the line's end."""
    if rules.chance:
        plain = Runner(runner.algorithm, rules, runner.mode, runner.progress)
        return plain(root, plies)
    state = root
    for action in line:
        state = rules.result(state, action)
    if not rules.is_terminal(state):
        return hurried
    return rules.utilities(state) if isinstance(hurried, tuple) else rules.utility(state, MAX)
