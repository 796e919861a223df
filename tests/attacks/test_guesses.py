"""Somebody who guesses codes or passwords delays others by one turn at most, and locks nobody out."""

import asyncio
from collections import deque
from dataclasses import asdict

import pytest
from django.http import HttpResponse
from django.urls import reverse

from accounts.sign_in import KNOWN
from server.application import GUESSES
from server.limits import guesses
from server.limits.guesses import GuessIntervals, GuessQueue, Queued, sender
from tests.server.world import Request, Working, a_while, in_event_loop, request_for

HALL, ELSEWHERE = "192.0.2.1", "203.0.113.9"


def in_ms(pace):
    return GuessIntervals(**{name: round(1000 * seconds) for name, seconds in asdict(pace).items()})


CODES, PASSWORDS = in_ms(guesses.CODES), in_ms(guesses.PASSWORDS)
AT_ONCE = GuessIntervals(everybody=0, address=0, browser=0)


def waits(pace, arrivals, seconds):
    """The wait of each evaluated guess in milliseconds, by (address, browser, number).

    ``arrivals`` are (moment, address, browser, number). The clock advances one millisecond at a time.
    """
    queue, waited, came = GuessQueue(pace), {}, {}
    arriving = deque(sorted(arrivals))
    for now in range(1000 * seconds):
        while arriving and arriving[0][0] <= now:
            _, *guess = arriving.popleft()
            came[tuple(guess)] = now
            queue.join(*guess[:2], tuple(guess))
        if taken := queue.take(now):
            waited[taken] = now - came[taken]
    return waited


