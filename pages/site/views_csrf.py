"""The page for a button that was refused because of where it was pressed. It names the cause."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render

NO_USE = "Nothing was saved, and pressing again won’t help. Tell the person who runs the computer:"


@dataclass(frozen=True, kw_only=True)
class Cause:
    title: str
    sentence: str


def refuse(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond for Django's CSRF check: with a page, or to htmx with a fragment for the page's top."""
    template = "site/_refused_press.html" if request.headers.get("HX-Request") else "403_csrf.html"
    response = render(request, template, {"cause": _cause(request, reason)}, status=403)
    response["Uptown-Refused"] = "press"  # static/js/core/swaps.js shows it.
    return response


def _cause(request: HttpRequest, reason: str) -> Cause:
    scheme, _, host = request.headers.get("Origin", "").partition("://")
    here, seen = request.headers.get("Host", ""), request.headers.get("X-Forwarded-Host", "")
    # A browser says when a page posts to its own address, even if a proxy then changes it.
    is_own = host in (here, seen) or request.headers.get("Sec-Fetch-Site") == "same-origin"
    if scheme == "https" and is_own and (host != here or not request.is_secure()):
        return _proxy(is_secure=request.is_secure(), origin="" if host == here else f"https://{host}")
    if reason == REASON_NO_CSRF_COOKIE:
        return WITHOUT_HTTPS if settings.CSRF_COOKIE_SECURE and not request.is_secure() else NO_COOKIES
    return TOO_LONG


def _proxy(*, is_secure: bool, origin: str) -> Cause:
    """What the operator must say about a proxy or tunnel that Uptown doesn't know."""
    todo = []
    if not is_secure:
        is_set = settings.SECURE_PROXY_SSL_HEADER is not None
        todo.append(
            "the proxy must send “X-Forwarded-Proto: https”" if is_set else "start Uptown with UPTOWN_HTTPS=1"
        )
    if origin:
        todo.append(f"let it pass “Host” on, or set UPTOWN_ORIGINS={origin}")
    title = (
        "A proxy changes this page’s address" if is_secure else "Uptown doesn’t know that it is behind https"
    )
    return Cause(title=title, sentence=f"{NO_USE} {', and '.join(todo)}.")


WITHOUT_HTTPS = Cause(
    title="This page needs https",
    sentence="Nothing was saved. This page’s address begins with http://. Open the one that begins with "
    "https://.",
)
NO_COOKIES = Cause(
    title="This browser keeps no cookies",
    sentence="Nothing was saved. Allow cookies for this address, load the page again, and press the button "
    "once more.",
)
TOO_LONG = Cause(
    title="This page was open too long",
    sentence="Nothing was saved. Go back, load the page again, and press the button once more.",
)
