"""The score: what happened at the tables, and what it adds up to."""
