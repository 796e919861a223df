"""The webhook for answers to texts: STOP withdraws consent to messages."""

from hmac import compare_digest

from django.conf import settings
from django.http import Http404, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.access import Request, anybody
from tournament.messages.audience import people_at
from tournament.messages.commands_messages import stop_messages
from tournament.models import Actor, Role

STOPS = frozenset({"stop", "stopall", "end", "quit", "cancel", "unsubscribe"})
NUMBERS = ("from", "sender", "number", "phone", "msisdn")
WORDS = ("body", "text", "message", "content")
"""The names that gateways give the two fields, in any case."""


@csrf_exempt
@anybody
@require_POST
def text_in(request: Request, secret: str) -> HttpResponse:
    """Receive an answer to a text (Rulebook E-188). STOP covers every event where the number consented."""
    if not (settings.TEXT_IN and compare_digest(secret.encode(), settings.TEXT_IN.encode())):
        raise Http404("This isn’t the address for answers to texts. The operator sets it: UPTOWN_TEXT_IN.")
    sent = {name.casefold(): str(value) for name, value in request.POST.items()}
    number, text = (next((sent[one] for one in names if one in sent), "") for names in (NUMBERS, WORDS))
    if text.strip(" .!\r\n\"'").casefold() in STOPS:
        for player in people_at(number):
            by = Actor(player.event.badges.get(role=Role.PUBLIC), "gateway")
            stop_messages(player=player, by=by, at=request.at)
    return HttpResponse(status=204)
