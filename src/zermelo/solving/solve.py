"""A game solved, whatever its kind: what it is worth when all play as well as can be, how sure that is, and how to play so.

    solution = zermelo.solve(zermelo.load_game("connect4(5, 4)"))
    solution.value, solution.proved
    solution.at(state)                      # {action: probability}
    solution.algorithm, solution.why

This room's modules do the work; `solve` picks the one that fits the game:

    the engine        one or two players, nothing hidden, no chance
    value iteration   the same with chance, and without where there are few states and the engine is not done at once: all states are
                      listed, and players may go round
    retrograde        the same of a game that numbers its states, also where something is won on the way: a database, for the while
    max^n             more than two players
    IDA*, A*          one player, who can do no better than reach a goal: the shortest way there
    cfr+              something is hidden: actions are mixed
    backward induction  all choose at once: a matrix game in every state, mixed too
    a database, a book  one is given that knows what every action of the state leads to: nothing is searched
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from typing import Any, Final

from zermelo.errors import SearchError, ZermeloError
from zermelo.game import CHANCE, MAX, MIN, Game, State, has_rewards
from zermelo.rule_errors import rules_blamed
from zermelo.search.algorithm import checked_game
from zermelo.search.best import best
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.faults import endless
from zermelo.search.known import BOOK, DATABASE, Known, KnownResult, checked_known, known_result
from zermelo.search.registry import OURS, chosen
from zermelo.search.result import Worth, named, whole
from zermelo.search.root import checked_end, unchanged
from zermelo.search.runtime.build import build
from zermelo.search.shortest import SEARCHERS as OF_THE_SHORTEST_WAY
from zermelo.search.size import SAY_WHAT_IT_IS_WORTH, check_solvable, coming_back, going_round
from zermelo.search.textbook import ALGORITHMS as BY_THE_BOOK
from zermelo.simultaneous import Turn, joint, with_turns
from zermelo.solving import retrograde
from zermelo.solving.backward_induction import BackwardInduction, Stage
from zermelo.solving.graph import AT_ONCE, LISTING, GameGraph
from zermelo.solving.solver import ALGORITHMS as BY_REGRET
from zermelo.solving.solver import Solver, usual_iterations
from zermelo.solving.strategy import Strategy
from zermelo.solving.value_iteration import TOLERANCE, ValueIteration
from zermelo.values import counted, in_words

ENGINE: Final = "engine"
VALUE_ITERATION: Final = "value-iteration"
BACKWARD_INDUCTION: Final = "backward-induction"
RETROGRADE: Final = retrograde.NAME
EXPLOITABILITY: Final = 1e-3
"""How far from an equilibrium a strategy for hidden hands may be, unless told ..."""
PATIENCE: Final = 100
"""... and after this many times the usual iterations it is taken as it is."""
SOON: Final = {"compiled": 2_000_000, "interpreted": 20_000}
"""Nodes of the engine, by mode, after which the states are counted; and if there are no more than this many, they are all solved:"""
FEW: Final = {"compiled": 500_000, "interpreted": 50_000}
BY_THE_SHORTEST_WAY: Final = tuple(one.name for one in OF_THE_SHORTEST_WAY)
ASKED_FOR: Final = "it was asked for"
SOLVERS: Final = (ENGINE, VALUE_ITERATION, RETROGRADE, *BY_REGRET, BACKWARD_INDUCTION, *BY_THE_BOOK, *BY_THE_SHORTEST_WAY)
"""The names of what solves games."""

Mixed = dict[int, float]
"""Actions with the probabilities with which to choose them."""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Solution:
    """What a state is worth when all play as well as can be, and how to play so.

    value      to MAX; with more than two players one number for each
    error      how far at most the value is off: 0 where it is exact, inf where nothing is proved
    equals     with more than two players, all values that come about by choices among equals; None else, and where these are too many
    algorithm  what has solved it
    why        why that one, in words
    mode       "compiled" or "interpreted"
    line       the actions of a game that is played so, where a search to the end has found one

    >>> from zermelo.games.kuhn import Kuhn
    >>> found = solve(Kuhn(), mode="interpreted")
    >>> found.proved, abs(found.value + 1 / 18) <= found.error < 0.001
    (False, True)
    """

    game: Game
    state: State
    value: Worth
    error: float
    algorithm: str
    mode: str
    equals: tuple[tuple[float, ...], ...] | None = None
    line: tuple[int, ...] = ()
    why: str = ""
    _choices: Callable[[State], Mixed] = field(default=lambda state: {}, repr=False, compare=False)
    _strategy: Callable[[], Strategy | None] = field(default=lambda: None, repr=False, compare=False)
    _stage: Callable[[State], Stage] | None = field(default=None, repr=False, compare=False)

    @property
    def proved(self) -> bool:
        """Whether the value is exact, and follows from the rules alone; where chance moves, but for the rounding of floats."""
        return self.error == 0

    def names(self) -> tuple[str, ...]:
        """The line in the game's own names of actions."""
        return named(self.game, self.state, self.line)

    def at(self, state: State | None = None) -> Mixed:
        """What to play in a state (the one that was solved unless given): each action with its probability.

        Raises SearchError where nobody chooses, and where the strategy has nothing for the state: its own player would never get there.
        """
        state = self.state if state is None else with_turns(self.game, state)[1]
        if self.game.is_terminal(state) or self.game.to_move(state) == CHANCE:
            raise SearchError(f"nobody chooses in {self.game.write(state)!r}")
        return self._choices(state)

    def stage(self, state: State = None) -> Stage:
        """A state in which all choose at once (the one that was solved unless given), as a matrix game: payoffs, value, who mixes how.

        Raises SearchError where nobody chooses, and for what was not solved by backward induction over matrix games.
        """
        if self._stage is None:
            raise SearchError(f"{self.algorithm} makes no matrix games; backward induction does, in games with simultaneous moves")
        return self._stage(self.state if state is None else state)

    def strategy(self) -> Strategy | None:
        """What to play in every state that play can come to, as data: it can be shown, and saved for players.

        Of value iteration, and where something is hidden or chosen at once; None where a search finds what to play in a state when
        that is asked.
        """
        return self._strategy()

    def as_dict(self) -> dict[str, Any]:
        """The solution in JSON's types."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {
            "position": self.game.write(self.state),
            "value": value,
            "error": self.error if self.error < inf else None,
            "proved": self.proved,
            "algorithm": self.algorithm,
            "why": self.why,
            "mode": self.mode,
            "equals": self.equals and [list(one) for one in self.equals],
            "line": list(self.names()),
        }

    @property
    def sure(self) -> str:
        """How sure the value is, in words: "proved", "within 0.001" or "not proved"."""
        return "proved" if self.proved else f"within {self.error:.2g}" if self.error < inf else "not proved"

    def __str__(self) -> str:
        return f"value {in_words(self.value, digits=9)}, {self.sure}, by {self.algorithm}"


@rules_blamed()
def solve(
    game: Game,
    state: State = None,
    *,
    algorithm: str | None = None,
    tolerance: float | None = None,
    mode: str = "auto",
    progress: Progress | None = None,
    database: Known | None = None,
) -> Solution:
    """What a state (the initial one unless given) is worth when all play as well as can be, and how to play so.

    algorithm  "engine", "value-iteration", "retrograde", "cfr", "cfr+", "mccfr", "backward-induction", "idastar", "astar", or the name of
               a textbook algorithm; what fits the game unless given
    tolerance  by value iteration, how far least and most may be apart; where something is hidden, how exploitable the strategy may be
    mode       "compiled", "interpreted", or "auto": compiled where the game compiles
    progress   called now and then with what has been done so far, as text
    database   what `zermelo.open_database` or `open_book` gives, of this game: what it knows is not searched for, unless an algorithm
               is named

    It takes as long as it takes. Raises SearchError where the algorithm does not serve the game, or cannot come to an end: games that
    are too long or too large.
    """
    game, state = with_turns(game, state)
    root = checked_game(game).initial() if state is None else state
    by = algorithm or fitting(game)
    if by not in SOLVERS:
        raise SearchError(f"{by!r} does not solve games; there are {', '.join(SOLVERS)}")
    with unchanged(game, root):
        known = None if database is None else known_result(checked_known(database, game), game, root)
        if known is not None and algorithm is None:
            return _by_what_is_known(known, database, mode)
        found = _solved(game, root, by, tolerance, mode, progress, None if algorithm else database, asked_for=algorithm is not None)
    return replace(found, why=ASKED_FOR if algorithm else reason(game, found.algorithm))


def _solved(
    game: Game,
    root: State,
    by: str,
    tolerance: float | None,
    mode: str,
    progress: Progress | None,
    database: Known | None,
    *,
    asked_for: bool,
) -> Solution:
    """The solution by an algorithm, which the caller has asked for or not."""
    if game.is_terminal(root):
        value = game.utilities(root) if game.players > 2 else game.utility(root, MAX)
        return Solution(game, root, value, 0.0, "the rules", "interpreted")
    check_solvable(game)
    if by == BACKWARD_INDUCTION:
        if tolerance is not None:
            raise SearchError(f"{by} is exact but for the rounding of floats, and takes no tolerance")
        return _by_stages(game, root, progress)
    if by in BY_REGRET:
        if root != game.initial():
            why = f"lets all choose at once, which is hidden to {by}" if joint(game) else "hides something"
            raise SearchError(f"{game!r} {why}, so only the whole game is solved, and no state of it")
        return _by_regret(game, root, by, EXPLOITABILITY if tolerance is None else tolerance, mode, progress)
    if by == VALUE_ITERATION:
        return _by_values(game, root, TOLERANCE if tolerance is None else tolerance, mode, progress)
    if tolerance is not None:
        raise SearchError(f"{by} is exact, and takes no tolerance")
    if by == RETROGRADE:
        return _backwards(game, root, mode, progress)
    if by == ENGINE and game.players <= 2:
        return _by_engine(game, root, mode, progress, database, may_list=not asked_for)
    if by in BY_THE_SHORTEST_WAY:
        return _by_search(game, root, by, mode, progress)
    in_python = "interpreted" if mode == "auto" else mode  # what the engine does not serve does not compile
    return (_by_few_states(game, root, in_python, progress) if not asked_for else None) or _by_search(game, root, by, mode, progress)


def serves(algorithm: str, game: Game) -> bool:
    """Whether an algorithm is for games of this kind, as is known beforehand; they may yet be too large, or go round for ever."""
    if algorithm == BACKWARD_INDUCTION:
        return joint(game) and game.players == 2
    if algorithm == RETROGRADE:
        return retrograde.serves(game)
    if algorithm == VALUE_ITERATION:
        says_less = game.repetition is not None and (game.chance or has_rewards(game))  # what it looks at are states alone
        has_no_bounds = has_rewards(game) and game.utility_range is None
        return game.players <= 2 and not (game.hidden or game.superko or joint(game) or says_less or has_no_bounds)
    return algorithm in BY_REGRET or any(one.name == algorithm and one.fits(game) for one in OURS)


def fitting(game: Game) -> str:
    """The algorithm that solves a game unless another is named."""
    if serves(BACKWARD_INDUCTION, game):
        return BACKWARD_INDUCTION
    if game.hidden:
        return "cfr+"
    if game.players > 2:
        return "maxn" if game.chance else ENGINE
    if game.chance and game.repetition is None:
        return VALUE_ITERATION
    return chosen(game).name


def reason(game: Game, algorithm: str) -> str:
    """Why an algorithm solves a game, in words."""
    shortest = "one player, who can do no better than reach a goal: the shortest way there"
    to_the_end = (
        "chance: a search to the end, of all that it may bring" if game.chance else "no chance, nothing hidden: a search to the end"
    )
    if algorithm == ENGINE and (states := retrograde.states_of(game)):
        to_the_end += f"; `--strong --out DIR` solves all {states:,} states that it numbers"
    return {
        ENGINE: "max^n with a table, for more than two players" if game.players > 2 else to_the_end,
        VALUE_ITERATION: "chance: all states at once, as play may go round" if game.chance else "few states, to which many ways lead",
        BACKWARD_INDUCTION: "all choose at once: a matrix game in every state",
        RETROGRADE: "few states, which the game numbers: all of them, backwards from their ends",
        **dict.fromkeys((DATABASE, BOOK, f"{DATABASE} and {BOOK}"), "the position is in it"),
        "the rules": "the game is over",
        **dict.fromkeys(BY_REGRET, "something is hidden: actions are mixed"),
        **dict.fromkeys(BY_THE_SHORTEST_WAY, shortest),
    }.get(algorithm, "states that the engine does not search: a search to the end by the book")


def few_states(game: Game, state: State, mode: str = "auto", progress: Progress | None = None) -> GameGraph | None:
    """The states of a game without chance from this one on, where they are so few that all are solved at once, sooner than by a search."""
    if game.chance or not serves(VALUE_ITERATION, game):
        return None
    if mode == "auto" and (found := _no_more(game, state, "interpreted", AT_ONCE, progress)):
        return found
    if mode != "interpreted":
        mode = build(game, mode, LISTING).mode
    return _no_more(game, state, mode, FEW[mode], progress)


def _no_more(game: Game, state: State, mode: str, most: int, progress: Progress | None) -> GameGraph | None:
    """The states from this one on, where there are no more than so many."""
    try:
        return GameGraph(game, state, mode, most, progress)
    except ZermeloError:  # too many, or something that a search may never come to
        return None


def _counting(what: str, progress: Progress | None) -> Callable[[int], None] | None:
    return None if progress is None else lambda count: progress(counted(count, what))


def _by_engine(game: Game, root: State, mode: str, progress: Progress | None, database: Known | None, *, may_list: bool) -> Solution:
    """By the engine; where it is not done soon and states may be listed, by these if they are few: many ways may lead to each."""
    engine = Engine(game, mode=mode, database=database)

    def line(state: State) -> Any:
        found = engine.solve(state, progress=_counting("node", progress))
        if found.stopped == "interrupted":
            raise KeyboardInterrupt
        if not found.proved:
            raise SearchError(endless(game, state))
        checked_end(game, state, found.line)
        return found

    if may_list and not _is_solved_soon(engine, root, progress):
        if retrograde.is_soon(game, engine.mode):
            return _backwards(game, root, mode, progress)
        if found := _by_few_states(game, root, engine.mode, progress):
            return found
    return Solution(game, root, line(root).value, 0.0, ENGINE, engine.mode, _choices=lambda state: {line(state).line[0]: 1.0})


def _is_solved_soon(engine: Engine, root: State, progress: Progress | None) -> bool:
    """Whether the engine solves a state in few nodes. What it learns stays in its table."""
    found = engine.search(root, nodes=SOON[engine.mode], progress=_counting("node", progress))
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    return found.proved


def _by_few_states(game: Game, root: State, mode: str, progress: Progress | None) -> Solution | None:
    """By value iteration without chance, which is exact; None where there are many states, or where states do not say it all.

    Raises SearchError where the value depends on what a game that goes round for ever is worth, and the rules do not say it.
    """
    if game.chance or not serves(VALUE_ITERATION, game):
        return None
    try:
        found = ValueIteration(game, root, tolerance=0.0, mode=mode, most=FEW[mode], progress=progress)
    except ZermeloError:  # too many, or something that a search may never come to
        return None
    low, high = found.run().root.low, found.root.high
    if low < high:
        raise SearchError(
            f"{game!r} is not solved from {game.write(root)!r}: games go round for ever, and the value is from {low:g} to {high:g}, "
            f"whatever such a game is worth; {SAY_WHAT_IT_IS_WORTH}"
        )
    policy = cache(found.policy)
    return Solution(game, root, whole(low), 0.0, VALUE_ITERATION, found.mode, _choices=lambda state: policy().at(state), _strategy=policy)


def _backwards(game: Game, root: State, mode: str, progress: Progress | None) -> Solution:
    """By all states of a game that numbers them."""
    database = retrograde.solved(game, mode, progress)
    found = known_result(database, game, root)
    if found is None:
        raise SearchError(f"no play of {game!r} leads to {game.write(root)!r}, and {RETROGRADE} solves what play can come to")
    mode = str(database.manifest["mode"])
    return replace(_by_what_is_known(found, database, mode), algorithm=RETROGRADE, mode=mode)


def _by_what_is_known(known: KnownResult, database: Known | None, mode: str) -> Solution:
    """By what is known already; what to play where it is not is found when that is asked."""
    game = known.game

    def choices(state: State) -> Mixed:
        found = None if database is None else known_result(database, game, state)
        if found is None or found.action is None:
            return solve(game, state, mode=mode).at(state)
        return {found.action: 1.0}

    return Solution(
        game, known.state, known.value, known.error, known.algorithm, known.mode, line=known.line, why=reason(game, known.algorithm),
        _choices=choices,
    )  # fmt: skip


def _by_search(game: Game, root: State, algorithm: str, mode: str, progress: Progress | None) -> Solution:
    """By a search to the end of the game."""

    def found(state: State) -> Any:
        found = best(game, state, algorithm=algorithm, mode=mode, progress=_counting("node", progress))
        if not getattr(found, "proved", True):
            again = coming_back(game, state)
            raise SearchError(going_round(game, again, algorithm) if again else f"{algorithm} did not come to the end of {game!r}")
        return found

    result = found(root)
    value, equals, line = result.value, result.equals, result.line
    return Solution(game, root, value, 0.0, algorithm, result.mode, equals, line, _choices=lambda state: {found(state).action: 1.0})


def _by_values(game: Game, root: State, tolerance: float, mode: str, progress: Progress | None) -> Solution:
    found = ValueIteration(game, root, tolerance=tolerance, mode=mode, progress=progress).run()
    low, high = found.root.low, found.root.high
    policy = cache(found.policy)
    value, error = whole((low + high) / 2), (high - low) / 2
    return Solution(game, root, value, error, VALUE_ITERATION, found.mode, _choices=lambda state: policy().at(state), _strategy=policy)


def _by_stages(game: Game, root: Turn, progress: Progress | None) -> Solution:
    found = BackwardInduction(game, root, progress=progress)
    error = max(found.high - found.value, found.value - found.low)
    play, strategy, stage = found.at, cache(found.strategy), found.stage
    return Solution(game, root, found.value, error, BACKWARD_INDUCTION, "interpreted", _choices=play, _strategy=strategy, _stage=stage)


def _by_regret(game: Game, root: State, algorithm: str, tolerance: float, mode: str, progress: Progress | None) -> Solution:
    solver, counting = Solver(game, algorithm, mode=mode), _counting("iteration", progress)
    if game.players > 2:  # where nothing is proved to converge
        solver.run(progress=counting)
    else:
        solver.run(PATIENCE * usual_iterations(algorithm), exploitability=tolerance, progress=counting)
    judgement, strategy = solver.judge(), solver.strategy()
    value: Worth = judgement.values
    error = inf
    if game.players == 2:
        high, low = judgement.best_responses[MAX], -judgement.best_responses[MIN]
        value, error = (low + high) / 2, (high - low) / 2
    return Solution(game, root, value, error, algorithm, solver.mode, _choices=strategy.at, _strategy=lambda: strategy)
