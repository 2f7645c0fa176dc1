"""Pieces of Python with `try`, as people write them: each a function of a game and a number, which gives a number."""
# ruff: noqa

from __future__ import annotations

from collections import deque

import zermelo as z

GRID = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
MAP = {"a": 1, "b": 2}


class Illegal(ValueError):
    pass


class Odd(Exception):
    pass


def at(board, r, c):
    try:
        return board[r][c]
    except IndexError:
        return None


def raises(k):
    if k % 3 == 0:
        raise KeyError("third")
    if k % 3 == 1:
        raise Illegal(f"not {k}")
    return k


def deep(n):
    try:
        return [10, 20, 30][n] + deep(n + 1)
    except IndexError:
        return 1


def diagonal(k):
    for i in range(k):
        yield GRID[i][i]


def s_looked_up(game, k):
    scores, cells = {1: 2, 3: 4}, [3, 4, 5]
    try:
        found = scores[k]
    except KeyError:
        found = -1
    try:
        place = cells.index(k)
    except ValueError:
        place = -1
    try:
        known = MAP["abc"[k % 3]]
    except KeyError:
        known = 9
    try:
        cell = (1, 2, 3)[k]
    except IndexError:
        cell = 7
    try:
        place += 10 * "abcabc".index("bca"[: k % 4])
        place += range(k)[2]
        place += ord("abcd"[k])
    except LookupError:
        place -= 100
    return found + 10 * place + 1000 * known + 10_000 * cell


def s_a_negative_place_is_no_error(game, k):
    found = 0
    for r in range(-5, 5):
        for c in range(-4, 4):
            cell = at(GRID, r, c)
            found = (found * 7 + (50 if cell is None else cell)) % 1000003
    return found + deep(k % 4) * 10 + deep(-k)


def s_clauses_and_else(game, k):
    found = 0
    for i in range(k + 3):
        try:
            found += 10
            found += raises(i)
            found += 100
        except (KeyError, ZeroDivisionError):
            found += 7
            continue
        except ValueError:
            if i > 3:
                break
            found += 11
        else:
            found += 1000
        found += 5
    return found


def s_within_each_other(game, k):
    try:
        try:
            found = raises(k)
        except KeyError:
            found = raises(k + 1)
    except ValueError:
        found = -3
    try:
        raise KeyError("no")
    except KeyError:
        try:
            return found + raises(k + 1)
        except ValueError:
            pass
        except KeyError:
            return found + 44
    return found + 55


def s_what_is_empty(game, k):
    queue, scores, seen, found = [], {}, set(), 0
    try:
        found += queue.pop()
    except IndexError:
        found += k
    try:
        found += scores[k]
    except KeyError:
        found += 10
    try:
        seen.remove(k)
    except KeyError:
        found += 100
    try:
        found += max([])
    except ValueError:
        found += 1000
    try:
        found += deque().popleft()
    except IndexError:
        found += 10_000
    try:
        del scores[k]
    except KeyError:
        found += 100_000
    try:
        (found,) = queue
    except ValueError:
        found += 1_000_000
    return found


def s_what_was_done_before_stays(game, k):
    cells, name = [1, 2, 3], "a"
    try:
        cells[0] = k
        name = "bc"
        cells.append(cells[k])
        name = "def"
        cells[1] = 100 // (k - 2)
    except IndexError:
        cells[2] = 9
    except ZeroDivisionError:
        cells[2] = 8
    try:
        a, b = [1] * k
    except ValueError:
        a = b = 0
    return cells[0] * 1000 + cells[1] * 100 + cells[2] * 10 + len(cells) + len(name) * 10_000 + a + b


def s_a_tuple_stays_as_it_was(game, k):
    cells = other = (k, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    try:
        cells = z.replace(z.replace(cells, 0, 50), k * 3, 70)
        other = z.replace(cells, 7 + k, 80)
    except IndexError:
        pass
    return sum(i * cell for i, cell in enumerate(cells, 1)) * 1000 + sum(i * cell for i, cell in enumerate(other, 1))


def s_loops_and_functions_in_it(game, k):
    def down(n):
        try:
            return GRID[n][n] + down(n + 1)
        except IndexError:
            return k

    total = 0
    try:
        for cell in diagonal(k):
            total += cell
    except IndexError:
        total += 1000
    try:
        total += sum(GRID[i][i] for i in range(k)) + len([GRID[i][0] for i in range(k)])
    except IndexError:
        total += 10_000
    for cell in diagonal(3):
        try:
            total += GRID[cell // 3][k]
        except IndexError:
            total += cell * 100
    try:
        total += int("12x4"[k % 4]) + int(["7", "", "-", " +5 ", "4x", "1_0", "1__0", "_1", "1_"][k % 9])
    except ValueError:
        total += 100_000
    return total + down(k % 4)


SNIPPETS = {name[2:]: thing for name, thing in dict(globals()).items() if name.startswith("s_")}
