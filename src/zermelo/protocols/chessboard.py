"""Chess as the protocols of chess programs see it: how moves are written, what a score is, and which draws nobody has claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from zermelo.errors import ActionError, SpecError
from zermelo.game import MAX, Game
from zermelo.games.chess import Chess, ChessEnding, State
from zermelo.protocols.chances import DRAWN, LOST, WON, Chances, chances
from zermelo.protocols.gameboard import Action, GameBoard
from zermelo.search.engine.result import Variation


class PiecesBoard(GameBoard):
    """A game of chess pieces, as chess and its endings, and its moves as UCI writes them."""

    win: ClassVar = "mate"
    game: Any

    def text(self, state: State, action: Action) -> str:
        """A move: `g1f3`, `e7e8q`, `e1g1`, in Chess960 `e1h1` for castling."""
        return str(self.game.uci(state, action))

    def end(self, state: State) -> str:
        """The score of a state in which the game is over, by mate or by a draw."""
        return "mate 0" if state.checkers and not tuple(self.game.actions(state)) else "cp 0"


class ChessBoard(PiecesBoard):
    """A game of chess, standard or Chess960. Raises SpecError for other games."""

    game: Chess

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Chess):
            raise SpecError(f"this protocol is for chess, not for {game!r}")
        super().__init__(game)
        self._variants = {game.variant: self}

    def _legal(self, state: State) -> tuple[Action, ...]:
        """Also where the rules have ended the game with a draw: a program may ask for one all the same."""
        return tuple(self.game.actions(state))

    def variant(self, name: str) -> ChessBoard:
        """The same with the rules of "standard" chess or of "960"; made once, as an engine is made for a game."""
        if name not in self._variants:
            made = ChessBoard(Chess(name, draws=self.game.draws))
            made._variants, self._variants[name] = self._variants, made
        return self._variants[name]

    # Positions and moves

    def read(self, text: str) -> State:
        """The state that a FEN tells. Raises PositionError."""
        return self.game.read(" ".join(text.split()))

    def ply(self, states: Sequence[State]) -> int:
        """How many plies were played up to the last of these states, as its FEN says."""
        return int(states[-1].ply)

    def action(self, state: State, text: str) -> Action:
        """The legal action that a text calls. Raises ActionError."""
        found = self._told.get((state, text.lower()))
        if found is None:
            found = next((action for action in self.game.actions(state) if self.text(state, action) == text.lower()), None)
        if found is not None:
            return found
        raise ActionError(f"{text!r} is not legal in {self.game.write(state)}")

    # What is searched

    def to_search(self, states: Sequence[State]) -> tuple[State, Sequence[State]]:
        """The state to search, and those before it that may come again, oldest first.

        Where the count of quiet plies would end the game and nobody has claimed that, it begins anew, so that there is something to search.
        """
        *before, state = states
        since = before[max(0, len(before) - state.quiet) :]
        if self.game.draws and state.quiet >= 2 * self.game.draws:
            return state._replace(quiet=0), since
        return state, since

    # What is told

    def played_out(self, states: Sequence[State], line: Sequence[Action]) -> Sequence[Action]:
        """Up to the first draw that can be claimed, by repetition or the count of quiet plies, unless one can be by now."""
        state, come = states[-1], Counter(map(self.game.position, states[-states[-1].quiet - 1 :]))
        if self._is_claimed(state, come):
            return line
        for ply, action in enumerate(line, 1):
            state = self.after(state, action)
            come[self.game.position(state)] += 1
            if self._is_claimed(state, come):
                return line[:ply]
        return line

    def _is_claimed(self, state: State, come: Counter[Any]) -> bool:
        """Whether a draw can be claimed in a state; `come` counts how often positions have come."""
        return bool(self.game.draws) and (state.quiet >= 2 * self.game.draws or come[self.game.position(state)] >= 3)

    def chances(self, state: State, value: float, *, proved: bool = False) -> Chances:
        """The chances of the player to move at a value to MAX; `proved` says that no evaluation is part of it."""
        least, most = self.game.utility_range
        if value in (least, most):  # which an evaluation never is
            return WON if (value == most) == (self.game.to_move(state) == MAX) else LOST
        return DRAWN if proved and value == 0 else chances(self.centipawns(state, value))

    def mate_in(self, state: State, variation: Variation) -> int:
        """In how many moves the player to move mates at the latest, below 0 is mated; 0 where no mate is proved."""
        return 1 if variation.line and self._mates(state, variation.line[0]) else super().mate_in(state, variation)

    def _mates(self, state: State, action: int) -> bool:
        child = self.after(state, action)
        return bool(child.checkers) and self.game.is_terminal(child) and self.game.utility(child, self.game.to_move(state)) == 1

    def result(self, states: Sequence[State]) -> tuple[str, str] | None:
        """The result of the game that led to the last of these states, 1-0, 0-1 or 1/2-1/2, and why; None while it goes on."""
        game, state = self.game, states[-1]
        if not self.legal(state):
            if not state.checkers:
                return "1/2-1/2", "Stalemate"
            return ("0-1", "Black mates") if game.to_move(state) == MAX else ("1-0", "White mates")
        if game.is_terminal(state):
            return "1/2-1/2", "50-move rule" if state.quiet >= 2 * game.draws else "Insufficient material"
        here = game.position(state)
        if game.repetition is not None and sum(game.position(one) == here for one in states[-state.quiet - 1 :]) >= 3:
            return "1/2-1/2", "Draw by repetition"
        return None


def board_of(game: Game) -> GameBoard:
    """The board of a game. Raises SpecError, which says why, for one that has none."""
    if isinstance(game, Chess):
        return ChessBoard(game)
    return PiecesBoard(game) if isinstance(game, ChessEnding) else GameBoard(game)
