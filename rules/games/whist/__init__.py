"""Games of the whist family."""
