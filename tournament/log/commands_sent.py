"""Keys that a device sends with an action, so that the action sent twice is done once."""

import json
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db.models import Model
from django.utils.crypto import salted_hmac

from tournament.errors import Refused
from tournament.models import Event, Player, SentKey, Team

OPENED = "event.opened"
Row = TypeVar("Row", bound=Model)


def sent_before(
    action: str,
    row: Row | None,
    *,
    key: UUID,
    content: Any,
    now: str,
    was: Callable[[Row], str] = str,
    made: UUID | None = None,
) -> Row | None:
    """The ``row`` that the key made, if its action was sent before with the same content.

    None if it wasn't sent; then the content is remembered. Two queries, one for a repeated key. Call it
    under the event's lock. ``content`` is all that decides what the action does; ``now`` says it in a few
    words, and ``was`` does so for the row. ``made`` is the row's own key, if it has another. A row from
    before keys had digests counts as the same.

    :raises Refused: if the key was sent with other content.
    """
    digest = _digest(content)
    sent = dict(SentKey.objects.filter(key=key).values_list("action", "digest"))
    first = sent.get(action)
    if first is None and row is None:
        SentKey.objects.create(key=key, action=action, digest=digest, made=made)
        return None
    is_from_before = not sent
    if first != digest and not is_from_before:
        raise Refused("sent.otherwise", was=was(row) if row else "Something else", now=now)
    return row


def is_repeated(action: str, *, key: UUID, content: Any, now: str) -> bool:
    """Whether the action was sent with this key before; else it is remembered. Three queries.

    :raises Refused: if the key was sent with other content.
    """
    is_known = SentKey.objects.filter(key=key, action=action).exists()
    sent_before(action, None, key=key, content=content, now=now)
    return is_known


def opened_with(key: UUID, content: Any, now: str, opens: Callable[[], Event]) -> Event:
    """The event that the key opened, or else a new one that ``opens`` returns. Call it under a lock.

    :raises Refused: if the key was sent with other content.
    """
    sent = SentKey.objects.filter(key=key, action=OPENED)
    if not is_repeated(OPENED, key=key, content=content, now=now):
        sent.update(made=opens().key)
    return Event.objects.get(key__in=sent.values("made"))


def known_team(action: str, key: UUID, content: Any, now: str) -> tuple[Team | None, UUID]:
    """The team that the sent key made, if any, and the key of that team or of the one to make."""
    return _known(Team, action, key, content, now)


def known_player(action: str, key: UUID, content: Any, now: str) -> tuple[Player | None, UUID]:
    """The player that the sent key made, if any, and the key of that player or of the one to make."""
    return _known(Player, action, key, content, now)


def _known(model: type[Row], action: str, key: UUID, content: Any, now: str) -> tuple[Row | None, UUID]:
    """Three queries. The actions of a press make one row, so they share its key."""
    sent = SentKey.objects.filter(key=key).values_list("made", flat=True).first()
    row = model._default_manager.filter(key=sent).first() if sent else None
    made = sent or uuid4()
    return sent_before(action, row, key=key, content=content, now=now, made=made), made


def _digest(content: Any) -> str:
    """Keyed with the server's secret, because addresses and telephone numbers are easily guessed."""
    written = json.dumps(content, default=_as_text, sort_keys=True)
    return salted_hmac("tournament.commands.sent", written, algorithm="sha256").hexdigest()


def _as_text(value: Any) -> str:
    if isinstance(value, Model):
        return f"{value._meta.label} {value.pk}"
    return str(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)
