"""Monte Carlo searches of one game, one after the other, over a tree that is kept from move to move.

search = MonteCarlo(game, seed=1)
found = search.search(state, simulations=10_000)
found = search.search(later, seconds=1.0)        # what was learnt of `later` is still there
found.tree(200)                                  # the tree as data, the 200 nodes visited most

What a simulation does is in kernel.py.
"""

from __future__ import annotations

import functools
import heapq
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import estimated
from zermelo.game import CHANCE, MAX, Game, State, legal
from zermelo.hints import Evaluation
from zermelo.search.algorithm import checked_count, checked_game, checked_open
from zermelo.search.known import TWICE, Known, checked_known, may_meet, rows_of
from zermelo.search.lookup import Desk
from zermelo.search.mcts import kernel
from zermelo.search.mcts.layout import (
    COUNTED,
    CUT,
    DATABASE,
    DEEPEST,
    DESK,
    FAULT,
    FORBIDDEN,
    MOST_ACTIONS,
    MOST_PLAYERS,
    PLIES,
    ROOT,
    SOLVED,
    STOP,
    TOTAL,
    UNSEEN,
    USED,
)
from zermelo.search.mcts.memory import Arena, told
from zermelo.search.mcts.options import NAMES, RUN_TIME, Options
from zermelo.search.mcts.result import MonteCarloResult, TreeNode, Tried
from zermelo.search.result import whole
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import BAD_EVALUATION, BAD_UTILITY, IN_WORDS, below, raised
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.specialisation import Specialised
from zermelo.search.runtime.workers import Progress, alone, checked_threads, wait_for
from zermelo.search.scored import Scored, without_rewards
from zermelo.search.searcher import MCTS, Searcher
from zermelo.search.size import with_endless_play
from zermelo.words import fingerprint

MEMORY: Final = 256
"""MiB for the trees unless told."""
SECONDS: Final = 1.0
"""How long a search goes on that was given no limit."""
_LOTS_APART: Final = 1 << 40
_BATCH: Final = 1 << 40
"""More simulations than any search makes."""


