"""Opening an event, and changing its settings."""

from datetime import date, timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.access import Request, device_of, needs, organizers
from pages.header import header
from pages.nav import crew_nav
from pages.setup.evenings import beginning
from pages.setup.event_form.forms import EventPaper
from pages.setup.forms_shelf import CrewForm
from pages.setup.pasted import FlyerForm, pasted
from pages.setup.views_panels import SHELVED
from pages.web import do
from seasons.clubs.commands_clubs import open_event_of_club
from seasons.clubs.commands_copies import copy_event
from seasons.models import Shelf
from seasons.shelf.copied import MOST_OFFERED, OwnEvent, copied_plan, crew_of, events_to_copy, templates_of
from tournament.models import Badge, Event
from tournament.settings.commands_event import change_event
from tournament.settings.locked import locked
from tournament.settings.plan import plan_of

SATURDAY = 5


@organizers
@require_http_methods(["GET", "HEAD", "POST"])
def open_new_event(request: Request) -> HttpResponse:
    today, mine = request.at.date(), events_to_copy(request.user)
    # Only the user's own events and their club's can be copied, because the page shows the crew.
    templates = templates_of(request.user)
    template = next((each for each in templates if str(each.pk) == request.GET.get("template")), None)
    copied = template.event if template else _own_event(mine, request.GET.get("copy"))
    begun = beginning(request.GET, _next_saturday(today), reverse("setup:open-event"))
    plan = copied_plan(copied, today) if copied else begun.plan
    plan = plan.with_(name=template.name) if template else plan
    sent = FlyerForm(request.POST or None, request.FILES or None)
    flyer = pasted(text, plan.held_on, today) if (text := sent.text()) else None
    typed = None if "read" in request.POST else request.POST or None
    paper = EventPaper(typed, plan=flyer.plan if flyer else plan, today=today)
    crew = CrewForm(request.POST or None, _others(request, copied)) if copied else None
    opened, is_draft = None, "draft" in request.POST
    if paper.is_valid() and (crew is None or crew.is_valid()):
        given: dict[str, Any] = {
            "plan": paper.plan(), "user": request.user, "device": device_of(request), "at": request.at
        }  # fmt: skip
        if copied and crew:
            again = crew.badges()
            opened = do(paper, lambda: copy_event(of=copied, crew=again, **given))
        else:
            opened = do(paper, lambda: open_event_of_club(**given, is_draft=is_draft))
    if opened is None:
        source = f"template={template.pk}" if template else f"copy={copied.slug}" if copied else ""
        address = f"{request.path}?{source}" if source else begun.address
        context = {
            "paper": paper, "begun": begun, "copied": copied, "crew": crew, "address": address,
            "mine": mine[:MOST_OFFERED], "templates": templates, "template": template,
            "sent": sent, "flyer": flyer, "is_begun": flyer or copied or begun.evening or typed,
        }  # fmt: skip
        status = 422 if crew and crew.errors else paper.status
        return render(request, "setup/open_event.html", context, status=status)
    if is_draft:
        messages.success(request, SHELVED[Shelf.DRAFT])
    else:
        messages.success(request, f"{opened.name} is open. Today says what comes next.")
    if paper.warning:
        messages.warning(request, paper.warning)
    return redirect("setup:simulation" if is_draft else "floor:today", opened.slug)


def _own_event(mine: list[OwnEvent], slug: str | None) -> Event | None:
    return next((own.event for own in mine if own.event.slug == slug), None)


def _others(request: Request, copied: Event) -> list[Badge]:
    """The crew of the copied event but the user, who gets an organizer's badge by opening the new one."""
    return [badge for badge in crew_of(copied) if badge.user_id != request.user.pk]


@needs("organizer")
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: Request) -> HttpResponse:
    paper_of = partial(
        EventPaper,
        plan=plan_of(request.event),
        today=request.at.astimezone(request.event.zone).date(),
        locked=locked(request.event),
    )
    paper = paper_of(None)
    if request.POST:
        paper = paper_of(paper.with_folded(request.POST))
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
        "opens_on_demand": not request.POST,
    }
    return render(request, "setup/event.html", context, status=paper.status)


def _next_saturday(today: date) -> date:
    return today + timedelta(days=(SATURDAY - today.weekday()) % 7)
