"""What turns a textbook function into something that can be counted, stopped, observed and compiled.

The functions in this folder are written as in the book: they take a game, a state and a few numbers and return a
value. `@algorithm` leaves that function as it is (call it, and it runs as plain Python) and derives from its source
a *counted* twin, the same statements with these woven in, for one more argument `tally`:

    a call                               is a node
    a return before the first loop       is a leaf (the game is over, or the depth is used up)
    a return inside a loop               is a cut-off (the actions that remain are not searched)
    at each turn of a loop               the run ends early if `tally` says so

and with the leaves unfolded: where the function calls itself, the tests with which it begins are made before the
call, which is then needed for inner nodes only (most nodes are leaves; compiled, this is worth a third of the time).

The twin is what searches run, interpreted (`tally` is a list) and compiled (`tally` is raw memory) alike.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import itertools
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar

from zermelo.errors import GameError, SearchError
from zermelo.game import Game
from zermelo.sources import defined, definition_of, is_ours, parsed
from zermelo.words import is_exact, not_exact

P = ParamSpec("P")
R = TypeVar("R")

Value = float
"""What an algorithm returns for two players: the worth of a state to MAX."""
Values = tuple[float, ...]
"""What an algorithm returns for any number of players: the worth of a state to each of them."""
Counts = tuple[int, int]
"""What `perft` returns: sequences, and how many of them end the game."""

# The places of a tally
NODES: Final = 0
LEAVES: Final = 1
CUTOFFS: Final = 2
LEAST_DEPTH: Final = 3
"""The least depth that was left at a leaf: how deep the search came, counted from below."""
STOP: Final = 4
"""The run ends early if this is not 0. Another thread may write it."""
PLACES: Final = 5

WHOLE_TREE: Final = 512
"""The depth of a search without a depth limit. A longer game is an error, not a crash."""


class Algorithm(Generic[P, R]):
    """A textbook function under its own name; that name is also what the function calls to recur."""

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.name = function.__name__

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        return self.function(*arguments, **named)

    @property
    def version(self) -> str:
        """What tells the function, with all that it reads now, from others of its name. Those of this package have one version."""
        self.renew()
        return "" if self._is_ours else self._look.digest

    def renew(self) -> None:
        """Forget what was made of the function where it, or what it reads, has changed since."""
        if not self._is_ours and not self._look.unchanged():
            for made in ("_look", "interpreted"):
                self.__dict__.pop(made, None)

    @property
    def _is_ours(self) -> bool:
        return is_ours(self.function.__module__)

    @functools.cached_property
    def _look(self) -> Any:
        from zermelo.native.fingerprint import Look

        return Look(self.function)

    @functools.cached_property
    def numbers(self) -> tuple[tuple[str, type], ...]:
        """The parameters after `game` and `state`, with their types (int or float)."""
        types = inspect.get_annotations(self.function, eval_str=True)
        return tuple((name, types[name]) for name in list(inspect.signature(self.function).parameters)[2:])

    @functools.cached_property
    def returns(self) -> Any:
        """`Value`, `Values` or `Counts`."""
        return inspect.get_annotations(self.function, eval_str=True)["return"]

    @property
    def windowed(self) -> bool:
        """Whether the function takes a window, alpha and beta."""
        return any(name == "alpha" for name, _ in self.numbers)

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """What the compiler asks for: the counted twin, the types of its parameters after game and state, what it returns."""
        from zermelo.native import WORDS

        return [(self.counted(), (*(kind for _, kind in self.numbers), WORDS), self.returns)]

    def counted(self) -> FunctionType:
        """The counted twin. It counts its calls, not the first: that is the caller's node."""
        return _twin(self.function)

    @functools.cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The counted twin for plain Python."""
        return self.counted()

    def __repr__(self) -> str:
        return f"<algorithm {self.name}>"


def algorithm(function: Callable[P, R]) -> Algorithm[P, R]:
    """Mark a textbook function (see the top of this file)."""
    return Algorithm(function)


def checked_depth(depth: int) -> int:
    """The depth, if it is one that a search may look ahead; else SearchError."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= WHOLE_TREE:
        raise SearchError(f"a depth is a whole number from 1 to {WHOLE_TREE}, not {depth!r}")
    return depth


