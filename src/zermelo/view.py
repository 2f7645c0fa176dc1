"""A game's state as a page draws it: a picture, a name for each square, what may be played and where it is touched.

All of it is in JSON's types. The studio and the board of a notebook show the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from zermelo.board import ANIMAL, BARE, CHESSBOARD, DOT, GOBAN, HOLE, LYING, MATCH, POINTS_AND_LINES, STANDING, Board, Piece
from zermelo.draw import board as drawing
from zermelo.errors import ActionError, GameError
from zermelo.game import CHANCE, Game, State
from zermelo.languages import Language
from zermelo.play.play import BY_REPETITION, BY_TIME
from zermelo.scales import seat
from zermelo.user_errors import rule

MOST_SQUARES: Final = 2_000
"""Squares of a board that is drawn; a larger one is shown as text."""
NO_BOARD: Final[dict[str, Any]] = {
    "svg": "",
    "turned": "",
    "below": None,
    "text": "",
    "labels": [],
    "pieces": [],
    "last": [],
    "columns": 0,
    "look": "",
    "news": "",
    "colours": [],
}
"""Of a state that is not drawn."""
MOST_COLOURS: Final = 6
"""Players whose pieces have colours of their own."""
_COLOURS: Final = {CHESSBOARD: "c", GOBAN: "s", POINTS_AND_LINES: "s"}
"""With which letter the classes begin that colour the pieces on a board (`zermelo.draw.board.STYLE`), where it is not p."""


def picture_of(game: Game, state: State) -> Board | None:
    """The picture of a state; None where there is none, or too large a one. Raises GameError for what is no picture."""
    shown = game.picture(state)
    if shown is None:
        return None
    if not isinstance(shown, Board) or not shown.rows:
        told = f"{rule(game, 'picture')}: gave a {type(shown).__name__}; it must be a zermelo.board.Board with at least one row, or None"
        raise GameError(f"{told}; position: {game.write(state)}")
    with drawing_of(game, state):
        return None if len(shown.rows) * shown.columns > MOST_SQUARES else shown


@contextmanager
def drawing_of(game: Game, state: State) -> Iterator[None]:
    """Raise GameError, which names the rule, where a picture cannot be drawn."""
    try:
        yield
    except Exception as error:
        told = f"{rule(game, 'picture')}: gave a board that cannot be drawn ({type(error).__name__}: {error})"
        raise GameError(f"{told}; the forms and looks that there are stand in zermelo.board; position: {game.write(state)}") from error


def board_view(
    game: Game, state: State, speech: Language, *, last: Sequence[int] = (), arrows: Sequence[tuple[int, int]] = ()
) -> dict[str, Any]:
    """The picture of a state as SVG without its style, and what a reader says of each square; only text where there is none."""
    shown = picture_of(game, state)
    if shown is None:
        return {**NO_BOARD, "text": game.show(state)}
    shown = spoken_board(game, shown, speech)
    text = game.show(state)
    with drawing_of(game, state):
        return drawn(shown, speech, text=text, last=last, arrows=arrows)


def drawn(shown: Board, speech: Language, *, text: str, last: Sequence[int] = (), arrows: Sequence[tuple[int, int]] = ()) -> dict[str, Any]:
    """A picture as SVG without its style, and as the player sees it who sits opposite, where one does; what a reader says of each square.

    `text` says the same.
    """

    def svg(turned: bool) -> str:
        return drawing.board(replace(shown, news=""), last=last, arrows=arrows, title=shown.news, style=False, turned=turned)

    return {
        "svg": svg(turned=False),
        "turned": "" if shown.below is None else svg(turned=True),
        "below": shown.below,
        "text": text,
        "news": shown.news,
        "labels": _labels(shown, speech),
        "pieces": [_standing(piece) for row in shown.rows for piece in row],
        "last": list(last),
        "columns": shown.columns,
        "look": shown.look,
        "colours": [f"{_COLOURS.get(shown.look, 'p')}{colour}" for colour in shown.colours or range(MOST_COLOURS)],
    }


def halfway_view(
    game: Game, state: State, legal: Iterable[int], steps: Sequence[Sequence[int]], speech: Language
) -> dict[str, dict[str, Any] | None]:
    """The `board` when the first steps of a legal action are made; None where it looks as before.

    Raises ActionError where no action begins with them.
    """
    made = tuple(map(tuple, steps))
    if not any(way[: len(made)] == made for action in legal for way in game.move_paths(state, action)):
        raise ActionError(f"no action that is legal here begins with the steps {steps}")
    shown = game.partial_board(state, made)
    return {"board": None if shown is None else drawn(spoken_board(game, shown, speech), speech, text=game.show(state))}


def action_squares(game: Game, state: State, action: int) -> tuple[int, ...]:
    """The squares by which an action is chosen. Raises GameError where the game does not give squares."""
    squares = game.action_squares(state, action)
    if not isinstance(squares, tuple) or not all(isinstance(square, int) and square >= 0 for square in squares):
        told = f"action_squares(state, {action}) of {game!r} gave {squares!r}; it must be a tuple of squares, such as (4,)"
        raise GameError(f"{told}; position: {game.write(state)}")
    return squares


def arrows(game: Game, state: State, action: int) -> list[tuple[int, int]]:
    """From where to where an action leads, step by step, in the first of the ways in which people choose it."""
    steps = next(iter(game.move_paths(state, action)), ())
    return [(step[0], step[-1]) for step in steps if step]


def still_there(game: Game, squares: Sequence[int], before: State, now: State) -> Sequence[int]:
    """Squares of a state in the picture of a later one: none where that has others, as pig's has when the die is thrown."""
    shown = [picture_of(game, state) for state in (before, now)] if squares else []
    return squares if len({(len(one.rows), one.columns) for one in shown if one is not None}) == 1 else ()


