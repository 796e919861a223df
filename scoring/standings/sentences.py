"""Sentences of standings, by code: refusals."""

REFUSALS = {
    "reveal.early": "The places aren’t settled yet. Settle them first, then show them.",
    "reveal.none": "Nothing is hidden: every place is public already.",
}
