"""The searches: one textbook algorithm a file; `best` runs them."""