def spoken(game: Game, text: str, speech: Language) -> str:
    """A caption or the name of an action in the reader's language, where the game or the language has words for it."""
    return speech.spoken(text, game.phrases)


def spoken_board(game: Game, board: Board, speech: Language) -> Board:
    """A board with what it says in the reader's language."""
    return board.told(lambda text: spoken(game, text, speech))


def legal_view(game: Game, state: State, speech: Language, actions: Iterable[int] | None = None) -> list[dict[str, Any]]:
    """What may be played, `actions` of a state that is not over; unless given, what the player to move may play.

    Numbers of actions are text: some are greater than the numbers of a page can be. Actions that are made by the same touches, such as
    promotions, have a picture of what then stands on their last square, where that tells them apart.
    """
    if actions is None:
        actions = [] if game.is_terminal(state) or game.to_move(state) == CHANCE else game.actions(state)
    shown = [
        {
            "action": str(action),
            "name": spoken(game, game.name(state, action), speech),
            "label": spoken(game, game.action_label(state, action), speech),
            "squares": list(action_squares(game, state, action)),
            "ways": [[list(step) for step in way] for way in game.move_paths(state, action)],
            "picture": "",
        }
        for action in actions
    ]
    alike: dict[str, list[dict[str, Any]]] = {}
    for one in shown:
        if one["squares"]:
            alike.setdefault(str(one["ways"]), []).append(one)
    for group in alike.values():
        pieces = [_piece_after(game, state, one) for one in group] if len(group) > 1 else []
        if None not in pieces and len(set(pieces)) == len(pieces):
            for one, piece in zip(group, pieces, strict=False):
                one["picture"] = drawing.board(Board(((piece,),), BARE), style=False)
    return shown


def _piece_after(game: Game, state: State, one: dict[str, Any]) -> Piece | None:
    """What stands on the last square of an action when it is played; None where nothing does, or no board is drawn."""
    board = None if game.to_move(state) == CHANCE else picture_of(game, game.result(state, int(one["action"])))
    if board is None:
        return None
    return next(islice((piece for row in board.rows for piece in row), one["squares"][-1], None), None)


