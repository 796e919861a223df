"""Payouts, envelopes and the money report; receipts, and the page with the ways to pay."""

from typing import Any
from uuid import uuid4

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.access import Request
from accounts.numbers import whole
from accounts.qr_code import qr_code
from pages.actions import Found, action
from pages.desk.forms import PayForm, PlaceWinnerForm
from pages.links import link_to
from pages.nav import crew, public_layout
from pages.web import Screen
from rules.money.pots import MAIN
from scoring.prizes.commands_payouts import decide_place, pay_prize
from scoring.prizes.payouts import payouts
from tournament.models.donations import Method
from tournament.models.links import unsealed
from tournament.money.ledger import donation_rows, drawer_of, last_count, pot_name, pots_of

HTTPS = "https://"


def _payouts(request: Request) -> dict[str, Any]:
    page = payouts(request.event, request.at)
    return {
        "page": page,
        "rows": [(envelope, uuid4()) for envelope in page.envelopes],
        "methods": Method.choices,
        "moves_on": any(each.pot.unwon == MAIN for each in page.pots),
        "money_for": request.event.money_for or "the club or charity",
    }


PAYOUTS = crew(
    "organizer",
    "desk/payouts/payouts.html",
    "desk:money",
    _payouts,
    "desk/payouts/_payouts.html",
    home="desk:payouts",
)
ENVELOPES = crew("organizer", "desk/payouts/envelopes.html", "desk:money", _payouts)


def _report(request: Request) -> dict[str, Any]:
    return _payouts(request) | {"drawer": drawer_of(request.event), "count": last_count(request.event)}


REPORT = crew("organizer", "desk/payouts/report.html", "desk:money", _report)


def _pays(request: Request) -> dict[str, Any]:
    """The organizer's payment accounts, with a QR code if it is a link, and the pots with their rules."""
    event = request.event
    ways = {Method.CASH_APP: event.cash_app, Method.ZELLE: event.zelle, Method.CARD: event.card_link}
    return {
        "accounts": [
            (way.label, at, at.removeprefix(HTTPS), qr_code(at) if at.startswith(HTTPS) else "")
            for way, at in ways.items()
            if at
        ],
        "pots": [(pot_name(event, pot.name), pot.rule) for pot in pots_of(event)] if event.pots else (),
    }


def _receipt(request: Request, secret: str) -> dict[str, Any]:
    key = unsealed("receipt", secret)
    entries = request.event.donations.select_related("team", "player", "by").order_by("pk")
    rows = donation_rows(entries.filter(Q(key=key) | Q(counters__key=key))) if key else ()
    if not rows or not rows[0].is_given:
        raise Http404("There is no such receipt.")
    return {
        "row": rows[0],
        "what": rows[0].pot or request.event.money_word,
        "link": link_to(request, "desk:receipt", request.event.slug, secret),
    }


PAY = Screen(needs="everyone", page="desk/payouts/pay.html", context=_pays, layout=public_layout())
RECEIPT = Screen(needs="everyone", page="desk/payouts/receipt.html", context=_receipt, layout=public_layout())


def _team(request: Request) -> Found:
    team = get_object_or_404(request.event.teams, pk=whole(request.POST.get("team", "")))
    return {"event": request.event, "team": team}


pay = action(PAYOUTS, pay_prize, form=PayForm, message="Paid. It is in the ledger.")
decide = action(PAYOUTS, decide_place, finds=_team, form=PlaceWinnerForm)
