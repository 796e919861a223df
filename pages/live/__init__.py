"""What keeps every open screen fresh: a small signal when an event has changed."""
