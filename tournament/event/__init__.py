"""What each room reads of an event."""
