"""What an event keeps of people that no page of the hall shows, and when it goes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, QuerySet

from tournament.models import Donation, Event, Player, Team

NOBODY = "Somebody"
"""What people are called who only looked for a partner, once their data is erased."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What there is to erase at a moment; each is empty once it is."""

    contacts: QuerySet[Player]
    notes: QuerySet[Donation]
    needs: QuerySet[Team]
    never_played: QuerySet[Player]

    def is_there(self) -> bool:
        """Whether any of it is. Four queries at most."""
        return any(rows.exists() for rows in (self.contacts, self.notes, self.needs, self.never_played))


def kept(event: Event, at: datetime) -> Kept:
    """What identifies people beyond the names on the pages. One query, and one for each part that is read.

    Until the event is over, the hall needs to know who needs which table, and who still looks for a partner.
    """
    is_over = at >= ends_at(event)
    alone = event.players.filter(team=None).exclude(name=NOBODY)
    return Kept(
        contacts=event.players.exclude(contact=""),
        notes=event.donations.filter(counters=None).exclude(note=""),
        needs=event.teams.filter(needs_accessible=True) if is_over else event.teams.none(),
        never_played=alone if is_over else alone.exclude(left_at=None),
    )


def ends_at(event: Event) -> datetime:
    """When the last part of the day is planned to end. One query."""
    last: datetime = event.phases.aggregate(last=Max("ends_at"))["last"]
    return last


def erased_at(event: Event) -> datetime:
    """When contact data is erased by itself. One query."""
    return ends_at(event) + timedelta(days=event.contact_days)
