"""Games of the euchre family."""
