"""Strangers without a badge can't delay a badge's actions or a screen's pages: priorities and limits.

``./uptown bench attacks`` measures how long these take.
"""

import asyncio

import pytest
from django.db import connection
from django.utils import timezone

from server import application as asgi
from server.limits import limits
from server.limits.badge_holders import BadgeHolders, Holder, read_holders
from server.limits.guesses import GuessIntervals, Queued
from server.limits.limits import Busy, ConcurrencyLimit
from server.limits.slots import SLOTS, RequestKind, Slots
from server.live.public_pages import page_of
from server.live.render_queue import RenderQueue
from tests import build
from tests.pages.visit import wearing
from tests.server.world import TABLE, Phone, Request, Working, World, a_while, in_event_loop, request_for
from tournament.models import Badge, Role, Session
from tournament.models.links import hash_of
from tournament.models.programs import Scope
from tournament.programs.commands_tokens import give_token
from tournament.sessions import BADGES

REFEREE, TEAM, PROGRAM = "r" * 32, "t" * 32, "a program's token"
LOG = "/api/v1/events/summer/log"
HAND = "/summer/game/7/hand/"
MANY = [f"198.51.100.{number}" for number in range(150)]


class Server(Working):
    """Django behind its slots. Every request waits for ``go_on``; those in ``working`` got a slot."""

    def __init__(self) -> None:
        super().__init__()
        holders = {
            REFEREE: Holder(5, Role.REFEREE),
            TEAM: Holder(6, Role.TEAM),
            hash_of(PROGRAM): Holder(7, Role.PROGRAM),
        }
        self.slots = Slots(self, BadgeHolders(lambda keys: holders))
        self.guesses = Queued(self, GuessIntervals(everybody=0, address=0, browser=0))
        self.requests = []

    def sends(self, who, url, method="POST", *, address="192.0.2.9", **headers):
        way = self.guesses if method == "POST" and url in asgi.GUESSES else self.slots
        self.requests.append(Request(way, who, **request_for(url, method, address=address, **headers)))

    def crowd(self, count, url, method="POST", *, addresses=("192.0.2.9",), cookie=""):
        """Strangers send the same request, each from a different browser."""
        for number in range(count):
            address = addresses[number % len(addresses)]
            mine = "; ".join(filter(None, (f"csrftoken={number}", cookie)))
            self.sends(f"stranger {number}", url, method, address=address, cookie=mine)

    async def settles(self, *, until=1):
        async with asyncio.timeout(30):
            while len(self.working) < until:
                await asyncio.sleep(0.001)
        await a_while()

    async def ends(self):
        self.go_on.set()
        await asyncio.gather(*self.requests)


# --- actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("addresses", [["192.0.2.1"], MANY[:30]], ids=["one address", "thirty addresses"])
@pytest.mark.parametrize(
    ("url", "method", "cookie"),
    [
        pytest.param("/sign-in/", "POST", "", id="sign in"),
        pytest.param("/sign-in/", "POST", f"sessionid={'x' * 32}", id="sign in with a made-up session"),
        pytest.param("/password/", "POST", "", id="change a password"),
        pytest.param(HAND, "POST", "", id="post a hand"),
        pytest.param(HAND, "POST", f"sessionid={'x' * 32}", id="post a hand with a made-up session"),
        pytest.param("/summer/floor/", "GET", "", id="ask for a page of the crew"),
        pytest.param("/nowhere/", "GET", "", id="ask for what isn't there"),
    ],
)
@in_event_loop
async def test_thirty_strangers_take_one_slot_and_a_badge_is_served_at_once(url, method, cookie, addresses):
    server = Server()
    server.crowd(30, url, method, addresses=addresses, cookie=cookie)
    await server.settles()
    assert len(server.working) == 1

    server.sends("referee", HAND, address="192.0.2.1", cookie=f"sessionid={REFEREE}")
    server.sends("team", "/summer/team/seated/", address="192.0.2.1", cookie=f"sessionid={TEAM}")
    server.sends("reader", "/summer/tables/", "GET", address="192.0.2.1", cookie=f"sessionid={REFEREE}")
    await server.settles(until=4)

    assert server.working == ["stranger 0", "referee", "team", "reader"]


