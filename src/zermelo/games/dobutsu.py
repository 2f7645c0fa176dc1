"""Dobutsu shogi: animals on a board of 3 x 4; what is taken changes sides and is dropped again. Who takes the other's lion wins.

Squares are numbered as the player to move sees them: after each move the board is turned round, so that own chicks always go up.

    4   0  1  2     The lion goes to any of the eight squares around it, the giraffe along its row or column, the elephant on a diagonal,
    3   3  4  5     one square each; the chick goes one square ahead. On the last row it becomes a hen, which goes along its row or column,
    2   6  7  8     and ahead on a diagonal. Taken, it is a chick again.
    1   9 10 11
        a  b  c     The letters are those of the first player, the forest, who sits below; the other is the sky.

Sources: M. Kitao's rules, 2008; T. Tanaka, An analysis of a board game "Doubutsu Shogi", IPSJ SIG Technical Report 2009-GI-22(3), 2009.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import ANIMAL, HANDS, Board, Piece
from zermelo.board_text import Grid, parts_of, player_of
from zermelo.errors import PositionError
from zermelo.game import MAX, MIN, Game
from zermelo.ranks import choose, opened, rank_set_beside, unrank_set
from zermelo.units import Unit

COLUMNS: Final = 3
ROWS: Final = 4
SQUARES: Final = COLUMNS * ROWS
GIRAFFE, ELEPHANT, CHICK, LION, HEN = range(5)
"""Kinds of pieces, those that can be in hand first."""
IN_HAND: Final = 3
"""Kinds that can be in hand, of each of which there are ..."""
OF_A_KIND: Final = 2
FULL: Final = 1 + IN_HAND * OF_A_KIND
"""Pieces of a player who has all but the other's lion."""
LETTERS: Final = "GECLH"
NAMES: Final = ("forest", "sky")
_FAR: Final = set_of(range(COLUMNS))
"""The row where own chicks become hens, and where an own lion has come home."""
_HOME: Final = set_of(range(SQUARES - COLUMNS, SQUARES))
_MIDDLE: Final = set_of(range(1, SQUARES, COLUMNS))
_LEFT: Final = set_of(range(0, SQUARES, COLUMNS))
_HAND: Final = 6
"""Bits of a hand: two for the number of each kind, a giraffe being 1, an elephant 4 and a chick 16."""

# Tiers
QUIET, TAKING, OVER = range(3)
"""States that go on, those in which a lion can be taken, and those in which the game is over."""


class State(NamedTuple):
    """What is where, as the player to move sees it.

    own, other  the squares with a piece of the player to move, and of the other
    lions, giraffes, elephants, chicks  those with a piece of this kind, whosever it is; hens are among the chicks
    hens        those with a hen
    hands       what the player to move has in hand and, 64 times that, the other
    player      the player to move
    """

    own: Bits
    other: Bits
    lions: Bits
    giraffes: Bits
    elephants: Bits
    chicks: Bits
    hens: Bits
    hands: int
    player: int


