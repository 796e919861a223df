"""Send e-mails, texts and notifications, in a separate scheduler task. Each message's row has its errors."""

from base64 import b64encode
from datetime import datetime
from functools import partial
from time import monotonic
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings

from pages.links import site_address
from pages.messages.mail import send_mail
from pages.messages.texts import stop_link, text_of
from server.push import push
from server.webhooks import NotSent, post
from tournament.commands.events import clock_badge
from tournament.commands.messages import note_sent, notify_called
from tournament.commands.scheduler.attempts import Attempts, by_itself
from tournament.errors import Refused
from tournament.models import Actor, Game, Message, Work
from tournament.models.messages import Way
from tournament.queries.contacts import number_of, untold_calls

SECONDS = 3.0
"""The most seconds that a run takes to send."""
MOST = 50
UNEXPECTED = "An unexpected error ({}): the server's log says why."
NO_GATEWAY = "This server has no gateway for texts: UPTOWN_TEXT_URL isn't set."
NO_ADDRESS = "There is no address any more, or no yes to messages."


@by_itself(Work.MESSAGE, Work.CALLED, message=Message.objects.exclude(due_at=None))
def send_messages(attempts: Attempts) -> int:
    """Send the messages that are due. Returns how many were tried. Three queries if there are none."""
    until, now = monotonic() + SECONDS, attempts.now

    def notify(game: Game) -> int:
        notify_called(game=game, by=Actor(clock_badge(game.event)), at=now)
        return 0

    def send_one(message: Message) -> int | None:
        if monotonic() > until:
            return None
        _send_one(message, now)
        return 1

    for game in untold_calls(now):
        attempts.run(Work.CALLED, partial(notify, game), row=game.pk, event_id=game.event_id)
    due = Message.objects.due(now).select_related("event", "player__team__badge", "subscription__badge")
    return attempts.each(Work.MESSAGE, due.order_by("due_at", "pk"), send_one, limit=MOST)


def _send_one(message: Message, now: datetime) -> None:
    """Send a message, and record the result: its row has its own pauses, and is given up after the last."""
    why = ""
    try:
        send(message, now)
    except (NotSent, Refused) as problem:
        why = str(problem)
    except Exception as error:
        note_sent(message=message, why_not=UNEXPECTED.format(type(error).__name__), now=now)
        raise
    note_sent(message=message, why_not=why, now=now)


def send(message: Message, now: datetime) -> None:
    """:raises NotSent: or ``Refused``, with the reason."""
    if message.goes_by == Way.PUSH:
        push(message, now)
        return
    player = message.player
    if player is None or not (player.contact and player.may_message):
        raise NotSent(NO_ADDRESS)
    site = message.site or site_address(message.event)
    text, stop = text_of(message, site), stop_link(message, site)
    if message.goes_by == Way.EMAIL:
        footer = f"No more messages about this event: {stop}" if stop else ""
        send_mail(player.contact, message.event.name, "\n\n".join(filter(None, (text, footer))))
    else:
        _send_text(number_of(player.contact), f"{text} Stop: {stop}" if stop else text)


def _send_text(to: str, text: str) -> None:
    """Send a text by one POST of a form, which most gateways take.

    :raises NotSent: if the gateway didn't take it.
    """
    if not settings.TEXT_URL:
        raise NotSent(NO_GATEWAY)
    parts = urlsplit(settings.TEXT_URL)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Uptown"}
    if parts.username:
        words = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Authorization"] = f"Basic {b64encode(words.encode()).decode()}"
    fields = settings.TEXT_FIELDS.replace("{to}", quote(to)).replace("{text}", quote(text))
    status = post(settings.TEXT_URL, fields.encode(), headers, is_trusted=True)
    if not 200 <= status < 300:
        raise NotSent(f"The gateway answered {status}.")
