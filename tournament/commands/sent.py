"""Keys that a device sends with an action, so that the action sent twice is done once."""

import json
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils.crypto import salted_hmac

from tournament.errors import Refused
from tournament.models import Player, SentKey, Team

Row = TypeVar("Row", bound=Model)


def sent_before(
    action: str, row: Row | None, *, key: UUID, content: Any, now: str, was: Callable[[Row], str] = str
) -> Row | None:
    """The ``row`` that the key made, if its action was sent before with the same content.

    None if it wasn't sent; then the content is remembered. Two queries, one for a repeated key. Call it
    under the event's lock. ``content`` is all that decides what the action does; ``now`` says it in a few
    words, and ``was`` does so for the row. A row from before keys had digests counts as the same.

    :raises Refused: if the key was sent with other content.
    """
    digest = _digest(content)
    sent = dict(SentKey.objects.filter(key=key).values_list("action", "digest"))
    first = sent.get(action)
    if first is None and row is None:
        SentKey.objects.create(key=key, action=action, digest=digest)
        return None
    is_from_before = not sent
    if first != digest and not is_from_before:
        raise Refused("sent.otherwise", was=was(row) if row else "Something else", now=now)
    return row


def known_team(action: str, key: UUID, content: Any, now: str) -> Team | None:
    known = Team.objects.filter(key=key).first()
    return sent_before(action, known, key=key, content=content, now=now)


def known_player(action: str, key: UUID, content: Any, now: str) -> Player | None:
    known = Player.objects.filter(key=key).first()
    return sent_before(action, known, key=key, content=content, now=now)


def _digest(content: Any) -> str:
    """Keyed with the server's secret, because addresses and telephone numbers are easily guessed."""
    written = json.dumps(content, default=_as_text, sort_keys=True)
    return salted_hmac("tournament.commands.sent", written, algorithm="sha256").hexdigest()


def _as_text(value: Any) -> str:
    if isinstance(value, Model):
        return f"{value._meta.label} {value.pk}"
    return str(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)
