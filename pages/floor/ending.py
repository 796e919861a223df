"""What is left to do once all games are over: prizes, the drawer, the report, thanks, the next event."""

from dataclasses import dataclass
from datetime import datetime

from rules.money.ledger import COUNTED
from scoring.prizes.payouts import payouts
from seasons.models import Copied
from tournament.event.day_rows import day_rows
from tournament.event.names import count
from tournament.event.rooms import events_in_room
from tournament.models import Donation, Event


@dataclass(frozen=True, kw_only=True)
class ToDo:
    """A row of the organizer's list."""

    words: str
    view: str
    """The URL name of its page."""
    is_done: bool | None = None
    """None if it leaves no fact to read it from."""

    @property
    def button(self) -> str:
        return BUTTONS[self.view]


BUTTONS = {
    "setup:shelf": "Copy the event",
    "setup:tables": "Open Hall",
    "desk:sign-ups": "Open Sign-up",
    "desk:desk": "Open Desk",
    "desk:payouts": "Open the envelopes",
    "desk:money": "Open Money",
    "messages:messages": "Write to everybody",
}
"""The buttons that lead to what is next on the list."""


def left_to_do(event: Event, at: datetime, *, is_over: bool = True) -> tuple[ToDo, ...]:
    """The list for the end. About forty-seven queries, for any number of teams; three before the end."""
    rows = []
    if is_over and (envelopes := payouts(event, at).envelopes):
        still = sum(1 for envelope in envelopes if envelope.open)
        words = f"Hand out {count(still, 'envelope')}" if still else "The envelopes are handed out"
        rows.append(ToDo(words=words, view="desk:payouts", is_done=not still))
    last = Donation.objects.filter(event__in=events_in_room(event)).order_by("-pk").first()
    if last:
        is_counted = is_over and last.kind == COUNTED
        words = "The drawer is counted" if is_counted else "Count the drawer"
        rows.append(ToDo(words=words, view="desk:money", is_done=is_counted))
        rows.append(ToDo(words="Print the report of the money", view="desk:money-report"))
    thanked = is_over and _is_thanked(event)
    words = "Everybody is thanked" if thanked else "Thank everybody"
    rows.append(ToDo(words=words, view="messages:messages", is_done=thanked))
    is_copied = Copied.objects.filter(of=event.key).exists()
    words = "The event is copied for the next time" if is_copied else "Copy the event for the next time"
    rows.append(ToDo(words=words, view="setup:shelf", is_done=is_copied))
    return tuple(rows)


def _is_thanked(event: Event) -> bool:
    """Whether the organizer has written anything to people since the last game ended."""
    ended = [phase.closed_at for phase in day_rows(event).phases if phase.closed_at]
    return bool(ended) and event.messages.filter(occasion="words", at__gte=max(ended)).exists()
