"""A simulation of an event."""
