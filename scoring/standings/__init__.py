"""Standings, their figures and bounds."""
