"""Sign-up as the organizer closes, opens and clears it."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.hall.window import window
from pages.nav import crew_frame
from pages.web import Screen, answer, do, refusal, show
from tournament.commands.sign_up import clear_sign_ups, set_sign_up
from tournament.models.events import SignUp
from tournament.queries.teams import EXPECTED, desk_board, sign_up_end, why_no_public_sign_up


def _sign_ups(request: Request) -> dict[str, Any]:
    board = desk_board(request.event, state=EXPECTED)
    return {
        "event": request.event,
        "board": board,
        "window": window(board.teams, request.GET, lambda row: [row]),
        "why_not": why_no_public_sign_up(request.event, request.at),
        "end": sign_up_end(request.event, request.at),
    }


SIGN_UPS = Screen(
    needs="organizer",
    page="desk/sign_ups.html",
    home="desk:sign-ups",
    shown=_sign_ups,
    frame=crew_frame("desk:sign-ups"),
)


@needs("organizer")
@require_safe
def sign_ups(request: Request) -> HttpResponse:
    """Who signed up and isn't here yet, and whether others still can."""
    return show(request, SIGN_UPS)


@needs("organizer")
@require_POST
def change(request: Request) -> HttpResponse:
    """Close the sign-up at once, or open it."""
    form = forms.Form(request.POST)
    wanted = SignUp.CLOSED if "close" in request.POST else SignUp.OPEN
    do(form, lambda: set_sign_up(event=request.event, sign_up=wanted, by=request.by, at=request.at))
    return answer(request, SIGN_UPS, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def clear(request: Request) -> HttpResponse:
    """Remove all that were chosen, in one go."""
    form = forms.Form(request.POST)
    teams, players = _numbers(request, "team"), _numbers(request, "player")
    count = do(
        form,
        lambda: clear_sign_ups(
            event=request.event, teams=teams, players=players, by=request.by, at=request.at
        ),
    )
    return answer(request, SIGN_UPS, form, sentence=refusal(form), told=f"{count} removed." if count else "")


def _numbers(request: Request, name: str) -> list[int]:
    return [number for typed in request.POST.getlist(name) if (number := whole(typed)) is not None]
