"""Payouts that follow from results."""
