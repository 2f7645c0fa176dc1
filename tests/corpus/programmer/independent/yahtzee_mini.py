"""The small Yahtzee: sequences counted, and the mean of the best play, with dice as ordered triples of 216."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

TRIPLES = list(product(range(1, 7), repeat=3))


def count(depth, rounds=4):
    @cache
    def thrown(dice, again, left, rounds):  # sequences that begin with a throw of so many dice; their faces do not matter
        if left == 0:
            return 1
        return comb(dice + 5, dice) * choose(again, left - 1, rounds)

    @cache
    def choose(again, left, rounds):
        if left == 0:
            return 1
        fill = rounds * (thrown(3, True, left - 1, rounds - 1) if rounds > 1 else left == 1)
        return fill + (sum(comb(3, dice) * thrown(dice, False, left - 1, rounds) for dice in (1, 2, 3)) if again else 0)

    return thrown(3, True, depth, rounds)


def points(category, dice):
    alike = len(set(dice))
    if category == 0:
        return sum(dice)
    if category == 1:
        return sum(dice) if alike < 3 else 0
    if category == 2:
        return 20 if alike == 3 and max(dice) - min(dice) == 2 else 0
    return 30 if alike == 1 else 0


def value():
    @cache
    def best_round(open_categories):
        if not open_categories:
            return Fraction(0)

        @cache
        def fill(dice):
            return max(points(c, dice) + best_round(open_categories - {c}) for c in open_categories)

        @cache
        def again(kept):
            return Fraction(sum(fill(tuple(sorted(kept + t))) for t in product(range(1, 7), repeat=3 - len(kept))), 6 ** (3 - len(kept)))

        def play(dice):
            kept = {tuple(d for d, k in zip(dice, keep) if k) for keep in product((0, 1), repeat=3)}
            return max(fill(dice) if len(k) == 3 else again(k) for k in kept)

        return sum(play(tuple(sorted(t))) for t in TRIPLES) / Fraction(216)

    return float(best_round(frozenset(range(4))))
