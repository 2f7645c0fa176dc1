"""The weights of the chess evaluation, learned from how games of the engine against itself end."""
