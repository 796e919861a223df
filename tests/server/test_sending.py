"""Messages, notifications, webhooks: a slow receiver costs only its own turn, and nothing is sent twice."""

import json
import socket
import threading
from collections import Counter
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client
from django.utils import timezone

from pages.site.recovery_mail import MOST_WAITING, waiting
from server import exchange, sending
from server.messages import UNSURE, send_messages
from server.webhooks import deliver
from tests import build
from tests.conftest import fresh_database, redis_url, served
from tests.pages.reading import words
from tests.pages.visit import organizer_of, wearing
from tests.server.computers import workers
from tests.server.conftest import PATIENCE, dripping, endless, gone, nonsense, silent, takes_all
from tests.server.receivers import Phone, hooked
from tests.together import at_once
from tests.tournament.messages.writing import signed_up, written
from tests.waiting import wait_until
from tournament.messages.commands_messages import send_again, show_message
from tournament.models import Delivery, Failure, Message
from tournament.models.messages import Way
from tournament.programs.commands_webhooks import add_webhook
from tournament.scheduler.commands_claims import LEASE, claim, note_sent

pytestmark = pytest.mark.django_db

BRIEF = 0.3
"""The seconds of an exchange with a receiver that never answers."""


def mailed(event=None, names=("Aces",)):
    event = event or build.event()
    for name in names:
        signed_up(event, name, f"{name}@example.org".replace(" ", ""))
    written(event, "link")
    return event


def asks_for_notifications(event, phone, **more):
    team = build.team(event)
    address = f"/{event.slug}/team/phone/"
    assert wearing(team.badge).post(address, {**phone.asks, "is_on": "on", **more}).status_code == 302


def shown(event, words="Pizza"):
    show_message(event=event, key=uuid4(), words=words, by=build.organizer(event), at=build.MEET)


def ids(receiver, name):
    return [headers[name] for headers, _ in receiver.messages]


@pytest.fixture
def brief(monkeypatch, settings):
    monkeypatch.setattr(exchange, "SECONDS", BRIEF)
    monkeypatch.setattr(exchange, "OPERATORS_SECONDS", BRIEF)
    settings.EMAIL_TIMEOUT = BRIEF


@pytest.fixture
def patient(monkeypatch, settings):
    """Deadlines that no machine is too slow for."""
    monkeypatch.setattr(exchange, "SECONDS", PATIENCE)
    monkeypatch.setattr(exchange, "OPERATORS_SECONDS", PATIENCE)
    monkeypatch.setattr(sending, "SECONDS", PATIENCE)
    settings.EMAIL_TIMEOUT = PATIENCE


# --- slow receivers ---------------------------------------------------------------------------------


def test_while_the_mail_server_is_silent_texts_and_notifications_go_out(
    mail_server, receiver, patient, settings
):
    settings.TEXT_URL, others_came = receiver.url, threading.Event()
    event = mailed(names=("Aces", "Kings"))
    signed_up(event, "Queens", "+1 312 555 0100")
    written(event, "words", who="all")
    asks_for_notifications(event, Phone(receiver))
    shown(event)
    mail_server.stages["EHLO"] = lambda connection: others_came.wait(PATIENCE) and None

    sender = threading.Thread(target=lambda: _until(lambda: len(receiver.messages) == 2, others_came))
    sender.start()
    send_messages(timezone.now())
    sender.join()

    assert others_came.is_set()
    assert len(mail_server.mails) == 4
    assert not Message.objects.filter(sent_at=None).exists()


def _until(is_so, then):
    for _ in range(int(PATIENCE * 20)):
        if is_so():
            then.set()
            return
        threading.Event().wait(0.05)


def test_while_one_webhook_is_silent_the_others_get_their_entries(receiver, serves, patient):
    others_came = threading.Event()

    def answers_last(connection):
        connection.recv(10_000)
        if others_came.wait(PATIENCE):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    event, quick = hooked(receiver.url)
    slow = add_webhook(
        event=event,
        url=f"http://127.0.0.1:{serves(answers_last)}/",
        by=build.organizer(event),
        at=build.MEET,
    )
    Delivery.objects.filter(webhook=quick).update(due_at=timezone.now())  # Older than those of the slow one.
    build.team(event)
    entries = event.log.filter(pk__gt=slow.seen).count()
    receiver.messages.clear()

    watch = threading.Thread(target=lambda: _until(lambda: len(receiver.messages) > entries, others_came))
    watch.start()
    deliver(timezone.now())
    watch.join()

    assert others_came.is_set()
    assert slow.deliveries.exclude(delivered_at=None).count() == entries