class MonteCarlo:
    """Monte Carlo tree search for one game: any number of players, with or without chance.

    threads     how many trees grow at once, each in a thread of its own; what they find at the root is put together
                (root parallelisation: Chaslot, Winands and van den Herik 2008)
    memory      MiB for the trees; a tree that has no room left stops growing, and the search goes on
    seed        searches with one thread and a limit of simulations find the same in every run with the same seed
    evaluation  in place of the game's own `evaluate`, where playouts are cut short (see `zermelo.best`), drawn into the utilities
    mode        "compiled", "interpreted", or "auto": compiled where the game compiles
    database    what `zermelo.open_database` or `open_book` gives, of this game: simulations end at states that it knows
    options     any of `Options`, by name; of those not given, what the game recommends (`Game.monte_carlo`)
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: float = MEMORY,
        seed: int = 0,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        database: Known | None = None,
        options: Options | None = None,
        **changes: Any,
    ) -> None:
        _check(game)
        checked_threads(threads)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 20:
            raise SearchError(f"a seed is a whole number from 0 to {(1 << 20) - 1}, not {seed!r}")
        self._given = game, evaluation, options, changes, threads, memory, seed, mode
        self._known = None if database is None else checked_known(database, game, evaluation)
        self.memory = memory
        self._searches = 0
        self._searching = threading.Lock()
        self._assemble()

    def _assemble(self) -> None:
        """Make all that a search works with, for the rules as they are now."""
        game, evaluation, options, changes, threads, memory, seed, mode = self._given
        self._real = with_endless_play(estimated(game, evaluation))
        self.game, _ = without_rewards(self._real, None)
        self.options = (options or Options.usual(game)).changed(**changes).for_game(self.game)
        if self.game is not self._real and game.repetition is not None:
            self.options = replace(self.options, solver=False)  # going round may pay here, where the rules end the game
        self._look_up(mode)
        self._run, self._moved = self._build.kernels
        self.mode, compiled = self._build.mode, self._build.compiled
        self.threads = threads if compiled else 1
        self._arenas = [
            Arena(self.game, self.options, memory / self.threads, seed * _LOTS_APART + number * (_LOTS_APART // 256), compiled=compiled)
            for number in range(self.threads)
        ]
        self._root: State = None
        self._desks = [Desk(self._rows[True], compiled=compiled) if self.options.keyed else None for _ in self._arenas]
        self._database: Any = self._rows[False].where(compiled=compiled) if self.options.ranked else 0

    def _look_up(self, mode: str) -> None:
        """Build the kernels, which look up what is known."""
        self._rows = {rows.by_key: rows for rows in rows_of(self._known, distances=False)}  # which live as long as this
        scored = self.game is not self._real
        self.options = replace(self.options, ranked=False in self._rows, keyed=True in self._rows, scored=scored)
        lacks = () if self.game.chance else ("chance",)
        kernels = (Specialised(kernel, f"mcts-{entry}", self.options, [entry], lacks, RUN_TIME) for entry in ("run", "moved"))
        self._build = build(self.game, mode, *kernels)

    def _looks_up_by_key(self, root: State) -> bool:
        """Whether a search from a state that is not the end looks up what is known by keys."""
        if self._known is None or True not in self._rows or self.game.is_terminal(root):
            return False
        return may_meet(self._known, self._rows[True], self.game, root)

    def _renew(self) -> None:
        """Begin anew where the rules are not what they were: the tree was grown by others."""
        if not self._build.is_current():
            self._assemble()

    def _begun(self, state: State) -> State:
        """The state to search from, the initial one unless given, once all is made for it: anew where the rules have changed, and where
        from there, unlike from the initial state, play may go round."""
        self._renew()
        if state is None:
            return self._real.initial()
        if with_endless_play(self._real, state) is not self._real:
            self._given = with_endless_play(self._given[0], state), *self._given[1:]
            self._assemble()
        return state

    def clear(self) -> None:
        """Forget the tree."""
        self._root = None

    @with_more_room
    def search(
        self,
        state: State = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        history: Sequence[State] = (),
        progress: Progress | None = None,
        until_decided: bool = False,
    ) -> MonteCarloResult:
        """Simulate games from `state` (the initial one unless given) until a limit is reached or the game is solved.

        history        the states played before, oldest first: the tree of an earlier search is taken over where they lead from
                       its root to `state`, and positions that superko forbids to come back are among them
        until_decided  end as soon as no other action can become the most visited in the time that is left, at once if there is no other

        Without a limit it goes on for SECONDS. After Ctrl-C the best so far is returned. Raises SearchError for limits
        that make no sense, GameError where the game breaks its contract.
        """
        if simulations is not None:
            checked_count("simulations", simulations)
        limits = Limits(None, simulations, seconds, clock)
        if simulations is None and seconds is None and clock is None:
            limits = Limits(seconds=SECONDS)
        with alone(self._searching):
            root = self._begun(state)
            if self.game is self._real or not isinstance(self.game, Scored):
                return _Run(self, root, limits, history, progress, until_decided=until_decided).result()
            before = [self.game.standing(played) for played in history]  # so a tree is kept as long as nothing is won
            found = _Run(self, self.game.standing(root), limits, before, progress, until_decided=until_decided).result()
            return replace(found, game=self._real, state=root)

    def _take_over(self, root: State, history: Sequence[State]) -> None:
        """Keep of the trees what lies below this state, or nothing."""
        self._searches += 1
        before, self._root = self._root, root
        steps = _steps(before, root, history)
        for arena in self._arenas:
            node, state = (0 if steps is None else ROOT), before
            for following in steps or ():
                node, state = self._child(arena, node, state, following) if node else 0, following
            if not node:
                arena.clear()
            elif node != ROOT:
                self._moved(self.game, root, node, *arena.kernel_arguments, *arena.pools[1].kernel_arguments)
                arena.swap()

    def _child(self, arena: Arena, node: int, state: State, following: State) -> int:
        """The number of the child whose state this is; 0 if there is none, or one that was known and not searched."""
        for child in arena.children(node):
            if self.game.result(state, arena.tree[child].action) == following:
                found = arena.tree[child]
                return child if found.status != FORBIDDEN and (found.status != SOLVED or found.children) else 0
        return 0

    def __repr__(self) -> str:
        return f"MonteCarlo({self._real!r}, threads={self.threads}, mode={self.mode!r})"


class _Run:
    """One search."""

    def __init__(
        self, search: MonteCarlo, root: State, limits: Limits, history: Sequence[State], progress: Progress | None, *, until_decided: bool
    ) -> None:
        self.search, self.root, self.limits, self.progress = search, root, limits, progress
        self.game, self.arenas = search.game, search._arenas
        self.until_decided = until_decided
        self.started = time.perf_counter()
        self.stopped = "simulations"
        self.history = history
        looks_up = search.options.known
        if search.options.known and self.game.repetition is not None:
            came = Counter(fingerprint(self.game.position(state)) for state in history)
            if max(came.values(), default=0) >= TWICE:  # it ends the game when it comes again, which no database knows
                search.clear()
                looks_up = False
        search._take_over(root, history)
        self.before = sum(int(arena.floats[COUNTED]) for arena in self.arenas)
        played = [fingerprint(self.game.position(state)) for state in history] if self.game.superko else []
        options = search.options
        by_key = looks_up and search._looks_up_by_key(root)
        for arena, desk in zip(self.arenas, search._desks, strict=True):
            arena.cells[DATABASE] = search._database if looks_up else 0
            arena.cells[DESK] = desk.where if by_key and desk else 0
            arena.begin(playout=options.playout, exploration=options.exploration, rave=float(options.rave), history=told(played))

    def result(self) -> MonteCarloResult:
        """What the simulations found."""
        if self.game.is_terminal(self.root):
            return self._made(whole(_to_all(self.game, self.game.utilities(self.root))), (), "solved", proved=True)
        timed = self.limits.seconds is not None or self.limits.clock is not None
        only = None if not (timed and self.until_decided) or self.game.to_move(self.root) == CHANCE else self._only_action()
        self._simulate(1 if only else None)
        if only and self.stopped != "interrupted":
            self.stopped = "only action"
        tried = self._tried()
        line = self._line()
        proved = self._solved is not None
        return self._made(self._value(), line, "solved" if proved else self.stopped, proved=proved, tried=tried)

    def _only_action(self) -> bool:
        actions = iter(self.game.actions(self.root))
        return next(actions, None) is not None and next(actions, None) is None

    # Simulations

    def _simulate(self, most: int | None) -> None:
        """Let all trees grow until a limit is reached."""
        wanted = most or self.limits.nodes
        share = _BATCH if wanted is None else -(-wanted // len(self.arenas))
        game = self.game

        def work(arena: Arena) -> bool:
            try:
                self.search._run(game, self.root, share, *arena.kernel_arguments)
            except Exception as error:
                raise raised(game, error, compiled=self.search._build.compiled) from error
            return bool(arena.cells[FAULT] or arena.tree[ROOT].status == SOLVED)

        def stop() -> None:
            for arena in self.arenas:
                arena.cells[STOP] = 1

        def tell() -> None:
            if self.progress:
                self.progress(self._simulations)
            if self.until_decided and self._is_decided(until - self._seconds):
                self.stopped = "decided"
                stop()

        until = min(self.limits.hard, self.limits.soft)
        works = [functools.partial(work, arena) for arena in self.arenas]
        self.stopped = wait_for(works, stop, lambda: until - self._seconds, tell) or self.stopped
        fault = next((arena.cells[FAULT] for arena in self.arenas if arena.cells[FAULT]), 0)
        if fault:
            self.search.clear()
            raise below(game, self.root, fault, _IN_WORDS)

    def _is_decided(self, left: float) -> bool:
        """Whether the most visited action will be that at the end too, if as many simulations come in a second as before."""
        visits: Counter[int] = Counter()
        for arena in self.arenas:
            for child in arena.children(ROOT):
                visits[arena.tree[child].action] += arena.tree[child].visits
        most = [count for _, count in visits.most_common(2)]
        return len(most) == 2 and most[0] - most[1] > self._simulations / self._seconds * left

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self.started

    @property
    def _simulations(self) -> int:
        return sum(int(arena.floats[COUNTED]) for arena in self.arenas) - self.before

    # What came of them

    def _tried(self) -> tuple[Tried, ...]:
        """The actions of the root, those of all trees put together, the most visited first."""
        found: dict[int, list[tuple[int, float, bool]]] = {}
        allowed = set(legal(self.game, self.root, self.history)) if self.game.superko else None
        for arena in self.arenas:
            for child in arena.children(ROOT):
                if allowed is None or arena.tree[child].action in allowed:
                    visits, (value, proved) = arena.tree[child].visits, _worth(arena, ROOT, child)
                    found.setdefault(arena.tree[child].action, []).append((visits, value, proved))
        tried = []
        for action, parts in found.items():
            visits = sum(part[0] for part in parts)
            proofs = [value for _, value, proved in parts if proved]
            value = proofs[0] if proofs else sum(part[0] * part[1] for part in parts) / max(1, visits)
            tried.append(Tried(action, visits, value, bool(proofs)))
        return tuple(sorted(tried, key=lambda one: -one.visits))

    def _line(self) -> tuple[int, ...]:
        """The best action of all trees, and what the tree goes on with that proves it or tried it most, up to the first move of chance."""
        if self.game.to_move(self.root) == CHANCE:
            return ()
        tried = self._tried()
        proved = self._in_order(self.root, [one for one in tried if one.proved]) if self._solved else ()
        action = chosen(proved or tried)  # what an evaluation promises beyond the utilities is no match for a proof
        if action is None:
            return ()
        line, state = [action], self.game.result(self.root, action)
        trees = [self._solved] if self._solved else self.arenas
        arena, node = max(((arena, self._below(arena, ROOT, action)) for arena in trees), key=lambda place: place[0].tree[place[1]].visits)
        while node and arena.tree[node].children and arena.tree[node].player != CHANCE and arena.tree[node].status != UNSEEN:
            below = [
                Tried(arena.tree[child].action, arena.tree[child].visits, *_worth(arena, node, child))
                for child in arena.children(node)
                if arena.tree[child].status != FORBIDDEN and arena.tree[child].visits
            ]
            following = chosen(self._in_order(state, below))
            if following is None:
                break
            line.append(following)
            node, state = self._below(arena, node, following), self.game.result(state, following)
        return tuple(line)

    def _in_order(self, state: State, tried: Sequence[Tried]) -> tuple[Tried, ...]:
        """With more than two players in the game's order, since of equals the first is taken (see `first_as_good` in kernel.py)."""
        if self.game.players <= 2:
            return tuple(tried)
        places = {action: place for place, action in enumerate(self.game.actions(state))}
        return tuple(sorted(tried, key=lambda one: places[one.action]))

    def _below(self, arena: Arena, node: int, action: int) -> int:
        return next((child for child in arena.children(node) if arena.tree[child].action == action), 0)

    @property
    def _solved(self) -> Arena | None:
        """The first of the trees that has proved what the root is worth, if any has: then it is proved."""
        return next((arena for arena in self.arenas if arena.tree[ROOT].status == SOLVED), None)

    def _value(self) -> Any:
        """What the root is worth: to MAX; with other than two players, to each."""
        if self._solved:
            return whole(_to_all(self.game, self._solved.exact(ROOT)))
        count = max(1.0, sum(arena.floats[COUNTED] for arena in self.arenas))
        totals = [sum(arena.floats[TOTAL + player] for arena in self.arenas) for player in range(self.game.players)]
        return whole(_to_all(self.game, tuple(total / count for total in totals)))

    def _made(self, value: Any, line: tuple[int, ...], stopped: str, *, proved: bool, tried: tuple[Tried, ...] = ()) -> MonteCarloResult:
        search, generation = self.search, self.search._searches
        arenas = self.arenas

        def tree(most: int = 200) -> TreeNode:
            if search._searches != generation:
                raise SearchError("another search has taken the tree; ask for it before you search again")
            return _tree([(arena, ROOT) for arena in arenas], most)

        simulations = self._simulations
        return MonteCarloResult(
            self.game, self.root, "mcts", value, line[0] if line else None, None, line,
            sum(arena.cells[USED] for arena in arenas), simulations, 0, max(arena.cells[DEEPEST] for arena in arenas),
            self._seconds, search.mode, simulations=simulations, plies=sum(arena.cells[PLIES] for arena in arenas), tried=tried,
            proved=proved, stopped=stopped, full=any(arena.cells[USED] >= arena.capacity - self.game.max_actions for arena in arenas),
            playout=search.options.playout, cut=sum(arena.cells[CUT] for arena in arenas), memory=search.memory, tree=tree,
        )  # fmt: skip


