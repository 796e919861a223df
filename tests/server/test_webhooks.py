"""Webhooks: events are sent, signed, retried if they fail, and never into a private network."""

import hmac
import json
from base64 import b64decode, b64encode
from datetime import timedelta

import pytest
from django.utils import timezone

from server.exchange import PRIVATE, is_public
from server.webhooks import deliver
from tests import build
from tests.pages.visit import organizer_of
from tests.server.conftest import dripping
from tests.server.receivers import hooked
from tournament.models import Delivery
from tournament.programs.commands_webhooks import add_webhook
from tournament.scheduler.commands_claims import DELIVERY_RETRIES

pytestmark = pytest.mark.django_db


def test_what_happens_is_sent_once_and_signed(receiver):
    event, webhook = hooked(receiver.url)
    receiver.messages.clear()

    sent = [deliver(timezone.now()) for _ in range(2)]

    ((headers, body),) = receiver.messages
    message = json.loads(body)
    key = b64decode(webhook.secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mark = b64encode(hmac.digest(key, signed, "sha256")).decode()
    assert sent == [1, 0]
    assert (message["type"], message["event"]) == ("team.signed-up", event.slug)
    assert message["data"]["says"].startswith("Aces signed up")
    assert headers["webhook-signature"] == f"v1,{mark}"


def test_what_did_not_arrive_is_retried_with_the_same_id_and_given_up(receiver):
    hooked(receiver.url)
    receiver.messages.clear()
    receiver.status, now = 500, timezone.now()

    deliver(now)
    too_early = deliver(now + DELIVERY_RETRIES[0] / 2)
    for pause in DELIVERY_RETRIES:
        now += pause + timedelta(seconds=1)
        deliver(now)

    row = Delivery.objects.order_by("-pk").first()
    assert (too_early, row.tries, row.due_at, row.answer) == (0, len(DELIVERY_RETRIES) + 1, None, "500")
    assert len({headers["webhook-id"] for headers, _ in receiver.messages}) == 1


def test_an_address_that_drips_costs_only_its_turn(serves, receiver):
    event, _ = hooked(receiver.url)
    url = f"http://127.0.0.1:{serves(dripping)}/"
    slow = add_webhook(event=event, url=url, by=build.organizer(event), at=build.MEET)
    for number in range(3):
        build.team(event, f"Kings {number}", is_here=False)
    Delivery.objects.update(due_at=None)
    receiver.messages.clear()
    now = timezone.now()

    for second in range(3):
        deliver(now + timedelta(seconds=second))

    tried = slow.deliveries.filter(tries__gt=0)
    assert (tried.count(), slow.deliveries.count() > 1, len(receiver.messages) >= 3) == (1, True, True)


@pytest.mark.parametrize(
    ("address", "is_it"),
    [
        pytest.param("8.8.8.8", True, id="public"),
        pytest.param("2606:4700::1111", True, id="public, IPv6"),
        pytest.param("64:ff9b::808:808", True, id="public, by NAT64"),
        pytest.param("192.168.1.1", False, id="private"),
        pytest.param("64:ff9b::c0a8:101", False, id="private, by NAT64"),
        pytest.param("64:ff9b:1::c0a8:101", False, id="private, by a network's own NAT64"),
        pytest.param("2002:c0a8:101::1", False, id="private, by 6to4"),
        pytest.param("::ffff:127.0.0.1", False, id="this computer, mapped"),
        pytest.param("::127.0.0.1", False, id="this computer, compatible"),
        pytest.param("fe80::1%eth0", False, id="this link"),
        pytest.param("fec0::1", False, id="this site"),
    ],
)
def test_a_private_address_is_known_in_every_spelling(address, is_it):
    assert is_public(address) is is_it


def test_a_private_address_gets_no_webhook_unless_the_operator_allows_it(receiver, settings):
    settings.WEBHOOKS_TO_PRIVATE = False
    for url in (
        receiver.url,
        receiver.url.replace("127.0.0.1", "localhost"),
        "http://10.0.0.1/",
        "http://[::1]/",
    ):
        hooked(url)
        deliver(timezone.now())

    assert receiver.messages == []
    assert set(Delivery.objects.filter(tries=1).values_list("answer", flat=True)) == {PRIVATE[:100]}


def test_an_organizer_adds_a_webhook_sends_a_message_again_and_removes_it(receiver):
    event = build.event(is_practice=True)
    organizer, page = organizer_of(event), f"/{event.slug}/programs/"

    shown = organizer.post(f"{page}webhook/", {"url": receiver.url}, follow=True).content.decode()
    wrong = organizer.post(f"{page}webhook/", {"url": "ftp://example.org"})
    build.team(event, "Aces", is_here=False)
    for _ in range(2):
        deliver(timezone.now())
    listed = organizer.get(page).content.decode()
    row = Delivery.objects.order_by("-pk").first()
    organizer.post(f"{page}delivery/{row.pk}/again/")
    before = len(receiver.messages)
    deliver(timezone.now())
    again = len(receiver.messages) - before
    build.team(event, "Kings", is_here=False)
    organizer.post(f"{page}webhook/{row.webhook_id}/end/")

    assert "whsec_" in shown
    assert (wrong.status_code, "Write the whole address" in wrong.content.decode()) == (422, True)
    assert "Aces signed up" in listed
    assert again == 1
    assert (deliver(timezone.now()), len(receiver.messages)) == (0, before + 1)
    assert not event.webhooks.open().exists()
