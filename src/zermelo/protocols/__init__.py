"""What other programs speak: records of games in SGF, and the Go Text Protocol."""
