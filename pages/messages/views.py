"""Messages: to everybody in the room, to each person who consented; the caller's sheet; stopping messages."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.access import Request, everyone, public_by
from pages.actions import Found, Outcome, action, the_event
from pages.hall.pagination import paginate
from pages.links import whole_address
from pages.messages.caller import caller_sheet
from pages.messages.forms import ProofForm, SentForm, ShowForm, WriteForm
from pages.messages.mail import prove_mail
from pages.messages.rows import batches, message_rows, on_apple
from pages.messages.texts import player_of
from pages.nav import crew, public_layout
from rules.money.words import dollars
from tournament.messages.audience import reach
from tournament.messages.commands_messages import (
    mark_sent,
    remove_message,
    send_again,
    show_message,
    stop_messages,
    write_messages,
)
from tournament.models.messages import Way


def _messages(request: Request) -> dict[str, Any]:
    """The message on display, the texts for the organizer's phone, and every message. Six queries."""
    event = request.event
    shown = paginate(message_rows(event, request.at), request.GET, lambda row: [row])
    return {
        "shown": event.messages.shown().first(),
        "show_form": ShowForm(),
        "write_form": WriteForm(event=request.event),
        "proof_form": ProofForm(auto_id="id_proof_%s"),
        "reach": reach(event),
        "batches": batches(event, whole_address(request, ""), is_apple=on_apple(request)),
        "results": shown,
        "is_sending": any(row.is_on_its_way for row in shown.rows),
        "has_mail": bool(settings.EMAIL_HOST),
        "has_gateway": bool(settings.TEXT_URL),
        "a_text_costs": dollars(settings.TEXT_CENTS) if settings.TEXT_CENTS else "",
        "texts_cost": _cost(request),
    }


def _cost(request: Request) -> str:
    """What the texts of the gateway have cost so far; empty if that isn't known."""
    sent = request.event.messages.filter(goes_by=Way.GATEWAY).exclude(sent_at=None)
    return dollars(sent.count() * settings.TEXT_CENTS) if settings.TEXT_CENTS else ""


MESSAGES = crew(
    "organizer", "messages/messages.html", "messages:messages", _messages, "messages/_messages.html"
)
CALLER = crew(
    "crew",
    "messages/caller.html",
    "messages:caller",
    lambda request: {"sheet": caller_sheet(request.event, request.at)},
    "messages/_caller.html",
)


def _written(outcome: Outcome) -> str:
    many = len(outcome.done)
    return f"{many} message{'' if many == 1 else 's'} written. Their rows are below."


def _with_site(request: Request) -> Found:
    return {"event": request.event, "site": whole_address(request, "")}


def _with_real_time(request: Request) -> Found:
    return {"event": request.event, "now": request.real}


def _message(request: Request, pk: int) -> Found:
    found = request.event.messages.written().select_related("event", "player", "subscription__badge")
    return {"message": get_object_or_404(found, pk=pk)}


def _write_form(request: Request) -> WriteForm:
    return WriteForm(request.POST, event=request.event)


def _proof_form(request: Request) -> ProofForm:
    return ProofForm(request.POST, auto_id="id_proof_%s")


def _to_where_pressed(request: Request, outcome: Outcome) -> str:
    name = "floor:wall" if request.POST.get("on") == "wall" else "messages:messages"
    return reverse(name, args=(request.event.slug,))


display = action(
    MESSAGES,
    show_message,
    form=ShowForm,
    form_name="show_form",
    message="Every phone and the wall show it.",
    back=_to_where_pressed,
)
remove = action(MESSAGES, remove_message, message="It is removed.", back=_to_where_pressed)
write = action(
    MESSAGES, write_messages, finds=_with_site, form=_write_form, form_name="write_form", message=_written
)
prove = action(
    MESSAGES,
    prove_mail,
    finds=_with_real_time,
    form=_proof_form,
    form_name="proof_form",
    message="It is on its way. Its row below says what the mail server answers. Look at the junk, too.",
)
again = action(MESSAGES, send_again, finds=_message, message="It is sent again.")
sent = action(MESSAGES, mark_sent, finds=the_event, form=SentForm, message="Noted as sent.")


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: Request, token: str) -> HttpResponse:
    """The page of a message's stop link: no more messages of this event."""
    player = player_of(request.event, token)
    if player is None:
        raise Http404("This link isn’t whole. Copy all of it from the message.")
    if request.method == "POST":
        stop_messages(player=player, by=public_by(request), at=request.at)
        player.refresh_from_db()
    context = {**public_layout()(request), "is_stopped": not player.may_message}
    return render(request, "messages/stop.html", context)
