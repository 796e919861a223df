"""Scoring: what happened at the tables, and the results."""
