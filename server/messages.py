"""Send e-mails, texts and notifications, in a separate scheduler task. Each message's row has its errors."""

from base64 import b64encode
from datetime import datetime
from functools import partial
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings

from pages.links import site_address
from pages.messages.mail import send_mail
from pages.messages.texts import stop_link, text_of
from server.exchange import NotSent, post
from server.push import GONE, push
from server.sending import Answer, Exchange, Outbox, send_due
from tournament.errors import Refused
from tournament.messages.audience import address_of, number_of, untold_calls
from tournament.messages.commands_messages import end_subscription, notify_called
from tournament.models import Actor, Game, Message, Work
from tournament.models.messages import Way
from tournament.scheduler.commands_attempts import Attempts, by_itself
from tournament.scheduler.commands_claims import MESSAGE_RETRIES, Claim, note_sent
from tournament.settings.commands_event import clock_badge

NO_GATEWAY = "This server has no gateway for texts: UPTOWN_TEXT_URL isn’t set."
NO_ADDRESS = "There is no address any more, or no yes to messages."
UNSURE = "It may have arrived, so it isn’t tried again. Ask them, or press Again."
KEYBOARD = str.maketrans("’‘“”", "''\"\"")
"""With one typographic sign in it, 70 characters of a text cost as much as 160."""


@by_itself(Work.MESSAGE, Work.CALLED, message=Message.objects.exclude(due_at=None))
def send_messages(attempts: Attempts) -> int:
    """Send the messages that are due. Returns how many were tried. Four queries if there are none."""
    now = attempts.now

    def notify(game: Game) -> int:
        notify_called(game=game, by=Actor(clock_badge(game.event)), at=now)
        return 0

    for game in untold_calls(now):
        attempts.run(Work.CALLED, partial(notify, game), row=game.pk, event_id=game.event_id)
    messages = Outbox(
        work=Work.MESSAGE,
        rows=Message.objects.select_related("event", "player__team__badge", "subscription__badge"),
        due=Message.objects.due,
        event="event",
        retries=MESSAGE_RETRIES,
        prepare=_prepare,
        note=partial(_note, now),
    )
    return send_due(attempts, messages)


def _prepare(message: Message, claim: Claim) -> Exchange | Answer:
    if message.goes_by == Way.PUSH:
        phone = message.subscription
        if phone is None or phone.ended_at or phone.badge.revoked_at:
            return Answer(GONE, is_over=True)
        return push(message, phone)
    address, player = address_of(message), message.player
    if not address or (player and not player.may_message):
        return Answer(NO_ADDRESS)
    site = message.site or site_address(message.event)
    text, stop = text_of(message, site), stop_link(message, site)
    if message.goes_by == Way.EMAIL:
        footer = f"No more messages about this event: {stop}" if stop else ""
        words = "\n\n".join(filter(None, (text, footer)))
        return partial(_mail, address, message.event.name, words, message.sent_as.hex)
    if claim.is_left:
        return Answer(f"The server stopped while it was sent. {UNSURE}", is_over=True)
    words = (f"{text} Stop: {stop}" if stop else text).translate(KEYBOARD)
    return partial(_text, number_of(address), words, message.sent_as.hex)


def _note(now: datetime, message: Message | None, claim: Claim, answer: Answer) -> None:
    if answer.words == GONE and message and message.subscription:
        end_subscription(subscription=message.subscription, now=now)
    why_not = "" if answer.is_taken else answer.words
    note_sent(message=message, claim=claim, why_not=why_not, is_over=answer.is_over, now=now)


def _mail(to: str, subject: str, text: str, name: str) -> Answer:
    """Send an e-mail. A retry has the same Message-ID, by which mail servers and programs know it."""
    try:
        send_mail(to, subject, text, name=name)
    except Refused as problem:
        if isinstance(problem.__cause__, SMTPResponseException | SMTPRecipientsRefused | ValueError):
            return Answer(str(problem))
        raise NotSent(str(problem)) from problem
    return Answer("", is_taken=True)


def _text(to: str, text: str, name: str) -> Answer:
    """Send a text by one POST of a form, which most gateways take. A retry has the same ``Idempotency-Key``.

    Texts cost money, and a gateway may ignore that key. So a text that may have arrived isn't tried again.
    """
    if not settings.TEXT_URL:
        raise NotSent(NO_GATEWAY)
    parts = urlsplit(settings.TEXT_URL)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "User-Agent": "Uptown",
        "Idempotency-Key": name,
    }
    if parts.username:
        credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Authorization"] = f"Basic {b64encode(credentials.encode()).decode()}"
    fields = settings.TEXT_FIELDS.replace("{to}", quote(to)).replace("{text}", quote(text))
    fields = fields.replace("{id}", name)
    try:
        status = post(settings.TEXT_URL, fields.encode(), headers, is_trusted=True)
    except NotSent as why:
        if why.may_have_arrived:
            raise NotSent(f"{why} {UNSURE}", is_over=True) from why
        raise
    return Answer(f"The gateway answered {status}.", is_taken=200 <= status < 300)
