"""Badges, the crew and their devices."""
