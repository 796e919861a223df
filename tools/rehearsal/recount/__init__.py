"""An independent recount of a day, from the exports and the rulebook only."""
