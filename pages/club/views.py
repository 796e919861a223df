"""A club's people across events: recognized, merged and split. For organizers of the club only."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from accounts.access import Request
from pages.actions import Found, Outcome, action
from pages.club.forms import (
    ClubForm,
    MemberForm,
    MergePersonForm,
    PersonCodeForm,
    PersonForm,
    RecognizeForm,
    SplitForm,
    TemplateForm,
)
from pages.links import link_to
from pages.nav import crew_layout
from pages.web import Screen
from seasons.clubs.club_of_event import club_for, has_club
from seasons.clubs.commands_clubs import add_member, change_club, put_in_club
from seasons.clubs.commands_templates import remove_template, rename_template, save_template
from seasons.evenings.commands_evenings import renew_person_link
from seasons.evenings.who_comes import link_secret
from seasons.models import Club, Person
from seasons.people.commands_forgetting import erase_person
from seasons.people.commands_people import (
    correct_person,
    merge_people,
    recognize,
    recognize_by_code,
    recognize_new,
    split_person,
    undo_change,
)
from seasons.people.people_of_club import changes_of, events_of, people_of, players_of
from seasons.people.person_codes import code_of
from tournament.models import Badge, Role

NO_PEOPLE = "There is nobody here. The people of a club are for its organizers, at the club’s own events."


def club_of_request(request: Request) -> Club:
    """:raises Http404: if the event is of no club, or the organizer isn't in it."""
    club = club_for(request.event, request.by.badge.user)
    if club is None:
        raise Http404(NO_PEOPLE)
    return club


def _person(request: Request, pk: int) -> tuple[Club, Person]:
    club = club_of_request(request)
    return club, get_object_or_404(club.people.known(), pk=pk)


def _others(request: Request, club: Club) -> Any:
    """The badges of the event's organizers who aren't in the club. The queryset is lazy."""
    members = club.members.now().values("user")
    mine = Badge.objects.worn().filter(event=request.event, role=Role.ORGANIZER, user__isnull=False)
    return mine.exclude(user__in=members)


def _club_page(request: Request) -> dict[str, Any]:
    club = club_for(request.event, request.by.badge.user)
    if club is None:
        return {"club": None, "is_of_others": has_club(request.event)}
    find = request.GET.get("find", "")[:60]
    rows = players_of(request.event, club)
    return {
        "club": club,
        "find": find,
        "players": rows,
        "unknown": sum(row.person is None for row in rows),
        "new": sum(row.is_new for row in rows),
        "people": people_of(club, find),
        "members": [row.user.get_username() for row in club.members.now().select_related("user")],
        "club_form": ClubForm(initial={"name": club.name, "person_days": club.person_days}),
        "member_form": MemberForm(None, _others(request, club)),
        "template_form": TemplateForm(auto_id="template_%s"),
        "templates": [
            (each, TemplateForm(initial={"name": each.name}, auto_id=f"template_{each.pk}_%s"))
            for each in club.templates.now().select_related("event")
        ],
    }


def _person_page(request: Request, pk: int) -> dict[str, Any]:
    club, person = _person(request, pk)
    rows = events_of(person)
    start = {name: getattr(person, name) for name in ("name", "contact", "is_minor", "guardian")}
    start |= {"may_contact": person.consent_at is not None, "may_name": person.public_at is not None}
    start["may_open"] = person.page_at is not None
    return {
        "club": club,
        "person": person,
        "rows": rows,
        "partners": sorted({partner for row in rows for partner in row.partners}),
        "changes": changes_of(person),
        "person_form": PersonForm(initial=start),
        "merge_form": MergePersonForm(None, [row for row in people_of(club) if row.pk != person.pk]),
        "split_form": SplitForm(None, rows) if len(rows) > 1 else None,
        "code_form": PersonCodeForm(),
        "own_code": code_of(person) if person.page_at else "",
        "evening_link": (
            link_to(request, "site:evenings", link_secret(person)) if club.asked_evenings.exists() else None
        ),
        "own_link": link_to(request, "site:own", code_of(person)) if person.page_at else None,
    }


_screen = partial(Screen, needs="organizer", home="club:club", layout=crew_layout("setup:people"))
CLUB = _screen(page="club/club.html", context=_club_page)
PERSON = _screen(page="club/person.html", context=_person_page)


def _back(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    """Redirect to the person's page or the club's, with the success message or the refusal."""
    if news:
        messages.success(request, news)
    else:
        messages.warning(request, outcome.form.sentence)
    person = outcome.given.get("person")
    if isinstance(person, Person) and "has_page" in request.POST:
        return redirect("club:person", request.event.slug, person.pk)
    return redirect("club:club", request.event.slug)


_action = partial(action, _back, only="organizer")


def club_here(request: Request) -> Found:
    return {"event": request.event, "club": club_of_request(request)}


def _of_player(request: Request, pk: int) -> Found:
    return {**club_here(request), "player": get_object_or_404(request.event.players, pk=pk)}


def _of_person(request: Request, pk: int) -> Found:
    club, person = _person(request, pk)
    return {"event": request.event, "club": club, "person": person}


def _of_change(request: Request, pk: int, change: int) -> Found:
    club, person = _person(request, pk)
    row = get_object_or_404(person.changes, pk=change)
    return {"event": request.event, "club": club, "change": row}


join = _action(put_in_club, message="From now on, {done.name} knows who played here.")
change = _action(change_club, finds=club_here, form=ClubForm, message="Saved.")
member = _action(
    add_member,
    finds=club_here,
    form=lambda request: MemberForm(request.POST, _others(request, club_of_request(request))),
    message="{badge} belongs to {club} now.",
)


def _of_template(request: Request, pk: int) -> Found:
    found = club_here(request)
    return {**found, "template": get_object_or_404(found["club"].templates.now(), pk=pk)}


save = _action(
    save_template,
    finds=club_here,
    form=TemplateForm,
    message="{done} is a template of {club} now. A new event can begin with it.",
)
rename = _action(rename_template, finds=_of_template, form=TemplateForm, message="It is called {done} now.")
remove = _action(remove_template, finds=_of_template, message="{template} is no template any more.")
everybody = _action(recognize_new, finds=club_here, message="{done} taken as new. Look at who is left.")
one = _action(
    recognize,
    finds=_of_player,
    form=lambda request, pk: RecognizeForm(request.POST, club_of_request(request).people.known()),
    message="{player} is {done.name}.",
)
correct = _action(correct_person, finds=_of_person, form=PersonForm, message="Saved.")
merge = _action(
    merge_people,
    finds=_of_person,
    form=lambda request, pk: MergePersonForm(request.POST, people_of(club_of_request(request))),
    message="{other} is part of {person} now. “Undo” below parts them again.",
)
split = _action(
    split_person,
    finds=_of_person,
    form=lambda request, pk: SplitForm(request.POST, events_of(_person(request, pk)[1])),
    message="{done.other} is somebody else now. “Undo” below joins them again.",
)
code = _action(
    recognize_by_code, finds=_of_person, form=PersonCodeForm, message="{done.event} is theirs too."
)
undo = _action(undo_change, finds=_of_change, message="Undone: {done.one} and {done.other} are as before.")
renew_link = _action(
    renew_person_link, finds=_of_person, message="{person} has another link. The old one is closed."
)
erase = _action(
    erase_person,
    finds=lambda request, pk: {**_of_person(request, pk), "now": timezone.now()},
    message="Erased. Results stay, without the name.",
)
