"""Strategies for games that hide something, how far from the best they are; and exact values where games may go round.

layout.py     what the numbers of an unrolled tree mean
kernel.py     a function that runs as plain Python and compiled
tree.py       the tree of a game, unrolled once into flat memory
cfr.py        counterfactual regret minimisation, CFR and CFR+
mccfr.py      the same by sampling
response.py   best responses: how much a strategy can be exploited
graph.py      the states of a game, each listed once into flat memory
matrix.py     equilibria of matrix games, by linear programs
backward_induction.py   games with simultaneous moves, a matrix game in every state
value_iteration.py   what every one of them is worth, and how to play
retrograde.py all states of a game that numbers them, backwards from their ends
convergence.py   how a strategy comes about, iteration by iteration
solver.py     iterations, their progress, and what they found
solve.py      one answer for games of every kind, by what fits: these, or a search to the end
strategy.py   a strategy as data, in a file, and as a table
"""
