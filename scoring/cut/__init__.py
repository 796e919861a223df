"""The cut, its certificate and its play-offs."""
