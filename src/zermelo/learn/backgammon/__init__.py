"""Backgammon learned by TD(lambda): a network that plays against itself."""
