"""What backgammon says to people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final

from zermelo.board import BACKGAMMON, DIE, STACK, Board, Piece
from zermelo.board_text import parts_of, player_of
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX, MIN
from zermelo.games.backgammon.hand import orders_of, partial_play
from zermelo.games.backgammon.men import (
    BAR,
    OFF,
    OPENING,
    PASS,
    TO_ROLL,
    Men,
    State,
    men_on,
    pips,
)
from zermelo.games.backgammon.notation import (
    PLAYERS,
    START,
    dice_name,
    from_position_id,
    play_name,
    position_id,
    read_dice,
    read_play,
    stops_of,
    walks_of,
)
from zermelo.games.backgammon.rules import Rules

COLUMNS: Final = 14
"""Of the picture: six points, the bar, six points, and what is borne off."""
HIGH: Final = 5
"""Men that stand one above the other in `show`."""


class Text(Rules):
    """Backgammon for those who look on."""

    phrases: ClassVar = {
        "es": {
            "{} has {} parts; a position is {}, as {}": "{} tiene {} partes; una posición es {}, como {}",
            "{}; {}": "{}; {}",  # before a phrase that would take all of it
            "{} plays {}": "turno: {}, con {}",
            "{} rolls": "turno: {}, a tirar los dados",
            "{} has won {}": "victoria: {}, {}",
            "both throw one die": "cada uno tira un dado",
            "pips: {}, {}": "puntos: {}, {}",
            "off: {}, {}": "fuera: {}, {}",
            "white {}, black {}": "blancas {}, negras {}",
            "white {}": "blancas {}",
            "black {}": "negras {}",
            "a game": "una partida",
            "a gammon": "un gammon",
            "a backgammon": "un backgammon",
        },
        "pt": {
            "{} has {} parts; a position is {}, as {}": "{} tem {} partes; uma posição é {}, como {}",
            "{}; {}": "{}; {}",  # before a phrase that would take all of it
            "{} plays {}": "vez: {}, com {}",
            "{} rolls": "vez: {}, a lançar os dados",
            "{} has won {}": "vitória: {}, {}",
            "both throw one die": "cada um lança um dado",
            "pips: {}, {}": "pontos: {}, {}",
            "off: {}, {}": "fora: {}, {}",
            "white {}, black {}": "brancas {}, pretas {}",
            "white {}": "brancas {}",
            "black {}": "pretas {}",
            "a game": "uma partida",
            "a gammon": "um gammon",
            "a backgammon": "um backgammon",
        },
    }

    def name(self, state: State, action: int) -> str:
        return play_name(state, action) if state.dice > OPENING else dice_name(action)

    def action_label(self, state: State, action: int) -> str:
        return f"white {action // 10}, black {action % 10}" if state.dice == OPENING else self.name(state, action)

    def parse(self, state: State, text: str) -> int:
        if self.is_terminal(state):
            raise ActionError(f"{text!r} cannot be played: the game is over")
        if state.dice > OPENING:
            return read_play(state, text, list(self.actions(state)))
        first, second = read_dice(text)
        if state.dice == OPENING:
            if first == second:
                raise ActionError(f"{text!r} does not begin a game: who throws the higher die begins; on equal dice both throw again")
            return 10 * first + second
        return 10 * max(first, second) + min(first, second)

    def show(self, state: State) -> str:
        """The board from white's side, x white and o black, its points numbered for the player whose turn it is."""
        top, bottom = range(13, 25), range(12, 0, -1)
        rows = [self._numbers(state, top)]
        rows += [self._row(state, top, BAR, level) for level in range(HIGH)]
        rows += ["", *(self._row(state, bottom, OFF, level) for level in reversed(range(HIGH)))]
        return "\n".join([*rows, self._numbers(state, bottom), self._news(state)])

    def _numbers(self, state: State, points: Iterable[int]) -> str:
        return self._halves([str(point if state.player == MAX else BAR - point) for point in points], "")

    def _row(self, state: State, points: Iterable[int], bar: int, level: int) -> str:
        """One man of each point, the first `HIGH` of them; the last stands for those beyond it by their number."""
        return self._halves([self._sign(*self._on(state, point), level) for point in points], self._sign(*self._on_bar(state, bar), level))

    def _halves(self, signs: list[str], bar: str) -> str:
        left, right = ("".join(f"{sign:>3}" for sign in half) for half in (signs[:6], signs[6:]))
        return f"{left} |{bar:^3}|{right}".rstrip()

    def _sign(self, player: int, men: int, level: int) -> str:
        if level >= men:
            return ""
        return str(men) if level == HIGH - 1 and men > HIGH else "xo"[player]

    def _sides(self, state: State) -> tuple[Men, Men]:
        """White's men and black's."""
        return (state.own, state.other) if state.player == MAX else (state.other, state.own)

    def _on(self, state: State, point: int) -> tuple[int, int]:
        """Whose men stand on one of white's points, and how many."""
        white, black = self._sides(state)
        men = men_on(white, point)
        return (MAX, men) if men else (MIN, men_on(black, BAR - point))

    def _on_bar(self, state: State, half: int) -> tuple[int, int]:
        """White's men on the bar, which enter by the half above, or black's, which enter by the one below."""
        white, black = self._sides(state)
        return (MAX, men_on(white, BAR)) if half == BAR else (MIN, men_on(black, BAR))

    def _news(self, state: State) -> str:
        sides = self._sides(state)
        if self.is_terminal(state):
            worth = int(self.utility(state, MAX))
            return f"{PLAYERS[worth < 0]} has won {('a game', 'a gammon', 'a backgammon')[abs(worth) - 1]}"
        turn = "both throw one die" if state.dice == OPENING else f"{PLAYERS[state.player]} "
        turn += "rolls" if state.dice == TO_ROLL else f"plays {dice_name(state.dice)}" if state.dice > OPENING else ""
        told = [f"pips: white {pips(sides[MAX])}, black {pips(sides[MIN])}"]
        if any(men_on(men, OFF) for men in sides):
            told.append(f"off: white {men_on(sides[MAX], OFF)}, black {men_on(sides[MIN], OFF)}")
        return "; ".join([turn, *told])

    def picture(self, state: State) -> Board:
        """Three rows of 14: white's points 13 to 24, the dice, points 12 to 1; in column 6 the bar, in column 13 what is off."""
        white, black = self._sides(state)
        rows = [[self._stack(*self._on(state, point)) for point in points] for points in (range(13, 25), range(12, 0, -1))]
        for row, bar, off in ((rows[0], BAR, (MIN, men_on(black, OFF))), (rows[1], OFF, (MAX, men_on(white, OFF)))):
            row.insert(6, self._stack(*self._on_bar(state, bar)))
            row.append(self._stack(*off))
        dice = self._dice(state.player, (state.dice // 10, state.dice % 10) if state.dice > OPENING else ())
        labels = [[str(point if state.player == MAX else BAR - point) for point in points] for points in (range(13, 25), range(12, 0, -1))]
        above, across = ((*numbers[:6], "", *numbers[6:], "") for numbers in labels)
        upper, lower = ((*numbers[:6], "bar", *numbers[6:], "off") for numbers in labels)
        names = (*upper, *([""] * COLUMNS), *lower)
        return Board(
            (tuple(rows[0]), dice, tuple(rows[1])), BACKGAMMON, across, above=above, news=self._news(state), colours=(1, 0), names=names
        )

    def _dice(self, player: int, thrown: tuple[int, ...]) -> tuple[Piece | None, ...]:
        """The row of the dice, which lie on the player's side."""
        first = (9 if player == MAX else 2) - (len(thrown) > 2)
        shown = {first + place: Piece(DIE, player, str(die)) for place, die in enumerate(thrown)}
        return tuple(shown.get(column) for column in range(COLUMNS))

    def _stack(self, player: int, men: int) -> Piece | None:
        return Piece(STACK, player, str(men)) if men else None

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """The squares of the play's name: where each man stands, and where it hits and comes to rest."""
        if state.dice <= OPENING:
            return ()
        places = [[walk[0].source, *(stop.target for stop in stops_of(walk))] for walk in walks_of(state, action)]
        return tuple(self._square(state.player, place) for walk in places for place in walk)

    def move_paths(self, state: State, action: int) -> Iterable[tuple[tuple[int, ...], ...]]:
        """Die by die, a man from a square to a square, in any order that the rules allow."""
        if state.dice <= OPENING or action == PASS:
            yield ((),)
            return
        for steps in orders_of(state, action):
            yield tuple((self._square(state.player, source), self._square(state.player, target)) for source, target in steps)

    def partial_board(self, state: State, steps: tuple[tuple[int, ...], ...]) -> Board | None:
        """The men as they stand then, and the dice that are left."""
        places = {self._square(state.player, place): place for place in range(BAR + 1)}
        half = partial_play(state, [(places[source], places[target]) for source, target in steps])
        shown = self.picture(State(half.own, half.other, state.player, state.dice))
        return replace(shown, rows=(shown.rows[0], self._dice(state.player, half.dice), shown.rows[2]))

    def _square(self, player: int, place: int) -> int:
        """The square of the picture for a place that a player counts."""
        bottom = 2 * COLUMNS
        if place == BAR:
            return 6 if player == MAX else bottom + 6
        if place == OFF:
            return bottom + 13 if player == MAX else 13
        point = place if player == MAX else BAR - place
        column = point - 13 if point > 12 else 12 - point
        return (0 if point > 12 else bottom) + column + (column > 5)

    def write(self, state: State) -> str:
        """GNU Backgammon's position id, whose turn it is, and the dice: `4HPwATDgc/ABMA white 6-5`, `... black rolls`, `... opening`."""
        if state.dice == OPENING:
            return f"{position_id(state)} opening"
        return f"{position_id(state)} {PLAYERS[state.player]} {dice_name(state.dice) if state.dice else 'rolls'}"

    def read(self, text: str) -> State:
        words = text.split()
        if len(words) == 2 and words[1].casefold() == "opening":
            if words[0] != START:
                raise PositionError(
                    f"the position id {words[0]!r} is not that of the start, {START}; say whose turn it is, as {self._example()}"
                )
            return self.initial()
        written, mover, thrown = parts_of(text, ("its id", "the player to move", "the dice"), self._example())
        player = player_of(mover.casefold(), PLAYERS, self._example())
        dice = TO_ROLL
        if thrown.casefold() != "rolls":
            try:
                first, second = read_dice(thrown)
            except ActionError as error:
                raise PositionError(f"{error}, or it says rolls; a position reads as {self._example()}") from error
            dice = 10 * max(first, second) + min(first, second)
        state = from_position_id(written, player, dice)
        return state._replace(dice=TO_ROLL) if self.is_terminal(state) else state

    def _example(self) -> str:
        return repr(f"{START} white 6-5")
