"""Who did nothing for as long as the operator said is signed out: an open laptop is no open door."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import cast

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.access import SHOWS_ONLY, Request, is_known, signed_in
from tournament.models import Badge, Role
from tournament.sessions import BADGES, SEEN, SIGNED_OUT

SENTENCE = (
    "Nobody used this device for {time}, so it was signed out. Nothing is lost: sign in again, "
    "enter your code, or open your link."
)

Answer = Callable[[HttpRequest], HttpResponseBase]


def sign_out_idle(get_response: Answer) -> Answer:
    """Sign organizers and the crew out where nobody did anything; a team's phone stays in."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        if settings.IDLE and signed_in(cast(Request, request)):
            _look(cast(Request, request), timezone.now(), settings.IDLE)
        return get_response(request)

    return looked_at


def _look(request: Request, now: datetime, idle: timedelta) -> None:
    seen = parse_datetime(request.session.get(SEEN, ""))
    if seen and now - seen > idle and (request.user.is_authenticated or is_known(request)):
        _sign_out(request, idle)
    elif _is_use(request) and (seen is None or now - seen > idle / 20):
        request.session[SEEN] = now.isoformat()


def _is_use(request: Request) -> bool:
    """Whether somebody did something: what a page fetches by itself is no use of it."""
    return not (request.htmx and request.method in SHOWS_ONLY)


def _sign_out(request: Request, idle: timedelta) -> None:
    worn = request.session.get(BADGES, [])
    teams = set(Badge.objects.filter(pk__in=worn, role=Role.TEAM).values_list("pk", flat=True))
    logout(request)
    request.session[BADGES] = [pk for pk in worn if pk in teams]
    request.session[SIGNED_OUT] = SENTENCE.format(time=_in_words(idle // timedelta(minutes=1)))


def _in_words(minutes: int) -> str:
    return "a minute" if minutes == 1 else f"{minutes} minutes"