def test_slow_phones_of_one_event_leave_room_for_another_event(receiver, serves, patient):
    other_came = threading.Event()

    def answers_last(connection):
        connection.recv(10_000)
        if other_came.wait(PATIENCE):
            connection.sendall(b"HTTP/1.1 201 Created\r\n\r\n")

    crowd, other, port = build.event(), build.event(name="Other"), serves(answers_last)
    for number in range(2 * sending.AT_ONCE):
        phone = Phone(receiver)
        asks_for_notifications(crowd, phone, endpoint=f"http://{number}@127.0.0.1:{port}/")
    asks_for_notifications(other, Phone(receiver))
    shown(crowd)
    shown(other)

    watch = threading.Thread(target=lambda: _until(lambda: len(receiver.messages) == 1, other_came))
    watch.start()
    send_messages(timezone.now())
    watch.join()

    assert other_came.is_set()
    assert Message.objects.filter(goes_by="push").exclude(sent_at=None).count() == 2 * sending.AT_ONCE + 1


def handshake(connection):
    """Begin a TLS record, and drip the rest of it."""
    connection.sendall(b"\x16\x03\x03\x40\x00")
    dripping(connection, b"\0")


BAD = {
    "drips": dripping,
    "drips TLS": handshake,
    "is silent": silent,
    "has no end": endless,
    "hangs up": gone,
    "is nonsense": nonsense,
}


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("talk", BAD.values(), ids=BAD)
def test_an_answer_that_never_comes_is_the_reason_on_its_row(talk, scheme, serves, receiver, brief):
    event, _ = hooked(receiver.url, is_practice=False)
    url = f"{scheme}://127.0.0.1:{serves(talk)}/"
    bad = add_webhook(event=event, url=url, by=build.organizer(event), at=build.MEET)
    asks_for_notifications(event, Phone(receiver), endpoint=url)
    shown(event)

    deliver(timezone.now())
    send_messages(timezone.now())

    tried = bad.deliveries.order_by("pk").first()
    note = Message.objects.get(goes_by="push")
    assert (tried.tries, tried.delivered_at, tried.answer != "") == (1, None, True)
    assert (note.tries, note.sent_at, note.answer != "", note.due_at is not None) == (1, None, True, True)
    assert not Failure.objects.exists()


STAGES = {
    f"{word} {name}": (stage, talk)
    for word, stage in (("the greeting", "banner"), ("EHLO", "EHLO"))
    for name, talk in (
        ("drips", partial(dripping, first=b"2")),
        ("is silent", silent),
        ("has no end", partial(endless, line=b"250-more\r\n")),
    )
}


@pytest.mark.parametrize(("stage", "talk"), STAGES.values(), ids=STAGES)
def test_a_mail_server_that_never_finishes_is_cut(stage, talk, mail_server, brief):
    mailed()
    mail_server.stages[stage] = talk

    send_messages(timezone.now())

    message = Message.objects.get()
    assert (message.sent_at, message.answer != "", message.due_at is not None) == (None, True, True)
    assert mail_server.mails == []
    assert not Failure.objects.exists()


def test_an_e_mail_is_sent_once_even_if_the_server_never_says_goodbye(mail_server, settings):
    settings.EMAIL_TIMEOUT = 5.0
    mailed()
    mail_server.stages["QUIT"] = silent

    send_messages(timezone.now())

    assert (len(mail_server.mails), Message.objects.get().sent_at is not None) == (1, True)


def test_an_address_that_the_mail_server_refuses_holds_up_no_other(mail_server):
    mailed(names=("Aces", "Kings", "Queens"))

    def refuse(connection):
        mail_server.stages.clear()
        connection.sendall(b"550 no such user: aces@example.org\r\n")
        return True

    mail_server.stages["RCPT"] = refuse

    send_messages(timezone.now())

    refused = Message.objects.get(sent_at=None)
    assert len(mail_server.mails) == 2
    assert "550" in refused.answer
    assert (refused.due_at is not None, "aces@example.org" in refused.answer.lower()) == (True, False)


