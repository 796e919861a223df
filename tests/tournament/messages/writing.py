"""A team that may be written to, and a message to all."""

from uuid import uuid4

from tests import build
from tournament.entries.commands_sign_up import sign_up_team
from tournament.messages.commands_messages import (
    write_messages,
)


def by(event):
    return {"by": build.organizer(event), "at": build.MEET}


def signed_up(event, name, contact, *, yes=True, players=("Dee", "Ray")):
    more = {"players": [f"{player} of {name}" for player in players], "contact": contact, **by(event)}
    return sign_up_team(event=event, key=uuid4(), name=name, may_message=yes, **more)


def written(event, occasion="words", who="all", words="Bring a chair", key=None):
    more = {"occasion": occasion, "who": who, "words": words, "site": "http://hall", **by(event)}
    return write_messages(event=event, key=key or uuid4(), **more)
