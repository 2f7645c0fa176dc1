"""Searches that begin anew where a position has outgrown the room that compiled rules have for it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from zermelo.errors import OutgrownError

P = ParamSpec("P")
R = TypeVar("R")

_TIMES: Final = 8
"""As often a search begins anew: each time the rules have four times the room."""


def with_more_room(search: Callable[P, R]) -> Callable[P, R]:
    """The search, again where positions hold more than all that were seen when the rules were compiled: they have more room then."""

    @functools.wraps(search)
    def searched(*arguments: P.args, **named: P.kwargs) -> R:
        for _ in range(_TIMES):
            try:
                return search(*arguments, **named)
            except OutgrownError:
                continue
        return search(*arguments, **named)

    return searched
