"""How chess is written: positions as FEN (X-FEN and Shredder-FEN for Chess960) and EPD, and the parts that a move's text has.

A position (FEN):

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1

    the ranks from the 8th, White's pieces in capitals; who is to move; the rooks that may castle: K and Q for White's on the king's
    and on the queen's side, k and q for Black's, or the letter of the rook's file where it is not the outermost (Shredder-FEN:
    always); the square that a pawn has just gone over; plies since a capture or a move of a pawn; the number of the move

An EPD is the first four of these and operations: `... w KQkq - bm Nf3; id "opening 1";`.

Here squares are numbered from a1 = 0 along the ranks to h8 = 63, whoever is to move, and pieces are their letters.

Sources: S. Edwards, *Portable Game Notation Specification* (1994), 16; R. Scharnagl, *X-FEN*; S. Meyer-Kahlen, *Shredder-FEN*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from zermelo.errors import PositionError
from zermelo.values import counted

COLOURS: Final = {"w": "white", "b": "black"}
COUNTS: Final = ("plies since a capture or a move of a pawn", "the move, from 1")
PIECES: Final = "PNBRQK"
EXAMPLE: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVE: Final = re.compile(
    r"(?P<piece>[KQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[-x:]?(?P<end>[a-h][1-8])(?:[=/]?\(?(?P<promotion>[QRBNqrbn])\)?)?"
)
"""A move in short or long algebraic notation, or as UCI has it."""
LETTERS: Final = {"en": "KQRBN", "es": "RDTAC", "pt": "RDTBC"}
"""The letters of king, queen, rook, bishop and knight, in that order, in languages by their codes."""
CASTLING: Final = re.compile(r"(?P<short>[O0o]-[O0o])(?P<long>-[O0o])?")
NAME: Final = re.compile(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#]?")
"""A move in short algebraic notation, castling apart."""
MARKS: Final = re.compile(r"(?:\s*e\.p\.)?[+#]{0,2}[!?]{0,2}$")
"""What may follow: en passant, check, mate, an opinion."""
_OPERATION: Final = re.compile(r'\s*(?P<code>[A-Za-z]\w*)(?P<operands>(?:\s+(?:"(?:[^"\\]|\\.)*"|[^\s;"]+))*)\s*(?:;|$)')
_OPERAND: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s;"]+)')


class Setup(NamedTuple):
    """What is written of a position.

    pieces    the piece on each square that is not empty
    turn      who is to move, w or b
    castling  the squares of the rooks that may castle
    passant   the square that a pawn has just gone over, if one has
    quiet     plies since a capture or a move of a pawn
    move      the number of the move, from 1
    """

    pieces: Mapping[int, str]
    turn: str
    castling: tuple[int, ...]
    passant: int | None
    quiet: int
    move: int


def square_name(square: int) -> str:
    """`a1` for 0, `h8` for 63."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def square_of(name: str) -> int:
    """The number of a square."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def king_of(pieces: Mapping[int, str], turn: str) -> int:
    """The square of a player's king."""
    return next(square for square, piece in pieces.items() if piece == ("K" if turn == "w" else "k"))


def english(moves: str, code: str) -> str:
    """Moves with English letters in place of those of a language; letters that are English alone mean no piece any more.

    >>> english("Cf3 a5 Ab5 e8=D", "es")
    'Nf3 a5 Bb5 e8=Q'
    """
    return moves.translate(_other_letters(LETTERS[code], LETTERS["en"]))


def local(moves: str, code: str) -> str:
    """Moves with the letters of a language in place of the English ones: what `english` makes the same moves of again.

    >>> local("Nf3 a5 Bb5 e8=Q", "es")
    'Cf3 a5 Ab5 e8=D'
    """
    return moves.translate(_other_letters(LETTERS["en"], LETTERS[code]))


class Spelt(Mapping[str, str]):
    """How moves are told in a language, by their names in short algebraic notation (`Game.phrases`): with its letters of pieces. No other
    text is in it, and there are more moves than it lists, which are none.

    >>> Spelt("es")["Nbxd2+"], "White" in Spelt("es")
    ('Cbxd2+', False)
    """

    def __init__(self, code: str) -> None:
        self.code = code

    def __getitem__(self, name: str) -> str:
        if not NAME.fullmatch(name):
            raise KeyError(name)
        return local(name, self.code)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _other_letters(given: str, wanted: str) -> dict[int, int]:
    foreign, missing = (set(one) - set(other) for one, other in ((wanted, given), (given, wanted)))
    return str.maketrans(given + "".join(sorted(foreign)), wanted + "".join(sorted(missing)))


