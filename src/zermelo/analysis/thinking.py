"""Analysis of positions in which nothing is hidden: every move with what it is worth, the best with the lines that follow; where chance
moves, every outcome with what it leads to, and what is to be expected.

What a database or a book knows is not searched. Else the engine looks deeper and deeper, at the best moves first and now and then at all;
once it has proved who wins, another engine that prunes nothing finds in how many plies. Where the same game can be played for scores, by
which the soonest win is the best, it is tried in between to solve it by these: where few plies are left that is done at once. Games for
which simulations are better are simulated, and of puzzles the shortest way to the goal is looked for. Outcomes of chance, the moves of more
than two players, and those of games that the engine does not serve are looked at one by one.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from copy import copy
from dataclasses import replace
from functools import partial
from math import inf
from operator import add
from typing import Any, Final, Protocol

from zermelo.analysis.engines import MEMORY, Engines, Enough
from zermelo.analysis.thoughts import Judged, Question, Thought, whose
from zermelo.errors import GameError
from zermelo.game import CHANCE, MAX, Game, State, defines, has_rewards, rewards
from zermelo.search.engine.engine import Engine, serves
from zermelo.search.engine.options import INEXACT, Options
from zermelo.search.engine.result import EngineResult, Variation
from zermelo.search.known import NEAR, Known, KnownResult, Worth, known_line, known_result
from zermelo.search.mcts.result import MonteCarloResult, TreeNode
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.multiplayer import search as multiplayer
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.searcher import MCTS
from zermelo.search.shortest import IDASTAR, IdaStar, NotReachedError
from zermelo.search.shortest import serves as is_puzzle
from zermelo.search.solutions import scoring
from zermelo.search.textbook import Textbook, needed
from zermelo.spec import Named

FIRST: Final = 0.25
"""Seconds for the first look at the best moves; then half as long at all, and so on, each time twice as long as before."""
PAUSE: Final = 0.15
"""Seconds at least from one piece of news to the next."""
SIMULATED_NODES: Final = 600
"""Nodes of a tree of simulations from which lines are read."""
FOLLOWING: Final = 0.3
"""Seconds to find what follows a move of which it is proved what it is worth."""
DEEPEST: Final = 100
"""Plies that the textbook looks ahead at most ..."""
GROWTH: Final = 6
"""... where the next depth, which takes about so many times as long, is likely to be done in time."""
CLEAN: Final = 12
"""Decimals of a sum of values by their probabilities, which floats do not tell exactly."""
MEASURING: Final[dict[str, Any]] = {**dict.fromkeys(INEXACT, False), "distance": True}
"""Options of the engine that finds in how many plies a game is decided: a search that is not cut short finds the shortest way."""


Hear = Callable[[Thought], None]


class Searcher(Protocol):
    """A way to find out what moves are worth."""

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        """Look deeper and deeper for the best moves, so many, and at all others now and then; `hear` is told what is new."""

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        """The best move, and the one that was played as far as it was looked ahead for the best one; None where it is that one. Where
        chance moves, what is to be expected, and the outcome.

        proved  what the move that was played is worth, where that is proved already
        """


def think(engines: Engines, question: Question, known: Known | None, count: int, seconds: float, hear: Hear, look: Progress) -> Thought:
    """What there is to say of a position in this many seconds (see `Searcher.think`). Where others wait, what was found until then."""
    with _searcher(engines, question, known, look) as searcher:
        return searcher.think(count, seconds, hear)


def judge(
    engines: Engines,
    question: Question,
    known: Known | None,
    seconds: float,
    played: int | None,
    look: Progress,
    proved: Judged | None = None,
) -> tuple[Judged, Judged | None]:
    """The best move and the one that was played (see `Searcher.judge`). Raises KeyboardInterrupt where it had to end before."""
    with _searcher(engines, question, known, look) as searcher:
        return searcher.judge(seconds, played, proved)


@contextmanager
def _searcher(engines: Engines, question: Question, known: Known | None, look: Progress) -> Iterator[Searcher]:
    found = None if known is None else known_result(known, question.game, question.state, question.history)
    if known is not None and found is not None:
        yield _Knows(question, known, found)
    elif question.game.monte_carlo:
        yield _Simulates(question, engines, look)
    elif is_puzzle(question.game):
        yield _Shortest(question, engines, _OneByOne(question, "textbook", _by_textbook(question, engines, look), look), look)
    elif multiplayer.serves(question.game):
        with engines.maxn(question.named) as maxn:
            yield _OneByOne(question, "engine", maxn.search, look)
    elif serves(question.game) and question.odds:
        with engines.engine(question.named, {} if known is None else {"database": known}) as engine:
            yield _OneByOne(question, "engine", engine.search, look)
    elif serves(question.game):
        options: dict[str, Any] = {} if known is None else {"database": known}
        if defines(question.game, "candidates"):  # of every move it is asked what it is worth, also of those that cannot be best
            options["candidates"] = False
        with engines.engine(question.named, options) as engine, _solves(engines, question, look) as solves:
            yield _Searches(question, engine, engines, look, options, solves)
    else:
        yield _OneByOne(question, "textbook", _by_textbook(question, engines, look), look)


@contextmanager
def _solves(engines: Engines, question: Question, look: Progress) -> Iterator[_Solves | None]:
    """What solves the same game with scores; None where it has none, or positions that come back count."""
    game = question.game
    scored = scoring(game)
    if scored is game or game.repetition is not None or game.superko or has_rewards(game):
        yield None
        return
    with engines.engine(replace(question.named, spec=repr(scored), game=scored)) as engine:
        yield _Solves(question, engine, look)


class _Knows:
    """A database or a book."""

    def __init__(self, question: Question, known: Known, found: KnownResult) -> None:
        self.question, self.known, self.found = question, known, found

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        judged = [self._judged(place) for place in range(len(self.found.moves))]
        expected = self._expected
        best = judged[:count] if expected is None else []
        return Thought(self.known.kind, best, {one.action: one for one in judged}, settled=True, expected=expected)

    @property
    def _expected(self) -> Judged | None:
        """Where chance moves, what is to be expected."""
        value = self.found.value
        assert not isinstance(value, tuple)  # databases are of two players
        return Judged((), float(value), proved=self._is_proved(self.found.worth)) if self.question.odds else None

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        places = [move.action for move in self.found.moves]
        if self._expected is not None:
            return self._expected, None if played is None else self._judged(places.index(played))
        return self._judged(0), None if played is None or played == places[0] else self._judged(places.index(played))

    def _judged(self, place: int) -> Judged:
        move, game, state = self.found.moves[place], self.question.game, self.question.state
        value = move.value if self.question.sign > 0 else 0 - move.value
        line = (move.action, *known_line(self.known, game, game.result(state, move.action)))
        return Judged(line, value, proved=self._is_proved(move), distance=move.distance, shortest=True)

    def _is_proved(self, worth: Worth) -> bool:
        """Whether what is known is exact, as far as numbers are told."""
        return self.found.proved or (worth.between is not None and worth.error <= NEAR)


class _Solves:
    """The engine for the same game with scores, by which the soonest win is the best: whole games are searched, or nothing is found."""

    def __init__(self, question: Question, engine: Engine, look: Progress) -> None:
        self.question, self.engine, self.look = question, engine, look
        self.nodes = 0

    def best(self, until: float) -> Judged | None:
        """The best move; None where it is not found in time. Raises Enough."""
        return self._judged((), until)

    def judged(self, action: int, until: float) -> Judged | None:
        """What a move is worth; None where it is not found in time. Raises Enough."""
        return self._judged((action,), until)

    def _judged(self, line: tuple[int, ...], until: float) -> Judged | None:
        """A move as `line` begins, or the best one, with best play to the end of the game."""
        game, state, left = self.question.game, self.question.state, until - time.monotonic()
        for action in line:
            state = game.result(state, action)
        if not game.is_terminal(state):
            if left <= 0:
                return None
            found = self.engine.window(state, *self.engine.game.utility_range or (-inf, inf), seconds=left, progress=self.look)
            self.nodes += found.nodes
            if found.stopped == "interrupted":
                raise Enough
            if found.value is None:
                return None
        while not game.is_terminal(state):  # what is known to be worth so much is played out in no time
            best = self.engine.solve(state, progress=self.look)
            if best.stopped == "interrupted":
                raise Enough
            for action in best.line:
                state = game.result(state, action)
            line += best.line
        value = float(game.utility(state, MAX))
        return Judged(line, value, proved=True, distance=len(line) if value else None, shortest=True)


class _Searches:
    """The engine; and where the same game can be played for scores, that which solves it by them."""

    def __init__(
        self, question: Question, engine: Engine, engines: Engines, look: Progress, options: dict[str, Any], solves: _Solves | None
    ) -> None:
        self.question, self.engine, self.engines = question, engine, engines
        self.look, self.options, self.solves = look, options, solves
        self.moves = question.moves()

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        run = _Deepening(self, min(count, len(self.moves)), time.monotonic() + seconds, hear)
        run.deepen(self.engine, measuring=False)
        if run.thought.settled and self._can_measure([one for one in run.thought.moves.values() if one.distance is None]):
            self._measure(run)
        run.thought.best = [self.followed(one, self.engine) for one in run.thought.best]
        return run.thought

    def _measure(self, run: _Deepening) -> None:
        """Find out in how many plies the moves are decided; nothing where a game that does not say what its ends are worth has one that is
        worth more than 1."""
        try:
            with self._measuring as measuring:
                run.deepen(measuring, measuring=True)
        except GameError:
            if self.question.game.utility_range is not None:
                raise
            run.thought.settled = True

    @property
    def _measuring(self) -> AbstractContextManager[Engine]:
        """The engine that finds in how many plies a game is decided."""
        return self.engines.engine(_ranged(self.question.named), {**MEASURING, **self.options})

    def _can_measure(self, known: Collection[Judged]) -> bool:
        """Whether one of these is decided, and it can be found out in how many plies."""
        game = _ranged(self.question.named).game
        _, most = game.utility_range or (0.0, 0.0)
        if any(abs(one.value) > most for one in known):  # it did not say what a win is worth
            return False
        decided = any(one.proved and abs(one.value) == most for one in known)
        return decided and not self.engine.options.distance and _measures(game)

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        began, alike = time.monotonic(), self.question.alike()
        first = None if self.solves is None else self.solves.best(began + seconds)
        own, solved = None, first is not None
        if first is not None and self.solves is not None and played is not None and played != first.action:
            own = self.solves.judged(played, began + seconds)
        seconds = max(seconds / 2, seconds - (time.monotonic() - began) / 2)  # to solve took longer, where others work, too
        if first is None and proved is not None:
            first, own = self._beside(proved, seconds)
        if first is None:
            first = self._judged_alone(seconds)
        if own is None and played is not None and played != first.action:
            own = self._judged_alone(seconds, among=[played], **({} if first.proved else {"depth": max(1, first.depth)}))
        if own is not None and played in alike.get(first.action, ()):
            first, own = replace(first, line=own.line), None
        return (first, own) if solved else self._in_plies(first, own, played, seconds)

    def _in_plies(self, first: Judged, own: Judged | None, played: int | None, seconds: float) -> tuple[Judged, Judged | None]:
        """The two as they were judged, with in how many plies they are decided, as far as that is found in this time.

        What the move that was played leads to says it of that move alone: who wins may do so sooner, who loses may hold out longer.
        """
        if not self._can_measure([first] if own is None else [first, own]):
            return first, own
        best, sign = None, self.question.sign
        try:
            with self._measuring as measuring:
                if first.proved:
                    best = self._measured(measuring, self.moves, seconds)
                if own is None and best is not None and played is not None and played != best.action:
                    own = first
                if own is not None and own.proved and not own.shortest:
                    own = self._measured(measuring, [own.action], seconds) or own
        except GameError:
            if self.question.game.utility_range is not None:
                raise
        if best is None:
            wins = first.proved and sign * first.value > 0
            return replace(first, shortest=False, distance=first.distance if wins else None), own
        if own is not None and own.proved and own.rank(sign) <= best.rank(sign):
            return own, None
        return best, own

    def _measured(self, measuring: Engine, among: Sequence[int], seconds: float) -> Judged | None:
        """The best of some moves, if it is found in this time in how many plies it is decided, and that in no fewer."""
        found = self._found(measuring, among=among, seconds=seconds)
        judged = _judged(found, found.variations[0], measuring=True)
        return self.followed(judged, measuring) if judged.proved and (judged.shortest or not judged.value) else None

    def _beside(self, proved: Judged, seconds: float) -> tuple[Judged, Judged | None]:
        """The best move, and the one that was played, which is worth so much: what others seem worth is all that is to be found out."""
        game, alike = self.question.game, self.question.alike().get(proved.action, [proved.action])
        sign, (least, most) = self.question.sign, game.utility_range or (-inf, inf)
        others = [action for action in self.moves if action not in alike]
        if not others or proved.value == (most if sign == 1 else least):
            return proved, None
        best = self._judged_alone(seconds, among=others)
        return (best, proved) if best.rank(sign) < proved.rank(sign) else (proved, None)

    def _judged_alone(self, seconds: float, **asked: Any) -> Judged:
        """The best of some moves."""
        found = self._found(self.engine, seconds=seconds, **asked)
        return self.followed(_judged(found, found.variations[0], measuring=False), self.engine)

    def _found(self, engine: Engine, **asked: Any) -> EngineResult:
        look = partial(engine.search, self.question.state, history=self.question.history, progress=self.look)
        found = look(**asked)
        if found.depth == 0 and not found.proved:  # the time was not enough for one ply
            found = look(**{**asked, "seconds": None, "depth": 1})
        if found.stopped == "interrupted":
            raise Enough
        return found

    def followed(self, judged: Judged, engine: Engine) -> Judged:
        """A move that is proved, with what follows, where that was cut off: what this engine proved it need not look at again in full."""
        game, question = self.question.game, self.question
        played, states, gain = judged.line, [question.state], 0.0
        for action in played:
            gain += rewards(game, states[-1], action)[MAX]
            states.append(game.result(states[-1], action))
        while judged.proved and not game.is_terminal(states[-1]) and _is_cut_off(played, judged):
            before = [*question.history, *states[:-1]]
            found = engine.search(states[-1], history=before, seconds=FOLLOWING, progress=self.look)
            left = None if judged.distance is None else judged.distance - len(played)
            soon = left is None or (found.distance is not None and found.distance <= left)
            if not found.proved or not found.line or not soon or float(found.value) + gain != judged.value:  # type: ignore[arg-type]  # two players: a number
                break
            for action in found.line:
                gain += rewards(game, states[-1], action)[MAX]
                states.append(game.result(states[-1], action))
            played += found.line
        return replace(judged, line=played)


def _is_cut_off(played: tuple[int, ...], judged: Judged) -> bool:
    """Whether a line of a game that is not over yet ends before it shows what is proved: a decision in so many plies, else an answer."""
    return len(played) == 1 if judged.distance is None else len(played) < judged.distance


class _Deepening:
    """The engine's looks at one position: at the best moves, at all moves, and again for twice as long."""

    def __init__(self, searches: _Searches, count: int, until: float, hear: Hear) -> None:
        self.searches, self.count, self.until, self.hear = searches, count, until, hear
        self.thought = Thought("engine", alike=searches.question.alike())
        self.measuring = False
        self._before, self._told = (0, 0.0), 0.0
        self._followed = set[tuple[tuple[int, ...], float, int | None]]()
        self._lines = dict[tuple[int, float], tuple[int, ...]]()

    def deepen(self, engine: Engine, *, measuring: bool) -> None:
        """Look until nothing is left to be found out, or the time is over."""
        searches, share = self.searches, FIRST
        self.thought.settled, self.measuring = False, measuring
        while True:
            for count, seconds in ((self.count, share), (len(searches.moves), share / 2)):
                left = self.until - time.monotonic()
                if left <= 0 or (count < len(searches.moves) and self._best_are_settled):
                    continue
                found = engine.search(
                    searches.question.state, history=searches.question.history, progress=searches.look, report=self._note,
                    among=searches.moves, multipv=count, seconds=min(seconds, left),
                )  # fmt: skip
                self._note(found)
                if found.stopped == "interrupted":
                    self.thought.cut_short = True
                    return
                self._before = self.thought.nodes, self.thought.seconds
                self._follow(engine)
                self._tell()
                if found.stopped in ("solved", "end") and count == len(searches.moves):
                    self.thought.settled = True
                    return
            left = self.until - time.monotonic()
            if left <= 0 or (not measuring and self._solve(min(share, left))):
                return
            share *= 2

    def _solve(self, seconds: float) -> bool:
        """Try to solve the game by its scores; whether nothing is left to be done: every move is known, or others wait."""
        solves, until, thought = self.searches.solves, time.monotonic() + seconds, self.thought
        if solves is None:
            return False
        for action in self.searches.moves:
            known = thought.moves.get(action)
            if known is not None and known.shortest:
                continue
            try:
                found = solves.judged(action, until)
            except KeyboardInterrupt:  # Enough
                thought.cut_short = True
                return True
            if found is None:
                return False
            thought.note(found)
        best = sorted(thought.moves.values(), key=lambda one: one.rank(self.searches.question.sign))
        thought.moves, thought.best = {one.action: one for one in best}, best[: self.count]
        thought.nodes, thought.settled = thought.nodes + solves.nodes, True
        self._tell()
        return True

    @property
    def _best_are_settled(self) -> bool:
        """Whether looking at the best moves again would find nothing."""
        best = self.thought.best
        return len(best) == self.count and all(one.proved and (one.shortest or not one.value or not self.measuring) for one in best)

    def _follow(self, engine: Engine) -> None:
        """Find out how what is proved comes about, where the search does not say it to the end."""
        for one in self.thought.best:
            proof = one.line, one.value, one.distance
            if one.proved and proof not in self._followed:
                self._followed.add(proof)
                line = self.searches.followed(one, engine).line
                if not _is_cut_off(line, one) or (one.action, one.value) not in self._lines:
                    self._lines[one.action, one.value] = line
        self._fill()

    def _fill(self) -> None:
        """Put what is known to follow behind the best moves whose lines are cut off."""
        for place, one in enumerate(self.thought.best):
            line = self._lines.get((one.action, one.value), ())
            if one.proved and len(one.line) < len(line) <= (one.distance or inf):
                self.thought.best[place] = self.thought.moves[one.action] = replace(one, line=line)

    def _note(self, found: EngineResult) -> None:
        """What a search knows."""
        nodes, seconds = self._before
        self.thought.nodes, self.thought.seconds = nodes + found.nodes, seconds + found.seconds
        if found.depth == 0 and not found.proved:  # a first move, of which nothing is known
            return
        for variation in found.variations:
            self.thought.note(_judged(found, variation, measuring=self.measuring))
        if len(found.variations) >= self.count and (found.depth >= self.thought.depth or found.proved):
            self.thought.depth = max(self.thought.depth, found.depth)
            self.thought.best = [self.thought.moves[variation.line[0]] for variation in found.variations[: self.count]]
        else:  # what is new of a move may be of one like it, which is among the best
            self.thought.best = [self.thought.moves[one.action] for one in self.thought.best]
        self.thought.rank(self.searches.question.sign)
        self._fill()
        if time.monotonic() - self._told >= PAUSE:
            self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self.thought.best:
            self.hear(self.thought)


