"""Which states are looked at: all of the first plies, then random games; and how a position is made smaller.

A problem is reported in the position with the fewest plies, then the shortest text. One that only a random game has
shown is sought in shorter games: moves are left out of the line that leads to it, as long as the rest is legal.
"""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from math import inf, isclose
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from zermelo.checker import observations
from zermelo.checker.calls import Caller, TimeIsUp, said
from zermelo.checker.findings import Failed, Finding
from zermelo.checker.hooks import HOOKS, WORTHS, facts, lasted, left_out, worth
from zermelo.checker.misspelt import misspelt
from zermelo.checker.report import Problem, Report
from zermelo.checker.rules import RULES_OF_STATES, Memory, Rule, beyond, numbers, of_game, reward
from zermelo.checker.view import View, repr_of
from zermelo.errors import GameError, OutgrownError, SearchError, ZermeloError
from zermelo.game import CHANCE, Game, defines
from zermelo.shadows import OPTIONAL, named_in, reminder, shadows, wrong_facts
from zermelo.simultaneous import as_written, in_turns
from zermelo.state_text import shortened
from zermelo.values import counted

COMPILES: Final = "compiles"
"""The note of a game that does."""
_DEAREST: Final = 5  # lines that are named
_DEAR: Final = 0.08  # the least share of the time for which one is
_BREADTH: Final = 500  # states looked at ply by ply
_FEW: Final = 3  # random games that there is time for, however slow the rules are: each is looked at for half of its share, then ended
_STAGES: Final = {"the first plies": 0.4, "random games": 0.85, "numbers of states": 0.95, "shorter lines": 1.0}
"""Each with the share of the budget when it ends."""


def check(
    game: Game,
    *,
    seed: int = 0,
    games: int = 40,
    plies: int = 300,
    budget: float = 5.0,
    compile: bool = True,  # noqa: A002 - the word that the command uses
    costs: bool = False,
) -> Report:
    """Look for broken rules in `game` (see `RULES`) and report each in the smallest position found.

    seed     chooses the random games
    games    how many random games are looked at, each up to `plies` plies
    budget   seconds that the look may take. The processor may work half of them for a single call of a method, which may take ten
             times as long where it waits. A report depends on the clock only if its notes say that time ran out.
    compile  also say whether the game compiles, and if not, why (a note, never a problem)
    costs    also say which lines of rules that compile cost most, measured (notes that depend on the clock)

    Exceptions of the game's own methods are reported, not raised, and what they print is not shown. Raises GameError for
    what is no game at all, SearchError for a budget that is none.
    """
    if not budget > 0:
        raise SearchError(f"a look takes a number of seconds above 0, not {budget!r}")
    if inspect.isclass(game):
        raise GameError(f"{game.__name__} is a class; check an instance: check({game.__name__}())")
    if not isinstance(game, Game):
        raise GameError(f"{shortened(game)} is no zermelo.Game; check(zermelo.adapt(...)) takes a class with the textbook's method names")
    game = as_written(game)
    with Caller(game, budget / 2) as caller:
        look = _Look(caller, random.Random(seed), plies, budget)  # noqa: S311 - games, not secrets
        look.at_game(games)
        broken = {problem.rule for problem in look.problems()}
        notes = [*look.notes, *(_compile_notes(game, costs, broken) if compile and look.looked else ())]
        differs = _differing(game) if COMPILES in notes and not broken else None
        if caller.printed:
            told = f"`print` in {' and '.join(caller.printed)} prints nothing where rules are compiled"
            notes.append(f"{told}; mode='interpreted' (`--mode interpreted`) shows it")
    problems = (*look.problems(), *([differs] if isinstance(differs, Problem) else ()))
    return Report(shortened(game), problems, tuple(dict.fromkeys([*notes, *([differs] if isinstance(differs, str) else ())])))


