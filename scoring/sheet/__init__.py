"""The score sheet of a game, which is only read."""