def _judged(found: EngineResult, variation: Variation, *, measuring: bool) -> Judged:
    """A move as a search of the engine judges it, which prunes nothing where it is measuring."""
    distance = variation.distance if variation.proved else None
    shortest = measuring and distance is not None and distance <= found.depth
    return Judged(variation.line, float(variation.value), found.depth, variation.proved, distance, shortest)


def _ranged(named: Named) -> Named:
    """A game that says what a win is worth: the same, if it does; else one in which that is 1, as it is of what is told as a win
    (`zermelo.scales.decided`)."""
    if named.game.utility_range is not None:
        return named
    ranged = copy(named.game)
    ranged.utility_range = (-1.0, 1.0)
    return replace(named, spec=f"{named.spec} from -1 to 1", game=ranged)


def _measures(game: Game) -> bool:
    """Whether the engine can find in how many plies this game is decided."""
    return Options.usual(game).changed(**MEASURING).for_game(game).distance


class _Simulates:
    """Monte Carlo tree search."""

    def __init__(self, question: Question, engines: Engines, look: Progress) -> None:
        self.question, self.look = question, look
        make = partial(MonteCarlo, question.game, memory=MEMORY, seed=secrets.randbelow(1 << 20))
        self.search = engines.made(MCTS, question.named, make)

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        thought, until, share = Thought("mcts"), time.monotonic() + seconds, FIRST
        while (left := until - time.monotonic()) > 0:
            self._note(thought, self._simulated(min(share, left)), count)
            hear(thought)
            if thought.settled or thought.full or thought.cut_short:
                break
            share = min(2 * share, 1.0)
        return thought

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        thought, found = Thought("mcts"), self._simulated(2 * seconds)
        if found.stopped == "interrupted":
            raise Enough
        self._note(thought, found, 1)
        return _beside(thought, played)

    def _simulated(self, seconds: float) -> MonteCarloResult:
        return self.search.search(self.question.state, seconds=seconds, history=self.question.history, progress=self.look)

    def _note(self, thought: Thought, found: MonteCarloResult, count: int) -> None:
        sign = self.question.sign
        below = {child.action: child for child in found.tree(SIMULATED_NODES).children}
        lines = {one.action: (one.action, *_visited_most(below.get(one.action))) for one in found.tried}
        if found.action is not None:
            lines[found.action] = found.line
        judged = {one.action: Judged(lines[one.action], sign * one.value, proved=one.proved, visits=one.visits) for one in found.tried}
        thought.nodes, thought.seconds = thought.nodes + found.simulations, thought.seconds + found.seconds
        thought.settled, thought.cut_short, thought.full = found.stopped == "solved", found.stopped == "interrupted", found.full
        for group in self.question.alike().values():
            tried = [judged[action] for action in group if action in judged]
            most = max(tried, key=lambda one: one.visits or 0, default=None)
            judged |= {one.action: replace(one, value=most.value, proved=most.proved) for one in tried if most is not None}
        whole, mover = self._whole(found), whose(self.question.game, self.question.state)
        if found.action in judged and whole.values is not None:  # what the others get is a mean over all moves, of which it is tried most
            best = judged[found.action]
            values = (*whole.values[:mover], best.value, *whole.values[mover + 1 :])
            judged[found.action] = replace(best, values=values)
        thought.moves = judged
        if self.question.odds:
            thought.expected = whole
            return
        first = [] if found.action is None else [found.action]
        others = [one.action for one in found.tried if one.action not in first]
        thought.best = [judged[action] for action in (*first, *others) if action in judged][:count]

    def _whole(self, found: MonteCarloResult) -> Judged:
        """What all simulations together say of the position."""
        values = found.value if isinstance(found.value, tuple) else (found.value,)
        value = float(values[whose(self.question.game, self.question.state)])
        visits = sum(one.visits for one in found.tried)
        return Judged((), value, proved=found.proved, visits=visits, values=values if len(values) > 1 else None)


