"""Attendance for Phase II, as the organizer marks it after the cut is settled."""

import pytest

from rehearsal.browser import read
from scoring.commands.bracket import start_phase_two
from scoring.commands.cut import mark_back
from scoring.commands.leaving import leave_day
from scoring.queries.phase_two.cut import who_is_back
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.commands.floor import call_game
from tournament.models import Team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOON = build.at(17, 1)


@pytest.fixture
def event():
    """An event after the cut: four of five teams go through."""
    event = build.event(is_practice=True, advance_count=4, tables=3)
    build.teams(event, 5)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    still_clock(event, NOON)
    return event


def team_at(event, place):
    return Team.objects.get(pk=who_is_back(event).teams[place - 1].team.team_id)


def mark(event, place, *, is_back=True):
    team, by = team_at(event, place), build.organizer(event)
    return mark_back(team=team, is_back=is_back, by=by, at=NOON)


def marked(event):
    return [each.team.name for each in who_is_back(event).teams if each.back_at]


def test_whoever_was_seen_is_here_and_the_others_are_missing(event):
    mark(event, 2)

    back = who_is_back(event)

    assert marked(event) == [back.teams[1].team.name]
    assert back.missing == 3
    assert [each.seed for each in back.teams] == [1, 2, 3, 4]


def test_if_one_leaves_the_next_moves_up_and_the_others_stay_marked(event):
    for place in (1, 2, 3):
        mark(event, place)
    here, fifth = marked(event), who_is_back(event).next_in_line

    leave_day(team=team_at(event, 4), by=build.organizer(event), at=NOON)

    if who_is_back(event) is None:
        build.cut_settled(event)
    assert marked(event) == here
    assert who_is_back(event).teams[3].team == fifth
    assert who_is_back(event).next_in_line is None


def test_after_the_first_hand_nobody_moves_up_and_after_the_last_nobody_is_waited_for(event):
    start_phase_two(event=event, by=build.organizer(event), at=NOON)
    game = call_game(game=event.games.filter(phase__kind="two").first(), by=build.organizer(event), at=NOON)
    build.hand(build.seated(build.again(game), at=NOON), at=build.at(17, 3))

    assert who_is_back(event).next_in_line is None

    event.phases.filter(kind="two").update(closed_at=build.at(18))

    assert who_is_back(event) is None


def test_the_organizer_marks_them_on_the_cuts_page(event):
    client, first = wearing(build.organizer(event).badge), team_at(event, 1)
    address = f"/{event.slug}/cut/here/"

    page = read(client.post(address, {"team": first.pk, "is_back": "on"}, follow=True).content.decode())

    row = page.one("li", data_team=str(first.number))
    assert "Here since 5:01" in row.words
    assert "If one of them leaves" in page.words

    page = read(client.post(address, {"team": first.pk}, follow=True).content.decode())

    assert "Not here yet" in page.one("li", data_team=str(first.number)).words
