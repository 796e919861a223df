"""A person's own page: their results at the club's events, for anybody with their code (Rulebook G-8)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, anybody
from pages.club.forms import OwnCodeForm, SayForm
from pages.web import do
from seasons.leagues.commands_consent import say_for_oneself
from seasons.leagues.pool_of_players import pools_for
from seasons.models import Person
from seasons.people.person_codes import code_of, person_with
from seasons.ratings.records import public_record


def _person(code: str) -> Person | None:
    person = person_with(code)
    return person if person and person.page_at else None


@anybody
@never_cache
@require_safe
def find(request: Request) -> HttpResponse:
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
    return _own_page(request, _person_or_404(code))


@anybody
@never_cache
@require_POST
def say(request: Request, code: str) -> HttpResponse:
    """Give or withdraw the person's consent (Rulebook G-10)."""
    person = _person_or_404(code)
    form = SayForm(request.POST, person.club.leagues.all())
    if not do(form, lambda: say_for_oneself(person=person, **form.cleaned_data, now=request.at)):
        return _own_page(request, person, status=422, refused=form)
    if form.cleaned_data["what"] == "page" and not form.cleaned_data["is_yes"]:
        messages.success(request, "Your page is closed, and your code opens nothing any more.")
        return redirect("site:find-own")
    messages.success(request, "Noted. You can change it here at any time.")
    return redirect("site:own", code)


def _person_or_404(code: str) -> Person:
    person = _person(code)
    if person is None:
        raise Http404("Nobody has this code any more. Ask an organizer of your club.")
    return person


def _own_page(request: Request, person: Person, *, status: int = 200, refused: Any = None) -> HttpResponse:
    page = {
        "person": person,
        "club": person.club,
        "code": code_of(person),
        "record": public_record(person.club, frozenset({person.pk})),
        "pools": pools_for(person),
        "refused": refused,
    }
    return render(request, "club/own.html", page, status=status)
