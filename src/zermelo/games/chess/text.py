"""What chess says to people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from zermelo.bits import Bits, set_of
from zermelo.board import (
    CHESS_BISHOP,
    CHESS_KING,
    CHESS_KNIGHT,
    CHESS_PAWN,
    CHESS_QUEEN,
    CHESS_ROOK,
    CHESSBOARD,
    QUIET,
    Board,
    Piece,
    Setup,
    quiet_plies,
)
from zermelo.display import verdict
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX, MIN, listed
from zermelo.games.chess import notation
from zermelo.games.chess.notation import CASTLING, COLOURS, MARKS, MOVE, Spelt, square_name, square_of
from zermelo.games.chess.rules import BISHOP, KNIGHT, QUEEN, ROOK, Rules, State

PROMOTIONS: Final = {KNIGHT: "N", BISHOP: "B", ROOK: "R", QUEEN: "Q"}
FORMS: Final = {
    "P": CHESS_PAWN, "N": CHESS_KNIGHT, "B": CHESS_BISHOP, "R": CHESS_ROOK, "Q": CHESS_QUEEN, "K": CHESS_KING,
}  # fmt: skip
PALETTE: Final = {sign: Piece(form, 1) for sign, form in FORMS.items()} | {sign.lower(): Piece(form, 0) for sign, form in FORMS.items()}
_LISTS: Final = ("bm", "am")
"""Operations of an EPD whose operands are moves of its position."""
_NUMBER: Final = re.compile(r"\d+\.+")


class Text(Rules):
    """Chess for those who look on."""

    palette = PALETTE
    player_names = ("White", "Black")
    phrases: ClassVar = {code: Spelt(code) for code in notation.LETTERS if code != "en"}

    # Moves

    def move_number(self, state: State) -> int:
        """The number of the move, as FEN has it: White's and Black's share one."""
        return state.ply // 2 + 1

    def name(self, state: State, action: int) -> str:
        """Short algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`; file or rank of the start where others could go there too."""
        piece = self._piece(state, action)
        if self._is_castling(state, action):
            short = "O-O" if (action >> 6 & 63) > (action & 63) else "O-O-O"
            return short + self._mark(state, action)
        start, end = self._ends(state, action)
        takes = "x" if self._is_capture(state, action) else ""
        from_where = (start[0] if takes else "") if piece == "P" else piece + self._distinction(state, action, piece, start)
        return f"{from_where}{takes}{end}{self._becomes(action)}{self._mark(state, action)}"

    def long_name(self, state: State, action: int) -> str:
        """Long algebraic notation: `Ng1-f3`, `e4xd5`, `O-O`, `e7-e8=Q+`."""
        if self._is_castling(state, action):
            return self.name(state, action)
        piece = self._piece(state, action).replace("P", "")
        start, end = self._ends(state, action)
        return f"{piece}{start}{'x' if self._is_capture(state, action) else '-'}{end}{self._becomes(action)}{self._mark(state, action)}"

    def uci(self, state: State, action: int) -> str:
        """As the protocol UCI writes it: `g1f3`, `e7e8q`; castling is `e1g1`, and in Chess960 the king's move onto the rook."""
        start, end = self._ends(state, action)
        if self._is_castling(state, action) and self.variant == "standard":
            end = self._seen_end(start, end)
        return f"{start}{end}{self._becomes(action)[1:].lower()}"

    def parse(self, state: State, text: str) -> int:
        """The action that a text calls in short or long algebraic notation, as UCI has it, or by its number. Raises ActionError."""
        word = MARKS.sub("", text.strip())
        legal = self._named_actions(state)
        if castled := CASTLING.fullmatch(word):
            side = castled["long"] is not None
            found = [one for one in legal if self._is_castling(state, one) and ((one >> 6 & 63) < (one & 63)) == side]
        elif move := MOVE.fullmatch(word):
            found = self._meant(state, legal, move)
        else:
            found = []
        if len(found) > 1:
            names = " ".join(self.name(state, action) for action in found)
            raise ActionError(f"{text.strip()!r} can mean {len(found)} moves; say which: {names}")
        return found[0] if found else super().parse(state, text)

    def _meant(self, state: State, legal: Sequence[int], move: re.Match[str]) -> list[int]:
        """The legal actions that have the parts which a text tells. A move with both squares and no piece may be any piece's."""
        told = move.groupdict()
        whole = told["file"] and told["rank"]
        piece = told["piece"] or ("" if whole else "P")
        becomes = f"={told['promotion'].upper()}" if told["promotion"] else ""
        found: list[int] = []
        castled: list[int] = []
        for action in legal:
            castles = self._is_castling(state, action)
            start, end = self._ends(state, action)
            seen = self._seen_end(start, end) if castles else end
            if told["end"] not in (end, seen) or self._becomes(action) != becomes or (piece and self._piece(state, action) != piece):
                continue
            if start[0] in (told["file"] or start[0]) and start[1] in (told["rank"] or start[1]) and (whole or not castles):
                (found if told["end"] == end else castled).append(action)
        return found or castled

    def played(self, moves: str, state: State | None = None) -> State:
        """The state after these moves, `1. e4 e5 2. Nf3`, from `state` or the beginning. Raises ActionError for what is not legal."""
        reached = self.initial() if state is None else state
        for number, move in enumerate(_NUMBER.sub(" ", moves).split(), 1):
            try:
                reached = self.result(reached, self.parse(reached, move))
            except ActionError as error:
                raise ActionError(f"ply {number}: {error}") from error
        return reached

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """Where the piece starts and ends; castling, where the king ends."""
        start, end = self._ends(state, action)
        if self._is_castling(state, action) and self.variant == "standard":
            end = self._seen_end(start, end)
        return tuple(square_of(name) ^ 56 for name in (start, end))

    def _ends(self, state: State, action: int) -> tuple[str, str]:
        """The names of the squares where an action starts and ends."""
        turn = 56 * self.to_move(state)
        return square_name(action & 63 ^ turn), square_name(action >> 6 & 63 ^ turn)

    def _seen_end(self, king: str, rook: str) -> str:
        """The square where castling puts the king."""
        return ("g" if rook > king else "c") + king[1]

    def _kinds(self, state: State) -> dict[str, Bits]:
        """The squares of each kind of piece."""
        bishops, rooks, queens = state.diagonal & ~state.straight, state.straight & ~state.diagonal, state.diagonal & state.straight
        return {"P": state.pawns, "N": state.knights, "B": bishops, "R": rooks, "Q": queens, "K": self.kings(state)}

    def _piece(self, state: State, action: int) -> str:
        """The letter of the piece that moves."""
        return next(letter for letter, squares in self._kinds(state).items() if (action & 63) in squares)

    def _is_castling(self, state: State, action: int) -> bool:
        return (action >> 6 & 63) in state.own

    def _is_capture(self, state: State, action: int) -> bool:
        end = action >> 6 & 63
        return end in state.other or (end in state.passant and (action & 63) in state.pawns)

    def _becomes(self, action: int) -> str:
        return f"={PROMOTIONS[action >> 12]}" if action >> 12 else ""

    def _distinction(self, state: State, action: int, piece: str, start: str) -> str:
        """What tells the start from those of others of the kind that could go there: its file, if that does, else its rank, else both."""
        if piece == "K" or (self._kinds(state)[piece] & state.own).count() == 1:
            return ""
        alike = [one for one in self.actions(state) if one >> 6 == action >> 6 and one != action]
        others = [self._ends(state, one)[0] for one in alike if self._piece(state, one) == piece]
        if not others:
            return ""
        if all(other[0] != start[0] for other in others):
            return start[0]
        return start[1] if all(other[1] != start[1] for other in others) else start

    def _mark(self, state: State, action: int) -> str:
        child = self.result(state, action)
        if not child.checkers:
            return ""
        return "+" if self._can_move(child) else "#"

    # Positions

    def write(self, state: State) -> str:
        """The position as FEN (X-FEN); en passant is told where a capture is legal."""
        return notation.write_fen(self._setup(state))

    def write_shredder(self, state: State) -> str:
        """The position as Shredder-FEN, which tells the rooks that may castle by their files."""
        return notation.write_fen(self._setup(state), shredder=True)

    def read(self, text: str) -> State:
        """The state that a FEN tells, X-FEN or Shredder-FEN, with all its fields or the first four. Raises PositionError."""
        setup = notation.read_fen(text)
        self._check_castling(setup)
        state = self.placed(setup)
        if self.null_move(state).checkers:
            waiting = "w" if setup.turn == "b" else "b"
            attacked = f"{COLOURS[waiting]}'s king on {square_name(notation.king_of(setup.pieces, waiting))} is attacked"
            raise PositionError(f"{attacked} while {COLOURS[setup.turn]} is to move; let {COLOURS[waiting]} move, or take the check away")
        if self._is_out_of_reach(state.checkers, state):
            king = square_name(notation.king_of(setup.pieces, setup.turn))
            attackers = ", ".join(square_name(square ^ 56 * (setup.turn == "b")) for square in state.checkers)
            raise PositionError(
                f"{COLOURS[setup.turn]}'s king on {king} is attacked from {attackers}, which no move leads to; take attackers off"
            )
        return state

    def _is_out_of_reach(self, checkers: Bits, state: State) -> bool:
        """Whether no move gives this check: by three, or from where it was before a pawn's two steps. Two at both ends of a line may stand:
        published counts have such a position."""
        return checkers.count() > 2 or bool(state.passant and checkers & ~(state.passant >> 8))

    def placed(self, setup: notation.Setup) -> State:
        """The state that these pieces make, whether it is legal or not."""
        turn = 56 * (setup.turn == "b")
        sets = {letter: Bits(0) for letter in "PNBRQKpnbrqk"}
        for square, piece in setup.pieces.items():
            sets[piece] = sets[piece] | Bits(1) << (square ^ turn)
        white, black = (_union(sets[letter] for letter in letters) for letters in ("PNBRQK", "pnbrqk"))
        pawns, knights, diagonal, straight = (_union(sets[letter] for letter in letters) for letters in ("Pp", "Nn", "BbQq", "RrQq"))
        own, other = (black, white) if turn else (white, black)
        passed = Bits(0) if setup.passant is None else Bits(1) << (setup.passant ^ turn)
        castling = set_of(rook ^ turn for rook in setup.castling)
        ply = 2 * (setup.move - 1) + (setup.turn == "b")
        return self.seen(State(own, other, pawns, knights, diagonal, straight, castling, passed, Bits(0), setup.quiet, ply))

    def setup(self, state: State) -> Setup:
        _, turn, castling, passant, quiet, _ = self.write(state).split()
        facts = {"to move": COLOURS[turn], "castling": castling, "en passant": passant}
        return Setup(tuple(notation.rows_of(self._pieces(state))), facts | ({QUIET: quiet} if self.draws else {}))

    def setup_choices(self, setup: Setup) -> Mapping[str, Sequence[str]]:
        """Who is to move, the rights to castle and the captures en passant that the pieces allow, and how many quiet plies there were."""
        white = setup.facts.get("to move") != COLOURS["b"]
        rights = [right for row, rights in ((setup.rows[-1], "KQ"), (setup.rows[0], "kq")) for right in self._rights(row, rights)]
        castling = ["".join(some) for count in range(len(rights), 0, -1) for some in combinations(rights, count)]
        return {
            "to move": list(COLOURS.values()), "castling": [*castling, "-"], "en passant": ["-", *_passed(setup.rows, white)],
            **quiet_plies(2 * self.draws),
        }  # fmt: skip

    def _rights(self, row: str, rights: str) -> str:
        """Those of two rights to castle, on the king's and the queen's side, that king and rooks on their first rank allow."""
        king, rook = ("K", "R") if rights.isupper() else ("k", "r")
        place = row.find(king)
        if place < 0 or (self.variant == "standard" and place != 4):
            return ""
        sides = (row[7:], row[:1]) if self.variant == "standard" else (row[place:], row[:place])
        return "".join(right for right, side in zip(rights, sides, strict=True) if rook in side)

    def setup_text(self, setup: Setup) -> str:
        ranks = (re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in setup.rows)
        facts = setup.facts
        return f"{'/'.join(ranks)} {facts['to move'][0]} {facts['castling']} {facts['en passant']} {facts.get(QUIET, '0')} 1"

    def from_board(self, board: Any) -> State:
        """The state of a `Board` of the package python-chess.

        Raises PositionError for one that is no legal position, or of another game, which its variants are, and for what is no such board.
        """
        if getattr(board, "uci_variant", None) != "chess":
            raise PositionError(f"from_board takes a Board of python-chess, of standard chess or Chess960, not {board!r}")
        return self.read(board.shredder_fen() if self.variant == "960" else board.fen())

    def _check_castling(self, setup: notation.Setup) -> None:
        if self.variant == "standard":
            for rook in setup.castling:
                king = notation.king_of(setup.pieces, "w" if rook < 8 else "b")
                if king % 8 != 4 or rook % 8 not in (0, 7):
                    where = f"with king on {square_name(king)} and rook on {square_name(rook)}"
                    raise PositionError(f"castling {where} is for Chess960: chess(variant=960); else leave it out of the rights")

    def read_epd(self, text: str) -> tuple[State, dict[str, Any]]:
        """The state that an EPD tells, and its operations by their codes.

        `bm` and `am` are lists of actions, `pv` is a list of actions one after the other, `sm` and `pm` one action; other operands are
        text, or a number if they look like one: a tuple of them, or the operand itself if there is one. Raises PositionError, ActionError.
        """
        fen, operations = notation.read_epd(text)
        state = self.read(fen)
        return state, {code: self._operands(state, code, told) for code, told in operations.items()}

    def _operands(self, state: State, code: str, told: Sequence[str]) -> Any:
        if code in _LISTS:
            return [self.parse(state, move) for move in told]
        if code in ("sm", "pm") and told:
            return self.parse(state, told[0])
        if code == "pv":
            line, reached = [], state
            for move in told:
                line.append(self.parse(reached, move))
                reached = self.result(reached, line[-1])
            return line
        values = tuple(_value(operand) for operand in told)
        return values[0] if len(values) == 1 else values

    def write_epd(self, state: State, operations: Mapping[str, Any]) -> str:
        """The EPD of a state with operations such as `read_epd` gives. Raises ActionError for an action that is not legal there.

        Counts of plies and moves other than those at the start are told by `hmvc` and `fmvn`, so that the same state is read.
        """
        setup = self._setup(state)
        counts = {code: count for code, count, first in (("hmvc", setup.quiet, 0), ("fmvn", setup.move, 1)) if count != first}
        told = counts | dict(operations)
        return notation.write_epd(setup, {code: self._written(state, code, value) for code, value in told.items()})

    def _written(self, state: State, code: str, value: Any) -> list[str]:
        if code in _LISTS:
            return [self._named(state, code, action) for action in value]
        if code in ("sm", "pm"):
            return [self._named(state, code, value)]
        if code == "pv":
            names, reached = [], state
            for action in value:
                names.append(self._named(reached, code, action))
                reached = self.result(reached, action)
            return names
        operands = value if isinstance(value, (tuple, list)) else (value,)
        return [notation.quoted(one) if isinstance(one, str) else str(one) for one in operands]

    def _named(self, state: State, code: str, action: int) -> str:
        if action not in listed(self, state):
            raise ActionError(f"{code} has {action!r}, which is not a legal action in {self.write(state)}; `parse` reads one")
        return self.name(state, action)

    def _setup(self, state: State) -> notation.Setup:
        turn = 56 * self.to_move(state)
        castling = tuple(rook ^ turn for rook in state.castling)
        passant = state.passant.lowest() ^ turn if state.passant else None
        return notation.Setup(self._pieces(state), "wb"[turn > 0], castling, passant, state.quiet, state.ply // 2 + 1)

    def _pieces(self, state: State) -> dict[int, str]:
        """The letter of the piece on each square that is not empty."""
        turn, own = 56 * self.to_move(state), str.lower if self.to_move(state) == MIN else str.upper
        return {
            square ^ turn: own(letter) if square in state.own else own(letter).swapcase()
            for letter, squares in self._kinds(state).items()
            for square in squares
        }

    # Pictures

    def show(self, state: State) -> str:
        """The board with White below, White's pieces in capitals, and who is to move or what the end is."""
        rows = notation.rows_of(self._pieces(state))
        return "\n".join(
            [
                *(f"{8 - row} {' '.join(line)}" for row, line in enumerate(rows)),
                "  a b c d e f g h",
                self._news(state, list(COLOURS.values())),
            ]
        )

    def picture(self, state: State) -> Board:
        pieces = self._pieces(state)
        rows = tuple(tuple(_drawn(pieces.get(8 * rank + file)) for file in range(8)) for rank in reversed(range(8)))
        checked = (self.king(state) ^ 56 * self.to_move(state) ^ 56,) if state.checkers else ()
        told = self._news(state, self.player_names)  # as pages name players
        return Board(rows, CHESSBOARD, tuple("abcdefgh"), tuple("87654321"), told, threatened=checked, colours=(1, 0), below=0)

    def _news(self, state: State, colours: Sequence[str]) -> str:
        if not self.is_terminal(state):
            return f"{colours[self.to_move(state)]} to move{', in check' if state.checkers else ''}"
        if not self._can_move(state):
            return f"{'checkmate' if state.checkers else 'stalemate'}: {verdict(self.utility(state, MAX), list(COLOURS.values()))}"
        return (
            "draw: neither can mate" if self._is_dead(state) else f"draw: {self.draws} moves of each without a capture or a move of a pawn"
        )


def _drawn(piece: str | None) -> Piece | None:
    """A piece of the board that is drawn, on which White's are those of the light player, 1."""
    return Piece(FORMS[piece.upper()], int(piece.isupper())) if piece else None


def _passed(rows: Sequence[str], white: bool) -> list[str]:
    """The squares that a pawn of the other's may have just gone over, where a pawn stands that could take it."""
    start, over, stands = (1, 2, 3) if white else (6, 5, 4)
    own, other = ("P", "p") if white else ("p", "P")
    return [
        f"{'abcdefgh'[file]}{8 - over}"
        for file in range(8)
        if rows[stands][file] == other and rows[over][file] == rows[start][file] == "." and own in rows[stands][max(0, file - 1) : file + 2]
    ]


def _union(sets: Any) -> Bits:
    found = Bits(0)
    for one in sets:
        found = found | one
    return found


def _value(operand: str) -> Any:
    """An operand of an EPD: text in quotes as it is, a number where it is one."""
    if operand.startswith('"'):
        return operand[1:]
    try:
        return int(operand)
    except ValueError:
        try:
            return float(operand)
        except ValueError:
            return operand