def chosen(tried: tuple[Tried, ...]) -> int | None:
    """The action to play: of those not proved the most visited, if its mean is better than the best that is proved; else that one."""
    if not tried:
        return None
    surest = max((one.value for one in tried if one.proved), default=-inf)
    open_ = [one for one in tried if not one.proved]
    best_open = max(open_, key=lambda one: (one.visits, one.value), default=None)
    if best_open is None or best_open.value <= surest:
        return next(one.action for one in tried if one.proved and one.value == surest)
    return best_open.action


def _worth(arena: Arena, parent: int, node: int) -> tuple[float, bool]:
    """What a node is worth to who chooses it, and whether that is proved."""
    player = max(MAX, arena.tree[parent].player)
    if arena.tree[node].status == SOLVED:
        return arena.exact(node)[player], True
    visits = arena.tree[node].visits
    return (arena.tree[node].reward_sum / visits if visits else 0.0), False


def _tree(places: list[tuple[Arena, int]], most: int) -> TreeNode:
    """The nodes visited most as data, the trees of all threads put together."""
    shown: list[_Growing] = []
    root = _Growing(None, CHANCE, 1.0, places, None)
    waiting = [(-root.visits, 0, root)]
    while waiting and len(shown) < most:
        _, _, one = heapq.heappop(waiting)
        shown.append(one)
        if one.parent:
            one.parent.children.append(one)
        for number, child in enumerate(one.below()):
            heapq.heappush(waiting, (-child.visits, len(shown) * MOST_ACTIONS + number, child))
    return root.made()


