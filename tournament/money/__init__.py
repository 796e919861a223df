"""Donations and fees."""
