"""Open play from the floor: opened once, held back, let go on."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from pages.access import Request, needs
from pages.floor.views import answer_floor, floor_again
from scoring.commands.open_play import hold_games, open_play, release_games
from tournament.errors import Refused


@needs("organizer")
@require_POST
def begin(request: Request) -> HttpResponse:
    """Open the play: the first games are called."""
    return _do(request, open_play)


@needs("organizer")
@require_POST
def hold(request: Request) -> HttpResponse:
    """Hold back the next games."""
    return _do(request, hold_games)


@needs("organizer")
@require_POST
def release(request: Request) -> HttpResponse:
    """Let games be called again."""
    return _do(request, release_games)


def _do(request: Request, deed: Callable[..., Any]) -> HttpResponse:
    try:
        deed(event=request.event, by=request.by, at=request.at)
    except Refused as refused:
        return floor_again(request, str(refused))
    return answer_floor(request)
