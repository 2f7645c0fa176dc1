"""What a game says to people: pictures of its states, text that is read back, names of actions, the squares that they touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zermelo.bits import Bits
from zermelo.board import Board
from zermelo.errors import ActionError, PositionError

State = Any


class Display:
    """How people see a game and speak of it. A method that asks the rules (zermelo.game) takes any `self`: a game is both."""

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

    def write(self, state: State) -> str:
        """The state as one line of text that `read` takes back."""
        fields = state if isinstance(state, tuple) and hasattr(state, "_fields") else (state,)
        return " ".join(_write_field(field) for field in fields)

    def read(self: Any, text: str) -> State:
        """The state that `write` wrote as `text`. Raises PositionError where there is none."""
        initial = self.initial()
        named = isinstance(initial, tuple) and hasattr(initial, "_fields")
        models = tuple(initial) if named else (initial,)
        words = text.split()
        if len(words) != len(models):
            raise PositionError(f"{text!r} has {len(words)} fields; a position of {self!r} has {len(models)}, as {self.write(initial)!r}")
        fields = [_read_field(word, model) for word, model in zip(words, models, strict=True)]
        return type(initial)(*fields) if named else fields[0]

    def _example(self: Any) -> str:
        """A position in quotes, for messages that say how one is written."""
        return repr(self.write(self.initial()))

    def name(self, state: State, action: int) -> str:
        """What people call an action of `state`."""
        return str(action)

    def parse(self: Any, state: State, text: str) -> int:
        """The legal action that people call `text`: by its name, in any case, or by its number. Raises ActionError."""
        names: dict[int, str] = {action: self.name(state, action) for action in self._legal(state)}
        word = text.strip()
        for action, name in names.items():
            if name.casefold() == word.casefold():
                return action
        if all(name == str(action) for action, name in names.items() if name.isdecimal()):  # else a number is another's name
            for action in names:
                if str(action) == word:
                    return action
        raise ActionError(f"{text!r} is not a legal action here; legal: {' '.join(names.values()) or 'none, the game is over'}")


def verdict(worth: float, names: Sequence[str], by: bool = False) -> str:
    """Who has won a game of two that is over and `worth` this to the first of them; with `by`, how much.

    >>> verdict(-3, "xo", by=True)
    'o has won by 3'
    """
    if worth == 0:
        return "draw"
    return f"{names[worth < 0]} has won{f' by {abs(worth):g}' if by else ''}"


def _write_field(field: Any) -> str:
    if isinstance(field, Bits):
        return f"{int(field):#x}"
    if isinstance(field, tuple):
        return "(" + ",".join(_write_field(part) for part in field) + ")"
    return "".join(str(int(field) if isinstance(field, bool) else field).split())


def _read_field(word: str, model: Any) -> Any:
    try:
        if isinstance(model, Bits):
            return _bits_of(word)
        if isinstance(model, (bool, int)):
            return type(model)(int(word))
        if isinstance(model, str):
            return word
    except ValueError as error:
        raise PositionError(f"{word!r} is not a number that can stand here, such as {_write_field(model)!r}") from error
    if isinstance(model, tuple):
        parts = list(_split(word))
        if len(parts) != len(model):
            raise PositionError(f"{word!r} has {len(parts)} parts; {len(model)} are needed, as in {_write_field(model)!r}")
        made = [_read_field(part, inner) for part, inner in zip(parts, model, strict=True)]
        return type(model)(*made) if hasattr(model, "_fields") else tuple(made)
    raise PositionError(f"states that hold a {type(model).__name__} have no text form unless the game defines `write` and `read`")


def _bits_of(word: str) -> Bits:
    number = int(word, 0)
    if not 0 <= number < 1 << 64:
        raise ValueError(word)
    return Bits(number)


def _split(word: str) -> Iterator[str]:
    """The comma-separated parts of `(a,(b,c),d)`."""
    if not (word.startswith("(") and word.endswith(")")):
        raise PositionError(f"{word!r} should be a list in brackets, such as (1,2,3)")
    depth, part = 0, ""
    for letter in word[1:-1]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    if part:
        yield part
