"""The one door to compiled code. Nothing outside this folder imports numba, and this file only when it is asked."""

from __future__ import annotations

from typing import Any


def kernel(algorithm: Any, game: Any) -> Any:
    """The algorithm compiled for the game (see `compiler.kernel`). Raises CompileError where it does not compile."""
    from zermelo.native import compiler

    return compiler.kernel(algorithm, game)


def explain(game: Any) -> list[str]:
    """Which parts of the game do not compile, and why, in the user's terms; nothing if it compiles whole."""
    from zermelo.native import compiler

    return compiler.explain(game)
