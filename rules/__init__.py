"""The law: cards, games and contests. Pure Python, and nothing else."""
