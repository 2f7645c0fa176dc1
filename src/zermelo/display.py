"""What a game says to people: pictures of its states, text that is read back, names of actions, the squares that they touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo import state_text
from zermelo.board import TO_MOVE, Board, Piece, Setup
from zermelo.errors import ActionError
from zermelo.units import Unit

State = Any


class Display:
    """How people see a game and speak of it. A method that asks the rules (zermelo.game) takes any `self`: a game is both.

    palette  the pieces with which people put a position together on the board of `picture`, by their signs; none unless given. Where
             `write` gives the rows of such signs, joined by /, with `.` for an empty square, and the sign of the player to move, no more
             is needed; other games define `setup`, `setup_choices` and `setup_text` as well
    player_names  what people call the players, MAX first, such as ("White", "Black"), as `phrases` tell it in other languages; MAX and
             MIN, or by number, unless given
    phrases  how pages tell what the game says, its captions and the names of its actions: for the code of a language (es, pt) phrases
             as the game says them, with {} for each part that varies, and as they are told there. What many games say
             (zermelo/languages/games.es.toml) need not be among them; what has no phrase is told as it is
    measured_in  in what `evaluate` counts, such as `Unit("pawn")`; unless given, values are told by the `evaluation_unit`, or as parts
             of a win (zermelo.scales)
    """

    palette: ClassVar[Mapping[str, Piece]] = MappingProxyType({})
    player_names: ClassVar[Sequence[str]] = ()
    phrases: ClassVar[Mapping[str, Mapping[str, str]]] = MappingProxyType({})
    measured_in: Unit | None = None

    def show(self, state: State) -> str:
        """The state as a picture in text, for a terminal."""
        return self.write(state)

    def picture(self, state: State) -> Board | None:
        """The state as a board that can be drawn; None where `show` is all there is."""
        return None

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """The squares of the picture that people touch, one after the other, to choose an action; none where it has no place there."""
        return ()

    def move_paths(self, state: State, action: int) -> Iterable[tuple[tuple[int, ...], ...]]:
        """The ways in which people may choose an action, where it has several steps: each way its steps, each step its squares.

        People may go straight to the last square of a step. One step, `action_squares`, unless given.
        """
        yield (self.action_squares(state, action),)

    def partial_board(self, state: State, steps: tuple[tuple[int, ...], ...]) -> Board | None:
        """The picture when these first steps of a way are made and others are to come; None where it stays as it was."""
        return None

    def sees(self, state: State) -> Iterable[str]:
        """What the player to move sees in an observation, in words, one after the other: a card, and what was done in turn.

        Unless a game says otherwise: the state as it is written.
        """
        return (self.write(state),)

    def write(self: Any, state: State) -> str:
        """The state as one line of text that `read` takes back.

        Unless a game says otherwise: the fields of a NamedTuple or dataclass with blanks between them (zermelo.state_text). It takes
        numbers, text, None, `Bits`, enums, tuples, frozensets, NamedTuples and dataclasses of these; for others, define both.
        """
        return state_text.written(state, self._model())

    def read(self: Any, text: str) -> State:
        """The state that `write` wrote as `text`. Raises PositionError where there is none; of states without a text form the initial one
        is known by how it is shown, if that tells what it holds."""
        model = self.initial()
        if state_text.no_text(model) and text == self.write(model) == self.write(self.initial()):
            return model
        return state_text.read(text, model, state_text.classes_known(self, model), self.write(model))

    def _model(self: Any) -> State:
        """The initial state, to which others look alike."""
        try:
            return self.initial()
        except Exception:  # what is wrong with it is reported elsewhere; a state is written wherever it may be
            return state_text.NOTHING

    def _example(self: Any) -> str:
        """A position in quotes, for messages that say how one is written."""
        return repr(self.write(self.initial()))

    def setup(self, state: State) -> Setup:
        """The state as it is put together from pieces of the `palette`."""
        words = self.write(state).split()
        if len(words) != 2:
            told = "positions are not written as rows and the player to move, so a `palette` needs `setup`, `setup_choices`, `setup_text`"
            raise NotImplementedError(f"{type(self).__name__}: {told}")
        return Setup(tuple(words[0].split("/")), {TO_MOVE: words[1]})

    def setup_choices(self, setup: Setup) -> Mapping[str, Sequence[str]]:
        """What can be said of a position besides its pieces: by the names of its facts what each may be, the likeliest first."""
        return {TO_MOVE: list(self.palette)}

    def setup_text(self, setup: Setup) -> str:
        """The text of such a position, for `read`, which says what is wrong with it; every fact is one of its choices.

        Raises PositionError for one that cannot even be written.
        """
        return f"{'/'.join(setup.rows)} {setup.facts[TO_MOVE]}"

    def name(self, state: State, action: int) -> str:
        """What people call an action of `state`."""
        return str(action)

    def action_label(self, state: State, action: int) -> str:
        """What the button of an action says on a page, where its name does not say enough; its `name` unless given."""
        return self.name(state, action)

    def move_number(self, state: State) -> int:
        """The number that the move in a state has in lists, where one of each player share it: `1. e4 e5 2. Nf3`. 0: plies are numbered."""
        return 0

    def parse(self: Any, state: State, text: str) -> int:
        """The legal action that people call `text`: by its name, in any case, or by its number. Raises ActionError."""
        names: dict[int, str] = {action: self.name(state, action) for action in self._named_actions(state)}
        word = text.strip()
        for action, name in names.items():
            if name.casefold() == word.casefold():
                return action
        if all(name == str(action) for action, name in names.items() if name.isdecimal()):  # else a number is another's name
            for action in names:
                if str(action) == word:
                    return action
        raise ActionError(f"{text!r} is not a legal action here; legal: {', '.join(names.values()) or 'none, the game is over'}")


def verdict(worth: float, names: Sequence[str], by: bool = False) -> str:
    """Who has won a game of two that is over and `worth` this to the first of them; with `by`, how much.

    >>> verdict(-3, "xo", by=True)
    'o has won by 3'
    """
    if worth == 0:
        return "draw"
    return f"{names[worth < 0]} has won{f' by {abs(worth):g}' if by else ''}"
