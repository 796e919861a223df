"""The event’s clock, its day and its deadlines."""
