"""What is known of states before anything is searched, as a database or a book knows it; and the answer where that is enough.

What is known is exact, of the state alone: a game in which positions have come back may end sooner by that (`Game.repetition`), so there
the answer is the best that is known, and not proved.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Final, NamedTuple, Protocol, Self

from zermelo.errors import SearchError, SpecError
from zermelo.game import CHANCE, MAX, MIN, Game, State, gathered, has_rewards, is_score, listed
from zermelo.search.lookup import Rows
from zermelo.search.result import Result, in_json, whole
from zermelo.values import counted, frozen, in_words

TWICE: Final = 2
"""A position that has come so often ends the game when it comes again, where the rules say what that is worth."""
DATABASE: Final = "database"
BOOK: Final = "book"
"""The names of what gives the answer, in a result."""


NEAR: Final = 1e-6
"""What is known so far is one value for people; what is known less is not known."""
_DIGITS: Final = 9


class OtherGameError(SpecError):
    """A database, or a book, is of another game altogether."""


class Between(NamedTuple):
    """What a state of a game with chance is worth at least and at most, and by how many plies an end may have come: at the soonest where
    who is promised the one, or the other who is promised the other, keeps to that (see zermelo.databases.checkers.interval_certificate)."""

    low: float
    high: float
    low_plies: int
    high_plies: int

    @property
    def width(self) -> float:
        """How far the two are apart."""
        return self.high - self.low

    def turned(self) -> Between:
        """The same to the other player."""
        return Between(0 - self.high, 0 - self.low, self.high_plies, self.low_plies)


@dataclass(frozen=True)
class Worth:
    """What a state is worth.

    value     to its player to move
    distance  plies to the end, where the loser takes as many as can be and else all as few; None where that is not known, where play
              goes on for ever, and of draws in a game that goes round
    endless   whether there is no distance since play goes on for ever, or need not end
    by_tier   whether the distance goes to the end or to the next action that leaves the state's tier (`Game.tier`), whichever comes first
    score     of a win or a loss the score, where what is known is of the same game with scores: a sooner win has the greater one
    scored    whether values are scores (see `scored`): then 1 is a point, and no win
    between   where a game has chance, between what the value lies, which is the middle; there is no distance
    """

    value: float
    distance: int | None
    endless: bool = False
    score: float | None = None
    by_tier: bool = False
    between: Between | None = None
    scored: bool = False

    @classmethod
    def within(cls, between: Between, **facts: Any) -> Self:
        """What is known to lie between two values."""
        return cls((between.low + between.high) / 2, None, between=between, **facts)

    @property
    def error(self) -> float:
        """How far the value may be off."""
        return 0.0 if self.between is None else self.between.width / 2

    @property
    def is_exact(self) -> bool:
        """Whether the value is known and not only between what it lies."""
        return self.between is None or self.between.low == self.between.high

    @property
    def rank(self) -> tuple[float, float, float]:
        """The less, the better: by value, then the sooner win or draw and the later loss.

        Where a game has chance, by what is certain, then what the sooner leads to an end, and who always takes the first comes to one: of
        two that are worth the same one may only go round.
        """
        if self.between is not None:
            return -self.between.low, self.between.low_plies, -self.between.high
        plies = inf if self.distance is None else self.distance
        return -self.value, -(self.score or 0.0), plies if self.value >= 0 else -plies

    def as_dict(self) -> dict[str, Any]:
        """Value and distance in JSON's types; where a game has chance, between what the value lies."""
        between = {} if self.between is None else {"between": [self.between.low, self.between.high]}
        return {"value": in_json(self.value), "distance": self.distance, **between}

    @property
    def is_timed(self) -> bool:
        """Whether it is known how far the end is; where nobody wins it does not matter."""
        return self.value == 0 or (self.distance is not None and not self.by_tier)

    def __str__(self) -> str:
        """In words: `won in 9 plies`, `drawn`, `lost by endless play`, `worth 6, in 4 plies`, `worth 6, the next tier in 4 plies`; `worth
        0.0612, within 2e-10`, `worth from -1 to 0.5`."""
        if self.between is not None:
            if self.error > NEAR:
                return f"worth from {in_words(self.between.low)} to {in_words(self.between.high)}"
            return f"worth {in_words(self.value, _DIGITS)}" + (f", within {self.error:.2g}" if self.error else "")
        plies = "" if self.distance is None else f" in {counted(self.distance, 'ply', 'plies')}"
        if self.by_tier:
            return f"worth {in_words(self.value)}{plies and f', the next tier{plies}'}"
        if self.scored and self.value != 0:
            return f"worth {in_words(self.value)}{f',{plies}' if plies else ', by endless play' if self.endless else ''}"
        if self.value == 0:
            return f"drawn{plies}"
        score = "" if self.score is None else f", with score {in_words(self.score)}"
        return f"{'won' if self.value > 0 else 'lost'}{plies or (' by endless play' if self.endless else '')}{score}"


