"""The big screen, read from ten metres."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.hall.forms import PINS, PinForm
from pages.hall.screen import screen as screen_now
from pages.links import link_to

SECONDS_A_PAGE = 10


@everyone
@cached(reads=PinForm, rotates_every=SECONDS_A_PAGE)
@require_safe
def screen(request: Request) -> HttpResponse:
    """Clock, next break, who sits where, standings; it leafs through its pages by itself."""
    return render(request, "hall/screen/screen.html", _screen(request))


@everyone
@cached(reads=PinForm, rotates_every=SECONDS_A_PAGE)
@require_safe
def board(request: Request) -> HttpResponse:
    """The screen without its frame, fresh."""
    return render(request, "hall/screen/_screen_board.html", _screen(request))


def _screen(request: Request) -> dict[str, Any]:
    """Every screen of the hall shows the same page: the wall's own clock leafs."""
    turn = int(timezone.now().timestamp()) // SECONDS_A_PAGE
    pin = PinForm(request.GET).kind()
    return {
        "event": request.event,
        "screen": screen_now(request.event, request.at, turn, pin),
        "pin": pin,
        "pins": PINS,
        "link": link_to(request, "hall:event", request.event.slug),
        "seats_link": link_to(request, "hall:seats", request.event.slug),
        "seconds_a_page": SECONDS_A_PAGE,
    }
