"""Can the player to move force a win within so many plies? The recursion in kernel.py, what drives it in search.py."""
