"""Books of games: how often each position of the first plies came in games that were played, and how these ended, by rating.

    {"game": "Hexapawn(width=3, height=3)", "start": "bbb/.../www w", "moves": [{"action": "a1-a2"}, ...], "utilities": [-1, 1],
     "ratings": [1500, null]}

is a game as `Record.as_dict` tells it, a line each or one in a file, with the ratings of its players where they have any.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.books.file import BookFile, in_order, write
from zermelo.books.form import BAND, GAMES
from zermelo.databases.keys import VALUES, Keys
from zermelo.errors import ActionError, PositionError, ReshapedError, SpecError
from zermelo.files import read_whole
from zermelo.forms import COUNT, check_form
from zermelo.game import MAX, Game, State, listed
from zermelo.search.algorithm import checked_count
from zermelo.search.solutions import scoring
from zermelo.values import counted

_WON, _DRAWN, _LOST = range(3)
_FORM: Final = {"plies": COUNT, "games": COUNT, "bands": [(COUNT, None)], "columns": {"counts": dict}}
"""What the first line says beside what that of every book does."""


class Played(NamedTuple):
    """A game that was played to its end.

    utilities  what it brought each of the two players
    ratings    of each player; None where there is none
    """

    start: State
    actions: tuple[int, ...]
    utilities: tuple[float, ...]
    ratings: tuple[float | None, ...] = ()

    @property
    def band(self) -> int | None:
        """The least rating of the band that the mean of the ratings lies in; None without ratings."""
        known = [rating for rating in self.ratings if rating is not None]
        return int(sum(known) / len(known) // BAND) * BAND if known else None

    @property
    def outcome(self) -> int:
        """Whether MAX has won, both have drawn, or MAX has lost."""
        return _DRAWN if self.utilities[0] == self.utilities[1] else _WON if self.utilities[0] > self.utilities[1] else _LOST


class Tally(NamedTuple):
    """How games ended for one of the players."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """How many there were."""
        return sum(self)

    @property
    def score(self) -> float | None:
        """Points a game, where a draw is half a point; None without games."""
        return (self.won + self.drawn / 2) / self.played if self.played else None

    def as_dict(self) -> dict[str, Any]:
        """The counts in JSON's types."""
        return {"played": self.played, **self._asdict(), "score": None if self.score is None else round(self.score, 6)}


@dataclass(frozen=True)
class GamesProbe:
    """What a book of games tells of a position, for the player to move.

    tally      the games that came to it
    by_rating  the same, by bands of the players' mean rating: each with its least rating, None for games without ratings
    moves      the actions whose positions games came to, by whatever way, the most frequent first
    """

    game: Game
    state: State
    tally: Tally
    by_rating: tuple[tuple[int | None, Tally], ...]
    moves: tuple[tuple[int, Tally], ...]

    def as_dict(self) -> dict[str, Any]:
        """The answer in JSON's types."""
        return {
            "position": self.game.write(self.state),
            **self.tally.as_dict(),
            "by_rating": [{"from": band, **tally.as_dict()} for band, tally in self.by_rating],
            "moves": [{"move": self.game.name(self.state, action), **tally.as_dict()} for action, tally in self.moves],
        }


class GamesBook(BookFile):
    """A book of games on disk.

    plies  how many of the first plies of each game it tells
    games  how many games there are
    bands  the least rating of each band, None for games without ratings

    Raises SpecError for a file that is no book of games, was changed or cut short, and for one of another game, of other rules or of
    another version.
    """

    def __init__(self, path: str | Path, game: Game | None = None) -> None:
        super().__init__(path, game)
        if self.facts["kind"] != GAMES:
            raise SpecError(f"{path} is no book of games: it says what positions are worth; open_book opens it")
        try:
            check_form(self.facts, _FORM)
            self.plies, self.games = self.facts["plies"], self.facts["games"]
            self.bands: list[int | None] = self.facts["bands"]
            self.counts = np.frombuffer(self.columns["counts"], dtype="<u4").reshape(self.count, len(self.bands), 3)
            if not self.bands or len({*self.bands}) < len(self.bands) or self.counts.sum(axis=(1, 2)).max(initial=1) > self.games:
                raise ValueError("its bands and games are not those of its positions")
        except ValueError as error:
            raise self.wrong(error) from None

    def tallies(self, state: State, player: int) -> list[Tally]:
        """How the games that came to a position ended for a player, by bands."""
        number = self.number(state)
        if number is None:
            return [Tally(0, 0, 0)] * len(self.bands)
        return [Tally(*(band if player == MAX else band[::-1])) for band in self.counts[number].tolist()]

    def probe(self, state: State = None) -> GamesProbe:
        """All that is told of a position, the initial one unless given. Raises PositionError where no game came to it."""
        game = self.game
        state = game.initial() if state is None else state
        player = game.to_move(state)
        bands = self.tallies(state, player)
        if not together(bands).played:
            raise PositionError(f"{game.write(state)!r} is not in {self.path}: no game came to it in the first {self.plies} plies")
        moves = [] if game.is_terminal(state) else listed(game, state)
        found = [(action, together(self.tallies(game.result(state, action), player))) for action in moves]
        frequent = sorted((one for one in found if one[1].played), key=lambda one: (-one[1].played, -(one[1].score or 0)))
        by_rating = tuple((band, tally) for band, tally in zip(self.bands, bands, strict=True) if tally.played)
        return GamesProbe(game, state, together(bands), by_rating, tuple(frequent))

    def __repr__(self) -> str:
        return f"<book of {counted(self.games, 'game')} of {self.game!r}: {counted(self.count, 'position')}>"