def _differing(game: Game) -> Problem | str | None:
    """The first of some states of games at random from which compiled rules come to others than plain Python does, or to other values; what
    they fail with, where plain Python does not; or None.
    """
    from zermelo import native
    from zermelo.search.runner import Runner
    from zermelo.search.survey import survey
    from zermelo.search.tried import some_states

    game = in_turns(game)
    try:
        in_plain, compiled = (Runner(survey, game, mode) for mode in ("interpreted", "compiled"))
        told_of = [(state, in_plain(state, 1)) for state in some_states(game)]
    except Exception:  # it compiles for other searches alone, or a rule fails where the look above did not come to
        return None
    for state, plain in told_of:
        try:
            same = compiled(state, 1) == plain
        except OutgrownError:  # where a search would begin anew, with more room, or as plain Python
            if refused := native.explain(game):
                return f"runs compiled until it comes to what only plain Python has room for, and interpreted from there on: {refused[0]}"
            continue
        except ZermeloError as error:
            return f"compiled, it fails where plain Python does not: {error}"
        if not same:
            told = f"compiled, the rules lead from {game.write(state)!r} to other states than in plain Python, or to other values"
            why = "members of a set that are taken one by one come in another order; sort them, or say `mode = 'interpreted'` in the class"
            return Problem("compiled", f"{told}: {why}")
    return None


def _compile_notes(game: Game, costs: bool, broken: Collection[str]) -> Iterator[str]:
    if "returns" in broken:
        yield "whether it compiles was not looked at: a rule does not return"
        return
    if game.mode == "interpreted":
        yield "runs interpreted, as its mode says"
        return
    from zermelo import native

    if missing := native.missing():  # loads the compiler: only for those who ask
        yield f"whether it compiles was not looked at: {missing}"
        return
    reasons = native.explain(game) or native.explain(in_turns(game))
    if broken and any(reason.startswith(f"the rules of {type(game).__name__} raised ") for reason in reasons):
        yield "whether it compiles was not looked at: games at random come to what is told above"
        return
    if not reasons:
        yield COMPILES
        for reason in native.unnumbered(game):
            yield f"databases of it are made by plain Python, as its numbers of states do not compile: {reason}"
        yield from _dearest(native.costs(game)) if costs else ()
    for reason in reasons:
        yield f"does not compile, so it runs interpreted: {reason}"
        yield from map(reminder, named_in(game, reason))


def _dearest(lines: Sequence[Any]) -> Iterator[str]:
    """The lines that take most of the time."""
    if not lines:
        yield "what its lines cost is not known: they are one with the search, or this processor has no clock that can be read"
    for one in lines[:_DEAREST]:
        if one.share >= _DEAR:
            making = ", and makes a list, dict, set or object each time" if one.makes else ""
            yield (
                f"{one.share:.0%} of the time of its rules goes to line {one.line} of {Path(one.file).name}, in {one.function}, "
                f"which runs {one.times:.3g} times a position{making}: `{one.text}`"
            )