def _beside(thought: Thought, played: int | None) -> tuple[Judged, Judged | None]:
    """What `Searcher.judge` says, by all that is known of a position."""
    first = thought.first
    assert first is not None
    is_best = thought.expected is None and first.action == played
    return first, None if played is None or is_best else thought.moves.get(played)


def _visited_most(node: TreeNode | None) -> Iterator[int]:
    """The moves below a node of the tree that were tried most, one after the other, up to the first move of chance."""
    while node is not None and node.children and node.children[0].player != CHANCE:
        node = node.children[0]
        assert node.action is not None  # of the root alone
        yield node.action


Search = Callable[..., Result]
"""Searches a state; takes `depth`, `seconds`, `history` and `progress`, as `Engine.search` does."""


def _textbook(search: Textbook, state: State, *, depth: int, history: Sequence[State], progress: Progress, seconds: float | None) -> Result:
    """A search by the textbook, which takes the time that it needs."""
    return search.search(state, depth=depth, ties=False, progress=progress)


def _by_textbook(question: Question, engines: Engines, look: Progress) -> Search:
    """The textbook's search of this game, compiled."""
    textbook = Textbook(question.game)
    first = partial(textbook.search, question.state, depth=1, ties=False, progress=look)
    engines.made(needed(question.game).name, question.named, first)
    return partial(_textbook, textbook)


