"""Sentences of a club's evenings, by code: refusals, and entries of the log."""

REFUSALS = {
    "evening.nobody": "Everybody who said yes and has a place is on the list already.",
    "evening.not-asked": "The club doesn’t ask who comes to this evening any more. Ask an organizer.",
}

LOG = {
    "evening.answered": "A person of the club says {comes}.",
    "evening.asked": "The club {is_on:asks|no longer asks} its people who comes.",
    "evening.guest": "A guest was added to the people of the club.",
    "evening.link": "A person of the club has another link.",
    "evening.regulars": "The club has {people} regular{is_one:|s}.",
    "evening.signed-up": "{people} who said yes {is_one:was|were} signed up.",
}