@dataclass(frozen=True)
class Move(Worth):
    """An action and what it leads to: a value to the player who moves, and the plies to the end, this one among them (see `Worth`).

    chance  of what chance does, how likely it is; the value is to MAX
    """

    action: int = field(kw_only=True)
    chance: float | None = field(default=None, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """The same, and how likely it is where chance moves."""
        return {**super().as_dict(), **({} if self.chance is None else {"chance": self.chance})}


def scored(game: Game, values: Iterable[float]) -> bool:
    """Whether these values of a game's states are scores, or what is won on the way, and not just wins, draws and losses."""
    return is_score(game) or has_rewards(game) or any(abs(value) not in (0, 1) for value in values)


class Known(Protocol):
    """Something that knows what states of a game are worth: a `Database`, a `Book`, or `Together` several of them.

    kind  what it is called in results: DATABASE, BOOK
    """

    @property
    def kind(self) -> str: ...

    def check(self, game: Game) -> None:
        """Raise SpecError, saying what differs, where it is of another game or of other rules."""

    def find(self, state: State) -> Worth | None:
        """What a state is worth; None where that is not known."""


Opener = Callable[[], Known | None]
"""What opens something that knows, which takes seconds where rules have to be compared. Raises SpecError."""


class Together:
    """What several know, each of the same game: the first of them that knows a state says what it is worth."""

    def __init__(self, *parts: Known) -> None:
        self.parts = parts

    @property
    def kind(self) -> str:
        """What they are called in results."""
        return " and ".join(dict.fromkeys(part.kind for part in self.parts))

    def check(self, game: Game) -> None:
        """Raise SpecError, saying what differs, where one of them is of another game or of other rules."""
        for part in self.parts:
            part.check(game)

    def find(self, state: State) -> Worth | None:
        """What a state is worth; None where none of them knows."""
        return next((found for part in self.parts if (found := part.find(state)) is not None), None)

    def rows(self, *, distances: bool) -> tuple[Rows, ...]:
        """What they know that kernels can look up."""
        return tuple(rows for part in self.parts for rows in rows_of(part, distances=distances))


class Borrowed:
    """What a database of another game knows of the states of a game that play as states of that one (`Game.plays_as`)."""

    def __init__(self, lender: Known, game: Game, alike: Callable[[State], Iterable[tuple[State, int]]]) -> None:
        self.lender, self.game, self._alike = lender, game, alike

    @property
    def kind(self) -> str:
        """What it is called in results."""
        return self.lender.kind

    def check(self, game: Game) -> None:
        """Raise SpecError, saying what differs, where it does not serve a game."""
        of_game(self.lender, game)

    def find(self, state: State) -> Worth | None:
        """What a state is worth; None where that is not known, or where the game may be drawn before it is won."""
        if self.game.is_terminal(state):
            return Worth(0.0 + float(self.game.utility(state, self.game.to_move(state))), 0)
        for one, plies in self._alike(state):
            found = self.lender.find(one)
            if found is not None and found.value == 0:
                return Worth(0.0, None)  # in how many plies the rules here may say otherwise
            if found is not None and found.distance is not None and not found.by_tier and found.distance <= plies:
                return found
        return None


def of_game(known: Known, game: Game) -> Known:
    """What is known, of this game: the same where it is of it, or as far as its states play as those of the game that it is of. Raises
    SpecError, saying what differs, where it is of another game or of other rules.
    """
    if isinstance(known, Together):
        return Together(*(of_game(part, game) for part in known.parts))
    if isinstance(known, Borrowed):
        return of_game(known.lender, game)
    try:
        known.check(game)
    except OtherGameError:
        theirs = getattr(known, "game", None)
        alike = None if theirs is None else game.plays_as(theirs)
        if alike is None:
            raise
        return Borrowed(known, game, alike)
    return known


def if_of(known: Known | None, game: Game) -> Known | None:
    """What is known of this game; None where it is of another."""
    try:
        return None if known is None else of_game(known, game)
    except SpecError:
        return None


def may_meet(known: Known, rows: Rows, game: Game, state: State) -> bool:
    """Whether it is worth while to look up in these rows in a search from a state: of the first positions of a game they know the state,
    or what an action leads to."""
    if not rows.early or known.find(state) is not None:
        return True
    after = (game.result(state, action) for action in game.actions(state))
    return any(not game.is_terminal(child) and known.find(child) is not None for child in after)


def rows_of(known: Known | None, *, distances: bool) -> tuple[Rows, ...]:
    """What is known as kernels look it up (see lookup.py): by rank, by key, or both, the first of each kind; what cannot be looked up so
    is asked before a search alone.

    distances  whether they ask for distances from the end, too
    """
    made = getattr(known, "rows", None)
    found = () if made is None else tuple(made(distances=distances))
    return tuple({rows.by_key: rows for rows in reversed(found)}.values())


@dataclass(frozen=True)
class KnownResult(Result):
    """A `Result` that was not searched for.

    proved    whether the value is exact, and follows from the rules alone: not where a position that has come twice may end the game
    distance  plies to the end (see `Worth`)
    worth     what the state is worth: what the best action leads to, and where a game has chance no less than any action may
    moves     every action, the best first
    """

    worth: Worth = field(kw_only=True)
    proved: bool = True
    distance: int | None = None
    moves: tuple[Move, ...] = ()

    @property
    def reason(self) -> str:
        """Why the value is what it is: `known: lost in 12 plies`."""
        return f"known: {self.worth}"

    @property
    def error(self) -> float:
        """How far the value may be off, where a game has chance."""
        return self.worth.error

    @property
    def sure(self) -> str:
        """How sure the value is, in words: `proved`, `known within 2e-10`."""
        if self.proved:
            return "proved"
        if not self.worth.is_exact:
            return f"known within {self.error:.2g}"
        return "not proved: positions have come back, and one more time ends the game"

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types."""
        moves = [{"move": self.game.name(self.state, m.action), **m.as_dict()} for m in self.moves]
        between = {} if self.worth.between is None else {"error": self.error}
        return {**super().as_dict(), "proved": self.proved, "distance": self.distance, **between, "moves": moves}

    def __str__(self) -> str:
        return f"value {in_words(self.value)}, {self.reason}, line {' '.join(self.names())}"


def known_moves(known: Known, game: Game, state: State, over: Collection[Any] = ()) -> tuple[Move, ...] | None:
    """Every action of a state and what it leads to, the best first; None where that is not known of them all, or the game is over.

    An action of which it is not known is left out where another wins as soon as the state is known to be won. Where chance moves, what
    that may lead to, in the order of the rules.

    over  positions, as `frozen` has them, that end the game when they come, for what `game.repetition` says
    """
    if game.is_terminal(state):
        return None
    mover, found = game.to_move(state), list[Move]()
    if mover == CHANCE:
        for action, chance in gathered(game, state, "outcomes"):
            child = game.result(state, action)
            worth = known.find(child)
            if worth is None:
                return None
            found.append(replace(_moved(game, state, action, child, worth), chance=chance))
        return tuple(found)
    own: Worth | None = None  # asked for where an action is not known
    for action in listed(game, state):
        child = game.result(state, action)
        if game.repetition is not None and over and frozen(game.position(child)) in over:
            ended = float(game.repetition) if mover == MAX else 0 - float(game.repetition)
            found.append(Move(ended, 1, scored=is_score(game), action=action))
            continue
        worth = known.find(child)
        if worth is not None:
            found.append(_moved(game, state, action, child, worth))
            continue
        own = own or known.find(state)
        if own is None or own.value <= 0 or own.distance is None:
            return None
    found.sort(key=lambda move: move.rank)
    if own is not None and (not found or (found[0].value, found[0].distance) != (own.value, own.distance)):
        return None
    return tuple(found)


def _moved(game: Game, state: State, action: int, child: State, worth: Worth) -> Move:
    """An action that leads to what is worth so much to the player to move there."""
    same, won = (game.to_move(child) == MIN) == (game.to_move(state) == MIN), float(game.reward(state, action))
    if worth.between is not None:
        return Move.within(worth.between if same else worth.between.turned(), action=action)
    value, score = (worth.value, worth.score) if same else (0 - worth.value, None if worth.score is None else 0 - worth.score)
    distance = None if worth.distance is None else worth.distance + 1
    if worth.by_tier and game.tier(child) != game.tier(state):
        distance = 1 if value + won else None
    endless = worth.endless and distance is None
    return Move(value + won, distance, endless, score, worth.by_tier, scored=worth.scored, action=action)


def known_line(known: Known, game: Game, state: State) -> tuple[int, ...]:
    """Best play from a state, as far as it is known, or until a position comes back or chance moves."""
    line: list[int] = []
    met: set[Any] = set()
    while (
        game.to_move(state) != CHANCE
        and (position := frozen(game.position(state))) not in met
        and (moves := known_moves(known, game, state))
    ):
        met.add(position)
        line.append(moves[0].action)
        state = game.result(state, moves[0].action)
    return tuple(line)


def known_result(known: Known, game: Game, state: State, history: Sequence[State] = ()) -> KnownResult | None:
    """The answer, where it is known what every action leads to; else None. The game is one that `known.check` has let pass.

    history  the states of the game before, oldest first
    """
    started = time.perf_counter()
    came = Counter(frozen(game.position(played)) for played in history) if game.repetition is not None else Counter()
    over = {position for position, times in came.items() if times >= TWICE}
    moves = known_moves(known, game, state, over)
    if moves is None:
        return None
    chooses = game.to_move(state) != CHANCE
    worth = _of_choices(moves) if chooses else known.find(state)
    if worth is None or worth.error > NEAR:
        return None
    equal = {move.action for move in moves if chooses and move.rank == moves[0].rank}
    line = (moves[0].action, *known_line(known, game, game.result(state, moves[0].action))) if chooses else ()
    return KnownResult(
        game, state, known.kind, whole(0 - worth.value if game.to_move(state) == MIN else worth.value), line[0] if line else None,
        tuple(action for action in game.actions(state) if action in equal) if chooses else (), line, 1, 1, 0, 0,
        time.perf_counter() - started, "interpreted", proved=not over and worth.is_exact, distance=worth.distance, worth=worth, moves=moves,
    )  # fmt: skip


def _of_choices(moves: tuple[Move, ...]) -> Move:
    """What a state is worth by its actions, the best first: that one, which is promised most; but it may be worth more by another."""
    best = moves[0]
    if best.between is None:
        return best
    most = max(move.between.high for move in moves if move.between is not None)
    return Move.within(best.between._replace(high=most), action=best.action)


def checked_known(known: Known, game: Game, evaluation: Any = None) -> Known:
    """What is known of this game (see `of_game`). Raises SpecError where it is of another, and SearchError where an evaluation is given."""
    if evaluation is not None:
        raise SearchError("a database holds what the ends are worth by the rules, and an evaluation counts otherwise; give one of them")
    if not hasattr(known, "find") or not hasattr(known, "check"):
        raise SearchError(f"database is one that `zermelo.open_database` or `zermelo.open_book` gives, not {known!r}")
    return of_game(known, game)
