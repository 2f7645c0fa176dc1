"""Rows of numbers as kernels have them: arrays of numpy, whose addresses compiled code takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.solving.kernel import Kernel

Array = np.ndarray[Any, np.dtype[Any]]


def compiled(kernel: Kernel) -> Callable[..., Any]:
    """A kernel without a game as machine code, to be called with numbers and arrays."""
    from zermelo import native  # costs half a second: only for those who compile

    function = native.function(kernel)
    return lambda *arguments: function(*map(addressed, arguments))


def interpreted(kernel: Kernel) -> Callable[..., Any]:
    """The same as plain Python, for which an array is a row of Python's own numbers."""
    return lambda *arguments: kernel.interpreted(*(memoryview(one) if hasattr(one, "dtype") else one for one in arguments))


def addressed(argument: Any) -> Any:
    """What compiled code takes for an argument: of an array its address."""
    return argument.ctypes.data if hasattr(argument, "ctypes") else argument
