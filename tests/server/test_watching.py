"""What an operator and a monitor can see: probes, metrics, and an id for each request."""

import asyncio
import json
import logging
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest

from config.logs import AsJson
from server.health import HealthRow, health, readiness
from server.limits.limits import ConcurrencyLimit
from server.probes import Ready
from server.scrape import OfDatabase, may_scrape
from server.watching.requests import Watched, request_id
from tests import build
from tests.pages.visit import organizer_of
from tests.server.world import Phone, World, answer_of, in_event_loop, request_for
from tournament.models import Deadline, Event
from tournament.schedule.commands_deadlines import record_tick


def figure(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0.0


# --- probes ---------------------------------------------------------------------------------------


def rows(**known):
    return [
        HealthRow(name=name, is_well=is_well, sentence="secret-host:5432") for name, is_well in known.items()
    ]


@pytest.mark.parametrize(("tick", "status"), [(True, 200), (False, 503)])
@in_event_loop
async def test_readiness_names_what_works_and_tells_nobody_why_not(tick, status):
    answer = await answer_of(Ready(lambda: rows(Database=True, Tick=tick)), request_for("/readyz"))

    assert (answer.status, json.loads(answer.body)) == (status, {"database": True, "tick": tick})


@in_event_loop
async def test_a_hundred_health_checks_cost_one_look():
    looks = []

    def look():
        looks.append(1)
        return rows(Database=True)

    ready = Ready(look)
    found = await asyncio.gather(*(answer_of(ready, request_for("/readyz")) for _ in range(100)))

    assert ({answer.status for answer in found}, len(looks)) == ({200}, 1)


@pytest.mark.django_db
def test_a_server_whose_tick_sleeps_is_not_ready():
    now = timezone.now()
    record_tick(now=now)
    ready = [row.is_well for row in readiness(now)]

    later = {row.name: row.is_well for row in readiness(now + timedelta(minutes=7))}

    assert ready == [True] * 3
    assert later == {"Database": True, "The tick": False, "Redis": True}


# --- the server's page ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_organizer_reads_what_is_wrong_and_what_to_do(client, tmp_path, settings):
    settings.BACKUPS = tmp_path
    event = build.event()
    organizer = organizer_of(event)
    Event.objects.update(clock_doubted_at=build.MEET)
    record_tick(now=timezone.now() - timedelta(minutes=7))

    page = organizer.get(f"/{event.slug}/server/").content.decode()
    stranger = client.get(f"/{event.slug}/server/")

    wrong = page.partition("What works")[0]
    assert "Nothing has come due for 7\xa0minutes. Start it: ./uptown run" in wrong
    assert "an organizer presses “The clock is right: go” on the floor." in wrong
    assert f"There is none in {tmp_path}." in wrong
    assert "Database" not in wrong
    # The page says what the command says.
    assert [row.name for row in health(timezone.now()) if f"<b>{row.name}</b>" not in page] == []
    assert stranger.status_code == 403


# --- metrics --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("client", "headers", "proxies", "may"),
    [
        pytest.param("10.1.2.3", {}, [], True, id="a named network"),
        pytest.param("192.0.2.1", {}, [], False, id="another network"),
        pytest.param("192.0.2.1", {"authorization": "Bearer felt"}, [], True, id="the token"),
        pytest.param("192.0.2.1", {"authorization": "Bearer gold"}, [], False, id="another token"),
        pytest.param("192.0.2.1", {"authorization": "Bearer "}, [], False, id="no token"),
        pytest.param("10.1.2.3", {"x_forwarded_for": "192.0.2.1"}, [], False, id="by a proxy nobody named"),
        pytest.param("10.1.2.3", {"x_forwarded_for": "10.1.2.3"}, ["10.0.0.1"], True, id="by a named proxy"),
    ],
)
def test_figures_are_for_a_token_and_for_named_networks(client, headers, proxies, may, settings):
    settings.PROXIES = proxies
    scope = request_for("/metrics", address=client, **headers)

    assert may_scrape(scope, "felt", [ip_network("10.0.0.0/8")]) is may


