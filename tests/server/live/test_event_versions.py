"""A process learns event versions from its own actions and from other processes' messages."""

import asyncio
import json

import pytest
from django.db import transaction

from server.live.event_versions import EventVersions
from tests import build
from tests.server.world import World, lived
from tournament.commands import announcements
from tournament.commands.announcements import CHANNEL, ME, announce
from tournament.commands.audit_log import log
from tournament.queries.live import EventVersion


@pytest.fixture
def heard(monkeypatch):
    """The announcements that subscribers in this process receive, as (event's slug, game's id or None)."""
    told = []
    monkeypatch.setattr(announcements, "_listeners", [lambda slug, game: told.append((slug, game))])
    return told


def test_an_event_is_read_once_until_something_happens():
    async def day() -> None:
        world = World({"summer": 7})
        for _ in range(100):
            assert (await world.events.of("summer")).version == 7
        assert world.looks == 1

        world.happens()
        await asyncio.sleep(0)

        assert (await world.events.of("summer")).version == 8
        assert world.looks == 2

    lived(day)


def test_what_nobody_looks_at_any_more_is_forgotten():
    async def day() -> None:
        world = World({"summer": 7}, look_every=0.01, forget_after=0.0)
        await world.events.of("summer")
        while world.events._known:
            await asyncio.sleep(0.005)
        looks = world.looks
        await asyncio.sleep(0.05)

        assert world.looks <= looks + 1

    lived(day)


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
@pytest.mark.parametrize("sender", ["another process", ME], ids=["another", "itself"])
def test_a_process_hears_what_another_has_done_and_not_its_own_word_again(settings, sender):
    async def day() -> None:
        numbers = {"summer": 7}
        looks = []

        def read(slugs):
            looks.append(list(slugs))
            return {slug: EventVersion(version=numbers[slug], clock=World({}).clock) for slug in slugs}

        before = listening()
        versions = EventVersions(read, look_every=60, redis_url=settings.REDIS_URL)
        await versions.of("summer")
        async with asyncio.timeout(30):
            while listening() == before:
                await asyncio.sleep(0.01)
        numbers["summer"] = 8

        announcements._redis().publish(CHANNEL, json.dumps([sender, "summer", None]))
        announcements._redis().publish(CHANNEL, json.dumps(["another", "winter", None]))
        if sender != ME:
            async with asyncio.timeout(30):
                while (await versions.of("summer")).version == 7:
                    await asyncio.sleep(0.01)
        else:
            await asyncio.sleep(0.5)
            assert (await versions.of("summer")).version == 7
        versions.end()

    lived(day)
