"""Saving hands over HTTP: by one referee, by many at once, and while phones listen and reload."""

from collections.abc import Iterator

from tools.bench._server import Served
from tools.bench._table import Row, ms
from tools.bench._web.crowd import crowd_of
from tools.bench._web.load import Asked, Job, load
from tools.bench._web.referees import Games, Hall

BY_ONE = 20
REFEREES = 32
SECONDS = 10.0
PHONES = 500
RELOAD_EVERY = 10.0
MIDDLE, LATE, RATE = 0.025, 0.750, 30
AS_FAST = 0.9  # Two runs of the same work are seldom closer.


def measure_hands(server: Served, quiet: Hall, loud: Hall, phones: int) -> Iterator[Row]:
    """Measure two events of the same size: ``quiet`` has no viewers, ``loud`` has up to ``phones``."""
    requests = _written(server, quiet)
    by_one, together = _enter(server, *requests)
    yield _by_one("one referee, p50", by_one)
    yield _together(f"{len(requests[1])} referees at once", together, RATE)
    listening = min(PHONES, phones)
    requests = _written(server, loud)  # Now: later they would sign in behind all phones that reload.
    with crowd_of(server, loud, listening) as crowd:
        crowd.tell("hold")
        crowd.tell("reload", every=RELOAD_EVERY)
        amid, amid_together = _enter(server, *requests)
        reloads, failed = crowd.sum("rest", "reloads", "failed")
    yield _by_one(f"one referee, {listening} phones listen and reload", amid, by_one.after(0.5) / AS_FAST)
    yield _together(f"the same while {listening} phones do", amid_together, together.rate * AS_FAST)
    yield Row(what="pages reloaded meanwhile", figure=f"{reloads:,}", beside=f"{failed:,} gave up")


def _written(server: Served, hall: Hall) -> tuple[list[list[str]], list[list[str]]]:
    """The prepared hands of one referee, and those of all the others."""
    games = Games(server.port, hall)
    return [games.hands(BY_ONE)], games.by(REFEREES)


def _enter(server: Served, by_one: list[list[str]], together: list[list[str]]) -> tuple[Asked, Asked]:
    return _load(server, by_one), _load(server, together)


def _load(server: Served, requests: list[list[str]]) -> Asked:
    asked = load(Job(host="127.0.0.1", port=server.port, requests=requests, seconds=SECONDS, again=False))
    assert all(int(status) < 400 for status in asked.statuses), f"The hands: {asked.statuses}"
    assert asked.times, "No hand was saved."
    return asked


def _by_one(what: str, asked: Asked, most: float = 0.0) -> Row:
    """A row whose aim is ``MIDDLE``, or ``most`` if that is longer."""
    middle, most = asked.after(0.5), max(MIDDLE, most)
    return Row(
        what=what,
        figure=ms(middle),
        beside=f"p99 {ms(asked.after(0.99))}",
        aim=f"at most {ms(most)}",
        is_met=middle <= most,
    )


def _together(what: str, asked: Asked, rate: float) -> Row:
    late = asked.after(0.99)
    return Row(
        what=what,
        figure=f"{asked.rate:,.0f}/s",
        beside=f"p99 {ms(late)}" + (f", {asked.unanswered} gave up" if asked.unanswered else ""),
        aim=f"{rate:,.0f}/s, p99 under {ms(LATE)}",
        is_met=asked.rate >= rate and late < LATE and not asked.unanswered,
    )