def test_no_row_has_the_address_of_a_test_e_mail(mail_server):
    event = build.event(is_practice=True)

    def refuse(connection):
        connection.sendall(b"550 no such user: me@example.org\r\n")
        return True

    mail_server.stages["RCPT"] = refuse
    organizer_of(event).post(f"/{event.slug}/messages/prove/", {"to": "Me@example.org"})
    send_messages(timezone.now())

    message = event.messages.get()
    assert ("550" in message.answer, "example.org" in message.answer + message.words) == (True, False)


@pytest.mark.parametrize("begins_with_tls", [True, False], ids=["at once", "after STARTTLS"])
def test_a_mail_server_that_drips_its_handshake_is_cut(begins_with_tls, mail_server, brief, settings):
    mailed()
    settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS = begins_with_tls, not begins_with_tls

    def starttls(connection):
        connection.sendall(b"220 go on\r\n")
        handshake(connection)

    mail_server.stages = {"banner": handshake} if begins_with_tls else {"STARTTLS": starttls}

    send_messages(timezone.now())

    assert "took too long to answer" in Message.objects.get().answer


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_silent_mail_server_delays_no_answer_to_a_forgotten_password(
    mail_server, patient, settings, caplog
):
    settings.ADDRESS = "https://hall.example"
    get_user_model().objects.create_user("dee", "dee@example.org", "a short sentence", is_staff=True)
    is_asked, go_on = threading.Event(), threading.Event()

    def refuse_later(connection):
        is_asked.set()
        go_on.wait(PATIENCE)
        connection.sendall(b"550 no such user: dee@example.org\r\n")
        return True

    def ask(address, number):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
        return browser.post("/password/forgotten/", {"email": address}, follow=True)

    mail_server.stages["RCPT"] = refuse_later
    known = ask("dee@example.org", 1)
    is_asked.wait(PATIENCE)
    others = [ask(f"{number}@example.org", number) for number in range(2, MOST_WAITING + 2)]
    one_more = [ask(address, 99) for address in ("dee@example.org", "nobody@example.org")]
    go_on.set()
    waiting.join()

    assert {words(each) for each in (known, *others)} == {words(known)}
    assert "If an account has this address" in words(known)
    assert ["Too many e-mails wait" in words(each) for each in one_more] == [True, True]
    assert "SMTPRecipientsRefused" in caplog.text
    assert "dee@example.org" not in caplog.text


# --- never twice ------------------------------------------------------------------------------------


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_three_workers_at_once_send_each_row_once(receiver, mail_server, settings, patient):
    settings.TEXT_URL, settings.TEXT_FIELDS = receiver.url, "id={id}&to={to}"
    event, _ = hooked(receiver.url, is_practice=False)
    for number in range(3):
        signed_up(event, f"Team {number}", f"312 555 010{number}")
    mailed(event, names=("Jacks", "Kings", "Queens"))
    asks_for_notifications(event, Phone(receiver))
    shown(event)
    receiver.messages.clear()
    now = timezone.now()

    for _ in range(2):
        done = at_once(*[partial(job, now) for job in (send_messages, deliver) for _ in range(3)])
        assert [each for each in done if not isinstance(each, int)] == []

    messages = Message.objects.exclude(due_at=None, sent_at=None).exclude(goes_by="room")
    webhooks = [headers["webhook-id"] for headers, _ in receiver.messages if "webhook-id" in headers]
    texts = [headers["Idempotency-Key"] for headers, _ in receiver.messages if "Idempotency-Key" in headers]
    pushes = [headers["Topic"] for headers, _ in receiver.messages if "Topic" in headers]
    assert not messages.filter(sent_at=None).exists()
    assert not Delivery.objects.filter(delivered_at=None).exists()
    assert set(messages.values_list("tries", flat=True)) == {1}
    assert len(webhooks) == len(set(webhooks))
    assert (len(texts), len(set(texts)), len(pushes)) == (3, 3, 1)
    assert (len(mail_server.mails), len(set(mail_server.ids()))) == (3, 3)