class Dobutsu(Game):
    """Dobutsu shogi, or "let's catch the lion". MAX, the forest, begins.

    Who is to move moves a piece, and takes one of the other's that stands there, or drops one from the hand on a free square. Who can
    take the lion takes it and wins. A lion that has come to the farthest row, where it cannot be taken at once, wins too. Who cannot move
    loses. A game that goes round is drawn. Utility: 1 a win, -1 a loss.

    >>> game = Dobutsu()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "b2xb3"))
    >>> game.write(state)
    'gle/.C./.../ELG C sky'
    """

    repetition = 0.0
    utility_range = (-1.0, 1.0)
    utility_sum = 0.0
    max_actions = 48
    measured_in = Unit("chick", size=1 / 32, digits=0)
    phrases: ClassVar = {
        "es": {
            "forest": "bosque",
            "sky": "cielo",
            "{} to move": "turno: {}",
            "{} has won": "gana: {}",
            "chick": "pollito",
            "chicks": "pollitos",
        },
        "pt": {
            "forest": "floresta",
            "sky": "céu",
            "{} to move": "vez: {}",
            "{} has won": "vence: {}",
            "chick": "pintinho",
            "chicks": "pintinhos",
        },
    }

    def __init__(self) -> None:
        self._steps = tuple(_steps(square, kind) for kind in range(5) for square in range(SQUARES))
        """For each kind the squares that an own piece on a square reaches, and by which one of the other's reaches it."""
        self._takers = tuple(
            set_of(square for square in range(SQUARES) if to in _steps(square, kind)) for kind in range(5) for to in range(SQUARES)
        )
        """For each kind the squares from which an own piece reaches a square."""
        pairs = [*_pairs()]
        self._own_lions, self._other_lions = tuple(own for own, _ in pairs), tuple(other for _, other in pairs)
        self._pair_of = tuple(
            pairs.index((own, other)) if (own, other) in pairs else -1 for own in range(SQUARES) for other in range(SQUARES)
        )
        self._blocks = tuple((g, e, c) for g in range(3) for e in range(3) for c in range(3))
        """How many giraffes, elephants and chicks are on the board."""
        self._first = tuple(sum(map(_ways, self._blocks[:block])) for block in range(len(self._blocks) + 1))

    # The rules

    def initial(self) -> State:
        return self.read("gle/.c./.C./ELG - forest")

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        takers = self.takers(state)
        if takers:
            lion = (state.lions & state.other).lowest()
            for start in takers:
                yield SQUARES * start + lion
        else:
            for start in state.own:
                for to in self._steps[SQUARES * kind_on(state, start) + start] & ~state.own:
                    yield SQUARES * start + to
            for kind in range(IN_HAND):
                if state.hands >> 2 * kind & 3:
                    for to in ~(state.own | state.other) & ((1 << SQUARES) - 1):
                        yield SQUARES * (SQUARES + kind) + to

    def takers(self, state: State) -> Bits:
        """The own pieces that can take the other's lion; none where the own lion was taken."""
        if not state.lions & state.own:
            return Bits(0)
        lion = (state.lions & state.other).lowest()
        return state.own & (
            state.lions & self._takers[SQUARES * LION + lion]
            | state.giraffes & self._takers[SQUARES * GIRAFFE + lion]
            | state.elephants & self._takers[SQUARES * ELEPHANT + lion]
            | state.chicks & self._takers[SQUARES * CHICK + lion]
            | state.hens & self._takers[SQUARES * HEN + lion]
        )

    def result(self, state: State, action: int) -> State:
        start, to = action // SQUARES, action % SQUARES
        there, hands = Bits(1) << to, state.hands
        if to in state.other and to not in state.lions:
            hands += 1 << 2 * kind_in_hand(state, to)
        if start >= SQUARES:
            kind = start - SQUARES
            gone = Bits(0)
            hands -= 1 << 2 * kind
        else:
            kind = kind_on(state, start)
            gone = Bits(1) << start
            if kind == CHICK and to in _FAR:
                kind = HEN
        stay = ~(there | gone)
        return turned(
            State(
                state.own & stay | there, state.other & stay, _with(state.lions & stay, there, kind == LION),
                _with(state.giraffes & stay, there, kind == GIRAFFE), _with(state.elephants & stay, there, kind == ELEPHANT),
                _with(state.chicks & stay, there, kind in (CHICK, HEN)), _with(state.hens & stay, there, kind == HEN), hands,
                state.player,
            )
        )  # fmt: skip

    def is_terminal(self, state: State) -> bool:
        if not state.lions & state.own:
            return True
        return (bool(state.lions & state.other & _HOME) or not self.can_move(state)) and not self.takers(state)

    def can_move(self, state: State) -> bool:
        """Whether the player to move can; only who has all pieces on the board may be unable to, as all other pieces stand in the way."""
        if state.own.count() < FULL:
            return True
        for start in state.own:  # noqa: SIM110  a loop compiles
            if self._steps[SQUARES * kind_on(state, start) + start] & ~state.own:
                return True
        return False

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """What the pieces on the board and in hand are worth, in 32nds: chicks 1, elephants 3, giraffes and hens 4."""
        own = _worth(state, state.own, state.hands & (1 << _HAND) - 1)
        lead = own - _worth(state, state.other, state.hands >> _HAND)
        return (lead if player == state.player else -lead) / 32

    def order(self, state: State, action: int, child: State) -> int:
        return 1 + kind_on(state, action % SQUARES) if action % SQUARES in state.other else 0

    def tactical(self, state: State) -> Iterable[int]:
        """The moves that take a piece."""
        for action in self.actions(state):
            if action % SQUARES in state.other:
                yield action

    def symmetries(self, state: State) -> Iterable[State]:
        """The mirror image."""
        yield mirrored(state)

    # For databases. Where a lion can be taken, it matters only in how many ways, and where the game is over nothing does. What is left is
    # numbered by where the lions stand, and then by where the giraffes, the elephants and the chicks are, each kind on the squares left.
    # Who is to move does not matter. Of a state and its mirror image the one counts whose own lion stands further to the left, or else
    # the other's lion, or else the one with the smaller number.

    def tier(self, state: State) -> int:
        if self.is_terminal(state):
            return OVER
        return TAKING if self.takers(state) else QUIET

    def tier_sizes(self) -> Iterable[int]:
        yield len(self._own_lions) * self._first[len(self._blocks)]
        yield FULL
        yield 1

    def rank(self, state: State) -> int:
        tier = self.tier(state)
        if tier != QUIET:
            return self.takers(state).count() - 1 if tier == TAKING else 0
        if is_in_the_middle(state):
            return min(self._number(state), self._number(mirrored(state)))
        return self._number(mirrored(state) if self._pair(state) < 0 else state)

    def _pair(self, state: State) -> int:
        """The number of the places of both lions; -1 where only their mirror image has one."""
        return self._pair_of[SQUARES * (state.own & state.lions).lowest() + (state.other & state.lions).lowest()]

    def _number(self, state: State) -> int:
        g, e, c = state.giraffes.count(), state.elephants.count(), state.chicks.count()
        giraffes = (rank_set_beside(state.giraffes, state.lions) << g | marked(state.giraffes, state.own)) * (3 - g) + (state.hands & 3)
        elephants = rank_set_beside(state.elephants, state.lions | state.giraffes) << e | marked(state.elephants, state.own)
        elephants = elephants * (3 - e) + (state.hands >> 2 & 3)
        chicks = rank_set_beside(state.chicks, state.lions | state.giraffes | state.elephants) << c | marked(state.chicks, state.own)
        chicks = (chicks << c | marked(state.chicks, state.hens)) * (3 - c) + (state.hands >> 4 & 3)
        ways = _ways_of_a_kind(10 - g, e), _ways_of_a_kind(10 - g - e, c) << c
        first = self._pair(state) * self._first[len(self._blocks)] + self._first[9 * g + 3 * e + c]
        return first + (giraffes * ways[0] + elephants) * ways[1] + chicks

    def unrank(self, tier: int, index: int) -> State:
        if tier != QUIET:
            return _taking(index + 1) if tier == TAKING else State(Bits(0), Bits(1), Bits(1), Bits(0), Bits(0), Bits(0), Bits(0), 42, MAX)
        pair, index = index // self._first[len(self._blocks)], index % self._first[len(self._blocks)]
        block = 0
        while self._first[block + 1] <= index:
            block += 1
        index -= self._first[block]
        g, e, c = block // 9, block // 3 % 3, block % 3
        of_elephants, of_chicks = _ways_of_a_kind(10 - g, e), _ways_of_a_kind(10 - g - e, c) << c
        chick, index = index % of_chicks, index // of_chicks
        elephant, giraffe = index % of_elephants, index // of_elephants
        mine, lions = Bits(1) << self._own_lions[pair], Bits(1) << self._own_lions[pair] | Bits(1) << self._other_lions[pair]
        hand = giraffe % (3 - g) + 4 * (elephant % (3 - e)) + 16 * (chick % (3 - c))
        total = (2 - g) + 4 * (2 - e) + 16 * (2 - c)
        giraffe, elephant, chick = giraffe // (3 - g), elephant // (3 - e), chick // (3 - c)
        giraffes = opened(unrank_set(giraffe >> g, g, 10), lions)
        elephants = opened(unrank_set(elephant >> e, e, 10 - g), lions | giraffes)
        chicks = opened(unrank_set(chick >> 2 * c, c, 10 - g - e), lions | giraffes | elephants)
        own = mine | _unmarked(giraffes, giraffe) | _unmarked(elephants, elephant) | _unmarked(chicks, chick >> c)
        hens = _unmarked(chicks, chick)
        other = (lions | giraffes | elephants | chicks) & ~own
        state = State(own, other, lions, giraffes, elephants, chicks, hens, hand + (total - hand << _HAND), MAX)
        if self.tier(state) == QUIET and self._counts(state):
            return state
        return State(own, other, Bits(0), giraffes, elephants, chicks, hens, state.hands, MAX)

    def _counts(self, state: State) -> bool:
        """Whether it is this quiet state that counts, and not its mirror image alone."""
        if is_in_the_middle(state):
            return self._number(state) <= self._number(mirrored(state))
        return self._pair(state) >= 0

    def possible(self, state: State) -> bool:
        return bool(state.lions)  # there are none where an index stands for no state

    def predecessors(self, state: State) -> Iterable[State]:
        if self.tier(state) == QUIET:
            alone = is_its_image(state)
            for before in self._befores(state):
                if not self.takers(before) and (not alone or self._counts(before)):  # else its mirror image leads here as well
                    yield before
                    if not alone and is_its_image(before):
                        yield before  # by the mirror image of the action

    def _befores(self, state: State) -> Iterable[State]:
        """The states with the other player to move from which a move or a drop leads here, whether or not a lion can be taken in them."""
        free = ~(state.own | state.other) & ((1 << SQUARES) - 1)
        for to in state.other:
            kind = kind_on(state, to)
            starts = self._steps[SQUARES * kind + to] & free
            if kind == LION:
                starts = starts & ~_HOME
            if kind == CHICK and to in _HOME:
                starts = Bits(0)  # it was dropped
            for start in starts:
                for taken in range(-1, IN_HAND + 1):
                    if taken < 0 or state.hands >> _HAND + 2 * min(taken, CHICK) & 3:
                        yield _moved_back(state, to, start, kind, taken)
                        if kind == HEN and to in _HOME and start == to - COLUMNS:
                            yield _moved_back(state, to, start, CHICK, taken)
            if kind < IN_HAND:
                yield _taken_up(state, to, kind)

    # For people

    def name(self, state: State, action: int) -> str:
        start, to = action // SQUARES, action % SQUARES
        end = _GRID.name(_absolute(to, state.player))
        if start >= SQUARES:
            return f"{LETTERS[start - SQUARES]}*{end}"
        return f"{_GRID.name(_absolute(start, state.player))}{'x' if to in state.other else '-'}{end}"

    def show(self, state: State) -> str:
        forest, sky = (self._hand_of(state, player) or "-" for player in (MAX, MIN))
        rows = _GRID.framed(_rows(state), below=True)
        return "\n".join([*rows, f"in hand: {forest} {sky}", self._news(state)])

    def _news(self, state: State) -> str:
        return f"{NAMES[1 - state.player]} has won" if self.is_terminal(state) else f"{NAMES[state.player]} to move"

    def _hand_of(self, state: State, player: int) -> str:
        letters = LETTERS if player == MAX else LETTERS.lower()
        return "".join(letters[kind] * _in_hand(state, player, kind) for kind in range(IN_HAND))

    def picture(self, state: State) -> Board:
        """The board between the hands: the sky's above, the forest's below, each with a square for each kind."""
        hands = [
            tuple(
                Piece(ANIMAL, player, LETTERS[kind] * count) if (count := _in_hand(state, player, kind)) else None
                for kind in range(IN_HAND)
            )
            for player in (MAX, MIN)
        ]
        board = [
            tuple(None if mark == _GRID.empty else Piece(ANIMAL, int(mark.islower()), mark.upper()) for mark in row) for row in _rows(state)
        ]
        upwards = ("", *_GRID.upwards, "")
        return Board((hands[MIN], *board, hands[MAX]), HANDS, tuple(_GRID.across), upwards, self._news(state), below=MAX)

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        start, to = action // SQUARES, action % SQUARES
        hand = start - SQUARES + (COLUMNS + SQUARES if state.player == MAX else 0)
        begin = hand if start >= SQUARES else COLUMNS + _absolute(start, state.player)
        return begin, COLUMNS + _absolute(to, state.player)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, what is in hand, and who is to move: `gle/.C./.../ELG C sky`.

        Capitals are the forest's, small letters the sky's: L, G, E, C and H are lion, giraffe, elephant, chick and hen; `-` is no hand.
        """
        hands = self._hand_of(state, MAX) + self._hand_of(state, MIN)
        return f"{'/'.join(_rows(state))} {hands or '-'} {NAMES[state.player]}"

    def read(self, text: str) -> State:
        example = "gle/.c./.C./ELG - forest"
        rows, hands, name = parts_of(text, ("the rows", "what is in hand", "the player to move"), example)
        player = player_of(name, NAMES, example)
        found = _GRID.read(rows, LETTERS + LETTERS.lower(), example)
        hand = "" if hands == "-" else hands
        if wrong := {*hand} - {*"GECgec"}:
            raise PositionError(f"{min(wrong)!r} cannot be in hand; G, E and C can, small for the sky, or - for nothing, as in {example}")
        for kind in "GEC":
            signs = [kind, kind.lower(), *("Hh" if kind == "C" else "")]
            if (count := sum(len(found[sign]) + hand.count(sign) for sign in signs)) != OF_A_KIND:
                raise PositionError(
                    f"there are {count} of {kind}, on the board and in hand; there are always {OF_A_KIND} (H is a C turned)"
                )
        own, other = (LETTERS, LETTERS.lower())[:: 1 if player == MAX else -1]
        if len(found[other[LION]]) != 1 or len(found[own[LION]]) > 1:
            raise PositionError("each player has one lion; only that of the player to move may have been taken")
        squares = [[set_of(_absolute(one, player) for one in found[sign]) for sign in side] for side in (own, other)]
        kinds = [mine | others for mine, others in zip(*squares, strict=True)]
        first, second = (
            sum(side.count(sign) << 2 * kind for kind, sign in enumerate(sides[:IN_HAND])) for sides, side in ((own, hand), (other, hand))
        )
        if squares[0][LION] & _FAR:
            raise PositionError(f"the lion of the {name} has come home, and the game went on; it would have ended")
        return State(
            _together(squares[0]), _together(squares[1]), kinds[LION], kinds[GIRAFFE], kinds[ELEPHANT], kinds[CHICK] | kinds[HEN],
            kinds[HEN], first + (second << _HAND), player,
        )  # fmt: skip


_GRID: Final = Grid("abc", "4321", ROWS, COLUMNS, square="square")


def turned(state: State) -> State:
    """The same as the other player sees it, who is now to move."""
    hands = state.hands >> _HAND | (state.hands & (1 << _HAND) - 1) << _HAND
    return State(
        _turned(state.other), _turned(state.own), _turned(state.lions), _turned(state.giraffes), _turned(state.elephants),
        _turned(state.chicks), _turned(state.hens), hands, 1 - state.player,
    )  # fmt: skip


def mirrored(state: State) -> State:
    """The mirror image."""
    return State(
        _mirrored(state.own), _mirrored(state.other), _mirrored(state.lions), _mirrored(state.giraffes), _mirrored(state.elephants),
        _mirrored(state.chicks), _mirrored(state.hens), state.hands, state.player,
    )  # fmt: skip


def _turned(squares: Bits) -> Bits:
    """The squares turned round: 11 for 0. Pairs of columns change places within each six squares, these do, and so do both sixes."""
    squares = _mirrored(squares)
    squares = (squares & 0o0707) << 3 | squares >> 3 & 0o0707
    return (squares & 0o0077) << 6 | squares >> 6


def _mirrored(squares: Bits) -> Bits:
    return (squares & 0o1111) << 2 | squares & 0o2222 | squares >> 2 & 0o1111


def is_in_the_middle(state: State) -> bool:
    """Whether both lions stand in the column in the middle, where they do in the mirror image, too."""
    return not state.lions & ~_MIDDLE


def is_its_image(state: State) -> bool:
    """Whether a state is the same in the mirror."""
    return (
        state.own == _mirrored(state.own)
        and state.other == _mirrored(state.other)
        and state.lions == _mirrored(state.lions)
        and state.giraffes == _mirrored(state.giraffes)
        and state.elephants == _mirrored(state.elephants)
        and state.chicks == _mirrored(state.chicks)
        and state.hens == _mirrored(state.hens)
    )


def kind_on(state: State, square: int) -> int:
    """The kind of the piece on a square where there is one."""
    if square in state.lions:
        return LION
    if square in state.hens:
        return HEN
    return kind_in_hand(state, square)


def kind_in_hand(state: State, square: int) -> int:
    """What the piece on a square, no lion, is in the hand of who takes it."""
    if square in state.giraffes:
        return GIRAFFE
    return ELEPHANT if square in state.elephants else CHICK


def _with(squares: Bits, more: Bits, really: bool) -> Bits:
    return squares | more if really else squares


def marked(squares: Bits, some: Bits) -> int:
    """Which of these, two squares at most, are among some: 1 for the lower one, 2 for the other."""
    low = squares & -squares
    return (1 if low & some else 0) + (2 if (squares ^ low) & some else 0)


def _unmarked(squares: Bits, marks: int) -> Bits:
    """Those of two squares at most that are marked so."""
    low = squares & -squares
    return (low if marks & 1 else Bits(0)) | (squares ^ low if marks & 2 else Bits(0))


def _moved_back(state: State, to: int, start: int, kind: int, taken: int) -> State:
    """The state before a piece of the other's, which then was of this kind, came from `start`, and took what stood there.

    taken  a kind that can be in hand, 3 for a hen, less than 0 for nothing
    """
    here, there = Bits(1) << start, Bits(1) << to
    other, hands = state.other & ~there | here, state.hands
    if taken >= 0:
        hands -= 1 << _HAND + 2 * min(taken, CHICK)
    return turned(
        State(
            _with(state.own, there, taken >= 0), other, _with(state.lions & ~there, here, kind == LION),
            _with(_with(state.giraffes & ~there, here, kind == GIRAFFE), there, taken == GIRAFFE),
            _with(_with(state.elephants & ~there, here, kind == ELEPHANT), there, taken == ELEPHANT),
            _with(_with(state.chicks & ~there, here, kind in (CHICK, HEN)), there, taken >= CHICK),
            _with(_with(state.hens & ~there, here, kind == HEN), there, taken > CHICK), hands, state.player,
        )
    )  # fmt: skip


def _taken_up(state: State, to: int, kind: int) -> State:
    """The state before the other dropped the piece of this kind that stands on a square."""
    stay = ~(Bits(1) << to)
    return turned(
        State(
            state.own, state.other & stay, state.lions, state.giraffes & stay, state.elephants & stay, state.chicks & stay, state.hens,
            state.hands + (1 << _HAND + 2 * kind), state.player,
        )
    )  # fmt: skip


def _taking(ways: int) -> State:
    """A state in which a lion can be taken in so many ways, 1 to 7; what does not take it is in hand.

    It stands on b3 and is taken by the lion on c2, giraffes on a3 and c3, elephants on a4 and c4, a chick on b2 and a hen on b4.
    """
    lions, giraffes, elephants, chicks = Bits(0x110), Bits(0), Bits(0), Bits(0)
    hands = 42
    if ways > 1:
        giraffes, hands = Bits(0x008), hands - 1
    if ways > 2:
        giraffes, hands = Bits(0x028), hands - 1
    if ways > 3:
        elephants, hands = Bits(0x001), hands - 4
    if ways > 4:
        elephants, hands = Bits(0x005), hands - 4
    if ways > 5:
        chicks, hands = Bits(0x080), hands - 16
    if ways > 6:
        chicks, hands = Bits(0x082), hands - 16
    own = Bits(0x100) | giraffes | elephants | chicks
    return State(own, Bits(0x010), lions, giraffes, elephants, chicks, chicks & 0x002, hands, MAX)


def _ways_of_a_kind(squares: int, count: int) -> int:
    """In how many ways the pieces of a kind can be: `count` on so many squares, each of either player, and the others in hands."""
    return (choose(squares, count) << count) * (OF_A_KIND + 1 - count)


def _ways(block: tuple[int, int, int]) -> int:
    """In how many ways so many giraffes, elephants and chicks can be beside two lions."""
    g, e, c = block
    free = SQUARES - 2
    return _ways_of_a_kind(free, g) * _ways_of_a_kind(free - g, e) * _ways_of_a_kind(free - g - e, c) << c


def _pairs() -> Iterable[tuple[int, int]]:
    """Where the own lion and the other can stand in a quiet state, of which the one counts that is further to the left."""
    for own in range(COLUMNS, SQUARES):
        for other in range(SQUARES - COLUMNS):
            apart = max(abs(own // COLUMNS - other // COLUMNS), abs(own % COLUMNS - other % COLUMNS)) > 1
            if apart and (own in _LEFT or (own in _MIDDLE and (other in _LEFT or other in _MIDDLE))):
                yield own, other


def _steps(square: int, kind: int) -> Bits:
    """The squares that an own piece on a square reaches."""
    row, column = divmod(square, COLUMNS)
    across, diagonal = [(0, -1), (0, 1), (-1, 0), (1, 0)], [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    steps = {
        LION: across + diagonal, GIRAFFE: across, ELEPHANT: diagonal, CHICK: [(-1, 0)], HEN: across + diagonal[:2],
    }[kind]  # fmt: skip
    around = [(row + down, column + right) for down, right in steps]
    return set_of(COLUMNS * y + x for y, x in around if 0 <= y < ROWS and 0 <= x < COLUMNS)


def _worth(state: State, pieces: Bits, hand: int) -> int:
    big = 4 * ((pieces & (state.giraffes | state.hens)).count() + (hand & 3)) + 3 * ((pieces & state.elephants).count() + (hand >> 2 & 3))
    return big + (pieces & state.chicks & ~state.hens).count() + (hand >> 4 & 3)


def _together(squares: list[Bits]) -> Bits:
    found = Bits(0)
    for some in squares:
        found = found | some
    return found


def _absolute(square: int, player: int) -> int:
    """A square as the first player sees it."""
    return square if player == MAX else SQUARES - 1 - square


def _in_hand(state: State, player: int, kind: int) -> int:
    return state.hands >> (0 if player == state.player else _HAND) + 2 * kind & 3


def _rows(state: State) -> list[str]:
    """The rows from the top as the first player sees them."""
    marks: dict[str, list[int]] = {}
    for square in state.own | state.other:
        letter = LETTERS[kind_on(state, square)]
        owner = state.player if square in state.own else 1 - state.player
        marks.setdefault(letter if owner == MAX else letter.lower(), []).append(_absolute(square, state.player))
    return _GRID.rows(marks)
