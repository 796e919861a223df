"""The donations: the list, the totals, and taking an entry back."""

from decimal import Decimal
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from accounts.access import Request, needs
from pages.desk.forms import CounterForm, DonationForm
from pages.desk.views import suggested
from pages.nav import crew_frame
from pages.streams import csv_lines, streamed
from pages.web import Screen, answer, do, fresh, refusal, show
from tournament.commands.donations import counter_donation, take_donation
from tournament.models import Role
from tournament.queries.money import DonationRow
from tournament.queries.money import money as all_money


def _donations(request: Request) -> dict[str, Any]:
    """The donations and their totals. One query."""
    found = all_money(request.event)
    return {
        "event": request.event,
        "money": found,
        "rows": [(row, uuid4()) for row in found.rows],
        "is_organizer": request.by.badge.role == Role.ORGANIZER,
    }


def _guest(request: Request) -> dict[str, Any]:
    return {"event": request.event, "form": DonationForm(), "suggested": suggested(request.event)}


MONEY = Screen(
    needs="desk",
    page="desk/money.html",
    fragment="desk/_donations.html",
    home="desk:money",
    shown=_donations,
    frame=lambda request: {**crew_frame("desk:money")(request), **_guest(request)},
)
GUEST = Screen(
    needs="desk",
    page="desk/money.html",
    fragment="desk/_guest_donation.html",
    home="desk:money",
    shown=_guest,
    frame=lambda request: {**crew_frame("desk:money")(request), **_donations(request)},
)


@needs("desk")
@require_safe
def money(request: Request) -> HttpResponse:
    """Every donation, and what they add up to."""
    return show(request, MONEY)


COLUMNS = ("entry", "at", "giver", "amount", "method", "taken_by", "note", "is_taken_back", "takes_back")


@needs("organizer")
@require_safe
def money_csv(request: Request) -> HttpResponseBase:
    """Every entry as a table, oldest first, for the treasurer."""
    rows = reversed(all_money(request.event).rows)
    lines = csv_lines(COLUMNS, [_line(row, request.event.zone) for row in rows])
    return streamed(lines, content_type="text/csv; charset=utf-8", name=f"{request.event.slug}-money.csv")


def _line(row: DonationRow, zone: ZoneInfo) -> dict[str, Any]:
    return {
        "entry": row.pk,
        "at": row.at.astimezone(zone).isoformat(timespec="seconds"),
        "giver": row.giver,
        "amount": Decimal(row.cents).scaleb(-2),
        "method": row.method,
        "taken_by": row.taken_by,
        "note": row.note,
        "is_taken_back": row.is_countered,
        "takes_back": row.counters_id or "",
    }


@needs("desk")
@require_safe
def donations(request: Request) -> HttpResponse:
    """The list and the totals alone, fresh."""
    return fresh(request, MONEY)


@needs("desk")
@require_POST
def take(request: Request) -> HttpResponse:
    """Take the donation of a guest."""
    form = DonationForm(request.POST)
    do(form, lambda: take_donation(event=request.event, **form.gift(), by=request.by, at=request.at))
    response = answer(
        request, GUEST, form, told="Thank you! It is entered.", form=form, why_refused=refusal(form)
    )
    return response if form.errors or not request.htmx else trigger_client_event(response, "uptown:changed")


@needs("desk")
@require_POST
def counter(request: Request, pk: int) -> HttpResponse:
    """Take an entry back by a counter-entry, with the reason."""
    entry = get_object_or_404(request.event.donations, pk=pk)
    form = CounterForm(request.POST)
    do(form, lambda: counter_donation(donation=entry, **form.cleaned_data, by=request.by, at=request.at))
    return answer(request, MONEY, form, refused_at=pk, counter_form=form, why_refused=refusal(form))
