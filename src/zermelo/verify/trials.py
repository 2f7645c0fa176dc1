"""Each searcher held against the judge: a trial takes a game and gives a function that searches a root and says what is wrong.

A trial is set up once for a game (what it compiles, it compiles then), with options at random; then it takes any number of
roots. What it gives for each is a `Check` a comparison. None stands for a game that the searcher does not serve.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf, isclose, isfinite
from typing import Any, Final

from zermelo.game import CHANCE, MAX, State, defines, rewards
from zermelo.search.best import best
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.memory import Table
from zermelo.search.engine.options import INEXACT, Options
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.multiplayer.perspective import VIEWS, viewed
from zermelo.search.multiplayer.search import Maxn
from zermelo.search.solutions import solve
from zermelo.search.textbook import SEARCHERS
from zermelo.solving.value_iteration import ValueIteration
from zermelo.verify.games import RandomGame
from zermelo.verify.minimax import after, against_all, worth

TO_THE_END: Final = 1 << 30
"""Plies enough for any game."""
TINY: Final = 64 * 16 / 2**20
"""MiB of a table of 64 entries, which overwrites all the time."""
NEARLY: Final = 1e-9
"""By what share of the greatest worth averages may differ, for want of digits."""
KEEPING: Final = ("table", "null_windows", "order", "tactical_first", "killers", "history_heuristic", "continuation_history",
                  "counter_moves", "internal_deepening", "early_cutoffs", "bounds", "endgame_value", "candidates", "star1", "star2",
                  "prefetch", "lazy_children", "deepening", "aspiration")  # fmt: skip
"""Options of the engine that keep the value."""


@dataclass(frozen=True)
class Check:
    """A comparison: what was looked at, what was found and what the judge says. It is right where both are the same."""

    what: str
    found: Any
    expected: Any
    right: bool


@dataclass
class Judged:
    """A root, and what the judge says of it."""

    game: Any
    root: State
    known: dict[Any, Any] = field(default_factory=dict)

    def worth(self, depth: int, state: State = None, repetition: float | None = None) -> tuple[float, ...]:
        """What the root (or a state) is worth this many plies deep, to each player."""
        known = self.known.setdefault(repetition, {})
        return worth(self.game, self.root if state is None else state, depth, known, repetition)

    def children(self, depth: int, repetition: float | None = None, *, alone: bool = False) -> dict[int, tuple[float, ...]]:
        """What each action of the root leads to.

        alone  of itself: play may come back to the root and go on; else that is a repetition, as it is for who looks for the best action
        """
        known, game = self.known.setdefault(repetition, {}), self.game
        before = () if repetition is None or alone else (game.key(self.root),)
        return {
            action: after(game, self.root, action, worth(game, game.result(self.root, action), depth - 1, known, repetition, before))
            for action in ([] if game.is_terminal(self.root) or game.to_move(self.root) == CHANCE else game.actions(self.root))
        }

    def same(self, found: Any, expected: tuple[float, ...]) -> bool:
        """Whether a value, to MAX or to each player, is the worth; averages may be a little off."""
        values = found if isinstance(found, tuple) else (found,)
        slack = NEARLY * max(1.0, *map(abs, self.game.worths)) if self.rounds else 0.0
        return all(
            value == part or (self.rounds and isclose(value, part, rel_tol=NEARLY, abs_tol=slack))
            for value, part in zip(values, expected, strict=False)
        )

    @property
    def rounds(self) -> bool:
        """Whether values are sums that floats have no digits for."""
        game = self.game
        return game.chance or (game.paid > 0 and any(isfinite(one) and one % 0.25 for one in (*game.worths, game.paid)))

    def value(self, what: str, found: Any, expected: tuple[float, ...]) -> Check:
        """The comparison of a value."""
        return Check(what, found, expected, self.same(found, expected))

    def action(self, what: str, found: int | None, depth: int, repetition: float | None = None) -> Check:
        """An action beside the best ones: with many players beside those that bring everybody what the first of them brings."""
        children = self.children(depth, repetition)
        if not children:
            return Check(f"{what}: action", found, None, found is None)
        mover = self.game.to_move(self.root)
        most = max(child[mover] for child in children.values())
        expected = [action for action, child in children.items() if self.same((child[mover],), (most,))]
        if self.game.players > 2 and not self.game.chance:
            expected = [action for action in expected if self.same(children[action], children[expected[0]])]
        return Check(f"{what}: action", found, tuple(expected), found in expected)


Trial = Callable[[Judged, random.Random], Iterator[Check]]
"""What a trial is once it is set up: it takes a root and lots."""


def truth(judged: Judged) -> tuple[float, ...] | None:
    """What the root is worth by the rules; None where that depends on what an endless game is worth, and they do not say that."""
    game = judged.game
    if not game.circles:
        return judged.worth(TO_THE_END)
    if game.repetition is not None:
        return judged.worth(TO_THE_END, repetition=game.repetition)
    ends = [judged.worth(TO_THE_END, repetition=end) for end in (min(game.worths), max(game.worths))]
    return ends[0] if ends[0] == ends[1] else None


def by_the_book(game: RandomGame, chooser: random.Random, mode: str) -> Trial:
    """The textbook algorithms, which know nothing of repetitions."""
    names = [one.name for one in SEARCHERS if one.fits(game) and (one.name != "maxn" or game.players != 2)]
    if not _finite_range(game):
        names = [name for name in names if name != "star1"]
    name = chooser.choice(names)
    sooner = game.players <= 2 and name != "star1" and not game.circles and max(game.worths) < 1000 and chooser.random() < 0.3

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        depth = lots.choice((1, 2, 3, 4) if game.circles or not sooner else (None,))
        depth = None if not game.circles and lots.random() < 0.4 else depth
        what = f"{name} depth={depth} sooner={sooner}"
        plies = TO_THE_END if depth is None else depth
        found = best(game, judged.root, algorithm=name, depth=depth, ties=True, sooner=sooner, mode=mode)
        yield judged.value(what, found.value, judged.worth(plies))
        children = judged.children(plies)
        mover = game.to_move(judged.root)
        if found.action is not None and not sooner:
            most = max(child[mover] for child in children.values())
            expected = tuple(action for action, child in children.items() if child[mover] == most)
            if not judged.rounds:  # values are equal or not by their last digits
                yield Check(f"{what}: all best", found.actions, expected, found.actions == expected)
        yield judged.action(what, found.action, plies)

    return run


def engine_to_a_depth(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """The engine with what keeps the minimax value at every depth."""
    if game.players > 2:
        return None
    engine = _engine(game, _options(game, chooser).strict(), chooser, mode)

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        depth = lots.randint(1, 5 if game.circles else 6)
        multipv = lots.choice((1, 1, 1, 2, 4))
        if game.circles:  # to a depth it depends on the way what comes after an action, and that begins at the root or behind it
            multipv = 1
        what = f"engine depth={depth} multipv={multipv} {_differing(engine)}"
        found = engine.search(judged.root, depth=depth, multipv=multipv)
        repetition = game.repetition
        yield judged.value(what, found.value, judged.worth(depth, repetition=repetition))
        yield judged.action(what, found.action, depth, repetition)
        if multipv > 1 and len(found.variations) > 1:
            children = judged.children(depth, repetition)
            sign = 1 if game.to_move(judged.root) == MAX else -1
            expected = sorted((child[0] for child in children.values()), key=lambda value: -sign * value)[:multipv]
            values = [variation.value for variation in found.variations]
            right = len(values) == len(expected) and all(judged.same(one, (other,)) for one, other in zip(values, expected, strict=True))
            yield Check(f"{what}: the best few", values, expected, right)

    return run


def engine_proofs(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """The engine with any options: what it calls proved is true, and so is each step of its line."""
    if game.players > 2:
        return None
    options = _options(game, chooser).changed(**{name: chooser.random() < 0.4 for name in INEXACT})
    engine = _engine(game, options, chooser, mode)

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        depth = lots.randint(1, 12)
        multipv = lots.choice((1, 1, 3))
        what = f"engine proof depth={depth} multipv={multipv} {_differing(engine)}"
        found = engine.search(judged.root, depth=depth, multipv=multipv)
        true = truth(judged)
        if multipv > 1 and (not game.circles or (game.repetition is not None and not game.paid)):
            alone = judged.children(TO_THE_END, game.repetition, alone=True)
            for one in found.variations:
                if one.proved and one.line:
                    yield Check(f"{what}: {one.line[0]}", one.value, alone[one.line[0]], judged.same(one.value, alone[one.line[0]]))
        if not found.proved:
            yield Check(f"{what}: not proved", None, None, right=True)
            return
        yield Check(what, found.value, true, true is not None and judged.same(found.value, true))
        if not game.circles and not game.chance and true is not None:
            state, won = judged.root, 0.0
            for action in found.line:
                won += rewards(game, state, action)[MAX]
                state = game.result(state, action)
                left = judged.worth(TO_THE_END, state)
                yield Check(f"{what}: the line", found.line, true, judged.same((won + left[MAX],), true))

    return run


def engine_solutions(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """The engine that solves: the state, the value alone, and each action."""
    if game.players > 2 or game.circles:
        return None
    engine = _engine(game, _options(game, chooser), chooser, mode)

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        true, what = judged.worth(TO_THE_END), _differing(engine)
        found = engine.solve(judged.root)
        yield Check(f"engine.solve {what}", (found.value, found.proved), true, found.proved and judged.same(found.value, true))
        exact = engine.value(judged.root)
        yield judged.value(f"engine.value {what}", exact.value, true)
        if game.players == 2 and game.to_move(judged.root) != CHANCE:
            solution = solve(engine, judged.root)
            sign = 1 if game.to_move(judged.root) == MAX else -1
            for action, child in judged.children(TO_THE_END).items():
                yield judged.value(f"solve {what}: score of {action}", solution.scores[action], (sign * child[0],))

    return run


def monte_carlo(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """Monte Carlo tree search: what it calls proved is true, and so is what it has proved of an action."""
    if not all(map(isfinite, game.worths)):
        return None
    options: dict[str, Any] = {"exploration": chooser.choice((0.3, 1.0, 5.0, 30.0)), "solver": chooser.random() < 0.9}
    options |= {"puct": chooser.random() < 0.3, "rave": chooser.choice((0, 0, 50)), "playout": chooser.choice((0, 2, 1000))}
    options |= {"seed": chooser.randrange(1000), "threads": chooser.choice((1, 1, 2))}
    search = MonteCarlo(game, mode=mode, memory=4, **options)

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        simulations = lots.choice((20, 200, 1000))
        what = f"mcts simulations={simulations} {options}"
        found = search.search(judged.root, simulations=simulations)
        true = truth(judged)
        if found.proved:
            yield Check(what, found.value, true, true is not None and judged.same(found.value, true))
            if not game.circles:
                yield judged.action(what, found.action, TO_THE_END)
        else:
            yield Check(f"{what}: not proved", None, None, right=True)
        if not game.circles and game.to_move(judged.root) != CHANCE:
            children, mover = judged.children(TO_THE_END), game.to_move(judged.root)
            for one in found.tried:
                if one.proved:
                    expected = (children[one.action][mover],)
                    yield judged.value(f"{what}: action {one.action}", one.value, expected)

    return run


def many_players(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """Max^n with a table, deepening and shallow pruning."""
    if game.players <= 2 or game.chance:
        return None
    table = chooser.choice((1, 0.001))
    search = Maxn(game, table=table, mode=mode)

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        depth = lots.choice((1, 2, 3, None))
        found = search.search(judged.root, depth=depth)
        plies = TO_THE_END if depth is None else depth
        what = f"max^n engine depth={depth} table={table}"
        yield judged.value(what, found.value, judged.worth(plies))
        yield judged.action(what, found.action, plies)
        if found.proved:
            yield judged.value(f"{what}: proved", found.value, judged.worth(TO_THE_END))

    return run


def views(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """Paranoid and best-reply search."""
    if game.players <= 2 or game.chance:
        return None
    name = chooser.choice(sorted(VIEWS) if defines(game, "null_move") else ["paranoid"])
    view = viewed(game, name)
    engine = Engine(view, options=Options().strict(), table=1 / 64, mode=mode)

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        depth = lots.randint(1, 4)
        found = engine.search(view.seen(judged.root), depth=depth)
        expected = against_all(game, judged.root, game.to_move(judged.root), depth, name == "best_reply")
        yield judged.value(f"{name} depth={depth}", found.value, (expected,))

    return run


def value_iteration(game: RandomGame, chooser: random.Random, mode: str) -> Trial | None:
    """Value iteration: the value lies between what it gives, and is one number where games end or the rules say what going round is."""
    if game.players > 2 or (game.chance and game.repetition is not None) or not all(map(isfinite, game.worths)):
        return None
    if game.paid and (game.repetition is not None or game.utility_range is None):
        return None

    def run(judged: Judged, lots: random.Random) -> Iterator[Check]:
        ends = [game.utility(state, MAX) for state in _states(game, judged.root) if game.is_terminal(state)]
        if not ends and game.repetition is None:
            yield Check("value iteration: no end", None, None, right=True)
            return
        found = ValueIteration(game, judged.root, mode=mode).run().root
        ways = [game.repetition] if game.repetition is not None or not game.circles else [min(ends), max(ends)]
        for way in ways:
            true = judged.worth(TO_THE_END, repetition=way)
            inside = found.low <= true[0] <= found.high
            yield Check(f"value iteration repetition={way}", (found.low, found.high), true, inside or judged.same((found.low,), true))
            if len(ways) == 1:
                yield judged.value("value iteration", found.value, true)

    return run


TRIALS: Final[dict[str, Callable[[RandomGame, random.Random, str], Trial | None]]] = {
    "textbook": by_the_book,
    "engine to a depth": engine_to_a_depth,
    "engine's proofs": engine_proofs,
    "engine's solutions": engine_solutions,
    "Monte Carlo": monte_carlo,
    "max^n engine": many_players,
    "paranoid, best reply": views,
    "value iteration": value_iteration,
}
"""The trials by name."""


def _engine(game: RandomGame, options: Options, chooser: random.Random, mode: str) -> Engine:
    size = chooser.choice((TINY, TINY, 1.0))
    compiled = mode == "compiled"
    table = Table(size, compiled=compiled, wide=options.for_game(game).wide)
    return Engine(game, options=options, table=table, mode=mode, threads=chooser.choice((1, 1, 2)) if compiled else 1)


def _options(game: RandomGame, chooser: random.Random) -> Options:
    """Some of the options that keep the value on, the others off; thresholds as they come."""
    changes: dict[str, Any] = {name: chooser.random() < 0.7 for name in KEEPING}
    changes |= {
        name: chooser.randint(1, 4) for name in ("table_from", "order_from", "early_from", "internal_from", "probe_from", "defer_from")
    }
    changes |= {"symmetries": chooser.choice((0, 3, 9)), "wide": chooser.random() < 0.3, "evaluation_memory": chooser.choice((0, 1, 6))}
    return Options.usual(game).changed(**changes)


def _differing(engine: Engine) -> str:
    """The options that are not as usual."""
    usual = Options()
    told = {name: value for name, value in vars(engine.options).items() if value != getattr(usual, name)}
    return f"threads={engine.threads} table={engine.table!r} {told}"


def _finite_range(game: RandomGame) -> bool:
    return all(map(isfinite, game.utility_range or (-inf, inf)))


def _states(game: RandomGame, root: State) -> set[State]:
    """All states that can come about."""
    met, waiting = {root}, [root]
    while waiting:
        state = waiting.pop()
        if not game.is_terminal(state):
            for action in range(game.places(state)):
                after = game.result(state, 3 + 11 * action)
                if after not in met:
                    met.add(after)
                    waiting.append(after)
    return met
