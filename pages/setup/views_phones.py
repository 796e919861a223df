"""The address that phones use, chosen among this computer's networks, and whether a phone gets through."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.http.request import validate_host
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.http import require_safe

from accounts.access import Request, everyone
from pages.actions import ActionForm, action
from pages.links import Link, chosen_address, leads_here_only, link_at, phones_address, whole_address
from pages.nav import crew
from pages.network import name_of, network_names, own_addresses
from tournament.models import Event
from tournament.settings.commands_event import choose_address

REMEMBERED = 24 * 60 * 60
"""The seconds for which the page says that a phone got through."""


@dataclass(frozen=True, kw_only=True)
class PhoneAddress:
    """An address at which phones may reach the server. ``link`` tries it; a phone did ``reached_at``."""

    address: str
    network: str
    link: Link
    is_used: bool
    is_answered: bool
    reached_at: datetime | None


def _phones(request: Request) -> dict[str, Any]:
    return {
        "ways": _ways(request),
        "can_choose": _can_choose(),
        "is_chosen": bool(chosen_address(request.event)),
        "is_named": bool(settings.ADDRESS),
    }


PHONES = crew("organizer", "setup/phones/phones.html", "setup:phones", _phones, "setup/phones/_phones.html")


class AddressForm(ActionForm):
    address = forms.GenericIPAddressField(protocol="IPv4")

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        if not (_can_choose() and any(own.address == address for own in own_addresses())):
            raise forms.ValidationError(
                "This computer doesn’t have that address any more. Choose one of these."
            )
        return address

    def arguments(self, event: Event) -> dict[str, Any]:
        names, address = network_names(), self.cleaned_data["address"]
        network = next(name_of(own, names) for own in own_addresses() if own.address == address)
        return {"address": address, "network": network}


choose = action(
    PHONES, choose_address, form=AddressForm, message="Links and QR codes lead phones to {address} now."
)


@everyone
@require_safe
def reached(request: Request, mark: str) -> HttpResponse:
    """The page of the QR code that tries an address. Notes for the organizer that a phone got through."""
    site = _host(request)
    if not constant_time_compare(mark, _mark(request.event, site)):
        raise Http404
    came_from = request.META.get("REMOTE_ADDR", "")
    is_itself = leads_here_only(f"//{came_from}") or any(own.address == came_from for own in own_addresses())
    if not is_itself:
        cache.set(_key(request.event, site), request.at, REMEMBERED)
    return render(request, "setup/phones/reached.html", {"event": request.event, "is_itself": is_itself})


def _host(request: Request) -> str:
    return urlsplit(request.build_absolute_uri("/")).hostname or ""


def _ways(request: Request) -> list[PhoneAddress]:
    """The addresses that the interfaces have now; the only one, where there is nothing to choose."""
    if not _can_choose() or not own_addresses():
        return [_way(request, whole_address(request, ""), "", is_used=True)]
    names, used = network_names(), phones_address(request.event)
    return [
        _way(request, settings.HALL.format(own.address), name_of(own, names), is_used=own.address == used)
        for own in own_addresses()
    ]


def _way(request: Request, site: str, network: str, *, is_used: bool) -> PhoneAddress:
    host = urlsplit(site).hostname or ""
    path = reverse("setup:reached", args=[request.event.slug, _mark(request.event, host)])
    return PhoneAddress(
        address=host,
        network=network,
        link=link_at(f"{site}{path}"),
        is_used=is_used,
        is_answered=validate_host(host, settings.ALLOWED_HOSTS),
        reached_at=cache.get(_key(request.event, host)),
    )


def _can_choose() -> bool:
    return bool(settings.HALL and not settings.ADDRESS)


def _mark(event: Event, host: str) -> str:
    """Only the QR code has it, so that no stranger's request counts as a phone that got through."""
    return salted_hmac("phones", f"{event.key} {host}").hexdigest()[:12]


def _key(event: Event, host: str) -> str:
    return f"phone-reached-{event.key}-{host}"
