"""Othello counted with a string of cells inside a border of "#"."""

from functools import cache


WAYS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
EXCHANGE = str.maketrans("my", "ym")


@cache
def replies(board, n):  # "m" is to move, "y" is the other; after a reply they are exchanged
    found = []
    for at in range(len(board)):
        if board[at] != ".":
            continue
        taken = set()
        for dy, dx in WAYS:
            way = dy * (n + 2) + dx
            end = at + way
            while board[end] == "y":
                end += way
            if board[end] == "m":
                taken |= set(range(at + way, end, way))
        if taken:
            after = "".join("m" if i == at or i in taken else mark for i, mark in enumerate(board))
            found.append(after.translate(EXCHANGE))
    if not found:
        passed = board.translate(EXCHANGE)
        return [passed] if any(_can_reply(passed, n)) else []
    return found


def _can_reply(board, n):
    for at, mark in enumerate(board):
        for dy, dx in WAYS if mark == "." else ():
            way = dy * (n + 2) + dx
            end = at + way
            while board[end] == "y":
                end += way
            yield end != at + way and board[end] == "m"


def start(n):
    h = n // 2
    rows = ["." * n for _ in range(n)]
    rows[h - 1] = "." * (h - 1) + "ym" + "." * (h - 1)
    rows[h] = "." * (h - 1) + "my" + "." * (h - 1)
    return "#" * (n + 2) + "".join(f"#{row}#" for row in rows) + "#" * (n + 2)


def count(depth, n=6):
    @cache
    def walk(board, left):
        return 1 if left == 0 else sum(walk(after, left - 1) for after in replies(board, n))

    return walk(start(n), depth)


def value(n=4):
    """The discs that who begins is ahead with the best play of both; 4 x 4 takes some seconds, 6 x 6 too long."""

    @cache
    def lead(board):
        following = replies(board, n)
        return max(-lead(after) for after in following) if following else board.count("m") - board.count("y")

    return lead(start(n))