@pytest.mark.parametrize("header", ["", "Bearer made up", "Basic YTpi"])
@in_event_loop
async def test_a_program_with_a_token_waits_behind_no_stranger(header):
    server = Server()
    for number in range(limits.MOST_WAITING):
        server.sends(f"stranger {number}", LOG, "GET", authorization=header)
    await server.settles()

    server.sends("program", LOG, "GET", authorization=f"bearer {PROGRAM}")
    await server.settles(until=2)

    assert server.working == ["stranger 0", "program"]


@in_event_loop
async def test_a_team_that_floods_keeps_no_referee_waiting():
    server = Server()
    server.crowd(30, "/summer/team/seated/", addresses=MANY[:30], cookie=f"sessionid={TEAM}")
    await server.settles()

    server.sends("referee", HAND, cookie=f"sessionid={REFEREE}")
    await server.settles(until=2)

    assert server.working == ["stranger 0", "referee"]


@pytest.mark.parametrize(
    ("addresses", "other"),
    [
        pytest.param(["192.0.2.9"], "203.0.113.5", id="one address"),
        pytest.param(
            [f"2001:db8::{number}" for number in range(1, 21)], "2001:db8:0:1::1", id="one network of IPv6"
        ),
    ],
)
@in_event_loop
async def test_another_address_is_served_next_however_many_wait_from_one(addresses, other):
    server = Server()
    server.crowd(100, "/sign-in/", "GET", addresses=addresses)
    await server.settles()
    server.sends("other", "/sign-in/", "GET", address=other)
    await a_while()

    await server.ends()

    assert server.served[:3] == ["stranger 0", "stranger 1", "other"]


@in_event_loop
async def test_who_would_wait_too_long_gets_a_503_that_says_what_to_do():
    server = Server()
    server.crowd(1 + limits.MOST_WAITING + 2, "/nowhere/", "GET")
    await server.settles()
    server.sends("other", "/nowhere/", "GET", address="203.0.113.5")
    await a_while()

    last = limits.MOST_WAITING
    refused = [each for each in server.requests if each.status]
    assert [each.who for each in refused] == [f"stranger {last + more}" for more in range(3)]
    assert {(each.status, each.headers[b"retry-after"]) for each in refused} == {(503, limits.RETRY_AFTER)}
    assert b"Wait a few seconds, then reload this page or press the button again." in refused[0].body
    await server.ends()
    assert "other" in server.served


@in_event_loop
async def test_who_leaves_while_they_wait_takes_no_slot():
    limit = ConcurrencyLimit(1)
    await limit.acquire("a")
    left, next_one = (asyncio.create_task(limit.acquire(who)) for who in "bc")
    await a_while()
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)

    limit.release()
    await next_one
    limit.release()

    await asyncio.wait_for(limit.acquire("d"), 30)


def test_a_hand_waits_for_no_long_action_of_an_organizer():
    hand = request_for(HAND, "POST")

    kinds = [asgi.slots.kind_of(hand, Holder(5, role)) for role in (Role.REFEREE, Role.ORGANIZER, Role.DESK)]

    assert kinds == [RequestKind.REFEREE_ACTION, RequestKind.DESK_ACTION, RequestKind.DESK_ACTION]


# --- which requests count as a badge's ------------------------------------------------------------


@pytest.mark.django_db
def test_a_badge_is_known_by_its_session_until_it_is_taken_back():
    event = build.event()
    referee, team = build.referee(event).badge, build.team(event).badge
    program = give_token(event=event, name="Hall", scope=Scope.READ, by=build.organizer(event), at=build.MEET)
    both = wearing(team).session
    both[BADGES] = [team.pk, referee.pk]
    both.save()
    keys = {
        "ref": wearing(referee).session.session_key,
        "team": wearing(team).session.session_key,
        "both": both.session_key,
        "program": hash_of(program.secret),
        "made up": "x" * 32,
    }

    def known():
        found = read_holders(keys.values())
        return {name: found.get(key) for name, key in keys.items()}

    of_crew, of_team = Holder(referee.pk, Role.REFEREE), Holder(team.pk, Role.TEAM)
    of_program = Holder(program.badge.pk, Role.PROGRAM)
    assert known() == {
        "ref": of_crew, "team": of_team, "both": of_crew, "program": of_program, "made up": None,
    }  # fmt: skip
    Badge.objects.filter(pk__in=(referee.pk, program.badge.pk)).update(revoked_at=build.MEET)
    Session.objects.filter(session_key=keys["team"]).update(expire_date=timezone.now())
    assert known() == {"ref": None, "team": None, "both": of_team, "program": None, "made up": None}


