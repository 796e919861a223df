"""Leagues and their weeks."""
