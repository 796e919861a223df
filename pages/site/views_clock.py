"""The one fragment that every page of an event has."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.access import Request, everyone
from pages.header import header


@everyone
@require_safe
def clock(request: Request) -> HttpResponse:
    """The chips of the header, fresh."""
    return render(request, "parts/_clock.html", header(request))
