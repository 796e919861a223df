"""A recount of the day by somebody outside, from the exports and the rulebook alone."""
