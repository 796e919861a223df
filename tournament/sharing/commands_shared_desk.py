"""Check-in at the shared desk of two events in a room (Rulebook E-204)."""

from datetime import datetime

from django.db import transaction

from tournament.badges.commands_badges import badge_with_secret, signs_at
from tournament.entries.commands_check_in import LINK, CheckedIn, check_in_found
from tournament.entries.found_teams import found_teams
from tournament.errors import Refused
from tournament.event.rooms import events_in_room
from tournament.models import Actor, Event


@transaction.atomic
def check_in_found_in_room(*, event: Event, typed: str, state: str, by: Actor, at: datetime) -> CheckedIn:
    """Check in the team that the desk means at either event, as ``check_in_found`` does at one."""
    its = _event_of(event, typed.strip(), at)
    return check_in_found(event=its, typed=typed, state=state, by=signs_at(its, by), at=at)


def _event_of(event: Event, typed: str, at: datetime) -> Event:
    """The event that has what was typed or scanned; ``event`` if none has.

    :raises Refused: if both have.
    """
    both = events_in_room(event)
    if link := LINK.search(typed):
        of_link = badge_with_secret(link[1], at).event_id
        return next((each for each in both if each.pk == of_link), event)
    found = {each.pk: len(found_teams(each, typed)) for each in both}
    having = [each for each in both if found[each.pk]]
    if len(having) > 1:
        many = sum(found.values())
        raise Refused("check-in.several", entrant=event.entrant, typed=typed, many=many, field="q")
    return having[0] if having else event