class _Growing:
    """A node of the tree as data, before it is known which of its children are shown."""

    def __init__(self, action: int | None, player: int, prior: float, places: list[tuple[Arena, int]], parent: _Growing | None) -> None:
        self.action, self.player, self.prior, self.places, self.parent = action, player, prior, places, parent
        self.visits = sum(arena.tree[node].visits for arena, node in places)
        self.children: list[_Growing] = []

    def below(self) -> list[_Growing]:
        """Its children, those with the same action in all trees put together."""
        found: dict[int, list[tuple[Arena, int]]] = {}
        player, prior = CHANCE, {}
        for arena, node in self.places:
            children = arena.children(node)
            if children:
                player = arena.tree[node].player
            for child in children:
                if arena.tree[child].visits:
                    action = arena.tree[child].action
                    prior[action] = arena.prior(child)
                    found.setdefault(action, []).append((arena, child))
        return [_Growing(action, player, prior[action], places, self) for action, places in found.items()]

    def made(self) -> TreeNode:
        """The node."""
        to = max(MAX, self.player)
        exact = next((arena.exact(node) for arena, node in self.places if arena.tree[node].status == SOLVED), None)
        if exact is not None:
            value = exact[to]
        elif self.parent is None:
            count = max(1.0, sum(arena.floats[COUNTED] for arena, _ in self.places))
            value = sum(arena.floats[TOTAL] for arena, _ in self.places) / count
        else:
            value = sum(arena.tree[node].reward_sum for arena, node in self.places) / max(1, self.visits)
        children = tuple(child.made() for child in sorted(self.children, key=lambda child: -child.visits))
        return TreeNode(self.action, self.player, self.visits, value, self.prior, exact, children)


