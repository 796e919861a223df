"""Messages to people, and the caller’s sheet."""
