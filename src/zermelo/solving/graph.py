"""The states of a game, each listed once into flat memory, with their successors: a graph, in which games may go round.

State 0 is the one from which they were listed. They have their numbers in the order in which a breadth-first search finds
them; states of equal `key` are one.
"""

from __future__ import annotations

import ctypes
import time
from collections import deque
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, Final

from zermelo.errors import GameError, SearchError, ZermeloError
from zermelo.game import CHANCE, MAX, NEARLY, Game, State
from zermelo.native import FLOATS, STATES, WORDS
from zermelo.search.algorithm import checked_game, checked_open
from zermelo.search.runtime.build import build, checked_mode
from zermelo.search.runtime.faults import BAD_CHANCES, BAD_PLAYER, BAD_REWARD, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS, raised
from zermelo.search.runtime.promises import breach
from zermelo.search.runtime.room import with_more_room
from zermelo.solving.kernel import Kernel, by_address, floats, words
from zermelo.solving.layout import ANEW, BROKEN, EDGE_ROOM, EDGES, KNOWN, LIST_COUNTERS, LISTED, ROOM, SLOTS, TERMINAL
from zermelo.values import counted
from zermelo.words import fingerprint, is_exact

MOST_STATES: Final = 5_000_000
"""States of the largest game that is listed unless told: about 2 GB, with what value iteration needs for them."""
AT_ONCE: Final = 2_000
"""States of a game that is listed sooner than it is compiled."""
_FIRST_ROOM: Final = 1 << 12
_CHUNK: Final = {"compiled": 1 << 18, "interpreted": 1 << 10}
"""States listed between two looks at Ctrl-C."""

Progress = Callable[[str], None]


def place_of(game: Game, state: State, slots: Any, seen: Any, counts: Any) -> int:
    """The number of a state, which is a new one where it was not seen before."""
    key, mask = game.key(state), counts[SLOTS] - 1
    slot = fingerprint(key) & mask
    while slots[slot] != 0:
        known = slots[slot] - 1
        if game.key(seen[known]) == key:
            return known  # type: ignore[no-any-return]
        slot = (slot + 1) & mask
    new = counts[KNOWN]
    slots[slot] = new + 1
    seen[new] = state
    counts[KNOWN] = new + 1
    return new  # type: ignore[no-any-return]


def listing(
    game: Game, root: State, movers: Any, firsts: Any, utilities: Any, targets: Any, chances: Any, slots: Any, seen: Any, counts: Any,
    at_most: int,
) -> int:  # fmt: skip
    """List the successors of this many states more, or until there is no memory for those of another one, or a promise is broken.

    movers, utilities  of each state who is to move (or TERMINAL), and of a terminal one what it is worth to MAX; where chance moves,
                       what that wins MAX on average (`Game.reward`)
    firsts             of each state its first place in `targets` and `chances`, and that after its last
    targets, chances   of each successor its number, and its probability where chance moves; where a player does, what that wins MAX
    slots, seen        a hash table of numbers from 1, and the state of each number
    """
    if counts[ANEW] != 0:
        counts[ANEW] = 0
        for known in range(counts[KNOWN]):
            slot = fingerprint(game.key(seen[known])) & (counts[SLOTS] - 1)
            while slots[slot] != 0:
                slot = (slot + 1) & (counts[SLOTS] - 1)
            slots[slot] = known + 1
    if counts[KNOWN] == 0:
        place_of(game, root, slots, seen, counts)
    end = min(counts[LISTED] + at_most, counts[ROOM])
    while counts[LISTED] < min(end, counts[KNOWN]):
        if counts[KNOWN] + game.max_actions > counts[ROOM] or counts[EDGES] + game.max_actions > counts[EDGE_ROOM]:
            return 0
        node, edge = counts[LISTED], counts[EDGES]
        state = seen[node]
        last = edge + game.max_actions
        firsts[node] = edge
        if game.is_terminal(state):
            movers[node] = TERMINAL
            worth = game.utility(state, MAX)
            if not is_exact(worth) or not -1e300 < worth < 1e300:  # NaN, or infinite: there is no mean of these
                counts[BROKEN] = BAD_UTILITY
                return 0
            utilities[node] = worth
        else:
            mover = game.to_move(state)
            movers[node] = mover
            if game.chance and mover == CHANCE:
                total, won = 0.0, 0.0
                for action, probability in game.outcomes(state):
                    if edge == last:
                        counts[BROKEN] = TOO_MANY_ACTIONS
                        return 0
                    if not probability >= 0:
                        counts[BROKEN] = BAD_CHANCES
                        return 0
                    total += probability
                    chances[edge] = probability
                    won += probability * game.reward(state, action)
                    targets[edge] = place_of(game, game.result(state, action), slots, seen, counts)
                    edge += 1
                if not 1 - NEARLY <= total <= 1 + NEARLY:
                    counts[BROKEN] = BAD_CHANCES
                    return 0
                for place in range(firsts[node], edge):  # what is missing for want of digits would add up in each round
                    chances[place] /= total
                won /= total
                utilities[node] = won
                if not -1e300 < won < 1e300:
                    counts[BROKEN] = BAD_REWARD
                    return 0
            else:
                if not 0 <= mover < game.players:
                    counts[BROKEN] = BAD_PLAYER
                    return 0
                for action in game.actions(state):
                    if edge == last:
                        counts[BROKEN] = TOO_MANY_ACTIONS
                        return 0
                    gain = game.reward(state, action)
                    chances[edge] = gain if mover == MAX else -gain
                    if not is_exact(gain) or not -1e300 < gain < 1e300:
                        counts[BROKEN] = BAD_REWARD
                        return 0
                    targets[edge] = place_of(game, game.result(state, action), slots, seen, counts)
                    edge += 1
                if edge == firsts[node]:
                    counts[BROKEN] = NO_ACTION
                    return 0
        firsts[node + 1] = edge
        counts[EDGES] = edge
        counts[LISTED] = node + 1
    return 0


