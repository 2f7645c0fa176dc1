"""`try`: where something in its body fails with an error that is caught, control goes on in the `except`, with what the variables are then.

Only errors are caught that compiled rules raise exactly where plain Python does. Those that have to do with the machine code itself, as a
number of more than 64 bits, are none of them.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.native.plain.emitter import Flow, Handler, told_of
from zermelo.native.plain.statements import CAUGHT, Statements
from zermelo.native.plain.values import RefusedError


class Trying(Statements):
    """Writes `try`."""

    def do_Try(self, node: ast.Try) -> None:
        """`try`, `except` and `else`."""
        if node.finalbody:
            raise RefusedError("`finally` does not compile; write what is in it behind the `try`", node.finalbody[0])
        if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(node)):
            raise RefusedError("`yield` within `try` does not compile; let the `try` give a value, and yield that behind it")
        assert self.environment is not None
        handlers, outer = [self._handler(clause) for clause in node.handlers], self.handlers
        before, ends = set(self.environment), list[Flow]()
        self.handlers = [*outer, *reversed(handlers)]  # of several clauses, the first that fits
        try:
            self.body(node.body)
        finally:
            self.handlers = outer
        self.body(node.orelse)
        self.leave_to(ends)
        for clause, handler in zip(node.handlers, handlers, strict=True):
            for flow in handler.flows:  # what an expression held on its way is gone
                flow.environment = {name: held for name, held in flow.environment.items() if name in before or self._is_variable(*name)}
            self.merge(handler.flows)
            self.body(clause.body)
            self.leave_to(ends)
        self.merge(ends)

    def _is_variable(self, frame: int, name: str) -> bool:
        return frame == self.frame.number and (not name.startswith("<") or name.startswith(told_of("")[:-1]))

    def _handler(self, clause: ast.ExceptHandler) -> Handler:
        if clause.name is not None:
            raise RefusedError(f"`as {clause.name}` does not compile; leave it out", clause.type)
        named = clause.type.elts if isinstance(clause.type, ast.Tuple) else [clause.type]
        classes: list[Any] = [None if one is None else self.value(one).const for one in named]
        if not all(one in CAUGHT for one in classes):
            told = ", ".join(sorted(one.__name__ for one in CAUGHT))
            raise RefusedError(f"this `except` does not compile; write which of these it is for: {told}", clause.type)
        return Handler(frozenset(one.__name__ for one in CAUGHT if issubclass(one, tuple(classes))))
