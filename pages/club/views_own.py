"""A person's own page: their results at the club's events, for who has their code (Rulebook G-8)."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import Request, anybody
from pages.club.forms import OwnCodeForm
from seasons.models import Person
from seasons.queries.codes import code_of, person_with
from seasons.queries.records import public_record


def _person(code: str) -> Person | None:
    person = person_with(code)
    return person if person and person.page_at else None


@anybody
@never_cache
@require_safe
def find(request: Request) -> HttpResponse:
    """Ask for the code."""
    form = OwnCodeForm(request.GET if "code" in request.GET else None)
    if form.is_bound and form.is_valid():
        if person := _person(form.cleaned_data["code"]):
            return redirect("site:own", code_of(person))
        form.add_error("code", "Nobody has this code. Compare it with what the organizer gave you.")
    return render(request, "club/find_own.html", {"form": form}, status=422 if form.errors else 200)


@anybody
@never_cache
@require_safe
def own(request: Request, code: str) -> HttpResponse:
    person = _person(code)
    if person is None:
        raise Http404("Nobody has this code any more. Ask an organizer of your club.")
    record = public_record(person.club, frozenset({person.pk}))
    page = {"person": person, "club": person.club, "code": code_of(person), "record": record}
    return render(request, "club/own.html", page)
