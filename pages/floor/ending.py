"""What is left to do once all games are over: prizes, the drawer, the report, thanks, the next event."""

from dataclasses import dataclass
from datetime import datetime

from rules.money.ledger import COUNTED
from scoring.prizes.payouts import payouts
from tournament.event.names import count
from tournament.event.rooms import events_in_room
from tournament.models import Donation, Event


@dataclass(frozen=True, kw_only=True)
class LeftToDo:
    """A thing to do at the end."""

    words: str
    view: str
    """The URL name of its page."""
    is_done: bool | None = None
    """None if unknown."""


def left_to_do(event: Event, at: datetime) -> tuple[LeftToDo, ...]:
    """The list for the organizer. About forty-five queries, for any number of teams."""
    rows = []
    if envelopes := payouts(event, at).envelopes:
        still = sum(1 for envelope in envelopes if envelope.open)
        words = f"Hand out {count(still, 'envelope')}" if still else "The envelopes are handed out"
        rows.append(LeftToDo(words=words, view="desk:payouts", is_done=not still))
    last = Donation.objects.filter(event__in=events_in_room(event)).order_by("-pk").first()
    if last:
        is_counted = last.kind == COUNTED
        words = "The drawer is counted" if is_counted else "Count the drawer"
        rows.append(LeftToDo(words=words, view="desk:money", is_done=is_counted))
        rows.append(LeftToDo(words="Print the report of the money", view="desk:money-report"))
    rows.append(LeftToDo(words="Thank everybody", view="messages:messages"))
    rows.append(LeftToDo(words="Copy the event for the next time", view="setup:event"))
    return tuple(rows)
