"""Steps of a kernel, written as functions and put in the place of their calls, so that they cost nothing.

A function of a kernel that is marked with `@step` stands in the code that is run and compiled wherever it is called. It may be
called in three ways:

    return step(...)      it may return anywhere; whatever it returns, the caller returns
    a, b = step(...)      a `return` ends a branch of it, as it must follow at once: none stands within a loop
    step(...)             the same, without a value

Its variables take its name as an ending, so that they are not the caller's. An argument that is a name or a constant, and that the
step does not assign to, is taken as it stands; others are worked out first.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

F = TypeVar("F", bound=Callable[..., object])

STEP: Final = "step"
"""The name of the mark."""


def step(function: F) -> F:
    """Mark a function of a kernel as a step, which stands in the place of its calls. Called by itself it is a function like others."""
    return function


def with_steps(tree: ast.Module, file: str) -> ast.Module:
    """The kernel of a file without its steps: each stands where it was called. Raises TypeError for one that is called in another way."""
    functions = [part for part in tree.body if isinstance(part, ast.FunctionDef)]
    steps = {function.name: function for function in functions if _is_step(function)}
    insert = _Insert(steps)
    try:
        tree.body = [insert.visit(part) for part in tree.body if part not in steps.values()]
    except TypeError as error:
        raise TypeError(f"{file}, {error}") from error
    return tree


def _is_step(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == STEP for mark in function.decorator_list)


class _Insert(ast.NodeTransformer):
    """Puts steps where they are called; those that they call themselves as well."""

    def __init__(self, steps: dict[str, ast.FunctionDef]) -> None:
        self.steps = steps

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, parts in ast.iter_fields(node):
            if name in ("body", "orelse") and isinstance(parts, list):
                setattr(node, name, [made for part in parts for made in self.inserted(part)])
        if isinstance(node, ast.stmt):
            self.refuse_others(node)
        return node

    def inserted(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statement, or what stands in its place."""
        if not isinstance(statement, ast.Return | ast.Assign | ast.Expr) or (name := self.step_of(statement.value)) is None:
            return [self.visit(statement)]
        assert isinstance(statement.value, ast.Call)
        before, body = self.body_of(name, statement.value)
        if not isinstance(statement, ast.Expr) and not _always_returns(body):
            raise TypeError(f"line {statement.lineno}: step {name} may end without `return`, and what it returns is asked for")
        if isinstance(statement, ast.Assign) and len(statement.targets) != 1:
            raise TypeError(f"line {statement.lineno}: step {name} is assigned to several at once")
        if isinstance(statement, ast.Assign):
            body = _returns_replaced(body, name, lambda value: _assigned(statement.targets[0], value))
        elif isinstance(statement, ast.Expr):
            body = _returns_replaced(body, name, lambda value: [])
        return [made for part in (*before, *body) for made in self.inserted(part)]

    def body_of(self, name: str, call: ast.Call) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """What sets its parameters, and the body of the step that is called, in the caller's names."""
        function = self.steps[name]
        parameters = [argument.arg for argument in function.args.args]
        if call.keywords or len(parameters) != len(call.args):
            raise TypeError(f"line {call.lineno}: step {name} takes {', '.join(parameters)}, in this order")
        body = [copy.deepcopy(part) for part in _without_docstring(function.body)]
        assigned = _assigned_in(body)
        names: dict[str, ast.expr] = {}
        before: list[ast.stmt] = []
        for parameter, argument in zip(parameters, call.args, strict=True):
            if isinstance(argument, ast.Name | ast.Constant) and parameter not in assigned:
                names[parameter] = argument
            else:
                names[parameter] = ast.Name(f"{parameter}_of_{name}")
                before += _assigned(names[parameter], argument)
        for variable in assigned - set(parameters):
            names[variable] = ast.Name(f"{variable}_of_{name}")
        rename = _Rename(names)
        return before, [rename.visit(part) for part in body]

    def step_of(self, node: object) -> str | None:
        """The step that an expression calls, if it does no more."""
        return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.steps else None

    def refuse_others(self, statement: ast.stmt) -> None:
        """Raise TypeError where a step is called within a statement of a form that it cannot stand in."""
        parts: Iterable[object] = (part for name, part in ast.iter_fields(statement) if name not in ("body", "orelse"))
        for part in parts:
            for node in [one for one in part if isinstance(one, ast.AST)] if isinstance(part, list) else [part]:
                names = [name for one in ast.walk(node) if (name := self.step_of(one))] if isinstance(node, ast.AST) else []
                if names:
                    told = f"step {names[0]} is called in a line of its own, assigned, or returned"
                    raise TypeError(f"line {statement.lineno}: {told}")


class _Rename(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.names:
            return node
        made = copy.deepcopy(self.names[node.id])
        if isinstance(made, ast.Name):
            made.ctx = node.ctx
        return ast.copy_location(made, node)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    return body[1:] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else body


def _assigned_in(body: list[ast.stmt]) -> set[str]:
    return {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _assigned(target: ast.expr, value: ast.expr) -> list[ast.stmt]:
    target = copy.deepcopy(target)
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            node.ctx = ast.Store()
    return [ast.copy_location(ast.Assign([target], value), value)]


def _returns_replaced(body: list[ast.stmt], name: str, made: Callable[[ast.expr], list[ast.stmt]]) -> list[ast.stmt]:
    """A body in which what follows a branch that may return stands in the branches that do not, and no `return` is left."""
    done: list[ast.stmt] = []
    for place, statement in enumerate(body):
        if isinstance(statement, ast.Return):
            return done + (made(statement.value) if statement.value else [])
        if not _may_return(statement):
            done.append(statement)
            continue
        if not isinstance(statement, ast.If):
            raise TypeError(f"line {statement.lineno}: step {name} returns within a loop, where it can only be returned itself")
        rest = body[place + 1 :]
        branches = [branch if _always_returns(branch) else branch + rest for branch in (statement.body, statement.orelse)]
        if rest and not any(map(_always_returns, (statement.body, statement.orelse))):
            raise TypeError(f"line {statement.lineno}: step {name} returns in the midst of a branch that goes on")
        then, otherwise = (_returns_replaced(branch, name, made) for branch in branches)
        return [*done, ast.copy_location(ast.If(statement.test, then or [ast.Pass()], otherwise), statement)]
    return done


def _may_return(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


def _always_returns(body: list[ast.stmt]) -> bool:
    """Whether it does not end without `return`."""
    if not body:
        return False
    last = body[-1]
    return isinstance(last, ast.Return) or (isinstance(last, ast.If) and _always_returns(last.body) and _always_returns(last.orelse))
