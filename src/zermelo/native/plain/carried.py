"""Which variables a loop may hand on that have no value before it: to its next round, or to what stands behind it.

    for v in range(4):
        if v == 0:
            first = 5
        total += first

These are those that may be looked at where it is not certain that they have a value.
"""

from __future__ import annotations

import ast
import functools

from zermelo.native.plain.emitter import assigned

Names = set[str]


def carried(loop: ast.For | ast.While, body: list[ast.stmt]) -> Names:
    """What the loop may hand on in a function with this body."""
    return set(assigned(loop)) & _uncertain(tuple(body))


@functools.lru_cache(maxsize=256)
def _uncertain(body: tuple[ast.stmt, ...]) -> frozenset[str]:
    looked_at: Names = set()
    _gone_through(list(body), set(), looked_at)
    return frozenset(looked_at)


def _gone_through(statements: list[ast.stmt], have: Names, looked_at: Names) -> Names | None:
    """What has a value for certain behind these statements; None where control does not come there. Fills `looked_at`."""
    for statement in statements:
        if isinstance(statement, (ast.Break, ast.Continue, ast.Return, ast.Raise)):
            looked_at |= _loaded_in(statement) - have
            return None
        if isinstance(statement, (ast.If, ast.Match)):
            ways = [statement.body, statement.orelse] if isinstance(statement, ast.If) else [[], *(case.body for case in statement.cases)]
            looked_at |= _loaded_in(statement.test if isinstance(statement, ast.If) else statement.subject) - have
            for case in statement.cases if isinstance(statement, ast.Match) else []:
                looked_at |= (_loaded_in(case.guard) if case.guard else set()) - have
            ends = [end for way in ways if (end := _gone_through(way, set(have), looked_at)) is not None]
            if not ends:
                return None
            have = set.intersection(*ends)
        elif isinstance(statement, (ast.For, ast.While)):
            looked_at |= _loaded_in(statement.iter if isinstance(statement, ast.For) else statement.test) - have
            _gone_through(statement.body, have | (_stored_in(statement.target) if isinstance(statement, ast.For) else set()), looked_at)
            _gone_through(statement.orelse, set(have), looked_at)
        elif isinstance(statement, ast.Try):
            for way in (statement.body, *(handler.body for handler in statement.handlers), statement.orelse):
                _gone_through(way, set(have), looked_at)
        else:
            looked_at |= _loaded_in(statement) - have
            have = have | _stored_in(statement)
    return have


def _loaded_in(node: ast.AST) -> Names:
    """What is looked at in it; names that only a comprehension or a lambda in it has are its own."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    names: Names = set().union(*map(_loaded_in, ast.iter_child_nodes(node)))
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return names | {node.target.id}
    if isinstance(node, ast.Lambda):
        return names - {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        own = set().union(*(_stored_in(one.target) for one in node.generators))
        return (names - own) | _loaded_in(node.generators[0].iter)
    return names


def _stored_in(node: ast.AST) -> Names:
    """What an assignment, or the target of a loop, gives a value for certain."""
    if isinstance(node, ast.Assign):
        return set().union(*map(_stored_in, node.targets))
    if isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        return _stored_in(node.target)
    if isinstance(node, (ast.Tuple, ast.List)):
        return set().union(*map(_stored_in, node.elts))
    if isinstance(node, ast.Starred):
        return _stored_in(node.value)
    if isinstance(node, ast.FunctionDef):
        return {node.name}
    return {node.id} if isinstance(node, ast.Name) else set()
