"""Sentences of open play, by code: refusals, and entries of the log."""

REFUSALS = {
    "open.begun": "Play is open already: games are called as tables open up.",
    "open.held": "The next games are held back already.",
    "open.no-time": "No game fits before the end of Phase I. Move its end in Settings.",
    "open.not-held": "The next games are not held back: they are called as tables open up.",
    "open.not-on": "No games are being called: open play isn’t on.",
    "open.rounds": "This day is played in rounds. Choose open play in Settings first.",
    "open.too-early": "Play opens {clock}. Until then teams arrive and check in.",
    "open.too-early-for-session": "Session {session} begins {clock}. Play opens again then.",
    "phase-one.closed": "Phase I is over: who goes through is settled.",
    "table.none-in-use": "No table is in use. Put one back into use on the Tables page.",
    "teams.too-few": "At least two teams must be checked in first.",
}

LOG = {
    "play.held": "The next games are held back.",
    "play.opened": "{seating}. Play is open.",
    "play.released": "Games are called again as tables open up.",
}