def codes_from(code: str, *, typed: bool = False) -> list[str]:
    """The languages in whose letters moves may be written: English first, then a reader's own, by its code, then the others. If they were
    `typed` by the reader, these two the other way around."""
    return list(dict.fromkeys((code, "en", *LETTERS) if typed else ("en", code, *LETTERS)))


# Writing


def rows_of(pieces: Mapping[int, str], empty: str = ".") -> list[str]:
    """The ranks from the 8th, a letter a square."""
    return ["".join(pieces.get(8 * rank + file, empty) for file in range(8)) for rank in reversed(range(8))]


def write_fen(setup: Setup, *, shredder: bool = False) -> str:
    """The FEN of a position."""
    return f"{_write_fields(setup, shredder)} {setup.quiet} {setup.move}"


def write_epd(setup: Setup, operations: Mapping[str, Iterable[str]]) -> str:
    """The EPD of a position with its operations, each with its operands as they are to be written."""
    told = (f"{' '.join([code, *operands])};" for code, operands in operations.items())
    return " ".join([_write_fields(setup, shredder=False), *told])


def quoted(text: str) -> str:
    """A text as an operand of an EPD, in one line; a backslash stands before quotes in it, and before backslashes."""
    return '"' + re.sub(r'(["\\])', r"\\\1", " ".join(text.split())) + '"'


def _write_fields(setup: Setup, shredder: bool) -> str:
    rows = (re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows_of(setup.pieces))
    rights = "".join(_right(setup.pieces, rook, shredder) for rook in _in_order(setup.castling)) or "-"
    passant = "-" if setup.passant is None else square_name(setup.passant)
    return f"{'/'.join(rows)} {setup.turn} {rights} {passant}"


