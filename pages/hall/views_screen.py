"""The big screen, read from ten metres: clock, next break, who sits where, standings."""

from typing import Any

from django.utils import timezone

from accounts.access import Request, cached
from pages.hall.forms import PINS, PinForm
from pages.hall.screen import screen
from pages.links import link_to
from pages.web import Screen

SECONDS_A_PAGE = 10


def _screen(request: Request) -> dict[str, Any]:
    """Every screen of the hall shows the same page, by the clock."""
    turn = int(timezone.now().timestamp()) // SECONDS_A_PAGE
    pin = PinForm(request.GET).kind()
    return {
        "screen": screen(request.event, request.at, turn, pin),
        "pin": pin,
        "pins": PINS,
        "link": link_to(request, "hall:event", request.event.slug),
        "seats_link": link_to(request, "hall:seats", request.event.slug),
        "seconds_a_page": SECONDS_A_PAGE,
    }


SCREEN = Screen(
    needs="everyone",
    page="hall/screen/screen.html",
    fragment="hall/screen/_screen_board.html",
    cached=cached(reads=PinForm, rotates_every=SECONDS_A_PAGE),
    context=_screen,
)
