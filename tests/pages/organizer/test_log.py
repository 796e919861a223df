"""Looking back, and a rehearsal's clock."""

from uuid import uuid4

import pytest

from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.donations import take_donation
from tournament.commands.logbook import log
from tournament.models import By
from tournament.queries.logbook import PAGE


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def organizer(event):
    return wearing(build.organizer(event).badge)


def test_the_log_says_what_happened_who_did_it_when_and_where(event, organizer):
    build.team(event, "Kitty Katz")

    page = words(organizer.get(f"/{event.slug}/log/"))

    assert "Saturday, June 27 2:00:00 PM Kitty Katz is here. Organizer, organizer · laptop" in page


def test_the_log_is_narrowed_to_a_person(event, organizer):
    jo = build.referee(event, "Jo")
    log(event, "hand.recorded", "Made 5 No Trump.", by=jo, at=build.THREE)
    build.team(event, "Kitty Katz")

    page = organizer.get(f"/{event.slug}/log/?who={jo.badge.pk}")

    assert [row.words for row in page.context["page"].rows] == ["Made 5 No Trump."]


def test_the_log_is_narrowed_to_a_kind_of_deed_and_to_words(event, organizer):
    team = build.team(event, "Kitty Katz")
    take_donation(
        event=event,
        key=uuid4(),
        amount_cents=700,
        method="cash",
        team=team,
        by=build.organizer(event),
        at=build.MEET,
    )

    by_kind = organizer.get(f"/{event.slug}/log/?what=donation")
    by_words = organizer.get(f"/{event.slug}/log/?words=katz+signed")

    assert [row.words for row in by_kind.context["page"].rows] == ["Kitty Katz gave $7.00 (cash)."]
    assert [row.words for row in by_words.context["page"].rows] == ["Kitty Katz signed up: Dee 1 and Ray 1."]


def test_an_address_that_cannot_be_read_narrows_nothing(event, organizer):
    page = organizer.get(f"/{event.slug}/log/?who=nobody&before=x")

    assert page.status_code == 200
    assert "Pride South Bid Whist opened." in words(page)


def test_a_search_that_finds_nothing_says_what_to_do(event, organizer):
    assert "Nothing like that Look for other words, or for everybody." in words(
        organizer.get(f"/{event.slug}/log/?words=zebra")
    )


def test_earlier_entries_are_a_page_away_and_keep_the_search(event, organizer):
    for number in range(PAGE + 1):
        log(event, "hand.recorded", f"Hand {number}.", by=build.organizer(event), at=build.THREE)

    first = organizer.get(f"/{event.slug}/log/?what=hand")
    second = organizer.get(f"/{event.slug}/log/{first.context['older']}")

    assert len(first.context["page"].rows) == PAGE
    assert [row.words for row in second.context["page"].rows] == ["Hand 0."]


def test_a_swap_leaves_the_log_as_a_reload_would(event, organizer):
    build.teams(event, 3)
    address = f"/{event.slug}/log/?what=team"

    assert part(organizer.get(address, headers=HTMX), "log") == part(organizer.get(address), "log")


@pytest.mark.parametrize("count", [1, 3, 60])
def test_the_log_asks_as_much_however_long_it_is(event, organizer, django_assert_num_queries, count):
    for number in range(count):
        log(
            event, "hand.recorded", f"Hand {number}.", by=build.referee(event, f"Jo {number}"), at=build.THREE
        )

    with django_assert_num_queries(10):
        organizer.get(f"/{event.slug}/log/")


def test_only_organizers_read_the_log(event):
    assert wearing(build.referee(event).badge).get(f"/{event.slug}/log/").status_code == 403


# --- a rehearsal's clock --------------------------------------------------------------------------


@pytest.fixture
def rehearsal():
    event = build.event(is_rehearsal=True)
    still_clock(event, build.MEET)
    return event


def test_a_rehearsals_clock_is_moved_and_says_so(rehearsal):
    browser = wearing(build.organizer(rehearsal).badge)

    answer = browser.post(f"/{rehearsal.slug}/clock/", {"shown": "15:00", "speed": "0"}, follow=True)

    assert "The clock shows 3:00 PM." in words(answer)
    rehearsal.refresh_from_db()
    assert (rehearsal.clock_shown, rehearsal.clock_speed) == (build.THREE, 0)


def test_a_rehearsals_clock_only_moves_forward(rehearsal):
    browser = wearing(build.organizer(rehearsal).badge)

    answer = browser.post(f"/{rehearsal.slug}/clock/", {"shown": "13:00", "speed": "60"})

    assert answer.status_code == 422
    assert "A rehearsal's clock only moves forward" in words(answer)
    assert 'value="13:00"' in answer.content.decode()


def test_a_real_days_clock_is_not_moved(event, organizer):
    assert "Only a rehearsal’s clock can be moved." in words(organizer.get(f"/{event.slug}/clock/"))

    answer = organizer.post(f"/{event.slug}/clock/", {"shown": "23:59", "speed": "1"})

    assert answer.status_code == 422
    event.refresh_from_db()
    assert event.clock_real is None


def test_a_referee_moves_no_clock(rehearsal):
    referee = By(build.referee(rehearsal).badge)

    assert wearing(referee.badge).post(f"/{rehearsal.slug}/clock/", {"shown": "15:00"}).status_code == 403
