"""Hexapawn once more: a text of nine characters, turned round after each move so that the pawns P to move always go up."""


def after(board):
    for cell, pawn in enumerate(board):
        if pawn != "P":
            continue
        for to in (cell - 4, cell - 3, cell - 2):
            if to < 0 or abs(to % 3 - cell % 3) > 1:
                continue
            if board[to] == (" " if to == cell - 3 else "p"):
                moved = [" " if place == cell else "P" if place == to else here for place, here in enumerate(board)]
                yield "".join(reversed(moved)).swapcase()


def over(board):  # the other's pawns go down
    return "p" in board[6:]


def count(depth, board="ppp   PPP"):
    if depth == 0:
        return 1
    return 0 if over(board) else sum(count(depth - 1, child) for child in after(board))


def worth(board):
    return -1 if over(board) else max((-worth(child) for child in after(board)), default=-1)


def value():
    return worth("ppp   PPP")
