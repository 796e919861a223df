"""The people of a club, for its organizers."""
