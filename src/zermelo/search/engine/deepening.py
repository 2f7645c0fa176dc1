"""One search of the engine: iterative deepening or halving, windows, lines, from its limits to its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, product
from math import copysign, inf, isfinite
from typing import Final

from zermelo.answers import wrong_hint
from zermelo.errors import GameError, SearchError
from zermelo.game import CHANCE, MAX, State, legal, rewards
from zermelo.search.engine.calls import Calls
from zermelo.search.engine.faults import endless, rules_asked
from zermelo.search.engine.kernel import halfway
from zermelo.search.engine.layout import CUT_PLACES, HISTORY_PLIES, PLIES
from zermelo.search.engine.machine import Machine
from zermelo.search.engine.result import EngineResult, Exact, Variation
from zermelo.search.engine.table import TO_THE_END
from zermelo.search.known import TWICE, known_line
from zermelo.search.result import whole
from zermelo.search.runtime.control import Control
from zermelo.search.runtime.limits import Limits
from zermelo.search.runtime.promises import listed
from zermelo.search.runtime.workers import Progress
from zermelo.search.scored import widened
from zermelo.words import fingerprint, next_up

Report = Callable[[EngineResult], None]
"""Called with what is known so far, after each depth."""
News = Callable[[float, float], None]
"""Called with what is known of a value to MAX, that it lies from one number to another, whenever more is."""

DEEPEST_SEARCH: Final = 254
"""The greatest depth of a search that does not go to the end of the game."""

PROOF_BEGINS: Final = 0.45
"""When the proof of the value begins, where there is to be one, as a share of the time."""
PROOF_ENDS: Final = 0.85
"""And when it is given up: the search goes on where it was, and finds in the table what has been proved."""


class Run:
    """One search. Lines and values are to the player to move at the root until they come into a result."""

    def __init__(
        self,
        machine: Machine,
        root: State,
        limits: Limits,
        *,
        multipv: int = 1,
        history: Sequence[State] = (),
        among: Sequence[int] | None = None,
        until_decided: bool = False,
        report: Report | None = None,
        progress: Progress | None = None,
        control: Control | None = None,
        news: News | None = None,
    ) -> None:
        self.machine, self.root, self.limits, self.multipv, self.report, self.news = machine, root, limits, multipv, report, news
        self.game = machine.game
        self.calls = Calls(machine, limits, progress, control)
        self.sign = 1.0
        self.history, self.among, self.until_decided = history, among, until_decided
        self.forbidden: list[int] = []
        self.soft = limits.soft
        self.confirmed = 0
        age = machine.table.next_age()
        with rules_asked(self.game, root, history):
            self._over_already = self.game.is_terminal(root)
            came = Counter(fingerprint(self.game.position(played)) for played in history)
            by_key = not self._over_already and machine.looks_up_by_key(root)
        self.before = [position for position, times in came.items() if times >= TWICE][-HISTORY_PLIES:]
        for number, workspace in enumerate(machine.workspaces):
            workspace.begin(age, self.before, grows=number == 0, by_key=by_key)

    # The ways to search

    def deepen(self) -> EngineResult:
        """Deeper and deeper, until something ends it."""
        settled = self._settled()
        if settled is not None:
            return settled
        actions = self._allowed()
        best = self._result(0, [Variation(0.0, tuple(actions[:1]))], "depth")
        best, depth = self._deeper(best, actions, self._depths(), may_prove=True)
        if self.calls.ended == "time" and self.calls.until < self.limits.soft:
            depth, best = TO_THE_END, self._proof(best)
            if self.calls.ended == "time":
                self.calls.ended, self.calls.until = None, self.limits.hard
                again = dropwhile(lambda depth: depth < best.depth, self._depths())
                best, depth = self._deeper(best, actions, again, may_prove=False)
        best = self._finished(best)
        return self._played_out(best, depth) if best.proved else best

    def _deeper(self, best: EngineResult, actions: list[int], depths: Iterable[int], *, may_prove: bool) -> tuple[EngineResult, int]:
        """The result at the last of these depths that could be searched, and that depth."""
        depth = 0
        for depth in depths:
            proving = may_prove and self._may_prove(best.depth)
            self.calls.until = PROOF_BEGINS * self.limits.soft if proving else self.limits.hard
            variations: list[Variation] = []
            left = list(actions)
            for place in range(min(self.multipv, max(1, len(actions)))):
                guess = self._raw(best.variations[place]) if best.depth > 2 and len(best.variations) > place else None
                variation = self._aspire(depth, guess, left)
                if variation is None:
                    break
                alone = bool(self.forbidden or variations) and self._by_the_way
                proved = self.calls.thread.heuristic == 0 and not self.calls.ended and not alone
                variations.append(replace(variation, proved=proved))
                if self.calls.ended or not left:
                    break
                left.remove(variation.line[0])
                if len(variations) < self.multipv:
                    self._bar(variation.line[0])
            self._unbar()
            variations.sort(key=lambda one: self._raw(one) * self.sign, reverse=True)  # a later search may have found more
            if self.calls.ended and not (variations and len(variations) >= len(best.variations)):
                break
            if depth == TO_THE_END and best.depth == DEEPEST_SEARCH and not variations[0].proved:
                break  # cut off at the last ply: the table keeps such values as if the game ended there, wherever they are met again
            lost = not self.calls.ended and self._raw(variations[0]) * self.sign <= self._worths(depth)[0]
            if lost and best.depth > 0 and self.multipv == 1:
                variations = [replace(variations[0], line=best.line[:1], distance=None)]  # all lose: the one that was preferred before
            reached = best.depth if self.calls.ended else depth if depth < TO_THE_END else best.depth + 1
            if best.depth > 0 and not self.calls.ended:
                self._plan(best.variations[0], variations[0])
            best = self._result(reached, variations, "depth")
            if self.report and not self.calls.ended:
                self.report(best.unproved_by_superko())
            if self.calls.ended or self._enough(best, actions):
                break
        return best, depth

    @property
    def _by_the_way(self) -> bool:
        """Whether what an action is worth depends on the way: something is won where positions come back, and the root counts as one."""
        return self.game.repetition is not None and self.machine.options.rewards

    def _plan(self, before: Variation, now: Variation) -> None:
        """Give the move more of a clock or less, by what this depth says of what the depth before had found."""
        self.confirmed = self.confirmed + 1 if before.line[:1] == now.line[:1] else 0
        if self.limits.clock is not None:
            drop = (self._raw(before) - self._raw(now)) * self.sign / self.game.evaluation_unit
            self.soft = self.limits.soft_after(self.confirmed, drop)

    def _may_prove(self, depth: int) -> bool:
        """Whether a part of the time goes to a proof of the value."""
        only_timed = isfinite(self.limits.soft) and self.limits.depth is None and self.limits.nodes is None
        in_sight = self.game.plies_left(self.root) <= self.machine.options.proving * depth
        return only_timed and in_sight and self._few_values and self.multipv == 1

    def _proof(self, best: EngineResult) -> EngineResult:
        """The solution, if it is found in the time that is left; else what is known already."""
        self.calls.ended, self.calls.until = None, PROOF_ENDS * self.limits.soft
        low, high = self._bisect(*self._outermost)
        if self.calls.ended is None and low == high:
            found = self._with_line(low, best.line[:1])
            if self.calls.ended is None and found.proved:
                self.calls.ended = "solved"
                return replace(found, depth=best.depth)
        self.calls.ended = self.calls.ended or "time"
        return best

    def _played_out(self, best: EngineResult, depth: int) -> EngineResult:
        """A proved result with its line to the end of the game, or to the first position that comes again where that has a value.

        Where the line was cut short it is searched for, and not counted, for as many nodes again as the search was allowed.
        """
        again = None if self.limits.nodes is None else self.machine.nodes + self.limits.nodes
        self.limits = self.calls.limits = Limits(nodes=again, seconds=self.limits.seconds, clock=self.limits.clock)
        self.calls.ended, self.calls.until = None, self.limits.hard
        line: list[int] = []
        seen = set(self.before)
        if not self.forbidden:  # else whoever comes back to the root may do there what was not allowed at first
            seen.add(fingerprint(self.game.key(self.root)))
        for action, state in self._played_on(best, depth):
            line.append(action)
            code = fingerprint(self.game.key(state))
            if self.game.repetition is not None and code in seen:
                break
            seen.add(code)
        told = tuple(line)
        return replace(best, line=told, variations=(replace(best.variations[0], line=told), *best.variations[1:]))

    def _played_on(self, best: EngineResult, depth: int) -> Iterator[tuple[int, State]]:
        """The actions of a proved result's line, then those that keep its value as long as some are found; each with the state after it."""
        state, played = self.root, 0
        left_to_max = self._raw(best.variations[0])
        following = best.line
        while True:
            for action in following:
                state, left_to_max = self._after(state, action, left_to_max)
                yield action, state
            played += len(following)
            if self.game.is_terminal(state) or played >= DEEPEST_SEARCH or self.game.to_move(state) == CHANCE:
                return
            following = known_line(self.machine.known, self.game, state) if self.machine.known else ()
            if following:
                continue
            self.root = state
            self.among, self.forbidden = None, []  # which were of the root before
            self._unbar()
            self.sign = self._sign(state)
            worth = left_to_max * self.sign
            known = self._known()  # where the game knows, it may have no candidates
            if known:
                keeps, following = known.value == left_to_max, known.line
            else:
                proved = self._proved(worth, self._enough_plies(depth, played))
                keeps, following = proved is not None, self.calls.line()
                left_to_max = left_to_max if proved is None else proved * self.sign
            if worth <= self.least_worth and not (keeps and following):  # nothing that can be played changes it
                keeps, following = True, tuple(self._legal()[:1])
            if self.calls.ended or not keeps or not following:
                return

    def _enough_plies(self, depth: int, played: int) -> Sequence[int]:
        """How deep to look for what a search of this depth had proved, this many plies before."""
        if depth == TO_THE_END:
            return (depth,)
        further = (depth + 2, depth + 4) if self.machine.options.distance else ()  # late moves are reduced, and came in another order
        return (max(1, depth - played), depth, *further)  # extensions looked further there

    def _proved(self, worth: float, depths: Iterable[int]) -> float | None:
        """What a search of one of these depths proves the root to be worth to the player to move; None where none does.

        That is `worth`, or a win that comes sooner. First in a window around it: what is not proved may look better. Where a win or loss
        is so many plies off, in wider ones, too: in windows that the table closes, what is pruned is held to be no loss, and no win.
        """
        by_plies, narrow = self.machine.options.distance, -next_up(-worth)
        windows = [(narrow, min(next_up(worth), self.greatest_worth))]
        if by_plies:
            windows += [(narrow, self.greatest_worth), (self.least_worth, self.greatest_worth)]
        for depth, (low, high) in product(depths, windows):
            value = self._value(low, high, depth)
            if self.calls.ended:
                return None
            sooner = by_plies and value > worth > self.machine.options.farthest and self.calls.line()
            if self.calls.thread.heuristic == 0 and (value == worth or sooner):
                return value
        return None

    def _after(self, state: State, action: int, left_to_max: float) -> tuple[State, float]:
        """The state after an action, and what is left for MAX of what the one before was worth."""
        if self.machine.options.rewards:
            left_to_max -= rewards(self.game, state, action)[MAX]
        if abs(left_to_max) > self.machine.options.farthest:  # a ply nearer to its end
            left_to_max += copysign(self.machine.options.ply_worth, left_to_max)
        return self.game.result(state, action), left_to_max

    def solve(self) -> EngineResult:
        """By null windows from the outside in where values are few and known; then once more for the line."""
        if not self._few_values:
            return self.deepen()
        settled = self._settled()
        if settled is not None:
            return settled
        first = tuple(self._legal()[:1])
        low, high = self._bisect(*self._outermost)
        if low < high:
            return self._finished(self._result(0, [Variation(0.0, first)], "interrupted"))
        best = self._finished(self._with_line(low, first))
        return self._played_out(best, TO_THE_END) if best.proved else best

    def _settled(self) -> EngineResult | None:
        """The result where there is nothing to search: the game is over, or the game itself knows. Else it is noted who is to move."""
        if self._over_already:
            return self._over()
        self.sign = self._sign(self.root)
        return self._known()

    def _sign(self, state: State) -> float:
        """1 where a value to MAX is one to the player to move, or to chance; -1 where it is minus that."""
        return 1.0 if self.game.to_move(state) in (MAX, CHANCE) else -1.0

    def _with_line(self, low: float, otherwise: tuple[int, ...]) -> EngineResult:
        """The result for a value that has been found, to the player to move; `otherwise` is the line where all actions lose."""
        self._value(-next_up(-low), next_up(low), TO_THE_END)
        line = self.calls.line()
        variation = Variation(whole(low * self.sign), line or otherwise, proved=self.calls.thread.heuristic == 0)
        return self._result(len(line), [variation], "solved")

    def exact(self, within: tuple[float, float]) -> Exact:
        """As `solve`, without the second search for the line, and without asking the rules more than it must."""
        game = self.game
        if self._over_already:
            value = float(game.utility(self.root, MAX))
            return Exact(value, value, 1, 0.0)
        self.sign = self._sign(self.root)
        if not self._few_values:
            found = self.solve()
            value = float(found.value)  # type: ignore[arg-type]  # two players: a number
            if not found.proved and found.stopped != "interrupted":
                raise SearchError(endless(game, self.root))
            low, high = (value, value) if found.proved else (-inf, inf)
            return Exact(low, high, found.nodes, found.seconds)
        low, high = self._outermost
        known = within if self.sign > 0 else (-within[1], -within[0])
        low, high = self._to_max(*self._bisect(max(low, known[0]), min(high, known[1])))
        if any(workspace.thread.deepest >= PLIES - 2 for workspace in self.machine.workspaces):
            raise SearchError(endless(game, self.root))
        return Exact(low, high, max(1, self.machine.nodes), self.calls.searching)

    def window(self, low: float, high: float) -> Exact:
        """What one search to the end with this window, of values to MAX, proves of the root (see `Engine.window`)."""
        if self._over_already:
            value = float(self.game.utility(self.root, MAX))
            return Exact(value, value, 1, 0.0)
        self.sign = self._sign(self.root)
        alpha, beta = self._to_max(low, high)  # to the player to move
        value, stopped = self._in_window(alpha, beta)
        least, most = (value if value > alpha else -inf, value if value < beta else inf) if stopped is None else (-inf, inf)
        return Exact(*self._to_max(least, most), max(1, self.machine.nodes), self.calls.searching, stopped or "solved")

    def _in_window(self, alpha: float, beta: float) -> tuple[float, str | None]:
        """What the root is worth, as far as a window asks for it, and why that is not known, if so."""
        null = beta <= next_up(alpha)  # then the kernel asks the game's bounds itself
        if not null and self.machine.options.bounds:
            least, most = self.game.bounds(self.root)
            if least >= min(beta, most) or most <= alpha:
                return (most if most <= alpha else least), None
        for workspace in self.machine.workspaces:
            workspace.thread.heuristic = 0  # of an earlier search, where the bounds leave nothing to do
        value = self.calls.at_once(self.root, alpha, beta, TO_THE_END, bisecting=int(null))
        if value is None:
            value = self.calls.by_threads(self.root, alpha, beta, TO_THE_END, bisecting=int(null))
            if self.calls.ended:
                return value, self.calls.ended
        return value, "depth" if self.calls.thread.heuristic else None

    def _bisect(self, low: float, high: float) -> tuple[float, float]:
        """What the root is worth to the player to move: one number twice, or an interval if Ctrl-C came first."""
        value = self.calls.at_once(self.root, low, high, TO_THE_END, bisecting=1)
        if value is not None:
            return value, value
        with self.calls.interruptible():
            return self._halve(low, high)

    def _halve(self, low: float, high: float) -> tuple[float, float]:
        """The same, however long it takes."""
        if self.machine.options.bounds:
            least, most = self.game.bounds(self.root)
            low, high = max(low, least), min(high, most)
        if len(self.machine.workspaces) == 1 and self.news is None:  # all windows in one call: a thread costs as much as a thousand nodes
            value = self.calls.by_threads(self.root, low, high, TO_THE_END, bisecting=1)
            return value, high if self.calls.ended else value
        while low < high:
            middle = halfway(low, high)
            alpha, beta = (middle, next_up(middle)) if middle >= low else (low, high)
            value = self.calls.by_threads(self.root, alpha, beta, TO_THE_END)
            if self.calls.ended:
                break
            low, high = value if value > alpha else low, value if value < beta else high
            if self.news:
                self.news(*self._to_max(low, high))
        return low, high

    @property
    def _few_values(self) -> bool:
        """Whether the game ends in few values, all known, that are best found by halving."""
        known = self.game.utility_range
        return self.machine.options.bisection and known is not None and all(map(isfinite, known))

    @property
    def _outermost(self) -> tuple[float, float]:
        """The worst and the best that can happen to the player to move."""
        return self.least_worth, self.greatest_worth

    def _to_max(self, low: float, high: float) -> tuple[float, float]:
        """An interval of the value to the player to move, as one to MAX."""
        return (low, high) if self.sign > 0 else (-high, -low)

    def _depths(self) -> Iterator[int]:
        """1, 2, 3, ... up to the limit (which comes first without deepening); once the end of the game is in sight, to the end."""
        last = self.limits.depth or TO_THE_END
        remaining = self.game.plies_left(self.root)
        for depth in range(1 if self.machine.options.deepening else last, min(last, DEEPEST_SEARCH) + 1):
            if not self.machine.options.exact and depth >= remaining - self.game.endgame_plies:
                break
            yield depth
        else:
            if last <= DEEPEST_SEARCH:
                return
        yield TO_THE_END

    def _value(self, alpha: float, beta: float, depth: int) -> float:
        """What the kernel finds the root to be worth."""
        return self.calls.by_threads(self.root, alpha, beta, depth)

    def _aspire(self, depth: int, guess: float | None, left: list[int]) -> Variation | None:
        """The best of the actions `left` at a depth: first in a small window around what it was worth before, then in wider ones."""
        margin = self.game.evaluation_unit / 2
        guess = None if guess is None or not isfinite(guess) or not self.machine.options.aspiration else guess * self.sign
        least, most = self._worths(depth)  # who has these need look no further: that proves a loss or a win
        alpha, beta = (least, most) if guess is None else (max(guess - margin, least), min(guess + margin, most))
        found: Variation | None = None
        below = beyond = False  # whether it failed on either side
        while True:
            value = self._value(alpha, beta, depth)
            line = self.calls.line() if value > alpha else ()
            worse = self.calls.ended and found is not None and value <= self._raw(found) * self.sign  # what was better has not come yet
            if (line or not left) and value > alpha and not worse:
                found = self._variation(value, line)
            if self.calls.ended:
                return found
            below, beyond = below or value <= alpha > least, beyond or value >= beta < most
            if below and beyond:  # on both: what the table holds of other depths contradicts itself
                alpha, beta, below, beyond = least, most, False, False
            elif value <= alpha > least:
                beta, alpha = next_up(value), (max(value - 4 * margin, least) if margin < 64 * self.game.evaluation_unit else least)
            elif value >= beta < most:
                alpha, beta = -next_up(-value), (min(value + 4 * margin, most) if margin < 64 * self.game.evaluation_unit else most)
            else:
                line = found.line if found else tuple(left[:1])  # without a line of its own all lose
                return self._variation(value, line)
            margin *= 4

    def _variation(self, value: float, line: tuple[int, ...]) -> Variation:
        """The variation that the kernel has found to be worth so much to the player to move: a decisive end for all that it is worth."""
        options = self.machine.options
        if not options.distance or abs(value) <= options.undecided:
            return Variation(whole(value * self.sign), line)
        won = whole(copysign(options.most, value * self.sign))
        if options.endless and abs(value) <= options.farthest:
            return Variation(won, line)
        return Variation(won, line, round((options.most - abs(value)) / options.ply_worth))

    def _raw(self, variation: Variation) -> float:
        """What the kernel takes a variation to be worth, to MAX."""
        options, value = self.machine.options, float(variation.value)
        if options.endless and variation.distance is None:
            return max(min(value, options.farthest), -options.farthest)
        return value if variation.distance is None else value - copysign(options.ply_worth * variation.distance, value)

    def _worths(self, depth: int) -> tuple[float, float]:
        """The worst and the best that a search of this depth may find: rewards may promise more than there is if the rest is estimated."""
        if not self.machine.options.rewards or depth == TO_THE_END:
            return self._outermost
        return widened(*self._outermost)

    @property
    def least_worth(self) -> float:
        """The worst that can happen to the player to move."""
        least, most = self.game.utility_range or (-inf, inf)
        return least if self.sign > 0 else -most

    @property
    def greatest_worth(self) -> float:
        """The best that can happen to the player to move."""
        least, most = self.game.utility_range or (-inf, inf)
        return most if self.sign > 0 else -least

    def _legal(self) -> list[int]:
        """The actions that the kernel looks at; none where chance moves."""
        if self.game.to_move(self.root) == CHANCE:
            return []
        actions = listed(self.game, self.game.candidates(self.root) if self.machine.options.candidates else self.game.actions(self.root))
        if not actions:
            none = f"{self.game!r} has no action in a state that is not terminal: {self.game.write(self.root)!r}"
            raise GameError(wrong_hint(self.game, self.root) or none)
        return actions

    def _allowed(self) -> list[int]:
        """Those of them that superko does not forbid at the root, `among` those asked for; the kernel leaves the others out."""
        listed = self._legal()
        if not self.game.superko and self.among is None:
            return listed
        allowed = set(legal(self.game, self.root, self.history) if self.game.superko else listed)
        if self.among is not None:
            allowed &= set(self.among)
            if not allowed:
                raise SearchError(f"none of the actions to search is one of {self.game.write(self.root)!r}: {list(self.among)!r}")
        self.forbidden = [action for action in listed if action not in allowed]
        self._unbar()
        return [action for action in listed if action in allowed]

    def _known(self) -> EngineResult | None:
        """What the game has proved of the state itself, with an action that keeps it."""
        game = self.game
        to_a_depth = self.limits.depth is not None and self.machine.options.exact
        if not self.machine.options.bounds or to_a_depth or self.among is not None or game.to_move(self.root) == CHANCE:
            return None
        low, high = game.bounds(self.root)
        if low < high:
            return None
        kept = [action for action in listed(self.game, game.actions(self.root)) if self._keeps(action, low)]
        if not kept:
            return None
        ends = [action for action in kept if game.is_terminal(game.result(self.root, action))]  # a win at once before a later one
        return self._result(1, [Variation(whole(low * self.sign), ((ends or kept)[0],), proved=True)], "solved")

    def _keeps(self, action: int, low: float) -> bool:
        """Whether the game knows that an action is worth so much to the player to move."""
        game = self.game
        player, child, gain = game.to_move(self.root), game.result(self.root, action), game.reward(self.root, action)
        if game.is_terminal(child):
            return gain + game.utility(child, player) >= low
        least, most = game.bounds(child)
        return gain + (least if game.to_move(child) == player else -most) >= low

    def _bar(self, action: int) -> None:
        """Leave an action out at the root."""
        place = self._legal().index(action)
        for workspace in self.machine.workspaces:
            workspace.thread.excluded_at_root[place] = 1
            workspace.thread.excluded_count += 1

    def _unbar(self) -> None:
        for workspace in self.machine.workspaces:
            if workspace.thread.excluded_count:
                for place in range(self.game.max_actions):
                    workspace.thread.excluded_at_root[place] = 0
                workspace.thread.excluded_count = 0
        for action in self.forbidden:
            self._bar(action)

    def _enough(self, best: EngineResult, actions: list[int]) -> bool:
        """Whether looking deeper would change nothing, or there is no time to; says why in `ended`."""
        timed = self.limits.seconds is not None or self.limits.clock is not None
        if best.proved and all(variation.proved for variation in best.variations) and not self._may_come_sooner(best):
            self.calls.ended = "solved"
        elif self.until_decided and timed and len(actions) == 1:
            self.calls.ended = "only action"
        elif self.calls.control.spent >= min(self.calls.until, self.soft):
            self.calls.ended = "time"
        elif self.limits.nodes is not None and self.machine.nodes >= self.limits.nodes:
            self.calls.ended = "nodes"
        return self.calls.ended is not None

    def _may_come_sooner(self, best: EngineResult) -> bool:
        """Whether a proved end may be nearer than was found, and there is reason and a limit to look for it."""
        wanted = not self.until_decided and self.limits != Limits()
        return wanted and best.distance is not None and best.depth < best.distance

    # Results

    def heard(self, found: EngineResult) -> EngineResult:
        """The result, which says that it was interrupted if Ctrl-C came, however late: it may be for a program that plays on."""
        found = found.unproved_by_superko()
        return replace(found, stopped="interrupted") if self.calls.ended == "interrupted" else found

    def _result(self, depth: int, variations: list[Variation], stopped: str) -> EngineResult:
        best = variations[0]
        nodes = max(1, self.machine.nodes)
        threads = [workspace.thread for workspace in self.machine.workspaces]
        cuts = tuple(sum(thread.cuts[place] for thread in threads) for place in range(CUT_PLACES))
        return EngineResult(
            self.game, self.root, "engine", best.value, best.line[0] if best.line else None, None, best.line,
            nodes, sum(thread.leaves for thread in threads), sum(cuts), depth, self.calls.seconds, self.machine.build.mode,
            proved=best.proved, selective_depth=max(thread.deepest for thread in threads) + 1,
            probes=sum(thread.probes for thread in threads), hits=sum(thread.hits for thread in threads), cuts=cuts,
            branching=nodes ** (1 / max(1, depth)), stopped=stopped, variations=tuple(variations),
            known=sum(thread.known for thread in threads),
        )  # fmt: skip

    def _finished(self, best: EngineResult) -> EngineResult:
        stopped = self.calls.ended or ("solved" if best.proved else "depth" if self.limits.depth else "end")
        return self._result(best.depth, list(best.variations), stopped)

    def _over(self) -> EngineResult:
        value = whole(self.game.utility(self.root, MAX))
        return EngineResult(
            self.game, self.root, "engine", value, None, None, (), 1, 1, 0, 0, self.calls.seconds, self.machine.build.mode,
            proved=True, stopped="solved",
        )  # fmt: skip
