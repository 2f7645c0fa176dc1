"""Depth-first proof-number search: the recursion in kernel.py, what drives it in search.py."""
