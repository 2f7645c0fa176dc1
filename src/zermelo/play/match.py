"""A match: the same players again and again, from varied openings and with the seats changed each time.

A player who always plays the same would play the same game over and over. So the games come in rounds: the games of
a round begin with the same few random actions, and in them each player sits once in each seat.

A game of one player is played by each of the players in turn, with the same opening and the same luck in all games of a
round; what counts is what they get on average.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import CHANCE, Game, State, listed
from zermelo.play.clock import TimeControl
from zermelo.play.play import MOST_PLIES, Playing, Record, dice, roll
from zermelo.play.players import Human, Player, player_name, seat, seat_name
from zermelo.rich_display import html
from zermelo.rule_errors import rules_blamed
from zermelo.search.known import Known
from zermelo.simultaneous import with_turns
from zermelo.values import counted, frozen

OPENING_PLIES: Final = 2
MOST_PLIES_ALONE: Final = 100_000
_MORE_PLIES: Final = 6  # so much longer are openings where the short ones have all been played
_Z: Final = 1.959964  # 95 % of a normal distribution lies within this many standard deviations
_TRIES: Final = 50  # random openings of one length that are looked at for a new one


@dataclass(frozen=True)
class Score:
    """Games of one player: won, drawn, lost. A win is one point, a draw half a point.

    With more than two players those who have the most win, and share the point; where all have the same, all draw, and share it too. In
    games for one player, who gets more than the others in the same round wins it; against nobody there is nothing to win.
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
    """What came of a match: the players in the order given, and the record of each game, round by round.

    A game that was left unfinished counts as a draw, one of a single player as none. `stopped` says that Ctrl-C ended the match early.
    """

    game: Game
    players: tuple[str, ...]
    seed: int | str
    records: list[Record] = field(default_factory=list)
    stopped: bool = False

    @property
    def alone(self) -> bool:
        """Whether the game is for one player, so that each plays by themselves."""
        return self.game.players == 1

    def seat_of(self, player: int, number: int) -> int | None:
        """The seat that a player has in game `number`, both from 0; None where another one plays it alone."""
        if self.alone:
            return 0 if number % len(self.players) == player else None
        return (player + number) % len(self.players)

    def played_by(self, player: int, seat: int | None = None) -> Iterator[tuple[int, int]]:
        """The numbers of the games of a player, or of those in which they had this seat, each with the seat."""
        for number in range(len(self.records)):
            had = self.seat_of(player, number)
            if had is not None and seat in (None, had):
                yield number, had

    def score(self, player: int = 0, seat: int | None = None) -> Score:
        """How a player did: in all games, or in those in which they had this seat."""
        total = Score()
        for number, _ in self.played_by(player, seat):
            total += self.score_in(player, number)
        return total

    def score_in(self, player: int, number: int) -> Score:
        """How a player did in one game."""
        seat = self.seat_of(player, number)
        if seat is None:
            return Score()
        if not self.alone:
            return _score(self.records[number].utilities, seat, len(self.players))
        first = number - number % len(self.players)
        worths = [played.utilities for played in self.records[first : first + len(self.players)]]
        if len(worths) < max(2, len(self.players)):
            return Score()
        return _score(tuple(-inf if one is None else one[0] for one in worths), number - first, len(self.players))

    def utilities(self, player: int = 0, seat: int | None = None) -> list[float]:
        """What a player won in each finished game, in all of them or in those in which they had this seat."""
        found = [(self.records[number].utilities, had) for number, had in self.played_by(player, seat)]
        return [worths[had] for worths, had in found if worths is not None]

    def mean_utility(self, player: int = 0, seat: int | None = None) -> tuple[float, float]:
        """What a player won on average in finished games, and how far the true mean may be from that with 95 % confidence.

        Where it matters how much is won, as at cards, this says more than who won more often. Infinite with fewer than two games.
        """
        return _mean(self.utilities(player, seat))

    def lead(self, player: int, other: int = 0) -> tuple[float, float]:
        """How much more one player of a game for one got on average than another, and how far the true lead may be from that (95 %).

        Over the rounds in which both came to an end: with the same opening and the same luck, a lead is known sooner than two means.
        """
        several = len(self.players)
        ends = [played.utilities for played in self.records]
        pairs = [(ends[first + player], ends[first + other]) for first in range(0, len(ends) - several + 1, several)]
        return _mean([one[0] - two[0] for one, two in pairs if one is not None and two is not None])

    @property
    def unfinished(self) -> int:
        """How many games ran into the limit of plies."""
        return sum(played.utilities is None for played in self.records)

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types. `standings` has everyone's numbers; those at the top are the first of several players'."""
        if self.alone:
            return {
                "game": repr(self.game),
                "players": list(self.players),
                "standings": [{"player": name, **self._alone(player)} for player, name in enumerate(self.players)],
                "unfinished": self.unfinished,
                "stopped": self.stopped,
                "seed": self.seed,
            }
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

    def _alone(self, player: int) -> dict[str, Any]:
        """What a player got who plays alone."""
        won = self.utilities(player)
        mean, reach = _mean(won)
        return {
            "games": sum(1 for _ in self.played_by(player)),
            "finished": len(won),
            "utility": mean if won else None,
            "interval": [mean - reach, mean + reach] if len(won) > 1 else None,
            "least": min(won, default=None),
            "greatest": max(won, default=None),
            "lead": self.lead(player)[0] if player else None,
        }

    def _repr_html_(self) -> str | None:
        """The table as notebooks show it."""
        return html(self)

    def __str__(self) -> str:
        return "; ".join(
            f"{name}: {_mean_in_words(self.utilities(player)) if self.alone else _words(self.score(player))}"
            for player, name in enumerate(self.players)
        )


@rules_blamed()
def match(
    game: Game,
    players: Sequence[str | Player],
    games: int = 100,
    *,
    state: State = None,
    seed: int | str = 0,
    opening_plies: int | None = None,
    plies: int | None = None,
    clock: str | TimeControl | None = None,
    progress: Callable[[Match], None] | None = None,
    mode: str = "auto",
    database: Known | None = None,
) -> Match:
    """Play this many games between the same players and return the result.

    players        specs such as "alphabeta:depth=4" (see `zermelo.play.players`) or callables; they change seats. A game for one
                   takes any number of them, who play it one after the other: see `Match.mean_utility` and `Match.lead`
    games          best a multiple of the number of players, so that all have each seat equally often; in a game for one, those of each
    state          where all games begin, before their openings; the initial state unless given
    seed           chooses the openings, chance and what random players do: the same seed, the same match
    opening_plies  random actions that each round begins with, OPENING_PLIES unless given, and none for one player against chance: a
                   few more when these openings have all been played, fewer where the game is too short; where none is left,
                   openings come again
    plies          a game that is not over after this many plies (MOST_PLIES unless given) is left unfinished and counts as a draw. In a
                   game for one player it counts as none, and the means are those of the others; so against chance, where often the
                   best games are the longest, the limit is MOST_PLIES_ALONE unless given
    clock          a time control such as "60+1" for the players who keep one (`engine`); who oversteps it loses
    progress       called with the result so far, after each game
    mode           "auto", "compiled" or "interpreted", for the players who search
    database       what `zermelo.open_database` or `open_book` gives, for the players who search and name none themselves

    Ctrl-C ends the match: what was played is returned, with `stopped` set. Raises SpecError for players that do not
    fit the game.
    """
    if games < 1:
        raise SpecError(f"a match has at least 1 game, not {games}")
    with_chance_alone = game.players == 1 and game.chance
    if opening_plies is None:
        opening_plies = 0 if with_chance_alone else OPENING_PLIES
    if plies is None:
        plies = MOST_PLIES_ALONE if with_chance_alone else MOST_PLIES
    if opening_plies < 0:
        raise SpecError(f"an opening has 0 plies or more, not {opening_plies}")
    game, state = with_turns(game, state)
    start = game.initial() if state is None else state
    if game.players == 1:
        players = [players] if isinstance(players, str) else list(players)
        contestants = [seat([one], game, seed=seed, mode=mode, database=database)[0] for one in players]
        if not contestants:
            raise SpecError(f"say who plays {game!r}: one player or more")
    else:
        contestants = seat(players, game, seed=seed, mode=mode, database=database)
    if any(isinstance(one, Human) for one in contestants):
        raise SpecError("a match is between computers; `zermelo play` is for people")
    names = tuple(map(player_name, players))
    made = Match(game, names, seed)
    openings = Openings(game, start, seed, opening_plies)
    opening: tuple[int, ...] = ()
    try:
        for number in range(games * len(contestants) if made.alone else games):
            turn, swaps = divmod(number, len(contestants))
            if swaps == 0:
                opening = openings.next()
            order = [swaps] if made.alone else [(place - number) % len(contestants) for place in range(len(contestants))]
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
            action = roll(self.game, state, self._random) if chance else self._random.choice(listed(self.game, state))
            state = self.game.result(state, action)
            walk.append((action, state))
        return walk[:-1] if walk and self.game.is_terminal(state) else walk

    def _is_new(self, walk: list[tuple[int, State]]) -> bool:
        """Whether no opening has led to this position before; the next time one has."""
        key = frozen(self.game.key(walk[-1][1]))
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
    playing = Playing(game, [player for _, player in seated], states, rolls, clock, opening)
    played = tuple(turn.action for turn in playing.turns(plies))
    names = tuple(name for name, _ in seated)
    return Record(game, names, start, opening + played, playing.utilities, len(opening), playing.ending)


def _score(utilities: Sequence[float] | None, seat: int, players: int) -> Score:
    if utilities is None:
        return Score(draws=1, points=1 / players)
    first = max(utilities)
    if utilities[seat] < first:
        return Score(losses=1)
    sharing = utilities.count(first)
    return Score(draws=1, points=1 / sharing) if sharing == len(utilities) else Score(wins=1, points=1 / sharing)


def _mean(worths: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far the true one may be from it with 95 % confidence: infinitely with fewer than two."""
    return fmean(worths) if worths else 0.0, _Z * stdev(worths) / sqrt(len(worths)) if len(worths) > 1 else inf


def _mean_in_words(worths: Sequence[float]) -> str:
    if not worths:
        return "no games"
    mean, reach = _mean(worths)
    return f"{mean:.6g} ± {reach:.3g} in {counted(len(worths), 'game')}"


def _words(score: Score) -> str:
    if score.share is None:
        return "no games"
    low, high = score.interval
    return f"+{score.wins} ={score.draws} -{score.losses}, score {score.share:.3f} ({low:.3f} to {high:.3f})"
