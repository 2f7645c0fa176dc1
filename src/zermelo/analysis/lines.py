"""Lines of play that pages name by their moves. None is kept by the server: what was played on before is only found sooner.

A page has a tree of moves, a main line and variations. As text that is the main line, and each variation behind the number of the node
after which it goes: the start is 0, then come the moves of the main line, then those of the first variation, and so on.

    f5 d6 c3            nodes 1, 2, 3
    1 f6 e6             after f5: nodes 4, 5
    4 f4                after f6: node 6
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from types import MappingProxyType
from typing import Any, Final

from zermelo.analysis.game_tree import Place
from zermelo.analysis.thoughts import Judged, Question, whose
from zermelo.errors import ActionError
from zermelo.game import MAX, Game, State
from zermelo.languages import Language, language
from zermelo.play.play import MOST_PLIES, Playing, dice
from zermelo.protocols.pgn import NULL, Move
from zermelo.search.positions import MoveError, moves_in
from zermelo.search.root import left_alone
from zermelo.search.runtime.workers import Progress
from zermelo.spec import Named

MOST_NODES: Final = 4_000
"""Moves of a tree, all variations together."""
MOST_NAMED: Final = 40
"""Legal moves that an error names."""
_KEPT: Final = 256
_Phrases = Mapping[str, Mapping[str, str]]


class LineError(ActionError):
    """What is wrong with a line or a tree: the name of a message, its facts, and the names of legal actions, by a game's own phrases.

    It says so in English; `told` in any language. `read` is how many moves of a text were read before.
    """

    read = 0

    def __init__(self, name: str, legal: Sequence[str] = (), phrases: _Phrases = MappingProxyType({}), **facts: Any) -> None:
        self.name, self.legal, self.phrases, self.facts = name, legal, phrases, facts
        super().__init__(self.told(language("en")))

    def told(self, speech: Language) -> str:
        """The same in a language."""
        more = ["..."] * (len(self.legal) > MOST_NAMED)
        legal = ", ".join([*(speech.spoken(name, self.phrases) for name in self.legal[:MOST_NAMED]), *more])
        return speech.say(f"studio.analysis.errors.{self.name}", legal=legal, **self.facts)

    def respelt(self, spell: Callable[[str], str]) -> LineError:
        """The same with moves spelt as whoever wrote them does."""
        facts = {**self.facts, **({"move": spell(self.facts["move"])} if "move" in self.facts else {})}
        found = LineError(self.name, [*map(spell, self.legal)], self.phrases, **facts)
        found.read = self.read
        return found


@dataclass(frozen=True)
class Line:
    """A game in which nothing is hidden, from its start after these actions, outcomes of chance among them."""

    named: Named
    start: State
    actions: tuple[int, ...]
    playing: Playing

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.playing.state

    @property
    def legal(self) -> list[int]:
        """What may be played there, or what chance may do; nothing where the game is over."""
        return [] if self.playing.ending else self.playing.legal

    @property
    def mover(self) -> int | None:
        """Who is to move there, or CHANCE; None where the game is over."""
        return self.playing.mover

    @property
    def won(self) -> float:
        """What was won on the way, to the player to whom values are told (see `whose`)."""
        return self.gains[whose(self.named.game, self.state)]

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player has won on the way."""
        return tuple(map(float, self.playing.won() or self.named.game.zeros()))

    def whole(self, judged: Judged) -> Judged:
        """A move that is judged, with what was won before it, too."""
        values = None if judged.values is None else tuple(map(add, self.gains, judged.values))
        return replace(judged, value=judged.value + self.won, values=values)

    @property
    def question(self) -> Question:
        """The position as it is analysed; it is not over."""
        return Question(self.named, self.state, self.playing.states[:-1])

    @property
    def number(self) -> str:
        """The number of the move that comes next (see `move_number`)."""
        return move_number(self.named.game, self.state, len(self.actions) + 1)

    def before(self, ply: int) -> Line:
        """The line as it stood after this many plies."""
        playing = self.playing.copy()
        playing.take_back(ply)
        return Line(self.named, self.start, self.actions[:ply], playing)

    def after(self, action: int) -> Line:
        """The line a ply longer. Raises LineError for what may not be played."""
        game = self.named.game
        if self.playing.ending:
            raise LineError("over", number=self.number)
        if len(self.actions) >= MOST_PLIES:
            raise LineError("long", most=MOST_PLIES)
        legal = self.playing.legal
        if action not in legal:
            raise LineError("illegal", [game.name(self.state, one) for one in legal], game.phrases, number=self.number, move=action)
        playing = self.playing.copy()
        playing.take(action)
        return Line(self.named, self.start, (*self.actions, action), playing)


