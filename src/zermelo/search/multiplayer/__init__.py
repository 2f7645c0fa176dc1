"""More than two players: each for themselves (max^n), or all others as one opponent.

perspective.py  the game as one player sees it: paranoid and best-reply search, by any search for two
search.py       max^n with a table, deepening and shallow pruning; its recursion is kernel.py
equals.py       what else the game may be worth, where players choose among equals
"""
