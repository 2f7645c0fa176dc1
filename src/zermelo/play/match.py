"""A match: the same players again and again, from varied openings and with the seats changed each time.

A player who always plays the same would play the same game over and over. So the games come in rounds: the games of
a round begin with the same few random actions, and in them each player sits once in each seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import CHANCE, Game, State
from zermelo.play.clock import TimeControl
from zermelo.play.play import MOST_PLIES, Playing, Record, dice, roll
from zermelo.play.players import Human, Player, player_name, seat, seat_name
from zermelo.rich_display import html

OPENING_PLIES: Final = 2
_MORE_PLIES: Final = 6  # so much longer are openings where the short ones have all been played
_Z: Final = 1.959964  # 95 % of a normal distribution lies within this many standard deviations
_TRIES: Final = 50  # random openings of one length that are looked at for a new one


@dataclass(frozen=True)
class Score:
    """Games of one player: won, drawn, lost. A win is one point, a draw half a point.

    With more than two players who is first wins, and those who share the first place draw (and share the point).
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float | None:
        """Points a game, 0 to 1; None before the first game."""
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true score lies with 95 % confidence (see `interval`)."""
        return interval(self.points, self.games)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, self.points + other.points)

    def as_dict(self) -> dict[str, Any]:
        """The score in JSON's types."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": None if self.share is None else round(self.share, 6),
            "interval": [round(end, 6) for end in self.interval],
        }