def together(tallies: Iterable[Tally]) -> Tally:
    """All these games."""
    return Tally(*map(sum, zip(*tallies, strict=True)))


def gathered(game: Game, played: Iterable[Played], path: Path, *, plies: int, spec: str | None) -> GamesBook:
    """The book of these games, written to a file (see `zermelo.books.gather_games`)."""
    if game.players != 2 or game.hidden or game.chance:
        raise SpecError(f"books of games are for two players without chance and with nothing hidden, and not for {game!r}")
    checked_count("plies", plies)
    games = list(played)
    if not games:
        raise SpecError("there is no game that was played to its end, and so nothing to make a book of")
    try:
        keys = Keys(game)
        tally = _tally(game, games, keys, plies)
    except ReshapedError:
        keys = Keys(game, VALUES)
        tally = _tally(game, games, keys, plies)
    bands = sorted({one.band for one in games}, key=lambda band: -1 if band is None else band)
    rows = list(dict.fromkeys(numbers for numbers, _, _ in tally))
    places = {numbers: place for place, numbers in enumerate(rows)}
    counts = np.zeros((len(rows), len(bands), 3), dtype="<u4")
    for (numbers, band, outcome), times in tally.items():
        counts[places[numbers], bands.index(band), outcome] = times
    fields, packed, order = in_order(rows)
    facts = {"kind": GAMES, "plies": plies, "games": len(games), "bands": bands}
    write(path, game, spec, facts, (keys, fields, packed), {"counts": counts[order]})
    return GamesBook(path, game)


def _tally(game: Game, games: Iterable[Played], keys: Keys, plies: int) -> Counter[tuple[tuple[int, ...], int | None, int]]:
    """How many games came to each position, in each band, with each outcome; a game counts once however often it came there."""
    found: Counter[tuple[tuple[int, ...], int | None, int]] = Counter()
    for one in games:
        state, met = one.start, {keys.least(one.start)[0]}
        for action in one.actions[:plies]:
            state = game.result(state, action)
            met.add(keys.least(state)[0])
        found.update((numbers, one.band, one.outcome) for numbers in sorted(met))
    return found


# Records


def read_records(game: Game, path: str | Path) -> Iterator[Played]:
    """The games in a file of records that came to an end: JSON, a game a line, or one, or a list of them.

    Raises SpecError, with the number of the game, for what is none, is of another game, or cannot be played.
    """
    text = read_whole(path).decode("utf-8-sig", errors="replace")
    for number, record in enumerate(_records(text, path), 1):
        try:
            if (name := record["game"]) not in (repr(game), repr(scoring(game))):
                raise ValueError(f"it is of {name}")
            start = game.initial() if record.get("start") is None else game.read(record["start"])
            state, actions = start, list[int]()
            for move in record["moves"]:
                actions.append(_action(game, state, move["action"]))
                state = game.result(state, actions[-1])
            if record["utilities"] is not None:
                yield Played(start, tuple(actions), _two(record["utilities"]), _ratings(record.get("ratings")))
        except (ValueError, KeyError, TypeError, AttributeError, ActionError, PositionError) as error:
            raise SpecError(f"{path}, game {number}: no record of a game of {game!r}: {error}") from error


def _records(text: str, path: str | Path) -> Sequence[Any]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        try:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise SpecError(f"{path} holds no records of games: {error}; `zermelo match GAME --records FILE` writes some") from None
    return told if isinstance(told, list) else [told]


def _action(game: Game, state: State, name: str) -> int:
    """The action of this name. Raises ActionError where there is none."""
    if game.is_terminal(state):
        raise ActionError(f"{name!r} comes after the end of the game")
    return game.parse(state, name)


def _two(utilities: Sequence[Any]) -> tuple[float, ...]:
    found = tuple(map(float, utilities))
    if len(found) != 2:
        raise ValueError(f"it has {len(found)} utilities")
    return found


def _ratings(given: Any) -> tuple[float | None, ...]:
    found = tuple(None if one is None else float(one) for one in given or ())
    if any(one is not None and not (isfinite(one) and one >= 0) for one in found):
        raise ValueError(f"{given!r} are no ratings")
    return found
