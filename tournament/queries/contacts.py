"""Personal data that no public page shows, and when it is erased."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, QuerySet

from tournament.models import Donation, Event, ListImport, Player, Team

NOBODY = "Somebody"
"""The name, after the erasure, of people who never found a partner."""


@dataclass(frozen=True, kw_only=True)
class PersonalData:
    contacts: QuerySet[Player]
    notes: QuerySet[Donation]
    lists: QuerySet[ListImport]
    needs: QuerySet[Team]
    never_played: QuerySet[Player]

    def is_there(self) -> bool:
        """Whether there is anything. Five queries at most."""
        return any(
            rows.exists() for rows in (self.contacts, self.notes, self.lists, self.needs, self.never_played)
        )


def personal_data(event: Event, at: datetime) -> PersonalData:
    """What identifies people beyond the names on the pages. One query, and one for each part that is read.

    Until the event is over, the desk must know who needs which table, and who still looks for a partner.
    """
    is_over = at >= ends_at(event)
    alone = event.players.filter(team=None).exclude(name=NOBODY)
    return PersonalData(
        contacts=event.players.exclude(contact="", about=""),
        notes=event.donations.filter(counters=None).exclude(note=""),
        lists=ListImport.objects.open().filter(event=event),
        needs=event.teams.filter(needs_accessible=True) if is_over else event.teams.none(),
        never_played=alone if is_over else alone.exclude(left_at=None),
    )


def ends_at(event: Event) -> datetime:
    """The planned end of the last part of the day. One query."""
    last: datetime = event.phases.aggregate(last=Max("ends_at"))["last"]
    return last


def erased_at(event: Event) -> datetime:
    """When contact data is erased automatically. One query."""
    return ends_at(event) + timedelta(days=event.contact_days)
