"""Who comes to a club's evening: for its organizers, and for each person by a link of their own."""

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, anybody
from pages.actions import action
from pages.club.forms_evening import AskWhoComesForm, ComeForm, GuestForm, RegularsForm
from pages.club.views import CLUB, club_here, club_of_request
from pages.links import link_to
from pages.messages.rows import on_apple, text_link
from pages.web import do
from seasons.evenings.commands_evenings import (
    add_guest,
    answer_for_oneself,
    ask_who_comes,
    set_regulars,
    sign_up_who_said_yes,
)
from seasons.evenings.who_comes import (
    Comer,
    WhoComes,
    evenings_for,
    is_asked,
    link_secret,
    person_with_link,
    who_comes,
)
from seasons.models import Comes, Person
from tournament.entries.places import sign_up_end, why_no_public_sign_up
from tournament.models import Event

GROUPS = ((Comes.YES, "Yes"), (Comes.MAYBE, "Maybe"), (Comes.NO, "No"), ("", "No answer"))


def _evening(request: Request) -> dict[str, Any]:
    club = club_of_request(request)
    if not is_asked(request.event):
        return {"club": club, "is_on": False}
    who = who_comes(request.event, club)
    kinds = [
        (name, _by_answer(tuple(each for each in who.comers if each.person.is_regular is is_regular)))
        for name, is_regular in (("Regulars", True), ("Guests", False))
    ]
    return {
        "club": club,
        "is_on": True,
        "who": who,
        "to_sign_up": sum(each.can_sign_up for each in who.comers),
        "named": [each for each in who.those(Comes.YES) if each.is_named],
        "changed": [each for each in who.comers if each.changed_their_mind],
        "maybes": who.those(Comes.MAYBE),
        "tell": _ways_to_tell(request, who),
        "kinds": kinds,
        "is_of_both": all(answers for _, answers in kinds),
        "until": sign_up_end(request.event, request.at),
        "why_not": why_no_public_sign_up(request.event, request.at),
        "regulars_form": RegularsForm(None, club),
        "guest_form": GuestForm(),
    }


def _by_answer(comers: tuple[Comer, ...]) -> list[tuple[str, list[Comer]]]:
    found = ((name, [each for each in comers if each.comes == comes]) for comes, name in GROUPS)
    return [(name, rows) for name, rows in found if rows]


def _ways_to_tell(request: Request, who: WhoComes) -> dict[str, Any]:
    """How the organizer's own phone writes to those who said maybe and agreed to be reached."""
    reached = [each.person for each in who.those(Comes.MAYBE) if each.person.contact]
    name, coming = request.event.name, f"{who.coming} {'comes' if who.coming == 1 else 'come'}"
    text = f"{name}: {coming}, {who.missing} more for a full table. Can you?"
    phones = [person.contact for person in reached if "@" not in person.contact]
    mails = ",".join(person.contact for person in reached if "@" in person.contact)
    mail = f"mailto:?bcc={quote(mails, safe='@,')}&subject={quote(name)}&body={quote(text)}"
    return {
        "text": text,
        "mail": mail if mails else "",
        "sms": text_link(phones, text, is_apple=on_apple(request)) if phones else "",
        "to_call": [each for each in who.those(Comes.MAYBE) if not each.person.contact],
    }


def _cards(request: Request) -> dict[str, Any]:
    club = club_of_request(request)
    people = club.people.known().order_by("-is_regular", "name", "pk")
    return {"club": club, "cards": [(person, evening_link(request, person)) for person in people]}


def evening_link(request: Request, person: Person) -> Any:
    return link_to(request, "site:evenings", link_secret(person))


EVENING = replace(
    CLUB,
    page="club/evening/evening.html",
    fragment="club/evening/_evening.html",
    context=_evening,
    home="club:evening",
)
CARDS = replace(CLUB, page="club/evening/cards.html", context=_cards, home="club:evening-cards")

ask = action(
    EVENING,
    ask_who_comes,
    finds=club_here,
    form=AskWhoComesForm,
    message=lambda outcome: "The club asks who comes." if outcome.done.is_on else "Nobody is asked any more.",
)
sign_up = action(
    EVENING,
    sign_up_who_said_yes,
    finds=club_here,
    message="{done} who said yes signed up. Press again for later ones.",
)
regulars = action(
    EVENING,
    set_regulars,
    finds=club_here,
    form=lambda request: RegularsForm(request.POST, club_of_request(request)),
    form_name="regulars_form",
    message="Saved.",
)
guest = action(
    EVENING,
    add_guest,
    finds=club_here,
    form=GuestForm,
    form_name="guest_form",
    message="{done.name} is a guest of {club} now, with a link.",
)


@anybody
@never_cache
@require_safe
def evenings(request: Request, secret: str) -> HttpResponse:
    return _own_evenings(request, _person_or_404(secret), secret)


@anybody
@never_cache
@require_POST
def answer(request: Request, secret: str) -> HttpResponse:
    """Say yes, no or maybe (Rulebook G-11)."""
    person = _person_or_404(secret)
    form = ComeForm(request.POST, evenings_for(person, request.at))
    done = do(form, lambda: answer_for_oneself(person=person, **form.cleaned_data, now=request.at))
    if not done:
        return _own_evenings(request, person, secret, status=422, refused=form)
    messages.success(request, f"{done.event.name}: you said {done.get_comes_display()}.")
    return redirect("site:evenings", secret)


def _person_or_404(secret: str) -> Person:
    person = person_with_link(secret)
    if person is None:
        raise Http404("This link isn’t good any more. Ask an organizer of your club for yours.")
    return person


def _own_evenings(
    request: Request, person: Person, secret: str, *, status: int = 200, refused: Any = None
) -> HttpResponse:
    rows = [_own_evening(event, person, request) for event in evenings_for(person, request.at)]
    page = {"person": person, "club": person.club, "secret": secret, "evenings": rows, "refused": refused}
    return render(request, "club/evening/own.html", page, status=status)


def _own_evening(event: Event, person: Person, request: Request) -> dict[str, Any]:
    who = who_comes(event, person.club)
    return {
        "event": event,
        "starts_at": event.phases.order_by("starts_at").values_list("starts_at", flat=True).first(),
        "who": who,
        "me": who.of(person),
        "maybes": len(who.those(Comes.MAYBE)),
        "until": sign_up_end(event, request.at),
        "why_not": why_no_public_sign_up(event, request.at),
        "form": ComeForm(None),
        "choices": Comes.choices,
    }