def test_without_a_token_and_networks_nobody_reads_figures():
    assert not may_scrape(request_for("/metrics", authorization="Bearer "), "", [])


@pytest.mark.django_db
def test_the_metrics_count_hands_and_the_lateness_of_deadlines():
    event = build.event()
    build.teams(event, 2)
    game = build.called_round(event, at=build.at(15, 30)).games.first()
    build.hand(game, build.FOUR_SET)
    now = Deadline.objects.coming().earliest("due_at").due_at + timedelta(seconds=90)
    record_tick(now=now - timedelta(seconds=5))
    shown = CollectorRegistry()
    shown.register(OfDatabase(now))

    lines = generate_latest(shown).decode().splitlines()

    found = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    found.pop("uptown_backup_age_seconds", None)
    assert found == {
        "uptown_hands_saved_total": "1.0",
        "uptown_deadline_lateness_seconds": "90.0",
        "uptown_tick_age_seconds": "5.0",
        "uptown_database_up": "1.0",
    }


@in_event_loop
async def test_open_streams_and_the_delay_of_a_push_are_counted():
    before = figure("uptown_streams_open"), figure("uptown_push_delay_seconds_count")
    world = World({"summer": 1})
    phones = [Phone(world.broadcaster) for _ in range(2)]
    for phone in phones:
        await phone.hears('"version": "1"')
    assert figure("uptown_streams_open") == before[0] + 2

    world.happens(game=7)
    for phone in phones:
        await phone.hears('"version": "2"')
        await phone.leave()
    await asyncio.sleep(0.05)

    assert figure("uptown_streams_open") == before[0]
    assert figure("uptown_push_delay_seconds_count") == before[1] + 1


@in_event_loop
async def test_who_waits_for_a_slot_is_counted_until_it_is_theirs():
    limit = ConcurrencyLimit(1, kind="hands")
    await limit.acquire("a")
    waiting = asyncio.create_task(limit.acquire("b"))
    await asyncio.sleep(0)
    assert figure("uptown_queue_length", kind="hands") == 1

    limit.release()
    await waiting

    assert figure("uptown_queue_length", kind="hands") == 0


# --- an id for each request -------------------------------------------------------------------------


async def says_its_id(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": request_id.get().encode()})


@pytest.mark.parametrize(
    ("given", "is_behind_proxy", "is_taken"),
    [
        pytest.param("abc-1", True, True, id="from a proxy"),
        pytest.param("abc-1", False, False, id="from a phone"),
        pytest.param("a\n{}", True, False, id="odd, through a proxy"),
    ],
)
@in_event_loop
async def test_a_request_has_its_own_id_or_that_of_the_proxy(given, is_behind_proxy, is_taken):
    watched = Watched(says_its_id, is_behind_proxy=is_behind_proxy)

    answer = await answer_of(watched, request_for("/", x_request_id=given))
    other = await answer_of(watched, request_for("/"))

    assert answer.headers[b"x-request-id"] == answer.body
    assert (answer.body == given.encode()) is is_taken
    assert other.headers[b"x-request-id"] != answer.body


@in_event_loop
async def test_a_line_for_programs_has_the_response_and_no_private_link(caplog):
    caplog.set_level(logging.INFO, logger="uptown.requests")
    scope = request_for("/join/secret-27/?code=4711")

    await answer_of(Watched(says_its_id, is_behind_proxy=False), scope)

    (record,) = caplog.records
    line = json.loads(AsJson().format(record))
    assert (line["method"], line["path"], line["status"]) == ("GET", "/join/…/", 200)
    assert line["message"] == "GET /join/…/ 200"
    assert [word for word in ("secret", "4711", "192.0.2.1") if word in json.dumps(line)] == []
