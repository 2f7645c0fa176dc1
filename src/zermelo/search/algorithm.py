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

A function that is written otherwise (it calls itself within an expression, a comprehension or a condition, with
arguments by name, or has no tests to begin with) gets a *plain* twin: each call counts itself when it begins, and is a
leaf if it ends without having called itself. The counts are the same.

The twin is what searches run, interpreted (`tally` is a list) and compiled (`tally` is raw memory) alike.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import itertools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeGuard, TypeVar

from zermelo.answers import wrong_parameters
from zermelo.errors import GameError, SearchError
from zermelo.game import Game, defines
from zermelo.hints import missing
from zermelo.search.scored import without_rewards
from zermelo.shadows import shadows, wrong_facts
from zermelo.simultaneous import InTurns
from zermelo.sources import defined, definition_of, is_ours, parsed
from zermelo.words import is_exact, not_exact

Change = Callable[[ast.FunctionDef], tuple[ast.FunctionDef, dict[str, Any]]]
"""Gives a definition in the place of another one, and the names that it reads beside those of that one."""
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
DATABASE: Final = 5
"""Where what is known lies, by rank and ..."""
DESK: Final = 6
"""... by key: of a search that looks up (known_leaves.py), whose tally has these places, too."""
TALLY: Final = "tally"

WHOLE_TREE: Final = 512
"""The depth of a search without a depth limit. A longer game is an error, not a crash."""
_KNOWN: Final = {"alpha": float, "beta": float, "depth": int}
"""What the parameters are that need no annotation."""
TABLE: Final = "table"
"""The parameter for a transposition table."""
_AT_ONCE: Final = (
    "here all choose at once, and the best is to mix; `zermelo solve` (zermelo.solve) finds how, `zermelo cfr` too, "
    "and players of the kinds strategy, ismcts and pimc play it"
)


class Algorithm(Generic[P, R]):
    """A textbook function under its own name; that name is also what the function calls to recur."""

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.name = function.__name__

    def __call__(self, game: Any, state: Any, *numbers: Any, **named: Any) -> R:
        """The function's value; where a game has rewards on the way, that of its view which counts them at the end (scored.py)."""
        return self.function(*without_rewards(game, state), *numbers, **named)  # type: ignore[arg-type]  # as written in each

    @property
    def version(self) -> str:
        """What tells the function, with all that it reads now, from others of its name. Those of this package have one version."""
        self.renew()
        return "" if self._is_ours else self._look.digest

    def renew(self) -> None:
        """Forget what was made of the function where it, or what it reads, has changed since."""
        if not self._is_ours and not self._look.unchanged():
            for made in ("_look", "interpreted", "counts_the_first"):
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
        """The parameters after `game` and `state`, with their types (int or float); but for a table."""
        types = {**_KNOWN, **inspect.get_annotations(self.function, eval_str=True)}
        names = [name for name in list(inspect.signature(self.function).parameters)[2:] if name != TABLE]
        for name in names:
            if types.get(name) not in (int, float):
                raise SearchError(f"{self.name} takes `{name}`, of which its signature has to say that it is an int or a float")
        return tuple((name, types[name]) for name in names)

    @functools.cached_property
    def returns(self) -> Any:
        """`Value`, `Values` or `Counts`."""
        return inspect.get_annotations(self.function, eval_str=True).get("return", Value)

    @property
    def windowed(self) -> bool:
        """Whether the function takes a window, alpha and beta."""
        return any(name == "alpha" for name, _ in self.numbers)

    @property
    def remembers(self) -> bool:
        """Whether the function takes a transposition table, after its numbers."""
        return TABLE in inspect.signature(self.function).parameters

    def arguments(self, alpha: float, beta: float, depth: int) -> tuple[float, ...]:
        """What the function takes after game and state, in its order. Raises SearchError where it takes others, or no depth."""
        given = {"alpha": alpha, "beta": beta, "depth": depth}
        names = [name for name, _ in self.numbers]
        if "depth" not in names or not given.keys() >= set(names) or ("alpha" in names) != ("beta" in names):
            raise SearchError(
                f"{self.name} takes ({', '.join(['game', 'state', *names])}); an algorithm takes game, state and depth, "
                f"and alpha and beta if it has a window"
            )
        return tuple(given[name] for name in names)

    def parts(self, change: Change | None = None) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """What the compiler asks for: the counted twin, the types of its parameters after game and state, what it returns."""
        from zermelo.native import WORDS

        return [(self.counted(change), (*(kind for _, kind in self.numbers), WORDS), self.returns)]

    def counted(self, change: Change | None = None) -> FunctionType:
        """The counted twin. It counts its calls; the first one is the caller's node, unless `counts_the_first`.

        change  what is changed in the definition before that
        """
        return _twin(self.function, self.returns, change)

    @functools.cached_property
    def counts_the_first(self) -> bool:
        """Whether the counted twin counts its first call, too."""
        definition = definition_of(self.function)  # type: ignore[arg-type]
        return not (isinstance(definition, ast.FunctionDef) and _Weave.takes(definition))

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
    if game.simultaneous is True:
        raise GameError(f"{game!r}: {_AT_ONCE}, or zermelo.in_turns(game), the same game in turns, which shows nobody too much")
    for name in ("initial", "to_move", "actions", "result", "is_terminal", "utility"):
        if getattr(type(game), name) is getattr(Game, name):
            parameters = ", ".join(inspect.signature(getattr(Game, name)).parameters)
            raise GameError(missing(game, f"{name}({parameters})"))
    if game.chance is True and not defines(game, "outcomes"):
        raise GameError(f"{type(game).__name__} has `chance = True` and does not define `outcomes(self, state)`")
    if wrong := wrong_parameters(game) or next((told for _, told in (*shadows(game), *wrong_facts(game))), None):
        raise GameError(wrong)
    for name, worth in (*(("utility_range", end) for end in game.utility_range or ()), ("repetition", game.repetition)):
        if worth is not None and not is_exact(worth):
            raise GameError(f"{game!r}: {not_exact(name, worth)}")
    return game


