"""Session middleware: signs idle devices out, and protects a new session cookie from late responses."""

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

Handler = Callable[[HttpRequest], HttpResponseBase]


def leave_newer_sessions(get_response: Handler) -> Handler:
    """Delete the session's cookie only if the request itself ended the session, as signing out does.

    Putting on a badge gives the browser a new session id. A request sent just before still has the old id,
    which no longer exists when the response is made. Django would delete the cookie, and with it the new
    session.
    """

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not request.session.modified:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response

    return handle


def sign_out_idle(get_response: Handler) -> Handler:
    """Sign idle organizers and crew out. A team's phone stays signed in."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        if settings.IDLE and signed_in(cast(Request, request)):
            _check(cast(Request, request), timezone.now(), settings.IDLE)
        return get_response(request)

    return handle


def _check(request: Request, now: datetime, idle: timedelta) -> None:
    seen = parse_datetime(request.session.get(SEEN, ""))
    if seen and now - seen > idle and (request.user.is_authenticated or is_known(request)):
        _sign_out(request, idle)
    elif _is_use(request) and (seen is None or now - seen > idle / 20):
        request.session[SEEN] = now.isoformat()


def _is_use(request: Request) -> bool:
    """Whether a person acted. An htmx GET doesn't count, because pages refresh themselves."""
    return not (request.htmx and request.method in SHOWS_ONLY)


def _sign_out(request: Request, idle: timedelta) -> None:
    worn = request.session.get(BADGES, [])
    teams = set(Badge.objects.filter(pk__in=worn, role=Role.TEAM).values_list("pk", flat=True))
    logout(request)
    request.session[BADGES] = [pk for pk in worn if pk in teams]
    minutes = idle // timedelta(minutes=1)
    request.session[SIGNED_OUT] = SENTENCE.format(time="a minute" if minutes == 1 else f"{minutes} minutes")
