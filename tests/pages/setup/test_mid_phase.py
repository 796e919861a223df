"""Changing who goes through during Phase I: it is confirmed, needs a reason, and teams are informed."""

import pytest
from django.test import Client

from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import refused_at_the_top, send
from tests.pages.visit import still_clock
from tournament.event.rules_of_event import other_cutoff
from tournament.models import Event
from tournament.settings.plan import plan_of

SEVENTH = "7th place no longer goes through to Phase II: the first 6 do."
BYES = "A bye counts for nothing. All games count."


@pytest.fixture
def running(event):
    build.teams(event, 8)
    build.called_round(event)
    still_clock(event, build.at(15, 20))
    return event


def test_a_new_cutoff_tie_break_or_bye_rule_in_phase_one_needs_a_reason(running, organizer):
    before = plan_of(Event.objects.get())

    for typed, changes in (
        ({"advance_count": 6}, SEVENTH),
        ({"tie_breaks": "games_won points"}, "Places are decided by games won, then points."),
        ({"bye_counts": "nothing"}, BYES),
    ):
        page = send(organizer, running, **typed)
        asked = f"Phase I is being played. {changes} Write why: the teams read it."
        assert (page.status_code, refused_at_the_top(page)) == (422, [(asked, "#id_reason")])
        assert "The teams read it beside the standings." in words(page)
    assert plan_of(Event.objects.get()) == before


def test_with_its_reason_it_is_saved_logged_and_read_beside_the_standings(running, organizer):
    for typed, changes in (({"advance_count": 6}, SEVENTH), ({"bye_counts": "nothing"}, BYES)):
        send(organizer, running, **typed, reason="The hall closes at seven.")

        sentence = f"{changes} Why: The hall closes at seven."
        assert sentence in [entry.words for entry in running.log.all()]
        for page in ("standings/", "standings/near/"):
            assert f"Changed at 3:20 PM: {sentence}" in words(Client().get(f"/{running.slug}/{page}"))
    event = Event.objects.get()
    assert (event.advance_count, event.bye_counts) == (6, "nothing")


def test_no_reason_is_needed_before_phase_one_or_for_harmless_changes(event, organizer):
    for typed in ({"advance_count": 6}, {"tie_breaks": "games_won points"}):
        assert send(organizer, event, **typed).status_code == 302
    assert "Changed at" not in words(Client().get(f"/{event.slug}/standings/"))
    build.teams(event, 8)
    build.called_round(event)

    assert send(organizer, event, venue="Another hall").status_code == 302


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
