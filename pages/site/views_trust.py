"""How a phone comes to trust this computer's certificate, so that it can work offline (docs/https.md)."""

from dataclasses import dataclass

from django.conf import settings
from django.http import FileResponse, Http404
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.access import Request, anybody
from pages.links import room_address


@dataclass(frozen=True)
class TrustStep:
    """An instruction, and the phone's screen: its heading and rows."""

    says: str
    heading: str
    rows: tuple[str, ...]
    tap: str
    """The row to tap."""


@dataclass(frozen=True)
class Phone:
    name: str
    steps: tuple[TrustStep, ...]
    undo: str


PHONES = (
    Phone(
        "iPhone and iPad",
        (
            TrustStep(
                "Open this page in Safari, and tap the button above. Then tap Allow.",
                "This website is trying to download a configuration profile.",
                ("Ignore", "Allow"),
                "Allow",
            ),
            TrustStep(
                "Open Settings. Tap Profile Downloaded, then Install, and enter the phone’s passcode.",
                "Settings",
                ("Wi-Fi", "Bluetooth", "Profile Downloaded", "General"),
                "Profile Downloaded",
            ),
            TrustStep(
                "In Settings tap General, then About, then Certificate Trust Settings. Turn the switch on.",
                "Certificate Trust Settings",
                ("Enable full trust for root certificates", "Uptown"),
                "Uptown",
            ),
        ),
        "Settings, General, VPN & Device Management: tap the profile, then Remove Profile.",
    ),
    Phone(
        "Android",
        (
            TrustStep(
                "Tap the button above. The phone saves the file, and doesn’t open it.",
                "Downloads",
                ("uptown.crt",),
                "uptown.crt",
            ),
            TrustStep(
                "Open Settings and search for “CA certificate”. Tap it, then Install anyway.",
                "Install a certificate",
                ("CA certificate", "VPN & app user certificate", "Wi-Fi certificate"),
                "CA certificate",
            ),
            TrustStep(
                "Choose the file uptown.crt. The phone asks for its PIN.",
                "Downloads",
                ("uptown.crt",),
                "uptown.crt",
            ),
        ),
        "Settings, search for “User certificates”: tap Uptown, then Remove.",
    ),
)


@anybody
@require_safe
def trust(request: Request) -> HttpResponseBase:
    _only_with_https()
    address = f"{room_address(request)}{reverse('site:home')}"
    return render(request, "site/trust.html", {"phones": PHONES, "address": address})


@anybody
@require_safe
def authority(request: Request) -> HttpResponseBase:
    _only_with_https()
    # With this content type, both kinds of phone offer to install the file.
    kind = "application/x-x509-ca-cert"
    return FileResponse(
        settings.AUTHORITY.open("rb"), as_attachment=True, filename="uptown.crt", content_type=kind
    )


def _only_with_https() -> None:
    if not settings.ROOM:
        raise Http404("This server has no certificate that phones could trust.")
