"""Sentences of the shelf, by code: refusals, and entries of the log."""

REFUSALS = {
    "move.broken": "This file isn’t what its log says, so nothing was imported. Export the event again. "
    "{wrong}",
    "move.file": "This file isn’t a whole event. Export the event again, and copy the whole file.",
    "move.here": "This event is here already, at /{slug}/. Use --replace to put the file’s event in its "
    "place.",
    "move.newer": "Something happened at /{slug}/ here that isn’t in the file, so it can’t be replaced. "
    "Export that one, and import it where this file comes from.",
    "move.reserved": "Uptown itself needs the address /{slug}/. Choose another one with --slug.",
    "move.slug": "Another event here has the address /{slug}/. Choose another one with --slug.",
    "move.version": "This file is from another version of Uptown. Bring both to the same version with "
    "./uptown upgrade, and export the event again.",
    "shelf.demo": "The demo starts over by itself. It’s never put away or deleted.",
    "shelf.played": "People have signed up for this event, so it’s never deleted. Archive it instead.",
    "shelf.playing": "This event is being played. Archive it when it’s over.",
    "shelf.signed-up": "People have signed up, and look for it on the list. It can’t be a draft any more.",
}

LOG = {
    "event.moved": "The event was moved here from a file.",
    "event.shelved": "{is_draft:The event was taken off the list of events, as a draft.|}"
    "{is_archive:The event was archived.|}{is_deleted:The event will be deleted after a day.|}",
    "event.unshelved": "{is_draft:The event is on the list of events.|}"
    "{is_archive:The event was taken out of the archive.|}{is_deleted:The event is kept.|}",
}
