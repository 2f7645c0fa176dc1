"""What Python's numbers and its math do, written as rules are: it is compiled with the rules that ask for it."""

from __future__ import annotations

import math
from typing import Any


def power(base: int, exponent: int) -> int:
    """`base ** exponent` of whole numbers; one below 0 would give a number with a point."""
    if exponent < 0:
        raise OverflowError("a power that is no whole number, for which only plain Python has room")
    found = 1
    left = exponent
    square = base
    while left > 0:
        if left % 2 == 1:
            found *= square
        left //= 2
        if left > 0:
            square *= square
    return found


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """`pow(base, exponent, modulus)`."""
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exponent < 0:
        raise OverflowError("an inverse of a whole number, for which only plain Python has room")
    found = 1 % modulus
    left = exponent
    square = base % modulus
    while left > 0:
        if left % 2 == 1:
            found = found * square % modulus
        left //= 2
        if left > 0:
            square = square * square % modulus
    return found


def gcd(one: int = 0, other: int = 0) -> int:
    """`math.gcd`."""
    a, b = abs(one), abs(other)
    while b:
        a, b = b, a % b
    return a


def lcm(one: int = 1, other: int = 1) -> int:
    """`math.lcm`."""
    return abs(one) // gcd(one, other) * abs(other) if one and other else 0


def isqrt(n: int, /) -> int:
    """`math.isqrt`."""
    if n < 0:
        raise ValueError
    root = int(math.sqrt(n))
    while root > 0 and root > n // root:
        root -= 1
    while root + 1 <= n // (root + 1):
        root += 1
    return root


def comb(n: int, k: int, /) -> int:
    """`math.comb`."""
    if n < 0 or k < 0:
        raise ValueError
    found = 1 if k <= n else 0
    for place in range(min(k, n - k)):
        common = gcd(found, place + 1)
        found = found // common * ((n - place) // ((place + 1) // common))
    return found


def perm(n: int, k: Any = None, /) -> int:
    """`math.perm`."""
    size = n if k is None else k
    if n < 0 or size < 0:
        raise ValueError
    found = 1 if size <= n else 0
    if size <= n:
        for factor in range(n - size + 1, n + 1):
            found *= factor
    return found


def factorial(n: int, /) -> int:
    """`math.factorial`."""
    return perm(n, n)


def prod(iterable: Any, /, *, start: Any = 1) -> Any:
    """`math.prod`."""
    found = start
    for factor in iterable:
        found *= factor
    return found


def added(total: float, rest: float, one: float) -> tuple[float, float]:
    """A step of `sum` of floats, as Python does it from 3.12 on: the sum, and what was lost by rounding (A. Neumaier, 1974)."""
    made = total + one
    return made, rest + ((total - made) + one if abs(total) >= abs(one) else (one - made) + total)


def compensated(total: float, rest: float) -> float:
    """What such a sum comes to."""
    return total + rest if rest != 0 and abs(rest) < math.inf else total
