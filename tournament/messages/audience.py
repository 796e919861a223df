"""Personal data that no public page shows: when it is erased, and whom the organizer can message, and how."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q, QuerySet

from tournament.event.day_rows import day_rows
from tournament.models import (
    Donation,
    Event,
    Game,
    ListImport,
    Message,
    Player,
    Seat,
    Subscription,
    Team,
    WallPin,
)
from tournament.models.messages import SubscriptionQuerySet, Way
from tournament.models.teams import NOBODY
from tournament.schedule.clock import ends_at


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
    """All that identifies people beyond the names on pages. One query, and one for each part that is read.

    ``needs`` and the people who still look for a partner are left out until the event is over, because the
    desk needs them.
    """
    is_over = at >= ends_at(event)
    singles = event.players.filter(team=None).exclude(name=NOBODY)
    return PersonalData(
        contacts=event.players.exclude(contact="", about=""),
        notes=event.donations.filter(counters=None).exclude(note=""),
        lists=ListImport.objects.open().filter(event=event),
        phones=Subscription.objects.filter(event=event, ended_at=None),
        needs=event.teams.filter(needs_accessible=True) if is_over else event.teams.none(),
        never_played=singles if is_over else singles.exclude(left_at=None),
    )


def erased_at(event: Event) -> datetime:
    """The time at which contact data is erased automatically. One query."""
    return ends_at(event) + timedelta(days=event.contact_days)


EVERYBODY, AWAY, WAITING, LATE, LOOKING = "all", "away", "waiting", "late", "looking"
WHO = {
    EVERYBODY: "everybody",
    AWAY: "who isn’t here yet",
    WAITING: "the waiting list",
    LATE: "whose table is called, and who isn’t there",
    LOOKING: "who looks for a partner",
}
"""The audiences that the organizer can write to."""


@dataclass(frozen=True, kw_only=True)
class Reach:
    """The number of people who can be written to (``yes``), and who gave an address without agreeing."""

    yes: int
    silent: int


def notice(event: Event) -> str:
    """The message that every phone and the wall show now; empty if there is none. At most one query."""
    return day_rows(event).once(_notice)


def _notice(event: Event) -> str:
    return event.messages.shown().values_list("words", flat=True).first() or ""


def wall_pin(event: Event) -> WallPin | None:
    """What is pinned on the big screen; None if it shows all in turn. At most one query."""
    return day_rows(event).once(_wall_pin)


def _wall_pin(event: Event) -> WallPin | None:
    last = event.wall_pins.order_by("-pk").first()
    return last if last and last.kind else None


def kind_pinned(event: Event) -> str:
    """The kind of page that is pinned; empty if all are shown in turn. At most one query."""
    return pin.kind if (pin := wall_pin(event)) else ""


def way_to(contact: str) -> Way:
    """E-mail for an e-mail address, else a text, by the gateway if there is one (Rulebook E-183)."""
    if "@" in contact:
        return Way.EMAIL
    return Way.GATEWAY if settings.TEXT_URL else Way.PHONE


def number_of(contact: str) -> str:
    """A phone number as it is dialed: its digits, after a plus if it had one."""
    digits = re.sub(r"\D", "", contact)
    return f"+{digits}" if contact.strip().startswith("+") else digits


def address_of(message: Message) -> str:
    """The e-mail address or number that a message goes to now; empty if there is none any more."""
    if message.is_test:
        return str(cache.get(key_of_test(message), ""))
    return message.player.contact if message.player else ""


def key_of_test(message: Message) -> str:
    """The cache key of a test e-mail's address."""
    return f"test-mail:{message.sent_as}"


FRESH = timedelta(minutes=2)
"""Phones aren't notified of calls that are older than this."""


def key_of_call(game: Game) -> UUID:
    """The key that all messages about one call of a game share. Another call gets another key."""
    return uuid5(game.key, str(game.called_at))


def untold_calls(now: datetime) -> list[Game]:
    """The games called just now whose phones weren't notified. One query if there are none, else three."""
    asked = Subscription.objects.open().filter(event__is_practice=False)
    called = (
        Game.objects.open()
        .filter(event__in=asked.values("event"), table__isnull=False)
        .filter(called_at__gt=now - FRESH, called_at__lte=now)
        .select_related("event", "table")
        .with_everybody()
    )
    keys = {key_of_call(game): game for game in called}
    sent = Message.objects.filter(key__in=keys).values_list("key", flat=True) if keys else ()
    return [game for key, game in keys.items() if key not in set(sent)]


def people_at(number: str) -> list[Player]:
    """The players of any event who agreed to messages at this phone number. One query.

    Only the last ten digits are compared, because country codes are often left out.
    """
    digits = number_of(number).lstrip("+")[-10:]
    written_to = Player.objects.exclude(consent_at=None).exclude(contact="").exclude(contact__contains="@")
    consenting = written_to.select_related("event") if len(digits) >= 7 else Player.objects.none()
    return [player for player in consenting if number_of(player.contact).lstrip("+")[-10:] == digits]


def audience(event: Event, who: str) -> QuerySet[Player]:
    """The people of the audience ``who`` that agreed to messages and gave an address. One query."""
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
    """The people of the event who can be written to. Two queries."""
    people = event.players.filter(left_at=None, team__withdrawn_at=None).exclude(contact="")
    return Reach(yes=people.exclude(consent_at=None).count(), silent=people.filter(consent_at=None).count())