LISTING: Final = Kernel(
    "listing",
    (place_of, (WORDS, STATES, WORDS), int),
    (listing, (WORDS, WORDS, FLOATS, WORDS, FLOATS, WORDS, STATES, WORDS, int), int),
)
"""`listing`, ready to be compiled."""


class GameGraph:
    """All states that can come about from one of a game, in rows of numbers (see `listing`).

    state  where the games begin; the initial state unless given
    mode   "compiled", "interpreted", or "auto": compiled where the game compiles and that is worth its time
    most   the most states that it may have

    For one player or two whose utilities sum to 0. Time and memory in proportion to the states and their successors. Raises
    SearchError where there are more states than `most`, and for games whose states do not say it all: with more players,
    something hidden, or superko. Raises GameError where the rules break a promise.
    """

    def __init__(
        self, game: Game, state: State = None, mode: str = "auto", most: int = MOST_STATES, progress: Progress | None = None
    ) -> None:
        self.game = checked_game(game)
        checked_open(game, "who lists its states")
        if game.players > 2:
            raise SearchError(f"{game!r} has {game.players} players; states are listed for one or two, whose utilities sum to 0")
        if game.superko:
            raise SearchError(f"{game!r} has superko: what is legal depends on the states before, and a state does not say them")
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise SearchError(f"the most states are a whole number from 1 up, not {most!r}")
        self.root = game.initial() if state is None else state
        self.mode, self._progress = checked_mode(mode), progress
        self.seconds = 0.0
        self._seen: Any = []
        done = False
        if mode != "compiled":
            compiles = mode == "auto" and game.mode != "interpreted"
            self.mode = "interpreted"
            done = self._list(listing, min(most, AT_ONCE) if compiles else most)
        if not done and mode != "interpreted" and (mode == "compiled" or game.mode != "interpreted"):
            done = self._list_compiled(mode, most)
        if not done:
            search = ", keep them in a folder (`--strong --out DIR`)" if game.chance else ", solve by a search (`--by engine`)"
            raise SearchError(
                f"{game!r} has more than {most:,} states from {game.write(self.root)!r} on, and no more are listed unless you say so "
                f"(`most=N`, `zermelo solve --states N`); else begin nearer to the end (`--position`){search} or take a smaller game"
            )
        self._seen, self._slots = [], words(0)  # the numbers say it all now

    @with_more_room
    def _list_compiled(self, mode: str, most: int) -> bool:
        """The same as machine code where the game compiles."""
        built = build(self.game, mode, LISTING)
        self.mode = built.mode
        return self._list(by_address(built.kernels[0]) if built.compiled else listing, most)

    def _list(self, kernel: Callable[..., Any], most: int) -> bool:
        """List the states; whether they are no more than `most`."""
        self._counts = counts = words(LIST_COUNTERS)
        self.movers = self.firsts = self.targets = self._slots = words(0)
        self.utilities = self.chances = floats(0)
        self._seen = [] if self.mode == "interpreted" else _bytes(0)
        while True:
            self._make_room()
            begun = time.perf_counter()
            try:
                kernel(
                    self.game, self.root, self.movers, self.firsts, self.utilities, self.targets, self.chances, self._slots, self._seen,
                    counts, _CHUNK[self.mode],
                )  # fmt: skip
            except ZermeloError:
                raise
            except Exception as error:
                raise raised(self.game, error, compiled=self.mode == "compiled") from error
            self.seconds += time.perf_counter() - begun
            self.count, self.edges = counts[KNOWN], counts[EDGES]
            if counts[BROKEN]:
                raise self._broken()
            if self.count > most:
                return False
            if self._progress:
                self._progress(counted(self.count, "state"))
            if counts[LISTED] == counts[KNOWN]:
                return True

    def _make_room(self) -> None:
        """Twice the memory where it may be too little for the next state."""
        counts, actions = self._counts, self.game.max_actions
        if counts[KNOWN] + actions > counts[ROOM]:
            room = max(_FIRST_ROOM, 2 * counts[ROOM], 2 * actions)
            self.movers, self.firsts = _longer(self.movers, words(room)), _longer(self.firsts, words(room + 1))
            self.utilities = _longer(self.utilities, floats(room))
            if self.mode == "interpreted":
                self._seen += [None] * (room - len(self._seen))
            else:
                self._seen = _longer(self._seen, _bytes(room * _state_size(self.game)))
            counts[ROOM], counts[SLOTS], counts[ANEW] = room, 1 << (2 * room).bit_length(), 1
            self._slots = words(counts[SLOTS])
        if counts[EDGES] + actions > counts[EDGE_ROOM]:
            counts[EDGE_ROOM] = max(_FIRST_ROOM, 2 * counts[EDGE_ROOM], 2 * actions)
            self.targets, self.chances = _longer(self.targets, words(counts[EDGE_ROOM])), _longer(self.chances, floats(counts[EDGE_ROOM]))

    def _broken(self) -> GameError:
        """The error for the promise that the state breaks which could not be listed."""
        state = next(state for node, state in self.walk() if node == self._counts[LISTED])
        if self._counts[BROKEN] == BAD_UTILITY and not isfinite(self.game.utility(state, MAX)):
            told = f"`utility` is {self.game.utility(state, MAX)} in position {self.game.write(state)!r} of {self.game!r}"
            return GameError(f"{told}, and of such numbers there is no mean")
        return breach(self.game, state, self._counts[BROKEN])

    def successors(self, node: int) -> range:
        """The places of a state's successors in `targets`."""
        return range(self.firsts[node], self.firsts[node + 1])

    def moves(self, node: int, state: State) -> list[int]:
        """The actions of a state, or the outcomes where chance moves, in the order of its successors."""
        if self.movers[node] == TERMINAL:
            return []
        return [action for action, _ in self.game.outcomes(state)] if self.movers[node] == CHANCE else list(self.game.actions(state))

    def walk(self, among: Any = None) -> Iterator[tuple[int, State]]:
        """Each state with its number, as a breadth-first search finds them: in their order, if all are wanted.

        among  a row with a number other than 0 for each state that is wanted
        """
        waiting, met = deque([(0, self.root)]), bytearray(self.count)
        met[0] = 1
        while waiting:
            node, state = waiting.popleft()
            yield node, state
            if node >= self._counts[LISTED]:
                continue
            for place, action in zip(self.successors(node), self.moves(node, state), strict=True):
                target = self.targets[place]
                if not met[target] and (among is None or among[target]):
                    met[target] = 1
                    waiting.append((target, self.game.result(state, action)))

    def __repr__(self) -> str:
        return f"<the states of {self.game!r}: {self.count:,}>"


def _state_size(game: Game) -> int:
    from zermelo import native

    return native.state_size(game)


def _bytes(count: int) -> Any:
    try:
        return (ctypes.c_char * max(1, count))()
    except MemoryError as error:
        raise SearchError(f"there is no memory for {count / (1 << 20):,.0f} MiB; the game has too many states") from error


def _longer(row: Any, longer: Any) -> Any:
    """The longer row with what the shorter one holds."""
    ctypes.memmove(longer, row, min(ctypes.sizeof(row), ctypes.sizeof(longer)))
    return longer
