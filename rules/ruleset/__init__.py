"""What a game of cards answers: its hands, house rules, totals, and how it ends."""
