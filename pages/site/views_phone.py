"""The URLs that a phone needs to work offline and to send its entries later."""

from pathlib import Path
from uuid import UUID

from django import forms
from django.contrib.staticfiles import finders
from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, anybody, device_of, everyone, worn_here
from accounts.numbers import whole
from scoring.game.held import Sent, lacking
from tournament.models import Actor
from tournament.models.typed_names import clean_name
from tournament.sessions import BADGES
from tournament.settings.commands_event import MOST_HELD, note_held_entries

TAKEN_BACK = (
    "Your badge for this event was taken back. Ask the organizer for a new one in your name, and it goes "
    "out; or a head referee signs in on this phone and sends it."
)
SIGNED_OUT = "This phone is signed out. Enter your code or open your link again, and it will be sent."
ANOTHER = "The badge {name} doesn’t send this. Sign in as the person who entered it, and it will be sent."


@everyone
@never_cache
@require_safe
def phone(request: Request) -> HttpResponse:
    """The badge worn on this browser and a new CSRF token, for the outbox. Two queries."""
    badge = worn_here(request)
    taken_back = request.event.badges.filter(
        pk__in=request.session.get(BADGES, []), revoked_at__isnull=False
    ).exists()
    sentence = TAKEN_BACK if taken_back else ANOTHER.format(name=badge.name) if badge else SIGNED_OUT
    return JsonResponse(
        {"token": get_token(request), "badge": badge.pk if badge else 0, "sentence": sentence}
    )


class HeldForm(forms.Form):
    """What a phone had sent (static/js/outbox/restored.js): ``entries``, and ids that are ``done``."""

    held = forms.JSONField()

    def clean_held(self) -> tuple[list[Sent], list[UUID]]:
        typed = self.cleaned_data["held"]
        try:
            entries = [
                Sent(
                    key=UUID(each["id"]),
                    title=clean_name(str(each["title"])),
                    game_id=whole(str(each["game"])),
                    who=str(each["who"]),
                )
                for each in typed["entries"][:MOST_HELD]
            ]
            return entries, [UUID(key) for key in typed["done"][:MOST_HELD]]
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise forms.ValidationError("This can’t be read.") from wrong


@everyone
@never_cache
@require_POST
def held(request: Request) -> HttpResponse:
    """Which of a phone's sent entries the restored database lacks, each with its game now.

    Stored for the organizer, if the phone has a badge and there was a restore.
    """
    form, badge = HeldForm(request.POST), worn_here(request)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=422)
    entries, done = form.cleaned_data["held"]
    missing = lacking(request.event, entries)
    titles = {each.key: each.title for each in entries if each.key in missing}
    if badge and request.event.restored_at and (titles or done):
        by = Actor(badge, device_of(request))
        note_held_entries(event=request.event, held=titles, done=done, by=by, at=request.at)
    return JsonResponse({"lacking": {str(key): game for key, game in missing.items()}})


@anybody
@require_safe
def worker(request: Request) -> HttpResponse:
    """The service worker, at the root so that it controls every page."""
    script = Path(str(finders.find("js/service_worker.js"))).read_text()
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@anybody
@require_safe
def manifest(request: Request) -> HttpResponse:
    icons = [
        {"src": static(f"img/uptown-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    # Android crops this one; the picture is within its inner four fifths.
    icons.append({**icons[-1], "src": static("img/uptown-maskable-512.png"), "purpose": "maskable"})
    colors = {"background_color": "#fbf6ec", "theme_color": "#0f4a3a"}
    about = {"id": "/", "scope": "/", "name": "Uptown", "short_name": "Uptown", "display": "standalone"}
    manifest_data = {**about, **colors, "start_url": reverse("site:home"), "icons": icons}
    return JsonResponse(manifest_data, content_type="application/manifest+json")


@anybody
@require_safe
def favicon(request: Request) -> HttpResponse:
    return redirect(static("img/uptown-192.png"))


@anybody
@require_safe
def offline(request: Request) -> HttpResponse:
    return render(request, "site/offline.html")
