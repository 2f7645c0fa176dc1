"""Monte Carlo tree search: a tree that grows where simulated games say that it is worth while.

what a user calls      search.py: `MonteCarlo`, one tree after the other for one game, kept from move to move
what it may be told    options.py
the simulations        kernel.py, compiled for the game and the options
where things lie       layout.py, memory.py
what comes out         result.py: the best action, and the tree as data
"""
