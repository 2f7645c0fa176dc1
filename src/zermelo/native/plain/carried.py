"""Which variables a loop may hand from one round to the next, though they have no value before it.

    for v in range(4):
        if v == 0:
            first = 5
        total += first

These are those that a round may look at before it gives them a value itself.
"""

from __future__ import annotations

import ast

from zermelo.native.plain.emitter import assigned

Names = set[str]


def carried(loop: ast.For | ast.While) -> Names:
    """The names that a round of the loop may look at before it gives them a value."""
    looked_at: Names = set()
    have = _stored_in(loop.target) if isinstance(loop, ast.For) else set()
    if isinstance(loop, ast.While):
        looked_at |= _loaded_in(loop.test)
    _gone_through(loop.body, have, looked_at)
    return looked_at & set(assigned(loop))


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
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Store)}
    return names | ({node.target.id} if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) else set())


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