def player_name(game: Game, player: int, speech: Language) -> str:
    """What a player is called: of two who see everything by the game's own name, or MAX and MIN; MAX alone; else by number."""
    if player == CHANCE:
        return speech.say("player.chance")
    return seat(game, player, speech) if game.players <= 2 and not game.hidden else speech.say("studio.seats.player", number=player + 1)


def news(
    game: Game,
    speech: Language,
    *,
    mover: int | None,
    utilities: Sequence[float] | None,
    ending: str | None,
    won: Sequence[float] | None = None,
    players: Sequence[str] | None = None,
) -> str:
    """Who is to move, and what was `won` so far; where nobody is, who has won, or what one player got, and why if not by the rules.

    Nothing where that is not known. `players` is what they are called, where they have names.
    """
    players = players or [player_name(game, player, speech) for player in range(game.players)]
    so_far = _won_so_far(players, speech, won) if won is not None else ""
    if mover == CHANCE:
        return speech.say("studio.play.to_throw") + so_far
    if mover is not None:
        return speech.say("studio.play.to_move", player=players[mover]) + so_far
    if utilities is None:
        return ""
    winners = [players[player] for player, worth in enumerate(utilities) if worth == max(utilities)]
    why = {BY_REPETITION: speech.say("studio.play.by_repetition"), BY_TIME: speech.say("studio.play.on_time")}.get(ending or "", "")
    if game.players == 1:
        return speech.say("studio.play.over", utility=speech.worth(utilities[0])) + why
    if len(winners) == game.players:
        return speech.say("studio.play.draw") + why
    return speech.say("studio.play.won", len(winners), player=" & ".join(winners)) + why


def _won_so_far(players: Sequence[str], speech: Language, won: Sequence[float]) -> str:
    """Of two players by how much one is ahead; of more, or of one, what each has."""
    if len(players) != 2:
        told = ", ".join(f"{players[player]} {speech.number(share)}" for player, share in enumerate(won))
        return speech.say("studio.play.won_so_far", told=told)
    if not any(won):
        return speech.say("studio.play.level")
    ahead, margin = won.index(max(won)), speech.number(max(won))
    return speech.say("studio.play.ahead", player=players[ahead], margin=margin)


def _standing(piece: Piece | None) -> str:
    """What stands on a square, to be compared with others; nothing of an empty one."""
    return "" if piece is None or piece.form == HOLE else f"{piece.form} {piece.player} {piece.text}".rstrip()


def _labels(shown: Board, speech: Language) -> list[str]:
    """What a reader says of each square: where it is, and what stands there."""
    made = []
    for row, pieces in enumerate(shown.rows):
        for column, piece in enumerate(pieces):
            what = speech.say("studio.square.empty") if piece is None or piece.form == HOLE else piece_name(piece, speech)
            if row * shown.columns + column in shown.threatened:
                what += f", {speech.say('studio.square.threatened')}"
            if row * shown.columns + column in shown.lit:
                what += f", {speech.say('studio.square.lit')}"
            place = _place(shown, row, column, speech)
            made.append(f"{place}: {what}" if place else what)
    return made


def _place(shown: Board, row: int, column: int, speech: Language) -> str:
    """What a square is called: by its own name, as b 3, or where both are numbers as column 2, row 3."""
    if shown.names:
        return shown.names[row * shown.columns + column]
    across = shown.across[column] if column < len(shown.across) else str(column + 1)
    upwards = shown.upwards[row] if row < len(shown.upwards) else str(len(shown.rows) - row)
    if across.isdecimal() and upwards.isdecimal():
        return speech.say("studio.square.place", across=across, upwards=upwards)
    return f"{across} {upwards}".strip()


def piece_name(piece: Piece, speech: Language) -> str:
    """What stands on a piece, or its form and whose it is."""
    if piece.text and piece.form != ANIMAL:
        return piece.text
    colour = "" if piece.form in (MATCH, DOT, LYING, STANDING) else f" ({speech.say(f'studio.colours.{min(piece.player, 2)}')})"
    return piece.text + colour if piece.form == ANIMAL else speech.say(f"studio.pieces.{piece.form}") + colour
