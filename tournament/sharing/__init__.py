"""Two events in one room."""
