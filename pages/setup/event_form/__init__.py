"""The form of an event: its settings, game, house rules, tie-breaks and Phase II."""