def flood(a_second, seconds, browser):
    """``a_second`` guesses a second from one address; ``browser`` names the browser of each."""
    return [(1000 * n // a_second, HALL, browser(n), n) for n in range(int(a_second * seconds))]


RIGHT = (HALL, "honest", -1)


@pytest.mark.parametrize("pace", [CODES, PASSWORDS], ids=["codes", "passwords"])
def test_31_guesses_a_second_by_one_browser_delay_its_neighbor_by_one(pace):
    attack = flood(31, 20, lambda number: "attacker")

    waited = waits(pace, [*attack, (9_500, *RIGHT)], seconds=20)

    assert waited[RIGHT] <= 2 * pace.address
    assert len(waited) == 20 + 1


def test_31_codes_a_second_by_new_browsers_delay_the_right_one_by_one():
    attack = flood(31, 20, lambda number: f"attacker {number}")

    waited = waits(CODES, [*attack, (9_500, *RIGHT)], seconds=20)

    assert waited[RIGHT] <= 2 * CODES.address
    assert len(waited) == 31 * 20 + 1


def test_31_browsers_guessing_passwords_delay_the_right_one_by_one_each():
    attack = flood(31, 20, lambda number: f"attacker {number % 31}")

    waited = waits(PASSWORDS, [*attack, (9_500, *RIGHT)], seconds=20)

    assert waited[RIGHT] <= 32 * PASSWORDS.address < 7_000


def test_1000_browsers_of_one_address_delay_another_address_by_one_guess():
    attack = flood(1000, 10, lambda number: f"attacker {number}")

    waited = waits(PASSWORDS, [*attack, (5_000, ELSEWHERE, "honest", -1)], seconds=10)

    assert waited[ELSEWHERE, "honest", -1] <= 2 * PASSWORDS.everybody


def test_addresses_take_turns_and_so_do_the_browsers_of_one():
    queue = GuessQueue(GuessIntervals(everybody=1, address=0, browser=0))
    for address, browser in [("a", "1"), ("a", "2"), ("a", "3"), ("b", "1"), ("c", "1"), ("c", "2")]:
        queue.join(address, browser, address + browser)

    assert [queue.take(now) for now in range(7)] == ["a1", "b1", "c1", "a2", "c2", "a3", None]


def test_who_presses_again_keeps_the_place_and_the_newer_try_counts():
    queue = GuessQueue(GuessIntervals(everybody=1, address=0, browser=0))
    queue.join(HALL, "honest", "mistyped")
    queue.join(HALL, "other", "other")

    replaced = queue.join(HALL, "honest", "right")

    assert replaced == "mistyped"
    assert [queue.take(now) for now in range(3)] == ["right", "other", None]


def test_a_full_queue_drops_the_newest_guess_of_the_busiest_address():
    queue = GuessQueue(AT_ONCE, most=3)
    for browser in "12":
        queue.join(ELSEWHERE, browser, f"elsewhere {browser}")

    refused = []
    for number in range(4):
        queue.join(HALL, f"{number}", f"hall {number}")
        refused.append(queue.drop())

    assert refused == [None, "elsewhere 2", "hall 2", "hall 3"]


def test_a_day_of_guessing_is_no_more_than_the_pace_allows():
    everywhere = [(n, f"198.51.100.{n}", "attacker", n) for n in range(10_000)]

    by_one_browser = waits(CODES, flood(100, 10, lambda number: "attacker"), seconds=10)
    by_one_address = waits(CODES, flood(100, 10, lambda number: f"attacker {number}"), seconds=10)
    by_all = waits(CODES, everywhere, seconds=10)

    assert [len(by_one_browser), len(by_one_address), len(by_all)] == [10, 400, 500]


# --- in front of Django ---------------------------------------------------------------------------


def request_of(browser, address=HALL, **cookies):
    cookie = "; ".join(f"{name}={value}" for name, value in {"csrftoken": browser, **cookies}.items())
    return request_for("/code/", "POST", address=address, cookie=cookie)


def posted(queue, code, browser, *then):
    """A code from this browser; ``then`` are events and pieces of the body after it."""
    scope = request_of(browser)
    scope["headers"].append((b"content-length", b"%d" % len(code)))
    return Request(queue, code, code.encode(), *then, **scope)


@in_event_loop
async def test_a_queued_guess_never_reaches_django_once_a_newer_one_replaces_it():
    django = Working()
    queue = Queued(django, AT_ONCE)
    first = posted(queue, "first", "a")
    await a_while()
    older, *others = [posted(queue, *each) for each in (("older", "b"), ("newer", "b"), ("third", "c"))]
    await a_while()
    assert django.working == ["first"]

    django.go_on.set()
    await asyncio.gather(first, older, *others)

    assert (django.working, older.status) == (["first", "newer", "third"], 429)


@in_event_loop
async def test_who_hangs_up_or_is_slow_to_send_takes_no_turn():
    django, hangs_up, never = Working(), asyncio.Event(), asyncio.Event()
    queue = Queued(django, AT_ONCE)
    first = posted(queue, "first", "a")
    await a_while()
    gone = posted(queue, "gone", "b", hangs_up)
    slow = posted(queue, "half a body", "c", never, b"the rest")
    last = posted(queue, "last", "d")
    await a_while()

    hangs_up.set()
    await gone
    django.go_on.set()
    await asyncio.gather(first, last)

    assert (django.working, slow.status) == (["first", "last"], 0)


@in_event_loop
async def test_who_is_refused_because_too_many_wait_gets_a_503():
    django = Working()
    queue = Queued(django, AT_ONCE)
    queue._queue = GuessQueue(AT_ONCE, most=1)
    tries = []
    for code in ("first", "second", "third"):
        tries.append(posted(queue, code, code))
        await a_while()

    django.go_on.set()
    await asyncio.gather(*tries)

    assert [each.status for each in tries] == [200, 200, 503]


@in_event_loop
async def test_a_form_that_is_too_long_for_a_code_is_refused():
    django = Working()
    long = posted(Queued(django, AT_ONCE), "0" * 20_000, "a")

    await long

    assert (django.working, long.status) == ([], 413)


def test_an_organizers_device_never_waits_for_strangers_and_is_not_forged():
    response = HttpResponse()
    response.set_signed_cookie(KNOWN, "ann", salt=KNOWN)
    signed = response.cookies[KNOWN].value

    assert sender(request_of("token")) == (HALL, "token")
    assert sender(request_of("token", known=signed)) == ("known ann", "token")
    assert sender(request_of("token", known=signed.replace("ann", "bob"))) == (HALL, "token")
    assert sender(request_of("token", address="2001:db8::1")) == ("2001:db8::/64", "token")


def test_each_form_for_a_code_key_or_password_waits_in_a_queue():
    of_accounts = [f"account_{name}" for name in ("login", "reauthenticate", "change_password")]

    assert set(GUESSES) == {reverse(name) for name in ("site:enter-code", "site:turn-key", *of_accounts)}