def move_number(game: Game, state: State, ply: int) -> str:
    """The number of the move that is made in a state, as lists of moves have it: `2.`, `2...` for one that shares it with the move before,
    or that of the ply, where the game has no other.
    """
    number = game.move_number(state)
    if not number:
        return f"{ply}."
    return f"{number}{'.' if game.to_move(state) == MAX else '...'}"


class Lines:
    """Lines, and those that were asked for last; safe to use from many threads."""

    def __init__(self) -> None:
        self._recent: OrderedDict[tuple[str, int, str | None, tuple[int, ...]], Line] = OrderedDict()
        self._lock = threading.Lock()

    def line(self, named: Named, position: str | None, actions: Sequence[int]) -> Line:
        """The line from this position (the initial one unless given). Raises PositionError and LineError."""
        rest: list[int] = []
        wanted = tuple(actions)
        while True:
            key = (named.spec, named.edition, position, wanted)
            with self._lock:
                line = self._recent.get(key)
            if line is not None or not wanted:
                break
            rest.append(wanted[-1])
            wanted = wanted[:-1]
        if line is None:
            game = named.game
            start = left_alone(game, game.initial() if position is None else game.read(position))
            line = Line(named, start, (), Playing(game, [_nobody] * game.players, [start], dice(None)))
            self._keep(position, line)
        for action in reversed(rest):
            line = line.after(action)
        self._keep(position, line)
        return line

    def _keep(self, position: str | None, line: Line) -> None:
        key = (line.named.spec, line.named.edition, position, line.actions)
        with self._lock:
            self._recent[key] = line
            self._recent.move_to_end(key)
            while len(self._recent) > _KEPT:
                self._recent.popitem(last=False)


@dataclass(frozen=True)
class Node:
    """A move of a tree: the number of the node before, and the state there; what was played, how the game calls it, who played it; and
    what a PGN says of it.
    """

    parent: int
    state: State
    action: int
    word: str
    player: int
    said: Move | None = None


def read_tree(start: Line, moves: str, variations: Sequence[str], look: Progress) -> list[Node]:
    """The moves of a tree as they are numbered, from 1 up; `look` is called before each variation, and may end it.

    Raises LineError, which names the move or the variation.
    """
    lines, nodes = [start], list[Node]()
    try:
        _grow(lines, nodes, 0, moves)
        for variation in variations:
            look(len(nodes))
            number, _, rest = variation.strip().partition(" ")
            if not number.isdecimal() or not int(number) < len(lines):
                raise LineError("variation", last=len(lines) - 1, text=variation[:60])
            _grow(lines, nodes, int(number), rest)
    except LineError as error:
        error.read += len(nodes)
        raise
    return nodes


def _grow(lines: list[Line], nodes: list[Node], at: int, moves: str) -> None:
    line = lines[at]
    game = line.named.game
    try:
        played = moves_in(game, line.state, moves)
    except MoveError as error:
        number = move_number(game, error.state, len(line.actions) + error.number)
        wrong = LineError("illegal", error.names, number=number, move=error.word[:60]) if error.names else LineError("over", number=number)
        wrong.read = error.number - 1
        raise wrong from error
    for action, _ in played:
        if len(nodes) >= MOST_NODES:
            raise LineError("large", most=MOST_NODES)
        nodes.append(Node(at, line.state, action, game.name(line.state, action), game.to_move(line.state)))
        line = line.after(action)  # where the rules of repetition have a say, too
        lines.append(line)
        at = len(nodes)


def nodes_of(start: Line, root: Place, look: Progress) -> list[Node]:
    """The moves of a game's tree as they are numbered, as far as they can be played; `look` is called before each variation.

    Raises LineError for too many.
    """
    places, lines, nodes = [root], [start], list[Node]()

    def follow(at: int, first: Place) -> None:
        """Number what begins with this place."""
        for place in (first, *first.main):
            line = lines[at]
            assert place.move is not None
            if line.playing.ending or place.move.action == NULL:
                return
            if len(nodes) >= MOST_NODES:
                raise LineError("large", most=MOST_NODES)
            game, action = line.named.game, place.move.action
            nodes.append(Node(at, line.state, action, game.name(line.state, action), game.to_move(line.state), place.move))
            places.append(place)
            lines.append(line.after(action))
            at = len(nodes)

    for number, place in enumerate(places):  # which grow meanwhile
        for child in place.after[min(number, 1) :]:  # the first of all others is numbered already
            look(len(nodes))
            follow(number, child)
    return nodes


def _nobody(state: State) -> int:
    raise AssertionError("moves come from pages")
