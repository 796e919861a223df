"""A league: its table and weeks for everybody, and results that an organizer brings."""
