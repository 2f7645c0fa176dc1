"""The text of a tree, `(b=3 c=MIN(2 ?))`, read into nodes. `Tree` says what it means; here is the grammar:

    tree     = node
    node     = [name "="] (leaf | inner)
    leaf     = number | "?" | "<" number number ... ">"
    inner    = [player] ["@" label] "(" node node ... ")"  |  "chance" "(" outcome outcome ... ")"
    outcome  = probability ":" node
    player   = "MAX" | "MIN" | "P1" | "P2" | ...
    number, probability = 3  -.5  1e6  1/36
    name     = letters, digits and _  |  '"' any signs but blanks, " and / '"'

Blanks, commas and new lines separate and mean nothing else. Words of the grammar may be small or capital.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import fsum, isfinite
from numbers import Integral, Real
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import CHANCE, MAX, MIN

UNSAID: Final = -2
"""In place of a player, where the text names none."""

_SIGN: Final = re.compile(r'"[^"\n]*"?|[()<>=:]|[^\s,()<>=:"]+')
_NUMBER: Final = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
_FRACTION: Final = re.compile(r"([-+]?\d{1,15})/(\d{1,15})")
_NAME: Final = re.compile(r"[^\W\d]\w*")
_QUOTED: Final = re.compile(r'"([^"\s/]*[^"\s/\d][^"\s/]*)"')  # a number is the place of a child
_PLAYER: Final = re.compile(r"max|min|chance|p[1-9]\d?", re.IGNORECASE)
_DEEPEST: Final = 500
NESTED_TOO_DEEP: Final = "the lists of this tree are nested too deep, or contain themselves"
"""How many levels a tree may have, so that a search can follow it to its end."""
_ROUNDING: Final = 1e-9
"""How far from 1 written probabilities may sum up: .333 .333 .334 is meant to be 1, .3 .3 .3 is not."""
_SHOWN: Final = 90
"""How much of a long line an error shows."""


class TreeTextError(SpecError):
    """A fault in the text of a tree.

    place         where in the text it is
    line, column  the same, from 1
    reason        what is wrong there
    shown         the line, and a caret below the place
    """

    def __init__(self, message: str, place: int = 0, line: int = 1, column: int = 1, reason: str = "", shown: str = "") -> None:
        super().__init__(message)
        self.place, self.line, self.column, self.reason, self.shown = place, line, column, reason, shown


@dataclass(eq=False)
class Node:
    """A node as written.

    place        where in the text it stands
    path         the way to it from the root: the name of each node, or its number among its sisters, after a /
    name         its own name; empty if it has none
    probability  of the outcome that leads to it; 1 but below a node of chance
    word         the word for its player, as written; empty if there is none
    label        of the information set to which it belongs; empty if its player knows that it is this node
    player       who moves there, or CHANCE; UNSAID until it is known
    turn         who would move there if no word said otherwise
    utilities    of a leaf, one a player; empty if they are unknown
    children     empty for a leaf
    odds, worth  the probability, and what a leaf is worth, as written; empty where there is none
    """

    place: int
    path: str = "/"
    name: str = ""
    probability: float = 1.0
    word: str = ""
    label: str = ""
    player: int = UNSAID
    turn: int = MAX
    utilities: tuple[float, ...] = ()
    children: list[Node] = field(default_factory=list)
    odds: str = ""
    worth: str = ""


def text_of(tree: Any) -> str:
    """The text of nested lists and tuples of numbers, None (an unknown leaf), texts of nodes, and nodes by their parts (`data_of`)."""
    try:
        return _text_of(tree, 0)
    except RecursionError:  # where the interpreter's limit comes before ours
        raise SpecError(NESTED_TOO_DEEP) from None


def _text_of(tree: Any, level: int) -> str:
    if level > _DEEPEST:
        raise SpecError(NESTED_TOO_DEEP)
    if isinstance(tree, str):
        return tree
    if tree is None:
        return "?"
    if isinstance(tree, (list, tuple)):
        return f"({' '.join(_text_of(child, level + 1) for child in tree)})"
    if isinstance(tree, Real) and not isinstance(tree, bool):
        return str(int(tree)) if isinstance(tree, Integral) else repr(float(tree))
    if isinstance(tree, Mapping):
        return _text_of_parts(tree, level)
    raise SpecError(f"{tree!r} is no node of a tree; a node is a number, None (unknown), a list of nodes, or text such as 'c=MIN(2 4)'")


def _text_of_parts(parts: Mapping[str, Any], level: int) -> str:
    unknown = [name for name in parts if name not in PARTS]
    if unknown or ("children" in parts) == ("value" in parts):
        what = f"has a part {unknown[0]!r}" if unknown else "needs either a value or children"
        raise SpecError(f"a node {what}; a node by its parts has {', '.join(PARTS)}")
    odds = f"{_text_of(parts['probability'], level)}: " if "probability" in parts else ""
    named = f"{_name_as_written(str(parts['name']))}=" if "name" in parts else ""
    if "value" in parts:
        value = parts["value"]
        worth = f"<{' '.join(_text_of(one, level) for one in value)}>" if isinstance(value, (list, tuple)) else _text_of(value, level)
        return odds + named + worth
    label = f"@{parts['set']}" if "set" in parts else ""
    return f"{odds}{named}{parts.get('player', '')}{label}{_text_of(list(parts['children']), level)}"


def data_of(node: Node) -> Any:
    """A node and all below it as JSON has it, which `text_of` takes: a number, a list of its children, or an object of `PARTS`."""
    made: dict[str, Any] = {"probability": node.odds, "name": node.name, "player": node.word, "set": node.label}
    made = {part: text for part, text in made.items() if text}
    if node.children:
        below = [data_of(child) for child in node.children]
        return {**made, "children": below} if made else below
    value = [_plain(one) for one in node.utilities] if node.worth.startswith("<") else _plain(node.utilities[0]) if node.utilities else None
    return {**made, "value": value} if made or isinstance(value, list) else value


def _plain(number: float) -> float:
    return int(number) if number.is_integer() else number


PARTS: Final = ("probability", "name", "player", "set", "children", "value")
"""What is said of a node in JSON: `set` is its information set; it has either children or a value."""


def written(root: Node) -> str:
    """The text of a tree, which `read_tree` reads."""
    parts: list[str] = []
    waiting: list[Node | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append((f"{node.odds}: " if node.odds else "") + (f"{_name_as_written(node.name)}=" if node.name else ""))
        if not node.children:
            parts.append(node.worth)
            continue
        parts.append(f"{node.word}{'@' if node.label else ''}{node.label}(")
        waiting.append(")")
        for place, child in reversed(list(enumerate(node.children))):
            waiting += [child, " "] if place else [child]
    return "".join(parts)


def _name_as_written(name: str) -> str:
    return name if _NAME.fullmatch(name) and not _PLAYER.fullmatch(name) else f'"{name}"'


def read_tree(text: str) -> tuple[Node, int]:
    """The root and how many players there are. Raises SpecError, with the place of the fault."""
    reader = _Reader(text)
    root = reader.tree()
    players = reader.count_players(root)
    for node in descendants(root):
        if node.player == UNSAID:
            node.player = node.turn
        following = node.turn if node.player == CHANCE else (node.player + 1) % players
        for number, child in enumerate(node.children, 1):
            child.path = f"{node.path.rstrip('/')}/{child.name or number}"
            child.turn = following
    reader.check_labels(root)
    return root, players


def descendants(root: Node) -> Iterator[Node]:
    """The root and all below it, level by level, from left to right: the children of a node come one after another."""
    level = [root]
    while level:
        yield from level
        level = [child for node in level for child in node.children]


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.signs = [(match.start(), match.group()) for match in _SIGN.finditer(text)]
        self.index = 0
        self.open: list[Node] = []

    # Nodes

    def tree(self) -> Node:
        if not self.signs:
            raise SpecError("an empty text is no tree; write one as ((3 12 8) (2 4 6) (14 5 2))")
        root = self.node()
        while self.open:
            place, sign = self.peek()
            if sign == ")":
                self.close(place)
            elif not sign:
                raise self.fault(self.open[-1].place, f"{self.open[-1].word}( is never closed")
            else:
                self.open[-1].children.append(self.node())
        place, sign = self.peek()
        if sign:
            raise self.fault(place, f"{sign!r} comes after the end of the tree; several nodes need a ( before them and a ) behind")
        return root

    def node(self) -> Node:
        """A leaf, or an inner node up to its `(`."""
        by_chance = bool(self.open) and self.open[-1].player == CHANCE
        odds = self.peek()[1] if by_chance else ""
        probability = self.probability() if by_chance else 1.0
        name = self.name() if self.peek(1)[1] == "=" else ""
        place, sign = self.take()
        if len(self.open) >= _DEEPEST:
            raise self.fault(place, f"this node is more than {_DEEPEST} levels deep, deeper than a search can follow")
        node = Node(place, name=name, probability=probability, odds=odds, worth=sign)
        if sign == "(":
            self.open.append(node)
        elif sign == "<":
            node.utilities = self.vector(place)
            node.worth = " ".join(self.text[place : self.signs[self.index - 1][0] + 1].replace(",", " ").split())
        elif "@" in sign or _PLAYER.fullmatch(sign):
            node.word, at, node.label = sign.partition("@")
            if node.word and not _PLAYER.fullmatch(node.word):
                raise self.fault(place, f"{node.word!r} is no player; before @ there is MAX, MIN, P1, ... or nothing")
            node.player = _player(node.word) if node.word else UNSAID
            if at and (node.player == CHANCE or not _NAME.fullmatch(node.label)):
                raise self.fault(place, f"{sign!r} is no information set; a player's nodes are in one by a word behind @, as MIN@b(3 5)")
            if self.peek()[1] != "(":
                raise self.fault(place, f"{sign} must be followed by its children, as in {sign}(3 12 8)")
            self.take()
            self.open.append(node)
        elif sign != "?":
            node.utilities = (self.number(place, sign, "a node"),)
        return node

    def close(self, place: int) -> None:
        self.take()
        node = self.open.pop()
        if not node.children:
            raise self.fault(place, "a node needs one child or more before its )")
        total = fsum(child.probability for child in node.children)
        if node.player == CHANCE and abs(total - 1) > _ROUNDING:
            raise self.fault(node.place, f"the probabilities of this chance node sum to {total:.12g}, not to 1")

    # Their parts

    def name(self) -> str:
        place, name = self.take()
        quoted = _QUOTED.fullmatch(name)
        if not quoted and (not _NAME.fullmatch(name) or _PLAYER.fullmatch(name)):
            raise self.fault(
                place,
                f"{name!r} cannot be a name; it has letters, digits and _, no digit first, and is not MAX, MIN, P1 or chance; "
                'other names stand in quotes, without blanks, as "a1-a2"=3',
            )
        name = quoted[1] if quoted else name
        if self.open and name.casefold() in (sister.name.casefold() for sister in self.open[-1].children):
            raise self.fault(place, f"a sister of this node is called {name!r} already")
        self.take()
        return name

    def probability(self) -> float:
        place, sign = self.peek()
        if self.peek(1)[1] != ":":
            raise self.fault(place, "an outcome of chance begins with its probability and a colon, as in chance(.5: 2 .5: 4)")
        self.take()
        self.take()
        probability = self.number(place, sign, "a probability")
        if not 0 < probability <= 1:
            raise self.fault(place, f"{sign} is not a probability; it is above 0 and at most 1")
        return probability

    def vector(self, start: int) -> tuple[float, ...]:
        numbers: list[float] = []
        while self.peek()[1] != ">":
            place, sign = self.take()
            if not sign:
                raise self.fault(start, "< is never closed by >")
            numbers.append(self.number(place, sign, f"the utility of player {len(numbers) + 1}"))
        self.take()
        if len(numbers) < 2:
            raise self.fault(start, "a leaf in < > has a number for each player, two or more")
        return tuple(numbers)

    def number(self, place: int, sign: str, meant: str) -> float:
        """The number that the sign is; `meant` is what stands here."""
        plain = sign.replace("\N{MINUS SIGN}", "-")
        if _NUMBER.fullmatch(plain) and isfinite(float(plain)):
            return float(plain)
        fraction = _FRACTION.fullmatch(plain)
        if fraction and int(fraction[2]) > 0:
            return int(fraction[1]) / int(fraction[2])
        if sign == ":":
            raise self.fault(place, "a probability and a colon can stand only in chance(...)")
        if _NAME.fullmatch(sign) and meant == "a node":
            raise self.fault(place, f"{sign!r} is not a node; if it is a name, write {sign}=3; players are MAX, MIN, P1, P2, ..., chance")
        told = ": it is none of 3  ?  <1 2>  (3 ?)" if meant == "a node" else ""
        raise self.fault(place, f"{sign!r} is not {meant}{told}" if sign else f"the text ends where {meant} should stand")

    # Players

    def count_players(self, root: Node) -> int:
        """How many players the leaves and the named nodes speak of. Faults if they do not agree."""
        nodes = list(descendants(root))
        vectors = [node for node in nodes if len(node.utilities) > 1]
        named = [node for node in nodes if node.word]
        players = len(vectors[0].utilities) if vectors else max([2, *(node.player + 1 for node in named)])
        for node in named:
            if node.player >= players:
                raise self.fault(node.place, f"there is no {node.word}; the leaves have {players} numbers, for {players} players")
            if players > 2 and node.word.casefold() in ("max", "min"):
                raise self.fault(node.place, f"{node.word} is for two players, and this tree has {players}: call them P1 to P{players}")
        for node in nodes:
            self.check_utilities(node, players)
        return players

    def check_utilities(self, node: Node, players: int) -> None:
        numbers = len(node.utilities)
        if numbers == 1 and players == 2:
            node.utilities = (node.utilities[0], 0.0 - node.utilities[0])
        elif numbers not in (0, players):
            example = " ".join(str(player) for player in range(1, players + 1))
            raise self.fault(node.place, f"a leaf has a number for each of {players} players, as <{example}>, and this one has {numbers}")
        elif numbers == 2 and abs(sum(node.utilities)) > _ROUNDING:
            raise self.fault(node.place, "of two players, what one wins the other loses: the numbers must sum to 0, or be one")

    # Information sets

    def check_labels(self, root: Node) -> None:
        """Fault if nodes with one label have different players or actions: then they could be told apart."""
        first: dict[str, Node] = {}
        for node in descendants(root):
            one = first.setdefault(node.label, node) if node.label else node
            if one.player != node.player:
                raise self.fault(node.place, f"the nodes of the information set {node.label} have different players")
            if [child.path.rpartition("/")[2] for child in one.children] != [child.path.rpartition("/")[2] for child in node.children]:
                raise self.fault(node.place, f"the nodes of the information set {node.label} have different actions")

    # Signs

    def peek(self, ahead: int = 0) -> tuple[int, str]:
        """The place and text of a sign to come; an empty text at the end."""
        index = self.index + ahead
        return self.signs[index] if index < len(self.signs) else (len(self.text.rstrip()), "")

    def take(self) -> tuple[int, str]:
        sign = self.peek()
        self.index += 1
        return sign

    def fault(self, place: int, message: str) -> SpecError:
        """The error, with the line, the column and a caret under the place."""
        start = self.text.rfind("\n", 0, place) + 1
        line = self.text[start:].split("\n", 1)[0].replace("\t", " ")
        column = place - start
        left = max(0, min(column - _SHOWN // 2, len(line) - _SHOWN))
        piece = ("... " if left else "") + line[left : left + _SHOWN] + (" ..." if left + _SHOWN < len(line) else "")
        caret = " " * (column - left + (4 if left else 0)) + "^"
        number = self.text.count("\n", 0, place) + 1
        shown = f"    {piece}\n    {caret}"
        told = f"tree, line {number}, column {column + 1}: {message}\n{shown}"
        return TreeTextError(told, place, number, column + 1, message, shown)


def _player(word: str) -> int:
    small = word.casefold()
    return {"max": MAX, "min": MIN, "chance": CHANCE}[small] if small.isalpha() else int(small[1:]) - 1
