"""The page Programs: the event's API tokens and webhooks."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.access import Request
from pages.actions import Found, Outcome, action
from pages.api.event.tokens import tokens
from pages.api.running.forms import TokenForm, WebhookForm
from pages.links import whole_address
from pages.nav import crew_layout
from pages.web import Screen
from seasons.clubs.club_of_event import club_for
from seasons.clubs.commands_club_tokens import give_club_token, tokens_of_club
from tournament.badges.commands_badges import revoke_badge
from tournament.models import Delivery, Role
from tournament.programs.commands_webhooks import add_webhook, end_webhook, ping_webhook, send_again


def _programs(request: Request) -> dict[str, Any]:
    """The tokens, and the webhooks with their last deliveries. Five queries."""
    newest = Delivery.objects.filter(webhook__event=request.event).select_related("entry").order_by("-pk")
    sent = newest.filter(webhook__ended_at=None)[:SHOWN]
    return {
        "tokens": tokens(request.event),
        "others": tokens_of_club(request.event, request.by.badge.user),
        "webhooks": list(request.event.webhooks.open().order_by("pk")),
        "deliveries": list(sent.select_related("webhook")),
    }


SHOWN = 20
"""The most deliveries on the page."""

PROGRAMS = Screen(
    needs="organizer",
    page="api/programs.html",
    fragment="api/_programs.html",
    home="api:programs",
    context=_programs,
    layout=lambda request: {
        **crew_layout("setup:people")(request),
        "form": _token_form_for(request, None),
        "webhook_form": WebhookForm(auto_id="id_webhook_%s"),
        "board": whole_address(request, reverse("hall:embed", args=[request.event.slug])),
        "reference": reverse("api:reference"),
    },
)


def _secret(outcome: Outcome) -> str:
    return render_to_string("api/_new_token.html", {"token": outcome.done})


def _badge(request: Request, pk: int) -> Found:
    return {"badge": get_object_or_404(request.event.badges.filter(role=Role.PROGRAM), pk=pk)}


def its_webhook(request: Request, pk: int) -> Found:
    return {"webhook": get_object_or_404(request.event.webhooks, pk=pk)}


def _webhook_now(request: Request, pk: int) -> Found:
    return {**its_webhook(request, pk), "now": timezone.now()}


def _delivery(request: Request, pk: int) -> Found:
    sent = Delivery.objects.filter(webhook__event=request.event).select_related("webhook")
    return {"delivery": get_object_or_404(sent, pk=pk), "now": timezone.now()}


def _token_form(request: Request) -> TokenForm:
    return _token_form_for(request, request.POST)


def _token_form_for(request: Request, typed: Any) -> TokenForm:
    """The form; only an organizer of the event’s club is asked about the club."""
    form = TokenForm(typed)
    if club_for(request.event, request.by.badge.user) is None:
        del form.fields["is_of_club"]
    return form


def _webhook_form(request: Request) -> WebhookForm:
    return WebhookForm(request.POST, auto_id="id_webhook_%s")


_guarded = partial(action, PROGRAMS, asks_for_password=True)

give = _guarded(give_club_token, form=_token_form, form_name="form", message=_secret)
revoke = _guarded(revoke_badge, finds=_badge)
add = _guarded(
    add_webhook,
    form=_webhook_form,
    form_name="webhook_form",
    message="Messages to {done.url} are signed with {done.secret}",
)
end = action(PROGRAMS, end_webhook, finds=its_webhook)
ping = action(PROGRAMS, ping_webhook, finds=_webhook_now, message="A ping is on its way.")
again = action(PROGRAMS, send_again, finds=_delivery, message="It is sent again.")
