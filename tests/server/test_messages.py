"""E-mails, and texts sent by one POST: a row records an error, and sending is retried."""

from datetime import timedelta
from urllib.parse import parse_qs

import pytest
from django.core import mail
from django.utils import timezone

from server.messages import NO_ADDRESS, send_messages
from tests import build
from tests.tournament.messages.writing import signed_up, written
from tournament.models import Message
from tournament.scheduler.commands_claims import MESSAGE_RETRIES

NO_MAIL = "This server sends no e-mail yet: its operator sets EMAIL_HOST."
pytestmark = pytest.mark.django_db


def mailed(settings, contact="aces@example.org", occasion="link"):
    settings.EMAIL_HOST = "mail.example.org"
    event = build.event()
    team = signed_up(event, "Aces", contact)
    written(event, occasion)
    return team


def test_an_e_mail_has_the_teams_link_and_a_link_that_stops_more(settings):
    team = mailed(settings)

    sent = [send_messages(timezone.now()) for _ in range(2)]

    (message,) = mail.outbox
    assert sent == [1, 0]
    assert (message.to, message.subject) == (["aces@example.org"], "Pride South Bid Whist")
    assert f"http://hall/join/{team.badge.secret}/" in message.body
    assert f"http://hall/{team.event.slug}/stop/{team.players.first().pk}." in message.body
    assert Message.objects.get().sent_at is not None


def test_without_a_mail_server_the_row_says_why_and_is_tried_again(settings):
    mailed(settings)
    settings.EMAIL_HOST = ""
    now, tries = timezone.now(), 0

    send_messages(now)
    waits = Message.objects.get()
    for _ in range(9):
        now += timedelta(hours=3)
        tries += send_messages(now)

    given_up = Message.objects.get()
    assert (waits.answer, waits.due_at is not None) == (NO_MAIL, True)
    assert (given_up.answer, given_up.due_at, given_up.sent_at, tries) == (
        NO_MAIL,
        None,
        None,
        len(MESSAGE_RETRIES),
    )


def test_a_mail_server_that_does_not_answer_is_the_reason_on_the_row(settings):
    mailed(settings)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    send_messages(timezone.now())

    assert "refused" in Message.objects.get().answer


def test_who_said_no_meanwhile_gets_nothing(settings):
    team = mailed(settings)
    team.players.update(consent_at=None)

    send_messages(timezone.now())

    assert (mail.outbox, Message.objects.get().answer) == ([], NO_ADDRESS)


def test_a_text_has_the_apostrophes_that_cost_no_second_one(receiver, settings):
    settings.TEXT_URL, settings.TEXT_FIELDS = receiver.url, "Body={text}"
    mailed(settings, "+1 312 555 0100", "words")
    Message.objects.update(words="“Ace” O’Neil’s table")

    send_messages(timezone.now())

    [(_, body)] = receiver.messages
    assert parse_qs(body.decode())["Body"][0].startswith("\"Ace\" O'Neil's table Stop: ")


def test_a_text_is_one_post_to_the_gateway_and_its_refusal_is_stored(receiver, settings):
    settings.TEXT_URL = receiver.url.replace("http://", "http://me:word@")
    settings.TEXT_FIELDS = "From=1&To={to}&Body={text}"
    mailed(settings, "+1 312 555 0100", "words")

    receiver.status = 500
    send_messages(timezone.now())
    refused = Message.objects.get().answer
    receiver.status = 201
    send_messages(timezone.now() + MESSAGE_RETRIES[0])

    (headers, _), (_, body) = receiver.messages
    fields = parse_qs(body.decode())
    assert headers["Authorization"] == "Basic bWU6d29yZA=="
    assert (fields["From"], fields["To"]) == (["1"], ["+13125550100"])
    assert fields["Body"][0].startswith("Bring a chair Stop: http://hall/")
    assert refused == "The gateway answered 500."
    assert Message.objects.get().sent_at is not None