def test_entries_of_a_webhook_are_sent_one_at_a_time_in_order(receiver):
    _, webhook = hooked(receiver.url)
    deliver(timezone.now())
    now = timezone.now()
    Delivery.objects.update(due_at=now, delivered_at=None)
    first = webhook.deliveries.earliest("pk")

    mine = claim(Delivery.objects.due(now), event="webhook__event", now=now)

    assert webhook.deliveries.count() > 1
    assert mine.pk == first.pk
    assert claim(Delivery.objects.due(now), event="webhook__event", now=now) is None


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_while_a_row_is_sent_others_see_its_claim(serves, settings, patient):
    """Seen from another connection, which a transaction of the sender would keep waiting or in the dark."""
    seen = []

    def look(connection):
        connection.recv(10_000)
        seen.extend(Message.objects.values_list("claimed_at", flat=True))
        connections.close_all()
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    settings.TEXT_URL = f"http://127.0.0.1:{serves(look)}/"
    signed_up(event := build.event(), "Aces", "+1 312 555 0100")
    written(event)
    send_messages(now := timezone.now())

    assert [now <= at for at in seen] == [True]
    assert Message.objects.get().claimed_at is None


def test_a_dead_workers_rows_are_sent_by_another_under_the_same_id(receiver):
    event = build.event()
    asks_for_notifications(event, Phone(receiver))
    shown(event)
    now = timezone.now()
    receiver.status = 500
    send_messages(now)
    later = now + timedelta(seconds=6)
    receiver.status = 201

    died = claim(Message.objects.due(later), event="event", now=later)
    meanwhile = send_messages(later + LEASE / 2)
    afterwards = send_messages(later + LEASE)

    assert (died.tries, died.is_left, meanwhile, afterwards) == (2, False, 0, 1)
    assert len(ids(receiver, "Topic")) == 2
    assert len(set(ids(receiver, "Topic"))) == 1
    assert Message.objects.get(goes_by="push").sent_at is not None


def test_what_kills_its_worker_each_time_is_given_up():
    mailed()
    now = timezone.now()
    for _ in range(6):
        assert claim(Message.objects.due(now), event="event", now=now)
        now += LEASE

    send_messages(now)

    message = Message.objects.get()
    assert (message.due_at, message.sent_at, message.answer) == (None, None, sending.GIVEN_UP)


@pytest.mark.parametrize("how", ["no answer", "a dead worker"])
def test_a_text_that_may_have_arrived_is_not_sent_again_by_itself(how, serves, receiver, settings, patient):
    settings.TEXT_URL = f"http://127.0.0.1:{serves(takes_all)}/" if how == "no answer" else receiver.url
    event, now = build.event(), timezone.now()
    signed_up(event, "Aces", "+1 312 555 0100")
    written(event)
    if how == "a dead worker":
        claim(Message.objects.due(now), event="event", now=now)
        now += LEASE

    send_messages(now)

    message = Message.objects.get()
    assert (message.due_at, message.sent_at, message.answer.endswith(UNSURE)) == (None, None, True)
    assert receiver.messages == []


def test_a_text_that_never_left_is_tried_again(settings):
    settings.TEXT_URL = "http://127.0.0.1:1/"
    event = build.event()
    signed_up(event, "Aces", "+1 312 555 0100")
    written(event)

    send_messages(timezone.now())

    assert Message.objects.get().due_at is not None


def test_a_retried_e_mail_has_the_same_id_and_one_sent_again_another(mail_server, patient):
    event = mailed()

    def hang_up(connection):
        connection.shutdown(socket.SHUT_RDWR)

    mail_server.stages["DATA"] = hang_up  # It takes the e-mail, and never says so.
    now = timezone.now()
    send_messages(now)
    mail_server.stages.clear()
    send_messages(now + timedelta(seconds=6))

    message = Message.objects.get()
    sent_at = message.sent_at
    send_again(message=message, by=build.organizer(event), at=build.MEET)
    send_messages(timezone.now())

    first, second, third = mail_server.ids()
    assert sent_at is not None
    assert (first == second, first == third) == (True, False)


def test_a_message_resent_while_it_is_being_sent_goes_out_once_more(mail_server):
    event = mailed()
    message = Message.objects.get()
    claimed = claim(Message.objects.due(timezone.now()), event="event", now=timezone.now())
    message.refresh_from_db()

    send_again(message=message, by=build.organizer(event), at=build.MEET)

    note_sent(message=message, claim=claimed, why_not="", is_over=False, now=timezone.now())

    assert send_messages(timezone.now()) == 1
    assert len(mail_server.mails) == 1


