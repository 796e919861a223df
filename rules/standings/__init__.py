"""Standings: what counts, tie-breaks, places, and what is still possible."""
