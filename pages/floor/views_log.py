"""The audit log, the score check, a practice event's clock, and restarting the demo."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import Request, needs
from pages.floor.audit_log import COLUMNS, log_choices, log_lines, log_page
from pages.floor.forms_log import ClockForm, LogFilter
from pages.nav import crew, crew_layout
from pages.streams import csv_lines, json_lines, streamed
from pages.web import do
from rules.time.schedule import day_of, is_past_midnight
from scoring.demo.commands_day import start_demo_over as start_over
from scoring.integrity import integrity
from scoring.tasks import tick
from tournament.event.day_rows import day_rows
from tournament.schedule.countdown import wall
from tournament.sessions import BADGES
from tournament.settings.commands_event import set_clock as move_clock

EVENING = 18
"""From this hour on, a typed time after midnight means the coming night."""


def _filter(request: Request) -> LogFilter:
    return LogFilter(request.GET, log_choices(request.event), request.event.entrant, _days(request))


def _log(request: Request) -> dict[str, Any]:
    form = _filter(request)
    wanted = form.narrowed(_day(request))
    page = log_page(request.event, wanted, before=form.before_sent)
    return {"form": form, "page": page, "older": form.address_of(page.older) if page.older else ""}


LOG = crew("organizer", "floor/log.html", "floor:log", _log, "floor/_log.html")


@needs("organizer")
@require_safe
def log_csv(request: Request) -> HttpResponseBase:
    return _export(request, csv_lines(COLUMNS, _lines(request)), "csv", "text/csv; charset=utf-8")


@needs("organizer")
@require_safe
def log_json(request: Request) -> HttpResponseBase:
    return _export(request, json_lines(_lines(request)), "json", "application/json")


def _lines(request: Request) -> Iterator[dict[str, Any]]:
    return log_lines(request.event, _filter(request).narrowed(_day(request)))


def _export(request: Request, lines: Iterator[str], kind: str, content_type: str) -> HttpResponseBase:
    return streamed(lines, content_type=content_type, name=f"{request.event.slug}-log.{kind}")


def _days(request: Request) -> tuple[date, ...]:
    """The days of play of an event on several days; else none. Two queries at most."""
    if not request.event.spans_days:
        return ()
    rows, zone = day_rows(request.event), request.event.zone
    starts = (*(row.starts_at for row in rows.phases), *(gap.ends_at for gap in rows.gaps))
    return tuple(sorted({day_of(moment, zone) for moment in starts}))


def _day(request: Request) -> datetime:
    first = request.event.phases.order_by("starts_at").values_list("starts_at", flat=True).first()
    return (first or request.at).astimezone(request.event.zone)


@needs("organizer")
@require_http_methods(["GET", "HEAD", "POST"])
def set_clock(request: Request) -> HttpResponse:
    here = request.at.astimezone(request.event.zone)
    form = ClockForm(
        request.POST or None,
        initial={"on": here.date(), "shown": here.time(), "speed": f"{request.event.clock_speed:g}"},
        has_days=request.event.spans_days,
    )
    moment = do(form, lambda: _set_clock(request, form, here))
    if moment:
        # Run all deadlines that the moved clock made due before the next page is rendered.
        tick(timezone.now())
        messages.success(request, f"The clock shows {wall(request.event, moment)}.")
        return redirect("floor:set-clock", request.event.slug)
    context = {**crew_layout("setup:event")(request), "form": form}
    return render(request, "floor/set_clock.html", context, status=422 if form.errors else 200)


@needs("organizer")
@require_POST
def start_demo_over(request: Request) -> HttpResponse:
    if not request.event.demo:
        raise Http404("Only the demo can be started over.")
    event, badges = start_over(event=request.event, at=timezone.now())
    request.session[BADGES] = [badges.get(badge, badge) for badge in request.session.get(BADGES, [])]
    messages.success(request, "The demo has started over.")
    return redirect("floor:today", event.slug)


def _set_clock(request: Request, form: ClockForm, here: datetime) -> datetime:
    clock = form.cleaned_data["shown"]
    # In the evening, a time after midnight means the coming night (Rulebook E-67).
    days = timedelta(days=here.hour >= EVENING and is_past_midnight(here.time(), clock))
    on = form.cleaned_data.get("on") or here.date() + days
    moment = datetime.combine(on, clock, tzinfo=request.event.zone)
    # If the clock shows that minute already, only the speed was to change.
    is_same = (moment.hour, moment.minute) == (here.hour, here.minute)
    move_clock(
        event=request.event,
        shown=max(moment, here) if is_same else moment,
        speed=form.cleaned_data["speed"],
        real=timezone.now(),
        by=request.by,
    )
    return moment


INTEGRITY = crew(
    "organizer",
    "floor/integrity.html",
    "floor:log",
    lambda request: {"objections": integrity(request.event), "at": request.at},
)
