"""Money that goes out, where it follows from results."""
