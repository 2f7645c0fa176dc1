"""Rows of numbers for rules that compile: tables that a game keeps, and scratch paper.

A game, or an evaluation, may hold an `array` of the standard library as an attribute: of 32-bit floats ("f"), 64-bit floats
("d") or 64-bit ints ("q"). Compiled code reads it as it stands, unchecked. What a method works out on the way it
notes on a row of its own:

    hidden = singles(64)
    for unit in range(64):
        hidden[unit] = self.weights[unit]

In plain Python this is an `array` too, so that both modes round alike where one statement makes one operation.
"""

from __future__ import annotations

from array import array


def singles(count: int) -> array[float]:
    """A row of 32-bit floats to write on; what stands there at first is not said. In compiled code it is gone when the caller returns.

    `count` is written as a number, or as a constant of the module: compiled code keeps the row on its stack.
    """
    return array("f", bytes(4 * count))


def words(count: int) -> array[int]:
    """The same of signed 64-bit ints."""
    return array("q", bytes(8 * count))
