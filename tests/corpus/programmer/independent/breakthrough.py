"""Breakthrough counted with one integer for each player, the columns counted from 0 and each row with a spare bit."""

from functools import cache


def count(depth, columns=5, rows=6):
    width = columns + 1
    row = (1 << columns) - 1
    board = sum(row << width * y for y in range(rows))
    turned = {}

    def turn(bits):  # the board upside down and left to right, so that the player to move always goes up
        if bits not in turned:
            places = [(y, x) for y in range(rows) for x in range(columns) if bits >> y * width + x & 1]
            turned[bits] = sum(1 << (rows - 1 - y) * width + columns - 1 - x for y, x in places)
        return turned[bits]

    @cache
    def walk(own, other, left):
        if left == 0:
            return 1
        if other & row or not own:  # the other has come down to our home row
            return 0
        total = 0
        for shift in (width - 1, width, width + 1):
            ends = own << shift & board & ~own
            if shift == width:
                ends &= ~other
            while ends:
                end = ends & -ends
                ends ^= end
                total += walk(turn(other & ~end), turn(own ^ end ^ end >> shift), left - 1)
        return total

    home = row | row << width
    return walk(home, turn(home), depth)


def value(columns=5, rows=6):
    """What the beginning is worth to who begins: 1 or -1."""
    width = columns + 1
    row = (1 << columns) - 1
    board = sum(row << width * y for y in range(rows))

    @cache
    def turn(bits):
        places = [(y, x) for y in range(rows) for x in range(columns) if bits >> y * width + x & 1]
        return sum(1 << (rows - 1 - y) * width + columns - 1 - x for y, x in places)

    @cache
    def wins(own, other):
        if other & row or not own:
            return False
        if own & row << width * (rows - 2):
            return True
        for shift in (width - 1, width + 1, width):
            ends = own << shift & board & ~own
            if shift == width:
                ends &= ~other
            while ends:
                end = 1 << ends.bit_length() - 1
                ends ^= end
                if not wins(turn(other & ~end), turn(own ^ end ^ end >> shift)):
                    return True
        return False

    home = row | row << width
    return 1 if wins(home, turn(home)) else -1
