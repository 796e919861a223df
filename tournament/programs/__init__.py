"""Tokens and webhooks of other programs."""
