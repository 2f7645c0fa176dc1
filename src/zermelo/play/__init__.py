"""Players, games between them, matches."""
