"""Personal data that no public page shows: when it is erased, and who can be written to, by which way."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db.models import Max, Q, QuerySet

from tournament.models import Donation, Event, Game, ListImport, Message, Player, Seat, Subscription, Team
from tournament.models.messages import SubscriptionQuerySet, Way

NOBODY = "Somebody"
"""The name, after the erasure, of people who never found a partner."""


@dataclass(frozen=True, kw_only=True)
class PersonalData:
    contacts: QuerySet[Player]
    notes: QuerySet[Donation]
    lists: QuerySet[ListImport]
    phones: SubscriptionQuerySet
    needs: QuerySet[Team]
    never_played: QuerySet[Player]

    def is_there(self) -> bool:
        """Whether there is anything. Six queries at most."""
        return any(
            rows.exists()
            for rows in (self.contacts, self.notes, self.lists, self.phones, self.needs, self.never_played)
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
        phones=Subscription.objects.filter(event=event, ended_at=None),
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


EVERYBODY, AWAY, WAITING, LATE, LOOKING = "all", "away", "waiting", "late", "looking"
WHO = {
    EVERYBODY: "everybody",
    AWAY: "who isn’t here yet",
    WAITING: "the waiting list",
    LATE: "whose table is called, and who isn’t there",
    LOOKING: "who looks for a partner",
}
"""Whom the organizer can write to."""


@dataclass(frozen=True, kw_only=True)
class Reach:
    """How many people can be written to, and how many gave an address without saying yes."""

    yes: int
    silent: int


def notice(event: Event) -> str:
    """What every phone and the wall show now; empty for nothing. One query."""
    return event.messages.shown().values_list("words", flat=True).first() or ""


def way_to(contact: str) -> Way:
    """An e-mail address gets an e-mail, a number a text: by the gateway if there is one (Rulebook E-183)."""
    if "@" in contact:
        return Way.EMAIL
    return Way.GATEWAY if settings.TEXT_URL else Way.PHONE


def number_of(contact: str) -> str:
    """A phone number as a phone dials it: its digits, with the plus at the front if it has one."""
    digits = re.sub(r"\D", "", contact)
    return f"+{digits}" if contact.strip().startswith("+") else digits


FRESH = timedelta(minutes=2)
"""No phone is notified of an older call."""


def key_of_call(game: Game) -> UUID:
    """The same for each message about this call of a game; another if it is called again."""
    return uuid5(game.key, str(game.called_at))


def untold_calls(now: datetime) -> list[Game]:
    """The games called just now whose teams' phones weren't told. One query if there are none, else three."""
    asked = Subscription.objects.open().filter(event__is_practice=False)
    called = (
        Game.objects.open()
        .filter(event__in=asked.values("event"), table__isnull=False)
        .filter(called_at__gt=now - FRESH, called_at__lte=now)
        .select_related("event", "table")
        .with_everybody()
    )
    keys = {key_of_call(game): game for game in called}
    told = Message.objects.filter(key__in=keys).values_list("key", flat=True) if keys else ()
    return [game for key, game in keys.items() if key not in set(told)]


def people_at(number: str) -> list[Player]:
    """Who said yes to messages at this phone number, at any event. One query.

    A country's code is often left out, so the last ten digits decide.
    """
    digits = number_of(number).lstrip("+")[-10:]
    written_to = Player.objects.exclude(consent_at=None).exclude(contact="").exclude(contact__contains="@")
    there = written_to.select_related("event") if len(digits) >= 7 else Player.objects.none()
    return [player for player in there if number_of(player.contact).lstrip("+")[-10:] == digits]


def audience(event: Event, who: str) -> QuerySet[Player]:
    """The people of ``who`` that said yes and gave an address. One query."""
    in_teams = event.players.filter(left_at=None, team__withdrawn_at=None)
    looking = Q(team=None)
    seats = Seat.objects.filter(
        game__event=event, game__called_at__isnull=False, game__over_at=None, game__recalled_at=None
    )
    found: dict[str, Any] = {
        EVERYBODY: in_teams,
        AWAY: in_teams.filter(team__checked_in_at=None, team__waits_since=None).exclude(looking),
        WAITING: in_teams.filter(team__waits_since__isnull=False),
        LATE: in_teams.filter(team__in=seats.filter(side__seated_at=None).values("team")),
        LOOKING: in_teams.filter(looking),
    }
    people: QuerySet[Player] = found.get(who, Player.objects.none())
    return people.exclude(consent_at=None).exclude(contact="").select_related("team").order_by("pk")


def reach(event: Event) -> Reach:
    """Two queries."""
    there = event.players.filter(left_at=None, team__withdrawn_at=None).exclude(contact="")
    return Reach(yes=there.exclude(consent_at=None).count(), silent=there.filter(consent_at=None).count())
