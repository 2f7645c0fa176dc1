"""Positions are put together from the pieces of a game's palette; the rules say what is wrong with one."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter

from zermelo.board import BARE, EMPTY, TO_MOVE, Board, Piece, Setup
from zermelo.draw import board as drawing
from zermelo.eligibility import SETUP, checked
from zermelo.errors import PositionError
from zermelo.game import Game
from zermelo.languages import Language, language
from zermelo.titles import titled
from zermelo.view import drawn, picture_of, piece_name
from zermelo.web.routes.common import TheDispatcher
from zermelo.web.schemas import PutTogether
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")


@router.post("/setup")
async def setup(asked: PutTogether, dispatcher: TheDispatcher) -> Facts:
    """A position as an editor shows it: its board, pieces and facts, its text, and what the rules say against it."""
    return await dispatcher.at_once(asked.game, _setup, asked)


def _setup(studio: Studio, asked: PutTogether) -> Facts:
    named, speech = studio.catalogue.game(asked.game), language(asked.lang)
    game = named.game
    checked(named, asked.lang, SETUP)
    model = picture_of(game, game.initial())
    assert model is not None
    if asked.rows is None:
        made = game.setup(game.initial() if asked.text is None else game.read(asked.text))
    else:
        _check_rows(game, model, asked.rows)
        made = Setup(tuple(asked.rows), asked.facts)
    choices = game.setup_choices(made)
    made = replace(made, facts={name: _among(made.facts.get(name), tuple(allowed)) for name, allowed in choices.items()})
    text, trouble = _text(game, made, speech)
    board = replace(model, rows=_pieces(game, made.rows), news="", threatened=())
    return {
        "title": titled(game, speech),
        "board": drawn(board, speech, text="\n".join(made.rows)),
        "rows": list(made.rows),
        "facts": [
            {
                "name": name,
                "label": _said(speech, "facts", name),
                "value": made.facts[name],
                "choices": [{"value": one, "label": _value(game, name, one, speech)} for one in allowed],
            }
            for name, allowed in choices.items()
        ],
        "text": text,
        "trouble": trouble,
        "palette": [
            {
                "sign": sign,
                "label": piece_name(piece, speech),
                "svg": drawing.board(Board(((piece,),), BARE), title=piece_name(piece, speech), style=False),
            }
            for sign, piece in game.palette.items()
        ],
    }


def _check_rows(game: Game, model: Board, rows: list[str]) -> None:
    """Raise PositionError for rows that are not those of the board, with signs of the palette."""
    if len(rows) != len(model.rows) or any(len(row) != model.columns for row in rows):
        raise PositionError(f"the board has {len(model.rows)} rows of {model.columns} squares")
    for sign in {sign for row in rows for sign in row}:
        if sign != EMPTY and sign not in game.palette:
            raise PositionError(f"{sign!r} is no piece of this game; there are {' '.join(game.palette)}, and {EMPTY} for none")


def _pieces(game: Game, rows: tuple[str, ...]) -> tuple[tuple[Piece | None, ...], ...]:
    return tuple(tuple(game.palette.get(sign) for sign in row) for row in rows)


def _among(value: str | None, allowed: tuple[str, ...]) -> str:
    return value if value in allowed else allowed[0]


def _text(game: Game, made: Setup, speech: Language) -> tuple[str, str | None]:
    """The text of a position, as far as it can be written, and what the rules say against it; None where it can be played."""
    text = ""
    try:
        text = game.setup_text(made)
        state = game.read(text)
    except PositionError as error:
        return text, speech.trouble(str(error), game.phrases)
    return text, speech.spoken(game.show(state).splitlines()[-1], game.phrases) if game.is_terminal(state) else None


def _value(game: Game, name: str, word: str, speech: Language) -> str:
    """What a fact may be, in the reader's language: a player whom the text calls by the sign of a piece is said as that piece."""
    return piece_name(game.palette[word], speech) if name == TO_MOVE and word in game.palette else _said(speech, "values", word)


def _said(speech: Language, kind: str, word: str) -> str:
    """The word in the reader's language, where that has it; else as the game says it."""
    return str(speech.catalogue["studio"]["setup"][kind].get(word, word))
