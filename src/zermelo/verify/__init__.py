"""Searches held against definitions: the engine on a given game (positions.py), every searcher on games at random (net.py).

minimax.py   the judge: plain Python that shares nothing with what it judges
games.py     the games at random; hidden.py those with hidden hands, judged by a linear program
trials.py    each searcher held against the judge
"""
