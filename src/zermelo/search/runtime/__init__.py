"""What every search runs on: kernels compiled or not, threads with room to recurse, the clock, Ctrl-C, and what a game does wrong."""