class _OneByOne:
    """Each move by itself, or each outcome where chance moves: all to one depth, then all to the next.

    by      what searches, as `Thought` says it
    search  how
    """

    def __init__(self, question: Question, by: str, search: Search, look: Progress) -> None:
        self.question, self.by, self.search, self.look = question, by, search, look
        self.moves, self.odds = question.moves(), question.odds

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        thought, until = Thought(self.by), time.monotonic() + seconds
        for depth in range(2, DEEPEST):
            began = time.monotonic()
            try:
                found = self._at(depth, thought, until if thought.moves else None)
            except KeyboardInterrupt:  # Enough
                thought.cut_short = True
                break
            if found is None:
                break
            thought.moves = {one.action: one for one in found}
            if self.odds:
                thought.expected = self._expected(found, depth)
            else:
                thought.best = found[:count]
            thought.depth, thought.settled = depth, all(one.proved for one in found)
            hear(thought)
            now = time.monotonic()
            if thought.settled or now + GROWTH * (now - began) > until:
                break
        return thought

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        thought = self.think(1, 2 * seconds, lambda thought: None)
        if thought.cut_short:
            raise Enough
        return _beside(thought, played)

    def _at(self, depth: int, thought: Thought, until: float | None) -> list[Judged] | None:
        """All moves, looked at so many plies deep, the best first; outcomes in the game's order. None where the time is over before."""
        found = []
        for action in self.moves:
            self.look(0)
            judged = self._judged(action, depth, thought, until)
            if judged is None:
                return None
            found.append(judged)
        return found if self.odds else sorted(found, key=lambda one: one.value, reverse=self.question.sign > 0)

    def _judged(self, action: int, depth: int, thought: Thought, until: float | None) -> Judged | None:
        game, state = self.question.game, self.question.state
        child, gains = game.result(state, action), rewards(game, state, action)
        if game.is_terminal(child):
            return self._worth((action,), gains, game.utilities(child), 1, proved=True)
        left = None if until is None else max(until - time.monotonic(), FIRST / 100)
        before = [*self.question.history, state]
        below = self.search(child, depth=depth - 1, seconds=left, history=before, progress=self.look)
        thought.nodes, thought.seconds = thought.nodes + below.nodes, thought.seconds + below.seconds
        stopped = getattr(below, "stopped", "")
        if stopped == "interrupted":
            raise Enough
        if stopped == "time":
            return None
        values = below.value if isinstance(below.value, tuple) else (below.value,)
        return self._worth((action, *below.line), gains, values, depth, proved=getattr(below, "proved", below.depth < depth - 1))

    def _worth(self, line: tuple[int, ...], gains: Sequence[float], values: Sequence[float], depth: int, *, proved: bool) -> Judged:
        """A move that leads to this for each player, or for MAX, beside what it brings at once."""
        game, worths = self.question.game, tuple(map(float, map(add, gains, values)))
        many = game.players > 2
        value = worths[whose(game, self.question.state)]
        return Judged(line, value, depth, proved, values=worths if many else None)

    def _expected(self, found: Sequence[Judged], depth: int) -> Judged:
        """What is to be expected when chance does what was looked at."""
        value = round(sum(self.odds[one.action] * one.value for one in found), CLEAN)
        each = [[self.odds[one.action] * part for part in one.values] for one in found if one.values is not None]
        values = tuple(map(sum, zip(*each, strict=True))) if each else None
        return Judged((), value, depth, all(one.proved for one in found), values=values)


