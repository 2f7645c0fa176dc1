"""Small games as people write them: lists in objects, dicts, sets, texts, Enums, None."""

from __future__ import annotations

import copy
import enum
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from zermelo import CHANCE, Game


@dataclass
class Pile:
    pile: list[int]
    total: int
    player: int


class Growing(Game):
    """Twelve times a player puts 1 or 2; a total leaps if all were 1."""

    utility_range = (-1, 1)

    def initial(self) -> Any:
        return Pile([], 0, 0)

    def to_move(self, state: Any) -> int:
        return state.player

    def actions(self, state: Any) -> Any:
        return [1, 2]

    def result(self, state: Any, action: int) -> Any:
        new = Pile(state.pile[:], state.total, 1 - state.player)
        new.pile.append(action)
        new.total = state.total + (10**9 if len(new.pile) > 8 and all(one == 1 for one in new.pile) else 1)
        return new

    def is_terminal(self, state: Any) -> bool:
        return len(state.pile) == 10

    def utility(self, state: Any, player: int) -> float:
        won = 1 if (state.total + state.pile[3]) % 2 == 0 else -1
        return won if player == 0 else -won


class Overflowing(Growing):
    """A utility that needs more than 64 bits on the way to a small number, in the one position in which all put 2."""

    def utility(self, state: Any, player: int) -> float:
        share = 1
        for one in state.pile:
            share *= 40 * one
        won = 1 if share % 17 < 9 else -1
        return won if player == 0 else -won


class Counting(Growing):
    """One line runs fifty times in each position, and one makes a list each time."""

    def is_terminal(self, state: Any) -> bool:
        seen = 0
        for number in range(50):
            seen += number * len(state.pile) % 7
        doubled = [seen, seen]
        return len(state.pile) == 8 and len(doubled) == 2


