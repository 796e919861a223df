"""Rulings, and teams that leave."""
