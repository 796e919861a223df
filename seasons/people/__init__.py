"""People, recognized across events."""
