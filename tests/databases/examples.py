"""Small games whose databases are made in tests."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

from zermelo import CHANCE, MAX, Bits, Game
from zermelo.games.three_mens_morris import POINTS, STONES, State, ThreeMensMorris
from zermelo.ranks import choose, opened, rank_set, rank_set_beside, unrank_set


class Walk(Game):
    """A stone on a row of `length` points, MAX to the left end, MIN to the right; each moves it one point, MIN may also wait."""

    def __init__(self, length: int = 7, endless: float | None = 0.0) -> None:
        self.length, self.endless = length, endless
        self.repetition = endless

    def initial(self) -> Any:
        return (self.length // 2, MAX)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Iterable[int]:
        yield 0
        yield 2
        if state[1] != MAX:
            yield 1

    def result(self, state: Any, action: int) -> Any:
        return (state[0] + action - 1, 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return not 0 < state[0] < self.length - 1

    def utility(self, state: Any, player: int) -> float:
        winner = 0 if state[0] == 0 else 1
        return 1 if player == winner else -1


class Heap(NamedTuple):
    """Matches in words: a state that does not compile into a few numbers."""

    matches: frozenset[int]
    turn: str


class Words(Game):
    """Two players take one or two of five matches by name; who takes the last one wins."""

    def initial(self) -> Heap:
        return Heap(frozenset(range(5)), "first")

    def to_move(self, state: Heap) -> int:
        return 0 if state.turn == "first" else 1

    def actions(self, state: Heap) -> Iterable[int]:
        for match in sorted(state.matches):
            yield match
        for match in sorted(state.matches):
            for other in sorted(state.matches):
                if match < other:
                    yield 10 * match + other + 100

    def result(self, state: Heap, action: int) -> Heap:
        taken = {action} if action < 100 else {(action - 100) // 10, (action - 100) % 10}
        return Heap(state.matches - taken, "second" if state.turn == "first" else "first")

    def is_terminal(self, state: Heap) -> bool:
        return not state.matches

    def utility(self, state: Heap, player: int) -> float:
        return -1 if player == self.to_move(state) else 1


class Heaps(Game):
    """Two players take matches from one of several heaps; who takes the last one wins. Heaps that are empty are in the state no more."""

    def initial(self) -> Any:
        return ((1, 2, 3), 0)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Iterable[int]:
        for place, heap in enumerate(state[0]):
            for taken in range(1, heap + 1):
                yield 10 * place + taken

    def result(self, state: Any, action: int) -> Any:
        heaps = [*state[0]]
        heaps[action // 10] -= action % 10
        return (tuple(sorted(heap for heap in heaps if heap)), 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return not state[0]

    def utility(self, state: Any, player: int) -> float:
        return -1 if player == state[1] else 1


class Shadowed(NamedTuple):
    """The matches that are left, who is to move, and how many were taken last, of which no rule asks."""

    left: int
    player: int
    last: int


class Forgetful(Game):
    """The same game over a number, with a part of the state that `key` leaves out."""

    def initial(self) -> Shadowed:
        return Shadowed(9, 0, 0)

    def to_move(self, state: Shadowed) -> int:
        return state.player

    def actions(self, state: Shadowed) -> Iterable[int]:
        yield 1
        if state.left > 1:
            yield 2

    def result(self, state: Shadowed, action: int) -> Shadowed:
        return Shadowed(state.left - action, 1 - state.player, action)

    def is_terminal(self, state: Shadowed) -> bool:
        return state.left == 0

    def utility(self, state: Shadowed, player: int) -> float:
        return -1 if player == state.player else 1

    def key(self, state: Shadowed) -> tuple[int, int]:
        return (state.left, state.player)


class Numbered(ThreeMensMorris):
    """Three men's morris that numbers its states, without the player to move; its stones turn round for predecessors."""

    def tier(self, state: State) -> int:
        return state.own.count() + state.other.count()

    def tier_sizes(self) -> Iterable[int]:
        for placed in range(2 * STONES + 1):
            yield choose(POINTS, placed // 2) * choose(POINTS - placed // 2, placed - placed // 2)

    def rank(self, state: State) -> int:
        ways = choose(POINTS - state.own.count(), state.other.count())
        return rank_set(state.own) * ways + rank_set_beside(state.other, state.own)

    def unrank(self, tier: int, index: int) -> State:
        ways = choose(POINTS - tier // 2, tier - tier // 2)
        own = unrank_set(index // ways, tier // 2, POINTS)
        other = unrank_set(index % ways, tier - tier // 2, POINTS - tier // 2)
        return State(own, opened(other, own), tier % 2)

    def possible(self, state: State) -> bool:
        return not self.has_line(state.own)


class Reversed(Numbered):
    """The same with predecessors."""

    def predecessors(self, state: State) -> Iterable[State]:
        if state.own.count() == STONES:
            free = self._board & ~(state.own | state.other)
            for stone in state.other:
                for point in free & self._near[stone]:
                    yield State(state.other & ~(Bits(1) << stone) | Bits(1) << point, state.own, 1 - state.player)


class Spread(NamedTuple):
    """A heap of matches as three numbers that are far apart, so that keys take three words, and who is to move."""

    left: int
    high: int
    low: int
    player: int


class Wide(Game):
    """One to three of eleven matches are taken, the last one wins; keys are wide, and each state has a mirror image."""

    def initial(self) -> Spread:
        return self._spread(11, 0)

    def _spread(self, left: int, player: int) -> Spread:
        return Spread(left, left * left << 50, -left * 3 << 54, player)

    def to_move(self, state: Spread) -> int:
        return state.player

    def actions(self, state: Spread) -> Iterable[int]:
        for count in range(1, min(3, state.left) + 1):
            yield count

    def result(self, state: Spread, action: int) -> Spread:
        return self._spread(state.left - action, 1 - state.player)

    def is_terminal(self, state: Spread) -> bool:
        return state.left == 0

    def utility(self, state: Spread, player: int) -> float:
        return -1 if player == state.player else 1

    def symmetries(self, state: Spread) -> Iterable[Spread]:
        yield Spread(state.left, -state.high, state.low, state.player)


class RankedWalk(Walk):
    """A walk whose states are numbered by the place of the stone and the player."""

    def tier_sizes(self) -> Iterable[int]:
        return [2 * self.length]

    def rank(self, state: Any) -> int:
        return 2 * state[0] + state[1]

    def unrank(self, tier: int, index: int) -> Any:
        return (index // 2, index % 2)


class RankedForgetful(Forgetful):
    """Matches whose states are numbered: a tier is how many were taken, and an index who is to move."""

    def tier(self, state: Shadowed) -> int:
        return 9 - state.left

    def tier_sizes(self) -> Iterable[int]:
        return [2] * 10

    def rank(self, state: Shadowed) -> int:
        return state.player

    def unrank(self, tier: int, index: int) -> Shadowed:
        return Shadowed(9 - tier, index, 0)


class OneTier(RankedForgetful):
    """The same, all of it in one tier."""

    def tier(self, state: Shadowed) -> int:
        return 0

    def tier_sizes(self) -> Iterable[int]:
        return [20]

    def rank(self, state: Shadowed) -> int:
        return 2 * state.left + state.player

    def unrank(self, tier: int, index: int) -> Shadowed:
        return Shadowed(index // 2, index % 2, 0)


class Turned(RankedForgetful):
    """The same, but who takes the last one loses where the first four took two each, which the numbers leave out."""

    def result(self, state: Shadowed, action: int) -> Shadowed:
        left, twos = state.left - action, state.last + (action == 2)
        return Shadowed(left, 1 - state.player, twos if left + 2 * twos == 9 else 4 * (state.last == 4))

    def utility(self, state: Shadowed, player: int) -> float:
        return super().utility(state, player) * (-1 if state.last == 4 else 1)

    def key(self, state: Shadowed) -> Any:
        return state


class Heap3(NamedTuple):
    """What MAX has taken, what is left, and who is to move."""

    first: int
    left: int
    player: int


class Gather(Game):
    """In turns one to three matches are taken; a game is worth to MAX what MAX has more than MIN: ends have many values."""

    def __init__(self, matches: int = 6, endless: float | None = None) -> None:
        self.matches, self.repetition = matches, endless

    def initial(self) -> Heap3:
        return Heap3(0, self.matches, 0)

    def to_move(self, state: Heap3) -> int:
        return state.player

    def actions(self, state: Heap3) -> Iterable[int]:
        for count in range(1, min(3, state.left) + 1):
            yield count

    def result(self, state: Heap3, action: int) -> Heap3:
        return Heap3(state.first + (action if state.player == MAX else 0), state.left - action, 1 - state.player)

    def is_terminal(self, state: Heap3) -> bool:
        return state.left == 0

    def utility(self, state: Heap3, player: int) -> float:
        worth = 2 * state.first - self.matches
        return worth if player == MAX else -worth


class RankedGather(Gather):
    """The same with numbers: a tier is how many matches are gone."""

    def tier(self, state: Heap3) -> int:
        return self.matches - state.left

    def tier_sizes(self) -> Iterable[int]:
        return [2 * (self.matches + 1)] * (self.matches + 1)

    def rank(self, state: Heap3) -> int:
        return 2 * state.first + state.player

    def unrank(self, tier: int, index: int) -> Heap3:
        return Heap3(index // 2, self.matches - tier, index % 2)

    def possible(self, state: Heap3) -> bool:
        return state.first <= self.matches - state.left


class Vertex(NamedTuple):
    """A vertex of a graph."""

    number: int


class OnVertices(Game):
    """Play along the `edges` of each vertex, where one of `movers` moves; where none leads on the game is over, of `worths` to MAX.

    Every vertex is a start.
    """

    movers: tuple[int, ...]
    edges: tuple[tuple[int, ...], ...]
    worths: tuple[float, ...]

    def initial(self) -> Vertex:
        return Vertex(0)

    def starts(self) -> Iterable[Vertex]:
        for number in range(1, len(self.edges)):
            yield Vertex(number)

    def to_move(self, state: Vertex) -> int:
        return self.movers[state.number]

    def actions(self, state: Vertex) -> Iterable[int]:
        yield from self.edges[state.number]

    def result(self, state: Vertex, action: int) -> Vertex:
        return Vertex(action)

    def is_terminal(self, state: Vertex) -> bool:
        return not self.edges[state.number]

    def utility(self, state: Vertex, player: int) -> float:
        worth = self.worths[state.number]
        return worth if player == MAX else -worth

    def write(self, state: Vertex) -> str:
        return str(state.number)

    def read(self, text: str) -> Vertex:
        return Vertex(int(text))


class Graph(OnVertices):
    """Play along the edges of a random graph that goes round within each of three tiers; who moves from a vertex is drawn, too.

    `endless` is what play that never ends is worth.
    """

    def __init__(self, seed: int, endless: float = 0.0, size: int = 12) -> None:
        self.seed, self.endless, self.size = seed, endless, size
        self.repetition = endless
        draw = random.Random(seed)
        self.movers = tuple(draw.randrange(2) for _ in range(3 * size))
        self.worths = tuple(draw.choice((-1, 1) if endless else (-1, 0, 1)) for _ in range(3 * size))
        edges = []
        for vertex in range(3 * size):
            tier = vertex // size
            inner = draw.sample(range(tier * size, (tier + 1) * size), draw.choice((0, 1, 1, 2, 3)))
            later = draw.sample(range((tier + 1) * size, 3 * size), draw.choice((0, 0, 1, 2)) if tier < 2 else 0)
            edges.append(tuple(sorted(inner + later)))
        self.edges = tuple(edges)


class RankedGraph(Graph):
    """The same with numbers."""

    def tier(self, state: Vertex) -> int:
        return state.number // self.size

    def tier_sizes(self) -> Iterable[int]:
        return [self.size] * 3

    def rank(self, state: Vertex) -> int:
        return state.number % self.size

    def unrank(self, tier: int, index: int) -> Vertex:
        return Vertex(tier * self.size + index)


class ReversedGraph(RankedGraph):
    """The same with predecessors."""

    def predecessors(self, state: Vertex) -> Iterable[Vertex]:
        first = state.number // self.size * self.size
        for number in range(first, first + self.size):
            if state.number in self.edges[number]:
                yield Vertex(number)


class ScoredGraph(RankedGraph):
    """The same with scores: ends of many values, and something to be won, or lost, by going on to a later tier."""

    def __init__(self, seed: int, pays: bool = True, size: int = 12) -> None:
        super().__init__(seed, 0.0, size)
        draw = random.Random(-seed)
        self.pays, self.utility_range = pays, (-7.0, 7.0)
        self.worths = tuple(draw.randint(-3, 3) for _ in range(3 * size))
        self.prizes = tuple(draw.randint(-2, 2) if pays else 0 for _ in range(9 * size * size))

    def reward(self, state: Vertex, action: int) -> int:
        return 0 if action // self.size == state.number // self.size else self.prizes[3 * self.size * state.number + action]


class ReversedScoredGraph(ScoredGraph, ReversedGraph):
    """The same with predecessors."""


class Coins(NamedTuple):
    """How many coins are gone from the left end of a row and from the right one, and who is to move."""

    left: int
    right: int
    player: int


class Row(Game):
    """A coin is taken from an end of a row; it is worth so much to who takes it, who goes on after a 3. The last to take wins one more."""

    max_actions = 2
    utility_range = (-30.0, 30.0)
    coins = (4, 1, -2, 3, 7, -1, 3, 2)

    def initial(self) -> Coins:
        return Coins(0, 0, 0)

    def to_move(self, state: Coins) -> int:
        return state.player

    def actions(self, state: Coins) -> Iterable[int]:
        yield 0
        yield 1

    def taken(self, state: Coins, action: int) -> int:
        return self.coins[state.left if action == 0 else len(self.coins) - 1 - state.right]

    def reward(self, state: Coins, action: int) -> int:
        return self.taken(state, action)

    def result(self, state: Coins, action: int) -> Coins:
        player = state.player if self.taken(state, action) == 3 else 1 - state.player
        return Coins(state.left + 1 - action, state.right + action, player)

    def is_terminal(self, state: Coins) -> bool:
        return state.left + state.right == len(self.coins)

    def utility(self, state: Coins, player: int) -> float:
        return -1 if player == state.player else 1

    def tier(self, state: Coins) -> int:
        return state.left + state.right

    def tier_sizes(self) -> Iterable[int]:
        return [2 * (tier + 1) for tier in range(len(self.coins) + 1)]

    def rank(self, state: Coins) -> int:
        return 2 * state.left + state.player

    def unrank(self, tier: int, index: int) -> Coins:
        return Coins(index // 2, tier - index // 2, index % 2)


class Chances(OnVertices):
    """Play along the edges of a random graph that goes round; in some of its vertices chance moves."""

    chance = True

    def __init__(self, seed: int, players: int = 2, size: int = 12) -> None:
        self.seed, self.players, self.size = seed, players, size
        draw = random.Random(seed)
        self.movers = tuple(draw.choice((CHANCE, *range(players))) for _ in range(size))
        self.worths = tuple(draw.randint(-4, 4) / 4 for _ in range(size))
        ends = set(draw.sample(range(size), max(1, size // 6)))
        self.edges = tuple(() if vertex in ends else tuple(draw.sample(range(size), draw.choice((1, 2, 2, 3)))) for vertex in range(size))
        self.weights = tuple(tuple(draw.randint(1, 5) for _ in edges) for edges in self.edges)
        self.max_actions = 3

    def outcomes(self, state: Vertex) -> Iterable[tuple[int, float]]:
        total = sum(self.weights[state.number])
        for number, weight in zip(self.edges[state.number], self.weights[state.number], strict=True):
            yield number, weight / total