@in_event_loop
async def test_made_up_sessions_are_looked_up_together_and_none_is_cached():
    looks = []

    def read(keys):
        looks.append(list(keys))
        return {REFEREE: Holder(5, Role.REFEREE)}

    holders = BadgeHolders(read)

    def of(session):
        return holders.of(request_for(cookie=f"sessionid={session}"))

    made_up = [of(f"{number:032}") for number in range(400)]
    others = [of(session) for session in (REFEREE, "'; DROP TABLE", "\0")]
    found = await asyncio.gather(*made_up, *others)

    assert found == [None] * 400 + [Holder(5, Role.REFEREE), None, None]
    assert (len(looks), sum(map(len, looks))) == (2, 401)
    assert await of(REFEREE) == Holder(5, Role.REFEREE)
    assert len(looks) == 2


# --- public pages ---------------------------------------------------------------------------------


async def waits_to_be_rendered(world, count):
    async with asyncio.timeout(30):
        while len(world.made) < count:
            await asyncio.sleep(0.001)
    await a_while()


@in_event_loop
async def test_parameters_that_a_view_does_not_read_make_no_other_cached_page():
    world = World({"summer": 7})
    for query in (
        "",
        "?q=random",
        "?page=x&part=of&pin=seats&team=0&whole=2",
        f"?{'&'.join('a' * 2000)}",
        "?find=" + "x" * 61,
    ):
        await world.get(f"/summer/standings/{query}")

    assert world.made == ["/summer/standings/"]


@in_event_loop
async def test_what_it_reads_is_read_in_one_spelling():
    world = World({"summer": 7})
    for query in ("team=5&page=2", "page=2&x=1&team=5", "page=%32&team=005", "team=+5+&page=2&find=+"):
        await world.get(f"/summer/standings/?{query}")
    for path in ("/summer/games/7/", "/summer/games/007/", "/summer/games/0000000007/?find=ace"):
        await world.get(path)

    assert world.made == ["/summer/standings/?team=5&page=2", "/summer/games/7/"]


def test_no_made_up_name_of_the_server_makes_another_page():
    def page_under(host):
        headers = [(b"host", host.encode()), (b"x-forwarded-proto", host.encode())]
        return page_of(request_for() | {"headers": headers})

    made_up = {page_under(host) for host in ("a.test", "b.test:99", "x@localhost", "[::1", "local host", "é")}

    assert [page.headers for page in made_up] == [((b"host", b"elsewhere.invalid"),)]
    assert page_under("LOCALHOST") == page_under("localhost")
    # A cached page's links use its host, which anybody can make up.
    assert [page_under(host).is_main for host in ("localhost", "localhost:12345")] == [True, False]


@in_event_loop
async def test_a_page_waits_behind_no_flood_of_another_address():
    world = World({"summer": 7})
    world.waits = asyncio.Event()
    flood = [f"/summer/standings/?find=word-{number}" for number in range(100)]
    crowd = [asyncio.create_task(world.get(url)) for url in flood]
    await waits_to_be_rendered(world, 1)
    honest = [
        asyncio.create_task(world.get(url, address="203.0.113.5")) for url in ("/summer/teams/5/", flood[-1])
    ]
    await a_while()

    world.waits.set()
    await asyncio.gather(*crowd, *honest)

    assert world.made[:5] == [flood[0], flood[1], "/summer/teams/5/", flood[2], flood[-1]]
    assert len(world.made) == 101


