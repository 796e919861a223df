"""Evenings with a name, and what an organizer is asked about an evening."""
