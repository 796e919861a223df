"""The messages to people: each with its state, and those that the organizer's own phone sends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from accounts.access import Request
from pages.messages.texts import text_of
from tournament.messages.audience import number_of
from tournament.models import Event, Message
from tournament.models.messages import OCCASIONS, Way
from tournament.schedule.countdown import wall

TEST = "Does the e-mail work?"
AT_ONCE = 10
"""The most recipients of one text. Phones refuse more."""


@dataclass(frozen=True, kw_only=True)
class MessageRow:
    """A message to one person: their name and team, the ``way`` it goes, and its ``state`` in words.

    It ``is_on_its_way`` until the first try.
    """

    pk: int
    name: str
    number: int
    team: str
    what: str
    way: str
    words: str
    state: str
    is_on_its_way: bool
    is_sent: bool
    is_failed: bool
    can_send: bool


@dataclass(frozen=True, kw_only=True)
class Batch:
    """A text to at most ``AT_ONCE`` people, for the organizer's own phone."""

    names: tuple[str, ...]
    messages: str
    text: str
    href: str


def message_rows(event: Event, at: datetime) -> list[MessageRow]:
    """The event's messages, newest first. One query."""
    written = (
        event.messages.written().select_related("player__team", "subscription__badge").order_by("-at", "pk")
    )
    return [_row(event, message) for message in written]


def batches(event: Event, site: str, *, is_apple: bool) -> list[Batch]:
    """The texts to send from the organizer's own phone, oldest first. Two queries.

    Messages with the same text share a batch; those with a personal link go one by one.
    """
    waiting = event.messages.written().filter(goes_by=Way.PHONE, sent_at=None).order_by("pk")
    together: dict[str, list[Message]] = {}
    for message in waiting.select_related("event", "player__team__badge"):
        if message.player and message.player.contact:
            together.setdefault(text_of(message, site), []).append(message)
    return [
        _batch(text, group[start : start + AT_ONCE], is_apple)
        for text, group in together.items()
        for start in range(0, len(group), AT_ONCE)
    ]


def _batch(text: str, group: Sequence[Message], is_apple: bool) -> Batch:
    people = [message.player for message in group if message.player]
    return Batch(
        names=tuple(player.name for player in people),
        messages=",".join(str(message.pk) for message in group),
        text=text,
        href=text_link([player.contact for player in people], text, is_apple=is_apple),
    )


def text_link(contacts: Sequence[str], text: str, *, is_apple: bool) -> str:
    """The link that opens a text to these numbers on the organizer's own phone."""
    numbers = ",".join(map(number_of, contacts))
    # On Apple's phones, the URL for several numbers is different.
    to = f"sms:/open?addresses={numbers}&" if is_apple and len(contacts) > 1 else f"sms:{numbers}?"
    if is_apple and len(contacts) == 1:
        to = f"sms:{numbers}&"
    return f"{to}body={quote(text)}"


def on_apple(request: Request) -> bool:
    return any(word in request.headers.get("User-Agent", "") for word in ("iPhone", "iPad", "Macintosh"))


def _row(event: Event, message: Message) -> MessageRow:
    player, phone = message.player, message.subscription
    team = player.team if player else None
    return MessageRow(
        pk=message.pk,
        name=player.name if player else phone.badge.name if phone else "Test e-mail",
        number=team.number if team else 0,
        team=team.name if team else "",
        what=TEST if message.is_test else OCCASIONS[message.occasion].title,
        way=message.get_goes_by_display(),
        words=message.words,
        state=_state(event, message),
        is_on_its_way=bool(message.due_at and not message.answer),
        is_sent=message.sent_at is not None,
        is_failed=bool(message.answer),
        can_send=bool(
            (message.sent_at or message.answer)
            and (phone.ended_at is None if phone else player and player.contact and player.may_message)
        ),
    )


def _state(event: Event, message: Message) -> str:
    if message.sent_at:
        return f"sent {wall(event, message.sent_at, message.sent_at)}"
    if message.due_at and message.answer:
        return f"not sent yet: {message.answer} It is tried again."
    if message.answer:
        return f"not sent: {message.answer}"
    return "to be sent from your phone" if message.goes_by == Way.PHONE else "on its way"