class _Look:
    """A look at one game, and what it found."""

    def __init__(self, caller: Caller, dice: random.Random, plies: int, budget: float) -> None:
        self.caller, self.game = caller, caller.game
        self.memory = Memory(dice, plies)
        self.looked: dict[Any, int] = {}  # each state looked at, with the least ply at which it was reached
        self.notes: list[str] = []
        self._found: dict[tuple[str, str], tuple[str, View | None]] = {}
        self._started, self._budget, self._short_of_time = perf_counter(), budget, False

    def at_game(self, games: int) -> None:
        """Look at everything: the game itself, its first plies, random games; then shorten the lines that show problems."""
        try:
            for finding in self.caller.call("the game's attributes", lambda: list(_of_the_game(self.game))):
                self._record(finding, None)
            if not self._found:
                self.game = self.caller.game = in_turns(self.game)
                initial = View.initial(self.caller)
                self._run("the first plies", lambda: self._first_plies(initial))
                self._run("random games", lambda: self._random_games(initial, games))
                self._run("numbers of states", self._numbers)
                self._run("shorter lines", self._shorten)
                self._judge_evaluations()
        except Failed as failure:
            self._record(failure.finding, None)
        self.notes += self._never_seen() if self.looked else ()
        if self._short_of_time and len(self.looked) < _BREADTH:
            told = f"the look was small, {counted(len(self.looked), 'state')} in {self._budget:g} seconds"
            self.notes.append(f"{told}: check(game, budget=...), `zermelo check --seconds` takes more time")
        self.notes += left_out(self.game) if self.looked else ["no state was looked at"]
        self.notes += [*self.memory.notes.values(), *self.caller.attributes.notes.values(), *misspelt(as_written(self.game))]
        at_fault = dict.fromkeys(subject if rule in ("raises", "returns") else rule for rule, subject in self._found)
        self.notes += [reminder(name) for name in at_fault if name in OPTIONAL and defines(as_written(self.game), name)]

    def problems(self) -> tuple[Problem, ...]:
        """The problems found, those of the smallest positions first."""
        made = [
            Problem(rule, message, view.text if view else None, view.moves if view else ())
            for (rule, _), (message, view) in self._found.items()
        ]
        return tuple(sorted(made, key=lambda problem: (problem.position is not None, len(problem.moves))))

    def _run(self, name: str, stage: Callable[[], None]) -> None:
        if any(rule == "returns" for rule, _ in self._found):
            return
        self.caller.until = self._started + _STAGES[name] * self._budget
        try:
            stage()
        except TimeIsUp:
            self._short_of_time = True
            self.notes.append(f"the time for {name} was over, after {_STAGES[name] * self._budget:g} seconds")
        except Failed as failure:
            self._record(failure.finding, None)
        except Exception as error:  # of a state's own __eq__, __hash__ or __repr__
            self._record(_of_states(error), None)
        finally:
            self.caller.until = inf

    def _never_seen(self) -> Iterator[str]:
        """What no game has come to."""
        if not self.memory.ended:
            yield "no game came to its end, so no utility was looked at"
            return
        idle = [player for player in range(self.game.players) if player not in self.memory.movers]
        if self.memory.movers:
            yield from (f"players is {self.game.players}, and player {player} was never to move" for player in idle)

    # The stages

    def _first_plies(self, initial: View) -> None:
        layer, whole = [initial], -1
        try:
            while layer and len(self.looked) + len(layer) <= _BREADTH:
                for view in layer:
                    self._look(view)
                whole += 1
                layer = list(self._following(layer))
            for view in layer[: _BREADTH - len(self.looked)]:
                self._look(view)
        finally:
            reach = f"within {counted(whole, 'ply', 'plies')} of the initial one"
            if not layer:
                broken = any(rule == "raises" for rule, _ in self._found)
                led = " that rules lead to which raise nothing" if broken else ""
                self.notes.append(f"looked at every state{led}, {len(self.looked)} in all")
            elif whole >= 0:
                self.notes.append(f"looked at every state {reach}")

    def _following(self, layer: list[View]) -> Iterator[View]:
        seen: set[Any] = set()
        for view in layer:
            for child in _children(view):
                token = _token(child.state)
                if token not in seen and token not in self.looked:
                    seen.add(token)
                    yield child

    def _random_games(self, initial: View, games: int) -> None:
        played, longest, unfinished, hurried, won = 0, 0, 0, 0, Counter[tuple[int, ...]]()
        share = (self.caller.until - perf_counter()) / (2 * _FEW)
        try:
            for _ in range(games):
                last, in_a_hurry = self._random_game(initial, perf_counter() + share)
                self._look_back(last)
                played, longest = played + 1, max(longest, last.ply)
                unfinished += last.ply == self.memory.plies and not _is_over(last)
                hurried += in_a_hurry
                if winners := _winners(last):
                    won[winners] += 1
        finally:
            length, states = counted(longest, "ply", "plies"), counted(len(self.looked), "state")
            self.notes.append(f"looked at {counted(played, 'random game')}, the longest of {length}; {states} in all")
            if not any(rule == "zero-sum" for rule, _ in self._found):  # else both may have won
                self.notes += _who_won(self.game, won)
            if unfinished:
                self.notes.append(f"{unfinished} of these went on for more than {counted(self.memory.plies, 'ply', 'plies')}")
            if hurried:
                self._short_of_time = True
                self.notes.append(f"of {hurried} of these, after {share:.2g} seconds each, only the end was looked at")

    def _random_game(self, initial: View, until: float) -> tuple[View, bool]:
        """The last state of a game, which is looked at as all are as long as there is time; and whether there was not for all."""
        view = initial
        while True:
            hurried = perf_counter() > until
            if not hurried:
                self._look(view)
            following = None if view.ply >= self.memory.plies else self._following_by_chance(view, hurried)
            if following is None:
                self._look(view)
                return view, hurried
            view = following

    def _following_by_chance(self, view: View, hurried: bool) -> View | None:
        """A state that follows; None where the game is over or does not say. In a hurry it alone is asked for."""
        try:
            actions = [] if view.is_terminal else list(dict.fromkeys(view.listed))
            if not actions:
                return None
            weights = _weights(view, actions)
            action = self.memory.random.choices(actions, weights)[0] if weights else self.memory.random.choice(actions)
            return view.child(action) if hurried else view.children[action]
        except Failed:
            return None

    def _look_back(self, last: View) -> None:
        """Hold the last states of a game to what they are worth, as far back as that is found quickly."""
        self._hold(last, (reward,))  # by this way, too: another may have brought something else
        for view in last.line[:-1]:
            self._hold(view, (partial(lasted, last),))
        for view in reversed(last.line):
            if _is_over(view):
                continue
            try:
                if worth(view, self.memory) is None:
                    return
            except Failed:  # told by the rules of states
                return
            self._hold(view, WORTHS)

    def _numbers(self) -> None:
        """Look at the numbers of those states, too, for which they were put off, until one is wrong."""
        self.memory.all_numbers, left = True, self.memory.unnumbered
        self.memory.random.shuffle(left)
        while left and not any(rule == "numbers" for rule, _ in self._found):
            self._hold(left.pop(), (numbers,))

    def _shorten(self) -> None:
        """Look at shorter lines to each problem, until none is shorter."""
        for subject in list(self._found):
            while self._shorten_once(subject):
                pass

    def _shorten_once(self, subject: tuple[str, str]) -> bool:
        view = self._found[subject][1]
        if view is None:
            return False
        line, ply = view.line, view.ply
        path = view.path
        for size in [size for size in (16, 8, 4, 3, 2, 1) if size <= ply]:
            for start in range(ply - size + 1):
                shorter = self._played(line[start], path[start + size :])
                if shorter is not None:
                    self._look(shorter)
                    now = self._found[subject][1]
                    if now is not None and now.ply < ply:
                        return True
        return False

    def _played(self, view: View, actions: tuple[int, ...]) -> View | None:
        for action in actions:
            following = {child.action: child for child in _children(view)}
            if action not in following:
                return None
            view = following[action]
        return view

    # One state

    def _look(self, view: View) -> None:
        """Hold a state to every rule, unless that was done at this ply or before."""
        token = _token(view.state)
        if self.looked.get(token, inf) <= view.ply:
            return
        self.looked[token] = view.ply
        self._hold(view, (*RULES_OF_STATES, *observations.OBSERVATIONS, *HOOKS))

    def _hold(self, view: View, rules: tuple[Rule, ...]) -> None:
        for rule in rules:
            try:
                findings = list(rule(view, self.memory))
                for finding in findings:
                    self._record(finding, view)
                if any(finding.rule == "max_actions" for finding in findings):
                    return  # perhaps there is no end of them; other methods may list them all
            except Failed as failure:
                self._record(failure.finding, view)
                if failure.finding.rule == "returns":
                    raise TimeIsUp from None
            except TimeIsUp:
                raise
            except Exception as error:  # of a state's own __eq__, __hash__ or __repr__
                self._record(_of_states(error), view)

    def _record(self, finding: Finding, view: View | None) -> None:
        """Keep a finding, if it is the first of its kind or its position is smaller."""
        subject = finding.rule, finding.subject
        until, self.caller.until = self.caller.until, inf  # to write a position, there is always time
        if subject not in self._found or _size(view) < _size(self._found[subject][1]):
            self._found[subject] = finding.message, view
        self.caller.until = until

    def _judge_evaluations(self) -> None:
        """Evaluations of a game that does not state its utilities are held to those that were seen.

        What is worse than all of these is reported as a note: a score so far is that, and of two players the other finds it better. So is
        what is better where chance helps one who plays alone: games played at random do not show what a good one brings.
        """
        low, high = self.memory.utilities
        if self.game.utility_range is not None or low > high:
            return
        by_luck = self.game.players == 1 and self.game.chance
        for least, greatest, view in self.memory.evaluations:
            for finding in beyond("evaluate(state, ...)", max(greatest, low), (low, high), "so far "):
                if by_luck:
                    self.memory.note("evaluate", f"{finding.message}, in {view.text}. If greater ones are possible, all is well")
                    continue
                message = f"{finding.message}. If greater ones are possible, state utility_range"
                self._record(Finding(finding.rule, finding.subject, message), view)
            for finding in beyond("evaluate(state, ...)", min(least, high), (low, high), "so far ") if self.game.players != 2 else ():
                self.memory.note("evaluate", f"{finding.message}, in {view.text}. If lesser ones are possible, state utility_range")


