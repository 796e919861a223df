"""Everything recomputed from the facts."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.access import Request, needs
from pages.header import header
from pages.nav import crew_nav
from scoring.queries.integrity import recheck as objections_of


@needs("organizer")
@require_safe
def recheck(request: Request) -> HttpResponse:
    """Whether every stored number is what the facts add up to."""
    context = {**header(request), **crew_nav(request, "floor:log")}
    context |= {"objections": objections_of(request.event), "at": request.at}
    return render(request, "floor/integrity.html", context)
