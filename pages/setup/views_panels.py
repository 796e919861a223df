"""The panels of the settings page: what isn't a setting. Each is fetched when it comes into view."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from accounts.access import Request
from pages.actions import action
from pages.hall.rules_sheet import movement_of
from pages.nav import crew_layout
from pages.setup.fit import fit
from pages.setup.forms_fit import WayForm
from pages.setup.forms_shelf import RoomForm, ShelfForm
from pages.web import Screen
from scoring.simulation.simulation_page import MOST_TEAMS
from seasons.models import Shelf
from seasons.shelf.commands_shelf import shelve_event, take_from_shelf
from seasons.shelf.shelves import shelves_of, why_not_on
from tournament.event.rooms import other_in_room
from tournament.event.rules_of_event import group_size
from tournament.messages.audience import erased_at, personal_data
from tournament.messages.commands_contacts import erase_contacts
from tournament.schedule.changes_of_schedule import done_to_the_day
from tournament.settings.commands_event import change_event
from tournament.sharing.commands_sharing import leave_room, share_room
from tournament.sharing.sharing import could_share, why_no_leaving

SHELVED = {
    Shelf.DRAFT: "It’s a draft: it isn’t on the list of events. Its link works.",
    Shelf.ARCHIVE: "It’s in the archive, with its podium. All its pages stay.",
    Shelf.DELETED: "It will be deleted in a day. Until then, “Keep it” keeps it.",
}
TAKEN_BACK = {
    Shelf.DRAFT: "It’s on the list of events.",
    Shelf.ARCHIVE: "It’s out of the archive, and on the list of events.",
    Shelf.DELETED: "It’s kept.",
}


def _panel(fragment: str, home: str, title: str, context: Callable[[Request], dict[str, Any]]) -> Screen:
    """A panel. Its page is for browsers without scripts, where a press leads to ``home``."""
    layout = crew_layout("setup:event")
    return Screen(
        needs="organizer",
        page="setup/panels/panel.html",
        fragment=fragment,
        home=home,
        context=context,
        layout=lambda request: {**layout(request), "title": title, "fragment": fragment},
    )


def _fit(request: Request) -> dict[str, Any]:
    event = request.event
    return {"fit": fit(event, request.at), "least": group_size(event), "most": MOST_TEAMS}


def _room(request: Request) -> dict[str, Any]:
    """The other event of the room, or those that could share it. At most a few queries for each."""
    return {
        "other": other_in_room(request.event),
        "could_share": could_share(request.event, request.by.badge.user_id),
        "why_no_leaving": why_no_leaving(request.event) if request.event.room else None,
    }


def _shelf(request: Request) -> dict[str, Any]:
    """The shelves that the event is on, and the sentence why it can't go on one, by shelf."""
    return {
        "shelves": shelves_of(request.event),
        "why_not": {shelf.value: why_not_on(request.event, shelf, request.at) for shelf in Shelf},
        # Copying opens an event, so it needs an account.
        "can_copy": request.by.badge.user_id is not None,
        "has_contacts": personal_data(request.event, request.at).is_there(),
        "erased_at": erased_at(request.event),
    }


FIT = _panel(
    "setup/panels/_fit.html",
    "setup:event",  # It shows the choice, too.
    "Does Phase I fit the hall?",
    _fit,
)
MOVEMENT = _panel(
    "setup/panels/_movement.html",
    "setup:movement",
    "After each round",
    lambda request: {"movement": movement_of(request.event)},
)
SINCE = _panel(
    "setup/panels/_since_then.html",
    "setup:since-then",
    "Since then",
    lambda request: {"done": done_to_the_day(request.event)},
)
ROOM = _panel("setup/panels/_one_room.html", "setup:one-room", "One room", _room)
SHELF = _panel("setup/panels/_shelf.html", "setup:shelf", "Copy, archive or delete", _shelf)

choose_way = action(FIT, change_event, form=WayForm, message="Phase I is played that way.")
share = action(
    ROOM,
    share_room,
    form=RoomForm,
    message="It plays in one room with {done.name}. The crew of one is the crew of both.",
)
leave = action(ROOM, leave_room, message="It has its room to itself again.")
shelve = action(
    SHELF,
    shelve_event,
    finds=lambda request: {"event": request.event, "now": timezone.now()},
    form=ShelfForm,
    message=lambda outcome: SHELVED[outcome.given["shelf"]],
)
take_back = action(
    SHELF, take_from_shelf, form=ShelfForm, message=lambda outcome: TAKEN_BACK[outcome.given["shelf"]]
)
erase = action(SHELF, erase_contacts, message="Contact data is erased. Results stay.")
