"""Webhooks: managed by calls, filtered by what happened, and pinged. And what websites' scripts may read."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from server.webhooks import deliver, signed
from tests import build
from tests.pages.api.clients import Program, first_round
from tests.pages.reading import words
from tests.pages.visit import organizer_of
from tournament.models import Delivery
from tournament.programs.commands_webhooks import add_webhook, make_deliveries

pytestmark = pytest.mark.django_db

URL = "https://example.org/uptown"


def test_a_program_adds_a_webhook_lists_it_and_removes_it():
    event, _ = first_round()
    program = Program(event, "run")

    added = program.post("webhooks", {"url": URL, "actions": ["hand", "round.called"]}).json()["webhook"]
    twice = program.post("webhooks", {"url": URL})
    listed = program.get("webhooks").json()
    removed = program.post(f"webhooks/{added['webhook']}/end").json()["webhook"]

    assert added["secret"].startswith("whsec_")
    assert (twice.status_code, twice.json()["code"]) == (422, "webhook.there")
    assert [(each["actions"], each["secret"]) for each in listed] == [(["hand", "round.called"], "")]
    assert (removed["has_ended"], program.get("webhooks").json()) == (True, [])


def test_a_webhook_gets_only_the_entries_it_asked_for():
    event, (game, other) = first_round()
    given = {"event": event, "by": build.organizer(event), "at": build.at(15, 1)}
    hands, games = (add_webhook(url=f"{URL}/{each}", actions=[each], **given) for each in ("hand", "game"))
    everything = add_webhook(url=URL, **given)
    build.hand(game)
    build.won(other)

    for webhook in (hands, games, everything):
        make_deliveries(webhook=webhook, now=timezone.now())

    sent = {
        webhook.url: set(webhook.deliveries.values_list("entry__action", flat=True))
        for webhook in (hands, games, everything)
    }
    assert sent[hands.url] == {"hand.recorded"}
    assert sent[games.url] == {action for action in sent[URL] if action.startswith("game.")}
    assert sent[URL] >= sent[hands.url] | sent[games.url]
    assert make_deliveries(webhook=hands, now=timezone.now()) == 0


def test_an_entry_that_never_happens_is_refused():
    event, _ = first_round()

    answer = Program(event, "run").post("webhooks", {"url": URL, "actions": ["hand.dreamed"]})

    assert (answer.status_code, answer.json()["code"]) == (422, "webhook.action")


def test_a_ping_says_nothing_and_waits_only_once():
    event, _ = first_round()
    program = Program(event, "run")
    pk = program.post("webhooks", {"url": URL}).json()["webhook"]["webhook"]

    pinged = [program.post(f"webhooks/{pk}/ping").status_code for _ in range(2)]

    delivery = Delivery.objects.get(entry=None)
    body = json.loads(signed(delivery, timezone.now())[0])
    assert (pinged, body["type"], body["event"], body["data"]) == ([200, 200], "ping", event.slug, {})


def test_an_organizer_pings_a_webhook_on_the_page_programs():
    event, _ = first_round()
    organizer, page = organizer_of(event), f"/{event.slug}/programs/"
    organizer.post(f"{page}webhook/", {"url": "http://127.0.0.1:1/", "actions": "hand, game"})

    organizer.post(f"{page}webhook/{event.webhooks.get().pk}/ping/")
    deliver(timezone.now())

    shown = words(organizer.get(page))
    assert "game, hand, since" in shown
    assert "A ping" in shown


def test_scripts_of_all_websites_read_what_is_public_and_nothing_else():
    event, (game, _) = first_round()
    everybody, organizer = Program(event), organizer_of(event)
    there = {"Origin": "https://league.example"}

    public = [
        everybody.get(path, **there) for path in ("", "standings", "bracket", f"games/{game.pk}", "games/9")
    ]
    outside = [
        Client().get(f"/api/v1/{path}", headers=there) for path in ("events", "leagues", "openapi.json")
    ]
    closed = [
        Program(event, "run").get("standings", **there),
        Program(event, "run").get("today", **there),
        everybody.post("actions/call-round", None, **there),
        organizer.get(f"/{event.slug}/today/", headers=there),
        Client().get(f"/{event.slug}/standings/", headers=there),
    ]

    assert {answer.get("Access-Control-Allow-Origin") for answer in [*public, *outside]} == {"*"}
    assert {answer.get("Access-Control-Allow-Origin") for answer in closed} == {None}
    assert all("Access-Control-Allow-Credentials" not in answer for answer in [*public, *outside])
