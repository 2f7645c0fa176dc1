"""The eight criteria by which the practice that invented DESCONECTA-4 BOOM valued a position, each apart.

"Own" is the player for whom a position is valued. Every criterion is positive where that is good for the player, and
what it says for one player it says with the opposite sign for the other. Each counts the whole board at once, by
shifts of its sets of cells (see the picture in rules.py). The weights are the author's where the practice
gives them: those of `Groups`; `BlockedColumns` and `BombThreats` it only calls very high and perhaps infinite.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final

from zermelo.bits import Bits
from zermelo.game import MAX, MIN
from zermelo.games.desconecta4boom.rules import Rules, State
from zermelo.hints import Evaluation
from zermelo.units import Unit


class Result(Evaluation):
    """Criterion 1: inf where the player has won, -inf where the player has lost, 0 for a draw and before the end.

    A search that shall also prefer the sooner of two wins and the later of two losses is asked so (`sooner=True`).
    """

    measured_in = Unit("point")

    def value(self, game: Rules, state: State, player: int) -> float:
        if state.winner == player:
            return inf
        return -inf if state.winner == 1 - player else 0.0


class Material(Evaluation):
    """Criterion 2: (the opponent's tokens - the own ones) * the number of rows that are completely filled.

    Live bombs are tokens. Until the first row is full, the criterion is 0.
    """

    measured_in = Unit("point")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def value(self, game: Rules, state: State, player: int) -> float:
        own, enemy = game.tokens(state, player), game.tokens(state, 1 - player)
        full = own | enemy
        for column in range(1, game.width):
            full = full & ((own | enemy) >> game.stride * column)  # what is left in the first column are the full rows
        return self.weight * ((enemy.count() - own.count()) * full.count())


class Groups(Evaluation):
    """Criterion 3: the opponent's pairs and threes - the own ones, those that can still grow to a line of four.

    A pair is two neighbouring tokens of a player in a row, a column or a diagonal, and no third beside them in that
    direction; a three is three of them, and no fourth. It can grow if it lies in four cells in that direction that
    hold no token of the other player; whether those cells can be reached soon is not asked. A token can be in groups
    of several directions. Each group is worth `pair` or `three`, times `rows`, `columns` or `diagonals`.
    """

    measured_in = Unit("point")

    def __init__(self, pair: float = 2.0, three: float = 6.0, rows: float = 3.0, columns: float = 2.0, diagonals: float = 2.0) -> None:
        self.pair, self.three = pair, three
        self.rows, self.columns, self.diagonals = rows, columns, diagonals

    def value(self, game: Rules, state: State, player: int) -> float:
        own, enemy = game.tokens(state, player), game.tokens(state, 1 - player)
        across, up = game.stride, 1
        return (
            self.rows * self._balance(game.board, own, enemy, across)
            + self.columns * self._balance(game.board, own, enemy, up)
            + self.diagonals * (self._balance(game.board, own, enemy, across + up) + self._balance(game.board, own, enemy, across - up))
        )

    def _balance(self, board: Bits, own: Bits, enemy: Bits, step: int) -> float:
        """The worth of the opponent's groups in one direction less that of the own ones."""
        own_room, enemy_room = self._room(board & ~enemy, step), self._room(board & ~own, step)
        pairs = self._pairs(enemy, enemy_room, step) - self._pairs(own, own_room, step)
        threes = self._threes(enemy, enemy_room, step) - self._threes(own, own_room, step)
        return self.pair * pairs + self.three * threes

    def _room(self, cells: Bits, step: int) -> Bits:
        """Where four of these cells start in this direction."""
        two = cells & (cells >> step)
        return two & (two >> 2 * step)

    def _pairs(self, tokens: Bits, room: Bits, step: int) -> int:
        pairs = tokens & (tokens >> step) & ~((tokens << step) | (tokens >> 2 * step))
        return (pairs & (room | (room << step) | (room << 2 * step))).count()

    def _threes(self, tokens: Bits, room: Bits, step: int) -> int:
        threes = tokens & (tokens >> step) & (tokens >> 2 * step) & ~((tokens << step) | (tokens >> 3 * step))
        return (threes & (room | (room << step))).count()

    def greatest(self, width: int, height: int) -> float:
        """No position of such a board is worth more: a group has its first cell to itself, and lies in four cells."""
        across, up = max(0, width - 1) * height, width * max(0, height - 1)
        diagonals = 2 * max(0, width - 1) * max(0, height - 1)
        places = abs(self.rows) * across + abs(self.columns) * up + abs(self.diagonals) * diagonals
        return max(abs(self.pair), abs(self.three)) * places


class BombRow(Evaluation):
    """Criterion 4: the own tokens in the row of the own live bomb, which BOOM would clear, less the same of the opponent.

    The bomb is one of them; without a live bomb a player has none.
    """

    measured_in = Unit("point")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def value(self, game: Rules, state: State, player: int) -> float:
        own, enemy = game.tokens(state, player), game.tokens(state, 1 - player)
        return self.weight * (game.cleared(own, state.bombs).count() - game.cleared(enemy, state.bombs).count())


class BombOnEnemy(Evaluation):
    """Criterion 5: 1 if the own live bomb lies on top of a token of the opponent, less the same of the opponent."""

    measured_in = Unit("point")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def value(self, game: Rules, state: State, player: int) -> float:
        own, enemy = game.tokens(state, player), game.tokens(state, 1 - player)
        below = state.bombs >> 1
        return self.weight * (((own >> 1) & below & enemy).count() - ((enemy >> 1) & below & own).count())


class BlockedColumns(Evaluation):
    """Criterion 6: the opponent's blocked columns - the own ones.

    A column that is not full is blocked for a player whose next token there would complete a line of four of that
    player, and so lose. Whose turn it is does not matter.
    """

    measured_in = Unit("point")

    def __init__(self, weight: float = 100.0) -> None:
        self.weight = weight

    def value(self, game: Rules, state: State, player: int) -> float:
        own, enemy = game.tokens(state, player), game.tokens(state, 1 - player)
        next_cells = ((own | enemy) + game.bottom) & game.board
        return self.weight * ((self._completing(game, enemy) & next_cells).count() - (self._completing(game, own) & next_cells).count())

    def _completing(self, game: Rules, tokens: Bits) -> Bits:
        """The cells where one more token would make a line of four; upwards only on top of three."""
        across, up = game.stride, 1
        return (
            ((tokens << up) & (tokens << 2 * up) & (tokens << 3 * up))
            | self._beside(tokens, across)
            | self._beside(tokens, across + up)
            | self._beside(tokens, across - up)
        )

    def _beside(self, tokens: Bits, step: int) -> Bits:
        before, after = tokens << step, tokens >> step
        two_before, two_after = before & (before << step), after & (after >> step)
        return (two_before & ((tokens << 3 * step) | after)) | (two_after & ((tokens >> 3 * step) | before))

    def greatest(self, width: int, height: int) -> float:
        """No position of such a board is worth more."""
        return abs(self.weight) * width


class BombThreats(Evaluation):
    """Criterion 7: 1 if BOOM with the own live bomb would win by rules 6 and 7, less the same of the opponent.

    It wins where the opponent's tokens that it lets fall come to lie in a line of four, in any direction. Whose turn it
    is does not matter. The weight may be infinite; threats of both players then still make 0.
    """

    measured_in = Unit("point")

    def __init__(self, weight: float = 1000.0) -> None:
        self.weight = weight

    def value(self, game: Rules, state: State, player: int) -> float:
        own, enemy = game.tokens(state, player), game.tokens(state, 1 - player)
        own_threat, enemy_threat = self._threat(game, own, enemy, state.bombs), self._threat(game, enemy, own, state.bombs)
        if own_threat == enemy_threat:
            return 0.0
        return self.weight if own_threat else -self.weight

    def _threat(self, game: Rules, own: Bits, enemy: Bits, bombs: Bits) -> bool:
        if not own & bombs:
            return False
        gone = game.cleared(own, bombs)
        falling = game.falling(gone)
        return game.winner(game.fallen(own & ~gone, falling), game.fallen(enemy, falling), MAX) == MAX

    def greatest(self, width: int, height: int) -> float:
        """No position of such a board is worth more."""
        return abs(self.weight)


class SecondPlayer(Evaluation):
    """Criterion 8: how much the second player has exploded: for that player with a plus, for the first with a minus.

    A position does not say how often BOOM was played, but what it cost: the second player's turns so far (one less than
    the round, or as many) less the tokens that this player has on the board. Each BOOM adds 1 for its turn and 1 for each
    token it cleared, the bomb included; a PUT adds nothing.
    """

    measured_in = Unit("point")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def value(self, game: Rules, state: State, player: int) -> float:
        turns = state.ply >> 1
        exploded = max(0, turns - game.tokens(state, MIN).count())
        return self.weight * (exploded if player == MIN else -exploded)


GROUPS, COLUMNS, BOMB_THREATS = Groups(), BlockedColumns(), BombThreats()

BEFORE_THE_END: Final = GROUPS + COLUMNS + BOMB_THREATS
"""What the practice handed in says of a game that is not over."""


def greatest_before_the_end(width: int, height: int) -> float:
    """No position of such a board is worth more, or less than its negative, by BEFORE_THE_END."""
    return GROUPS.greatest(width, height) + COLUMNS.greatest(width, height) + BOMB_THREATS.greatest(width, height)


EVALUATIONS: Final[Mapping[str, Evaluation]] = MappingProxyType(
    {
        "result": Result(),
        "material": Material(),
        "groups": GROUPS,
        "bomb_row": BombRow(),
        "bomb_on_enemy": BombOnEnemy(),
        "columns": COLUMNS,
        "bomb_threats": BOMB_THREATS,
        "second_player": SecondPlayer(),
        "preset": Result() + BEFORE_THE_END,
    }
)
"""The criteria by name, 1 to 8, and the preset that the practice handed in: criteria 1, 3, 6 and 7."""
