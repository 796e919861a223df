"""One game: its state, its name, its score."""