def checked_open(game: Game, who: str) -> None:
    """Raise SearchError where the game hides something from its players: `who` searches whole states, and would look at it."""
    if isinstance(game, InTurns):
        raise SearchError(f"{game!r}: {_AT_ONCE}; {who} would show what one has chosen to the next")
    if game.hidden:
        raise SearchError(
            f"{game!r} hides something from its players, and {who} would look at it; `zermelo cfr` finds a strategy, "
            f"and players of the kinds pimc, ismcts and strategy see only what they may"
        )


def _twin(function: Callable[..., Any], returns: Any, change: Change | None) -> FunctionType:
    assert isinstance(function, FunctionType)
    definition = definition_of(function)
    assert isinstance(definition, ast.FunctionDef)
    definition, names = (definition, {}) if change is None else change(definition)
    weave = _Weave(definition) if _Weave.takes(definition) else _PlainWeave(definition, returns)
    tree = ast.Module([weave.woven()], [])
    twin: FunctionType = defined(tree, inspect.getsourcefile(function), {**function.__globals__, **names})[function.__name__]
    return twin


class _PlainWeave(ast.NodeTransformer):
    """Rewrites a definition that calls itself anywhere: each call counts itself, and is a leaf if no other began meanwhile."""

    def __init__(self, definition: ast.FunctionDef, returns: Any) -> None:
        self.definition, self.returns_number = definition, returns == Value
        self.parameters = [argument.arg for argument in definition.args.args]
        self.loops = 0

    def woven(self) -> ast.FunctionDef:
        definition = self.definition
        begin = f"tally[{NODES}] += 1\n_nodes = tally[{NODES}]"
        if self.returns_number:  # whatever: the run has been broken off
            begin += f"\nif tally[{STOP}] != 0: return 0.0"
        body = [part for statement in _without_docstring(definition) for part in _several(self.visit(copy.deepcopy(statement)))]
        made = ast.FunctionDef(definition.name, copy.deepcopy(definition.args), [*_parse(begin), *body], [])
        for argument in made.args.args:
            argument.annotation = None
        made.args.args.append(ast.arg("tally"))
        made.args.defaults += [ast.Constant(None)] if made.args.defaults else []
        return ast.copy_location(made, definition)

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if _calls(node, self.definition.name):
            tally = ast.Name("tally", ast.Load())
            named = {one.arg: one.value for one in node.keywords}
            rest = self.parameters[len(node.args) :]
            if set(rest) == set(named):
                node.args, node.keywords = [*node.args, *(named[name] for name in rest), tally], []
            else:
                node.keywords.append(ast.keyword("tally", tally))
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        return self._loop(node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        return self._loop(node)

    def _loop(self, node: ast.For | ast.While) -> ast.stmt:
        self.loops += 1
        self.generic_visit(node)
        self.loops -= 1
        if not self.returns_number:
            node.body[:0] = _parse(f"if tally[{STOP}] != 0: break")
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.generic_visit(node)
        leaf = _leaf("depth") if "depth" in self.parameters else _parse(f"tally[{LEAVES}] += 1")
        cut = _parse(f"tally[{CUTOFFS}] += 1") if self.loops else []
        is_leaf = ast.Compare(_subscript("tally", NODES), [ast.Eq()], [ast.Name("_nodes", ast.Load())])
        kept = _assign("_value", node.value or ast.Constant(None))
        made = [kept, ast.If(is_leaf, leaf, cut), ast.Return(ast.Name("_value", ast.Load()))]
        return [ast.copy_location(statement, node) for statement in made]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node  # what is defined within returns for itself

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        return node


class _Weave(ast.NodeTransformer):
    """Rewrites a definition as the top of this file says."""

    @staticmethod
    def takes(definition: ast.FunctionDef) -> bool:
        """Whether the definition is written so that its leaves can be unfolded."""
        name, arguments = definition.name, definition.args
        body = _without_docstring(definition)
        count = len(arguments.args)
        if "depth" not in [one.arg for one in arguments.args] or arguments.defaults or arguments.kwonlyargs:
            return False
        if any(isinstance(node, (ast.While, ast.FunctionDef, ast.Lambda)) for statement in body for node in ast.walk(statement)):
            return False
        base = list(itertools.takewhile(_is_base_case, body))
        if not base or not all(isinstance(case, ast.If) and _is_simple(case, name) for case in base):
            return False
        calls = [node for statement in body for node in ast.walk(statement) if _calls(node, name)]
        unfolded = [call for statement in body for call in _unfolded(statement, name)]
        return len(calls) == len(unfolded) and all(len(call.args) == count and not call.keywords for call in unfolded)

    def __init__(self, definition: ast.FunctionDef) -> None:
        self.definition = definition
        self.body = _without_docstring(definition)
        self.parameters = [argument.arg for argument in definition.args.args]
        cases = itertools.takewhile(_is_base_case, self.body)
        self.base = [case for case in cases if isinstance(case, ast.If)]
        self.leaf_returns = {id(node) for case in self.base for node in ast.walk(case) if isinstance(node, ast.Return)}
        self.in_loop = False

    def woven(self) -> ast.FunctionDef:
        definition = self.definition
        made = ast.FunctionDef(definition.name, copy.deepcopy(definition.args), self.block(self.body), [])
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
        calls = [one for one in ast.walk(node.value) if _calls(one, self.definition.name)]
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


def _without_docstring(definition: ast.FunctionDef) -> list[ast.stmt]:
    return definition.body[1:] if ast.get_docstring(definition, clean=False) is not None else definition.body


def _several(made: Any) -> list[ast.stmt]:
    return made if isinstance(made, list) else [made]


def _calls(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _is_simple(case: ast.If, name: str) -> bool:
    """Whether a test with which a function begins can be made before the call: it ends in its one `return`, and does not recur."""
    *first, last = case.body
    return (
        not case.orelse
        and isinstance(last, ast.Return)
        and last.value is not None
        and all(isinstance(statement, (ast.Assign, ast.Expr)) for statement in first)
        and not any(_calls(node, name) or isinstance(node, ast.NamedExpr) for node in ast.walk(case))
    )


def _unfolded(statement: ast.stmt, name: str) -> Iterator[ast.Call]:
    """The calls that stand where their leaves can be unfolded: one to an assignment, made whatever else it comes to."""
    if isinstance(statement, (ast.For, ast.If)):
        for part in (*statement.body, *statement.orelse):
            yield from _unfolded(part, name)
    elif isinstance(statement, ast.Assign):
        calls = [node for node in _always(statement.value) if _calls(node, name)]
        if len(calls) == 1:
            yield from calls


def _always(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that are worked out whatever the others come to, once each."""
    yield node
    if not isinstance(node, (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)):
        for child in ast.iter_child_nodes(node):
            yield from _always(child)


def _is_base_case(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and not any(isinstance(node, ast.For) for node in ast.walk(statement))


def _leaf(depth: str) -> list[ast.stmt]:
    return _parse(f"tally[{LEAVES}] += 1\nif {depth} < tally[{LEAST_DEPTH}]: tally[{LEAST_DEPTH}] = {depth}")


def _subscript(name: str, place: int) -> ast.expr:
    return ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(place), ast.Load())


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _parse(text: str) -> list[ast.stmt]:
    body: list[ast.stmt] = parsed(text).body
    return body
