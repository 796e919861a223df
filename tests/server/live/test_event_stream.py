"""The event stream: a screen gets its event's version, and the fragments of its page that changed."""

import asyncio
import http.client
import re
import threading
from urllib.parse import urlsplit

import pytest

from rules.time.practice_clock import EventClock
from tests import build
from tests.conftest import served
from tests.server.world import PATIENCE, TABLE, Phone, World, in_event_loop

SHOWS = f"show={TABLE}"
LONG = "long" * 15_000
CLOCK = '<time data-until="2099-06-27T16:00:00-05:00">'


@in_event_loop
async def test_a_screen_gets_version_and_clock_at_once_and_each_new_version():
    world = World({"summer": 7, "winter": 3})
    world.clock = EventClock(build.at(9), build.at(15, 20), 0.0)
    phone, elsewhere, nowhere = (Phone(world.broadcaster, slug) for slug in ("summer", "winter", "nowhere"))
    await phone.hears('"version": "7"')
    await phone.hears(f'"now": "{build.at(15, 20).isoformat()}", "speed": 0.0')
    await elsewhere.hears('"version": "3"')
    await nowhere.is_let_go()

    world.happens()

    await phone.hears('"version": "8"')
    assert set(re.findall(r'"version": "(\d+)"', elsewhere.heard)) == {"3"}
    assert nowhere.status == 404


@pytest.mark.parametrize("headers", [{}, {"accept_encoding": "gzip, br"}], ids=["plain", "compressed"])
@in_event_loop
async def test_what_has_changed_of_what_is_shown_is_brought(headers):
    world = World({"summer": 7})
    early = Phone(world.broadcaster, query=f"{SHOWS}&version=7", **headers)
    await early.hears('"version": "7"')

    world.happens()
    await early.hears('event: part\ndata: <div id="table">8</div>\n\n')
    late = Phone(world.broadcaster, query=f"{SHOWS}&version=8", **headers)
    await late.hears('"version": "8"')
    world.happens()

    for phone in (early, late):
        await phone.hears('event: part\ndata: <div id="table">9</div>\n\n')
    assert "7</div>" not in early.heard
    assert "8</div>" not in late.heard


@in_event_loop
async def test_a_page_that_missed_something_on_its_way_is_brought_it_at_once():
    phone = Phone(World({"summer": 7}).broadcaster, query=f"{SHOWS}&version=6")

    await phone.hears('data: <div id="table">7</div>')


@in_event_loop
async def test_a_fragment_is_rendered_once_for_all_phones_that_show_it():
    world = World({"summer": 7})
    phones = [Phone(world.broadcaster, query=f"{SHOWS}&version=7") for _ in range(30)]
    phones += [Phone(world.broadcaster, query="version=7") for _ in range(10)]
    for phone in phones:
        await phone.hears('"version": "7"')

    world.happens()

    for phone in phones[:30]:
        await phone.hears("8</div>")
    for phone in phones[30:]:
        await phone.hears('"version": "8"')
    assert world.made == [TABLE]


@in_event_loop
async def test_what_stayed_as_it_was_is_not_brought_again():
    world = World({"summer": 7})
    world.says = lambda path: f'<div id="table">{CLOCK}{world.versions["summer"]}:00</time></div>'
    phone = Phone(world.broadcaster, query=SHOWS)
    await phone.hears("7:00</time>")

    world.happens()
    await phone.hears('"version": "8"')
    world.says = lambda path: '<div id="table">new</div>'
    world.happens()

    await phone.hears("new</div>")
    assert "8:00</time>" not in phone.heard


@in_event_loop
async def test_the_stream_brings_only_public_fragments_and_no_typed_words():
    world = World({"summer": 7, "winter": 3})
    shows = ["/summer/floor/", "/winter/standings/table/", "/summer/team/", "/nowhere", "http://other.test/"]
    shows += [f"{path}%3Ffind%3Dace" for path in (TABLE, "/summer/finder/")]
    phone = Phone(world.broadcaster, query="&".join(f"show={each}" for each in shows))
    await phone.hears('"version": "7"')

    world.happens()

    await phone.hears('"version": "8"')
    assert not world.made


@in_event_loop
async def test_a_screen_hears_which_games_alone_are_concerned():
    world = World({"summer": 7})
    phone = Phone(world.broadcaster)
    await phone.hears('"version": "7"')

    world.happens(game=45)
    await phone.hears('"games": [45]')
    world.happens(game=46)
    await phone.hears('"games": [46]')
    # An unannounced action may concern every game.
    world.happens(game=45, is_heard=False)
    world.happens(game=46)
    await phone.hears('"version": "11"')

    assert "games" not in phone.heard.split('"version": "11"')[1]


@in_event_loop
async def test_an_action_whose_word_was_lost_is_noticed_all_the_same():
    world = World({"summer": 7}, look_every=0.02)
    phone = Phone(world.broadcaster, query=f"{SHOWS}&version=7")
    await phone.hears('"version": "7"')

    world.happens(is_heard=False)

    await phone.hears("8</div>")


