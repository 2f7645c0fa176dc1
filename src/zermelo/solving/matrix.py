"""Matrix games: both choose at once, and a table says what the first wins of the second. Their values by linear programs.

The first player mixes the rows such that the least of what it has against the columns is greatest (the dual program: the second
mixes the columns). Many games are one program, block by block, as a call of the solver costs far more than a small game does.

Sources: J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100, 1928; G. B. Dantzig, A proof of the
equivalence of the programming problem and the game problem, 1951. The programs are solved by HiGHS, through scipy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from zermelo.errors import SearchError

Matrix = Sequence[Sequence[float]]
"""Rows of numbers, all as long: what the first player wins by the row and the column that the players choose."""
Mixes = tuple[tuple[float, ...], tuple[float, ...]]
"""With which probability each row is chosen, and each column."""
_CELLS: Final = 20_000
"""Numbers in the matrices that are solved in one program."""
ROUNDING: Final = 2.0**-52
"""What a term of a mean may be off for want of digits, as a share of the greatest payoff."""


class Equilibrium(NamedTuple):
    """How both play a matrix game.

    rows, columns  with which probability each row, and each column, is chosen; each sums to 1
    low, high      what the rows have against every column at least, and the columns let any row have at most: the value of the game
                   lies between. They are computed from the probabilities, and hold however these were found
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    low: float
    high: float


def solve_matrices(lows: Sequence[Matrix], highs: Sequence[Matrix]) -> list[Equilibrium]:
    """An equilibrium of each of these games, of whose payoffs is known what they are at least and at most.

    lows, highs  matrices of finite numbers, pairwise of one form, with a row and a column at least; the same where payoffs are known

    Where the best row and the best column alone meet in a saddle point, that is it, and low and high are exact. Time in proportion
    to the numbers of all, and what linear programs of that size take. Raises SearchError where scipy is missing.
    """
    middles = [_middle(low, high) for low, high in zip(lows, highs, strict=True)]
    mixed = [_saddle(payoffs) for payoffs in middles]
    for some in _batches(middles, [number for number, found in enumerate(mixed) if found is None]):
        for number, found in zip(some, _programs([middles[one] for one in some]), strict=True):
            mixed[number] = found
    return [_judged(*found, *known) for found, *known in zip(mixed, lows, highs, strict=True) if found is not None]


def solve_matrix(payoffs: Matrix) -> Equilibrium:
    """An equilibrium of one game (see `solve_matrices`).

    >>> found = solve_matrix([[-2, 3], [3, -4]])  # odd or even, worth 1/12 to the first
    >>> [round(12 * one, 9) for one in (*found.rows, *found.columns, found.low, found.high)]
    [7.0, 5.0, 7.0, 5.0, 1.0, 1.0]
    """
    return solve_matrices([payoffs], [payoffs])[0]


def _middle(low: Matrix, high: Matrix) -> list[list[float]]:
    return [[(one + other) / 2 for one, other in zip(*rows, strict=True)] for rows in zip(low, high, strict=True)]


def _saddle(payoffs: Matrix) -> Mixes | None:
    """The row and the column of a saddle point, each chosen for certain; None where there is none."""
    worst, best = [min(row) for row in payoffs], [max(column) for column in zip(*payoffs, strict=True)]
    if max(worst) != min(best):
        return None
    row, column = worst.index(max(worst)), best.index(min(best))
    return tuple(float(one == row) for one in range(len(worst))), tuple(float(one == column) for one in range(len(best)))


def _batches(payoffs: Sequence[Matrix], numbers: Sequence[int]) -> Iterator[list[int]]:
    """These numbers of matrices in groups, each of `_CELLS` cells or a little more together."""
    some: list[int] = []
    cells = 0
    for number in numbers:
        some.append(number)
        cells += len(payoffs[number]) * len(payoffs[number][0])
        if cells >= _CELLS:
            yield some
            some, cells = [], 0
    if some:
        yield some


def _programs(payoffs: Sequence[Matrix]) -> list[Mixes]:
    """How both play each of these games, by one linear program.

    Of each game the variables are the probabilities of the rows and the value, which is to be greatest; the program says that no
    column leaves less than the value, and that the probabilities sum to 1. Its dual says how the columns are mixed.
    """
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_matrix
    except ImportError as error:
        told = f"matrix games are solved by linear programs, and scipy is not there ({error}): pip install 'zermelo[lp]'"
        raise SearchError(f"{told}; or solve by cfr+, which needs none") from error
    below: list[tuple[int, int, float]] = []  # place and number of what is not 0: of the inequalities ...
    sums: list[tuple[int, int, float]] = []  # ... and of the equations
    costs: list[float] = []
    bounds: list[tuple[float | None, float | None]] = []
    against = 0
    for number, game in enumerate(payoffs):
        first, value = len(costs), len(costs) + len(game)
        least, most = min(map(min, game)), max(map(max, game))
        for column in zip(*game, strict=True):
            below += [(against, first + row, (least - payoff) / (most - least)) for row, payoff in enumerate(column)]
            below.append((against, value, 1.0))
            against += 1
        sums += [(number, first + row, 1.0) for row in range(len(game))]
        costs += [0.0] * len(game) + [-1.0]
        bounds += [(0.0, None)] * len(game) + [(None, None)]

    def table(cells: list[tuple[int, int, float]], rows: int) -> Any:
        places, columns, numbers = zip(*cells, strict=True)
        return csr_matrix((numbers, (places, columns)), shape=(rows, len(costs)))

    found = linprog(
        costs, A_ub=table(below, against), b_ub=[0.0] * against, A_eq=table(sums, len(payoffs)), b_eq=[1.0] * len(payoffs),
        bounds=bounds, method="highs-ds",
    )  # fmt: skip
    if found.x is None:
        raise SearchError(f"the linear program was not solved: {found.message}")
    primal, dual = iter(map(float, found.x)), iter(-float(one) for one in found.ineqlin.marginals)
    made: list[Mixes] = []
    for game in payoffs:
        rows = _shares([next(primal) for _ in game])
        next(primal)
        made.append((rows, _shares([next(dual) for _ in game[0]])))
    return made


def _shares(weights: Sequence[float]) -> tuple[float, ...]:
    """The numbers as probabilities: none below 0, and 1 together."""
    positive = [max(0.0, weight) for weight in weights]
    total = sum(positive)
    return tuple(weight / total for weight in positive) if total > 0 else (1 / len(positive),) * len(positive)


def _judged(rows: tuple[float, ...], columns: tuple[float, ...], low: Matrix, high: Matrix) -> Equilibrium:
    """What the two ways to play are sure of; a little less where the probabilities are rounded."""
    least = min(sum(share * payoff for share, payoff in zip(rows, column, strict=True)) for column in zip(*low, strict=True))
    most = max(sum(share * payoff for share, payoff in zip(columns, row, strict=True)) for row in high)
    if 1.0 in rows and 1.0 in columns:
        return Equilibrium(rows, columns, least, most)
    slack = (len(rows) + len(columns)) * ROUNDING * max(abs(payoff) for one in (low, high) for row in one for payoff in row)
    return Equilibrium(rows, columns, least - slack, most + slack)
