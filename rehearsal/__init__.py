"""A whole day lived through the pages alone, by an organizer, a desk, referees and players."""