def checked_count(name: str, count: int) -> int:
    """How many of what the name says, if it is a number from 1 up; else SearchError."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise SearchError(f"{name} is a whole number from 1 up, not {count!r}")
    return count


def checked_game(game: Game) -> Game:
    """The game, if it is one that can be searched; else GameError."""
    if isinstance(game, type):
        raise GameError(f"{game.__name__} is a class; search an instance of it, {game.__name__}()")
    if not isinstance(game, Game):
        raise GameError(f"{game!r} is not a game; zermelo.load_game reads the name of one, zermelo.adapt takes classes of other makers")
    if isinstance(game.players, bool) or not isinstance(game.players, int) or game.players < 1:
        raise GameError(f"{game!r} has players = {game.players!r}; a game has 1, 2, 3 ... players")
    for name in ("initial", "to_move", "actions", "result", "is_terminal", "utility"):
        if getattr(type(game), name) is getattr(Game, name):
            parameters = ", ".join(inspect.signature(getattr(Game, name)).parameters)
            raise GameError(f"{type(game).__name__} does not define `{name}({parameters})`; every game must")
    for name, worth in (*(("utility_range", end) for end in game.utility_range or ()), ("repetition", game.repetition)):
        if worth is not None and not is_exact(worth):
            raise GameError(f"{game!r}: {not_exact(name, worth)}")
    return game


def checked_open(game: Game, who: str) -> None:
    """Raise SearchError where the game hides something from its players: `who` searches whole states, and would look at it."""
    if game.hidden:
        raise SearchError(
            f"{game!r} hides something from its players, and {who} would look at it; `zermelo cfr` finds a strategy, "
            f"and players of the kinds pimc, ismcts and strategy see only what they may"
        )


def _twin(function: Callable[..., Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    definition = definition_of(function)
    assert isinstance(definition, ast.FunctionDef)
    tree = ast.Module([_Weave(definition).woven()], [])
    twin: FunctionType = defined(tree, inspect.getsourcefile(function), function.__globals__)[function.__name__]
    return twin


class _Weave(ast.NodeTransformer):
    """Rewrites a definition as the top of this file says."""

    def __init__(self, definition: ast.FunctionDef) -> None:
        self.definition = definition
        self.parameters = [argument.arg for argument in definition.args.args]
        cases = itertools.takewhile(_is_base_case, definition.body[1:])
        self.base = [case for case in cases if isinstance(case, ast.If)]
        self.leaf_returns = {id(node) for case in self.base for node in ast.walk(case) if isinstance(node, ast.Return)}
        self.in_loop = False

    def woven(self) -> ast.FunctionDef:
        definition = self.definition
        made = ast.FunctionDef(definition.name, copy.deepcopy(definition.args), self.block(definition.body[1:]), [])
        for argument in made.args.args:
            argument.annotation = None
        made.args.args.append(ast.arg("tally"))
        return ast.copy_location(made, definition)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            made.extend(new if isinstance(new, list) else [new])
        return made

    def visit_For(self, node: ast.For) -> ast.For:
        outside, self.in_loop = self.in_loop, True
        body = [*_parse(f"if tally[{STOP}] != 0: break"), *self.block(node.body)]
        self.in_loop = outside
        return ast.copy_location(ast.For(node.target, node.iter, body, []), node)

    def visit_If(self, node: ast.If) -> ast.If:
        return ast.copy_location(ast.If(node.test, self.block(node.body), self.block(node.orelse)), node)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if self.in_loop:
            return [*_parse(f"tally[{CUTOFFS}] += 1"), node]
        return [*_leaf("depth"), node] if id(node) in self.leaf_returns else [node]

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        calls = [
            c
            for c in ast.walk(node.value)
            if isinstance(c, ast.Call) and isinstance(c.func, ast.Name) and c.func.id == self.definition.name
        ]
        if not calls:
            return [node]
        (call,) = calls
        before = self.unfolded(call)
        return [*before, _Substitute({}, call).visit(node)]

    def unfolded(self, call: ast.Call) -> list[ast.stmt]:
        """Statements that leave the value of the call in `_worth`, the base cases tried before the call is made."""
        names: dict[str, ast.expr] = {}
        made = _parse(f"tally[{NODES}] += 1")
        for parameter, argument in zip(self.parameters, call.args, strict=True):
            if not (isinstance(argument, ast.Name) and argument.id == parameter):
                made.append(_assign(f"_{parameter}", argument))
                names[parameter] = ast.Name(f"_{parameter}", ast.Load())
        arguments = [names.get(parameter, ast.Name(parameter, ast.Load())) for parameter in self.parameters]
        otherwise: list[ast.stmt] = [_assign("_worth", ast.Call(call.func, [*arguments, ast.Name("tally", ast.Load())], []))]
        for case in reversed(self.base):
            (*first, last) = (_Substitute(names).visit(copy.deepcopy(part)) for part in case.body)
            test = _Substitute(names).visit(copy.deepcopy(case.test))
            depth = "_depth" if "depth" in names else "depth"
            otherwise = [ast.If(test, [*first, *_leaf(depth), _assign("_worth", last.value)], otherwise)]
        return [ast.copy_location(statement, call) for statement in (*made, *otherwise)]


class _Substitute(ast.NodeTransformer):
    """Puts expressions in the place of names, and `_worth` in the place of one call."""

    def __init__(self, names: dict[str, ast.expr], call: ast.Call | None = None) -> None:
        self.names, self.call = names, call

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.names.get(node.id, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return ast.copy_location(ast.Name("_worth", ast.Load()), node) if node is self.call else self.generic_visit(node)


def _is_base_case(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and not any(isinstance(node, ast.For) for node in ast.walk(statement))


def _leaf(depth: str) -> list[ast.stmt]:
    return _parse(f"tally[{LEAVES}] += 1\nif {depth} < tally[{LEAST_DEPTH}]: tally[{LEAST_DEPTH}] = {depth}")


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _parse(text: str) -> list[ast.stmt]:
    body: list[ast.stmt] = parsed(text).body
    return body
