"""What pages of an event share is true for each of them, and saves them statements."""

from collections.abc import Mapping

import pytest
from django.db.models import Model

from tests import build
from tests.pages.visit import statements, still_clock, wearing
from tournament.event.day_rows import day_rows, shared_event
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.models import Actor, Event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Hall:
    """The second round, ten minutes old, with everybody who looks at it."""

    def __init__(self):
        self.event = event = build.event(is_practice=True, tables=6)
        build.teams(event, 12)
        build.played_phase_one(event, 1)
        self.game, *_ = build.called_round(event, build.at(15, 30)).games.with_everybody().order_by("pk")
        still_clock(event, build.at(15, 40))
        organizer, referee = (wearing(of(event).badge) for of in (build.organizer, build.referee))
        self.team = self.game.team("NS")
        self.screens = {
            "team": (wearing(self.team.badge), f"/{event.slug}/team/"),
            "sheet": (referee, f"/{event.slug}/game/{self.game.pk}/"),
            "tables": (referee, f"/{event.slug}/tables/"),
            "floor": (organizer, f"/{event.slug}/floor/"),
            "desk": (organizer, f"/{event.slug}/desk/"),
        }

    def look(self):
        for client, address in self.screens.values():
            assert client.get(address).status_code == 200


@pytest.fixture
def hall():
    return Hall()


def columns(value):
    """A value as it can be compared: of rows their columns, not only their ids."""
    match value:
        case Model():
            return {name: each for name, each in vars(value).items() if not name.startswith("_")}
        case list() | tuple():
            return [columns(each) for each in value]
        case Mapping():
            return {key: columns(each) for key, each in value.items()}
    return value


def shared(event):
    """What the next page has of earlier ones, and the same as it is read now."""
    page = shared_event(event.slug)
    now, rows = Event.objects.get(pk=event.pk), day_rows(page)
    known = {**rows.of_day, **rows.of_version}
    return (
        {read: columns(value) for read, value in known.items()},
        {read: columns(read(now)) for read in known},
    )


def test_nothing_that_concerns_one_game_changes_what_pages_go_on_sharing(hall, subtests):
    event, game, by = hall.event, hall.game, Actor(hall.team.badge)
    actions = {
        "seated": lambda: mark_seated(game=game, team=hall.team, by=by, at=build.at(15, 41)),
        "called": lambda: call_referee(game=game, why="A renege?", by=by, at=build.at(15, 42)),
        "a hand": lambda: build.hand(game),
    }
    for name, act in actions.items():
        hall.look()
        act()
        with subtests.test(name):
            before, now = shared(event)
            assert len(before) > 10
            assert before == now


def test_pages_share_nothing_that_differs_from_what_is_stored_now(hall):
    hall.look()
    hall.look()

    before, now = shared(hall.event)
    assert len(before) > 15
    assert before == now


MOST = {"team": 9, "sheet": 9, "tables": 8, "floor": 11, "desk": 7}
"""The statements of a second visit: the session, the event's version, the badge, and what is a page's own."""


def test_a_second_visit_takes_few_statements(hall, subtests):
    hall.look()
    for name, most in MOST.items():
        with subtests.test(name):
            assert statements(*hall.screens[name]) <= most
