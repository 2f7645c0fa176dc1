"""The ways in which a position is analysed, each a `Searcher` (searcher.py); `zermelo.analysis.thinking` says which one fits.

known.py        what a database or a book knows
engine.py       the engine, and in how many plies a game is decided; deepening.py: its looks, the best moves more often than all
found.py        what it found, and what follows; scores.py: the same game solved by its scores
simulations.py  Monte Carlo tree search
one_by_one.py   each move, or each outcome of chance, by itself
shortest.py     the shortest way to the goal of a puzzle
"""