def _of_the_game(game: Game) -> Iterator[Finding]:
    """What is broken before any state is looked at; of a game in which nothing else has the name of a fact or a hint, all of it."""
    taken = [Finding("shadows", name, told) for name, told in shadows(game)]
    wrong = [Finding("facts", name, told) for name, told in wrong_facts(game)]
    yield from [*taken, *wrong]
    if not taken:
        yield from of_game(game)
    if not taken and not wrong:
        yield from [*facts(game), *observations.facts(game)]


def _of_states(error: Exception) -> Finding:
    return Finding("raises", "states", f"comparing or showing states raised {said(error)}")


def _size(view: View | None) -> tuple[int, int, str]:
    return (-1, 0, "") if view is None else (view.ply, len(view.text), view.text)


def _token(state: Any) -> Any:
    """What tells a state from others: itself, or its text where it is not hashable."""
    try:
        hash(state)
    except Exception:
        return repr_of(state)
    return state


def _children(view: View) -> list[View]:
    """The states that follow; none where the game is over or does not say."""
    try:
        return [] if view.is_terminal else list(view.children.values())
    except Failed:
        return []


def _is_over(view: View) -> bool:
    try:
        return view.is_terminal
    except Failed:
        return False


def _winners(last: View) -> tuple[int, ...]:
    """The players who have the most at the end of a game; none where it has not come to its end."""
    try:
        if not last.is_terminal:
            return ()
        brought = [sum(won) for won in zip(last.utilities, *(view.gains for view in last.line), strict=True)]
    except Failed:
        return ()
    most = max(brought)
    return tuple(player for player, worth in enumerate(brought) if isclose(worth, most, abs_tol=1e-9))


def _who_won(game: Game, won: Counter[tuple[int, ...]]) -> Iterator[str]:
    """How many games each of several players has won: whether a utility counts for who should have it, only a person can see."""
    if game.players == 1 or not won:
        return
    names = game.player_names or [f"player {player}" for player in range(game.players)]
    alone = ", ".join(f"{name} won {won[player,]}" for player, name in enumerate(names))
    shared = sum(times for players, times in won.items() if len(players) > 1)
    yield f"of these {alone}; {shared} {'were' if shared != 1 else 'was'} {'drawn' if game.players == 2 else 'shared'}"


def _weights(view: View, actions: list[int]) -> list[float] | None:
    """The probabilities of these actions, where chance moves and they are sound."""
    if view.player != CHANCE:
        return None
    probabilities = dict(view.outcomes)
    weights = [probabilities[action] for action in actions]
    return weights if min(weights) >= 0 < sum(weights) else None
