"""Side prizes and payouts."""
