"""A compiler of kernels (searches, counts, simulations), for games whose rules `native.plain` compiles, and for work about no game.

A kernel is a small language: ints, floats, bools and tuples of them; rows of memory; states, which never change; loops over `range` and
over what the game lists; functions whose kinds are declared, and others that they call. So it needs no inference to speak of. What is in
no kernel is refused.

    code.py                               the machine code: made, kept, called
    program.py                            a kernel in the making: its functions
    writer.py, expressions.py, calls.py   one function
    rules.py, methods.py                  the rules of the game, as kernels call them
    kinds.py                              what values are
"""

from zermelo.native.kernels.code import Code, FailedError, compiled, loaded
from zermelo.native.kernels.rules import ApartRules, InlineRules, state_kind

__all__ = ["ApartRules", "Code", "FailedError", "InlineRules", "compiled", "loaded", "state_kind"]
