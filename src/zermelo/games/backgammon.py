"""Backgammon: two dice, fifteen men a side; who first bears all of the own men off the board wins.

Each player counts the points from the own side, 24 down to 1: men enter from the bar (25), move down, and leave to 0.
So the other player's point 25 - p is one's own p. White is MAX, black is MIN.

1. Each throws one die; the higher one begins with these two dice. If they are equal, both throw again.
2. A man moves as many points down as a die says, to a point with at most one man of the other player (an *open* point).
   A single man there (a *blot*) is hit: it goes to the bar. Doubles are played four times.
3. Men on the bar enter first. Once all own men are home (points 6 to 1) they may be borne off: from the point of the
   die, or, if there is none on that point or beyond it, from the farthest point.
4. As many dice as possible must be played; if either of two can be but not both, the higher one.
5. The winner wins 1; 2 (a *gammon*) if the loser has borne off no man; 3 (a *backgammon*) if the loser then also has a
   man on the bar or in the winner's home. There is no doubling cube.

Source: W. Robertie, Backgammon for Winners (1994). Positions are written by GNU Backgammon's position id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from zermelo.bits import Bits
from zermelo.board import BACKGAMMON, DIE, STACK, Board, Piece
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games.backgammon_hand import halfway, orders_of
from zermelo.games.backgammon_men import (
    BAR,
    LOW_FIRST,
    MEN,
    OFF,
    ON_BOARD,
    OPENING,
    PASS,
    STEPS,
    TO_ROLL,
    WIDTH,
    Men,
    State,
    blots,
    facing,
    made,
    men_from,
    men_on,
    movable,
    moved,
    occupied,
    pips,
    stepped,
)
from zermelo.games.backgammon_net import CONTACT_UNITS, MOST_MARKS, OUTPUTS, equity, judge
from zermelo.games.backgammon_text import (
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
from zermelo.games.backgammon_weights import shipped, weights_in
from zermelo.hints import Evaluation
from zermelo.rows import singles, words

COLUMNS: Final = 14
"""Of the picture: six points, the bar, six points, and what is borne off."""
HIGH: Final = 5
"""Men that stand one above the other in `show`."""


class Learned(Evaluation):
    """What the network says (backgammon_net.py), with weights from a file (backgammon_weights.py), the package's unless one is named.

    The points that a player wins on average, as the dice will be rolled next: those that are already rolled do not count.
    """

    def __init__(self, weights: str = "") -> None:
        known = weights_in(weights)[0] if weights else shipped()
        if known is None:
            raise SpecError("the weights that come with the package are not there; `zermelo learn backgammon --out FILE` makes some")
        self.file, self.weights = weights, known

    def value(self, game: Backgammon, state: State, player: int) -> float:
        outputs = singles(OUTPUTS)
        judge(state.own, state.other, self.weights, words(MOST_MARKS), singles(CONTACT_UNITS), outputs)
        worth = equity(outputs)
        return worth if player == state.player else -worth

    def __repr__(self) -> str:
        return f"Learned({self.file!r})"


class Pips(Evaluation):
    """The lead in pips, as a share of what all men have to go at the start: a race's evaluation, and nothing but a race's."""

    def value(self, game: Backgammon, state: State, player: int) -> float:
        lead = (pips(state.other) - pips(state.own)) / 167.0
        return lead if player == state.player else -lead


START_MEN: Final = men_from((0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0))
"""Two men on 24, five on 13, three on 8, five on 6."""


class Backgammon(Game):
    """Backgammon, judged by a network that has learned it. White is MAX; the dice say who begins.

    The rules are at the top of this file. `weights` is a file of weights for the network, else it has those of the package.

    At CHANCE an action is a roll, 10 * higher die + lower die; the opening roll is 10 * white's die + black's. A player's
    action is a whole play: up to four places from which a man makes a step, five bits each from the lowest, the higher
    die first unless `LOW_FIRST` is added; 0 passes. Plays that lead to the same position are given once.

    >>> game = Backgammon()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "6-5"))
    >>> state = game.result(state, game.parse(state, "24/13"))
    >>> print(game.show(state))
     12 11 10  9  8  7 |   |  6  5  4  3  2  1
      x           o    |   |  o              x
      x           o    |   |  o
      x           o    |   |  o
      x                |   |  o
      6                |   |  o
    <BLANKLINE>
      o                |   |  x
      o                |   |  x
      o           x    |   |  x
      o           x    |   |  x              o
      o           x    |   |  x              o
     13 14 15 16 17 18 |   | 19 20 21 22 23 24
    black rolls; pips: white 156, black 167
    >>> game.write(state)
    '4HPwAyDgc/ABMA black rolls'
    """

    chance = True
    evaluations = {"pips": Pips()}  # noqa: RUF012  a fact of the game, which never changes
    utility_range = (-3.0, 3.0)
    max_actions = 3060  # four steps of a double, shared out among fifteen men: 18 choose 4

    def __init__(self, weights: str = "") -> None:
        self.weights = weights
        self.judge: Evaluation = Learned(weights) if weights or shipped() is not None else Pips()

    # The rules

    def initial(self) -> State:
        return State(START_MEN, START_MEN, MAX, OPENING)

    def to_move(self, state: State) -> int:
        return CHANCE if state.dice <= OPENING else state.player

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        if state.dice == OPENING:
            for white in range(1, 7):
                for black in range(1, 7):
                    if white != black:
                        yield 10 * white + black, 1 / 30
        else:
            for high in range(1, 7):
                for low in range(1, high):
                    yield 10 * high + low, 1 / 18
                yield 11 * high, 1 / 36

    def actions(self, state: State) -> Iterable[int]:
        own = state.own
        open_ = ON_BOARD & ~facing(made(state.other))
        high, low = state.dice // 10, state.dice % 10
        if high == low:
            # From the farthest man to the nearest: so every play has one order
            longest = self._longest(own, open_, high)
            if longest == 0:
                yield PASS
            else:
                for first in movable(own, open_, high):
                    if longest == 1:
                        yield first
                    else:
                        one = stepped(own, first, high)
                        for second in movable(one, open_, high) & _up_to(first):
                            if longest == 2:
                                yield first | second << WIDTH
                            else:
                                two = stepped(one, second, high)
                                for third in movable(two, open_, high) & _up_to(second):
                                    if longest == 3:
                                        yield first | second << WIDTH | third << 2 * WIDTH
                                    else:
                                        three = stepped(two, third, high)
                                        for fourth in movable(three, open_, high) & _up_to(third):
                                            yield first | second << WIDTH | third << 2 * WIDTH | fourth << 3 * WIDTH
        else:
            both = False
            with_high, with_low = movable(own, open_, high), movable(own, open_, low)
            for first in with_high:
                one = stepped(own, first, high)
                for second in movable(one, open_, low):
                    both = True
                    if first != second - low or not self._same_by_high(state, open_, second):
                        yield first | second << WIDTH
            for second in with_low:
                one = stepped(own, second, low)
                for first in movable(one, open_, high) & ~with_high:  # what the high die could do first was given above
                    both = True
                    two_off = first <= high and second <= low
                    if not two_off and (first != second - low or not self._same_by_high(state, open_, second)):
                        yield second | first << WIDTH | LOW_FIRST
            if not both:
                if with_high:
                    for first in with_high:
                        yield first
                elif with_low:
                    for first in with_low:
                        yield first | LOW_FIRST
                else:
                    yield PASS

    def result(self, state: State, action: int) -> State:
        if state.dice == OPENING:
            white, black = action // 10, action % 10
            if white > black:
                return State(state.own, state.other, state.player, action)
            return State(state.other, state.own, 1 - state.player, 10 * black + white)
        if state.dice == TO_ROLL:
            return State(state.own, state.other, state.player, action)
        own, other = state.own, state.other
        die, next_die = state.dice // 10, state.dice % 10
        if action & LOW_FIRST:
            die, next_die = next_die, die
        steps = action & STEPS
        while steps > 0:
            source = steps & 31
            target = max(source - die, OFF)
            own = moved(own, source, target)
            if target > OFF and 25 - target in blots(other):
                other = moved(other, 25 - target, BAR)
            steps >>= WIDTH
            die, next_die = next_die, die
        return State(other, own, 1 - state.player, TO_ROLL)

    def is_terminal(self, state: State) -> bool:
        return men_on(state.other, OFF) == MEN or men_on(state.own, OFF) == MEN

    def utility(self, state: State, player: int) -> float:
        has_lost = men_on(state.own, OFF) < MEN
        loser = state.own if has_lost else state.other
        worth = 1.0
        if men_on(loser, OFF) == 0:
            worth = 3.0 if occupied(loser) >= 1 << 19 else 2.0
        return -worth if (player == state.player) == has_lost else worth

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """The points that a player will win on average, as a network has learned it; without its weights the lead in pips.

        Always before the roll: dice that are thrown already do not count. So a search that ends with a roll says what the one
        that ends before it says, with 21 times the leaves: look an odd number of plies ahead of a play, an even one of a roll.
        """
        if state.dice == OPENING:
            return 0.0
        return self.judge.value(self, state, player)

    def _longest(self, men: Men, open_: Bits, die: int) -> int:
        """How many steps of a double can be made, 0 to 4. The farthest man first: a step never takes one from another man."""
        for steps in range(4):
            sources = movable(men, open_, die)
            if not sources:
                return steps
            men = stepped(men, sources.highest(), die)
        return 4

    def _same_by_high(self, state: State, open_: Bits, source: int) -> bool:
        """Whether a man that goes from `source` by the low die and on by the high one can do so by the high die first.

        And come to the same position: no man is hit half way.
        """
        high, low = state.dice // 10, state.dice % 10
        half_way = source - high
        if half_way <= OFF or source not in movable(state.own, open_, high):
            return False
        hit = blots(state.other)
        return (
            half_way in movable(stepped(state.own, source, high), open_, low) and 25 - half_way not in hit and 25 - source + low not in hit
        )

    # For people

    def name(self, state: State, action: int) -> str:
        return play_name(state, action) if state.dice > OPENING else dice_name(action)

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
        return Board((tuple(rows[0]), dice, tuple(rows[1])), BACKGAMMON, across, above=above, news=self._news(state))

    def _dice(self, player: int, thrown: tuple[int, ...]) -> tuple[Piece | None, ...]:
        """The row of the dice, which lie on the player's side."""
        first = (9 if player == MAX else 2) - (len(thrown) > 2)
        shown = {first + place: Piece(DIE, player, str(die)) for place, die in enumerate(thrown)}
        return tuple(shown.get(column) for column in range(COLUMNS))

    def _stack(self, player: int, men: int) -> Piece | None:
        return Piece(STACK, player, str(men)) if men else None

    def touched(self, state: State, action: int) -> tuple[int, ...]:
        """The squares of the play's name: where each man stands, and where it hits and comes to rest."""
        if state.dice <= OPENING:
            return ()
        places = [[walk[0].source, *(stop.target for stop in stops_of(walk))] for walk in walks_of(state, action)]
        return tuple(self._square(state.player, place) for walk in places for place in walk)

    def ways(self, state: State, action: int) -> Iterable[tuple[tuple[int, ...], ...]]:
        """Die by die, a man from a square to a square, in any order that the rules allow."""
        if state.dice <= OPENING or action == PASS:
            yield ((),)
            return
        for steps in orders_of(state, action):
            yield tuple((self._square(state.player, source), self._square(state.player, target)) for source, target in steps)

    def halfway(self, state: State, steps: tuple[tuple[int, ...], ...]) -> Board | None:
        """The men as they stand then, and the dice that are left."""
        places = {self._square(state.player, place): place for place in range(BAR + 1)}
        half = halfway(state, [(places[source], places[target]) for source, target in steps])
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
        if len(words) != 3:
            raise PositionError(
                f"{text!r} has {len(words)} parts; a position is its id, who is to play, and the dice, as {self._example()}"
            )
        if words[1].casefold() not in PLAYERS:
            raise PositionError(f"{words[1]!r} is not the player whose turn it is, white or black; a position reads as {self._example()}")
        dice = TO_ROLL
        if words[2].casefold() != "rolls":
            try:
                first, second = read_dice(words[2])
            except ActionError as error:
                raise PositionError(f"{error}, or it says rolls; a position reads as {self._example()}") from error
            dice = 10 * max(first, second) + min(first, second)
        state = from_position_id(words[0], PLAYERS.index(words[1].casefold()), dice)
        return state._replace(dice=TO_ROLL) if self.is_terminal(state) else state

    def _example(self) -> str:
        return repr(f"{START} white 6-5")


def _up_to(place: int) -> Bits:
    """The places from 0 to this one."""
    return (Bits(2) << place) - 1