def _steps(before: State, root: State, history: Sequence[State]) -> list[State] | None:
    """The states that lead from one root to the next; None if that is not known."""
    if before is None:
        return None
    states = [*history, root]
    for back in range(len(states) - 1, -1, -1):
        if states[back] == before:
            return states[back + 1 :]
    return None


def _to_all(game: Game, utilities: tuple[float, ...]) -> Any:
    """Utilities as a result gives them: to MAX, or with other than two players to each."""
    return utilities[0] if game.players <= 2 else utilities


_NO_MEAN: Final = "is infinite or no number, of which no mean can be taken"
_IN_WORDS: Final = {
    **IN_WORDS,
    BAD_UTILITY: f"`utility` {_NO_MEAN}, or beyond 2**53, where floats do not tell whole numbers apart,",
    BAD_EVALUATION: f"`evaluate` {_NO_MEAN},",
}


def _check(game: Game) -> None:
    checked_open(checked_game(game), MCTS)
    if not 1 <= game.max_actions <= MOST_ACTIONS:
        raise SearchError(f"{game!r} has max_actions = {game.max_actions}; Monte Carlo search takes 1 to {MOST_ACTIONS}")
    if game.players > MOST_PLAYERS:
        raise SearchError(f"{game!r} has {game.players} players; Monte Carlo search takes up to {MOST_PLAYERS}")


SEARCHER: Final = Searcher(
    MCTS,
    "Monte Carlo tree search, for any number of players, with or without chance",
    MonteCarlo,
    _check,
    ("simulations", "seconds", "clock", "until_decided"),
    ("threads", "memory", "seed", "evaluation", *NAMES),
    rewards=True,
    known=True,
)
