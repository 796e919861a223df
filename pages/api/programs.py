"""The page Programs: who may use the API at this event."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string

from accounts.access import Request
from pages.actions import Found, Pressed, press
from pages.api.forms import TokenForm
from pages.api.tokens import tokens
from pages.links import whole_address
from pages.nav import crew_layout
from pages.web import Screen
from tournament.commands.badges import revoke_badge
from tournament.commands.programs.tokens import give_token
from tournament.models import Role


def _programs(request: Request) -> dict[str, Any]:
    """The tokens. One query."""
    return {"tokens": tokens(request.event)}


PROGRAMS = Screen(
    needs="organizer",
    page="api/programs.html",
    fragment="api/_programs.html",
    home="api:programs",
    context=_programs,
    layout=lambda request: {
        **crew_layout("setup:people")(request),
        "form": TokenForm(),
        "openapi": whole_address(request, "/api/v1/openapi.json"),
    },
)


def _secret(pressed: Pressed) -> str:
    return render_to_string("api/_new_token.html", {"token": pressed.done})


def _badge(request: Request, pk: int) -> Found:
    return {"badge": get_object_or_404(request.event.badges.filter(role=Role.PROGRAM), pk=pk)}


_guarded = partial(press, PROGRAMS, asks_for_password=True)

give = _guarded(give_token, form=TokenForm, form_name="form", message=_secret)
revoke = _guarded(revoke_badge, finds=_badge)
