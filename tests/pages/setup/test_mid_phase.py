"""Changing who goes through during Phase I: it is confirmed, needs a reason, and teams are informed."""

import pytest
from django.test import Client

from tests import build
from tests.pages.reading import words
from tests.pages.setup.test_event_paper import filled_in, refused_at_the_top
from tests.pages.visit import still_clock
from tournament.models import Event
from tournament.queries.game import other_cutoff

SEVENTH = "7th place no longer goes through to Phase II: the first 6 do."


def send(organizer, event, **typed):
    address = f"/{event.slug}/event/"
    return organizer.post(address, filled_in(organizer.get(address), **typed), follow=True)


@pytest.fixture
def running(event):
    build.teams(event, 8)
    build.called_round(event)
    still_clock(event, build.at(15, 20))
    return event


def test_another_cutoff_asks_what_it_changes_and_why_and_saves_nothing_yet(running, organizer):
    page = send(organizer, running, advance_count=6)

    assert page.status_code == 422
    assert refused_at_the_top(page) == [
        (f"Phase I is being played. {SEVENTH} Write why: the teams read it.", "#id_reason")
    ]
    assert "The teams read it beside the standings." in words(page)
    assert Event.objects.get().advance_count == 7


def test_with_its_reason_it_is_saved_logged_and_read_beside_the_standings(running, organizer):
    send(organizer, running, advance_count=6, reason="The hall closes at seven.")

    assert Event.objects.get().advance_count == 6
    said = f"{SEVENTH} Why: The hall closes at seven."
    assert said in [entry.words for entry in running.log.all()]
    for page in ("standings/", "standings/near/"):
        assert f"Changed at 3:20 PM: {said}" in words(Client().get(f"/{running.slug}/{page}"))


def test_other_tie_breaks_ask_why_too(running, organizer):
    page = send(organizer, running, tie_breaks="games_won points")

    [(sentence, _)] = refused_at_the_top(page)
    assert sentence == (
        "Phase I is being played. Places are decided by games won, then points. Write why: the teams read it."
    )
    assert Event.objects.get().tie_breaks == []


def test_before_phase_one_nobody_asks_and_what_changes_nothing_needs_no_reason(event, organizer):
    for typed in ({"advance_count": 6}, {"tie_breaks": "games_won points"}):
        assert "Saved." in words(send(organizer, event, **typed))
    assert "Changed at" not in words(Client().get(f"/{event.slug}/standings/"))
    build.teams(event, 8)
    build.called_round(event)

    assert "Saved." in words(send(organizer, event, venue="Another hall"))


@pytest.mark.parametrize(
    ("before", "now", "says"),
    [
        (7, 6, "7th place no longer goes through to Phase II"),
        (8, 6, "7th and 8th places no longer go through to Phase II"),
        (16, 8, "9th to 16th places no longer go through to Phase II"),
        (7, 8, "8th place goes through to Phase II, too"),
    ],
)
def test_the_places_that_are_concerned_are_named(before, now, says):
    assert other_cutoff(before, now) == says
