"""The form fields of a tapped hand and of a typed slip, and the address of the sheet that takes them."""

from uuid import uuid4


def tapped(**more):
    """A hand in four taps: North-South bid 5 no trump and win 11 books."""
    return {
        "hand_id": str(uuid4()),
        "sequence": "1",
        "bidder": "NS",
        "bid": "5 no_trump",
        "books": "11",
    } | more


def typed(*lines, **more):
    fields = dict(more)
    for number, line in enumerate(lines):
        sent = {"hand_id": uuid4(), "sequence": number + 1, **line}
        fields |= {f"line{number}-{name}": value for name, value in sent.items()}
    return fields


def sheet_of(game, action=""):
    """The address of a game's sheet on a referee's phone, or of an action on it."""
    return f"/{game.event.slug}/game/{game.pk}/{action}"
