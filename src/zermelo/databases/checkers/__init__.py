"""Checkers of databases: plain Python that trusts no solver, of games without and with chance, and a compiled twin."""
