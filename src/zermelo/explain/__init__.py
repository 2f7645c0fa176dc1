"""Rooms that say what a game or a search does."""
