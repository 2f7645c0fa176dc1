"""Playing one game from a state to its end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, NamedTuple

from zermelo.errors import ActionError, GameError
from zermelo.game import CHANCE, Game, State
from zermelo.play.players import Player, Search, player_name, seat, seat_name
from zermelo.search.result import whole

MOST_PLIES: Final = 2000
"""A game that is not over after so many plies is left unfinished."""
_GOING_ROUND: Final = 3
"""So is a game between players who always play the same, when a position comes for this time: they will never end."""


class Turn(NamedTuple):
    """One ply: who did what, where, and what came of it."""

    ply: int
    """The plies of the game, this one included."""
    player: int
    """The player who moved, or CHANCE."""
    state: State
    action: int
    following: State


@dataclass(frozen=True)
class Record:
    """A game that was played.

    players    what the players are called, by seat
    start      the state it began in
    actions    everything that was played, moves of chance among them
    utilities  the worth of the end to each player; None if the game was left unfinished
    opening    how many of the first actions were given and not chosen by the players
    """

    game: Game
    players: tuple[str, ...]
    start: State
    actions: tuple[int, ...]
    utilities: tuple[float, ...] | None
    opening: int = 0

    @property
    def turns(self) -> Iterator[Turn]:
        """The game, ply by ply."""
        state = self.start
        for ply, action in enumerate(self.actions, 1):
            following = self.game.result(state, action)
            yield Turn(ply, self.game.to_move(state), state, action, following)
            state = following

    @property
    def states(self) -> tuple[State, ...]:
        """Every state of the game, the first and the last one too."""
        return (self.start, *(turn.following for turn in self.turns))

    @property
    def final(self) -> State:
        """The state in which it ended."""
        return self.states[-1]

    def names(self) -> tuple[str, ...]:
        """The actions in the game's own names."""
        return tuple(self.game.name(turn.state, turn.action) for turn in self.turns)

    def as_dict(self) -> dict[str, Any]:
        """The record in JSON's types; an infinite utility is written "inf" or "-inf"."""
        utilities = None if self.utilities is None else [value if isfinite(value) else str(value) for value in self.utilities]
        return {
            "game": repr(self.game),
            "players": list(self.players),
            "start": self.game.write(self.start),
            "moves": [
                {"ply": t.ply, "player": seat_name(self.game, t.player), "action": self.game.name(t.state, t.action)} for t in self.turns
            ],
            "final": self.game.write(self.final),
            "utility": None if utilities is None else utilities[0],
            "utilities": utilities,
        }

    def __str__(self) -> str:
        return f"{' '.join(self.names())}: {outcome(self.game, self.utilities)}"


def play(
    game: Game,
    players: Sequence[str | Player],
    state: State = None,
    *,
    seed: int | str | None = None,
    plies: int = MOST_PLIES,
    mode: str = "auto",
) -> Record:
    """Play one game and return its record.

    players  one a seat, MAX first: specs such as "alphabeta:depth=4" (see `zermelo.play.players`) or callables
    state    where to begin; the initial state unless given
    seed     makes chance and random players the same in every run
    plies    a game that is not over after so many more plies is left unfinished: its `utilities` are None
    mode     "auto", "compiled" or "interpreted", for the players who search

    Raises SpecError for players that do not fit the game, ActionError for one who plays what is not legal.
    """
    start = game.initial() if state is None else state
    seated = seat(players, game, seed=seed, mode=mode)
    actions = tuple(turn.action for turn in turns(game, seated, start, dice(seed), plies))
    return record(game, tuple(map(player_name, players)), start, actions)


def turns(game: Game, players: Sequence[Player], state: State, rolls: random.Random, plies: int = MOST_PLIES) -> Iterator[Turn]:
    """Play on from `state`, one ply at a time: to the end of the game, for so many plies, or until the players go round."""
    steady = not game.chance and all(isinstance(one, Search) for one in players)
    seen: Counter[Any] = Counter()
    for ply in range(1, plies + 1):
        if game.is_terminal(state):
            return
        if steady:
            position = game.key(state)
            seen[position] += 1
            if seen[position] == _GOING_ROUND:
                return
        player = game.to_move(state)
        action = roll(game, state, rolls) if player == CHANCE else ask(game, state, players[player])
        following = game.result(state, action)
        yield Turn(ply, player, state, action, following)
        state = following


def ask(game: Game, state: State, player: Player) -> int:
    """The action that a player chooses. Raises ActionError if it is not legal."""
    legal = list(game.actions(state))
    if not legal:
        raise GameError(f"{game!r} has no action in a state that is not terminal: {game.write(state)!r}")
    action = player(state)
    if action not in legal:
        who = f"{player_name(player)} ({seat_name(game, game.to_move(state))})"
        raise ActionError(f"{who} chose {action!r}, which is not legal in {game.write(state)!r}; legal: {', '.join(map(str, legal))}")
    return action


def roll(game: Game, state: State, rolls: random.Random) -> int:
    """What chance does: one of the outcomes, each with its probability."""
    outcomes = list(game.outcomes(state))
    if not outcomes:
        raise GameError(f"{game!r} has no outcome in a state where chance moves: {game.write(state)!r}")
    return rolls.choices([action for action, _ in outcomes], [probability for _, probability in outcomes])[0]


def dice(seed: int | str | None) -> random.Random:
    """The source of chance that belongs to a seed; without a seed, another one each time."""
    return random.Random(None if seed is None else f"{seed} dice")  # noqa: S311  # games, not secrets


def record(game: Game, players: tuple[str, ...], start: State, actions: tuple[int, ...], opening: int = 0) -> Record:
    """The record of a game, its end looked up."""
    made = Record(game, players, start, actions, None, opening)
    if not game.is_terminal(made.final):
        return made
    return Record(game, players, start, actions, whole(game.utilities(made.final)), opening)  # type: ignore[arg-type]  # a tuple stays one


def outcome(game: Game, utilities: tuple[float, ...] | None) -> str:
    """The end of a game in words: what it is worth (to MAX; with more players, to each), and who won."""
    if utilities is None:
        return "unfinished"
    greatest = max(utilities)
    winners = [seat_name(game, player) for player, worth in enumerate(utilities) if worth == greatest]
    who = "a draw" if len(winners) == game.players > 1 else f"{' and '.join(winners)} won"
    worths = f"utility {utilities[0]:g}" if game.players <= 2 else f"utilities {' '.join(f'{worth:g}' for worth in utilities)}"
    return f"{worths}, {who}"
