"""What is kept of whom, why, and for how long: for everybody who signs up."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.header import header
from pages.nav import hall_nav
from tournament.queries.contacts import erased_at


@everyone
@cached()
@require_safe
def privacy(request: Request) -> HttpResponse:
    """What we keep of you."""
    context = {
        **header(request),
        **hall_nav(request, ""),
        "erased_at": erased_at(request.event),
        "backup_days": settings.BACKUP_DAYS,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
    }
    return render(request, "hall/sign_up/privacy.html", context)
