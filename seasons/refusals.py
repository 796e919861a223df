"""The sentence of each refusal code raised by this package (``Refused`` in
``tournament/errors/__init__.py``).
"""

SENTENCES = {
    "copy.not-yours": "You can only copy an event that you organize. Ask one of its organizers to copy it.",
    "shelf.demo": "The demo starts over by itself. It’s never put away or deleted.",
    "shelf.played": "People have signed up for this event, so it’s never deleted. Archive it instead.",
    "shelf.playing": "This event is being played. Archive it when it’s over.",
    "shelf.signed-up": "People have signed up, and look for it on the list. It can’t be a draft any more.",
}
