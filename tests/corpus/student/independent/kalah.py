"""Kalah with 3 pits and 2 seeds once more: a list of eight, turned so that the player to move has 0 to 2, its store 3."""

from functools import cache


def after(board):
    """(board of the player to move next, whether that is the same player) for each pit."""
    for pit in range(3):
        if board[pit] == 0:
            continue
        cells, place = list(board), pit
        cells[pit] = 0
        for _ in range(board[pit]):
            place = (place + 1) % 7  # the store of the other is 7
            cells[place if place < 7 else 0] += 1
        if place < 3 and cells[place] == 1 and cells[6 - place]:
            cells[3] += 1 + cells[6 - place]
            cells[place] = cells[6 - place] = 0
        if not any(cells[:3]) or not any(cells[4:7]):
            cells = [0, 0, 0, cells[3] + sum(cells[:3]), 0, 0, 0, cells[7] + sum(cells[4:7])]
        again = place == 3
        yield (tuple(cells) if again else tuple(cells[4:] + cells[:4])), again


START = (2, 2, 2, 0, 2, 2, 2, 0)


def count(depth):
    layer = {START: 1}
    for _ in range(depth):
        following = {}
        for board, ways in layer.items():
            for child, _ in after(board):
                following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())


@cache
def worth(board):
    if not any(board[:3]):
        return board[3] - board[7]
    return max(worth(child) if again else -worth(child) for child, again in after(board))


def value():
    return worth(START)
