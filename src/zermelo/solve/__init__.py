"""Strategies for games that hide something: how good players mix their actions, and how far from that a strategy is.

places.py     what the numbers of an unrolled tree mean
kernel.py     a function that runs as plain Python and compiled
tree.py       the tree of a game, unrolled once into flat memory
cfr.py        counterfactual regret minimisation, CFR and CFR+
mccfr.py      the same by sampling
response.py   best responses: how much a strategy can be exploited
solver.py     iterations, their progress, and what they found
strategy.py   a strategy as data, in a file, and as a table
"""
