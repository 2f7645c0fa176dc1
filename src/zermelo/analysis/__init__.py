"""Analysis of games: what moves are worth, deeper and deeper, and what that is called. The studio's page stands on it, and the widget in
notebooks.

answers.py    what a page is answered: a tree, a position, the best lines, why a move is not played, a report
thinking.py   every move with what it is worth, the best with the lines that follow; searchers/: the ways to find it, a file each
thoughts.py   what they are asked, and what they find
engines.py    the engines that make them; readiness.py: what of them is compiled
lines.py      the positions: lines of play, and trees of them; game_tree.py: a tree that keeps what a PGN says
verdicts.py   the words: what a move is worth and costs, and its mark
reports.py    what is kept of what was found
pgn.py        games of chess that come as PGN; pasted.py: games of go and draughts that come as SGF and PDN
"""
