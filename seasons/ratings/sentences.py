"""Sentences of ratings, by code: entries of the log."""

LOG = {
    "club.ratings": "The club {is_on:keeps|no longer keeps} grades and points.",
}