@in_event_loop
async def test_a_screen_that_was_busy_is_brought_everything_when_it_is_ready():
    world = World({"summer": 7}, heartbeat=0.02)
    world.says = lambda path: f'<div id="table">{LONG} {world.versions["summer"]}</div>'
    slow, quick = (Phone(world.broadcaster, query=f"{SHOWS}&version=7") for _ in range(2))
    await slow.hears('"version": "7"')
    slow.is_slow.clear()
    for version in (8, 9, 10):
        world.happens()
        await quick.hears(f"{LONG} {version}</div>")

    slow.is_slow.set()

    await slow.hears(f"{LONG} 10</div>")
    await slow.hears('"version": "10"')
    assert f"{LONG} 9</div>" not in slow.heard


@in_event_loop
async def test_a_screen_that_hears_nothing_new_hears_a_heartbeat():
    phone = Phone(World({"summer": 7}, heartbeat=0.03).broadcaster)

    await phone.hears("event: beat\n")


@in_event_loop
async def test_every_screen_is_released_when_the_server_ends():
    ending = threading.Event()
    world = World({"summer": 7}, heartbeat=0.05, ending=ending)
    phones = [Phone(world.broadcaster) for _ in range(50)]
    for phone in phones:
        await phone.hears('"version": "7"')

    ending.set()

    for phone in phones:
        await phone.is_let_go()


@in_event_loop
async def test_a_database_that_is_away_for_a_moment_closes_no_stream():
    world = World({"summer": 7}, look_every=0.02)
    phone = Phone(world.broadcaster)
    await phone.hears('"version": "7"')
    world.is_away, looks = True, world.looks
    world.happens()
    while world.looks < looks + 3:
        await asyncio.sleep(0.005)

    world.is_away = False

    await phone.hears('"version": "8"')


@pytest.mark.slow
@pytest.mark.embedded
def test_the_server_ends_at_once_although_a_phone_listens(tmp_path):
    with served(tmp_path, "--no-demo") as site:
        site.shell("from tests import build; build.event(name='Summer')")
        connection = http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=PATIENCE)
        connection.request("GET", "/live/summer")
        answer = connection.getresponse()
        assert (answer.status, answer.readline()) == (200, b"retry: 2000\n")

    output = (tmp_path / "server.log").read_text()
    assert "Everything is saved." in output
    assert "Traceback" not in output
    # A server prints this when an open stream outlasts its patience.
    assert "graceful shutdown exceeded" not in output


# --- the call ---------------------------------------------------------------------------------------

CALL = "/summer/team/called/"


def called(*tables):
    """The call: each team of this list, from number 1 on, at its table."""
    lines = [f'<p data-team="{team}">Table {table}</p>\n' for team, table in enumerate(tables, start=1)]
    return f'<div id="call">\n{"".join(lines)}</div>'


@pytest.mark.parametrize("headers", [{}, {"accept_encoding": "gzip"}], ids=["plain", "compressed"])
@in_event_loop
async def test_a_phone_gets_only_its_own_line_of_the_call_and_only_if_it_is_new(headers):
    world = World({"summer": 7})
    world.says = lambda path: called(4, 5)
    one, two = (
        Phone(world.broadcaster, query=f"show={CALL}%3Fteam%3D{n}&version=7", **headers) for n in (1, 2)
    )
    everything = Phone(world.broadcaster, query=f"show={CALL}&version=6", **headers)
    await everything.hears("Table 5")

    world.happens()
    await one.hears("Table 4")
    await two.hears("Table 5")
    world.says = lambda path: called(4, 6)
    world.happens()
    await two.hears("Table 6")
    await one.hears('"version": "9"')

    assert one.heard.count("event: part") == 1
    assert ("Table 5" in one.heard, "Table 4" in two.heard) == (False, False)
    assert ("Table 4" in everything.heard, "Table 6" in everything.heard) == (True, True)
    assert set(world.made) == {CALL}


@in_event_loop
async def test_a_phone_whose_line_ended_is_brought_the_call_without_it():
    world = World({"summer": 7})
    world.says = lambda path: called(4)
    phone = Phone(world.broadcaster, query=f"show={CALL}%3Fteam%3D1&version=6")
    await phone.hears("Table 4")

    world.says = lambda path: called()
    world.happens()

    await phone.hears('data: <div id="call">\ndata: </div>\n\n')


@in_event_loop
async def test_news_for_everybody_say_in_how_many_seconds_many_phones_take_turns():
    world = World({"summer": 7})
    phones = [Phone(world.broadcaster, query="version=7") for _ in range(80)]
    for phone in phones:
        await phone.hears('"version": "7"')

    world.happens(game=3)
    await phones[0].hears('"version": "8"')
    world.happens()
    await phones[0].hears('"version": "9"')

    versions = [line for line in phones[0].heard.split("\n") if '"version"' in line]
    assert ['"spread": 4.0' in line for line in versions] == [False, False, True]
