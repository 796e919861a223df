"""Donations: the list, the totals, and taking an entry back."""

from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from accounts.access import Request, needs
from pages.actions import Found, action
from pages.desk.forms import CashForm, CounterForm, DonationForm
from pages.desk.views import beside, side_pots, suggested
from pages.nav import crew_layout
from pages.streams import csv_lines, streamed
from pages.web import Screen
from rules.money.ledger import COUNTED
from scoring.recording.awaited import are_games_over
from tournament.event.rooms import events_in_room
from tournament.models import Role
from tournament.money.commands_donations import counter_donation, move_cash, take_donation
from tournament.money.ledger import DonationRow
from tournament.money.ledger import money as all_money


def _donations(request: Request) -> dict[str, Any]:
    """The donations and their totals, of both events if two share a room. Three queries at most."""
    events = events_in_room(request.event)
    found = all_money(*events)
    return {
        "money": found,
        "room": events if len(events) > 1 else (),
        "rows": [(row, uuid4()) for row in found.rows],
        "is_to_count": bool(found.rows) and found.rows[0].kind != COUNTED and are_games_over(request.event),
        "cash_key": uuid4(),
        "is_organizer": request.by.badge.role == Role.ORGANIZER,
    }


def _guest(request: Request) -> dict[str, Any]:
    return {"form": DonationForm(), "suggested": suggested(request.event), "pots": side_pots(request.event)}


MONEY = Screen(
    needs="desk",
    page="desk/money.html",
    fragment="desk/_donations.html",
    home="desk:money",
    context=_donations,
    layout=lambda request: {**crew_layout("desk:money")(request), **_guest(request)},
)
GUEST = replace(
    MONEY,
    fragment="desk/_guest_donation.html",
    context=_guest,
    layout=lambda request: {**crew_layout("desk:money")(request), **_donations(request)},
)


COLUMNS = (
    *("entry", "at", "kind", "pot", "giver", "amount", "method"),
    *("taken_by", "note", "is_taken_back", "takes_back"),
)


@needs("organizer")
@require_safe
def money_csv(request: Request) -> HttpResponseBase:
    rows = reversed(all_money(request.event).rows)
    lines = csv_lines(COLUMNS, [_line(row, request.event.zone) for row in rows])
    return streamed(lines, content_type="text/csv; charset=utf-8", name=f"{request.event.slug}-money.csv")


def _line(row: DonationRow, zone: ZoneInfo) -> dict[str, Any]:
    return {
        "entry": row.pk,
        "at": row.at.astimezone(zone).isoformat(timespec="seconds"),
        "kind": row.kind,
        "pot": row.pot,
        "giver": row.giver,
        "amount": Decimal(row.cents).scaleb(-2),
        "method": row.method,
        "taken_by": row.taken_by,
        "note": row.note,
        "is_taken_back": row.is_countered,
        "takes_back": row.counters_id or "",
    }


def _entry(request: Request, pk: int) -> Found:
    return {"donation": get_object_or_404(request.event.donations, pk=pk)}


take = action(
    partial(beside, GUEST),
    take_donation,
    form=DonationForm,
    message="Thank you! It is entered.",
    form_name="form",
    only="desk",
)
move = action(MONEY, move_cash, form=CashForm, only="desk")
counter = action(MONEY, counter_donation, finds=_entry, form=CounterForm)
