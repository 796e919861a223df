"""Opening an event, and changing its settings."""

from datetime import date, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.access import Request, device_of, needs, organizers
from pages.actions import Pressed, press
from pages.hall.rules_sheet import movement_of
from pages.header import header
from pages.nav import crew_nav
from pages.setup.evenings import beginning
from pages.setup.fit import fit
from pages.setup.forms import EventPaper
from pages.setup.forms_fit import WayForm
from pages.web import do
from tournament.commands.contacts import erase_contacts
from tournament.commands.events import change_event, open_event
from tournament.queries.contacts import erased_at, personal_data
from tournament.queries.plan import plan_of
from tournament.queries.schedule_changes import done_to_the_day
from tournament.queries.seats import why_no_other_format, why_no_other_order, why_no_other_seating

SATURDAY = 5


@organizers
@require_http_methods(["GET", "HEAD", "POST"])
def open_new_event(request: Request) -> HttpResponse:
    today = request.at.date()
    begun = beginning(request.GET, _next_saturday(today), reverse("setup:open-event"))
    paper = EventPaper(request.POST or None, plan=begun.plan, today=today)
    opened = None
    if paper.is_valid():
        device, wanted = device_of(request), paper.plan()
        opened = do(paper, lambda: open_event(plan=wanted, user=request.user, device=device, at=request.at))
    if opened is None:
        status = 422 if paper.is_refused else 200
        return render(request, "setup/open_event.html", {"paper": paper, "begun": begun}, status=status)
    messages.success(request, f"{opened.name} is open. Give the referees and the desk their badges.")
    if paper.warning:
        messages.warning(request, paper.warning)
    return redirect("setup:people", opened.slug)


@needs("organizer")
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: Request) -> HttpResponse:
    is_frozen = request.event.house_rules_frozen_at is not None
    paper = EventPaper(
        request.POST or None,
        plan=plan_of(request.event),
        today=request.at.astimezone(request.event.zone).date(),
        is_frozen=is_frozen,
        why_no_other_seating=why_no_other_seating(request.event),
        why_no_other_order=why_no_other_order(request.event),
        why_no_other_format=why_no_other_format(request.event),
    )
    changed = None
    if paper.is_valid():
        plan = paper.plan()
        changed = do(
            paper,
            lambda: change_event(
                event=request.event, plan=plan, reason=paper.reason, by=request.by, at=request.at
            ),
        )
    if changed:
        messages.success(request, "Saved. Every screen shows it now.")
        return redirect("setup:event", request.event.slug)
    frame = {**header(request), **crew_nav(request, "setup:event")}
    context = {
        **frame,
        "paper": paper,
        "done": done_to_the_day(request.event),
        "fit": fit(request.event, request.at),
        "movement": movement_of(request.event),
        "has_contacts": personal_data(request.event, request.at).is_there(),
        "erased_at": erased_at(request.event),
    }
    return render(request, "setup/event.html", context, status=422 if paper.is_refused else 200)


def _to_settings(request: Request, pressed: Pressed, news: str) -> HttpResponse:
    if news:
        messages.success(request, news)
    else:
        messages.warning(request, pressed.form.sentence)
    return redirect("setup:event", request.event.slug)


choose_way = press(
    _to_settings, change_event, form=WayForm, message="Phase I is played that way.", only="organizer"
)
erase = press(_to_settings, erase_contacts, message="Contact data is erased. Results stay.", only="organizer")


def _next_saturday(today: date) -> date:
    return today + timedelta(days=(SATURDAY - today.weekday()) % 7)
