"""Games in which all players choose at once, and the same games in turns.

A game with `simultaneous = True` says what each player can do in a state, and what follows when all have chosen:

    class RockPaperScissors(Game):
        simultaneous = True
        def initial(self): return ()
        def actions(self, state, player): return 0, 1, 2
        def result(self, state, actions): return actions           # one action a player, in their order
        def is_terminal(self, state): return state != ()
        def utility(self, state, player): return (0, 1, -1)[(state[player] - state[1 - player]) % 3]

All choose in every state that is not terminal; who has nothing to choose has one action. Where chance moves too, the game says
`chance = True`, `to_move(state)` (CHANCE, or ALL), `outcomes(state)`, and `chance_result(state, action)` in the place of `result`.

There is no turn, so nobody can be shown by mistake what another chose: the states have no place for it. Whoever needs turns (play,
regret minimisation, pictures) takes the game from `in_turns`: an ordinary game that hides something, in which the players choose
one after the other, unseen, and `result` is asked when the last one has. Its rules are not written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from zermelo.board import Board
from zermelo.errors import GameError, PositionError
from zermelo.game import CHANCE, Game, State, defines, has_rewards, replace

NOT_CHOSEN: Final = -(1 << 63)
"""In the place of the action of a player who has not chosen yet ..."""
UNSEEN: Final = NOT_CHOSEN + 1
"""... and of one who has, where another looks. No action can be one of these numbers."""
_MARK: Final = " | "
_HIDDEN, _NOBODY = "?", "-"

NEEDED: Final = {
    "initial": "initial(self)",
    "actions": "actions(self, state, player)",
    "result": "result(self, state, actions)",
    "is_terminal": "is_terminal(self, state)",
    "utility": "utility(self, state, player)",
}
"""What a game with simultaneous moves has to define ..."""
NEEDED_FOR_CHANCE: Final = {
    "to_move": "to_move(self, state)",
    "outcomes": "outcomes(self, state)",
    "chance_result": "chance_result(self, state, action)",
}
"""... and what besides, if it says `chance = True`."""

NO_MOVER: Final = (
    "where all choose at once nobody is to move whom a reward could go to; keep what each has won in the state, and count it in `utility`"
)
"""Why such a game has no rewards on the way, and what to do instead."""


class Turn(NamedTuple):
    """A state of the game in turns: one of the game itself, and what the players have chosen there so far, NOT_CHOSEN for the others."""

    state: State
    chosen: tuple[int, ...]

    def __repr__(self) -> str:
        chosen = ", ".join({NOT_CHOSEN: "NOT_CHOSEN", UNSEEN: "UNSEEN"}.get(action, str(action)) for action in self.chosen)
        return f"Turn(state={self.state!r}, chosen=({chosen}))"


class InTurns(Game):
    """A game with simultaneous moves in turns: the players choose in the order of their numbers, and see no other's choice.

    `game` is the game itself. States are `Turn`s, and `observe` puts UNSEEN in the place of what others have chosen. A position is
    the game's own, and after a bar what was chosen, by number, with ? for what is not seen: `1234 1234 | ?`. Players see all that
    happened before, unless the game itself says `hidden = True`.

    >>> from zermelo.games.rps import RockPaperScissors
    >>> game = in_turns(RockPaperScissors())
    >>> turn = game.result(game.initial(), 1)
    >>> turn
    Turn(state=State(first=-1, second=-1), chosen=(1, NOT_CHOSEN))
    >>> game.to_move(turn), game.write(game.observe(turn, 1))
    (1, '- | ?')
    """

    hidden = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.max_actions = game.max_actions
        self.utility_range = game.utility_range
        self.utility_sum = game.utility_sum
        self.evaluation_unit = game.evaluation_unit
        self.mode = game.mode  # type: ignore[misc]  # that of the game's class
        self.nobody = (NOT_CHOSEN,) * game.players

    # The rules

    def initial(self) -> Turn:
        return Turn(self.game.initial(), self.nobody)

    def to_move(self, state: Turn) -> int:
        return self._chooser(state)

    def actions(self, state: Turn) -> Iterable[int]:
        yield from self.game.actions(state.state, self._chooser(state))  # type: ignore[call-arg]  # all choose at once

    def result(self, state: Turn, action: int) -> Turn:
        return self._chosen(state, action)

    def is_terminal(self, state: Turn) -> bool:
        return self.game.is_terminal(state.state)

    def utility(self, state: Turn, player: int) -> float:
        return self.game.utility(state.state, player)

    def observe(self, state: Turn, player: int) -> Turn:
        seen = state.chosen
        for other in range(self.players):
            if other != player and seen[other] != NOT_CHOSEN:
                seen = replace(seen, other, UNSEEN)
        return Turn(self.game.observe(state.state, player), seen)

    def _chooser(self, state: Turn) -> int:
        """The first player who has not chosen."""
        player = 0
        while state.chosen[player] != NOT_CHOSEN:
            player += 1
        return player

    def _chosen(self, state: Turn, action: int) -> Turn:
        """The state after the next player has chosen the action; after the last one that to which all lead together."""
        player = self._chooser(state)
        chosen = replace(state.chosen, player, action)
        if player + 1 < self.players:
            return Turn(state.state, chosen)
        return Turn(self.game.result(state.state, chosen), self.nobody)  # type: ignore[arg-type]  # all choose at once

    # For searches

    def evaluate(self, state: Turn, player: int) -> float:
        return self.game.evaluate(state.state, player)

    def key(self, state: Turn) -> Any:
        return (self.game.key(state.state), state.chosen)

    # For people

    @property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:  # type: ignore[override]  # those of the game that it is of
        """What the game brings along."""
        return self.game.phrases

    def turn(self, state: State) -> Turn:
        """A state of the game as one in turns, in which nobody has chosen; one in turns as it is."""
        return state if isinstance(state, Turn) else Turn(state, self.nobody)

    def name(self, state: Turn, action: int) -> str:
        return self.game.name(state.state, action)

    def show(self, state: Turn) -> str:
        chosen = [
            f"player {player + 1} has chosen{self._what(state, player)}" for player in range(self.players) if self._has(state, player)
        ]
        return "\n".join([self.game.show(state.state), *chosen])

    def _has(self, state: Turn, player: int) -> bool:
        return state.chosen[player] != NOT_CHOSEN

    def _what(self, state: Turn, player: int) -> str:
        return "" if state.chosen[player] == UNSEEN else f" {self.game.name(state.state, state.chosen[player])}"

    def picture(self, state: Turn) -> Board | None:
        return self.game.picture(state.state)

    def action_squares(self, state: Turn, action: int) -> tuple[int, ...]:
        return self.game.action_squares(state.state, action)

    def write(self, state: Turn) -> str:
        """The game's own position; after a bar what was chosen there: `1234 1234 | 3`."""
        text = self.game.write(state.state)
        chosen = [_HIDDEN if action == UNSEEN else str(action) for action in state.chosen if action != NOT_CHOSEN]
        return f"{text}{_MARK}{' '.join(chosen) or _NOBODY}" if chosen or _MARK in text else text

    def read(self, text: str) -> Turn:
        position, mark, words = text.rpartition(_MARK)
        state = self.game.read(position if mark else text)
        chosen = [self._read_choice(word, text) for word in words.split() if word != _NOBODY] if mark else []
        if len(chosen) >= self.players:
            raise PositionError(f"{text!r} has {len(chosen)} actions after the bar; where all have chosen, another position has come")
        return Turn(state, (*chosen, *self.nobody[len(chosen) :]))

    def _read_choice(self, word: str, text: str) -> int:
        if word == _HIDDEN:
            return UNSEEN
        try:
            return int(word)
        except ValueError:
            raise PositionError(
                f"{word!r} in {text!r} is not what was chosen: the number of an action, or ? where it is not seen"
            ) from None

    def __repr__(self) -> str:
        return repr(self.game)


