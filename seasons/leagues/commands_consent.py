"""Consent that people give or withdraw themselves, with their own code (Rulebook G-10).

They don't sign in, so it is logged at the last event they played, by the clock's badge and without a name.
"""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from seasons.clubs.club_of_event import club_of
from seasons.clubs.commands_clubs import lock_club
from seasons.leagues.commands_pool import make_ready
from seasons.models import Appearance, How, League, Person
from seasons.people.commands_people import recognize
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Player
from tournament.schedule.clock import event_now
from tournament.settings.commands_event import clock_badge

DEVICE = "their own page"


@transaction.atomic
def open_own_page(*, player: Player, by: Actor, at: datetime) -> Person:
    """Open a player's page of their own results, asked for on the team's page. Repeating it changes nothing.

    :raises Refused: if the event has no club, or the player is under 18.
    """
    event = lock_event(player.event_id)
    club = club_of(event)
    if club is None:
        raise Refused("person.no-club")
    now = Appearance.objects.now().filter(player=player).select_related("person").first()
    person = (
        now.person
        if now
        else recognize(event=event, club=club, player=player, person=None, how=How.CODE, by=by, at=at)
    )
    lock_club(club)
    _check_grown_up(person)
    if person.page_at is None:
        write(person, page_at=at)
        log(event, "person.said", by=by, at=at, what="a page of their own results", is_yes=True)
    return person


@transaction.atomic
def say_for_oneself(
    *, person: Person, what: str, is_yes: bool, now: datetime, league: League | None = None
) -> Person:
    """Record a person's yes or no. Repeating it changes nothing.

    ``what`` is ``name`` (in public tables), ``page`` (their own), or ``pool`` (of ``league``). A no to the
    page invalidates their code.

    :raises Refused: for a yes from somebody under 18.
    """
    seen = person.appearances.now().order_by("player__event").last()
    event = lock_event(seen.player.event_id) if seen else None
    lock_club(person.club)
    person.refresh_from_db()
    if is_yes:
        _check_grown_up(person)
    if what == "name":
        write(person, public_at=(person.public_at or now) if is_yes else None)
    elif what == "page" and not is_yes:
        write(person, page_at=None, key=uuid4())
    elif league and is_yes:
        make_ready(league, person, now, is_own=True)
    elif league:
        person.pools.now().filter(league=league).update(ended_at=now)
    if event:
        agreed = {"name": "their name in public tables", "page": "a page of their own results"}
        by = Actor(clock_badge(event), DEVICE)
        words = agreed.get(what) or f"substituting in {league}"
        log(event, "person.said", by=by, at=event_now(event, now), what=words, is_yes=is_yes)
    return person


def _check_grown_up(person: Person) -> None:
    if person.is_minor:
        raise Refused("person.minor")
