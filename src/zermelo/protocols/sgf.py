"""Records of go in SGF, the Smart Game Format (FF[4], A. Hollosi, https://www.red-bean.com/sgf): read, and written.

The main line is read, with the size, komi and stones that are set up before it and the names of the players (`read_sgf`);
or that with comments, variations and the result that is told (`read_sgf_game`). The reading and writing of the format
itself is sgfmill's (pip install 'zermelo[go]').
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import MAX, MIN, State, comes_back
from zermelo.games.go import Go
from zermelo.play.play import BY_TIME, Record
from zermelo.protocols.pgn import NESTED, Move
from zermelo.search.result import whole
from zermelo.wide import members_of

LARGEST: Final = 4 << 20
"""Bytes of the largest file that is read."""
COLOURS: Final = "bw"
"""What sgfmill calls Black (MAX) and White (MIN)."""


@dataclass(frozen=True)
class SgfGame:
    """A game with what its SGF says of it.

    record    the main line
    moves     the same, each move with its comment and what could be played instead
    comment   what is said before the first move
    result    as it is written, B+3.5; empty where it is not
    left_out  whether a variation, or the rest of one, is left out: it breaks the rules, or stands in too many others
    """

    record: Record
    moves: list[Move]
    comment: str
    result: str
    left_out: bool


def read_sgf_game(text: str | bytes) -> SgfGame:
    """The first game of an SGF text with what is said of it. Raises as `read_sgf` does, of the main line."""
    root = _parsed(_encoded(text)).get_root()
    record = read_sgf(text)
    game = record.game
    assert isinstance(game, Go)
    reader = _Variations(game)
    moves, comment = reader.line(root, record.start, set(), 0)
    return SgfGame(record, moves, comment, _text(root, "RE"), reader.left_out)


class _Variations:
    """Reads lines of a game with what is said of them, and the lines that leave these."""

    def __init__(self, game: Go) -> None:
        self.game, self.left_out = game, False

    def line(self, node: Any, state: State, before: set[Any], nested: int) -> tuple[list[Move], str]:
        """The moves from a node on, as far as they keep to the rules, and what is said before the first one.

        before  the positions that were there, which superko forbids
        nested  in how many lines this one stands
        """
        game, moves, first, others = self.game, list[Move](), "", list[Any]()
        while node is not None:
            said = " ".join(_text_of(node).split())
            if _has_move(node):
                try:
                    player, action = _move(game, node, 0)
                    _check(game, state, player, action, before, "")
                except (ActionError, PositionError):
                    self.left_out = True
                    break
                moves.append(Move(action, comment=said, variations=self._lines(others, state, before, nested + 1)))
                others = []
                before.add(game.position(state))
                state = game.result(state, action)
            elif nested and node.has_setup_stones():
                self.left_out = True
                break
            elif moves:
                moves[-1].comment = f"{moves[-1].comment} {said}".strip()
            else:
                first = f"{first} {said}".strip()
            node, *more = list(node) or [None]
            others += more
        self.left_out |= bool(others)  # which would stand in the place of no move
        return moves, first

    def _lines(self, nodes: list[Any], state: State, before: set[Any], nested: int) -> list[list[Move]]:
        if nested > NESTED and nodes:
            self.left_out = True
            return []
        made = []
        for node in nodes:
            moves, first = self.line(node, state, {*before}, nested)
            if moves:
                moves[0].before = first
                made.append(moves)
        return made


def read_sgf(text: str | bytes) -> Record:
    """The first game of an SGF text, as a record: its `utilities` are those of the rules, None where it stops before two passes.

    Komi is 0 where the text names none. Who begins: whom PL names, else whose move comes first, else White if only Black has
    stones. Raises PositionError where the text cannot be read, or sets up what cannot be, and ActionError for a move that is
    not legal; both say where.
    """
    tree = _parsed(_encoded(text))
    root, *others = tree.get_main_sequence()
    if root.has_property("GM") and _text(root, "GM").strip() != "1":
        raise PositionError(f"the SGF is of another game (GM[{_text(root, 'GM')}]); go is GM[1]")
    game = _game(tree, root)
    for number, node in enumerate(others, 1):
        if node.has_setup_stones():
            raise PositionError(f"node {number}: stones are set up after the first node; only a game that begins with them can be read")
    moves = [(number, *_move(game, node, number)) for number, node in enumerate([root, *others]) if _has_move(node)]
    start = _start(game, root, moves[0][1] if moves else None)
    state = start
    before: set[Any] = set()
    actions: list[int] = []
    for number, player, action in moves:
        where = f"move {len(actions) + 1}, {'BW'[player]} {game.name(state, action)} (node {number})"
        _check(game, state, player, action, before, where)
        before.add(game.position(state))
        state = game.result(state, action)
        actions.append(action)
    over = game.is_terminal(state)
    players = tuple(_text(root, name) or usual for name, usual in (("PB", "Black"), ("PW", "White")))
    utilities: Any = whole(game.utilities(state)) if over else None
    return Record(game, players, start, tuple(actions), utilities, ending="rules" if over else None)


def each_sgf(text: str) -> list[str]:
    """The games of an SGF text, each as a text of its own. Raises PositionError where the text cannot be read."""
    _sgfmill()
    from sgfmill import sgf_grammar

    data = text.encode(errors="replace")
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError as error:
        raise PositionError(f"the SGF cannot be read{_place(data)}: {error}") from error
    return [sgf_grammar.serialise_game_tree(tree).decode() for tree in trees]


def write_sgf(record: Record) -> str:
    """A game of go as the text of an SGF file. Raises SpecError for other games."""
    game = record.game
    if not isinstance(game, Go):
        raise SpecError(f"SGF is written of go, not of {game!r}")
    made = _sgfmill().Sgf_game(game.size, encoding="UTF-8")
    root = made.get_root()
    root.set("KM", game.komi)
    root.set("RU", "Tromp-Taylor" if game.suicide else "Chinese")
    for name, player in zip(("PB", "PW"), record.players, strict=True):
        root.set(name, player)
    black, white = ([_pair(game, point) for point in members_of(stones)] for stones in (record.start.black, record.start.white))
    if black or white:
        root.set_setup_stones(black, white)
    if record.start.player != MAX:
        root.set("PL", COLOURS[record.start.player])
    if record.utilities is not None:
        root.set("RE", _outcome(record))
    for turn in record.turns:
        move = None if turn.action == game.pass_ else _pair(game, turn.action)
        made.extend_main_sequence().set_move(COLOURS[turn.player], move)
    text: str = made.serialise().decode()
    return text


def _sgfmill() -> Any:
    try:
        from sgfmill import sgf
    except ImportError:
        raise SpecError("SGF needs the package sgfmill: pip install 'zermelo[go]'") from None
    return sgf


def _parsed(data: bytes) -> Any:
    try:
        return _sgfmill().Sgf_game.from_bytes(data)
    except ValueError as error:
        if isinstance(error, SpecError):
            raise
        raise PositionError(f"the SGF cannot be read{_place(data)}: {error}") from error


def _encoded(text: str | bytes) -> bytes:
    return text.encode(errors="replace") if isinstance(text, str) else text


def _place(data: bytes) -> str:
    """Where the reading of the text came to its end: its line, and what stands there."""
    from sgfmill import sgf_grammar

    tokens, end = sgf_grammar.tokenise(data)
    if not tokens:
        return ", since it has no (; with which games begin"
    line = data.count(b"\n", 0, end) + 1
    there = data[end : end + 20].decode(errors="replace").strip()
    return f", line {line}, {f'at {there!r}' if there else 'at its end'}"


def _game(tree: Any, root: Any) -> Go:
    try:
        return Go(tree.get_size(), komi=tree.get_komi())
    except SpecError as error:
        raise PositionError(f"the SGF is of a game that cannot be played here: {error}") from error
    except ValueError as error:
        raise PositionError(f"the SGF has a komi that cannot be read, KM[{_text(root, 'KM')}]") from error


def _text(root: Any, name: str) -> str:
    """A property as it is written; "" where it is not there, its first value where there are more."""
    return root.get_raw_list(name)[0].decode(errors="replace") if root.has_property(name) else ""


def _text_of(node: Any) -> str:
    """What is said of a node; empty where nothing is, or nothing that can be read."""
    try:
        return str(node.get("C")) if node.has_property("C") else ""
    except ValueError:
        return ""


def _has_move(node: Any) -> bool:
    return bool(node.has_property("B") or node.has_property("W"))


def _move(game: Go, node: Any, number: int) -> tuple[int, int]:
    """Who moves in a node, and what they do."""
    if node.has_property("B") and node.has_property("W"):
        raise PositionError(f"node {number}: both Black and White move in it")
    try:
        colour, move = node.get_move()
    except ValueError as error:
        raw = node.get_raw("B" if node.has_property("B") else "W").decode(errors="replace")
        raise PositionError(
            f"node {number}: [{raw}] is no point of a board of {game.size} x {game.size}; points are [aa], [ab] and so on"
        ) from error
    return COLOURS.index(colour), game.pass_ if move is None else _point(game, move)


def _start(game: Go, root: Any, first: int | None) -> State:
    """The state before the first move."""
    try:
        black, white, _ = root.get_setup_stones()
        named = root.get("PL") if root.has_property("PL") else None
    except ValueError as error:
        raise PositionError(f"node 0: the stones that are set up cannot be read: {error}") from error
    both = black & white
    if both:
        raise PositionError(f"node 0: both Black and White have a stone on {game.point_name(_point(game, min(both)))}")
    player = first if first is not None else MIN if black and not white else MAX
    if named is not None:
        player = COLOURS.index(named)
    state = game.state((_point(game, pair) for pair in black), (_point(game, pair) for pair in white), player)
    try:
        return game.read(game.write(state))  # which looks whether each stone has a liberty
    except PositionError as error:
        raise PositionError(f"node 0: {error}") from error


def _check(game: Go, state: State, player: int, action: int, before: set[Any], where: str) -> None:
    if game.is_terminal(state):
        raise ActionError(f"{where}: the game is over after two passes")
    if player != state.player:
        raise ActionError(f"{where}: it is {('Black', 'White')[state.player]}'s turn; who leaves one out has to pass")
    if action not in game.actions(state):
        raise ActionError(f"{where}: that is not legal in {game.write(state)!r}")
    if comes_back(game, state, action, before):
        raise ActionError(f"{where}: it brings back an earlier position, which superko forbids")


def _point(game: Go, pair: tuple[int, int]) -> int:
    row, column = pair
    return (game.size - 1 - row) * game.row + column


def _pair(game: Go, point: int) -> tuple[int, int]:
    """Row, from below, and column, from 0."""
    return game.size - 1 - point // game.row, point % game.row


def _outcome(record: Record) -> str:
    to_max = (record.utilities or (0,))[0]
    if to_max == 0:
        return "0"
    points = "T" if record.ending == BY_TIME else f"{abs(record.game.score(record.final)):g}"  # type: ignore[attr-defined]
    return f"{'B' if to_max > 0 else 'W'}+{points}"
