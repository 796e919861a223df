"""The remote control of the big screen: what it shows, the message to everybody, the reveal."""

from typing import Any

from accounts.access import Request
from pages.actions import action
from pages.floor.forms import CardForm, PinWallForm
from pages.hall.forms import PINS_OF_ALL
from pages.hall.screen import screen
from pages.hall.views import turn_now
from pages.hall.wall_draws import DRAWS, draw_of
from pages.header import header_clock
from pages.messages.forms import ShowForm
from pages.nav import crew
from scoring.bracket.bracket import bracket_page
from scoring.recording.awaited import What, awaited
from scoring.standings.hidden import places_shown
from tournament.event.day_rows import with_its_day
from tournament.messages.audience import kind_pinned, wall_pin
from tournament.messages.commands_wall import pin_wall, turn_card, unpin_wall


def _wall(request: Request) -> dict[str, Any]:
    event, at = with_its_day(request.event), request.at
    now, pin = awaited(event, at), kind_pinned(event)
    draw = draw_of(event, pin, bracket_page(event, at)) if pin in DRAWS else None
    return {
        "screen": screen(event, at, turn_now()),
        "pin": pin,
        "pin_title": dict(PINS_OF_ALL).get(pin, ""),
        "pins": PINS_OF_ALL,
        "shown": event.messages.shown().first(),
        "show_form": ShowForm(),
        "is_reveal": now.what == What.REVEAL,
        "places": places_shown(event),
        "clock": header_clock(event, at, now),
        "draw": draw,
        "cards_shown": draw.shown(wall_pin(event)) if draw else 0,
        "on": "wall",
    }


WALL = crew("organizer", "floor/wall/wall.html", "floor:wall", _wall, "floor/wall/_wall.html")

pin = action(WALL, pin_wall, form=PinWallForm, message="Every big screen shows {title}.")
card = action(WALL, turn_card, form=CardForm)
unpin = action(WALL, unpin_wall, message="The big screens show all their pages in turn.")
