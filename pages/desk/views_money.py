"""The donations: the list, the totals, and taking an entry back."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from pages.access import Request, needs
from pages.desk.forms import CounterForm, DonationForm
from pages.desk.views import suggested
from pages.header import header
from pages.nav import crew_nav
from pages.web import refusals_on
from tournament.commands.donations import counter_donation, take_donation
from tournament.queries.money import money as all_money


@needs("desk")
@require_safe
def money(request: Request) -> HttpResponse:
    """Every donation, and what they add up to."""
    return _page(request)


@needs("desk")
@require_safe
def donations(request: Request) -> HttpResponse:
    """The list and the totals alone, fresh."""
    return render(request, "desk/_donations.html", _context(request))


@needs("desk")
@require_POST
def take(request: Request) -> HttpResponse:
    """Take the donation of a guest."""
    form = DonationForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            take_donation(event=request.event, **form.gift(), by=request.by, at=request.at)
            if request.htmx:
                return _guest(request, DonationForm(), told="Thank you! It is entered.")
            messages.success(request, "Thank you! It is entered.")
            return redirect("desk:money", request.event.slug)
    return _guest(request, form) if request.htmx else _page(request, status=422, form=form)


@needs("desk")
@require_POST
def counter(request: Request, pk: int) -> HttpResponse:
    """Take an entry back by a counter-entry, with the reason."""
    entry = get_object_or_404(request.event.donations, pk=pk)
    form = CounterForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            counter_donation(donation=entry, **form.cleaned_data, by=request.by, at=request.at)
            if request.htmx:
                return render(request, "desk/_donations.html", _context(request))
            return redirect("desk:money", request.event.slug)
    refused = {"refused_at": pk, "counter_form": form}
    if request.htmx:
        return render(request, "desk/_donations.html", {**_context(request), **refused}, status=422)
    return _page(request, status=422, **refused)


def _context(request: Request) -> dict[str, Any]:
    """The donations and their totals. One query."""
    found = all_money(request.event)
    return {"event": request.event, "money": found, "rows": [(row, uuid4()) for row in found.rows]}


def _guest(request: Request, form: DonationForm, *, told: str = "") -> HttpResponse:
    context = {"event": request.event, "form": form, "suggested": suggested(request.event), "told": told}
    answer = render(request, "desk/_guest_donation.html", context, status=422 if form.is_bound else 200)
    return answer if form.is_bound else trigger_client_event(answer, "uptown:changed")


def _page(request: Request, *, status: int = 200, **changed: Any) -> HttpResponse:
    context = {
        **header(request),
        **crew_nav(request, "desk:money"),
        "form": DonationForm(),
        "suggested": suggested(request.event),
        **_context(request),
        **changed,
    }
    return render(request, "desk/money.html", context, status=status)
