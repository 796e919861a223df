"""Rounds: who plays whom, drafted, published, recalled."""
