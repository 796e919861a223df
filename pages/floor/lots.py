"""The words that a lot is drawn from."""

import secrets

from accounts.access import Request
from pages.actions import Found

LOT_WORDS = """
ace book Boston bye club cut deal diamond downtown felt gold guarantee heart high joker kitty lake
little low north partner quilt south spade trophy trump uptown whist
""".split()  # noqa: SIM905


def random_words() -> str:
    """Words for a lot that decides something. The server makes them, so that nobody can choose the result."""
    return f"{' '.join(secrets.choice(LOT_WORDS) for _ in range(4))} {secrets.randbelow(9000) + 1000}"


def with_random_words(request: Request) -> Found:
    return {"event": request.event, "words": random_words()}


def with_lot_words(request: Request) -> Found:
    """Words for the lot of a seating: the event and the time, so that a replayed day draws the same lots."""
    time = f"{request.at.astimezone(request.event.zone):%-I:%M %p}"
    return {"event": request.event, "words": f"{request.event.slug} {time}"}
