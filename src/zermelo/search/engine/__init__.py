"""The engine: one search for every game of two players, with everything that makes a player strong."""
