"""Money to the cent: pots, how they are divided, and what a drawer holds (Rulebook M-1 to M-15)."""
