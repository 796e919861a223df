"""An organizer's event, and an event on the shelf."""

from seasons.shelf.commands_shelf import shelve_event
from tests import build
from tournament.badges.commands_badges import change_referee, give_badge, revoke_badge
from tournament.models import Role
from tournament.settings.commands_event import open_event
from tournament.settings.plan import DayPlan

NOW = build.at(12)


def events_of(user, **plan):
    """An event of this organizer, with a head referee, a revoked referee, and a desk."""
    wanted = DayPlan(**{"name": "Tuesday Whist", "held_on": build.DAY, "sign_up_minutes": None} | plan)
    event = open_event(plan=wanted, user=user, at=build.MORNING)
    by = build.organizer(event)
    head = give_badge(event=event, role=Role.REFEREE, name="Jo", by=by, at=build.MORNING)
    change_referee(badge=head, is_head=True, plays_in=None, by=by, at=build.MORNING)
    gone = give_badge(event=event, role=Role.REFEREE, name="Al", by=by, at=build.MORNING)
    revoke_badge(badge=gone, by=by, at=build.MORNING)
    give_badge(event=event, role=Role.DESK, name="Dee", by=by, at=build.MORNING)
    return event


def shelve(event, shelf, at=build.MORNING):
    return shelve_event(event=event, shelf=shelf, now=NOW, by=build.organizer(event), at=at)
