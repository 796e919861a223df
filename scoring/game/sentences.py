"""Sentences of one game, by code: refusals, and entries of the log."""

REFUSALS = {
    "game.needs-total": "Only its total ends this game. Enter the total.",
    "hand.by-total": "This event takes a game’s total, and not its hands. Reload the page and enter the "
    "total.",
    "hand.cut-settled": "Who goes through is settled. To change a hand, an organizer reopens the cut first, "
    "until the first hand of Phase II.",
    "hand.no-totals": "This event takes results hand by hand. Reload the page and enter the hands.",
    "hand.places-settled": "The top places are settled. To change a hand, an organizer reopens them first.",
}

LOG = {
    "phase-one.started": "{is_straight:|Phase I began. }The house rules are frozen.",
}