class InTurnsWithChance(InTurns):
    """The same of a game in which chance moves, too."""

    chance = True

    def to_move(self, state: Turn) -> int:
        return CHANCE if self.game.to_move(state.state) == CHANCE else self._chooser(state)

    def outcomes(self, state: Turn) -> Iterable[tuple[int, float]]:
        yield from self.game.outcomes(state.state)

    def result(self, state: Turn, action: int) -> Turn:
        if self.game.to_move(state.state) == CHANCE:
            return Turn(self.game.chance_result(state.state, action), self.nobody)
        return self._chosen(state, action)


def in_turns(game: Game) -> Game:
    """A game with simultaneous moves as one in turns, an `InTurns`; any other game as it is.

    Raises GameError where such a game lacks a method, and where it has `reward`.
    """
    if not isinstance(game, Game) or game.simultaneous is not True:
        return game
    for name, signature in (NEEDED | (NEEDED_FOR_CHANCE if game.chance else {})).items():
        if not defines(game, name):
            why = "`chance = True`, too" if name in NEEDED_FOR_CHANCE else "`simultaneous = True`"
            raise GameError(f"{type(game).__name__} does not define `{signature}`; every game with {why}, must")
    if has_rewards(game):
        raise GameError(f"{game!r} has `reward`, and {NO_MOVER}")
    if isinstance(game.players, bool) or not isinstance(game.players, int) or game.players < 2:
        raise GameError(f"{game!r} has players = {game.players!r}; at least two choose at once")
    return InTurnsWithChance(game) if game.chance else InTurns(game)


def as_written(game: Game) -> Game:
    """The game with the rules that its author wrote: of one in turns the game itself."""
    return game.game if isinstance(game, InTurns) else game


def with_turns(game: Game, state: State) -> tuple[Game, State]:
    """The game in turns (see `in_turns`), with a state of it: one of the game itself is one in which nobody has chosen."""
    rules = in_turns(game)
    return rules, rules.turn(state) if isinstance(rules, InTurns) and state is not None else state


def joint(game: Game) -> bool:
    """Whether all players of a game in turns choose at once, and see everything else: what matrix games can solve."""
    return isinstance(game, InTurns) and not game.game.hidden