class _Shortest:
    """The shortest way to the goal of a puzzle, by each move; where that is not found in time, what else is known.

    otherwise  what says that
    """

    def __init__(self, question: Question, engines: Engines, otherwise: _OneByOne, look: Progress) -> None:
        self.question, self.otherwise, self.look = question, otherwise, look
        self.moves, self.search = question.moves(), IdaStar(question.game)
        engines.made(IDASTAR, question.named, self._first)
        self.nodes, self.seconds = 0, 0.0

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        until = time.monotonic() + seconds
        best = self._best(until - seconds / 2)
        if best is None:
            return self.otherwise.think(count, seconds / 2, hear)
        thought, found = self._thought([best], count), [best]
        for action in self.moves:
            if action == best.action:
                continue
            hear(thought)
            judged = self._judged(action, until)
            if judged is None:
                break
            found.append(judged)
            thought = self._thought(found, count)
        return thought

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        best = self._best(time.monotonic() + seconds)
        if best is not None and played in (None, best.action):
            return best, None
        own = None if best is None or played is None else self._judged(played, time.monotonic() + seconds)
        return self.otherwise.judge(seconds, played, proved) if best is None or own is None else (best, own)

    def _first(self) -> None:
        """The first look, by which the search is compiled."""
        with suppress(NotReachedError):
            self.search.search(self.question.state, depth=1, progress=self.look)

    def _thought(self, found: Sequence[Judged], count: int) -> Thought:
        """What is known when these moves are judged."""
        judged = sorted(found, key=lambda one: one.rank(1))
        moves, settled = {one.action: one for one in judged}, len(judged) == len(self.moves)
        return Thought("shortest", judged[:count], moves, nodes=self.nodes, seconds=self.seconds, settled=settled)

    def _best(self, until: float) -> Judged | None:
        """The first move of a shortest way, or any where there is none; None where that is not known in time."""
        line = self._way(self.question.state, until)
        return self._worth(line) if line else None if line is None else self._judged(self.moves[0], until)

    def _judged(self, action: int, until: float) -> Judged | None:
        """A move with the shortest way that goes on from there; None where it is not known in time whether there is one."""
        line = self._way(self.question.game.result(self.question.state, action), until)
        return None if line is None else self._worth((action, *line))

    def _worth(self, line: tuple[int, ...]) -> Judged:
        """A shortest way, or a move from which none leads to the goal."""
        game, state = self.question.game, self.question.state
        for action in line:
            state = game.result(state, action)
        least, most = game.utility_range or (0.0, 0.0)
        value = float(game.utility(state, MAX)) if game.is_terminal(state) else least
        return Judged(line, value, proved=True, distance=len(line) if value == most else None, shortest=True)

    def _way(self, state: State, until: float) -> tuple[int, ...] | None:
        """The shortest way from a state; nothing where none leads to the goal, or it is there; None where that is not known in time."""
        left = until - time.monotonic()
        if self.question.game.is_terminal(state):
            return ()
        if left <= 0:
            return None
        try:
            found = self.search.search(state, seconds=left, progress=self.look)
        except NotReachedError:
            return () if time.monotonic() < until else None
        self.nodes, self.seconds = self.nodes + found.nodes, self.seconds + found.seconds
        return found.line