class Cleared(Growing):
    """A board of lists, which an action makes anew from a constant, or a row of it; what counts is a region of it."""

    utility_range = (-3, 3)
    START = [[0, 1], [2, 0], [0, 0]]  # noqa: RUF012  as people write it

    def initial(self) -> Any:
        return Pile(copy.deepcopy(self.START), 0, 0)

    def actions(self, state: Any) -> Any:
        return range(8)

    def result(self, state: Any, action: int) -> Any:
        new = Pile([row[:] for row in state.pile], state.total + 1, 1 - state.player)
        try:
            new.pile[action // 2][action % 2] += action + 1
        except IndexError:
            if action == 6:
                new.pile[state.total % 3] = self.START[state.total % 3][:]
            else:
                new.pile = copy.deepcopy(self.START)
                new.pile[0][1] = state.total
        return new

    def is_terminal(self, state: Any) -> bool:
        return state.total == 6 or state.pile == [[0, 1], [2, 1], [0, 6]]

    def utility(self, state: Any, player: int) -> float:
        seen: set[tuple[int, int]] = set()

        def region(row: int, column: int) -> int:
            if (row, column) in seen or not (0 <= row < 3 and 0 <= column < 2) or state.pile[row][column] == 0:
                return 0
            seen.add((row, column))
            return 1 + region(row - 1, column) + region(row + 1, column) + region(row, 1 - column)

        won = (sum(map(sum, state.pile)) + 10 * region(0, 1)) % 7 - 3
        return won if player == 0 else -won


class InAList(Growing):
    """The same, with a list of things of several kinds as the state."""

    def initial(self) -> Any:
        return [[], 0, 0.0]

    def to_move(self, state: Any) -> int:
        return state[1]

    def result(self, state: Any, action: int) -> Any:
        new = copy.deepcopy(state)
        new[0].append(action)
        new[1] = 1 - state[1]
        new[2] += action / 2
        return new

    def is_terminal(self, state: Any) -> bool:
        pile, _, _ = state
        return len(pile) == 8

    def utility(self, state: Any, player: int) -> float:
        won = 1 if int(2 * state[2] + state[0][3]) % 3 == 0 else -1
        return won if player == 0 else -won


class InADict(InAList):
    """The same, with a dict."""

    def initial(self) -> Any:
        return {"pile": [], "turn": "first", "sum": 0, "last": None}

    def to_move(self, state: Any) -> int:
        return 0 if state["turn"] == "first" else 1

    def result(self, state: Any, action: int) -> Any:
        turn = "second" if state["turn"] == "first" else "first"
        return {**state, "pile": [*state["pile"], action], "turn": turn, "sum": state["sum"] + action, "last": action}

    def is_terminal(self, state: Any) -> bool:
        return len(state["pile"]) == 8

    def utility(self, state: Any, player: int) -> float:
        won = 1 if (state["sum"] + state["pile"][3] + state["last"]) % 3 == 0 else -1
        return won if player == 0 else -won


class Heaps(Game):
    """Nim with a list, which says what is worth a look, and what is not quiet: to take all of a heap."""

    utility_range = (-1, 1)

    def initial(self) -> Any:
        return [1, 4, 3, 2], 0

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        for heap, left in enumerate(state[0]):
            for taken in range(1, left + 1):
                yield 8 * heap + taken

    def result(self, state: Any, action: int) -> Any:
        heaps = list(state[0])
        heaps[action // 8] -= action % 8
        return heaps, 1 - state[1]

    def key(self, state: Any) -> Any:
        return tuple(state[0]), state[1]

    def is_terminal(self, state: Any) -> bool:
        return not any(state[0])

    def utility(self, state: Any, player: int) -> float:
        return 1 if state[1] != player else -1

    def evaluate(self, state: Any, player: int) -> float:
        lead = 0.1 * (sum(state[0]) % 3)
        return lead if player == state[1] else -lead

    def candidates(self, state: Any) -> Any:
        together = 0
        for left in state[0]:
            together ^= left
        yield from [action for action in self.actions(state) if not together or state[0][action // 8] ^ together < state[0][action // 8]]

    def tactical(self, state: Any) -> Any:
        for action in self.actions(state):
            if state[0][action // 8] == action % 8:
                yield action


class Square(NamedTuple):
    row: int
    column: int


class Board(NamedTuple):
    knights: tuple[Square, Square]
    visited: frozenset[Square]
    player: int

    @property
    def own(self) -> Square:
        return self.knights[self.player]


class Knights(Game):
    """Two knights; no square twice; who cannot move has lost."""

    SIZE = 4
    JUMPS = [(dr, dc) for dr in range(-2, 3) for dc in range(-2, 3) if abs(dr) + abs(dc) == 3]  # noqa: RUF012  as students write it
    utility_range = (-1, 1)

    def initial(self) -> Any:
        one, other = Square(0, 0), Square(self.SIZE - 1, self.SIZE - 1)
        return Board((one, other), frozenset([one, other]), 0)

    def to_move(self, state: Any) -> int:
        return state.player

    def ends(self, state: Any) -> Any:
        for dr, dc in self.JUMPS:
            end = Square(state.own.row + dr, state.own.column + dc)
            if 0 <= end.row < self.SIZE and 0 <= end.column < self.SIZE and end not in state.visited:
                yield end

    def actions(self, state: Any) -> Any:
        return [end.row * self.SIZE + end.column for end in self.ends(state)]

    def result(self, state: Any, action: int) -> Any:
        end = Square(*divmod(action, self.SIZE))
        knights = tuple(end if player == state.player else knight for player, knight in enumerate(state.knights))
        return Board(knights, state.visited | {end}, 1 - state.player)

    def is_terminal(self, state: Any) -> bool:
        return not any(True for _ in self.ends(state))

    def utility(self, state: Any, player: int) -> float:
        return -1 if state.player == player else 1


class Colour(enum.Enum):
    BLACK = "b"
    WHITE = "w"

    @property
    def other(self) -> Colour:
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


@dataclass(frozen=True)
class MoreStones:
    cells: dict[tuple[int, int], Colour | None]
    turn: Colour = Colour.BLACK
    last: tuple[int, int] | None = None

    def free(self) -> list[tuple[int, int]]:
        return [cell for cell, stone in self.cells.items() if stone is None]

    def group(self, start: tuple[int, int]) -> int:
        """How large the group is that a stone belongs to: a flood over a deque."""
        seen, waiting = {start}, deque([start])
        while waiting:
            row, column = waiting.popleft()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in self.cells and near not in seen and self.cells[near] == self.cells[start]:
                    seen.add(near)
                    waiting.append(near)
        return len(seen)


class Stones(Game):
    """Who has three stones in one group first wins."""

    utility_range = (-1, 1)

    def initial(self) -> Any:
        return MoreStones({(row, column): None for row in range(3) for column in range(3)})

    def to_move(self, state: Any) -> int:
        return 0 if state.turn is Colour.BLACK else 1

    def actions(self, state: Any) -> Any:
        return sorted(3 * row + column for row, column in state.free())

    def result(self, state: Any, action: int) -> Any:
        cells = copy.copy(state.cells)
        cells[divmod(action, 3)] = state.turn
        return replace(state, cells=cells, turn=state.turn.other, last=divmod(action, 3))

    def is_terminal(self, state: Any) -> bool:
        return (state.last is not None and state.group(state.last) >= 3) or not state.free()

    def utility(self, state: Any, player: int) -> float:
        if state.last is None or state.group(state.last) < 3:
            return 0
        return -1 if self.to_move(state) == player else 1


@dataclass
class Hand:
    cards: list[int] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    phase: str = "deal"
    player: int = 0


class Dealt(Game):
    """Chance deals a number, which a player takes or leaves to the other; three rounds."""

    chance = True
    utility_range = (-20, 20)

    def initial(self) -> Any:
        return Hand()

    def to_move(self, state: Any) -> int:
        return CHANCE if state.phase == "deal" else state.player

    def outcomes(self, state: Any) -> Any:
        left = [card for card in (1, 3, 5, 6) if card not in state.cards]
        return [(card, 1 / len(left)) for card in left]

    def actions(self, state: Any) -> Any:
        return range(2)

    def result(self, state: Any, action: int) -> Any:
        new = copy.deepcopy(state)
        if state.phase == "deal":
            new.cards.append(action)
            new.phase = "choose"
        else:
            taker = state.player if action == 0 else 1 - state.player
            new.points["ab"[taker]] += state.cards[-1]
            new.player = 1 - state.player
            new.phase = "deal"
        return new

    def is_terminal(self, state: Any) -> bool:
        return len(state.cards) == 3 and state.phase == "deal"

    def utility(self, state: Any, player: int) -> float:
        lead = state.points["a"] - state.points["b"]
        return lead if player == 0 else -lead


class Letters(Game):
    """Players write letters; who completes a word of the list loses."""

    WORDS = {"abba", "baba", "aab"}  # noqa: RUF012  as students write it
    utility_range = (-1, 1)

    def initial(self) -> Any:
        return ("", 0)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [ord(letter) for letter in "ab"]

    def result(self, state: Any, action: int) -> Any:
        text, player = state
        return (text + chr(action), 1 - player)

    def is_terminal(self, state: Any) -> bool:
        text, _ = state
        return len(text) == 7 or any(text.endswith(word) for word in self.WORDS)

    def utility(self, state: Any, player: int) -> float:
        text, mover = state
        if not any(text.endswith(word) for word in self.WORDS):
            return 0
        return 1 if mover == player else -1


class Guarded(Game):
    """Three players take from rows of different lengths; a row is None once it is empty."""

    players = 3
    utility_range = (-1, 2)

    def initial(self) -> Any:
        return ((2, None, 1, 2, 3, 1), 0)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        rows, _ = state
        yield from (10 * place + taken for place, row in enumerate(rows) if row is not None for taken in range(1, row + 1))

    def result(self, state: Any, action: int) -> Any:
        rows, player = state
        place, taken = divmod(action, 10)
        rows = list(rows)
        rows[place] = rows[place] - taken if rows[place] > taken else None
        return (tuple(rows), (player + 1) % 3)

    def is_terminal(self, state: Any) -> bool:
        return all(row is None for row in state[0])

    def utility(self, state: Any, player: int) -> float:
        return 2 if player == (state[1] + 2) % 3 else -1


STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


@dataclass
class Towers:
    """Heights of rows of cells, and where each player's builders stand: [player][which] = [row, column]."""

    heights: list[list[int]]
    builders: list[list[list[int]]]
    player: int


class Built(Game):
    """A builder goes one to the side and raises a neighbour. Who cannot loses: for this, states are copied and changed in `actions`."""

    def initial(self) -> Any:
        return Towers([[0] * 3 for _ in range(3)], [[[0, 0]], [[2, 2]]], 0)

    def to_move(self, state: Any) -> int:
        return state.player

    def is_free(self, state: Any, row: int, column: int) -> bool:
        if not (0 <= row < 3 and 0 <= column < 3) or state.heights[row][column] > 1:
            return False
        return all(builder != [row, column] for builders in state.builders for builder in builders)

    def actions(self, state: Any) -> Any:
        found = []
        row, column = state.builders[state.player][0]
        for d in range(4):
            r, c = row + STEPS[d][0], column + STEPS[d][1]
            if self.is_free(state, r, c):
                after = copy.deepcopy(state)
                after.builders[state.player][0] = [r, c]
                found += [4 * d + e for e in range(4) if self.is_free(after, r + STEPS[e][0], c + STEPS[e][1])]
        return found

    def result(self, state: Any, action: int) -> Any:
        new = copy.deepcopy(state)
        builder = new.builders[new.player][0]
        builder[0] += STEPS[action // 4][0]
        builder[1] += STEPS[action // 4][1]
        new.heights[builder[0] + STEPS[action % 4][0]][builder[1] + STEPS[action % 4][1]] += 1
        new.player = 1 - new.player
        return new

    def is_terminal(self, state: Any) -> bool:
        return len(self.actions(state)) == 0

    def utility(self, state: Any, player: int) -> int:
        return -1 if state.player == player else 1


class Hands(Game):
    """Each discards a card in turn, and who has none left loses. Where both hands are one list, each loses what the other discards."""

    def initial(self) -> Any:
        cards = [1, 2, 3]
        return [[cards, cards], 0]

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        return state[0][state[1]][:]

    def result(self, state: Any, action: int) -> Any:
        hands = copy.deepcopy(state[0])
        hands[state[1]].remove(action)
        return [hands, 1 - state[1]]

    def is_terminal(self, state: Any) -> bool:
        return not state[0][state[1]]

    def utility(self, state: Any, player: int) -> int:
        return -1 if state[1] == player else 1


class OwnHands(Hands):
    """The same with two lists."""

    def initial(self) -> Any:
        return [[[1, 2, 3], [1, 2, 3]], 0]


class Failing(Letters):
    """A rule looks beyond a row's end in some positions."""

    def utility(self, state: Any, player: int) -> float:
        return [1, -1][len(state[0])]


class Words(Game):
    """Other rules, over states that are as large: as many letters `a` as either likes, at most `longest`."""

    def __init__(self, longest: int = 5) -> None:
        self.longest = longest

    def initial(self) -> Any:
        return ("", 0)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [n for n in (1, 2) if len(state[0]) + n <= self.longest]

    def result(self, state: Any, action: int) -> Any:
        return (state[0] + "a" * action, 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def utility(self, state: Any, player: int) -> int:
        return 1 if state[1] != player else -1


class Refused(Letters):
    """Rules that no compiler takes: how a text is formatted depends on the position."""

    def result(self, state: Any, action: int) -> Any:
        words = eval(f"{action} + 0")  # noqa: S307  refused
        note = complex(words)  # what follows from it is not looked at
        return (state[0] + chr(int(note.real)), 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return len(hex(len(state[0]))) > 3 or len(state[0]) == 5  # refused