def test_a_process_that_ends_begins_nothing_more(mail_server):
    mailed()
    sending.stopping.set()
    try:
        assert send_messages(timezone.now()) == 0
    finally:
        sending.stopping.clear()

    assert Message.objects.get().claimed_at is None


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [Way.EMAIL, Way.GATEWAY, Way.PUSH])
def test_no_two_workers_wait_for_the_same_server(way, mail_server, receiver, settings):
    settings.TEXT_URL = receiver.url
    event = build.event()
    for number in range(2):
        signed_up(event, f"Pair {number}", f"pair{number}@example.org")
        signed_up(event, f"Team {number}", f"312 555 010{number}")
        asks_for_notifications(event, Phone(receiver))
    written(event)
    shown(event)
    now = timezone.now()

    mine = claim(Message.objects.due(now).filter(goes_by=way), event="event", now=now)
    meanwhile = send_messages(now)

    assert mine is not None
    assert meanwhile == 4
    assert Message.objects.filter(goes_by=way, sent_at=None).count() == 2
    assert send_messages(now + LEASE) == 2


# --- a whole Uptown, embedded and scaled ------------------------------------------------------------

SLOW_AND_QUICK = """
from tests import build
from tests.tournament.messages.writing import signed_up, written
from tournament.programs.commands_webhooks import add_webhook
event = build.event(name="Summer", contact_days=30_000)
for url in {urls}:
    add_webhook(event=event, url=url, by=build.organizer(event), at=build.MEET)
for number in range(4):
    signed_up(event, f"Team {{number}}", f"312 555 010{{number}}")
    signed_up(event, f"Pair {{number}}", f"pair{{number}}@example.org")
written(event)
build.game()
"""
WAITING = """
from tournament.models import Deadline, Message, Webhook
deadlines = Deadline.objects.filter(done_at=None)
texts = Message.objects.filter(goes_by="gateway", sent_at=None)
quick = Webhook.objects.get(url="{url}")
entries = quick.event.log.filter(pk__gt=quick.seen)
print(deadlines.count(), entries.count() + quick.deliveries.filter(delivered_at=None).count(), texts.count())
"""


TRIES = """
import json
from tournament.models import Delivery, Message
tries = {{f"msg_{{each.key.hex}}": each.tries for each in Delivery.objects.filter(webhook__url="{url}")}}
tries |= {{each.sent_as.hex: each.tries for each in Message.objects.filter(goes_by="gateway")}}
print(json.dumps(tries))
"""


@pytest.mark.slow
@pytest.mark.embedded
def test_an_embedded_uptown_sends_once_and_ticks_beside_slow_receivers(tmp_path, serves, receiver):
    with served(tmp_path, "--no-demo", **_receivers(serves, receiver)) as site:
        _sends_once(site, serves, receiver)


@pytest.mark.slow
@pytest.mark.scaled
def test_a_scaled_uptown_sends_once_and_ticks_beside_slow_receivers(tmp_path, serves, receiver):
    environment = {"DATABASE_URL": fresh_database(), "REDIS_URL": redis_url()}
    with (
        served(tmp_path, "--no-demo", **environment, **_receivers(serves, receiver)) as site,
        workers(site, 2),
    ):
        _sends_once(site, serves, receiver)


def _receivers(serves, receiver):
    """A gateway that answers, a mail server that drips, and webhooks that may be on this computer."""
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(serves(dripping)), "EMAIL_USE_TLS": "0"}
    return {"UPTOWN_WEBHOOKS_PRIVATE": "1", "UPTOWN_TEXT_URL": receiver.url, **mail}


def _sends_once(site, serves, receiver):
    slow = [f"http://127.0.0.1:{serves(talk)}/" for talk in (dripping, silent, endless)]
    site.shell(SLOW_AND_QUICK.format(urls=[*slow, receiver.url]))

    wait_until(site, "0 0 0", WAITING.format(url=receiver.url))

    names = ("webhook-id", "Idempotency-Key")
    came = Counter(headers[name] for headers, _ in receiver.messages for name in names if name in headers)
    # On a machine that is too slow for the deadlines, an entry is tried again. Each try was recorded.
    assert came == json.loads(site.shell(TRIES.format(url=receiver.url)))
    assert len(came) > 4
