"""A recount of the day by somebody outside: from the exports and the rulebook, by no rule of the house's code."""
