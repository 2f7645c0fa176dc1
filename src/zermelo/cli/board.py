"""Boards in colour: each player's marks in the colour of that player.

What `game.show` drew is taken as it is: a line of marks, blanks and numbers only (`3 x . o`, `.bb`) is part of a board,
any other line (`a b c`, `x to move`) is text. Where the output is no terminal, or NO_COLOR is set, nothing is coloured.
"""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from zermelo.cli.screen import console
from zermelo.game import Game, State

COLOURS: Final = ("bold red", "bold blue", "bold green", "bold yellow")
"""Of MAX, MIN and further players."""
MARKS: Final = ("xXwW●", "oObB○", "#")
"""The signs that stand for a piece of MAX, of MIN and of a third player."""
BLANKS: Final = ".·_-+|[]"

_COLOUR_OF: Final = {mark: COLOURS[player] for player, marks in enumerate(MARKS) for mark in marks}
_BOARD_LINE: Final = re.compile(rf"^[{re.escape(''.join(MARKS) + BLANKS)}\d ]+$", re.MULTILINE)


def coloured(text: str) -> Text:
    """A board in colour. Where a player has small and capital marks, the capitals are pieces apart: they stand out."""
    made = Text(text)
    places = [place for line in _BOARD_LINE.finditer(text) for place in range(*line.span()) if text[place] in _COLOUR_OF]
    marks = {text[place] for place in places}
    for place in places:
        mark = text[place]
        apart = mark.isupper() and any(other.islower() for other in marks)
        made.stylize(f"{_COLOUR_OF[mark]} reverse" if apart else _COLOUR_OF[mark], place, place + 1)
    return made


def board(game: Game, state: State) -> None:
    """Print a state as its game shows it, in colour."""
    console().print(coloured(game.show(state)), soft_wrap=True)


def say(text: str, style: str = "") -> None:
    """Print a line in one colour."""
    console().print(Text(text, style=style), soft_wrap=True)


def colour_of(player: int | None) -> str:
    """The colour of a player; none for chance."""
    return "" if player is None else COLOURS[player % len(COLOURS)]
