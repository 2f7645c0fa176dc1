"""A compiler of kernels (searches, counts, simulations) for games whose rules `native.plain` compiles.

A kernel is a small language: ints, floats, bools and tuples of them; rows of memory; states, which never change; loops over `range` and
over what the game lists; functions whose kinds are declared, and others that they call. So it needs no inference to speak of, and a
kernel takes a third of the time that numba takes for it. What is in no kernel is refused.

    code.py         the machine code: made, kept, called
    program.py      a kernel in the making: its functions
    writer.py       one function: variables, statements; expressions.py, calls.py
    kinds.py        what values are
"""

from zermelo.native.kernels.code import Code, compiled, loaded

__all__ = ["Code", "compiled", "loaded"]
