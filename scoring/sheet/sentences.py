"""Sentences of the score sheet, by code: refusals."""

REFUSALS = {
    "hand.saved-otherwise": "This form was used for another hand: {headline} Reload the page and enter this "
    "one again.",
    "report.by-referee": "At this event a referee enters the hands. Call one to your table.",
    "report.game-over": "This game is over. {result} If a hand is wrong, say so, or call a referee.",
    "report.not-called": "Your game isn’t called to a table yet. This page shows when it is.",
    "ruling.game-over": "The game is over, so nothing can be forfeited. Choose a warning, or rule in the "
    "next game.",
    "slip.game-over": "The game was over before this hand.",
    "slip.hand-missing": "Hand {sequence} is missing from the sheet and from this slip.",
    "slip.hand-there": "Hand {sequence} is in already: {headline} Delete this line, or correct that hand.",
    "slip.same-number": "Two lines are numbered {sequence}. Check the slip to see which is which.",
}
