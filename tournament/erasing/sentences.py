"""Sentences of taking a person out, by code: refusals, and entries of the log."""

REFUSALS = {
    "player.no-team-to-take-out": "{player} has no team. Take them off the list of who needs a partner.",
}

LOG = {
    "player.taken-out": "{player} asked to be taken out of the pages.",
}