@dataclass
class Match:
    """What came of a match: the players in the order given, and the record of each game.

    A game that was left unfinished counts as a draw. `stopped` says that Ctrl-C ended the match early.
    """

    game: Game
    players: tuple[str, ...]
    seed: int | str
    records: list[Record] = field(default_factory=list)
    stopped: bool = False

    def seat_of(self, player: int, number: int) -> int:
        """The seat that a player has in game `number`, both from 0."""
        return (player + number) % len(self.players)

    def score(self, player: int = 0, seat: int | None = None) -> Score:
        """How a player did: in all games, or in those in which they had this seat."""
        total = Score()
        for number in range(len(self.records)):
            if seat in (None, self.seat_of(player, number)):
                total += self.score_in(player, number)
        return total

    def score_in(self, player: int, number: int) -> Score:
        """How a player did in one game."""
        return _score(self.records[number], self.seat_of(player, number))

    def mean_utility(self, player: int = 0, seat: int | None = None) -> tuple[float, float]:
        """What a player won on average in finished games, and how far the true mean may be from that with 95 % confidence.

        Where it matters how much is won, as at cards, this says more than who won more often. Infinite with fewer than two games.
        """
        won = [
            played.utilities[self.seat_of(player, number)]
            for number, played in enumerate(self.records)
            if played.utilities is not None and seat in (None, self.seat_of(player, number))
        ]
        return fmean(won) if won else 0.0, _Z * stdev(won) / sqrt(len(won)) if len(won) > 1 else inf

    @property
    def unfinished(self) -> int:
        """How many games ran into the limit of plies."""
        return sum(played.utilities is None for played in self.records)

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types. The numbers at the top are the first player's; `standings` has everyone's."""
        seats = range(len(self.players))
        return {
            "game": repr(self.game),
            "players": list(self.players),
            **self.score().as_dict(),
            "standings": [
                {
                    "player": name,
                    **self.score(player).as_dict(),
                    **({"utility": self.mean_utility(player)[0]} if self.game.hidden else {}),
                    "by_seat": {seat_name(self.game, place): self.score(player, place).as_dict() for place in seats},
                }
                for player, name in enumerate(self.players)
            ],
            "unfinished": self.unfinished,
            "stopped": self.stopped,
            "seed": self.seed,
        }

    def _repr_html_(self) -> str | None:
        """The table as notebooks show it."""
        return html(self)

    def __str__(self) -> str:
        return "; ".join(f"{name}: {_words(self.score(player))}" for player, name in enumerate(self.players))


def match(
    game: Game,
    players: Sequence[str | Player],
    games: int = 100,
    *,
    state: State = None,
    seed: int | str = 0,
    opening_plies: int = OPENING_PLIES,
    plies: int = MOST_PLIES,
    clock: str | TimeControl | None = None,
    progress: Callable[[Match], None] | None = None,
    mode: str = "auto",
) -> Match:
    """Play this many games between the same players and return the result.

    players        specs such as "alphabeta:depth=4" (see `zermelo.play.players`) or callables; they change seats
    games          best a multiple of the number of players, so that all have each seat equally often
    state          where all games begin, before their openings; the initial state unless given
    seed           chooses the openings, chance and what random players do: the same seed, the same match
    opening_plies  random actions that each round begins with: a few more when these openings have all been played,
                   fewer where the game is too short; where none is left, openings come again
    plies          a game that is not over after this many plies is left unfinished and counts as a draw
    clock          a time control such as "60+1" for the players who keep one (`engine`); who oversteps it loses
    progress       called with the result so far, after each game
    mode           "auto", "compiled" or "interpreted", for the players who search

    Ctrl-C ends the match: what was played is returned, with `stopped` set. Raises SpecError for players that do not
    fit the game.
    """
    if games < 1:
        raise SpecError(f"a match has at least 1 game, not {games}")
    if opening_plies < 0:
        raise SpecError(f"an opening has 0 plies or more, not {opening_plies}")
    start = game.initial() if state is None else state
    contestants = seat(players, game, seed=seed, mode=mode)
    if len(contestants) < 2:
        raise SpecError(f"a match needs two players or more, and {game!r} is for one")
    if any(isinstance(one, Human) for one in contestants):
        raise SpecError("a match is between computers; `zermelo play` is for people")
    names = tuple(map(player_name, players))
    made = Match(game, names, seed)
    openings = Openings(game, start, seed, opening_plies)
    opening: tuple[int, ...] = ()
    try:
        for number in range(games):
            turn, swaps = divmod(number, len(contestants))
            if swaps == 0:
                opening = openings.next()
            order = [(place - number) % len(contestants) for place in range(len(contestants))]
            seated = [(names[one], contestants[one]) for one in order]
            rolls = dice(f"{seed} round {turn}")  # the same luck in all games of the round
            made.records.append(_game(game, start, opening, seated, rolls, plies, clock))
            if progress:
                progress(made)
    except KeyboardInterrupt:
        made.stopped = True
    return made


class Openings:
    """Random openings that do not end the game, each another one while there are others."""

    def __init__(self, game: Game, start: State, seed: int | str, plies: int) -> None:
        self.game, self.start, self.plies = game, start, plies
        self._random = random.Random(f"{seed} openings")  # noqa: S311  # games, not secrets
        self._seen: set[Any] = set()

    def next(self) -> tuple[int, ...]:
        """The actions of an opening."""
        spare: list[tuple[int, State]] = []
        walks: list[list[tuple[int, State]]] = []
        for plies in range(self.plies, self.plies + _MORE_PLIES + 1) if self.plies else ():
            tried: list[list[tuple[int, State]]] = []
            for _ in range(_TRIES):
                tried.append(walk := self._walk(plies))
                if len(walk) == plies:
                    spare = spare or walk
                    if self._is_new(walk):
                        return _actions(walk)
            walks = walks or tried
            if all(len(walk) < plies for walk in tried):  # the game is too short for longer ones
                break
        for plies in range(self.plies - 1, 0, -1):
            for walk in walks:
                if len(walk) >= plies:
                    spare = spare or walk[:plies]
                    if self._is_new(walk[:plies]):
                        return _actions(walk[:plies])
        return _actions(spare)

    def _walk(self, plies: int) -> list[tuple[int, State]]:
        """This many random actions, each with the state after it; fewer where the game would be over."""
        state, walk = self.start, list[tuple[int, State]]()
        while len(walk) < plies and not self.game.is_terminal(state):
            chance = self.game.to_move(state) == CHANCE
            action = roll(self.game, state, self._random) if chance else self._random.choice(list(self.game.actions(state)))
            state = self.game.result(state, action)
            walk.append((action, state))
        return walk[:-1] if walk and self.game.is_terminal(state) else walk

    def _is_new(self, walk: list[tuple[int, State]]) -> bool:
        """Whether no opening has led to this position before; the next time one has."""
        key = _hashable(self.game.key(walk[-1][1]))
        known = key in self._seen
        self._seen.add(key)
        return not known


def _actions(walk: list[tuple[int, State]]) -> tuple[int, ...]:
    return tuple(action for action, _ in walk)


def interval(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a score of `points` out of `games`, as shares from 0 to 1.

    It is Wilson's score interval, in which a draw counts as half a success. Draws vary less than wins and losses do,
    so with many draws the interval is wider than need be, never narrower. It takes the games as independent.

    >>> [round(end, 3) for end in interval(7.5, 10)]
    [0.442, 0.919]
    """
    if games == 0:
        return 0.0, 1.0
    z = _Z
    share = points / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def _game(
    game: Game,
    start: State,
    opening: tuple[int, ...],
    seated: list[tuple[str, Player]],
    rolls: random.Random,
    plies: int,
    clock: str | TimeControl | None,
) -> Record:
    states = [start]
    for action in opening:
        states.append(game.result(states[-1], action))
    playing = Playing(game, [player for _, player in seated], states, rolls, clock)
    played = tuple(turn.action for turn in playing.turns(plies))
    names = tuple(name for name, _ in seated)
    return Record(game, names, start, opening + played, playing.utilities, len(opening), playing.ending)


def _score(played: Record, seat: int) -> Score:
    if played.utilities is None:
        return Score(draws=1, points=1 / len(played.players))
    first = max(played.utilities)
    if played.utilities[seat] < first:
        return Score(losses=1)
    sharing = played.utilities.count(first)
    return Score(wins=1, points=1.0) if sharing == 1 else Score(draws=1, points=1 / sharing)


def _words(score: Score) -> str:
    if score.share is None:
        return "no games"
    low, high = score.interval
    return f"+{score.wins} ={score.draws} -{score.losses}, score {score.share:.3f} ({low:.3f} to {high:.3f})"


def _hashable(key: Any) -> Any:
    """The key, or its text where it cannot be hashed: a beginner's state may be a list."""
    try:
        hash(key)
    except TypeError:
        return repr(key)
    return key
