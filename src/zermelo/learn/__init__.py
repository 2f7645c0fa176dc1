"""Weights from games: a program that plays against itself and learns from how it ends."""
