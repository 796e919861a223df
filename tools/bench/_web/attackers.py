"""Attacks by strangers without a badge, as prepared requests."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from string import ascii_lowercase
from urllib.parse import quote, urlencode

from tools.bench._web.wire import written

MANY, SOME, UPLOADS = 150, 30, 400
EACH = 40
"""The number of different requests of one attacker, repeated in turn."""
STREAMS, SHOWN = 40, 12
A_FORM, A_LIST = 60_000, 2_400_000
LONG = 800
"""How often ten letters are repeated: with address, query and header a head of 24 kB."""
TOKEN = "a" * 32
LOOPBACK_HAS_MANY = Path("/proc").exists()
"""Whether all of 127.0.0.0/8 is this machine, as on Linux."""


@dataclass(frozen=True, kw_only=True)
class Attack:
    """The requests of one attack: a list for each attacker, in ``requests``, from ``addresses`` addresses."""

    what: str
    requests: list[list[str]]
    addresses: int
    is_half_sent: bool = False
    """Each is on a separate connection, because the server closes it."""


def attacks(slug: str) -> list[Attack]:
    """All attacks on one event."""
    random = Random(7)

    def word() -> str:
        return "".join(random.choices(ascii_lowercase, k=10))

    def crowd(people: int, request: Callable[[], str]) -> list[list[str]]:
        return [[request() for _ in range(EACH)] for _ in range(people)]

    def page(path: Callable[[], str], **headers: str) -> Callable[[], str]:
        return lambda: written(path(), headers).decode()

    def post(path: Callable[[], str], fields: Callable[[], dict[str, str]]) -> Callable[[], str]:
        def request() -> str:
            cookies = f"csrftoken={TOKEN}; sessionid={word()}{word()}"
            body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields()})
            return written(path(), {"Cookie": cookies}, body=body).decode()

        return request

    sign_in = post(lambda: "/sign-in/", lambda: {"login": word(), "password": word()})
    hand = post(lambda: f"/{slug}/game/{random.randrange(1, 99)}/hand/", lambda: {"bid": word()})
    unknown = page(lambda: f"/{slug}/standings/?{word()}={word()}", **{"Cache-Control": "no-cache"})
    searched = page(lambda: f"/{slug}/standings/?find={word()}", **{"Cache-Control": "no-cache"})
    made_up = page(lambda: f"/{random.choice([word(), f'{slug}/teams/{random.randrange(10**9)}'])}/")
    shown = page(lambda: _stream(slug, word))

    def named() -> str:
        return written(f"/{slug}/standings/", {"Cache-Control": "no-cache"}, host=f"{word()}.test").decode()

    def half_sent() -> list[str]:
        """A form, and a list of teams that only crew may send; the last byte of each never comes."""
        path, csrf = f"/{slug}/sign-up/", {"Cookie": f"csrftoken={TOKEN}"}
        return [written(path, csrf, body="a" * size).decode()[:-1] for size in (A_FORM, A_LIST)]

    big = page(lambda: f"/{word() * LONG}/standings/?{word() * LONG}", **{"Accept-Language": word() * LONG})
    streams = page(lambda: random.choice([f"/live/{word()}", f"/api/v1/events/{word()}/log/stream"]))

    def call() -> str:
        return written(f"/api/v1/events/{slug}/log", {"Authorization": f"Bearer {word()}"}).decode()

    many = MANY if LOOPBACK_HAS_MANY else 1
    return [
        Attack(what=f"{SOME} sign in", requests=crowd(SOME, sign_in), addresses=1),
        Attack(what=f"{SOME} sign in, each from an address", requests=crowd(SOME, sign_in), addresses=many),
        Attack(what=f"{MANY} post hands without a badge", requests=crowd(MANY, hand), addresses=many),
        Attack(what=f"{MANY} ask with unknown parameters", requests=crowd(MANY, unknown), addresses=1),
        Attack(what=f"{MANY} search for random words", requests=crowd(MANY, searched), addresses=many),
        Attack(what=f"{MANY} ask for made-up addresses", requests=crowd(MANY, made_up), addresses=many),
        Attack(what=f"{MANY} ask under made-up names", requests=crowd(MANY, named), addresses=1),
        Attack(
            what=f"{STREAMS} streams with {SHOWN} made-up fragments",
            requests=[[shown()] for _ in range(STREAMS)],
            addresses=1,
        ),
        Attack(
            what=f"{UPLOADS} send half of a form or list",
            requests=[half_sent() for _ in range(UPLOADS)],
            addresses=many,
            is_half_sent=True,
        ),
        Attack(what=f"{MANY} ask for made-up streams", requests=crowd(MANY, streams), addresses=many),
        Attack(
            what=f"{MANY} send long addresses and headers",
            requests=[[big()] for _ in range(MANY)],  # One each: 40 would be 144 MB.
            addresses=many,
        ),
        Attack(what=f"{MANY} call the API with made-up tokens", requests=crowd(MANY, call), addresses=1),
    ]


def _stream(slug: str, word: Callable[[], str]) -> str:
    shows = [f"/{slug}/standings/table/?q={word()}&find={word()}" for _ in range(SHOWN // 2)]
    shows += [f"/{slug}/games/list/?part={word()}" for _ in range(SHOWN - len(shows))]
    return f"/live/{slug}?" + "&".join(f"show={quote(each)}" for each in shows)