def _in_order(rooks: Iterable[int]) -> list[int]:
    """White's before Black's, the king's side before the queen's."""
    return sorted(rooks, key=lambda rook: (rook // 8, -(rook % 8)))


def _right(pieces: Mapping[int, str], rook: int, shredder: bool) -> str:
    turn = "w" if rook < 8 else "b"
    king = king_of(pieces, turn)
    beyond = range(rook + 1, rook // 8 * 8 + 8) if rook > king else range(rook // 8 * 8, rook)
    outermost = all(pieces.get(square) != pieces[rook] for square in beyond)
    letter = ("k" if rook > king else "q") if outermost and not shredder else "abcdefgh"[rook % 8]
    return letter.upper() if turn == "w" else letter


# Reading


def read_fen(text: str) -> Setup:
    """The position that a FEN of four or six fields tells. Raises PositionError."""
    words = text.split()
    if len(words) not in (4, 6):
        needed = "the ranks, who is to move, rights to castle, en passant, and both or none of the two counts"
        raise PositionError(f"{text!r} has {counted(len(words), 'field')}; a position is {needed}, as {EXAMPLE!r}")
    ranks, turn, rights, passant = words[:4]
    quiet, move = (_count(word, what) for word, what in zip(words[4:] or ("0", "1"), COUNTS, strict=True))
    if turn not in COLOURS:
        raise PositionError(f"{turn!r} is not the player to move, w or b; a position reads as {EXAMPLE!r}")
    pieces = _read_pieces(ranks)
    castling = () if rights == "-" else tuple(_rook(pieces, rights, letter) for letter in rights)
    if len(set(castling)) < len(castling):
        raise PositionError(f"{rights!r} tells a right to castle twice; once is enough")
    return Setup(pieces, turn, castling, _read_passant(pieces, turn, passant), quiet, max(1, move))  # some begin to count at 0


def _count(word: str, what: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 6):
        raise PositionError(f"{word!r} should be a number: {what}, as in {EXAMPLE!r}")
    return int(word)


def _read_pieces(text: str) -> dict[int, str]:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise PositionError(f"{text!r} has {counted(len(ranks), 'rank')}; 8 are needed, joined by /, as {EXAMPLE!r}")
    pieces = {}
    for rank, line in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        if gaps := re.search("[1-8]{2,}", line):
            raise PositionError(f"rank {rank + 1}, {line!r}, has {gaps[0]!r}; empty squares side by side are one number, their sum")
        for sign in line:
            if sign.upper() in PIECES:
                pieces[8 * rank + file] = sign
                file += 1
            elif sign in "12345678":
                file += int(sign)
            else:
                raise PositionError(
                    f"rank {rank + 1}, {line!r}, has {sign!r}; a square is {' '.join(PIECES + PIECES.lower())}, or empty ones are a number"
                )
            if file > 8:
                break
        if file != 8:
            if file > 8:
                raise PositionError(f"rank {rank + 1}, {line!r}, has more than 8 squares")
            raise PositionError(f"rank {rank + 1}, {line!r}, has fewer than 8 squares")
    _check_pieces(pieces)
    return pieces


def _check_pieces(pieces: Mapping[int, str]) -> None:
    """Raise PositionError where there are pieces that no game leads to."""
    for turn, colour in COLOURS.items():
        own = [piece.upper() for piece in pieces.values() if piece.isupper() == (turn == "w")]
        king = "K" if turn == "w" else "k"
        if own.count("K") != 1:
            kings = f"{own.count('K') or 'no'} king{'s' * (own.count('K') > 1)}"
            raise PositionError(f"{colour} has {kings}; put one {king} on the board")
        promoted = sum(max(0, own.count(piece) - most) for piece, most in zip("NBRQ", (2, 2, 2, 1), strict=True))
        if own.count("P") + promoted > 8:
            raise PositionError(
                f"{colour} has {own.count('P')} pawns and {promoted} pieces that were pawns; together they are 8 at most, so take some off"
            )
    for square, piece in pieces.items():
        if piece in "Pp" and square // 8 in (0, 7):
            raise PositionError(f"there is a pawn on {square_name(square)}; pawns stand on ranks 2 to 7")


def _rook(pieces: Mapping[int, str], rights: str, letter: str) -> int:
    """The square of the rook that a letter of the rights to castle tells."""
    turn, side = ("w" if letter.isupper() else "b"), letter.lower()
    first, rook = (0, "R") if turn == "w" else (56, "r")
    king = king_of(pieces, turn)
    if side not in "kqabcdefgh":
        raise PositionError(f"{rights!r} has {letter!r}; rights to castle are K, Q, k, q, the letters of rooks' files, or - for none")
    if not first <= king < first + 8:
        raise PositionError(f"{letter!r} says that {COLOURS[turn]} may castle, whose king stands on {square_name(king)}; leave it out")
    if side in "kq":
        beyond = range(first + 7, king, -1) if side == "k" else range(first, king)
        found = next((square for square in beyond if pieces.get(square) == rook), None)
        where = f"no rook stands {'right' if side == 'k' else 'left'} of its king"
    else:
        square = first + "abcdefgh".index(side)
        found = square if pieces.get(square) == rook else None
        where = f"no rook stands on {square_name(square)}"
    if found is None:
        raise PositionError(f"{letter!r} says that {COLOURS[turn]} may castle there, but {where} on rank {first // 8 + 1}; leave it out")
    return found


def _read_passant(pieces: Mapping[int, str], turn: str, text: str) -> int | None:
    if text == "-":
        return None
    rank, step, pawn = (6, -8, "p") if turn == "w" else (3, 8, "P")
    if not re.fullmatch(r"[a-h][1-8]", text) or int(text[1]) != rank:
        raise PositionError(f"{text!r} is no square that a pawn has gone over when {COLOURS[turn]} is to move: one on rank {rank}, or -")
    square = square_of(text)
    if square in pieces or square - step in pieces or pieces.get(square + step) != pawn:
        gone = f"from {square_name(square - step)} to {square_name(square + step)}"
        raise PositionError(f"{text!r} says that a pawn has just gone {gone}, and the pieces stand otherwise; write -")
    return square


def read_epd(text: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The FEN in an EPD, and its operations: the operands of each, those in quotes with a quote before them and without backslashes.

    The counts of plies and moves are those of the operations `hmvc` and `fmvn`, or stand after the fields as they do in a FEN.
    Raises PositionError.
    """
    words = text.split(None, 4)
    fields, rest = words[:4], words[4] if len(words) > 4 else ""
    if len(fields) < 4:
        raise PositionError(
            f"{text!r} has {counted(len(fields), 'field')}; an EPD begins with four, as `{' '.join(EXAMPLE.split()[:4])} bm e4;`"
        )
    counts = re.match(r"(\d+)\s+(\d+)(?=\s|;|$)", rest)
    rest = rest[counts.end() :] if counts else rest
    operations: dict[str, tuple[str, ...]] = {}
    place = 0
    rest = rest.strip().strip(";").strip()
    while place < len(rest):
        found = _OPERATION.match(rest, place)
        if found is None:
            there = rest[place : place + 20]
            raise PositionError(f"the operations of an EPD break off at {there!r}; each is a code and its operands, as `bm Nf3;`")
        operations[found["code"]] = tuple(
            one[2] if one[1] is None else '"' + re.sub(r"\\(.)", r"\1", one[1]) for one in _OPERAND.finditer(found["operands"])
        )
        place = found.end()
    quiet, move = counts.groups() if counts else ("".join(operations.get("hmvc", ("0",))), "".join(operations.get("fmvn", ("1",))))
    return " ".join([*fields, quiet, move]), operations
