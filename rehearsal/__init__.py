"""Bots that play a whole day through the pages alone: an organizer, a desk, referees and players."""
