"""A process learns event versions from its own actions and from other processes' messages."""

import asyncio
import json

import pytest
from django.db import transaction

from tests import build
from tests.server.world import World, in_event_loop
from tournament.log import announcements
from tournament.log.announcements import CHANNEL, ME, announce
from tournament.log.audit_log import log


@pytest.fixture
def heard(monkeypatch):
    """The announcements that subscribers in this process receive, as (event's slug, game's id or None)."""
    announced = []
    monkeypatch.setattr(announcements, "_listeners", [lambda slug, game: announced.append((slug, game))])
    return announced


@in_event_loop
async def test_an_event_is_read_once_until_something_happens():
    world = World({"summer": 7})
    for _ in range(100):
        assert (await world.events.of("summer")).version == 7
    assert world.looks == 1

    world.happens()
    await asyncio.sleep(0)

    assert (await world.events.of("summer")).version == 8
    assert world.looks == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_an_action_is_announced_when_it_is_committed_and_not_if_it_failed(heard):
    event = build.event()
    by = build.organizer(event)
    heard.clear()

    with pytest.raises(RuntimeError), transaction.atomic():
        log(event, "note", said="A word.", by=by, at=build.at(15))
        raise RuntimeError
    with transaction.atomic():
        log(event, "note", said="A word.", by=by, at=build.at(15))
        assert not heard

    assert heard == [(event.slug, None)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_a_hand_concerns_its_game_only_until_it_ends_the_game(heard):
    event = build.event()
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    heard.clear()

    build.hand(game, at=build.at(15, 9))
    assert set(heard) == {(event.slug, game.pk)}

    heard.clear()
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])
    assert (event.slug, None) in heard


def test_where_redis_is_away_an_action_is_done_all_the_same(settings, heard, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    announcements._redis.cache_clear()

    announce("summer", None)

    assert heard == [("summer", None)]
    assert "could not be announced to other processes" in caplog.text
    announcements._redis.cache_clear()


def listening():
    """The number of subscribers to announcements, including the servers of another test."""
    return announcements._redis().pubsub_numsub(CHANNEL)[0][1]


@pytest.mark.scaled
@pytest.mark.parametrize(("sender", "version"), [("another process", 8), (ME, 7)], ids=["another", "itself"])
@in_event_loop
async def test_a_process_hears_what_another_has_done_and_not_its_own_word_again(settings, sender, version):
    before = listening()
    world = World({"summer": 7, "winter": 3}, redis_url=settings.REDIS_URL)
    for slug in world.versions:
        await world.events.of(slug)
    async with asyncio.timeout(30):
        while listening() == before:
            await asyncio.sleep(0.01)
    for slug in world.versions:
        world.happens(slug, is_heard=False)

    announcements._redis().publish(CHANNEL, json.dumps([sender, "summer", None]))
    announcements._redis().publish(CHANNEL, json.dumps(["another", "winter", None]))

    async with asyncio.timeout(30):
        while (await world.events.of("winter")).version == 3:
            await asyncio.sleep(0.01)
    assert (await world.events.of("summer")).version == version
