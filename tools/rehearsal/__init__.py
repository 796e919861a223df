"""Bots that play a whole day through the pages only: an organizer, a desk, referees and players."""