@pytest.mark.parametrize("addresses", [["192.0.2.1"], MANY], ids=["one address", "150 addresses"])
@in_event_loop
async def test_the_pages_of_an_event_wait_behind_nothing_that_can_be_made_up(addresses):
    world = World({"summer": 7})
    world.waits = asyncio.Event()
    flood = [f"/summer/standings/?find={number}" for number in range(150)]
    flood[:3] = ["/nowhere/standings/", "/summer/teams/999/", "/summer/games/999/"]
    crowd = [
        asyncio.create_task(world.get(url, address=addresses[number % len(addresses)]))
        for number, url in enumerate(flood)
    ]
    await waits_to_be_rendered(world, 1)

    honest = asyncio.create_task(world.get("/summer/standings/", address="203.0.113.5"))
    await waits_to_be_rendered(world, 2)

    assert world.made[1] == "/summer/standings/"
    world.waits.set()
    await asyncio.gather(*crowd, honest)


@in_event_loop
async def test_when_too_many_pages_wait_the_address_with_the_most_is_refused():
    go_on, rendered = asyncio.Event(), []

    async def render(page):
        await go_on.wait()
        rendered.append(page)
        return page

    queue = RenderQueue(render, most_pages=3)
    flood = [asyncio.create_task(queue.want(number, "flood")) for number in range(6)]
    await a_while()
    honest = asyncio.create_task(queue.want("page", "honest"))
    await a_while()
    go_on.set()
    found = await asyncio.gather(*flood, honest, return_exceptions=True)

    assert [type(each) if isinstance(each, Exception) else each for each in found] == [
        0, 1, Busy, Busy, Busy, Busy, "page",
    ]  # fmt: skip
    assert rendered == [0, 1, "page"]


@in_event_loop
async def test_made_up_events_are_looked_for_together_and_none_is_remembered():
    world = World({"summer": 7})
    found = await asyncio.gather(*(world.events.of(f"nowhere-{number}") for number in range(300)))
    assert (set(found), world.looks) == ({None}, 2)

    assert await world.events.of("\0") is None

    assert (world.looks, world.events._used_at) == (2, {})


# --- streams --------------------------------------------------------------------------------------


@in_event_loop
async def test_an_honest_screen_gets_its_update_before_a_flood_of_made_up_ones():
    world = World({"summer": 7}, cache={"between": 0.0})
    shows = [
        "&".join(f"show=/summer/games/list/?part=p{stream}-{number}" for number in range(12))
        for stream in range(40)
    ]
    floods = [Phone(world.broadcaster, query=f"{each}&version=7") for each in shows]
    honest = Phone(world.broadcaster, query=f"show={TABLE}&version=7", address="203.0.113.5")
    for phone in [*floods, honest]:
        await phone.hears('"version": "7"')
    world.waits = asyncio.Event()

    world.happens()

    for phone in [*floods, honest]:
        await phone.hears('"version": "8"')
    await waits_to_be_rendered(world, 2)
    assert TABLE in world.made
    assert len(world.made) == 2  # The second is one of the flood's; the rest wait for it.
    world.waits.set()
    await honest.hears("8</div>")


def test_what_was_searched_for_is_fetched_by_who_reads_it(client):
    event = build.event()
    build.teams(event, 4)
    fragments = {
        "standings": "standings-table",
        "seats": "seats-list",
        "fairness": "fairness",
        "games": "games-list",
    }

    def is_brought(page, query):
        shown = client.get(f"/{event.slug}/{page}/{query}").content.decode()
        return "data-shared" in shown.split(f'id="{fragments[page]}"')[1].split(">")[0]

    assert [page for page in fragments if is_brought(page, "")] == list(fragments)
    assert [page for page in fragments if is_brought(page, "?find=ace")] == []


def test_every_slot_has_a_thread_and_a_connection_to_the_database():
    rendering = 2
    assert sum(SLOTS.values()) + rendering < asgi.THREADS
    if "pool" in connection.settings_dict["OPTIONS"]:
        assert connection.settings_dict["OPTIONS"]["pool"]["max_size"] >= asgi.THREADS
